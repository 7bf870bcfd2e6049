//! `minigo clean`

use super::build::{go_to_directory, print_usage};
use super::print_error;
use crate::options::go_flags::{self, BUILD, refused, switch};
use crate::options::is_called_go;
use crate::{cache, errno};
use std::ffi::OsString;

/// Empties the cache of compiled programs and results, or of the latter only. Called as go it removes what flags name:
/// builds leave no other files.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    let flags = [
        switch("testcache"),
        switch("cache"),
        switch("fuzzcache"),
        switch("i"),
        switch("r"),
        refused("modcache", true, "the module cache is the go command's too"),
    ];
    let line = match go_flags::read("clean", &[&flags, BUILD], words) {
        Ok(line) => line,
        Err(error) => return print_usage(&error),
    };
    if let Err(status) = go_to_directory(&line) {
        return status;
    }
    let [results, all, inputs] = ["testcache", "cache", "fuzzcache"].map(|flag| line.is_on(flag));
    let clean = match () {
        () if all || !(results || inputs || is_called_go()) => cache::clean,
        () if results && inputs => {
            || cache::results::clean().and_then(|()| cache::clean_fuzz_inputs())
        }
        () if results => cache::results::clean,
        () if inputs => cache::clean_fuzz_inputs,
        () => return 0,
    };
    match clean() {
        Ok(()) => 0,
        Err(error) => print_error(&format!("cannot empty the cache: {}", errno::text(&error))),
    }
}
