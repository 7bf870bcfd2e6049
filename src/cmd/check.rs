//! `minigo check`

use super::{FAILED, print_error, show};
use crate::options::{Check, ErrorFormat, Target};
use crate::pipeline::{self, CheckOptions};
use crate::report;

/// Reports all errors of the packages named, and warnings about those without errors.
#[must_use]
pub fn run(check: &Check) -> u8 {
    let language = check.common.lang;
    let options = CheckOptions { language, require_bodies: false, warn: !check.no_vet };
    let mut status = 0;
    let mut words = check.words.as_slice();
    while !words.is_empty() {
        let (target, rest) = Target::split(words);
        words = rest;
        match pipeline::check(&target, options) {
            Ok(checked) => {
                if check.json {
                    let mut out = std::io::stdout().lock();
                    let _ = report::write(&mut out, &checked, ErrorFormat::Json);
                } else {
                    show(&checked, &check.common);
                }
                if checked.has_errors() || check.strict && !checked.diagnostics.is_empty() {
                    status = FAILED;
                }
            }
            Err(error) => status = print_error(&error.0),
        }
    }
    status
}
