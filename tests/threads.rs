//! How many threads a program takes, and that signals need none: however busy or idle it is, Ctrl-\\ is answered.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn a_thousand_connections_need_few_threads() {
    // Some beside those that work: the one that looks after the others, the collector's, one that waits for the network, and
    // each that the machine has taken off its processor amid a call, while its P went on. How many these are is up to the
    // machine; that a thread per connection is none of it shows whatever it does.
    for procs in ["1", "2", "4"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let args = ["run", "--procs", procs, "tests/programs/std/net_many.go", "1000", "1500"];
        let ran = support::minigo(root, &args, "");
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let mut words = ran.stderr.split_whitespace().skip_while(|word| *word != "threads");
        let threads: usize = words.nth(1).unwrap().parse().unwrap();
        assert!(threads < 100, "{threads} threads on {procs} processors");
    }
}

/// Lets the program print a line, sends it SIGQUIT, and returns its status and standard error.
fn quit(name: &str, procs: &str, source: &str) -> (Option<i32>, String) {
    send("-QUIT", name, procs, source)
}

/// The same with another signal.
fn send(signal: &str, name: &str, procs: &str, source: &str) -> (Option<i32>, String) {
    let dir = std::env::temp_dir().join(format!("minigo-threads-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("main.go");
    std::fs::write(&file, source).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_minigo"))
        .env("MINIGOCACHE", "off")
        .args(["run", "--procs", procs])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    let status = child.wait().unwrap();
    let _ = std::fs::remove_dir_all(&dir);
    (status.code(), text)
}

#[test]
fn a_busy_program_answers_sigquit() {
    let source = "package main\nimport \"os\"\nfunc spin() { for {} }\n\
        func main() { go spin(); go spin(); go spin(); os.Stdout.WriteString(\"ready\\n\"); for {} }\n";
    let (status, text) = quit("busy", "2", source);
    assert_eq!(status, Some(2), "{text}");
    assert!(
        text.starts_with("SIGQUIT: quit\n") && text.matches("main.spin(").count() == 3,
        "{text}"
    );
}

#[test]
fn an_idle_program_answers_sigquit() {
    // Main is asleep before the other says so.
    let source = "package main\nimport (\"os\"; \"time\")\n\
        func main() {\n\
        time.AfterFunc(50 * time.Millisecond, func() { os.Stdout.WriteString(\"ready\\n\") })\n\
        time.Sleep(time.Hour)\n\
        }\n";
    let (status, text) = quit("idle", "2", source);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.starts_with("SIGQUIT: quit\n") && text.contains("goroutine 1 [sleep"), "{text}");
}

#[test]
fn signals_of_failures_dump_when_they_are_sent() {
    let source = "package main\nimport (\"os\"; \"time\")\nfunc spin() { for {} }\n\
        func main() { go spin(); os.Stdout.WriteString(\"ready\\n\"); time.Sleep(time.Hour) }\n";
    for (signal, text) in [
        ("-ABRT", "SIGABRT: abort\n"),
        ("-SEGV", "SIGSEGV: segmentation violation\n"),
        ("-BUS", "SIGBUS: bus error\n"),
    ] {
        for procs in ["1", "2"] {
            let (status, told) = send(signal, "sent", procs, source);
            assert_eq!(status, Some(2), "{told}");
            assert!(told.starts_with(text) && told.contains("main.spin("), "{told}");
            assert!(told.contains("goroutine 1 ["), "{told}");
        }
    }
}
