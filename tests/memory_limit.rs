//! `--max-memory` is a promise: whatever a program allocates, the process takes little more than the limit, and reports
//! that memory was the reason when it ends.
//!
//! These tests have a binary of their own because they measure processes. Each program of `memory_limit/`, a module, is
//! a table of cases that need unlimited memory; called without an argument, the program lists the cases.
//!
//! The test runs only in optimised builds: others overwrite freed memory, and would need minutes instead of seconds.

#![cfg(not(debug_assertions))]
#![allow(clippy::unwrap_used, reason = "a failing test may panic")]
#![allow(clippy::print_stdout, reason = "figures, with --nocapture")]
#![allow(
    clippy::zombie_processes,
    reason = "wait4 waits for the child, and returns its resource usage"
)]

mod support;

use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::Duration;

/// The limit, and the total memory that the process may take: a seventh more, and the needs of the program and the
/// machine themselves.
const LIMIT_MB: u64 = 256;
const MAX_PEAK_KB: u64 = LIMIT_MB * 1024 * 115 / 100 + (32 << 10);

/// The limit of processor time in seconds after which a case counts as not ending. (Clock time depends on other load.)
const MAX_CPU_SECONDS: u64 = 20;

/// The smallest number of cases that all programs together must have.
const MIN_CASES: usize = 250;

/// The programs of `memory_limit/`.
const PROGRAMS: [&str; 6] =
    ["values.go", "goroutines.go", "text.go", "world.go", "mappings.go", "threads.go"];

/// Only one case runs at a time, since each uses all cores and much memory.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The result of a run.
struct RunResult {
    status: ExitStatus,
    /// The peak memory in KiB.
    peak_kb: u64,
    /// The processor time.
    cpu: Duration,
    /// The beginning of standard error.
    stderr: String,
}

fn run(program: &str, way: &str) -> RunResult {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    let limit = format!("{LIMIT_MB}MiB");
    command.args(["run", "--max-memory", &limit, &format!("tests/memory_limit/{program}"), way]);
    run_to_end(command, b"")
}

/// Runs a session with these inputs.
fn run_session(inputs: &str) -> RunResult {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.args(["repl", "--max-memory", &format!("{LIMIT_MB}MiB")]);
    run_to_end(command, inputs.as_bytes())
}

fn run_to_end(mut command: Command, input: &[u8]) -> RunResult {
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let seconds = libc::rlimit { rlim_cur: MAX_CPU_SECONDS, rlim_max: MAX_CPU_SECONDS };
    // SAFETY: the call is allowed between fork and exec.
    unsafe {
        command.pre_exec(move || {
            let done = libc::setrlimit(libc::RLIMIT_CPU, &raw const seconds);
            if done == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
        });
    }
    let mut child = command.spawn().unwrap();
    // The input is small enough for the pipe's buffer.
    child.stdin.take().unwrap().write_all(input).unwrap();
    let pid = child.id() as libc::pid_t;
    let mut pipe = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let (mut head, mut part) = (Vec::new(), [0; 1 << 16]);
        while let Ok(n @ 1..) = pipe.read(&mut part) {
            if head.len() < 4096 {
                head.extend_from_slice(&part[..n]);
            }
        }
        String::from_utf8_lossy(&head).into_owned()
    });
    // A process that sleeps forever uses no processor time, so the clock limits it, too.
    let watch = support::TimeoutWatch::new(&child);
    let stderr = reader.join().unwrap();
    let (mut status, mut usage) = (0, std::mem::MaybeUninit::<libc::rusage>::zeroed());
    // SAFETY: the child is ours, and nobody else waits for it.
    let waited = unsafe { libc::wait4(pid, &raw mut status, 0, usage.as_mut_ptr()) };
    assert_eq!(waited, pid, "the child can be waited for");
    drop(watch);
    // SAFETY: zero is a value of each field, and the call has filled them in.
    let usage = unsafe { usage.assume_init() };
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    RunResult {
        status: ExitStatus::from_raw(status),
        peak_kb: usage.ru_maxrss as u64,
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        stderr,
    }
}

/// Selects the cases that a run of the tests takes: every fifteenth, which takes some 25 seconds of processor time;
/// with `MINIGO_ALL_WAYS` all of them, which takes minutes.
fn select_cases<T>(all: Vec<T>) -> Vec<T> {
    let step = if std::env::var_os("MINIGO_ALL_WAYS").is_some() { 1 } else { 15 };
    all.into_iter().step_by(step).collect()
}

/// Returns the names of a test program's cases.
fn cases_of(program: &str) -> Vec<String> {
    let path = format!("tests/memory_limit/{program}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.args(["run", &path]);
    let output = support::run_output(command);
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    let mut ways: Vec<String> =
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    ways.sort();
    ways
}

/// Runs cases of a program and reports failures (and with `--nocapture`, near failures).
fn check_cases(program: &str) {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
    let (mut wrong, mut times, mut highest) = (Vec::new(), Vec::new(), 0);
    for way in select_cases(cases_of(program)) {
        let RunResult { status, peak_kb, cpu, stderr } = run(program, &way);
        highest = highest.max(peak_kb);
        let says = stderr.contains(&format!("out of memory: the limit is {LIMIT_MB} MiB\n"));
        if status.code() != Some(2) || !says || peak_kb > MAX_PEAK_KB {
            let head: String = stderr.chars().take(300).collect();
            wrong.push(format!("{way}: {status}, peak {} MB\n{head}", peak_kb >> 10));
        }
        times.push((cpu, way));
    }
    times.sort();
    println!(
        "{program}: peak {} MB, the longest {:.1?}",
        highest >> 10,
        &times[times.len().saturating_sub(5)..]
    );
    assert!(wrong.is_empty(), "{}: {}", program, wrong.join("\n"));
}

#[test]
fn values_respect_the_limit() {
    check_cases("values.go");
}

#[test]
fn goroutines_respect_the_limit() {
    check_cases("goroutines.go");
}

#[test]
fn texts_respect_the_limit() {
    check_cases("text.go");
}

#[test]
fn files_and_sockets_respect_the_limit() {
    check_cases("world.go");
}

#[test]
fn mappings_respect_the_limit() {
    check_cases("mappings.go");
}

#[test]
fn threads_respect_the_limit() {
    check_cases("threads.go");
}

/// Inputs of a session that need unlimited memory. The objects that they create stay reachable, or become garbage.
const SESSION_INPUTS: &[(&str, &str)] = &[
    ("a slice", "var s []int; for { s = append(s, make([]int, 1000)...) }"),
    ("garbage of a call", "func() { var s [][]int; for { s = append(s, make([]int, 1000)) } }()"),
    ("a map", "m := map[int]string{}; for i := 0; ; i++ { m[i] = fmt.Sprint(i) }"),
    ("a text", "t := \"text\"; for { t += t }"),
    ("a string that a native makes", "strings.Repeat(\"text\", 1 << 28)"),
    ("goroutines", "c := make(chan int); for { go func() { <-c }() }"),
    (
        "goroutines with stacks",
        "func f(n int) { var a [50]int; if n > 0 { f(n - 1) }; select {}; _ = a }; for { go f(50) }",
    ),
    ("a deep stack", "func g(n int) int { return g(n + 1) + 1 }; debug.SetMaxStack(1 << 40); g(0)"),
    ("channels", "var cs []any; for { cs = append(cs, make(chan [4]int, 100)) }"),
    ("timers", "for { time.AfterFunc(time.Hour, func() {}) }"),
    ("sleepers", "for { go time.Sleep(time.Hour) }"),
    ("threads", "for { go func() { runtime.LockOSThread(); select {} }(); runtime.Gosched() }"),
    (
        "mappings",
        "for { b, _ := syscall.Mmap(-1, 0, 1<<20, 3, 0x22); for i := 0; i < len(b); i += 4096 { b[i] = 1 } }",
    ),
    (
        "a huge mapping",
        "b, _ := syscall.Mmap(-1, 0, 1<<33, 3, 0x4022); for i := 0; i < len(b); i += 4096 { b[i] = 1 }",
    ),
    (
        "a mapping into which a file is read",
        "f, _ := os.Open(\"/dev/zero\"); b, _ := syscall.Mmap(-1, 0, 1<<33, 3, 0x4022); for i := 0; ; i += 1<<20 { f.Read(b[i:i+1<<20]) }",
    ),
    ("many inputs", ""),
];

#[test]
fn sessions_respect_the_limit() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
    let mut wrong = Vec::new();
    for (name, input) in select_cases(SESSION_INPUTS.to_vec()) {
        let inputs = match name {
            "many inputs" => (0..40).map(|n| format!("s{n} := make([]byte, 10<<20)\n")).collect(),
            _ => format!("{input}\n"),
        };
        let RunResult { status, peak_kb, cpu, stderr } = run_session(&inputs);
        let says = stderr.contains(&format!("out of memory: the limit is {LIMIT_MB} MiB\n"));
        println!("{name}: peak {} MB, {cpu:.1?}", peak_kb >> 10);
        if status.code() != Some(2) || !says || peak_kb > MAX_PEAK_KB {
            let head: String = stderr.chars().take(300).collect();
            wrong.push(format!("{name}: {status}, peak {} MB\n{head}", peak_kb >> 10));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Inputs that run out of memory. After the failure the next input has memory again, and all goroutines of the failing
/// one have ended.
const FAILING_INPUTS: &[(&str, &str)] = &[
    ("garbage of a call", "func() { var s [][]int; for { s = append(s, make([]int, 1000)) } }()"),
    ("sleepers", "for { go time.Sleep(time.Hour) }"),
    (
        "goroutines with stacks",
        "func f(n int) { var a [50]int; if n > 0 { f(n - 1) }; select {}; _ = a }; for { go f(50) }",
    ),
    (
        "goroutines that allocate",
        "for { go func() { var s [][]int; for { s = append(s, make([]int, 1000)) } }(); runtime.Gosched() }",
    ),
    (
        "waiters of all kinds",
        "func() { var l, l2 sync.Mutex; l.Lock(); var w sync.WaitGroup; w.Add(1); c, n := sync.NewCond(&l2), make(chan int); \
         defer println(l2.TryLock()); \
         for { go l.Lock(); go w.Wait(); go func() { l2.Lock(); defer l2.Unlock(); c.Wait() }(); go func() { n <- 1 }(); \
         go func() { select { case <-n: case n <- 1: } }() } }()",
    ),
];

#[test]
fn a_session_goes_on_when_an_input_has_failed() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
    let mut wrong = Vec::new();
    for (name, failing) in select_cases(FAILING_INPUTS.to_vec()) {
        let mut inputs = String::from("x := 5\n");
        for _ in 0..3 {
            inputs +=
                &format!("{failing}\nruntime.GC(); println(\"x is\", x, runtime.NumGoroutine())\n");
        }
        let RunResult { peak_kb, stderr, cpu, .. } = run_session(&inputs);
        println!("{name}: peak {} MB, {cpu:.1?}", peak_kb >> 10);
        let count = |texts_respect_the_limit: &str| stderr.matches(texts_respect_the_limit).count();
        if (count("out of memory: the limit is"), count("x is 5 1\n")) != (3, 3)
            || peak_kb > MAX_PEAK_KB
        {
            let head: String = stderr.chars().take(2000).collect();
            wrong.push(format!("{name}: peak {} MB\n{head}", peak_kb >> 10));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The stacks of goroutines that have ended are kept for reuse, unless the heap needs their memory. The slots of ended
/// goroutines in the scheduler stay, as in Go.
#[test]
fn memory_of_ended_goroutines_can_be_used_by_the_heap() {
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
    let inputs = "func() { c := make(chan int); var w sync.WaitGroup; \
                  for range 250000 { w.Go(func() { <-c }) }; close(c); w.Wait() }()\n\
                  var b [][]byte; for range 150 { b = append(b, make([]byte, 1<<20)) }; println(len(b))\n";
    let RunResult { peak_kb, stderr, .. } = run_session(inputs);
    assert!(stderr.ends_with("150\n") && peak_kb <= MAX_PEAK_KB, "{peak_kb} KB: {stderr}");
}

#[test]
fn enough_allocation_cases_are_tested() {
    let all: usize = PROGRAMS.map(|p| cases_of(p).len()).iter().sum();
    assert!(all >= MIN_CASES, "{all} ways");
}
