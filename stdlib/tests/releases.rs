//! Checks `stdlib/releases.txt`: for each package the release of Go with whose documentation and behaviour it was last
//! compared. docs/inside/keeping-up.md says when a line changes.

use std::collections::BTreeMap;

#[test]
fn each_package_has_the_release_that_it_was_compared_with() {
    let text = include_str!("../releases.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let listed: Vec<(&str, &str)> =
        lines.map(|line| line.split_once(' ').expect("a package and a release")).collect();
    let sorted: BTreeMap<&str, &str> = listed.iter().copied().collect();
    assert!(listed.iter().copied().eq(sorted), "the list is sorted, and has each package once");
    let packages: Vec<&str> = minigo_stdlib::import_paths().collect();
    let named: Vec<&str> = listed.iter().map(|(path, _)| *path).collect();
    assert_eq!(named, packages);
    for (path, release) in listed {
        let parts: Vec<Option<u32>> = release.split('.').map(|part| part.parse().ok()).collect();
        assert!(matches!(parts[..], [Some(1), Some(_), Some(_)]), "{path}: {release}");
    }
}
