//! Sessions in directories: imports from modules, and inputs within a package.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "support/sessions.rs"]
mod sessions;

use minigo::session::Options;
use sessions::{SessionRun, with_session_options};
use std::path::{Path, PathBuf};

const MODULE_FILES: &[(&str, &str)] = &[
    ("go.mod", "module example.com/m\n\ngo 1.22\n\nrequire example.com/dep v1.0.0\n"),
    ("vendor/modules.txt", "# example.com/dep v1.0.0\n## explicit; go 1.20\nexample.com/dep\n"),
    ("vendor/example.com/dep/dep.go", "package dep\n\nfunc Name() string { return \"dep\" }\n"),
    (
        "geo/point.go",
        "package geo\n\nimport (\n\tstr \"strings\"\n\n\t\"example.com/dep\"\n)\n\n\
         type Point struct{ X, y int }\n\nfunc shift(p Point, by int) Point { return Point{p.X + by, p.y + by} }\n\n\
         var origin = mk(3)\n\nfunc Up() string { return str.ToUpper(dep.Name()) }\n\nvar Begun int\n\n\
         func init() { Begun += origin.X }\n",
    ),
    (
        "geo/more.go",
        "package geo\n\nimport str \"strconv\"\n\nfunc mk(n int) Point { return Point{n, len(str.Itoa(n))} }\n",
    ),
    ("bad/bad.go", "package bad\n\nfunc F() int { return \"x\" }\n"),
    ("syntax/a.go", "package syntax\n\nfunc F( {\n"),
    ("unused/a.go", "package unused\n\nimport \"os\"\n"),
    ("a/a.go", "package a\n\nimport \"example.com/m/b\"\n\nvar A = b.B\n"),
    ("b/b.go", "package b\n\nimport \"example.com/m/a\"\n\nvar B = a.A\n"),
    (
        "prog/main.go",
        "package main\n\nimport \"example.com/m/geo\"\n\nvar runs int\n\nfunc init() { runs++ }\n\n\
         func main() { runs += len(geo.Up()) }\n",
    ),
];

/// Writes the module, and runs `work` with a session in one of its directories.
fn with_session_in_module_dir(
    name: &str,
    dir: &str,
    work: impl FnOnce(&mut SessionRun<'_>, &Path) + Send,
) {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("session-{name}"));
    for (file, text) in MODULE_FILES {
        let file = root.join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    let options = Options { dir: Some(root.join(dir)), ..Options::default() };
    with_session_options(options, |s| work(s, &root));
}

/// Makes the files of a directory an input.
fn run_directory(s: &mut SessionRun<'_>, dir: &Path) -> Vec<String> {
    let compiled = s.session.compile_directory(dir).expect("it has files");
    let result = s.session.run(compiled);
    let place = |d: &minigo_syntax::diagnostic::Diagnostic| {
        let file = s.session.sources().file_of(d.span.start).map_or("", |f| &f.name);
        format!("{}: {}", file.rsplit('/').next().unwrap_or_default(), d.message)
    };
    result.diagnostics.iter().map(place).collect()
}

#[test]
fn packages_of_the_module_are_imported() {
    with_session_in_module_dir("imports", "prog", |s, _| {
        s.eval_ok("import \"example.com/m/geo\"");
        s.expect_values("geo.Up()", &["\"DEP\" : string"]);
        s.expect_values("geo.Point{X: 1}", &["geo.Point{X: 1, y: 0} : geo.Point"]);
        s.expect_error("geo.shift", "name shift not exported by package geo");
        s.eval_ok("import d \"example.com/dep\"");
        s.expect_values("d.Name()", &["\"dep\" : string"]);
        s.expect_values("geo.Begun", &["3 : int"]);
        // An imported package stays, and is not initialised again.
        s.eval_ok("geo.Begun = 7; import \"example.com/m/geo\"");
        s.expect_values("geo.Begun", &["7 : int"]);
    });
}

#[test]
fn a_package_with_errors_is_reported_and_retried() {
    with_session_in_module_dir("errors", ".", |s, root| {
        for _ in 0..2 {
            s.expect_error("import \"example.com/m/bad\"; bad.F()", "cannot use \"x\"");
            s.expect_error("import \"example.com/m/syntax\"", "syntax error");
            s.expect_error("import \"example.com/m/unused\"", "\"os\" imported and not used");
            s.expect_error("import \"example.com/m/a\"", "import cycle not allowed");
            s.expect_error(
                "import \"example.com/m/prog\"",
                "is a program, not an importable package",
            );
            s.expect_error("import \"example.com/m/geo\"; geo.Nothing()", "undefined: geo.Nothing");
        }
        std::fs::write(root.join("bad/bad.go"), "package bad\n\nfunc F() int { return 1 }\n")
            .unwrap();
        s.expect_values("import \"example.com/m/bad\"; bad.F()", &["1 : int"]);
        assert!(s.session.type_of("t", "import \"example.com/m/geo\"; geo.Begun").is_ok());
        s.expect_values("import \"example.com/m/geo\"; geo.Begun", &["3 : int"]);
    });
}

#[test]
fn inputs_are_in_the_package_of_a_directory() {
    with_session_in_module_dir("enter", ".", |s, root| {
        assert_eq!(run_directory(s, &root.join("geo")), [""; 0]);
        s.expect_values("shift(origin, 2).X", &["5 : int"]);
        s.expect_values("Begun", &["3 : int"]);
        s.expect_values("Up() + dep.Name()", &["\"DEPdep\" : string"]);
        s.eval_ok("func (p Point) Sum() int { return p.X + p.y }");
        s.expect_values("origin.Sum()", &["4 : int"]);
        s.expect_error("import \"example.com/m/geo\"", "import cycle not allowed");
        // The files do not agree on the meaning of this name.
        s.expect_error("str.Itoa(1)", "undefined: str");
    });
}

#[test]
fn a_program_is_initialised_and_not_run() {
    with_session_in_module_dir("program", ".", |s, root| {
        assert_eq!(run_directory(s, &root.join("prog")), [""; 0]);
        s.expect_values("runs", &["1 : int"]);
        s.expect_values("main(); runs", &["4 : int"]);
        assert_eq!(
            run_directory(s, &root.join("bad")),
            ["bad.go: cannot use \"x\" (untyped string constant) as int value in return statement"]
        );
        s.expect_values("runs", &["4 : int"]);
        assert!(s.session.compile_directory(&root.join("vendor/example.com")).is_err());
    });
}

#[test]
fn types_are_named_with_the_package_of_the_directory() {
    with_session_in_module_dir("named", ".", |s, root| {
        assert_eq!(run_directory(s, &root.join("bad")).len(), 1);
        // Nothing is declared so far, so the next directory gives the package's name.
        s.expect_values("struct{ a int }{1}", &["struct { a int }{a: 1} : struct { a int }"]);
    });
    with_session_in_module_dir("named", ".", |s, root| {
        assert_eq!(run_directory(s, &root.join("bad")).len(), 1);
        assert_eq!(s.session.package(), "main");
        assert_eq!(run_directory(s, &root.join("geo")), [""; 0]);
        assert_eq!(s.session.package(), "example.com/m/geo");
        s.expect_values("origin", &["geo.Point{X: 3, y: 1} : geo.Point"]);
        s.eval_ok("type Line struct{ from, to Point }");
        s.expect_values("fmt.Sprintf(\"%T\", []any{Line{}}[0])", &["\"geo.Line\" : string"]);
        assert!(s.session.bytecode("shift").unwrap().contains("example.com/m/geo.shift"));
        // Unexported methods of interfaces belong to the files' package.
        s.eval_ok("type sized interface{ size() int }; func (l Line) size() int { return 2 }");
        s.expect_values("any(Line{}).(sized).size()", &["2 : int"]);
    });
    // Existing declarations keep their package, and new ones are in the same package.
    with_session_in_module_dir("named", ".", |s, root| {
        s.eval_ok("type Before int");
        assert_eq!(run_directory(s, &root.join("geo")), [""; 0]);
        s.expect_values("Before(1)", &["1 : main.Before"]);
        s.expect_values("origin", &["main.Point{X: 3, y: 1} : main.Point"]);
    });
}

#[test]
fn a_file_imports_as_its_directory_does() {
    with_session_in_module_dir("file", "/", |s, root| {
        let text = "import \"example.com/dep\"\n\nfunc name() string { return dep.Name() }\n";
        let compiled = s.session.compile_file("name.go", text, root);
        assert!(s.session.run(compiled).has_succeeded());
        s.expect_values("name()", &["\"dep\" : string"]);
        s.expect_error("import \"example.com/m/geo\"", "example.com/m/geo");
        s.session.import_from(root);
        s.eval_ok("import \"example.com/m/geo\"");
        s.expect_values("geo.Up()", &["\"DEP\" : string"]);
    });
}
