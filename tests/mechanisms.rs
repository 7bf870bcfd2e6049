//! Each mechanism of the scheduler with and without: what is decided on are counts of events (`MINIGODEBUG=schedstats=1`), not time.
//!
//! The first run of each test fails when the mechanism does nothing, the second when its switch does nothing.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use serde_json::Value;
use std::process::Command;

/// What a run left.
struct Run {
    /// What the program printed.
    text: String,
    status: i32,
    counts: Value,
}

impl Run {
    fn count(&self, kind: &str) -> u64 {
        self.counts[kind].as_u64().unwrap_or_else(|| panic!("no count of {kind}"))
    }
}

fn run(program: &str, flags: &[&str]) -> Run {
    let out = Command::new(env!("CARGO_BIN_EXE_minigo"))
        .arg("run")
        .args(flags)
        .arg(format!("{}/tests/mechanisms/{program}.go", env!("CARGO_MANIFEST_DIR")))
        .env("MINIGODEBUG", "schedstats=1")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&out.stderr);
    let line = stderr.lines().last().unwrap_or_default();
    let counts = serde_json::from_str(line).unwrap_or_else(|e| panic!("{program}: {e}: {stderr}"));
    let text = stderr[..stderr.len() - line.len() - 1].to_owned();
    Run { text, status: out.status.code().unwrap_or(-1), counts }
}

#[test]
fn local_queues() {
    let with = run("queues", &["--procs", "1"]);
    assert!(with.count("local") > 500, "{}", with.counts);
    assert!(with.count("overflow") > 0, "the queue is bounded: {}", with.counts);
    let without = run("queues", &["--procs", "1", "--without", "local-queues"]);
    assert_eq!((without.text.as_str(), without.count("local")), ("done\n", 0));
    assert!(without.count("global") > 900, "{}", without.counts);
}

#[test]
fn runnext() {
    let with = run("pair", &["--procs", "1"]);
    assert!(with.count("runnext") > 1900, "{}", with.counts);
    let without = run("pair", &["--procs", "1", "--without", "runnext"]);
    assert_eq!((without.text.as_str(), without.count("runnext")), ("done\n", 0));
    assert!(without.count("local") > 1900, "{}", without.counts);
}

#[test]
fn steal() {
    // Nobody else can run the child: the program ends by stealing or not at all.
    let with = run("busy_parent", &["--procs", "2", "--without", "preempt"]);
    assert_eq!(with.text, "done\n");
    assert!(with.count("steal") + with.count("steal.runnext") > 0, "{}", with.counts);
    let without = run("busy_parent", &["--procs", "2", "--without", "steal"]);
    assert_eq!(without.text, "done\n");
    assert_eq!(without.count("steal") + without.count("steal.runnext"), 0);
    assert!(without.count("preempted") > 0, "{}", without.counts);
}

#[test]
fn park() {
    let with = run("waits", &["--procs", "1"]);
    assert_eq!((with.status, with.count("kept")), (0, 0));
    let without = run("waits", &["--procs", "1", "--without", "park"]);
    assert!(without.text.contains("all goroutines are asleep"), "{}", without.text);
    assert!(without.status == 2 && without.count("kept") > 0, "{}", without.counts);
}

#[test]
fn handoff() {
    let with = run("blocks", &["--procs", "1"]);
    assert_eq!(with.text, "1\n", "the other has run meanwhile");
    assert!(with.count("retake") + with.count("handoff") > 0, "{}", with.counts);
    assert!(with.count("syscall.return") > 0, "{}", with.counts);
    let without = run("blocks", &["--procs", "1", "--without", "handoff"]);
    assert_eq!(without.text, "0\n", "the call has kept the P");
    assert_eq!(without.count("retake") + without.count("handoff"), 0);
}

#[test]
fn preempt() {
    let with = run("loops", &["--procs", "1"]);
    assert_eq!(with.text, "0\n", "main's turn came before the end of the loop");
    assert!(with.count("preempted") > 0 && with.count("preempt.ask") > 0, "{}", with.counts);
    let without = run("loops", &["--procs", "1", "--without", "preempt"]);
    assert_eq!(without.text, "1\n");
    assert_eq!(without.count("preempted") + without.count("preempt.ask"), 0);
}

#[test]
fn spin() {
    let with = run("idle", &["--procs", "2"]);
    assert!(with.count("spin.start") > 0, "{}", with.counts);
    let without = run("idle", &["--procs", "2", "--without", "spin"]);
    assert_eq!((without.text.as_str(), without.count("spin.start")), ("done\n", 0));
}

#[test]
fn tick61() {
    // Without preemption, which would put the pair behind the third from time to time.
    let with = run("third", &["--procs", "1", "--without", "preempt"]);
    assert_eq!(with.text, "true\n");
    assert!(with.count("tick61") > 100, "{}", with.counts);
    let without = run("third", &["--procs", "1", "--without", "preempt,tick61"]);
    assert_eq!((without.text.as_str(), without.count("tick61")), ("false\n", 0));
}

#[test]
fn netpoll() {
    let with = run("pipes", &["--procs", "2"]);
    assert_eq!(with.text, "done\n");
    assert!(with.count("netpoll") > 0, "{}", with.counts);
    let without = run("pipes", &["--procs", "2", "--without", "netpoll"]);
    assert_eq!((without.text.as_str(), without.count("netpoll")), ("done\n", 0));
    // Each waits in a call of its own, on a thread of its own.
    let threads = (with.count("thread.new"), without.count("thread.new"));
    assert!(threads.0 < 10 && threads.1 >= 20, "{threads:?}");
}
