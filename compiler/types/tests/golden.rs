//! Every `data/NAME.go` must give exactly what `data/NAME.txt` says.
//!
//! The expectations come from the real gc, in `data`:
//! `for f in *.go; do go tool compile -e -p p -o $(mktemp) $f > ${f%.go}.txt; done`

mod support;

use std::path::Path;

#[test]
fn messages_are_those_of_gc() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut failures = Vec::new();
    let mut count = 0;
    let mut names: Vec<_> = std::fs::read_dir(&dir).unwrap().flatten().map(|e| e.path()).collect();
    names.sort();
    for path in names.iter().filter(|p| p.extension().is_some_and(|e| e == "go")) {
        count += 1;
        let mut loader = support::Loader::new((1, 27));
        loader.load(path);
        let (sources, outcome) = loader.check();
        let found = outcome.diagnostics.into_sorted();
        let prefix = format!("{}/", dir.display());
        let text: String =
            found.iter().map(|d| support::show(&sources, d).replace(&prefix, "") + "\n").collect();
        let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap();
        if text != expected {
            failures.push(format!("{}:\n{}", path.display(), difference(&expected, &text)));
        }
    }
    assert!(count > 0, "there are no data files");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn difference(expected: &str, found: &str) -> String {
    let mut out = String::new();
    for line in expected.lines().filter(|l| !found.lines().any(|f| f == *l)) {
        out.push_str(&format!("  missing: {line}\n"));
    }
    for line in found.lines().filter(|l| !expected.lines().any(|e| e == *l)) {
        out.push_str(&format!("  too many: {line}\n"));
    }
    if out.is_empty() {
        out.push_str("  the order differs\n");
    }
    out
}
