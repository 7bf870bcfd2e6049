//! `minigo test` prints the same as `go test`: for each case of `go_test/cases.txt`, the text in `go_test/golden`,
//! which `go_test/bless.py` has written with the real Go.
//!
//! Times, addresses and the dumps of goroutines are not compared, because they differ from run to run.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use support::{Dir, minigo, minigo_with_cache, minigo_with_env};

fn case_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/go_test")
}

#[test]
fn output_is_that_of_go_test() {
    let folder = case_folder();
    let only = std::env::var("MINIGO_CASE").ok();
    let cases = std::fs::read_to_string(folder.join("cases.txt")).unwrap();
    let cases: Vec<(&str, &str)> = cases
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .filter(|(name, _)| only.as_ref().is_none_or(|only| only == name.trim_start_matches('~')))
        .collect();
    let wrong = support::on_all_cores(&cases, |(name, words)| difference(&folder, name, words));
    let wrong: String = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{wrong}");
}

/// Returns the difference between the output of a case and Go's.
fn difference(folder: &Path, name: &str, words: &str) -> Option<String> {
    // For a case marked `~`, minigo words the errors differently from Go.
    let own_words = name.starts_with('~');
    let name = name.trim_start_matches('~');
    let golden = std::fs::read_to_string(folder.join(format!("golden/{name}.txt"))).unwrap();
    let args: Vec<&str> = ["test"].into_iter().chain(words.split(' ')).collect();
    let ran = minigo(&folder.join("m"), &args, "");
    let found = format!(
        "exit status {}\n--- stdout\n{}--- stderr\n{}",
        ran.status.unwrap_or(-1),
        ran.stdout,
        ran.stderr
    );
    let (mut wanted, mut found) = (without_volatile_parts(&golden), without_volatile_parts(&found));
    if own_words {
        for text in [&mut wanted, &mut found] {
            text.truncate(text.find("--- stderr").unwrap());
        }
    }
    (wanted != found)
        .then(|| format!("=== {name}: go test {words}\n{wanted}\n=== minigo\n{found}\n"))
}

/// Runs the steps of `go_test/cached.txt` in a copy of the folder `cached`.
#[test]
fn results_are_used_again_exactly_when_go_does() {
    let dir = Dir::new("cached", &[]);
    let at = |name: &str| dir.0.join("m").join(name);
    copy(&case_folder().join("cached"), &at(""));
    let cache = dir.0.join("cache").display().to_string();
    let mut env = BTreeMap::from([("MINIGOCACHE", cache.as_str())]);
    let steps = std::fs::read_to_string(case_folder().join("cached.txt")).unwrap();
    let mut said = String::new();
    for line in steps.lines().filter(|line| !line.starts_with('#')) {
        let (step, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        match step {
            "file" => {
                let (name, rest) = rest.split_once(' ').unwrap();
                let (time, text) = rest.split_once(' ').unwrap();
                std::fs::create_dir_all(at(name).parent().unwrap()).unwrap();
                std::fs::write(at(name), text).unwrap();
                if let Ok(seconds) = time.parse() {
                    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
                    File::options()
                        .append(true)
                        .open(at(name))
                        .unwrap()
                        .set_modified(time)
                        .unwrap();
                }
            }
            "remove" => std::fs::remove_file(at(rest)).unwrap(),
            "env" => drop(env.insert(words[0], words.get(1).copied().unwrap_or_default())),
            _ => {
                let env: Vec<(&str, &str)> = env.iter().map(|(name, it)| (*name, *it)).collect();
                let ran = minigo_with_env(&env, &at(""), &[&["test"], &words[..]].concat(), "");
                let _ = write!(said, "== {rest}\n{}{}", ran.stdout, ran.stderr);
            }
        }
    }
    let golden = std::fs::read_to_string(case_folder().join("golden/cached.txt")).unwrap();
    let (wanted, found) = (without_volatile_parts(&golden), without_volatile_parts(&said));
    assert!(wanted == found, "wanted:\n{wanted}\nfound:\n{found}");

    let test = |args: &[&str]| minigo_with_cache(cache.as_ref(), &at(""), args, "").stdout;
    assert!(test(&["test", "."]).ends_with("\t(cached)\n"));
    assert_eq!(test(&["clean", "-testcache"]), "");
    assert!(!test(&["test", "."]).contains("cached)"));
    // A flag of the machine asks for another run, so the stored result is not used.
    assert!(!test(&["test", "--seed", "1", "."]).contains("cached)"));
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for found in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(found.file_name());
        if found.path().is_dir() {
            copy(&found.path(), &to);
        } else {
            std::fs::copy(found.path(), to).unwrap();
        }
    }
}

/// Returns the text without the parts that differ from run to run.
fn without_volatile_parts(text: &str) -> String {
    let mut out = String::new();
    let mut dump = false;
    for line in text.lines() {
        if line.starts_with("goroutine ") && line.ends_with("[running]:") {
            dump = true;
        }
        if line.starts_with("FAIL\t") || line.starts_with("---") {
            dump = false;
        }
        let usage = ["usage: ", "Run 'go help", "Run 'minigo test", "cpu: "];
        if dump || usage.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        out += &if line.starts_with("Benchmark") {
            benchmark_units(line)
        } else {
            without_times(line)
        };
        out.push('\n');
    }
    out
}

/// Returns the name of a benchmark and the units of its results.
fn benchmark_units(line: &str) -> String {
    let digit = |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit());
    line.split_whitespace().filter(digit).collect::<Vec<_>>().join(" ")
}

/// Replaces the times in `(0.01s)`, `ok  \tp\t0.012s` and the events of `-json`.
fn without_times(line: &str) -> String {
    let mut line = match line.split_once("\"Time\":\"") {
        Some((before, rest)) => format!("{before}{}", rest.split_once("\",").unwrap().1),
        None => line.to_owned(),
    };
    for (start, end) in
        [("(", "s)"), ("\t", "s"), ("\\t", "s"), ("\"Elapsed\":", ","), ("\"Elapsed\":", "}")]
    {
        let found = line.match_indices(start).find_map(|(at, _)| {
            let from = at + start.len();
            let number = line[from..].find(|c: char| !c.is_ascii_digit() && c != '.')?;
            (number > 0 && line[from + number..].starts_with(end)).then_some(from..from + number)
        });
        if let Some(range) = found {
            line.replace_range(range, "T");
        }
    }
    line.replace(env!("CARGO_MANIFEST_DIR"), "HOUSE")
}

/// A package whose test fails in about a fourth of the seeds, and closes the files that minigo keeps open for itself.
const RACY_TEST: &str = r#"package m

import (
	"sync"
	"syscall"
	"testing"
)

func TestLost(t *testing.T) {
	for fd := 100; fd < 1024; fd++ {
		syscall.Close(fd)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	x := 0
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			y := x
			mu.Unlock()
			mu.Lock()
			x = y + 1
			mu.Unlock()
		})
	}
	wg.Wait()
	if x != 2 {
		t.Fatal("an increment is lost")
	}
}
"#;

/// The process of the package's tests starts a process for each seed, passes the plan of the tests on to it, and passes
/// its reports on to the command.
#[test]
fn seeds_are_tried_and_a_program_may_close_all_files() {
    let module = "module m\n\ngo 1.27\n";
    let dir = Dir::new("seeds", &[("go.mod", module), ("lost_test.go", RACY_TEST)]);
    let passed = minigo(&dir.0, &["test", "-seed", "0", "."], "");
    assert!(passed.stdout.starts_with("ok  \tm\t"), "{}{}", passed.stdout, passed.stderr);
    let failed = minigo(&dir.0, &["test", "-seeds", "200", "."], "");
    let seed = failed.stdout.split("\nreplay: minigo test --seed ").nth(1);
    let seed = seed.and_then(|rest| rest.strip_suffix("FAIL\n")).unwrap_or_default();
    let seed = seed.split(' ').next().unwrap_or_default();
    assert!(seed.parse::<u32>().is_ok(), "{}{}", failed.stdout, failed.stderr);
    let again = minigo(&dir.0, &["test", "--seed", seed, "."], "");
    assert!(again.stdout.contains("an increment is lost"), "{}{}", again.stdout, again.stderr);
    assert_eq!((failed.status, again.status), (Some(1), Some(1)));
}
