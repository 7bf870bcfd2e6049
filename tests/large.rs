//! Programs that are large or deep in ways that are rare in written code and frequent in generated code. gc compiles
//! them, so minigo must, too, in a time that does not grow with the square of the text's size. Nothing is timed; a
//! compilation of exponential time is ended after minutes.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fmt::Write as _;
use std::fs;
use support::minigo;

/// Runs the program; its standard error, to which `println` writes, must be `expected`.
fn expect_stderr(name: &str, declarations: &str, main: &str, expected: &str) {
    let dir = std::env::temp_dir().join(format!("minigo-large-{}-{name}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    let text = format!("package main\n\n{declarations}\n\nfunc main() {{\n{main}\n}}\n");
    fs::write(dir.join("main.go"), text).unwrap();
    let ran = minigo(&dir, &["run", "main.go"], "");
    let _ = fs::remove_dir_all(&dir);
    assert_eq!((&*ran.stderr, ran.status, ran.has_timed_out), (expected, Some(0), false), "{name}");
}

/// Returns `before` n times, `inner`, and `after` n times.
fn nested(before: &str, inner: &str, after: &str, n: usize) -> String {
    [&before.repeat(n), inner, &after.repeat(n)].concat()
}

#[test]
fn expressions_nest_deeply() {
    let print = |x: &str| format!("x := 1\nprintln({x})");
    expect_stderr("parentheses", "", &print(&nested("(", "x", ")", 100_000)), "1\n");
    expect_stderr("conversions", "", &print(&nested("int(", "x", ")", 10_000)), "1\n");
    expect_stderr("negations", "", &print(&nested("- ", "x", "", 50_000)), "1\n");
    let f = "func f(x int) int { return x + 1 }";
    expect_stderr("calls", f, &print(&nested("f(", "x", ")", 5_000)), "5001\n");
    let list = format!("println(len({}))", nested("T{", "", "}", 5_000));
    expect_stderr("literals", "type T []T", &list, "1\n");
}

#[test]
fn chains_of_operators_are_long() {
    let chain = |first: &str, rest: &str, n| format!("{first}{}", rest.repeat(n));
    expect_stderr("sum", "", &format!("a := 1\nprintln({})", chain("a", "+a", 50_000)), "50001\n");
    let strings = format!("a := \"x\"\nprintln(len({}))", chain("a", "+a", 20_000));
    expect_stderr("strings", "", &strings, "20001\n");
    let constant = format!("const c = {}", chain("\"x\"", "+\"y\"", 20_000));
    expect_stderr("constants", &constant, "println(len(c))", "20001\n");
    let shift = format!("x := uint64(1)\nprintln({})", chain("x", "<<1", 10_000));
    expect_stderr("shifts", "", &shift, "0\n");
    let f = "func f() int { return 1 }";
    expect_stderr(
        "calls-added",
        f,
        &format!("println({})", chain("f()", "+f()", 20_000)),
        "20001\n",
    );
    let method = "type T struct{ v int }\n\nfunc (t *T) f() *T { t.v++; return t }";
    let calls = format!("println({}.v)", chain("new(T)", ".f()", 5_000));
    expect_stderr("methods", method, &calls, "5000\n");
}

#[test]
fn statements_and_types_nest_deeply() {
    let blocks = nested("{ x := x; x++; ", "println(x)", "}", 5_000);
    expect_stderr("blocks", "", &format!("x := 0\n{blocks}"), "5000\n");
    let ifs = nested("if x == 0 {", "println(x)", "}", 3_000);
    expect_stderr("ifs", "", &format!("x := 0\n{ifs}"), "0\n");
    let literals = nested("func() { x++; ", "println(x)", "}()", 1_000);
    expect_stderr("literals-of-functions", "", &format!("x := 0\n{literals}"), "1000\n");
    for (name, before, after) in
        [("pointers", "*", ""), ("functions", "func(", ")"), ("maps", "map[int]", "")]
    {
        let ty = nested(before, "int", after, 10_000);
        expect_stderr(name, &format!("var x {ty}"), "println(x == nil)", "true\n");
    }
}

#[test]
fn embedding_is_deep_and_wide() {
    let mut chain = String::from("type T0 struct{ x int }\n\nfunc (T0) M() int { return 7 }\n\n");
    for i in 1..1_000 {
        writeln!(chain, "type T{i} struct{{ T{} }}", i - 1).unwrap();
    }
    let main = "var t T999\nt.x = 3\nvar i interface{ M() int } = t\nprintln(t.x, i.M(), t == t)";
    expect_stderr("chain", &chain, main, "3 7 true\n");
    // The number of paths to each type is 2 to the power of its depth.
    let diamond = |base: &str, open: &str, close: &str, depth: usize| {
        let mut text = base.to_owned();
        for i in 1..depth {
            let below = i - 1;
            writeln!(text, "type A{i} {open} T{below} {close}").unwrap();
            writeln!(text, "type B{i} {open} T{below} {close}").unwrap();
            writeln!(text, "type T{i} {open} A{i}; B{i} {close}").unwrap();
        }
        text
    };
    let values = diamond("type T0 struct{ x [0]int }\n", "struct {", "}", 40);
    expect_stderr("diamond", &values, "var t, u T39\nprintln(t == u)", "true\n");
    let interfaces = diamond("type T0 interface{ M() int }\n", "interface {", "}", 40);
    let x = "type X int\n\nfunc (X) M() int { return 3 }";
    let main = "var t T39 = X(1)\nprintln(t.M())";
    expect_stderr("diamond-of-interfaces", &format!("{interfaces}{x}"), main, "3\n");
}

#[test]
fn many_declarations_of_a_kind_compile() {
    let many = |n: usize, item: &dyn Fn(usize) -> String| (0..n).map(item).collect::<String>();
    let fields = many(10_000, &|i| format!("f{i} int\n"));
    let stores = many(10_000, &|i| format!("t.f{i} = {i}\n"));
    let ty = format!("type T struct {{\n{fields}}}");
    expect_stderr("fields", &ty, &format!("t := new(T)\n{stores}println(t.f9999)"), "9999\n");
    let cases = many(20_000, &|i| format!("case {}: return {i}\n", i * 7));
    let f = format!("func f(x int) int {{\nswitch x {{\n{cases}}}\nreturn -1\n}}");
    expect_stderr("cases", &f, "println(f(7*777), f(3))", "777 -1\n");
    let texts = many(20_000, &|i| format!("\"number {i}\",\n"));
    let list = format!("var s = []string{{\n{texts}}}");
    expect_stderr("texts", &list, "println(len(s), s[7777])", "20000 number 7777\n");
}

/// Checks a program with errors; returns the number of lines that `check` prints.
fn error_line_count(name: &str, declarations: &str, main: &str) -> usize {
    let text = format!("package main\n\n{declarations}\n\nfunc main() {{\n{main}\n}}\n");
    let dir = support::Dir::new(name, &[("main.go", &text)]);
    let ran = minigo(&dir.0, &["check", "--error-format=go", "main.go"], "");
    assert_eq!((ran.status, ran.has_timed_out), (Some(1), false), "{name}");
    ran.stderr.lines().filter(|line| line.starts_with("./main.go:")).count()
}

/// Checks each kind of error that the compiler compares with nearby or previous errors. If the comparisons took
/// quadratic time, this test would exceed the runner's time limit.
#[test]
fn errors_are_many() {
    const ERROR_COUNT: usize = 100_000;
    let many = |item: &dyn Fn(usize) -> String| (0..ERROR_COUNT).map(item).collect::<String>();
    let defined = many(&|i| format!("x{i} := y{i}\n"));
    assert_eq!(error_line_count("undefined", "", &defined), 2 * ERROR_COUNT);
    let types = many(&|i| format!("var x{i} T{i}\n"));
    assert_eq!(error_line_count("types", &types, ""), ERROR_COUNT);
    let fields = format!("type T struct {{\n{}}}", many(&|i| format!("a{i} int\n")));
    let keys = (0..1_000).map(|i| format!("b{i}: 1, ")).collect::<String>();
    assert_eq!(error_line_count("keys", &fields, &format!("_ = T{{{keys}}}")), 1_000);
    // More than about 50,000 clauses are rejected as nested too deeply.
    let cases = "case 1:\n".repeat(ERROR_COUNT / 5);
    assert_eq!(
        error_line_count("cases", "", &format!("switch 1 {{\n{cases}}}")),
        ERROR_COUNT / 5 - 1
    );
    let methods = format!("type T int\n{}", many(&|_| "func (T) m() {}\n".to_owned()));
    assert_eq!(error_line_count("methods", &methods, ""), ERROR_COUNT - 1);
    assert_eq!(error_line_count("open", "", &format!("_ = {}", "[".repeat(3 * ERROR_COUNT))), 1);
}
