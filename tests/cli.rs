//! The command line: arguments, targets, error formats and exit statuses. Expectations come from `go run`, `go build`.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fs;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;

use support::{Dir, minigo};

/// Runs minigo in `dir`, and compares the exit status, standard output and standard error.
fn expect_result(dir: &Path, args: &[&str], status: i32, stdout: &str, stderr: &str) {
    let ran = minigo(dir, args, "");
    assert_eq!(ran.stdout, stdout, "{args:?}: {}", ran.stderr);
    assert_eq!(ran.stderr, stderr, "{args:?}");
    assert_eq!(ran.status, Some(status), "{args:?}: {}", ran.stderr);
}

const HELLO: &str = "package main\n\nfunc main() { println(\"hello\") }\n";

#[test]
fn version_names_the_language() {
    let ran = minigo(Path::new("."), &["version"], "");
    assert!(
        ran.stdout.starts_with("minigo ")
            && ran.stdout.contains(&format!("go{}", support::RELEASE)),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.status, Some(0));
}

#[test]
fn help_explains_every_command() {
    let ran = minigo(Path::new("."), &["--help"], "");
    for word in ["run", "check", "dump", "version"] {
        assert!(ran.stdout.contains(word), "{}", ran.stdout);
    }
    assert_eq!(ran.status, Some(0));
    assert_eq!(minigo(Path::new("."), &["frobnicate"], "").status, Some(2));
}

#[test]
fn a_file_a_directory_and_standard_input_run() {
    let dir =
        Dir::new("targets", &[("hello.go", HELLO), ("script", &format!("#!/bin/x\n{HELLO}"))]);
    expect_result(&dir.0, &["run", "hello.go"], 0, "", "hello\n");
    expect_result(&dir.0, &["run", "."], 0, "", "hello\n");
    expect_result(&dir.0, &["run", "script"], 0, "", "hello\n");
    let ran = minigo(&dir.0, &["run", "-"], HELLO);
    assert_eq!((ran.stderr.as_str(), ran.status), ("hello\n", Some(0)));
}

#[test]
fn several_files_make_one_program_and_the_rest_are_arguments() {
    let main = "package main\n\nimport \"os\"\n\nfunc main() {\n\tfor _, a := range os.Args[1:] {\n\t\tprint(a, f())\n\t}\n}\n";
    let other = "package main\n\nfunc f() string { return \";\" }\n";
    let dir = Dir::new("args", &[("a.go", main), ("b.go", other)]);
    expect_result(&dir.0, &["run", "a.go", "b.go", "x", "-lang=y", "--z"], 0, "", "x;-lang=y;--z;");
}

#[test]
fn statuses_are_those_of_go_run() {
    let exit = "package main\n\nimport \"os\"\n\nfunc main() { os.Exit(7) }\n";
    let panics = "package main\n\nfunc main() { panic(\"no\") }\n";
    let dir = Dir::new("status", &[("exit.go", exit), ("panic.go", panics)]);
    expect_result(&dir.0, &["run", "exit.go"], 7, "", "");
    let ran = minigo(&dir.0, &["run", "panic.go"], "");
    assert!(ran.stderr.starts_with("panic: no\n\ngoroutine 1 [running]:\n"), "{}", ran.stderr);
    assert_eq!(ran.status, Some(2));
}

#[test]
fn missing_targets_are_reported_in_gos_words() {
    let dir = Dir::new("missing", &[("e/x.txt", ""), ("lib/a.go", "package lib\n")]);
    let root = dir.0.canonicalize().unwrap();
    let no_files = format!("no Go files in {}/e\n", root.display());
    expect_result(&dir.0, &["run", "no.go"], 1, "", "stat no.go: no such file or directory\n");
    expect_result(&dir.0, &["run", "e"], 1, "", &no_files);
    let not_main = "package command-line-arguments is not a main package\n";
    expect_result(&dir.0, &["run", "lib/a.go"], 1, "", not_main);
}

#[test]
fn errors_look_as_go_build_prints_them() {
    let bad = "package main\n\nfunc main() {\n\tx := 1\n\tvar s string = 2\n}\n";
    let dir = Dir::new("errors", &[("bad.go", bad)]);
    let want = "# command-line-arguments\n./bad.go:4:2: declared and not used: x\n\
        ./bad.go:5:6: declared and not used: s\n\
        ./bad.go:5:17: cannot use 2 (untyped int constant) as string value in variable declaration\n";
    expect_result(&dir.0, &["run", "bad.go"], 1, "", want);
    expect_result(&dir.0, &["check", "bad.go"], 1, "", want);
    expect_result(&dir.0, &["check", "--error-format=go", "bad.go"], 1, "", want);
    let pretty = minigo(&dir.0, &["check", "--error-format=pretty", "bad.go"], "");
    assert!(pretty.stderr.contains("declared and not used: x"), "{}", pretty.stderr);
    assert!(pretty.stderr.contains("x := 1"), "the excerpt: {}", pretty.stderr);
}

#[test]
fn json_errors_are_objects() {
    let bad = "package main\n\nfunc main() {\n\tcount := 1\n\tprintln(cuont)\n}\n";
    let dir = Dir::new("json", &[("bad.go", bad), ("good.go", "package main\n\nfunc main() {}\n")]);
    let ran = minigo(&dir.0, &["check", "--json", "bad.go"], "");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(1), ""));
    let found: Vec<serde_json::Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [unused, undeclared] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(unused["code"], "UnusedVar");
    assert_eq!(undeclared["severity"], "error");
    assert_eq!(undeclared["message"], "undefined: cuont");
    let at = serde_json::json!({
        "file": "./bad.go", "line": 5, "column": 10, "end_line": 5, "end_column": 15
    });
    assert_eq!(undeclared["at"], at);
    assert_eq!(undeclared["suggestions"][0]["replacement"], "count");
    assert_eq!(undeclared["suggestions"][0]["at"], at);
    expect_result(&dir.0, &["check", "--json", "good.go"], 0, "", "");
}

#[test]
fn an_unknown_flag_is_no_file() {
    let dir = Dir::new("flags", &[("a.go", "package main\n\nfunc main() {}\n")]);
    let ran = minigo(&dir.0, &["run", "--trce", "t.json", "a.go"], "");
    assert_eq!(ran.status, Some(2));
    let first = ran.stderr.lines().next().unwrap_or_default();
    assert_eq!(
        first,
        "error: unknown flag --trce; did you mean --trace? (the program's own flags follow its name)"
    );
    expect_result(&dir.0, &["run", "a.go", "--trce"], 0, "", "");
}

#[test]
fn the_language_version_is_a_flag_or_the_modules() {
    let over_int = "package p\n\nfunc f() {\n\tfor range 3 {\n\t}\n}\n";
    let files = [("a.go", over_int), ("go.mod", "module m\n\ngo 1.21\n")];
    let dir = Dir::new("lang", &files);
    let ran = minigo(&dir.0, &["check", "."], "");
    assert!(ran.stderr.contains("requires go1.22 or later"), "{}", ran.stderr);
    expect_result(&dir.0, &["check", "-lang=go1.22", "."], 0, "", "");
}

#[test]
fn a_module_has_several_packages() {
    let main = "package main\n\nimport \"ex.com/m/a\"\n\nfunc main() { println(a.X()) }\n";
    let a = "package a\n\nimport \"ex.com/m/a/internal/b\"\n\nfunc X() int { return b.Y }\n";
    let files = [
        ("go.mod", "module ex.com/m\n\ngo 1.27\n"),
        ("main.go", main),
        ("a/a.go", a),
        ("a/a_test.go", "package a\n\nnot Go\n"),
        ("a/a_windows.go", "package a\n\nnot Go\n"),
        ("a/tagged.go", "//go:build ignore\n\npackage other\n"),
        ("a/internal/b/b.go", "package b\n\nvar Y = 42\n"),
        (
            "q/q.go",
            "package main\n\nimport \"ex.com/m/a/internal/b\"\n\nfunc main() { println(b.Y) }\n",
        ),
    ];
    let dir = Dir::new("module", &files);
    expect_result(&dir.0, &["run", "."], 0, "", "42\n");
    let ran = minigo(&dir.0, &["run", "./q"], "");
    let want = "q/q.go:3:8: use of internal package ex.com/m/a/internal/b not allowed\n";
    assert!(ran.stderr.contains(want), "{}", ran.stderr);
}

#[test]
fn replace_lines_and_workspaces_find_neighbouring_modules() {
    let files = [
        ("go.work", "go 1.27\n\nuse (\n\t./app\n\t./tool // why\n)\n"),
        (
            "app/go.mod",
            "module ex.com/app\n\ngo 1.27\n\nrequire ex.com/lib v1.0.0\n\nreplace ex.com/lib v1.0.0 => ../lib\n",
        ),
        (
            "app/main.go",
            "package main\n\nimport (\n\t\"ex.com/lib/sub\"\n\t\"ex.com/tool\"\n)\n\nfunc main() { println(sub.X(), tool.Z) }\n",
        ),
        ("lib/go.mod", "module ex.com/lib\n\ngo 1.20\n"),
        ("lib/lib.go", "package lib\n\nconst Y = 4\n"),
        (
            "lib/sub/sub.go",
            "package sub\n\nimport \"ex.com/lib\"\n\nfunc X() int { return lib.Y * 2 }\n",
        ),
        ("tool/go.mod", "module ex.com/tool\n\ngo 1.27\n"),
        ("tool/tool.go", "package tool\n\nconst Z = 9\n"),
    ];
    let dir = Dir::new("workspace", &files);
    expect_result(&dir.0.join("app"), &["run", "."], 0, "", "8 9\n");
}

#[test]
fn module_errors_are_in_gos_words() {
    let cases = [
        ("module m\nfoo bar\n", "go: errors parsing go.mod:\ngo.mod:2: unknown directive: foo\n"),
        ("module\n", "go: errors parsing go.mod:\ngo.mod:1: usage: module module/path\n"),
        (
            "module m\n\ngo 1.99\n",
            "go: go.mod requires go >= 1.99 (running go 1.27.3; GOTOOLCHAIN=local)\n",
        ),
        (
            "go 1.27\n",
            "go: error reading go.mod: missing module declaration. To specify the module path:\n\
                \tgo mod edit -module=example.com/mod\n",
        ),
    ];
    for (n, (text, wanted)) in cases.into_iter().enumerate() {
        let dir = Dir::new(&format!("gomod{n}"), &[("go.mod", text), ("main.go", HELLO)]);
        expect_result(&dir.0, &["run", "."], 1, "", wanted);
    }
    let files = [
        ("go.work", "go 1.27\n\nuse ./a\n"),
        ("a/go.mod", "module a\n"),
        ("b/go.mod", "module b\n"),
        ("b/main.go", HELLO),
    ];
    let dir = Dir::new("gowork", &files);
    let wanted = "directory b is contained in a module that is not one of the workspace modules \
        listed in go.work. You can add the module to the workspace using:\n\tgo work use b\n";
    expect_result(&dir.0, &["run", "./b"], 1, "", wanted);
}

#[test]
fn import_cycles_are_reported_in_gos_words() {
    let files = [
        ("go.mod", "module m\n\ngo 1.27\n"),
        ("main.go", "package main\n\nimport _ \"m/a\"\n\nfunc main() {}\n"),
        ("a/a.go", "package a\n\nimport _ \"m/b\"\n"),
        ("b/b.go", "package b\n\nimport _ \"m/a\"\n"),
    ];
    let dir = Dir::new("cycle", &files);
    let want = "package m\n\timports m/a from main.go\n\timports m/b from a.go\n\
        \timports m/a from b.go: import cycle not allowed\n";
    expect_result(&dir.0, &["run", "."], 1, "", want);
}

#[test]
fn missing_packages_are_reported_at_the_import() {
    let text = "package main\n\nimport \"foo/bar\"\n\nfunc main() { bar.F() }\n";
    let dir = Dir::new("nopackage", &[("a.go", text)]);
    let want = "# command-line-arguments\n./a.go:3:8: could not import foo/bar \
        (package foo/bar is not in std)\n";
    let ran = minigo(&dir.0, &["run", "a.go"], "");
    assert!(ran.stderr.starts_with(want), "{}", ran.stderr);
    assert_eq!(ran.status, Some(1));
}

#[test]
fn check_accepts_functions_without_bodies() {
    let text = "package main\n\nfunc f()\n\nfunc main() { f() }\n";
    let dir = Dir::new("bodies", &[("a.go", text)]);
    expect_result(&dir.0, &["check", "a.go"], 0, "", "");
    let want = "# command-line-arguments\n./a.go:3:6: missing function body\n";
    expect_result(&dir.0, &["run", "a.go"], 1, "", want);
}

#[test]
fn stages_can_be_dumped() {
    let dir = Dir::new("dump", &[("a.go", HELLO)]);
    for (stage, part) in
        [("tokens", "Func"), ("ast", "func main"), ("types", "main"), ("code", "main")]
    {
        let ran = minigo(&dir.0, &["dump", stage, "a.go"], "");
        assert!(ran.stdout.contains(part), "{stage}: {}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.status, Some(0), "{stage}");
    }
}

#[test]
fn machine_code_can_be_dumped() {
    let text =
        "package main\n\nfunc f(n int) int { return 7 * n }\n\nfunc main() { println(f(6)) }\n";
    let dir = Dir::new("asm", &[("a.go", text)]);
    for name in ["f", "main.f"] {
        let ran = minigo(&dir.0, &["dump", "asm", name, "a.go"], "");
        if cfg!(not(feature = "jit")) {
            assert!(ran.stderr.contains("no native tier"), "{}", ran.stderr);
            continue;
        }
        for part in ["func main.f args=1", " bytes of machine code", "ret"] {
            assert!(ran.stdout.contains(part), "{part}: {}{}", ran.stdout, ran.stderr);
        }
        assert!(!ran.stdout.contains("main.main"), "{}", ran.stdout);
        assert_eq!(ran.status, Some(0));
    }
    let ran = minigo(&dir.0, &["dump", "asm", "g", "a.go"], "");
    assert!(ran.stderr.starts_with("minigo: the program has no function g"), "{}", ran.stderr);
    let ran = minigo(&dir.0, &["dump", "asm", "f"], "");
    assert!(ran.stderr.starts_with("minigo: dump asm: name a function and"), "{}", ran.stderr);
    assert_eq!(ran.status, Some(1));
}

#[test]
fn arbitrary_bytes_get_diagnostics_without_a_crash() {
    let dir = Dir::new("bytes", &[("crlf.go", &HELLO.replace('\n', "\r\n"))]);
    expect_result(&dir.0, &["run", "crlf.go"], 0, "", "hello\n");
    let cases: [(&[u8], &str); 5] = [
        (b"", "syntax error: package statement must be first"),
        (b"package main\nvar x = \"\xff\"\nfunc main() {}\n", "2:10: invalid UTF-8 encoding"),
        (b"package main\nvar x\0 = 1\nfunc main() {}\n", "2:6: invalid NUL character"),
        (b"package main\nvar x = 1 @ 2\nfunc main() {}\n", "2:11: invalid character U+0040 '@'"),
        (
            b"\xef\xbb\xbfpackage main\n\xef\xbb\xbffunc main() {}\n",
            "invalid BOM in the middle of the file",
        ),
    ];
    for (i, (bytes, want)) in cases.into_iter().enumerate() {
        fs::write(dir.0.join("bad.go"), bytes).unwrap();
        let ran = minigo(&dir.0, &["check", "bad.go"], "");
        assert!(ran.stderr.contains(want), "case {i}: {}", ran.stderr);
        assert_eq!(ran.status, Some(1), "case {i}");
    }
}

#[test]
fn deep_nesting_compiles_or_is_an_error() {
    let n = 200_000;
    let wrap = |body: &str| format!("package p\n\nfunc f(x int) {{\n{body}\n}}\n");
    let cases = [
        ("parentheses", wrap(&format!("_ = {}x{}", "(".repeat(n), ")".repeat(n)))),
        ("brackets", wrap(&format!("_ = {}x{}", "a[".repeat(n), "]".repeat(n)))),
        ("blocks", wrap(&format!("{}{}", "{".repeat(n), "}".repeat(n)))),
        ("operators", wrap(&format!("_ = {}x", "-".repeat(n).replace("--", "- -")))),
        ("sum", wrap(&format!("_ = x{}", "+x".repeat(n)))),
        ("types", format!("package p\n\nvar x {}int\n", "[]".repeat(n))),
        ("calls", wrap(&format!("f{}", "(1)".repeat(n)))),
        ("elses", wrap(&format!("if x > 0 {{}}{}", " else if x > 0 {}".repeat(n)))),
        ("labels", wrap(&"L: ".repeat(n))),
        ("literals", wrap(&format!("_ = T{}{}", "{".repeat(n), "}".repeat(n)))),
        ("functions", wrap(&format!("_ = {}{}", "func() { _ = ".repeat(n), "}".repeat(n)))),
    ];
    let dir = Dir::new("nesting", &[]);
    fs::create_dir_all(&dir.0).unwrap();
    for (name, text) in cases {
        fs::write(dir.0.join("a.go"), text).unwrap();
        let ran = minigo(&dir.0, &["check", "a.go"], "");
        let end: String = ran.stderr.chars().take(300).collect();
        assert!(matches!(ran.status, Some(0 | 1)), "{name}: {:?} {end}", ran.status);
        assert!(ran.status == Some(0) || ran.stderr.contains("a.go:"), "{name}: {end}");
    }
}

#[test]
fn a_program_needs_a_main_function() {
    let dir = Dir::new("no-main", &[("a.go", "package main\n")]);
    let ran = minigo(&dir.0, &["run", "a.go"], "");
    assert!(
        ran.stderr.contains("function main is undeclared in the main package"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.status, Some(1));
}

/// Four goroutines that count without a lock.
const RACY_PROGRAM: &str = "package main\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n)\n\nfunc main() {\n\tvar wg sync.WaitGroup\n\tn := 0\n\tfor range 4 {\n\t\twg.Go(func() {\n\t\t\tfor range 10 {\n\t\t\t\tn++\n\t\t\t}\n\t\t})\n\t}\n\twg.Wait()\n\tfmt.Println(n)\n}\n";

/// Prints values that depend on chance: the first goroutine, random numbers, the order of a map, the time.
const RANDOM_PROGRAM: &str = "package main\n\nimport (\n\t\"fmt\"\n\t\"math/rand\"\n\t\"runtime\"\n\t\"time\"\n)\n\nfunc main() {\n\tc := make(chan int)\n\tfor i := range 6 {\n\t\tgo func() { c <- i }()\n\t}\n\tfor range 6 {\n\t\tfmt.Print(<-c)\n\t}\n\tfor k := range map[int]bool{1: true, 2: true, 3: true, 4: true} {\n\t\tfmt.Print(k)\n\t}\n\tfmt.Println(rand.Int(), runtime.NumCPU(), time.Now())\n}\n";

#[test]
fn a_seed_repeats_a_run() {
    let dir = Dir::new("seed", &[("a.go", RANDOM_PROGRAM), ("race.go", RACY_PROGRAM)]);
    let run = |seed: u32| minigo(&dir.0, &["run", "--seed", &seed.to_string(), "a.go"], "");
    let outputs: Vec<String> = (0..20).map(|seed| run(seed).stdout).collect();
    for (seed, output) in (0..).zip(&outputs) {
        assert_eq!(run(seed).stdout, *output, "seed {seed}");
    }
    let mut orders: Vec<&str> = outputs.iter().map(|o| &o[..6]).collect();
    orders.sort_unstable();
    orders.dedup();
    assert!(orders.len() > 4, "{orders:?}");
    // Each of these updates of an element is one instruction, which loads and stores.
    for (of, update) in [("int", "n[0]++"), ("float64", "n[0] += 1"), ("float64", "n[0] -= -1")] {
        let text =
            RACY_PROGRAM.replace("n := 0", &format!("n := []{of}{{0}}")).replace("n++", update);
        std::fs::write(dir.0.join("race.go"), text.replace("(n)", "(n[0])")).unwrap();
        let lost = |seed: u32| {
            minigo(&dir.0, &["run", "--seed", &seed.to_string(), "race.go"], "").stdout != "40\n"
        };
        assert!((0..200).any(lost), "{update}: no seed of 200 loses an update");
    }
}

#[test]
fn seeds_end_at_the_first_different_output() {
    let dir = Dir::new("seeds", &[("a.go", HELLO), ("race.go", RACY_PROGRAM)]);
    let ran = minigo(&dir.0, &["run", "--seeds", "3..9", "a.go"], "");
    let end = "hello\n6 seeds: no run failed, and all runs printed the same output\n";
    assert_eq!((ran.stderr.as_str(), ran.status), (end, Some(0)));
    let ran = minigo(&dir.0, &["run", "--seeds", "500", "race.go"], "");
    assert!(ran.stderr.contains(" differs from that with seed "), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nreplay: minigo run --seed "), "{}", ran.stderr);
    assert_eq!(ran.status, Some(1));
}

#[test]
fn virtual_time_jumps_when_all_wait() {
    let text = "package main\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"sync\"\n\t\"syscall\"\n\t\"time\"\n)\n\nfunc main() {\n\tstart := time.Now()\n\tvar mu sync.Mutex\n\tmu.Lock()\n\tgo func() {\n\t\ttime.Sleep(time.Hour)\n\t\tmu.Unlock()\n\t}()\n\tmu.Lock()\n\tctx, stop := context.WithTimeout(context.Background(), 90*time.Minute)\n\tdefer stop()\n\tticker, n := time.NewTicker(time.Hour), 0\n\tfor ctx.Err() == nil {\n\t\tselect {\n\t\tcase <-ticker.C:\n\t\t\tn++\n\t\tcase <-ctx.Done():\n\t\t}\n\t}\n\tsyscall.Nanosleep(&syscall.Timespec{Sec: 1800}, nil)\n\tvar late time.Time\n\ttime.AfterFunc(time.Millisecond, func() {\n\t\tmu.Lock()\n\t\tlate = time.Now()\n\t\tmu.Unlock()\n\t})\n\tmu.Unlock()\n\tfor {\n\t\tmu.Lock()\n\t\tdone := !late.IsZero()\n\t\tmu.Unlock()\n\t\tif done {\n\t\t\tbreak\n\t\t}\n\t}\n\tfmt.Println(n, ctx.Err(), time.Since(start).Round(time.Minute))\n}\n";
    let dir = Dir::new("virtual", &[("a.go", text)]);
    let want = "1 context deadline exceeded 3h0m0s\n";
    expect_result(&dir.0, &["run", "--virtual-time", "a.go"], 0, want, "");
    expect_result(&dir.0, &["run", "--virtual-time", "--procs=1", "a.go"], 0, want, "");
    for seed in ["1", "2", "3"] {
        expect_result(&dir.0, &["run", "--seed", seed, "a.go"], 0, want, "");
    }
}

#[test]
fn unusable_flags_are_refused_before_the_program_runs() {
    let dir = Dir::new("refused", &[("hello.go", HELLO)]);
    let said = "open nowhere/trace: no such file or directory\n";
    expect_result(&dir.0, &["run", "--trace", "nowhere/trace", "hello.go"], 1, "", said);
    let said = "error: the following required arguments were not provided:\n  \
        <--trace <FILE>|--xray <FILE.html>>\n\n\
        Usage: minigo run --trace-last <TIME> <--trace <FILE>|--xray <FILE.html>> <FILE>...\n\n\
        For more information, try '--help'.\n";
    expect_result(&dir.0, &["run", "--trace-last", "20ms", "hello.go"], 2, "", said);
    let ran = minigo(&dir.0, &["run", "--max-memory", "0", "hello.go"], "");
    assert!(ran.stderr.contains("0 is too small: the limit must be at "), "{}", ran.stderr);
    assert_eq!(ran.status, Some(2));
}

#[test]
fn type_aliases_need_go1_9() {
    let text = "package main\n\ntype a = int\n\nfunc main() {\n\ttype b = a\n}\n";
    let dir = Dir::new("aliases", &[("a.go", text)]);
    let hint = "type alias requires go1.9 or later (-lang was set to go1.8; check go.mod)";
    let want = format!("# command-line-arguments\n./a.go:3:6: {hint}\n./a.go:6:7: {hint}\n");
    expect_result(&dir.0, &["check", "--lang", "go1.8", "a.go"], 1, "", &want);
    expect_result(&dir.0, &["check", "--lang", "go1.9", "a.go"], 0, "", "");
}

#[test]
fn pretty_errors_have_the_positions_of_plain_errors() {
    let a = "package main\n\nfunc main() {\n\t/* é日本 */ x := \"日本\" + y\n\tf(x)\n}\n";
    let b = "package main\n\nfunc f(s string) {\n\tvar f int\n//line other.go:70:9\n\t\tvar é, g int\n}\n";
    let dir = Dir::new("places", &[("a.go", a), ("b.go", b)]);
    let check = |format: &str| {
        let format = format!("--error-format={format}");
        let ran = minigo(&dir.0, &["check", &format, "a.go", "b.go"], "");
        assert_eq!(ran.status, Some(1));
        ran.stderr
    };
    let (go, pretty) = (check("go"), check("pretty"));
    let places: Vec<_> = go.lines().filter_map(|line| line.split_once(": ")).collect();
    assert!(places.iter().any(|(place, _)| *place == "./a.go:4:33"), "{go}");
    assert!(places.iter().any(|(place, _)| place.contains("other.go:70:")), "{go}");
    for (place, message) in places {
        assert!(pretty.contains(&format!("─[ {place} ]")), "{place}: {message}\n{pretty}");
    }
    assert!(!pretty.contains('\x1b'), "no colours but on a terminal");
}

#[test]
fn unreadable_files_are_reported_in_gos_words() {
    let dir = Dir::new("unreadable", &[("ok.go", HELLO), ("d.go/a.go", HELLO)]);
    std::os::unix::fs::symlink("loop.go", dir.0.join("loop.go")).unwrap();
    let long = format!("{}.go", "x".repeat(300));
    let cases = [
        ("loop.go", "stat loop.go: too many levels of symbolic links\n"),
        ("ok.go/x.go", "stat ok.go/x.go: not a directory\n"),
        ("none.go", "stat none.go: no such file or directory\n"),
        (&long, &format!("stat {long}: file name too long\n")),
    ];
    for (file, said) in cases {
        expect_result(&dir.0, &["run", file], 1, "", said);
    }
    std::fs::remove_file(dir.0.join("d.go/a.go")).unwrap();
    expect_result(&dir.0, &["run", "d.go"], 1, "", "d.go is a directory, should be a Go file\n");
}

#[test]
fn callers_are_named_by_absolute_paths() {
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"runtime\"\n)\n\nfunc main() {\n\
        \tos.Chdir(\"/\")\n\t_, file, line, ok := runtime.Caller(0)\n\tfmt.Println(file, line, ok)\n\
        \tpc, _, _, _ := runtime.Caller(0)\n\tfmt.Println(runtime.FuncForPC(pc).FileLine(pc))\n}\n";
    let dir = Dir::new("callers", &[("p/a.go", text)]);
    let full = dir.0.canonicalize().unwrap().join("p/a.go");
    let want = format!("{0} 11 true\n{0} 13\n", full.display());
    expect_result(&dir.0, &["run", "p/a.go"], 0, &want, "");
    expect_result(&dir.0, &["run", "./p/../p/a.go"], 0, &want, "");
    expect_result(&dir.0.join("p"), &["run", "a.go"], 0, &want, "");
    expect_result(&dir.0, &["run", full.to_str().unwrap()], 0, &want, "");
}

#[test]
fn a_program_can_be_read_from_a_pipe_with_any_name() {
    let dir = Dir::new("pipe", &[("hello.go", HELLO)]);
    let made = std::process::Command::new("mkfifo").arg(dir.0.join("63")).status();
    assert!(made.unwrap().success());
    let pipe = dir.0.join("63");
    let writer = std::thread::spawn(move || fs::write(pipe, HELLO).unwrap());
    expect_result(&dir.0, &["run", "63"], 0, "", "hello\n");
    writer.join().unwrap();
}

#[test]
fn sigpipe_ends_the_program_unless_it_handles_the_signal() {
    let program = |ignore: &str| {
        format!(
            "package main\n\nimport (\n\t\"os\"\n\t\"os/signal\"\n\t\"syscall\"\n)\n\n\
            func main() {{\n\tsignal.{ignore}\n\t_, err := os.Stdout.Write([]byte{{1}})\n\
            \tprintln(err.Error(), err.(*os.PathError).Err == syscall.EPIPE)\n}}\n"
        )
    };
    let ignore = program("Ignore(syscall.SIGPIPE)");
    let notify = program("Notify(make(chan os.Signal, 1), syscall.SIGPIPE)");
    let reset = program("Reset()");
    let files = [("ignore.go", &*ignore), ("notify.go", &notify), ("reset.go", &reset)];
    let dir = Dir::new("broken-pipe", &files);
    let run = |file: &str| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_minigo"));
        command.args(["run", file]).current_dir(&dir.0).env("MINIGOCACHE", "off");
        let ran = command.stdout(writer).output().unwrap();
        (ran.status.signal(), String::from_utf8(ran.stderr).unwrap())
    };
    let told = || (None, "write /dev/stdout: broken pipe true\n".to_owned());
    assert_eq!(run("ignore.go"), told());
    assert_eq!(run("notify.go"), told());
    assert_eq!(run("reset.go"), (Some(libc::SIGPIPE), String::new()));
}

#[test]
fn sigint_ends_the_program_after_signal_stop() {
    let program = "package main\n\nimport (\n\t\"os\"\n\t\"os/signal\"\n\t\"syscall\"\n\t\"time\"\n)\n\n\
        func main() {\n\tc := make(chan os.Signal, 1)\n\tif len(os.Args) > 1 {\n\
        \t\tsignal.Notify(c, syscall.SIGINT)\n\t\tsignal.Stop(c)\n\t}\n\
        \tsyscall.Kill(syscall.Getpid(), syscall.SIGINT)\n\ttime.Sleep(time.Minute)\n}\n";
    let dir = Dir::new("interrupt", &[("main.go", program)]);
    let cases: [&[&str]; 4] = [
        &["run", "main.go"],
        &["run", "main.go", "x"],
        &["run", "--trace", "t.json", "main.go"],
        &["run", "--trace", "t.json", "main.go", "x"],
    ];
    for args in cases {
        let mut command = support::command();
        command.args(args).current_dir(&dir.0).env("MINIGOCACHE", "off");
        // A shell makes background processes ignore the signal, and processes started there inherit that.
        // SAFETY: the call is allowed between fork and exec.
        unsafe {
            command.pre_exec(|| {
                libc::signal(libc::SIGINT, libc::SIG_DFL);
                Ok(())
            });
        }
        let ran = command.output().unwrap();
        assert_eq!(ran.status.signal(), Some(libc::SIGINT), "{args:?} {ran:?}");
    }
    assert!(dir.0.join("t.json").exists());
}

#[test]
fn test_profiles_are_in_the_working_directory() {
    let test = "package p\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {}\n";
    let dir = Dir::new("cpuprofile", &[("go.mod", "module m\n"), ("p/p_test.go", test)]);
    let ran = minigo(&dir.0, &["test", "-cpuprofile", "cpu.out", "./p"], "");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    // The profile is compressed, as go tool pprof expects.
    assert!(fs::read(dir.0.join("cpu.out")).unwrap().starts_with(&[0x1f, 0x8b]));
    let flags = ["-memprofile=mem.out", "-blockprofile=block.out", "-mutexprofile=mutex.out"];
    let ran = minigo(&dir.0, &["test", flags[0], flags[1], flags[2], "-trace=t.out", "./p"], "");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    for file in ["mem.out", "block.out", "mutex.out"] {
        assert!(fs::read(dir.0.join(file)).unwrap().starts_with(&[0x1f, 0x8b]), "{file}");
    }
    // An execution trace begins with this header, and ends with the mark of the end of a generation.
    let trace = fs::read(dir.0.join("t.out")).unwrap();
    assert!(trace.starts_with(b"go 1.26 trace\0\0\0") && trace.ends_with(&[52]), "{trace:?}");
}

#[test]
fn jit_flag_is_refused_in_a_build_without_the_native_tier() {
    let dir = Dir::new("no-tier", &[("a.go", HELLO)]);
    for when in ["on", "eager"] {
        let args = ["run", &format!("--jit={when}"), "a.go"];
        if cfg!(feature = "jit") {
            expect_result(&dir.0, &args, 0, "", "hello\n");
        } else {
            let why =
                "minigo: this build has no machine-code compiler: only --jit=off is possible\n";
            expect_result(&dir.0, &args, 1, "", why);
        }
    }
    expect_result(&dir.0, &["run", "--jit=off", "a.go"], 0, "", "hello\n");
}
