//! `minigo list`: the packages that the library has and lacks.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;

use support::minigo;

#[test]
fn list_std_divides_packages_into_present_and_missing() {
    let here = minigo(Path::new("."), &["list", "std"], "").stdout;
    let missing = minigo(Path::new("."), &["list", "std", "-missing"], "").stdout;
    assert!(here.contains("fmt\n") && here.contains("unsafe\n"), "{here}");
    assert!(missing.contains("go/types\n") && missing.contains("runtime/cgo\n"), "{missing}");
    assert!(!here.lines().any(|path| missing.lines().any(|other| path == other)), "{here}");
    assert_eq!(minigo(Path::new("."), &["list", "-nosuch"], "").status, Some(2));
}
