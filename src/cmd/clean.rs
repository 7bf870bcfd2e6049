//! `minigo clean`

use super::print_error;
use crate::options::Clean;
use crate::{cache, errno};

/// Empties the cache of compiled programs and results, or of the latter only.
#[must_use]
pub fn run(clean: &Clean) -> u8 {
    match if clean.testcache { cache::results::clean() } else { cache::clean() } {
        Ok(()) => 0,
        Err(error) => print_error(&format!("cannot empty the cache: {}", errno::text(&error))),
    }
}
