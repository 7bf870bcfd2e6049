//! Runs the Go programs of `tests/programs` and `examples` under seeds: they must print the same in every interleaving.
//!
//! The program with number `s` modulo the number of programs runs under seed `s`, so that many seeds give many plans of
//! the seeded driver, not the same plans for each program. `MINIGO_SEEDS=0..10000 cargo test --release --test seeds`
//! runs these seeds; `MINIGO_ONLY=conc/` restricts the run to programs whose path contains that text. A failure names
//! program and seed, at once (`-- --nocapture`) and at the end.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failing test may panic, and reports at once"
)]

mod support;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Programs that take seconds, and whose point is their size: they run once, and only in release builds.
const SLOW_PROGRAMS: [&str; 11] = [
    "lang/long_recursion.go",
    "std/certificate_policies.go",
    "std/long_natives.go",
    "std/pprof_goroutine_labels.go",
    "std/profiles_compressed.go",
    "std/glob_limit.go",
    "std/net_many.go",
    "limits/stack_overflow.go",
    "million_parked.go",
    "examples/million.go",
    "deep_stack.go",
];

/// Programs whose output may differ under a seed. The output of these programs depends on threads or parallel
/// instructions, which do not exist under a seed; on the number of goroutines, one of which may be about to end; on the
/// arrival of a signal; on a connection with a time limit, which may expire on the run's clock while the kernel
/// connects; on the order in which one P runs the goroutines that a closed channel makes runnable; on whether a
/// goroutine has asked for a lock when its creator continues; or on children that may take so long that the run reports
/// them.
const SEED_DEPENDENT_PROGRAMS: [&str; 14] = [
    "conc/close_order.go",
    "conc/rwmutex_order.go",
    "std/cgi_programs.go",
    "std/os_own_file.go",
    "std/http_proxy_cookies.go",
    "std/http_profiles.go",
    "std/https_servers.go",
    "std/tls_connections.go",
    "limits/threads.go",
    "gc/leaks.go",
    "limits/sigquit.go",
    "conc/map_writes.go",
    "conc/map_reads.go",
    "conc/map_iteration.go",
];

/// Returns the seeds of this run, and the step from one to the next. Unoptimised builds run every eighth program: all
/// of them would take minutes, and `.ci/run` runs all in an optimised build.
fn seed_range(programs: usize) -> (std::ops::Range<u64>, u64) {
    let Ok(text) = std::env::var("MINIGO_SEEDS") else {
        return (0..programs as u64, if cfg!(debug_assertions) { 8 } else { 1 });
    };
    let (from, to) = text.split_once("..").unwrap();
    (from.parse().unwrap()..to.parse().unwrap(), 1)
}

/// Reports whether a program is to run: some programs are left out, others run only once.
fn is_selected(path: &str, again: bool) -> bool {
    let is_in = |list: &[&str]| list.iter().any(|l| path.ends_with(l));
    !is_in(&SEED_DEPENDENT_PROGRAMS)
        && !(is_in(&SLOW_PROGRAMS) && (again || cfg!(debug_assertions)))
}

#[test]
fn no_output_depends_on_the_seed() {
    let only = std::env::var("MINIGO_ONLY").unwrap_or_default();
    let mut programs = support::all_programs();
    programs.retain(|p| p.contains(&only));
    assert!(!programs.is_empty(), "no path has {only:?} in it");
    let (number, (seeds, step)) = (programs.len() as u64, seed_range(programs.len()));
    let next = AtomicU64::new(seeds.start);
    let (ran, wrong) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let worker = || loop {
        let seed = next.fetch_add(step, Ordering::Relaxed);
        if !seeds.contains(&seed) {
            return;
        }
        let path = &programs[(seed % number) as usize];
        if !is_selected(path, seed - seeds.start >= number) {
            continue;
        }
        let text = seed.to_string();
        ran.fetch_add(1, Ordering::Relaxed);
        if let Err(what) = support::check_program(path, &["--seed", &text]) {
            eprintln!("seed {seed}: {what}");
            wrong.lock().unwrap().push(format!("seed {seed}: {what}"));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(worker);
        }
    });
    let (ran, wrong) = (ran.into_inner(), wrong.into_inner().unwrap());
    eprintln!("{ran} runs, {} differ", wrong.len());
    assert!(wrong.is_empty(), "{} of {ran} runs:\n{}", wrong.len(), wrong.join("\n"));
}
