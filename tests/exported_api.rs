//! Compares the exported names of minigo's library with those of an installed Go, whose `go` is in PATH or named by
//! `GO_LINE_WORD`; without Go, nothing is compared. `exported_api/lacking.txt` lists the names that are still missing;
//! remove a name there when you add it.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::Path;
use std::process::Command;

#[test]
fn packages_export_what_gos_do() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(go) = support::real_go("exported_api") else { return };
    let out = Command::new(&go)
        .args(["run", "tests/exported_api/main.go", "stdlib/src"])
        .current_dir(root)
        .output()
        .expect("go runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let found = String::from_utf8(out.stdout).expect("names are UTF-8");
    let known = include_str!("exported_api/lacking.txt");
    let only_in = |a: &str, b: &str| -> Vec<String> {
        let b: Vec<&str> = b.lines().collect();
        a.lines().filter(|line| !b.contains(line)).map(str::to_owned).collect()
    };
    assert_eq!(only_in(&found, known), [""; 0], "names that minigo's packages lack");
    assert_eq!(only_in(known, &found), [""; 0], "names that are no longer lacking");
}
