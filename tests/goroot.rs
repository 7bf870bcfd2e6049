//! Packages from the sources of an installed Go. Most tests bring sources of their own, so that they need no Go; the
//! tests of `goroot/programs` compare with the real Go if one is installed.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use support::{Dir, ProcessResult, RELEASE, go_language_version};

/// Runs the program with the sources beside it in place of Go's.
fn run(dir: &Dir, cache: &Path) -> ProcessResult {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.args(["run", "main.go"]).current_dir(&dir.0).env("MINIGOCACHE", cache);
    command.env("GOROOT", dir.0.join("go")).env("PATH", "").env("HOME", "/nonexistent");
    support::run(command, "")
}

/// Creates a program that uses one package, and the sources of that package.
fn create_program(name: &str, release: &str, main: &str, package: &[(&str, &str)]) -> Dir {
    let mut files = vec![("main.go", main), ("go/VERSION", release)];
    files.extend(package);
    Dir::new(name, &files)
}

const MAIN: &str = r#"package main

import (
	"fmt"
	"go/importer"
)

type user struct{}

func (user) Name() string { return "user" }

func main() {
	fmt.Println(importer.Scan(3), importer.Log, importer.Describe(user{}), importer.Linked(4))
	defer func() { fmt.Println(recover()) }()
	importer.Assembly(1)
}
"#;

/// Features that Go's library uses and minigo's own does not: initialisation of packages that are only imported, names
/// that are predeclared, imports without qualifier, functions that are implemented elsewhere, files for processors.
const SCANNER_FILES: &[(&str, &str)] = &[
    (
        "go/src/go/importer/importer.go",
        r#"package importer

import (
	. "go/importer/internal/names"
	_ "unsafe"
)

var Log []string

var _ = note("variable")

var unused = broken.field

func init() { note("init") }

func note(text string) bool { Log = append(Log, text); return true }

func min(a int) int { return a - 1 }

func Scan(x int) int { return min(x) * processor }

func Describe(n Namer) string { return Prefix + n.Name() }

func Assembly(x int) int

//go:linkname Linked go/importer/internal/names.double
func Linked(x int) int
"#,
    ),
    ("go/src/go/importer/p_amd64.go", "package importer\n\nconst processor = 64\n"),
    (
        "go/src/go/importer/p_any.go",
        "//go:build !amd64\n\npackage importer\n\nconst processor = 10\n",
    ),
    ("go/src/go/importer/p_test.go", "package importer\n\nconst processor = 0\n"),
    (
        "go/src/go/importer/internal/names/names.go",
        r#"package names

type Namer interface{ Name() string }

const Prefix = "named "

func double(x int) int { return 2 * x }
"#,
    ),
];

#[test]
fn packages_are_initialised_and_linked_as_in_go() {
    let dir =
        create_program("links", &format!("go{}.1\n", go_language_version()), MAIN, SCANNER_FILES);
    let ran = run(&dir, Path::new("off"));
    let expected = "20 [variable init] named user 8\n\
        go/importer.Assembly is written in assembly or in Go's runtime, which minigo lacks\n";
    assert_eq!(ran.stdout, expected, "{}", ran.stderr);
}

#[test]
fn blank_imports_of_gos_packages_run_init_functions() {
    let main = "package main\n\nimport (\n\t\"crypto\"\n\t\"go/importer\"\n)\n\n\
        func main() { println(importer.X, crypto.SHA256.Available()) }\n";
    let source = "package importer\n\nimport _ \"crypto/sha256\"\n\nvar X = 1\n";
    let dir = create_program(
        "blank",
        &format!("go{}", go_language_version()),
        main,
        &[("go/src/go/importer/importer.go", source)],
    );
    assert_eq!(run(&dir, Path::new("off")).stderr, "1 true\n");
}

#[test]
fn integer_tables_have_their_elements_values() {
    // 260 elements: the first half without keys, the others with keys and a gap before them.
    let half = |from: u32, keyed: bool| -> String {
        let element = |i: u32| {
            if keyed {
                format!("0x{:x}: {}, // k\n", i + 70, i % 100)
            } else {
                format!("{}, ", i % 100)
            }
        };
        (from..from + 130).map(element).collect()
    };
    let (plain, keyed) = (half(0, false), half(130, true));
    let all = format!("{{{plain}{}7}}", half(130, false));
    let source = format!(
        "package importer\n\ntype small int8\n\nvar (\n\tA = [...]byte{{{plain}{keyed}}}\n\tB = [1000]uint16{{{plain}{keyed}}}\n\t\
         C = []small{all}\n\tD = []any{all}\n\tE = []float64{all}\n\tF = map[int]uint64{{{}}}\n\tG = struct {{ X int; Y *[300]int64 }}{{1, &[300]int64{all}}}\n)\n\n\
         func Sum() (n int) {{\n\tfor i, x := range A {{ n += i * int(x) }}\n\tfor i, x := range B {{ n += i * int(x) }}\n\t\
         for i, x := range C {{ n += i * int(x) }}\n\tfor i, x := range D {{ n += i * x.(int) }}\n\tfor i, x := range E {{ n += i * int(x) }}\n\t\
         for i, x := range F {{ n += i * int(x) }}\n\tfor i, x := range G.Y {{ n += i * int(x) }}\n\treturn\n}}\n",
        (0..260).map(|i| format!("{i}: {}, ", i % 100)).collect::<String>(),
    );
    let main = "package main\n\nimport \"go/importer\"\n\nfunc main() {\n\t\
        println(len(importer.A), len(importer.B), len(importer.C), len(importer.D), len(importer.E), len(importer.F), len(importer.G.Y))\n\t\
        println(importer.A[129], importer.A[199], importer.A[200], importer.B[329], importer.C[260], importer.Sum())\n}\n";
    let dir = create_program(
        "tables",
        &format!("go{}", go_language_version()),
        main,
        &[("go/src/go/importer/importer.go", &source)],
    );
    let value = |i: u64| i % 100;
    let dense: u64 = (0..260).map(|i| i * value(i)).sum();
    let sparse: u64 = (0..130).map(|i| i * value(i) + (i + 200) * value(i + 130)).sum();
    let sum = 2 * sparse + dense + 4 * (dense + 260 * 7);
    let expected = format!("330 1000 261 261 261 260 300\n29 0 30 59 7 {sum}\n");
    assert_eq!(run(&dir, Path::new("off")).stderr, expected);
}

#[test]
fn errors_in_integer_tables_are_reported() {
    let many = "1, ".repeat(300);
    let wrong = |literal: &str| {
        let source = format!("package importer\n\nvar X = {literal}\n");
        reported_error(&format!("go{}", go_language_version()), &source)
    };
    assert!(wrong(&format!("[]uint8{{{many} 256}}")).contains("cannot use 256"), "too large");
    assert!(
        wrong(&format!("[300]int{{{many} 1}}")).contains("index 300 is out of bounds"),
        "too many"
    );
    assert!(wrong(&format!("[]int{{{many} 3: 1}}")).contains("duplicate index 3"), "twice");
    assert!(wrong(&format!("[]string{{{many}}}")).contains("cannot use 1"), "another type");
}

#[test]
fn a_stored_program_is_compiled_again_when_the_sources_change() {
    let dir =
        create_program("changes", &format!("go{}", go_language_version()), MAIN, SCANNER_FILES);
    let cache = dir.0.join("cache");
    assert!(run(&dir, &cache).stdout.starts_with("20 "));
    assert!(run(&dir, &cache).stdout.starts_with("20 "));
    let file = dir.0.join("go/src/go/importer/p_any.go");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("10", "11")).unwrap();
    assert!(run(&dir, &cache).stdout.starts_with("22 "));
    std::fs::write(dir.0.join("go/VERSION"), "go1.26").unwrap();
    assert!(run(&dir, &cache).stderr.contains("go1.26"));
}

/// Returns the error that the program reports for these sources of one package.
fn reported_error(release: &str, source: &str) -> String {
    let main = "package main\n\nimport \"go/importer\"\n\nfunc main() { println(importer.X) }\n";
    let dir = create_program("failure", release, main, &[("go/src/go/importer/a.go", source)]);
    let ran = run(&dir, Path::new("off"));
    assert_eq!(ran.status, Some(1), "{source}: {}", ran.stdout);
    ran.stderr
}

#[test]
fn bad_sources_are_clear_errors() {
    for (source, expected) in [
        ("package importer\n\nvar X = 1\n\nfunc f( {\n", "a.go:5:9: syntax error"),
        ("package importer\n\nvar X = 1 +\n", "a.go:4:1: syntax error"),
        ("package importer\n\nvar X = y\n", "a.go:3:9: undefined: y"),
        ("package importer\n\nimport \"go/importer\"\n\nvar X = importer.X\n", "import cycle"),
        ("package importer\n\nimport \"none\"\n\nvar X = none.X\n", "package none is not in std"),
        ("//go:build plan9\n\npackage importer\n", "no Go files for this system"),
        ("", "a.go:1:1: syntax error"),
    ] {
        let found = reported_error(&format!("go{}", go_language_version()), source);
        assert!(found.contains(expected), "{source}: {found}");
    }
}

#[test]
fn without_go_the_error_says_where_it_was_looked_for() {
    let found = reported_error("go1.26.4", "package importer\n");
    if INSTALL_DIRS.iter().any(|dir| Path::new(dir).join("VERSION").exists()) {
        let what = "goroot: where an installed Go is looked for";
        support::report_skipped_test(what, "a Go is installed where this test wants none");
        return;
    }
    for text in
        ["go/importer", "an installed Go", "$GOROOT", "$PATH", INSTALL_DIRS[0], "go1.26.4 in "]
    {
        assert!(found.contains(text), "{text}: {found}");
    }
}

const INSTALL_DIRS: &[&str] =
    &["/usr/local/go", "/usr/lib/go", "/usr/lib/golang", "/opt/go", "/snap/go/current"];

/// A program that uses a name which only the other container/ring has.
const OTHER_RING_PROGRAM: &str =
    "package main\n\nimport \"container/ring\"\n\nfunc main() { println(ring.Who) }\n";

const OTHER_CONTAINER_RING_FILES: &[(&str, &str)] =
    &[("go/src/container/ring/ring.go", "package ring\n\nconst Who = \"Go's ring\"\n")];

/// Runs the program with this setting of `MINIGODEBUG`.
fn run_with_minigodebug(dir: &Dir, cache: &Path, setting: &str) -> ProcessResult {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.args(["run", "main.go"]).current_dir(&dir.0).env("MINIGOCACHE", cache);
    command.env("GOROOT", dir.0.join("go")).env("PATH", "").env("HOME", "/nonexistent");
    command.env("MINIGODEBUG", setting);
    support::run(command, "")
}

#[test]
fn a_setting_takes_packages_from_go_that_minigo_has_itself() {
    let dir = create_program(
        "instead",
        &format!("go{RELEASE}"),
        OTHER_RING_PROGRAM,
        OTHER_CONTAINER_RING_FILES,
    );
    let cache = dir.0.join("cache");
    let own = |setting: &str| {
        let ran = run_with_minigodebug(&dir, &cache, setting);
        assert!(ran.stderr.contains("undefined: ring.Who"), "{setting}: {}", ran.stderr);
    };
    own("");
    // The second run of a setting uses the cache. Runs with minigo's own package, in between and later, must not use
    // this cache entry.
    for setting in
        ["goroot=container/ring", "goroot=all", "gcstress=1,goroot=net/url:container/ring"]
    {
        for _ in 0..2 {
            let ran = run_with_minigodebug(&dir, &cache, setting);
            assert_eq!((ran.stderr.as_str(), ran.status), ("Go's ring\n", Some(0)), "{setting}");
        }
        own("gcstress=1");
        own("goroot=");
    }
}

#[test]
fn the_cache_distinguishes_packages_of_go_and_minigo() {
    let main =
        "package main\n\nimport \"container/ring\"\n\nfunc main() { println(ring.New(3).Len()) }\n";
    let source = "package ring\n\ntype Ring struct{}\n\nfunc New(int) *Ring { return nil }\n\n\
        func (*Ring) Len() int { return 70 }\n";
    let package = [("go/src/container/ring/ring.go", source)];
    let dir = create_program("instead-cached", &format!("go{RELEASE}"), main, &package);
    let cache = dir.0.join("cache");
    for (setting, expected) in [("", "3\n"), ("goroot=container/ring", "70\n")].repeat(3) {
        assert_eq!(run_with_minigodebug(&dir, &cache, setting).stderr, expected, "{setting}");
    }
}

#[test]
fn packages_that_cannot_come_from_go_are_refused() {
    let dir = create_program(
        "refused",
        &format!("go{RELEASE}"),
        OTHER_RING_PROGRAM,
        OTHER_CONTAINER_RING_FILES,
    );
    for (setting, expected) in [
        (
            "goroot=reflect",
            "MINIGODEBUG=goroot=reflect: package reflect depends on minigo's runtime",
        ),
        ("goroot=container/ring:sync", "package sync depends on minigo's runtime"),
        ("goroot=internal/poll", "package internal/poll depends on minigo's runtime"),
        ("goroot=container/rnig", "Go's library has no public package \"container/rnig\""),
        ("goroot=container/ring:", "Go's library has no public package \"\""),
        ("goroot=example.com/m", "Go's library has no public package \"example.com/m\""),
    ] {
        let ran = run_with_minigodebug(&dir, Path::new("off"), setting);
        assert_eq!(ran.status, Some(1), "{setting}");
        assert!(ran.stderr.contains(expected), "{setting}: {}", ran.stderr);
    }
}

#[test]
fn a_session_takes_packages_from_go_as_well() {
    let dir = create_program(
        "session",
        &format!("go{RELEASE}"),
        OTHER_RING_PROGRAM,
        OTHER_CONTAINER_RING_FILES,
    );
    let evaluate = |setting: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
        command
            .args(["-e", "import \"container/ring\"\nprintln(ring.Who)"])
            .env("MINIGODEBUG", setting);
        command.env("GOROOT", dir.0.join("go")).env("PATH", "").env("HOME", "/nonexistent");
        support::run(command, "").stderr
    };
    assert_eq!(evaluate("goroot=container/ring"), "Go's ring\n");
    assert!(evaluate("").contains("undefined: ring.Who"));
    assert!(evaluate("goroot=sync").contains("package sync depends on minigo's runtime"));
}

/// Runs tests that name unexported identifiers of Go's package; the test's own sources stand in place of Go's.
#[test]
fn internal_tests_of_gos_packages_see_unexported_names() {
    let files = [
        ("go/src/go.mod", "module std\n\ngo 1.27\n"),
        ("go/src/container/ring/ring.go", "package ring\n\nconst who = \"Go's ring\"\n"),
        (
            "go/src/container/ring/ring_test.go",
            "package ring\n\nimport \"testing\"\n\nfunc TestWho(t *testing.T) { t.Log(who) }\n",
        ),
    ];
    let dir = create_program("hidden", &format!("go{RELEASE}"), MAIN, &files);
    let test = |setting: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
        command.args(["test", "-v"]).current_dir(dir.0.join("go/src/container/ring"));
        command.env("MINIGOCACHE", dir.0.join("cache")).env("MINIGODEBUG", setting);
        command.env("GOROOT", dir.0.join("go")).env("PATH", "").env("HOME", "/nonexistent");
        let ran = support::run(command, "");
        ran.stdout + &ran.stderr
    };
    for _ in 0..2 {
        let of_go = test("goroot=container/ring");
        assert!(of_go.contains("Go's ring") && of_go.contains("--- PASS"), "{of_go}");
        let own = test("");
        assert!(own.contains("undefined: who"), "{own}");
        assert!(
            own.contains(
                "set MINIGODEBUG=goroot=container/ring to test the package of the installed Go"
            ),
            "{own}"
        );
    }
}

/// Returns the real Go, and its GOROOT.
fn real_go(test: &str) -> Option<(PathBuf, PathBuf)> {
    let go = support::real_go(&format!("goroot: {test}"))?;
    let output = Command::new(&go).args(["env", "GOROOT"]).output().unwrap();
    let root = String::from_utf8(output.stdout).unwrap();
    Some((go, root.trim().into()))
}

#[test]
fn programs_print_what_they_print_under_go() {
    let Some((go, root)) = real_go("programs_print_what_they_print_under_go") else { return };
    let built = Dir::new("built", &[("keep", "")]);
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goroot/programs");
    let mut count = 0;
    for entry in std::fs::read_dir(&programs).unwrap() {
        let file = entry.unwrap().path();
        let program = built.0.join(file.file_stem().unwrap());
        let mut build = Command::new(&go);
        build.args(["build", "-o"]).arg(&program).arg(&file);
        assert!(build.status().unwrap().success(), "{}", file.display());
        let want = support::run_output(Command::new(&program));
        let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
        command.arg("run").arg(&file).env("MINIGOCACHE", "off").env("GOROOT", &root);
        let got = support::run_output(command);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(
            text(&got.stdout),
            text(&want.stdout),
            "{}: {}",
            file.display(),
            text(&got.stderr)
        );
        count += 1;
    }
    assert!(count > 0);
}

/// Returns the events that the real Go's reader finds in the execution trace of a program. The reader rejects an
/// invalid trace.
fn read_trace(go: &Path, root: &Path, settings: &[&str]) -> String {
    let dir = Dir::new("traced", &[("keep", "")]);
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goroot/traced.go");
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.arg("run").args(settings).arg(&program).arg(dir.0.join("trace"));
    let got = support::run_output({
        command.env("MINIGOCACHE", "off").env("GOROOT", root);
        command
    });
    let said = String::from_utf8_lossy(&got.stderr).into_owned();
    assert_eq!(said, "execution tracer already enabled true\nfalse\n", "{settings:?}");
    let mut reader = Command::new(go);
    reader.args(["tool", "trace", "-d=parsed"]).arg(dir.0.join("trace"));
    let read = support::run_output(reader);
    let text = String::from_utf8_lossy(&read.stdout).into_owned();
    let why = String::from_utf8_lossy(&read.stderr).into_owned();
    assert!(
        read.status.success(),
        "{settings:?}: {why}{}",
        &text[text.len().saturating_sub(2000)..]
    );
    text
}

#[test]
fn go_tool_trace_reads_execution_traces() {
    let Some((go, root)) = real_go("go_tool_trace_reads_execution_traces") else { return };
    for settings in [&[][..], &["--procs", "1"], &["--procs", "8"], &["--without", "steal"]] {
        let text = read_trace(&go, &root, settings);
        for (what, count) in [
            (" TaskBegin ", 1),
            (" TaskEnd ", 1),
            (" RegionBegin ", 500),
            (" RegionEnd ", 500),
            (" Log ", 10),
            (" NotExist->Runnable ", 46),
            (" Running->NotExist ", 46),
        ] {
            let lines = text.lines().filter(|line| line.contains(what)).count();
            // The library starts goroutines of its own.
            let more = if what.contains("->") { 6 } else { 0 };
            assert!((count..=count + more).contains(&lines), "{settings:?}{what}{lines}");
        }
        for what in [
            "Undetermined->Waiting",
            "Running->Waiting Reason=\"chan receive\"",
            "Running->Waiting Reason=\"chan send\"",
            "Running->Waiting Reason=\"sync\"",
            "Running->Waiting Reason=\"sleep\"",
            "Running->Waiting Reason=\"network\"",
            "Running->Runnable Reason=\"runtime.Gosched\"",
            "Waiting->Runnable",
            "Running->Syscall",
            "GC concurrent mark phase",
            "Value{Uint64(3)}",
            "Sync Time=",
            "main.worker @",
            "traced.go:18",
        ] {
            assert!(text.contains(what), "{settings:?}: {what}");
        }
        assert!(text.matches(" Sync Time=").count() >= 3, "{settings:?}: two generations at least");
    }
}

/// Runs Go's own tests of a few packages.
#[test]
fn tests_of_go_pass() {
    run_tests_of_go("tests_of_go_pass", "--quick");
}

/// Runs Go's own tests of packages that are loaded from Go's sources.
#[test]
fn tests_of_go_pass_with_its_packages() {
    let packages = "--goroot context errors maps math/bits net/url sort text/template/parse";
    run_tests_of_go("tests_of_go_pass_with_its_packages", packages);
}

fn run_tests_of_go(test: &str, packages: &str) {
    let Some((go, _)) = real_go(test) else { return };
    let mut command = Command::new("python3");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goroot/own_tests.py"));
    command.args(packages.split(' ')).args(["--lines", "20"]);
    command.args(["--minigo", env!("CARGO_BIN_EXE_minigo"), "--go"]).arg(&go);
    let ran = support::run_output(command);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}
