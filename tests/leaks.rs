//! The report of `--leaks` about goroutines that are blocked when the program ends.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;
use support::minigo;

/// Runs a program with `--leaks`; returns standard error and the exit status.
fn run_with_leaks(name: &str, text: &str) -> (String, Option<i32>) {
    run_with_leaks_and_flags(name, text, &[])
}

/// Runs a program with `--leaks` and more flags.
fn run_with_leaks_and_flags(name: &str, text: &str, flags: &[&str]) -> (String, Option<i32>) {
    let dir = std::env::temp_dir().join(format!("minigo-leaks-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("a.go"), text).unwrap();
    let args: Vec<&str> =
        ["run", "--leaks"].iter().chain(flags).chain(&["a.go"]).copied().collect();
    let ran = minigo(&dir, &args, "");
    let _ = std::fs::remove_dir_all(&dir);
    (ran.stderr, ran.status)
}

#[test]
fn leaks_are_grouped_by_the_line_they_wait_at() {
    let text = r#"package main

import (
	"runtime"
	"strings"
	"time"
)

var kept = make(chan bool)

func worker(jobs chan int) {
	for range jobs {
	}
}

func main() {
	jobs := make(chan int)
	for range 3 {
		go worker(jobs)
	}
	go func() { kept <- true }()
	go func() {
		for {
			time.Sleep(time.Hour)
		}
	}()
	for states := ""; strings.Count(states, "[chan ") < 4; {
		time.Sleep(time.Millisecond)
		buf := make([]byte, 1<<16)
		states = string(buf[:runtime.Stack(buf, true)])
	}
}
"#;
    let (stderr, status) = run_with_leaks("groups", text);
    let at =
        |needle: &str| stderr.find(needle).unwrap_or_else(|| panic!("no {needle:?} in\n{stderr}"));
    let leaked = at("minigo: 3 goroutines leaked");
    let workers = at("3 in [chan receive] in main.worker at ./a.go:12");
    at("for jobs, a chan int (unbuffered, made at ./a.go:17)");
    let origin = at("created by main.main at ./a.go:19");
    let blocked = at("minigo: 1 goroutine still blocked when main returned");
    let sender = at("1 in [chan send] in main.main.func1 at ./a.go:21");
    at("for main.kept, a chan bool (unbuffered, made at ./a.go:9)");
    assert!(leaked < workers && workers < origin && origin < blocked && blocked < sender);
    assert!(!stderr.contains("sleep"), "a sleeper is no leak:\n{stderr}");
    assert_eq!(status, Some(0));
}

#[test]
fn a_program_without_leaks_gets_no_report() {
    let text = "package main\n\nimport \"os\"\n\nfunc main() {\n\tc := make(chan int)\n\tgo func() { c <- 1 }()\n\t<-c\n\tos.Exit(3)\n}\n";
    assert_eq!(run_with_leaks("none", text), (String::new(), Some(3)));
}

#[test]
fn objects_of_one_line_are_counted_not_merged() {
    let text = "package main\n\nimport \"runtime\"\n\nfunc ask(id int) {\n\tanswer := make(chan int)\n\tgo func() { answer <- id }()\n}\n\n\
        func main() {\n\tfor i := range 30 {\n\t\task(i)\n\t}\n\tfor range 100 {\n\t\truntime.Gosched()\n\t}\n}\n";
    let (stderr, _) = run_with_leaks_and_flags("different", text, &["--procs", "1"]);
    assert!(stderr.contains("minigo: 30 goroutines leaked: "), "{stderr}");
    let told = "    for answer, a chan int (unbuffered, made at ./a.go:6): 30 different objects\n";
    assert!(stderr.contains(told), "{stderr}");
}

#[test]
fn leak_reports_name_lock_holders_and_a_stuck_main() {
    // The ticker keeps the program alive; the goroutine that ends the program is no leak.
    let text = "package main\n\nimport (\n\t\"os\"\n\t\"sync\"\n\t\"time\"\n)\n\nvar a, b sync.Mutex\n\n\
        func both(x, y *sync.Mutex, met *sync.WaitGroup, done chan bool) {\n\tx.Lock()\n\tmet.Done()\n\tmet.Wait()\n\ty.Lock()\n\tdone <- true\n}\n\n\
        func main() {\n\tticker := time.NewTicker(time.Millisecond)\n\tvar met sync.WaitGroup\n\tmet.Add(2)\n\tdone := make(chan bool)\n\
        \tgo both(&a, &b, &met, done)\n\tgo both(&b, &a, &met, done)\n\tgo func() {\n\t\tfor range 3 {\n\t\t\t<-ticker.C\n\t\t}\n\
        \t\tos.Exit(0)\n\t}()\n\t<-done\n}\n";
    let (stderr, status) = run_with_leaks_and_flags("held", text, &["--virtual-time"]);
    assert_eq!(status, Some(0), "{stderr}");
    for part in [
        "    for y #1, a sync.Mutex\n      which goroutine ",
        " has locked in main.both at ./a.go:12, and that is stuck too\n",
        "\nminigo: a partial deadlock: goroutines hold the locks that they wait for\ncycle: goroutine ",
        "minigo: a partial deadlock: main can never go on unless a goroutine unlocks a lock that another goroutine has locked; ",
        "  goroutine 1 in main.main at ./a.go:32 waits to receive from done, a chan bool",
    ] {
        assert!(stderr.contains(part), "no {part:?} in\n{stderr}");
    }
    assert!(!stderr.contains("leaked: "), "{stderr}");
}

/// Reports whether any thread of the process blocks SIGUSR1. The thread that waits for the signal does not.
fn blocks_usr1(pid: &str) -> bool {
    let mut threads =
        std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads.any(|thread| {
        let status = std::fs::read_to_string(thread.path().join("status")).unwrap_or_default();
        let held = status.lines().find_map(|l| l.strip_prefix("SigBlk:\t")).unwrap_or("0");
        u64::from_str_radix(held, 16).unwrap() & 1 << 9 != 0
    })
}

#[test]
fn leaks_are_listed_on_demand() {
    let text = "package main\n\nimport \"os\"\n\nfunc main() {\n\tgo func() { <-make(chan int) }()\n\tos.Stdin.Read(make([]byte, 1))\n}\n";
    let dir = std::env::temp_dir().join(format!("minigo-leaks-{}-demand", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("a.go"), text).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_minigo"))
        .env("MINIGOCACHE", "off")
        .args(["run", "--leaks", "a.go"])
        .current_dir(&dir)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _watch = support::TimeoutWatch::new(&child);
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let (seen, news) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || lines.for_each(|line| seen.send(line).unwrap()));
    // When the first signal comes, the goroutine may not be waiting yet, and the command may not have started yet.
    let found = (0..4000).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        let pid = child.id().to_string();
        if blocks_usr1(&pid) {
            assert!(Command::new("kill").args(["-USR1", &pid]).status().unwrap().success());
        }
        news.try_iter().any(|line| line.starts_with("minigo: 1 goroutine leaked: no code"))
    });
    drop(child.stdin.take());
    let status = child.wait().unwrap();
    reader.join().unwrap();
    let _ = std::fs::remove_dir_all(&dir);
    assert!(found && status.success());
}

/// Leaks of tests, of a subtest, of a parallel test, of an example, and one that occurs after its test; the other tests
/// leak nothing.
const TEST_PACKAGE: &str = r#"package leak

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func send(c chan int) { c <- 1 }

func TestOwn(t *testing.T) {
	for range 2 {
		go send(make(chan int))
	}
}

func TestSub(t *testing.T) {
	held := make(chan int)
	defer func() { _ = cap(held) }()
	t.Run("one", func(t *testing.T) {
		go func() { go func() { <-make(chan bool) }() }()
	})
	t.Run("held", func(t *testing.T) {
		go send(held)
	})
	<-held
	t.Run("parent", func(t *testing.T) {
		go send(held)
	})
}

func TestParallel(t *testing.T) {
	for _, leaks := range []bool{false, true} {
		t.Run(fmt.Sprint(leaks), func(t *testing.T) {
			t.Parallel()
			c := make(chan int)
			go send(c)
			if !leaks {
				<-c
			}
		})
	}
}

func TestFails(t *testing.T) {
	go send(make(chan int))
	t.Fatal("for another reason")
}

var kept = make(chan int)

func TestClean(t *testing.T) {
	c := make(chan int)
	t.Cleanup(func() { <-c })
	go send(c)
	go send(kept)
	go func() { time.Sleep(time.Hour) }()
}

func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go send(c)
		<-c
	})
}

func TestLate(t *testing.T) {
	go func() {
		time.Sleep(200 * time.Millisecond)
		select {}
	}()
}

func TestLater(t *testing.T) { time.Sleep(400 * time.Millisecond) }

func Example_send() {
	go send(make(chan int))
	fmt.Println("sent")
	// Output: sent
}
"#;

#[test]
fn a_test_that_leaks_fails() {
    let files =
        [("go.mod", "module example.com/leak\n\ngo 1.27\n"), ("leak_test.go", TEST_PACKAGE)];
    let dir = support::Dir::new("tests", &files);
    let ran = minigo(&dir.0, &["test", "--leaks", "."], "");
    assert_eq!(ran.status, Some(1), "{}{}", ran.stdout, ran.stderr);
    let said: Vec<&str> = ran.stdout.lines().collect();
    let results: Vec<&str> = said
        .iter()
        .filter_map(|line| line.trim_start().strip_prefix("--- ")?.split(' ').nth(1))
        .collect();
    let failed =
        ["TestOwn", "TestSub", "TestSub/one", "TestParallel", "TestParallel/true", "TestFails"];
    assert_eq!(results, failed, "{}", ran.stdout);
    let leaked = "leaked: no code that can still run can reach the objects that they wait for";
    let after = |line: &str| {
        let at = said.iter().position(|said| said.contains(line));
        &said[at.unwrap_or_else(|| panic!("no {line} in {}", ran.stdout)) + 1..]
    };
    let own = after("--- FAIL: TestOwn");
    assert_eq!(own[0], format!("    2 goroutines {leaked}"));
    assert_eq!(own[1], "      2 in [chan send] in example.com/leak.send at ./leak_test.go:10");
    assert!(
        own[2..8].contains(&"        created by example.com/leak.TestOwn at ./leak_test.go:14")
    );
    // The goroutine of the subtest uses the test's channel, so it is no leak before the test ends.
    let sub = after("--- FAIL: TestSub ");
    let at = sub.iter().position(|said| *said == format!("    1 goroutine {leaked}")).unwrap();
    assert!(sub[at + 3].contains("TestSub.func4"), "{}", ran.stdout);
    assert!(after("--- FAIL: TestSub/one")[3].contains("TestSub.func2.1"), "{}", ran.stdout);
    assert!(after("for another reason")[0].contains(leaked), "{}", ran.stdout);
    assert!(after("after their tests, 1 goroutine")[1].contains("TestLate"), "{}", ran.stdout);
    assert!(after("Example_send: 1 goroutine")[2].contains("Example_send"), "{}", ran.stdout);
    // A leak that was reported is not reported again when the program ends.
    assert!(!ran.stdout.contains("minigo: 1 goroutine leaked"), "{}", ran.stdout);

    let ran = minigo(&dir.0, &["test", "--leaks", "-run", "Clean|Bubble", "."], "");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    let ran = minigo(&dir.0, &["test", "-run", "Own", "."], "");
    assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
}
