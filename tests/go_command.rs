//! Called as `go`, minigo answers the go command's command lines as the go command does.
//!
//! Each of `go_command/cases/*.txt` is an archive of files that begins with commands and their output;
//! `go_command/bless.py` describes the format and writes the archives with the real go.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use support::{Dir, on_all_cores};

/// A command and its expected result.
#[derive(Default)]
struct Step {
    command: String,
    expected: String,
    /// The expected output where minigo's words differ from Go's.
    expected_minigo_output: String,
    status: i32,
}

fn parse(text: &str) -> (Vec<Step>, Vec<(String, String)>) {
    let (mut steps, mut files): (Vec<Step>, Vec<(String, String)>) = Default::default();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("-- ").and_then(|rest| rest.strip_suffix(" --")) {
            files.push((name.into(), String::new()));
        } else if let Some((_, text)) = files.last_mut() {
            writeln!(text, "{line}").unwrap();
        } else if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.into(), ..Step::default() });
        } else if let Some(step) = steps.last_mut() {
            if let Some(rest) = line.strip_prefix('~') {
                writeln!(step.expected_minigo_output, "{}", rest.strip_prefix(' ').unwrap_or(rest))
                    .unwrap();
            } else if let Some(status) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                step.status = status.parse().unwrap();
            } else if line.starts_with(['>', '!']) {
                writeln!(step.expected, "{line}").unwrap();
            }
        }
    }
    (steps, files)
}

/// Runs a step; returns the difference if the result is not the expected one.
fn check(root: &Path, step: &Step) -> Option<String> {
    let mut command = Command::new("sh");
    command.args(["-c", &step.command]).current_dir(root.join("files")).env_clear();
    command.env("PATH", format!("{}/bin:/usr/local/bin:/usr/bin:/bin", root.display()));
    command
        .env("HOME", root.join("home"))
        .env("GOPROXY", "off")
        .env("MINIGOCACHE", root.join("cache"));
    let ran = support::run(command, "");
    let mut out = String::new();
    for (mark, text) in [('>', &ran.stdout), ('!', &ran.stderr)] {
        let text = text.replace(&root.join("files").display().to_string(), "$ROOT");
        let text = text.replace(&root.join("home").display().to_string(), "$HOME");
        for line in text.lines() {
            // The offset within a function depends on the compiler.
            let line = match line.rsplit_once("+0x") {
                Some((place, offset)) if offset.bytes().all(|b| b.is_ascii_hexdigit()) => {
                    format!("{mark} {place}+0x0")
                }
                _ => format!("{mark} {line}"),
            };
            writeln!(out, "{}", line.trim_end()).unwrap();
        }
    }
    let expected = if step.expected_minigo_output.is_empty() {
        &step.expected
    } else {
        &step.expected_minigo_output
    };
    let same = out == *expected && ran.status == Some(step.status);
    let (command, status, wanted) = (&step.command, ran.status, step.status);
    (!same).then(|| format!("$ {command}\n{out}[{status:?}], not\n{expected}[{wanted}]\n"))
}

fn run_case(name: &str, text: &str) -> String {
    let dir = Dir::new(name, &[]);
    fs::create_dir_all(&dir.0).unwrap();
    let root = dir.0.canonicalize().unwrap();
    for name in ["bin", "home", "files"] {
        fs::create_dir_all(root.join(name)).unwrap();
    }
    let minigo = support::command().get_program().to_owned();
    for link in ["go", "minigo"] {
        symlink(&minigo, root.join("bin").join(link)).unwrap();
    }
    let (steps, files) = parse(text);
    for (name, text) in files {
        let file = root.join("files").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    steps.iter().filter_map(|step| check(&root, step)).collect()
}

#[test]
fn go_command_lines_behave_as_under_go() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/go_command/cases");
    let mut all: Vec<_> = fs::read_dir(cases).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    assert!(!all.is_empty());
    let failed = on_all_cores(&all, |path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let wrong = run_case(&name, &fs::read_to_string(path).unwrap());
        (!wrong.is_empty()).then(|| format!("{name}:\n{wrong}"))
    });
    let failed: Vec<String> = failed.into_iter().flatten().collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// If a real go is installed: minigo lists the same packages of the library as that go.
#[test]
fn packages_of_an_installed_go_are_listed_as_go_lists_them() {
    let Some(go) = installed_go() else {
        support::report_skipped_test(
            "go list of the library",
            "there is no Go of minigo's release",
        );
        return;
    };
    let dir = Dir::new("library", &[("go.mod", "module example.com/m\n\ngo 1.27\n")]);
    let minigo = dir.0.join("go");
    symlink(support::command().get_program(), &minigo).unwrap();
    let fields = "-json=Dir,ImportPath,Name,Standard,DepOnly,GoFiles,IgnoredGoFiles,SFiles,HFiles,Imports,\
                  ImportMap,Deps,EmbedPatterns,EmbedFiles,TestGoFiles,XTestGoFiles,TestImports,XTestImports";
    let root = go.parent().and_then(Path::parent).unwrap();
    for words in [&["-deps", "net/http"][..], &["fmt", "os", "runtime", "encoding/json/v2"]] {
        let list = |program: &Path| {
            let mut command = Command::new(program);
            command.args(["list", fields]).args(words).current_dir(&dir.0);
            command
                .env("GOROOT", root)
                .env("CGO_ENABLED", "0")
                .env("GOFLAGS", "")
                .env("MINIGOCACHE", "off");
            let ran = support::run(command, "");
            assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{}", program.display());
            ran.stdout
        };
        let (wanted, found) = (list(&go), list(&minigo));
        let differs = wanted.lines().zip(found.lines()).find(|(wanted, found)| wanted != found);
        assert_eq!(differs, None, "{words:?}");
        assert_eq!(wanted.len(), found.len());
    }
}

/// Returns the go that `GO_LINE_WORD` or PATH names, if it has the release that minigo implements.
fn installed_go() -> Option<std::path::PathBuf> {
    let named = std::env::var_os("GO").unwrap_or_else(|| "go".into());
    let out = Command::new(&named).args(["env", "GOROOT", "GOVERSION"]).output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    let (root, version) = text.trim().split_once('\n')?;
    (version == format!("go{}", support::RELEASE)).then(|| Path::new(root).join("bin/go"))
}
