//! `run` and `test` show as many errors of a package as gc does; `check` shows all. Expectations come from `go build`
//! and `go test`.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use support::{Dir, minigo};

#[test]
fn a_build_ends_after_ten_errors() {
    let many = |n: usize| {
        let lines = (0..n).map(|i| format!("\tx{i} := y{i}\n")).collect::<String>();
        format!("package main\n\nfunc main() {{\n{lines}}}\n")
    };
    let test = "package main\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n";
    let module = "module m\n\ngo 1.27\n";
    let files = [("main.go", many(14)), ("ten/main.go", many(10)), ("nine/main.go", many(9))];
    let mut files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, &**text)).collect();
    files.extend([("go.mod", module), ("main_test.go", test)]);
    let dir = Dir::new("ten", &files);
    let undefined = |dir: &str, n: usize| -> String {
        (0..n).map(|i| format!("{dir}main.go:{}:8: undefined: y{i}\n", i + 4)).collect()
    };
    let expect = |target: &str, errors: &str| {
        let ran = minigo(&dir.0, &["run", target], "");
        assert_eq!((ran.stderr.as_str(), ran.status), (errors, Some(1)), "{target}");
    };
    let ten = undefined("./", 10) + "./main.go:13:8: too many errors\n";
    expect(".", &format!("# m\n{ten}"));
    let tested = "FAIL\tm [build failed]\nFAIL\n";
    let ran = minigo(&dir.0, &["test", "."], "");
    assert_eq!((ran.stderr, ran.status), (format!("# m [m.test]\n{ten}"), Some(1)));
    assert_eq!(ran.stdout, tested);
    let exactly = undefined("ten/", 10) + "ten/main.go:13:8: too many errors\n";
    expect("./ten", &format!("# m/ten\n{exactly}"));
    // gc reports nine errors, and then one of the unused variables.
    let nine = undefined("nine/", 9).replacen(
        "nine",
        "nine/main.go:4:2: declared and not used: x0\nnine",
        1,
    ) + "nine/main.go:4:2: too many errors\n";
    expect("./nine", &format!("# m/nine\n{nine}"));
    for args in [&["run", "-e", "."][..], &["check", "."], &["test", "-gcflags=-e", "."]] {
        let ran = minigo(&dir.0, args, "");
        assert_eq!(ran.stderr.lines().count(), 1 + 2 * 14, "{args:?}: {}", ran.stderr);
    }
}
