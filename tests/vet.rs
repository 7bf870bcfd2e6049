//! `minigo check` warns about what go vet finds: the text beside each Go file of `vet` is what the real go vet finds in
//! it, written by `vet/bless.py`. Files without findings look like mistakes, but are none.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;

#[test]
fn warnings_are_those_of_go_vet() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vet");
    support::golden(&dir, &["check", "--error-format", "go"]);
}
