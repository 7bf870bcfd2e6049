//! Each mechanism of the scheduler, enabled and disabled. The tests compare counts of events
//! (`MINIGODEBUG=schedstats=1`), not times.
//!
//! The first run of each test fails if the mechanism has no effect, the second if its switch has no effect.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The result of a run.
struct Run {
    /// The output of the program.
    output: String,
    status: i32,
    counts: Value,
}

impl Run {
    fn count(&self, kind: &str) -> u64 {
        self.counts[kind].as_u64().unwrap_or_else(|| panic!("no count of {kind}"))
    }

    /// Returns the number of calls whose P was gone when they returned.
    fn syscall_returns(&self) -> u64 {
        ["old", "idle", "queued"].iter().map(|to| self.count(&format!("syscall.return.{to}"))).sum()
    }
}

/// Runs a program of `tests/mechanisms`, or one of the examples.
fn run(program: &str, flags: &[&str]) -> Run {
    run_with(program, flags, &[])
}

/// Runs a program of `tests/mechanisms`, or an example, with arguments.
fn run_with(program: &str, flags: &[&str], args: &[&str]) -> Run {
    let files = ["tests/mechanisms", "examples"]
        .map(|dir| format!("{}/{dir}/{program}.go", env!("CARGO_MANIFEST_DIR")));
    let file = files.iter().find(|file| Path::new(file).exists()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.arg("run").args(flags).arg(file).args(args);
    command.env("MINIGOCACHE", "off").env("MINIGODEBUG", "schedstats=1");
    let out = support::run_output(command);
    let stderr = String::from_utf8_lossy(&out.stderr);
    let line = stderr.lines().last().unwrap_or_default();
    let counts = serde_json::from_str(line).unwrap_or_else(|e| panic!("{program}: {e}: {stderr}"));
    let text = String::from_utf8_lossy(&out.stdout) + &stderr[..stderr.len() - line.len() - 1];
    let text = text.into_owned();
    Run { output: text, status: out.status.code().unwrap_or(-1), counts }
}

#[test]
fn local_queues_are_used_unless_left_out() {
    let with = run("queues", &["--procs", "1"]);
    assert!(with.count("local") > 500, "{}", with.counts);
    assert!(with.count("overflow") > 0, "the queue is bounded: {}", with.counts);
    let without = run("queues", &["--procs", "1", "--without", "local-queues"]);
    assert_eq!((without.output.as_str(), without.count("local")), ("done\n", 0));
    assert!(without.count("global") > 900, "{}", without.counts);
}

#[test]
fn runnext_is_used_unless_left_out() {
    let with = run("pair", &["--procs", "1"]);
    assert!(with.count("runnext") > 1900, "{}", with.counts);
    let without = run("pair", &["--procs", "1", "--without", "runnext"]);
    assert_eq!((without.output.as_str(), without.count("runnext")), ("done\n", 0));
    assert!(without.count("local") > 1900, "{}", without.counts);
}

#[test]
fn work_is_stolen_unless_left_out() {
    // Only another P can run the child: the program ends by stealing or not at all.
    let with = run("busy_parent", &["--procs", "2", "--without", "preempt"]);
    assert_eq!(with.output, "done\n");
    assert!(with.count("steal") + with.count("steal.runnext") > 0, "{}", with.counts);
    let without = run("busy_parent", &["--procs", "2", "--without", "steal"]);
    assert_eq!(without.output, "done\n");
    assert_eq!(without.count("steal") + without.count("steal.runnext"), 0);
    assert!(without.count("preempted") > 0, "{}", without.counts);
}

/// Checks that a program without parking deadlocks, under the real scheduler and under a seed.
fn assert_deadlocks(program: &str, procs: &str) {
    for seed in [&[][..], &["--seed", "1"]] {
        let flags = [&["run", "--procs", procs, "--without", "park"], seed].concat();
        let file = format!("tests/mechanisms/{program}.go");
        let args = [flags.as_slice(), &[file.as_str()]].concat();
        let ran = support::minigo(Path::new(env!("CARGO_MANIFEST_DIR")), &args, "");
        assert!(ran.stderr.contains("all goroutines are asleep"), "{args:?}: {}", ran.stderr);
        assert_eq!(ran.status, Some(2));
    }
}

#[test]
fn network_waits_end_without_parking() {
    // With one P for both goroutines, the one that waits for the other keeps the P.
    assert_deadlocks("connection", "1");
    // With more Ps, all connections succeed, however many goroutines wait for the network at the same time.
    for procs in ["2", "3", "8"] {
        for _ in 0..10 {
            let without = run("connection", &["--procs", procs, "--without", "park"]);
            assert_eq!((without.output.as_str(), without.status), ("done\n", 0), "{procs} Ps");
        }
    }
}

#[test]
fn a_deadlock_is_found_while_processors_are_idle() {
    // Nothing wakes main. The waiting goroutine keeps one P, and the other Ps have nothing to do; under a seed, one
    // worker drives all Ps.
    for procs in ["2", "3", "8"] {
        assert_deadlocks("unanswered", procs);
        assert_deadlocks("unanswered_peer", procs);
    }
}

#[test]
fn goroutines_park_unless_left_out() {
    let with = run("waits", &["--procs", "1"]);
    assert_eq!((with.status, with.count("kept")), (0, 0));
    let without = run("waits", &["--procs", "1", "--without", "park"]);
    assert!(without.output.contains("all goroutines are asleep"), "{}", without.output);
    assert!(without.status == 2 && without.count("kept") > 0, "{}", without.counts);
    // Even if a time slice is very short, a waiting goroutine keeps its P beyond the end of the slice.
    for _ in 0..10 {
        let short = run("waits", &["--procs", "1", "--without", "park", "--quantum", "1us"]);
        assert!(short.output.contains("all goroutines are asleep"), "{}", short.output);
    }
}

/// Checks that at least 19 of 20 runs show an effect: a loaded machine may stop a run for longer than its time limits.
fn assert_nearly_always(mut shows: impl FnMut() -> bool) {
    let misses = (0..20).filter(|_| !shows()).count();
    assert!(misses <= 1, "{misses} of 20 runs do not show it");
}

#[test]
fn processors_are_handed_off_unless_left_out() {
    assert_nearly_always(|| {
        // Main is not preempted: only its blocking call can let the other goroutine run.
        let flags = ["--procs", "1", "--without", "preempt"];
        let with = run_with("blocks", &flags, &["for the other"]);
        assert_eq!(with.output, "1\n", "the other goroutine has run during the call");
        with.count("retake") + with.count("handoff") > 0 && with.syscall_returns() > 0
    });
    let without = run("blocks", &["--procs", "1", "--without", "handoff"]);
    assert_eq!(without.output, "0\n", "the blocking call has kept its P");
    assert_eq!(without.count("retake") + without.count("handoff"), 0);
}

#[test]
fn goroutines_are_preempted_unless_left_out() {
    assert_nearly_always(|| {
        let with = run_with("loops", &["--procs", "1"], &["until main's turn"]);
        assert_eq!(with.output, "0\n", "main ran before the loop had ended");
        with.count("preempted") > 0 && with.count("preempt.ask") > 0
    });
    let without = run("loops", &["--procs", "1", "--without", "preempt"]);
    assert_eq!(without.output, "1\n");
    assert_eq!(without.count("preempted") + without.count("preempt.ask"), 0);
}

#[test]
fn large_copies_use_the_budget_up() {
    // Asked to yield after 10 ms, each loop does so after some of its steps of about 0.1 ms each, not after all 20,000.
    let with = run("bulk", &["--procs", "1"]);
    assert_eq!(with.output, "copy true\nclear true\ncompare true\narray true\nnative true\n");
}

#[test]
fn threads_spin_unless_left_out() {
    let with = run("idle", &["--procs", "2"]);
    assert!(with.count("spin.start") > 0, "{}", with.counts);
    let without = run("idle", &["--procs", "2", "--without", "spin"]);
    assert_eq!((without.output.as_str(), without.count("spin.start")), ("done\n", 0));
}

#[test]
fn a_pair_has_a_time_slice_and_not_61_turns() {
    let with = run("pair_beside_loops", &["--procs", "1"]);
    let passes: u64 = with.output.trim().parse().unwrap();
    assert!(passes > 100 * with.count("preempted"), "{passes}: {}", with.counts);
    let without = run("pair_beside_loops", &["--procs", "1", "--without", "runnext"]);
    let passes: u64 = without.output.trim().parse().unwrap();
    assert!(passes < 100 * without.count("preempted"), "{passes}: {}", without.counts);
}

#[test]
fn tick_61_prevents_starvation_unless_left_out() {
    // Preemption is off: a preempted goroutine of the pair goes to the global queue, where the third goroutine may be
    // ahead.
    let with = run("starvation", &["--procs", "1", "--without", "preempt"]);
    assert_eq!(with.output, "more than 100 turns: true\n");
    assert!(with.count("tick61") > 100, "{}", with.counts);
    let without = run("starvation", &["--procs", "1", "--without", "preempt,tick61"]);
    assert_eq!(without.output, "more than 100 turns: false\n");
    assert_eq!(without.count("tick61"), 0);
}

#[test]
fn netpoll_is_used_unless_left_out() {
    let with = run("pipes", &["--procs", "2"]);
    assert_eq!(with.output, "sum: 4950\n");
    assert!(with.count("netpoll") > 0, "{}", with.counts);
    let without = run("pipes", &["--procs", "2", "--without", "netpoll"]);
    assert_eq!((without.output.as_str(), without.count("netpoll")), ("sum: 4950\n", 0));
    // Without the netpoller, each goroutine waits in a call on a thread of its own; those that run last may find that
    // their byte has already arrived.
    let threads = (with.count("thread.new"), without.count("thread.new"));
    assert!(threads.0 < 50 && threads.1 >= 90, "{threads:?}");
}

#[test]
fn a_steal_takes_half_of_a_queue() {
    // Nobody is asked to yield, so the other P gets the whole queue by stealing. Stealing one at a time would take 200
    // steals.
    let with = run("half", &["--procs", "2", "--without", "preempt"]);
    let steals = with.count("steal");
    assert!(with.output == "done\n" && (1..20).contains(&steals), "{}", with.counts);
    let without = run("half", &["--procs", "2", "--without", "steal"]);
    assert_eq!((without.output.as_str(), without.count("steal")), ("done\n", 0));
}

#[test]
fn preempted_goroutines_join_the_global_queue() {
    let with = run("three_loops", &["--procs", "1"]);
    let (preempted, global) =
        (with.count("preempted"), with.count("global") + with.count("tick61"));
    // Preempted goroutines return from the global queue; a batch takes all of it, the three loops and main.
    assert!(preempted >= 15 && global * 4 >= preempted, "{}", with.counts);
}

#[test]
fn locked_threads_are_handed_the_processor() {
    let with = run_with("locked", &["--procs", "1"], &["lock"]);
    assert_eq!(with.output, "1000\n");
    assert!(with.count("pinned") >= 999, "{}", with.counts);
    let without = run("locked", &["--procs", "1"]);
    assert_eq!((without.output.as_str(), without.count("pinned")), ("1000\n", 0));
}

#[test]
fn goroutines_are_used_again() {
    let with = run("one_after_another", &["--procs", "2"]);
    // Goroutines share slots: each P has some, without regard to other Ps' slots.
    assert!(with.count("create") >= 10_000 && with.count("slots.new") <= 500, "{}", with.counts);
}

#[test]
fn gomaxprocs_changes_the_number_of_ps() {
    // Without preemption, four running goroutines that wait for one another need four Ps.
    let with = run("gomaxprocs", &["--procs", "1", "--without", "preempt"]);
    assert_eq!(with.output, "1\n4\n1\n");
    assert!(with.count("procs") >= 2 && with.count("stop") >= 2, "{}", with.counts);
}

#[test]
fn threads_are_used_again() {
    let with = run("calls", &["--procs", "2"]);
    assert!(with.count("handoff") >= 50 && with.syscall_returns() >= 50, "{}", with.counts);
    assert!(with.count("thread.new") <= 25, "{}", with.counts);
    let without = run("calls", &["--procs", "2", "--without", "handoff"]);
    assert_eq!((without.output.as_str(), without.count("handoff")), ("done\n", 0));
}

#[test]
fn syscalls_return_to_a_processor_or_queue() {
    // During the call, no other M has taken its P.
    let old = run_with("returns", &["--procs", "1"], &["0"]);
    assert!(old.count("syscall.return.old") > 0, "{}", old.counts);
    assert_eq!(old.count("syscall.return.idle") + old.count("syscall.return.queued"), 0);
    // Another goroutine's loop has taken the call's P, and there is no other P.
    let queued = run_with("returns", &["--procs", "1"], &["1"]);
    assert!(queued.count("syscall.return.queued") > 0, "{}", queued.counts);
    assert_eq!(queued.count("syscall.return.idle"), 0);
    // A goroutine's loop has taken the call's P, and the other P is idle, unless the computer stops the process for
    // longer than the call lasts.
    assert_nearly_always(|| {
        let run = run_with("returns", &["--procs", "2", "--without", "preempt"], &["2"]);
        run.count("syscall.return.idle") > 0
    });
}

#[test]
fn timers_are_stolen() {
    // The goroutine on the P with the timer loops without yielding, so only the other P can run the timer.
    let with = run("timer", &["--procs", "2", "--without", "preempt"]);
    assert!(with.output == "done\n" && with.count("timer.steal") > 0, "{}", with.counts);
    // With one P, sysmon must ask for preemption.
    let alone = run("timer", &["--procs", "1"]);
    assert_eq!((alone.output.as_str(), alone.count("timer.steal")), ("done\n", 0));
}

#[test]
fn sysmon_slows_down_and_sleeps() {
    // sysmon's pause doubles from 20 µs to 10 ms, and then sysmon sleeps. On a loaded machine sysmon may need more time
    // to reach its sleep.
    let slow = ["300", "3000", "30000"].iter().any(|millis| {
        let with = run_with("watched", &["--procs", "1"], &[millis]);
        with.count("sysmon.slow") >= 9
            && with.count("sysmon.sleep") >= 1
            && with.count("sysmon.wake") >= 1
    });
    assert!(slow);
    let without = run_with("watched", &["--procs", "1", "--seed", "1"], &["300"]);
    assert_eq!(without.count("sysmon.slow") + without.count("sysmon.sleep"), 0);
}
