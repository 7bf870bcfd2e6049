//! Small trees of modules, with which `minigo` must do the same as the real go.
//!
//! Each of `modules/cases/*.txt` is an archive of files that begins with commands and go's output for them;
//! `modules/bless.py` describes the format and writes the archives. Modules below `modcache` form a module cache.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use support::{Dir, ProcessResult};

/// A command and its expected result.
#[derive(Default)]
struct Step {
    command: String,
    stdout: String,
    /// Lines that standard error must contain, in this order.
    stderr: Vec<String>,
    /// The lines that standard error must contain where minigo's words differ from Go's.
    minigo_stderr: Vec<String>,
    status: i32,
}

struct Case {
    steps: Vec<Step>,
    files: BTreeMap<String, String>,
}

fn parse(text: &str) -> Case {
    let (mut steps, mut files): (Vec<Step>, BTreeMap<String, String>) = Default::default();
    let mut file: Option<String> = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("-- ").and_then(|rest| rest.strip_suffix(" --")) {
            files.insert(name.into(), String::new());
            file = Some(name.into());
        } else if let Some(name) = &file {
            let text = files.get_mut(name).unwrap();
            writeln!(text, "{line}").unwrap();
        } else if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.into(), ..Step::default() });
        } else if let Some(step) = steps.last_mut() {
            if let Some(line) = line.strip_prefix("! ") {
                step.stderr.push(line.into());
            } else if let Some(line) = line.strip_prefix("~ ") {
                step.minigo_stderr.push(line.into());
            } else if let Some(status) = status_in(line) {
                step.status = status;
            } else if !line.is_empty() {
                writeln!(step.stdout, "{line}").unwrap();
            }
        }
    }
    Case { steps, files }
}

/// Returns the exit status in a line such as `[1]`.
fn status_in(line: &str) -> Option<i32> {
    line.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// Stores the `go.mod` of each module where the go command keeps it in its cache.
fn fill_cache(root: &Path, files: &BTreeMap<String, String>) {
    for (name, text) in files {
        let Some(rest) = name.strip_prefix("modcache/").filter(|r| !r.starts_with("cache/")) else {
            continue;
        };
        let (path, rest) = rest.split_once('@').unwrap();
        let (version, inner) = rest.split_once('/').unwrap();
        if inner == "go.mod" {
            let place = root.join("modcache/cache/download").join(path).join("@v");
            fs::create_dir_all(&place).unwrap();
            fs::write(place.join(format!("{version}.mod")), text).unwrap();
        }
    }
}

fn run(root: &Path, command: &str) -> ProcessResult {
    let command = command.strip_prefix("minigo ").unwrap_or(command);
    let mut words: Vec<&str> = command.split(' ').collect();
    let cache = root.join("modcache").display().to_string();
    let place = root.display().to_string();
    let mut env: Vec<(String, String)> =
        [("GOENV", "off"), ("GOMODCACHE", &cache), ("GOFLAGS", "")]
            .map(|(name, value)| (name.into(), value.into()))
            .into();
    while let Some((name, value)) = words[0].split_once('=').filter(|_| !words[0].starts_with('-'))
    {
        env.push((name.into(), value.replace("$ROOT", &place)));
        words.remove(0);
    }
    let mut dir = root.to_path_buf();
    if words[0] == "cd" {
        dir = dir.join(words[1]);
        words.drain(..2);
    }
    if words[0] == "build" || words[0] == "vet" {
        words[0] = "check";
    }
    let env: Vec<(&str, &str)> = env.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    support::minigo_with_env(&env, &dir, &words, "")
}

/// Returns a message without its position: the go command and gc show files and columns in different ways.
fn without_position(line: &str) -> &str {
    let position = line.find(": ").filter(|at| line[..*at].contains(".go:"));
    position.map_or(line, |at| &line[at + 2..])
}

/// Returns the difference between the result and the expected one.
fn check_step(case: &str, root: &Path, step: &Step) -> Option<String> {
    let ran = run(root, &step.command);
    let shown = |text: &str| text.replace(&root.display().to_string(), "$ROOT");
    let (stdout, stderr) = (shown(&ran.stdout), shown(&ran.stderr));
    let mut out = String::new();
    for line in stdout.lines().filter(|line| !line.is_empty()) {
        let timed = line.rsplit_once('\t').filter(|(_, time)| {
            let digits = time.strip_suffix('s').is_some_and(|t| t.parse::<f64>().is_ok());
            digits || *time == "(cached)"
        });
        match timed {
            Some((rest, _)) => writeln!(out, "{rest}\t0s").unwrap(),
            None => writeln!(out, "{line}").unwrap(),
        }
    }
    let at = format!("{case}: {}\n{out}{stderr}", step.command);
    if out != step.stdout || ran.status != Some(step.status) {
        return Some(format!("{at}wanted status {} and\n{}", step.status, step.stdout));
    }
    let mut rest = stderr.as_str();
    let wanted = if step.minigo_stderr.is_empty() { &step.stderr } else { &step.minigo_stderr };
    for line in wanted {
        let line = without_position(line).trim_start();
        let Some(found) = rest.find(line) else { return Some(format!("{at}lacks {line}")) };
        rest = &rest[found + line.len()..];
    }
    None
}

#[test]
fn modules_are_as_the_go_command_sees_them() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules/cases");
    let mut cases: Vec<_> = fs::read_dir(cases).unwrap().map(|e| e.unwrap().path()).collect();
    cases.sort();
    assert!(cases.len() > 10);
    let mut failed = Vec::new();
    for path in cases {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let case = parse(&fs::read_to_string(&path).unwrap());
        assert!(!case.steps.is_empty(), "{name}");
        let files: Vec<_> = case.files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
        let dir = Dir::new(&name, &files);
        let root = dir.0.canonicalize().unwrap();
        fill_cache(&root, &case.files);
        failed.extend(case.steps.iter().filter_map(|step| check_step(&name, &root, step)));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
