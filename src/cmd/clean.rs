//! `minigo clean`

use super::print_error;
use crate::{cache, errno};

/// Empties the cache of compiled programs.
#[must_use]
pub fn run() -> u8 {
    match cache::clean() {
        Ok(()) => 0,
        Err(error) => print_error(&format!("cannot empty the cache: {}", errno::text(&error))),
    }
}
