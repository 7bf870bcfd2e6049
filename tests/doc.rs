//! `minigo doc` and `minigo fmt`. The expected documentation of the packages in `doc/m` comes from the real `go doc`
//! (`doc/bless.py`).

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::{Dir, ProcessResult};

/// Runs the command in an environment in which `goroot` is the only Go installation.
fn minigo(dir: &Path, words: &[&str], goroot: &Path, stdin: &str) -> ProcessResult {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.args(words).current_dir(dir).env("MINIGOCACHE", "off");
    command.env("GOROOT", goroot).env("PATH", "").env("HOME", "/nonexistent");
    support::run(command, stdin)
}

#[test]
fn packages_are_documented_as_by_go_doc() {
    let root = Path::new("tests/doc");
    let expected = fs::read_to_string(root.join("output.txt")).unwrap();
    let cases = fs::read_to_string(root.join("cases.txt")).unwrap();
    let cases = cases.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut wrong = Vec::new();
    let mut rest = expected.as_str();
    for case in cases {
        let mut words = case.split_whitespace();
        let dir = root.join("m").join(words.next().unwrap());
        let words: Vec<&str> = std::iter::once("doc").chain(words).collect();
        let ran = minigo(&dir, &words, Path::new("/nonexistent"), "");
        let got = format!("{}{}status {}\n", ran.stdout, ran.stderr, ran.status.unwrap());
        let end = rest[1..].find("\n$ ").map_or(rest.len(), |at| at + 2);
        let (_, want) = rest[..end].split_once('\n').unwrap();
        rest = &rest[end..];
        if got != want {
            wrong.push(format!("{case}\n--- minigo\n{got}--- go\n{want}"));
        }
    }
    assert!(rest.is_empty(), "bless.py has more cases: {rest}");
    assert!(wrong.is_empty(), "{} answers differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_source_of_a_type_in_a_group_stands_alone() {
    // go doc prints `type// Alias is …` here; for types with parameters it prints the form that is expected here.
    let dir = Path::new("tests/doc/m/store");
    let said = minigo(dir, &["doc", "-src", "Alias"], Path::new("/nonexistent"), "").stdout;
    let source = "type Alias = Store\n\n";
    assert_eq!(said, format!("package store // import \"example.com/m/store\"\n\n{source}"));
}

#[test]
fn without_an_installed_go_the_own_library_is_documented() {
    let dir = Dir::new("own", &[("a/a.go", "package a\n")]);
    let nowhere = Path::new("/nonexistent");
    let said = minigo(&dir.0, &["doc", "strings.Builder.Len"], nowhere, "").stdout;
    let header = "package strings // import \"strings\"\n\nfunc (b *Builder) Len() int\n    Len returns the number";
    assert!(said.starts_with(header), "{said}");
    let said = minigo(&dir.0, &["doc", "-short", "template.ParseFiles"], nowhere, "").stdout;
    assert_eq!(said, "func ParseFiles(filenames ...string) (*Template, error)\n");
}

/// Creates a Go installation whose library has one package, and which has one command of its own.
fn create_installed_go() -> Dir {
    let library = "// Package fmt is not the real one.\npackage fmt\n\n// Echo echoes.\nfunc Echo(a ...any) {}\n";
    let gofmt = r#"// Gofmt is not the real one.
package main

import (
	"cmd/internal/telemetry/counter"
	"golang.org/x/sync/semaphore"
	"internal/hidden"
	"io"
	"os"
)

func main() {
	counter.Open()
	semaphore.Open()
	text, _ := io.ReadAll(os.Stdin)
	println(hidden.Name, len(text), len(os.Args), os.Args[1], os.Args[2])
	os.Exit(3)
}
"#;
    Dir::new(
        "go",
        &[
            ("VERSION", &format!("go{}", support::go_language_version())),
            ("src/go.mod", "module std\n\ngo 1.27\n"),
            ("src/fmt/fmt.go", library),
            ("src/internal/hidden/hidden.go", "package hidden\n\nconst Name = \"hidden\"\n"),
            ("src/cmd/go.mod", "module cmd\n\ngo 1.27\n\nrequire golang.org/x/sync v0.1.0\n"),
            (
                "src/cmd/vendor/modules.txt",
                "# golang.org/x/sync v0.1.0\n## explicit\ngolang.org/x/sync/semaphore\n",
            ),
            (
                "src/cmd/vendor/golang.org/x/sync/semaphore/s.go",
                "package semaphore\n\nfunc Open() {}\n",
            ),
            ("src/cmd/internal/telemetry/counter/c.go", "package counter\n\nfunc Open() {}\n"),
            ("src/cmd/gofmt/gofmt.go", gofmt),
        ],
    )
}

#[test]
fn the_library_of_an_installed_go_is_documented() {
    let (go, dir) = (create_installed_go(), Dir::new("here", &[("a.txt", "")]));
    let said = minigo(&dir.0, &["doc", "fmt"], &go.0, "").stdout;
    let whole = "package fmt // import \"fmt\"\n\nPackage fmt is not the real one.\n\nfunc Echo(a ...any)\n";
    assert_eq!(said, whole);
    assert_eq!(
        minigo(&dir.0, &["doc", "fmt.Println"], &go.0, "").stderr,
        "doc: no symbol Println in package fmt\n"
    );
}

#[test]
fn commands_of_an_installed_go_are_run_from_their_sources() {
    let (go, dir) = (create_installed_go(), Dir::new("here", &[("a.txt", "")]));
    let gofmt = go.0.join("src/cmd/gofmt");
    let words = ["run", "-mod=vendor", gofmt.to_str().unwrap(), "-l", "x.go"];
    let ran = minigo(&dir.0, &words, &go.0, "12345");
    assert_eq!((ran.stderr.as_str(), ran.status), ("hidden 5 3 -l x.go\n", Some(3)));
}

/// A source, and its form after gofmt.
const UNFORMATTED: &str = "package p\nimport (\"b\";\"a\")\n//doc\nvar x=[]T{T{1},\n T{2}} // c\n";
const FORMATTED: &str =
    "package p\n\nimport (\n\t\"a\"\n\t\"b\"\n)\n\n// doc\nvar x = []T{T{1},\n\tT{2}} // c\n";
const FORMAT_DIFF: &str = "diff d/a.go.orig d/a.go
--- d/a.go.orig
+++ d/a.go
@@ -1,5 +1,10 @@
 package p
-import (\"b\";\"a\")
-//doc
-var x=[]T{T{1},
- T{2}} // c
+
+import (
+\t\"a\"
+\t\"b\"
+)
+
+// doc
+var x = []T{T{1},
+\tT{2}} // c
";

#[test]
fn files_are_formatted_without_an_installed_go() {
    let files = [
        ("d/a.go", UNFORMATTED),
        ("d/b.go", FORMATTED),
        ("d/.c.go", UNFORMATTED),
        ("bad.go", "package p\nx\n"),
    ];
    let (dir, nowhere) = (Dir::new("fmt", &files), Path::new("/nonexistent"));
    let bad = "bad.go:2:1: expected declaration, found x\n";
    for (words, input, out, errors, status) in [
        (&["fmt"][..], UNFORMATTED, FORMATTED, "", 0),
        (&["fmt"], "\tf( a )\n\n", "\tf(a)\n\n", "", 0),
        (&["fmt", "-s"], "_=[]T{T{1}}", "_ = []T{{1}}", "", 0),
        (&["fmt", "d/a.go"], "", FORMATTED, "", 0),
        (&["fmt", "-l", "."], "", "d/a.go\n", bad, 2),
        (&["fmt", "-d", "d"], "", FORMAT_DIFF, "", 1),
        (
            &["fmt", "-r", "T{a} -> U(a)", "-s", "-d", "d/none"],
            "",
            "",
            "lstat d/none: no such file or directory\n",
            2,
        ),
        (&["fmt", "-r", "T{a} -> U(a)", "-l", "-w", "d"], "", "d/a.go\nd/b.go\n", "", 0),
        (
            &["fmt", "-r", "x", "d"],
            "",
            "",
            "rewrite rule must be of the form 'pattern -> replacement'\n",
            2,
        ),
        (&["fmt", "-w"], "", "", "error: cannot use -w with standard input\n", 2),
    ] {
        let ran = minigo(&dir.0, words, nowhere, input);
        let said = (ran.stdout.as_str(), ran.stderr.as_str(), ran.status);
        assert_eq!(said, (out, errors, Some(status)), "{words:?}");
    }
    let changed = fs::read_to_string(dir.0.join("d/a.go")).unwrap();
    assert_eq!(changed, FORMATTED.replace("T{1}", "U(1)").replace("T{2}", "U(2)"));
}

#[test]
fn unknown_symbols_are_reported() {
    let dir = Dir::new("words", &[("a.txt", "")]);
    let nowhere = Path::new("/nonexistent");
    for (words, status, why) in [
        (&["doc", "-frob", "fmt"][..], 2, "flag provided but not defined: -frob"),
        (&["doc", "fmt", "Print", "x"], 2, "too many names"),
        (&["doc", "-ex", "fmt"], 2, "-ex is not supported"),
        (&["doc", "fmt.Frob"], 1, "doc: no symbol Frob in package fmt"),
        (&["doc", "a/b/c"], 1, "a/b/c"),
        (&["doc", "frob", "x"], 1, "no such package: frob"),
    ] {
        let ran = minigo(&dir.0, words, nowhere, "");
        assert!(
            ran.stderr.contains(why) && ran.status == Some(status),
            "{words:?}: {}",
            ran.stderr
        );
    }
}
