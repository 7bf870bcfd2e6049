//! `:pause`, `:tick`, `:go`: the scheduler's decisions one at a time, on threads and under a seed, with goroutines that
//! never block for long.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Pipes these inputs into the REPL; returns its standard output and error.
fn repl(inputs: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_minigo"))
        .arg("repl")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("minigo was built");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(inputs.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it was started");
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    (text(output.stdout), text(output.stderr))
}

/// Two goroutines that make each other runnable forever.
const PAIR_INPUT: &str = "a, b := make(chan int), make(chan int)
go func() { for v := range a { b <- v + 1 } }()
go func() { time.Sleep(time.Millisecond); for v := 0; ; { a <- v; v = <-b } }()
time.Sleep(5 * time.Millisecond)
";

/// Returns the numbers of the decisions.
fn decision_numbers(text: &str) -> Vec<u32> {
    text.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect()
}

fn check_scheduler_ticks(before: &str) {
    let inputs = format!("{before}{PAIR_INPUT}:pause\n1 + 1\n:tick 3\n:ps\n:tick\n:go\n20 + 1\n");
    let (out, err) = repl(&inputs);
    let (first, rest) = out.split_once("global queue (").expect("`:ps` was answered");
    assert_eq!(decision_numbers(first), [1, 2, 3], "{out}\n{err}");
    assert!(decision_numbers(rest).starts_with(&[4]), "{out}\n{err}");
    let rules = ["runnext → G", "local queue → G", "global queue", "steals", "idle", "goes on"];
    for line in out.lines().filter(|line| !decision_numbers(line).is_empty() && line.contains(" P"))
    {
        assert!(rules.iter().any(|rule| line.contains(rule)), "{line}");
    }
    assert!(out.contains(" parks: chan "), "{out}\n{err}");
    assert!(err.contains("the scheduler is paused, so no input can run"), "{err}");
    assert!(!out.contains("2 : int") && out.ends_with("21 : int\n"), "{out}\n{err}");
}

#[test]
fn threads_decide_one_at_a_time() {
    check_scheduler_ticks(":procs 2\n");
    check_scheduler_ticks(":procs 1\n");
}

#[test]
fn a_seeded_scheduler_pauses_at_each_decision() {
    check_scheduler_ticks(":seed 5\n:procs 2\n");
}

/// sysmon asks running goroutines to yield, and reports which.
#[test]
fn sysmon_asks_goroutines_that_run() {
    let loops = "func f() { for { } }\nfor range 5 { go f() }\n";
    let (out, err) = repl(&format!(":procs 4\n{loops}:pause\n:tick 8\n:tick 8\n:tick 8\n"));
    assert!(!out.contains("G0"), "{out}\n{err}");
    assert_eq!(decision_numbers(&out).len(), 24, "{out}\n{err}");
}

/// Inspection does not change the state that it shows: a running goroutine is shown as running, however often the test
/// inspects it, and however soon after the start. (The goroutine's time slice is long, because a goroutine that is
/// preempted at this moment is in a queue.)
#[test]
fn a_running_goroutine_is_reported_as_running() {
    let looks = ":why spin\n:gs\n:ps\n:ms\n".repeat(4);
    let (out, err) =
        repl(&format!(":procs 2\n:quantum 1000s\nfunc spin() {{ for {{ }} }}\ngo spin()\n{looks}"));
    assert_eq!(out.matches("main.spin at input·1:1 runs").count(), 4, "{out}\n{err}");
    assert_eq!(out.matches("running").count(), 4, "{out}\n{err}");
    assert_eq!(
        out.lines().filter(|line| line.starts_with('P') && line.contains(" runs G")).count(),
        4,
        "{out}"
    );
    assert!(!out.contains("queue (1 of"), "{out}\n{err}");
}

#[test]
fn without_work_no_decision_is_due() {
    let (_, err) = repl(":seed 1\nc := make(chan int)\n:pause\n:tick\n:reset\n:tick\n:go\n");
    assert!(err.contains("there is no decision to make"), "{err}");
    assert!(err.contains("the scheduler is not paused: :pause first"), "{err}");
}
