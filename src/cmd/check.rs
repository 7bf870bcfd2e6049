//! `minigo check`

use super::{FAILED, print_error, show};
use crate::options::{Check, ErrorFormat, Target};
use crate::pipeline::{self, CheckOptions};
use crate::report;

/// Reports all errors of the packages named.
#[must_use]
pub fn run(check: &Check) -> u8 {
    let options = CheckOptions { language: check.common.lang, require_bodies: false };
    let mut status = 0;
    let mut words = check.words.as_slice();
    while !words.is_empty() {
        let (target, rest) = Target::split(words);
        words = rest;
        match pipeline::check(&target, options) {
            Ok(checked) if check.json => {
                let _ = report::write(&mut std::io::stdout().lock(), &checked, ErrorFormat::Json);
                status = status.max(if checked.has_errors() { FAILED } else { 0 });
            }
            Ok(checked) if show(&checked, &check.common) => status = FAILED,
            Ok(_) => {}
            Err(error) => status = print_error(&error.0),
        }
    }
    status
}
