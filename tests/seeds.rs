//! Runs the Go programs of `tests/programs` and `examples` under seeds: whatever the interleaving, they print the same.
//!
//! `MINIGO_SEEDS=0..200 cargo test --release --test seeds` runs each under these seeds; a failure names the seed that repeats it.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Those that take seconds, and whose size is the point: once is enough.
const LONG: [&str; 5] = [
    "std/net_many.go",
    "limits/stack_overflow.go",
    "million_parked.go",
    "examples/million.go",
    "deep_stack.go",
];

/// Those whose output holds as long as nobody is preempted within a time slice; seeds preempt anywhere.
const UNDISTURBED: [&str; 2] = ["examples/gosched.go", "examples/parked_receivers.go"];

/// Threads, of which there are none under a seed; a count of goroutines, of which one may be about to end; a signal, which comes
/// when it will.
const OTHERWISE: [&str; 3] = ["limits/threads.go", "gc/leaks.go", "limits/sigquit.go"];

fn seeds() -> std::ops::Range<u64> {
    let text = std::env::var("MINIGO_SEEDS").unwrap_or_else(|_| "0..4".to_owned());
    let (from, to) = text.split_once("..").unwrap();
    from.parse().unwrap()..to.parse().unwrap()
}

#[test]
fn no_output_depends_on_the_seed() {
    let programs = support::all_programs();
    let many = seeds();
    let first = many.start;
    let jobs: Vec<_> = many.flat_map(|seed| programs.iter().map(move |p| (seed, p))).collect();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((seed, path)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let long = LONG.iter().any(|l| path.ends_with(l));
                    let other = OTHERWISE.iter().any(|l| path.ends_with(l));
                    if other || long && (*seed != first || cfg!(debug_assertions)) {
                        continue;
                    }
                    let number = seed.to_string();
                    let all = ["--seed", &number, "--without", "preempt"];
                    let flags = if UNDISTURBED.contains(&path.as_str()) { &all } else { &all[..2] };
                    if let Err(what) = support::check_program(path, flags) {
                        wrong.lock().unwrap().push(format!("seed {seed}: {what}"));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {} runs:\n{}", wrong.len(), jobs.len(), wrong.join("\n"));
}
