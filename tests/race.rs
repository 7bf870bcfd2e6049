//! `minigo run --race` and `minigo test -race`: the programs of `tests/race`.
//!
//! A program with a race marks the two lines by `// RACE` at their ends (or one line twice); a program without such a
//! mark has no race. Comments that begin with `// locks:` or `// order:` are lines of the report. Each program runs
//! interpreted and as machine code, with one, two and four Ps: the races found must not depend on which goroutines run
//! in parallel.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::path::{Path, PathBuf};
use support::{ProcessResult, minigo, minigo_with_env};

/// The name of a program with one race.
const RACY: &str = "racy_workers.go";

/// Returns the programs, first those that have races.
fn programs() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/race");
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut programs: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|e| e == "go")).collect();
    programs.sort();
    programs
}

/// Returns the lines that the text marks.
fn marked_lines(text: &str) -> Vec<usize> {
    let lines = text.lines().enumerate();
    lines.flat_map(|(i, line)| line.matches(" RACE").map(move |_| i + 1)).collect()
}

/// Returns the lines of the user's file that a report gives for the two accesses, in the order of the file.
fn reported_lines(report: &str, file: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    for part in report.split("\n\n").filter(|part| part.contains(" at 0x") && part.contains(" by "))
    {
        let at = part.lines().find_map(|line| line.split_once(&format!("{file}:")));
        let number = at.map(|(_, rest)| rest.split(' ').next().unwrap().parse().unwrap());
        lines.push(number.unwrap_or(0));
    }
    lines.sort_unstable();
    lines
}

fn run(dir: &Path, name: &str, procs: &str) -> ProcessResult {
    minigo(dir, &["run", "--race", "--procs", procs, name], "")
}

/// Returns the sets of flags with which each program is run: for the number of Ps and for the native tier.
fn flag_sets() -> impl Iterator<Item = [&'static str; 3]> {
    let tiers: &[&str] =
        if cfg!(feature = "jit") { &["--jit=off", "--jit=eager"] } else { &["--jit=off"] };
    tiers.iter().flat_map(|tier| ["1", "2", "4"].map(|procs| ["--procs", procs, tier]))
}

/// Checks all programs whose names begin with `prefix`.
fn check_programs(prefix: &str) {
    let mut wrong = Vec::new();
    for path in programs() {
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.starts_with(prefix) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let wanted = marked_lines(&text);
        let comments = text.lines().filter_map(|line| line.strip_prefix("// "));
        let words: Vec<&str> =
            comments.filter(|c| c.starts_with("locks: ") || c.starts_with("order: ")).collect();
        for flags in flag_sets() {
            // With virtual time, a sleep ends when all goroutines wait, however slow a loaded machine is.
            let args = [&["run", "--race", "--virtual-time"], &flags[..], &[name]].concat();
            let ran = minigo(path.parent().unwrap(), &args, "");
            let found = ran.stderr.contains("WARNING: DATA RACE");
            let right = if wanted.is_empty() {
                !found && ran.status == Some(0)
            } else {
                ran.status == Some(66)
                    && ran.stderr.contains("Found 1 data race(s)\n")
                    && reported_lines(&ran.stderr, name) == wanted
                    && words.iter().all(|word| ran.stderr.lines().any(|line| line == *word))
            };
            if !right {
                wrong.push(format!(
                    "{name} with {flags:?}, status {:?}: wanted {wanted:?}\n{}",
                    ran.status, ran.stderr
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn races_are_found_at_their_lines() {
    check_programs("racy_");
}

#[test]
fn ordered_accesses_are_no_race() {
    check_programs("ok_");
}

/// `library.go`: each of its functions has a race between two of its lines, in memory that the library reads or writes.
#[test]
fn races_in_library_natives_are_found() {
    let text = std::fs::read_to_string(programs_dir().join("library.go")).unwrap();
    let (mut cases, mut from) = (Vec::new(), 0);
    for (at, line) in text.lines().enumerate() {
        match line {
            "\tfunc() {" => from = at + 1,
            "\t}," => cases.push(from..at + 1),
            _ => {}
        }
    }
    assert!(cases.len() > 100);
    let flags = ["run", "--race", "--virtual-time", "--procs=1", "--jit=off", "library.go"];
    let ran = minigo(&programs_dir(), &flags, "");
    let reports = ran.stderr.split("WARNING: DATA RACE").skip(1);
    let found: Vec<_> = reports.map(|report| reported_lines(report, "library.go")).collect();
    let missed = cases.iter().filter(|case| {
        let is_of = |lines: &Vec<usize>| lines.iter().all(|line| case.contains(line));
        !found.iter().any(is_of)
    });
    let missed: Vec<_> = missed.collect();
    assert!(missed.is_empty(), "the functions in lines {missed:?}");
}

/// Returns the directory of the programs.
fn programs_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/race")
}

#[test]
fn a_report_is_in_gos_form() {
    // Without a seed, a goroutine may read before the other one has written; then both race when they write.
    let ran = minigo(&programs_dir(), &["run", "--race", "--seed=1", RACY], "");
    let parts: Vec<&str> = ran.stderr.split("\n\n").collect();
    let [current, previous, first, second, name] = parts[..] else { panic!("{}", ran.stderr) };
    assert!(current.starts_with("==================\nWARNING: DATA RACE\nRead at 0x"), "{current}");
    assert!(
        current.contains(":\n  main.main.func1()\n      ./racy_workers.go:13 +0x"),
        "{current}"
    );
    assert!(previous.starts_with("Previous write at 0x"), "{previous}");
    for origin in [first, second] {
        let (head, stack) = origin.split_once(" created at:\n").unwrap();
        assert!(
            head.starts_with("Goroutine ") && head.ends_with("ing)") || head.ends_with("ished)")
        );
        assert!(stack.starts_with("  main.main()\n      ./racy_workers.go:11 +0x"), "{stack}");
    }
    assert_eq!(
        name,
        "variable: main.total\nlocks: no lock was held at either access\n\
         order: nothing orders them; one lock held at both accesses would keep them apart, whichever comes first; \
         a channel or a WaitGroup would say which comes first\n\
         ==================\nFound 1 data race(s)\n"
    );
}

/// Returns the stacks of the earlier accesses in reports, without the library's functions: functions and lines, the
/// innermost first.
fn previous_stacks(reports: &str) -> Vec<String> {
    let parts = reports.split("\n\n").filter(|part| part.starts_with("Previous "));
    let stack = |part: &str| {
        let lines: Vec<&str> = part.lines().skip(1).map(str::trim).collect();
        let frames = lines.chunks(2).map(|frame| match frame {
            [name, at] => {
                let line = at.rsplit(':').next().unwrap().split(' ').next().unwrap();
                format!("{}:{line}", name.trim_end_matches("()"))
            }
            others => others.concat(),
        });
        let users = frames.filter(|frame| frame.starts_with("main.") || frame.starts_with('['));
        users.collect::<Vec<_>>().join(" ")
    };
    parts.map(stack).collect()
}

#[test]
fn the_stack_of_the_earlier_access_is_shown_as_in_go() {
    let name = "stacks.go";
    let text = std::fs::read_to_string(programs_dir().join(name)).unwrap();
    let wanted: Vec<&str> =
        text.lines().filter_map(|line| line.trim().strip_prefix("// previous: ")).collect();
    for flags in flag_sets() {
        let args = [&["run", "--race", "--virtual-time"], &flags[..], &[name]].concat();
        let ran = minigo(&programs_dir(), &args, "");
        assert_eq!(previous_stacks(&ran.stderr), wanted, "{flags:?}\n{}", ran.stderr);
    }
    let seeded = || minigo(&programs_dir(), &["run", "--race", "--seed=1", name], "").stderr;
    let first = seeded();
    assert_eq!(previous_stacks(&first), wanted, "{first}");
    assert_eq!(seeded(), first);
}

#[test]
fn gorace_sets_status_halt_and_file() {
    let with = |options: &str| {
        minigo_with_env(&[("GORACE", options)], &programs_dir(), &["run", "--race", RACY], "")
    };
    assert_eq!(with("exitcode=7 atexit_sleep_ms=0").status, Some(7));
    let halted = with("halt_on_error=1");
    assert_eq!(halted.status, Some(66));
    assert!(!halted.stderr.contains("Found"), "{}", halted.stderr);
    let log = std::env::temp_dir().join(format!("minigo-race-{}", std::process::id()));
    let logged = with(&format!("log_path={}", log.display()));
    assert_eq!((logged.status, &*logged.stderr), (Some(66), ""));
    let prefix = format!("{}.", log.file_name().unwrap().to_str().unwrap());
    let entries = std::fs::read_dir(log.parent().unwrap()).unwrap().map(|e| e.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(&prefix);
    let file = entries.into_iter().find(name).expect("a file with the process's number");
    assert!(std::fs::read_to_string(&file).unwrap().contains("DATA RACE"));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_seed_repeats_the_report() {
    let with = |seed: &str, name: &str| {
        minigo(&programs_dir(), &["run", "--race", "--seed", seed, name], "")
    };
    for seed in ["1", "2", "3"] {
        let (once, again) = (with(seed, RACY), with(seed, RACY));
        assert!(once.stderr.contains("DATA RACE"), "{}", once.stderr);
        assert_eq!(once.stderr, again.stderr);
        for name in ["ok_mutex.go", "ok_buffered.go", "ok_select.go", "ok_cond.go", "ok_timer.go"] {
            let ran = with(seed, name);
            assert_eq!(
                (ran.status, ran.stderr.contains("RACE")),
                (Some(0), false),
                "{}",
                ran.stderr
            );
        }
    }
}

#[test]
fn a_program_that_fails_keeps_its_status() {
    let text = "package main\n\nimport (\n\t\"os\"\n\t\"time\"\n)\n\nfunc main() {\n\tx := 0\n\tgo func() { x++ }()\n\tx++\n\
                \ttime.Sleep(20 * time.Millisecond)\n\tos.Exit(3)\n}\n";
    let dir = std::env::temp_dir().join(format!("minigo-race-status-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("a.go"), text).unwrap();
    let ran = run(&dir, "a.go", "2");
    let _ = std::fs::remove_dir_all(&dir);
    assert_eq!((ran.status, ran.stderr.contains("DATA RACE")), (Some(3), true), "{}", ran.stderr);
}

/// Creates a module with these files in a directory of its own.
fn create_module(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("minigo-race-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("go.mod"), "module m\n\ngo 1.27\n").unwrap();
    for (file, text) in files {
        std::fs::write(dir.join(file), text).unwrap();
    }
    dir
}

#[test]
fn a_race_in_a_test_fails_the_test() {
    let tests = "package m\n\nimport \"testing\"\n\nfunc TestRacy(t *testing.T) {\n\tt.Run(\"sub\", func(t *testing.T) {\n\t\tx, done := 0, make(chan bool)\n\t\t\
                 go func() { x++; done <- true }()\n\t\tx++\n\t\t<-done\n\t})\n}\n\nfunc TestFine(t *testing.T) {}\n";
    let dir = create_module("test", &[("m_test.go", tests)]);
    let raced = minigo(&dir, &["test", "-race", "-v"], "");
    let plain = minigo(&dir, &["test"], "");
    let _ = std::fs::remove_dir_all(&dir);
    let said =
        |line: &str| raced.stdout.lines().filter(|l| l.trim_start().starts_with(line)).count();
    assert_eq!(raced.status, Some(1), "{}{}", raced.stdout, raced.stderr);
    assert_eq!(
        (said("--- FAIL: TestRacy"), said("--- FAIL: TestRacy/sub"), said("--- PASS: TestFine")),
        (2, 1, 1),
        "{}",
        raced.stdout
    );
    assert_eq!(
        raced.stdout.matches("race detected during execution of test").count(),
        1,
        "{}",
        raced.stdout
    );
    assert!(raced.stdout.contains("WARNING: DATA RACE"), "{}", raced.stdout);
    assert_eq!(plain.status, Some(0), "{}", plain.stdout);
}

#[test]
fn the_build_tag_race_is_set() {
    let main = "package main\n\nfunc main() { println(detects) }\n";
    let with = "//go:build race\n\npackage main\n\nconst detects = true\n";
    let without = "//go:build !race\n\npackage main\n\nconst detects = false\n";
    let dir =
        create_module("tag", &[("main.go", main), ("with.go", with), ("without.go", without)]);
    let (raced, plain) =
        (minigo(&dir, &["run", "--race", "."], ""), minigo(&dir, &["run", "."], ""));
    let by_environment = minigo_with_env(&[("GOFLAGS", "-race")], &dir, &["run", "."], "");
    let _ = std::fs::remove_dir_all(&dir);
    assert_eq!(
        (&*raced.stderr, &*plain.stderr, &*by_environment.stderr),
        ("true\n", "false\n", "true\n")
    );
}

#[test]
fn bubble_waits_order_accesses_but_the_bubble_clock_does_not() {
    let tests = r#"package m

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, ch := 0, make(chan bool)
		go func() {
			x++
			<-ch
			x++
		}()
		synctest.Wait()
		x++
		close(ch)
		synctest.Wait()
		x++
	})
}

func TestEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := 0
		go func() { x++ }()
		synctest.Wait()
		go func() { x++ }()
	})
}

func TestSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := 0
		go func() {
			time.Sleep(time.Second)
			x++
		}()
		time.Sleep(2 * time.Second)
		x++
	})
}
"#;
    let dir = create_module("bubble", &[("m_test.go", tests)]);
    let ran = minigo(&dir, &["test", "-race", "-v"], "");
    let _ = std::fs::remove_dir_all(&dir);
    let has = |line: &str| ran.stdout.lines().any(|l| l.starts_with(line));
    assert!(
        has("--- PASS: TestWaits") && has("--- PASS: TestEnds") && has("--- FAIL: TestSleeps"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
}

/// Returns the races that a session reports for these inputs, each as the report's text.
fn run_session(inputs: &[&str]) -> (ProcessResult, Vec<String>) {
    let ran = minigo(&programs_dir(), &["repl"], &inputs.join("\n"));
    let reports = ran.stderr.split("WARNING: DATA RACE\n").skip(1).map(str::to_owned).collect();
    (ran, reports)
}

#[test]
fn a_session_reports_races() {
    let (ran, reports) = run_session(&[
        ":race on",
        "x, done := 0, make(chan bool)",
        "go func() { x++; done <- true }(); x++; <-done",
        "type account struct { mu sync.Mutex; balance int }; func (a *account) deposit() { a.balance++ }",
        "a := &account{}; go func() { a.deposit(); done <- true }(); a.mu.Lock(); a.deposit(); <-done",
    ]);
    let [first, second] = &reports[..] else { panic!("{}", ran.stderr) };
    assert!(first.contains("\nvariable: main.x\nlocks: no lock was held"), "{first}");
    assert_eq!(first.matches("input·2:1 ").count(), 3, "{first}");
    assert!(
        second.contains("\nvariable: a.balance\n")
            || second.contains("\nvariable: main.a.balance\n"),
        "{second}"
    );
    assert!(second.contains("a.mu (input·4:1)"), "{second}");
}

/// The accesses of an input happen before those of the next input, whatever ended the input. The order of inputs does
/// not hold for the accesses of a goroutine that the input leaves behind.
#[test]
fn inputs_of_a_session_are_ordered() {
    let inputs = [
        "x, y := 0, 0",
        "x = 1; panic(1)",
        "x++",
        "x++; runtime.Goexit()",
        "func double() { x *= 2 }",
        "double(); for range 100_000 { double() }",
        "x",
        "written := make(chan bool); go func() { y = 1; written <- true; select {} }()",
        "<-written; y++",
        "x++",
    ];
    let (ran, reports) = run_session(&[&[":race on"], &inputs[..]].concat());
    assert!(reports.is_empty(), "{}", ran.stderr);
    let late = [
        "go func() { time.Sleep(10 * time.Millisecond); y = 1; written <- true }(); y = 2",
        "<-written",
    ];
    let (ran, reports) = run_session(&[&[":race on"], &inputs[..], &late[..]].concat());
    assert_eq!(reports.len(), 1, "{}", ran.stderr);
    // Without the detector nothing is reported; a reset keeps the detector.
    let (ran, reports) =
        run_session(&[&[":race on", ":race off"], &inputs[..], &late[..]].concat());
    assert!(reports.is_empty(), "{}", ran.stderr);
    let (ran, reports) = run_session(&[&[":race on", ":reset"], &inputs[..], &late[..]].concat());
    assert_eq!(reports.len(), 1, "{}", ran.stderr);
}
