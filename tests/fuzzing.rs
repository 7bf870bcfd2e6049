//! `minigo test -fuzz`: the failures that it finds, the files that it writes, and its messages, which equal those of
//! `go test -fuzz` except for numbers.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::{Dir, ProcessResult, minigo_with_cache};

const PARSE_PACKAGE: &str = r#"package fz

// Parse panics on one word, which is found byte by byte.
func Parse(s string) int {
	if len(s) > 3 && s[0] == 'B' {
		if s[1] == 'U' {
			if s[2] == 'G' {
				if s[3] == '!' {
					panic("found")
				}
			}
		}
	}
	return len(s)
}
"#;

const TARGETS_PACKAGE: &str = r#"package fz

import (
	"os"
	"testing"
)

func FuzzParse(f *testing.F) {
	f.Add("seed")
	f.Fuzz(func(t *testing.T, s string) { Parse(s) })
}

func FuzzEmpty(f *testing.F) {
	f.Add([]byte{}, 1)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		if len(b) > 0 {
			t.Errorf("too long")
		}
	})
}

func FuzzDies(f *testing.F) {
	f.Add(uint8(0))
	f.Fuzz(func(t *testing.T, n uint8) {
		if n > 0 {
			os.Exit(3)
		}
	})
}

func FuzzGood(f *testing.F) {
	f.Fuzz(func(t *testing.T, b bool, x float64, r rune) {})
}

func FuzzSeed(f *testing.F) {
	f.Add("bad")
	f.Fuzz(func(t *testing.T, s string) { t.Fatal("always") })
}
"#;

fn create_package() -> Dir {
    let module = "module example.com/fz\n\ngo 1.27\n";
    Dir::new(
        "fuzz",
        &[("go.mod", module), ("fz.go", PARSE_PACKAGE), ("fz_test.go", TARGETS_PACKAGE)],
    )
}

/// Fuzzes one target; the found inputs are kept in the package's directory `cache`.
fn run_fuzz(dir: &Dir, target: &str, more: &[&str]) -> ProcessResult {
    let (run, chosen) = (format!("-run={target}"), format!("-fuzz={target}"));
    let words = [&["test", &run, &chosen, "-parallel=2"], more].concat();
    minigo_with_cache(&dir.0.join("cache"), &dir.0, &words, "")
}

/// Returns the text with one digit in place of each number, and of each input's name.
fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = match line.split_once("testdata/fuzz/") {
            Some((before, path)) => {
                format!("{before}testdata/fuzz/{}/#", path.split('/').next().unwrap())
            }
            None => match line.split_once("go test -run=") {
                Some((before, path)) => {
                    format!("{before}go test -run={}/#", path.split('/').next().unwrap())
                }
                None => line.to_owned(),
            },
        };
        let mut number = false;
        for c in line.chars() {
            let digit = c.is_ascii_digit() || number && c == '.';
            if !digit {
                out.push(c);
            } else if !number {
                out.push('#');
            }
            number = digit;
        }
        out.push('\n');
    }
    out
}

/// Returns the only input that was written for a target.
fn written_input(dir: &Dir, target: &str) -> (PathBuf, String) {
    let found = fs::read_dir(dir.0.join("testdata/fuzz").join(target)).unwrap();
    let paths: Vec<PathBuf> = found.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(paths.len(), 1, "{paths:?}");
    (paths[0].clone(), fs::read_to_string(&paths[0]).unwrap())
}

const FIRST_PROGRESS_LINES: &str = "fuzz: elapsed: #s, gathering baseline coverage: #/# completed
fuzz: elapsed: #s, gathering baseline coverage: #/# completed, now fuzzing with # workers
";

#[test]
fn a_failing_input_is_made_small_and_written() {
    let dir = create_package();
    let ran = run_fuzz(&dir, "FuzzEmpty", &["-fuzztime=100000x"]);
    let said = format!(
        "{FIRST_PROGRESS_LINES}fuzz: minimizing #-byte failing input file
fuzz: elapsed: #s, minimizing
--- FAIL: FuzzEmpty (#s)
    --- FAIL: FuzzEmpty (#s)
        fz_test.go:#: too long
    
    Failing input written to testdata/fuzz/FuzzEmpty/#
    To re-run:
    go test -run=FuzzEmpty/#
FAIL
exit status #
FAIL\texample.com/fz\t#s
"
    );
    assert_eq!(without_numbers(&ran.stdout), said, "{}", ran.stderr);
    assert_eq!(ran.status, Some(1));
    let (path, input) = written_input(&dir, "FuzzEmpty");
    assert!(input.starts_with("go test fuzz v1\n[]byte(\"0\")\nint("), "{input}");
    let name = path.file_name().unwrap().to_str().unwrap();
    let run = format!("-run=FuzzEmpty/{name}");
    let again = minigo_with_cache("off".as_ref(), &dir.0, &["test", &run], "");
    assert!(again.stdout.contains(&format!("--- FAIL: FuzzEmpty/{name} (")), "{}", again.stdout);
}

#[test]
fn coverage_guides_fuzzing_to_rare_inputs() {
    let dir = create_package();
    let ran = run_fuzz(&dir, "FuzzParse", &["-fuzztime=250s", "-fuzzminimizetime=1000x"]);
    assert!(ran.stdout.contains("panic: found\n"), "{}", ran.stdout);
    assert_eq!(written_input(&dir, "FuzzParse").1, "go test fuzz v1\nstring(\"BUG!\")\n");
    let kept = dir.0.join("cache/fuzz/example.com/fz/FuzzParse");
    assert!(fs::read_dir(kept).unwrap().count() >= 3);
}

#[test]
fn an_input_that_ends_the_process_is_identified() {
    let dir = create_package();
    let ran = run_fuzz(&dir, "FuzzDies", &["-fuzztime=100000x"]);
    let failure = "    fuzzing process hung or terminated unexpectedly: exit status 3\n    Failing input written to";
    assert!(ran.stdout.contains(failure), "{}", ran.stdout);
    let input = written_input(&dir, "FuzzDies").1;
    assert!(input.starts_with("go test fuzz v1\nbyte('") && !input.contains("\\x00"), "{input}");
}

#[test]
fn without_a_failure_the_runs_are_counted() {
    let dir = create_package();
    let ran = run_fuzz(&dir, "FuzzGood", &["-fuzztime=500x"]);
    let said = "warning: starting with empty corpus
fuzz: elapsed: #s, execs: # (#/sec), new interesting: # (total: #)
fuzz: elapsed: #s, execs: # (#/sec), new interesting: # (total: #)
PASS
ok  \texample.com/fz\t#s
";
    assert_eq!(without_numbers(&ran.stdout), said, "{}", ran.stderr);
    assert!(ran.stdout.contains("execs: 500 ("), "{}", ran.stdout);
    let ran = run_fuzz(&dir, "FuzzGood", &["-fuzztime=1s"]);
    assert!(ran.stdout.contains("\nPASS\n") && ran.status == Some(0), "{}", ran.stdout);
}

#[test]
fn a_failing_seed_input_ends_fuzzing() {
    let dir = create_package();
    let ran = run_fuzz(&dir, "FuzzSeed", &[]);
    let said = "fuzz: elapsed: #s, gathering baseline coverage: #/# completed
failure while testing seed corpus entry: FuzzSeed/seed##
fuzz: elapsed: #s, gathering baseline coverage: #/# completed
--- FAIL: FuzzSeed (#s)
    --- FAIL: FuzzSeed (#s)
        fz_test.go:#: always
    
FAIL
exit status #
FAIL\texample.com/fz\t#s
";
    assert_eq!(without_numbers(&ran.stdout), said, "{}", ran.stderr);
}

#[test]
fn one_target_is_fuzzed_at_a_time() {
    let dir = create_package();
    let words = ["test", "-run=FuzzGood", "-fuzz=Fuzz"];
    let ran = minigo_with_cache(Path::new("off"), &dir.0, &words, "");
    let why = "testing: will not fuzz, -fuzz matches more than one fuzz test: [FuzzParse FuzzEmpty FuzzDies FuzzGood FuzzSeed]\n";
    assert!(ran.stdout.starts_with(why) && ran.status == Some(1), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn an_interrupt_ends_fuzzing_with_a_summary() {
    let dir = create_package();
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.args(["test", "-run=FuzzGood", "-fuzz=FuzzGood"]).current_dir(&dir.0);
    command.env("MINIGOCACHE", dir.0.join("cache")).stdout(Stdio::piped()).process_group(0);
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("execs:") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0);
    }
    // Sends the signal as the terminal does: to the command and to all processes that it has started.
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("\nPASS\nok  \texample.com/fz\t"), "{line}{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
