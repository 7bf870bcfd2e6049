//! `minigo clean`

use super::complain;
use crate::{cache, words};

/// Empties the cache of compiled programs.
#[must_use]
pub fn run() -> u8 {
    match cache::clean() {
        Ok(()) => 0,
        Err(error) => complain(&format!("cannot empty the cache: {}", words::of(&error))),
    }
}
