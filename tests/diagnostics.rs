//! The form of errors on a terminal: typical mistakes in `diagnostics/*.go`, each with its rendering in a file beside
//! it, at 80 columns without colours.
//!
//! `MINIGO_BLESS=1 cargo test --test diagnostics` rewrites the renderings; read the differences before you commit them.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;

#[test]
fn mistakes_are_explained() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    support::compare_golden_files(&dir, &["check", "--error-format", "pretty"]);
}
