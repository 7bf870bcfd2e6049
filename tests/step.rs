//! `minigo run --step`: the scheduler's decisions as text. The expected text of each `step/*.go` is in the file beside
//! it (`MINIGO_BLESS=1 cargo test --test step` writes it; read it: the rules must be those that the program
//! demonstrates). Every mechanism of the articles must occur in some program's text.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const MINIGO: &str = env!("CARGO_BIN_EXE_minigo");

/// Runs a program, given by its path in the repository, with these flags.
fn run_in_step_mode(flags: &[&str], file: &str) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(MINIGO);
    command.args(["run", "--step"]).args(flags).arg(root.join(file)).env("MINIGOCACHE", "off");
    command.env_remove("MINIGODEBUG").env_remove("GODEBUG").env_remove("GOMAXPROCS");
    command.output().expect("minigo was built")
}

/// Returns the text of the program's decisions.
fn decision_text(flags: &[&str], file: &str) -> String {
    let output = run_in_step_mode(flags, file);
    assert!(output.status.success(), "{file}: {output:?}");
    String::from_utf8(output.stderr).expect("it is text")
}

const SEEDED_FLAGS: &[&str] = &["--procs", "2", "--quantum", "1ms"];

#[test]
fn scheduler_decisions_match_the_golden_file() {
    let bless = std::env::var_os("MINIGO_BLESS").is_some();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/step");
    let files =
        std::fs::read_dir(&folder).expect("the folder exists").map(|e| e.expect("it is").path());
    let mut programs: Vec<PathBuf> =
        files.filter(|p| p.extension().is_some_and(|e| e == "go")).collect();
    programs.sort();
    assert!(programs.len() >= 3);
    for program in programs {
        let name =
            program.file_name().expect("the path is a file").to_str().expect("the name is ASCII");
        let decided = decision_text(SEEDED_FLAGS, &format!("tests/step/{name}"));
        let beside = program.with_extension("out");
        if bless {
            std::fs::write(&beside, decided).expect("the file can be written");
        } else {
            assert_eq!(
                decided,
                std::fs::read_to_string(&beside).expect("the folder exists"),
                "{name}"
            );
        }
    }
}

#[test]
fn equal_seeds_decide_equally() {
    let file = "examples/worker_pool.go";
    let of_seed = |seed| decision_text(&["--procs", "4", "--seed", seed], file);
    assert_eq!(of_seed("7"), of_seed("7"));
    assert_ne!(of_seed("7"), of_seed("8"));
}

#[test]
fn step_mode_keeps_the_programs_output() {
    let output = run_in_step_mode(SEEDED_FLAGS, "tests/step/unbuffered.go");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3\n");
}

/// The text that some line must contain for each mechanism of the articles: the mechanism, the program, flags, and the
/// parts of the line.
#[rustfmt::skip]
const SCHEDULER_MECHANISMS: &[(&str, &str, &[&str], &[&str])] = &[
    ("runnext, and the inherited slice", "examples/pingpong.go", &[], &["runnext → G", "inherits the time slice: ", " ms left"]),
    ("the slice of a chain of successors ends", "examples/time_slice_inheritance.go", &[], &["the time slice of G", "it is asked to yield"]),
    ("the local queue, first in first out", "examples/overflow.go", &[], &["local queue → G"]),
    ("overflow of half of the local queue", "examples/overflow.go", &[], &["local queue is full: half of it", "move to the global queue: G"]),
    ("a batch from the global queue", "examples/overflow.go", &[], &["nothing local, global queue gives 128"]),
    ("the 61st tick", "examples/starvation.go", &[], &["every 61st tick the global queue comes first → G"]),
    ("a steal of half of a queue", "examples/uneven_load.go", &["--procs", "4"], &["nothing local, nothing global, ", "steals G", " from P", ", runs G"]),
    ("victims that had nothing", "examples/uneven_load.go", &["--procs", "4"], &["tried P", " in vain"]),
    ("at most half as many Ms search as Ps are busy", "examples/say.go", &["--procs", "2"], &["enough Ms search"]),
    ("an M that is woken searches", "examples/worker_pool.go", &["--procs", "4"], &["M1 searches"]),
    ("an M without work sleeps", "examples/timers.go", &["--procs", "2"], &["goes to sleep"]),
    ("a P without work is idle", "examples/timers.go", &["--procs", "2"], &["nothing local, nothing global", ": idle"]),
    ("parking", "examples/parked_receivers.go", &[], &[" parks: chan receive"]),
    ("readying", "examples/pingpong.go", &[], &[" readies G", "→ runnext"]),
    ("a displaced goroutine", "examples/worker_pool.go", &[], &["displaced from runnext → tail of the local queue"]),
    ("a short call keeps its P", "tests/step/calls.go", &[], &["was short: its M keeps the P"]),
    ("a call that is known to block gives its P away", "examples/blocking_calls.go", &["--procs", "2"], &["handed off: the M of G", "continues the call without its P"]),
    ("a call whose P was handed off returns to any idle P, or to the global queue", "examples/blocking_calls.go", &["--procs", "2"], &["the call of G", " ends: no P is idle → global queue"]),
    ("without hand-off a blocking call keeps its P", "examples/blocking_calls.go", &["--procs", "2", "--without", "handoff"], &[" goes on on M"]),
    ("a stack that grows", "examples/deep_stack.go", &[], &["the stack of G", " grows: copied to one of 1024 bytes"]),
    ("a P is retaken from a call that lasts", "tests/step/calls.go", &[], &["sysmon: the call takes long, P", "is taken from its M"]),
    ("a call returns to its old P", "tests/step/calls.go", &[], &["its old P is still idle, and the goroutine takes it"]),
    ("preemption", "examples/five_loops.go", &[], &["is preempted → tail of the global queue"]),
    ("a yield", "examples/gosched.go", &[], &["yields → tail of the global queue"]),
    ("timers", "examples/timers.go", &[], &["a timer is due"]),
    ("the netpoller", "examples/pipes.go", &[], &["netpoller: ", " ready"]),
    ("free lists", "examples/reuse.go", &[], &[" ends → free list"]),
    ("stopping the world", "examples/five_loops.go", &["--procs", "2"], &["stops the world"]),
    ("no runnext", "examples/worker_pool.go", &["--without", "runnext"], &["makes G", "→ tail of the local queue"]),
    ("no local queues", "examples/worker_pool.go", &["--without", "local-queues,runnext"], &["makes G", "→ tail of the global queue"]),
];

#[test]
fn every_mechanism_shows_in_some_program() {
    let missing = |(what, file, flags, parts): &(&str, &str, &[&str], &[&str])| {
        let decided = decision_text(flags, file);
        let shows = decided.lines().any(|line| parts.iter().all(|part| line.contains(part)));
        (!shows).then(|| format!("{what}: {file} {flags:?}"))
    };
    let missing: Vec<String> = SCHEDULER_MECHANISMS.iter().filter_map(missing).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
