//! The number of threads of a program, and signal handling that needs no thread: the process reacts to Ctrl-\\ however
//! busy or idle the program is.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn a_thousand_connections_need_few_threads() {
    // Besides the threads that run goroutines there are sysmon, the collector's, one that waits for the network, and
    // each thread whose P was taken while it was off the processor in a call. The number of threads whose P was taken
    // depends on the system. Still, the limit shows that there is no thread per connection.
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

#[test]
fn marking_threads_are_kept_and_only_started_for_a_large_heap() {
    let source = r#"
package main

import (
	"os"
	"runtime"
	"strings"
)

type node struct{ next *node }

// The threads of the process that mark, by their numbers.
func marking() map[string]bool {
	found := map[string]bool{}
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, task := range tasks {
		name, _ := os.ReadFile("/proc/self/task/" + task.Name() + "/comm")
		if strings.HasPrefix(string(name), "minigo-gc") {
			found[task.Name()] = true
		}
	}
	return found
}

func main() {
	if n := len(marking()); n != 0 {
		println("before any collection:", n)
	}
	var list *node
	for range 4 << 20 {
		list = &node{list}
	}
	runtime.GC()
	runtime.GC()
	first := marking()
	if len(first) < 2 || len(first) > 8 {
		println("of 8 processors, 7 of them idle:", len(first))
	}
	for range 5 {
		runtime.GC()
		now := marking()
		for thread := range first {
			if !now[thread] {
				println("a thread has ended")
			}
		}
		if len(now) > 8 {
			println("too many:", len(now))
		}
	}
	runtime.KeepAlive(list)
}
"#;
    let dir = std::env::temp_dir().join(format!("minigo-marking-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("main.go"), source).unwrap();
    let ran = support::minigo(&dir, &["run", "--procs", "8", "main.go"], "");
    let _ = std::fs::remove_dir_all(&dir);
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
}

/// Waits until the program has printed a line, sends it a signal, and returns its status and standard error.
fn signal_after_line(signal: i32, name: &str, procs: &str, source: &str) -> (Option<i32>, String) {
    // SAFETY: the call takes numbers only.
    act_after_line(name, procs, source, |pid| assert_eq!(unsafe { libc::kill(pid, signal) }, 0))
}

/// Waits until the program has printed a line, runs `act` on its process, and returns its status and standard error.
fn act_after_line(
    name: &str,
    procs: &str,
    source: &str,
    act: impl FnOnce(libc::pid_t),
) -> (Option<i32>, String) {
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
    let _watch = support::TimeoutWatch::new(&child);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    act(child.id() as libc::pid_t);
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
    let (status, text) = signal_after_line(libc::SIGQUIT, "busy", "2", source);
    assert_eq!(status, Some(2), "{text}");
    assert!(
        text.starts_with("SIGQUIT: quit\n") && text.matches("main.spin(").count() == 3,
        "{text}"
    );
}

#[test]
fn an_idle_program_answers_sigquit() {
    // The main goroutine is asleep before the other one prints.
    let source = "package main\nimport (\"os\"; \"time\")\n\
        func main() {\n\
        time.AfterFunc(50 * time.Millisecond, func() { os.Stdout.WriteString(\"ready\\n\") })\n\
        time.Sleep(time.Hour)\n\
        }\n";
    let (status, text) = signal_after_line(libc::SIGQUIT, "idle", "2", source);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.starts_with("SIGQUIT: quit\n") && text.contains("goroutine 1 [sleep"), "{text}");
}

const SPINNING_PROGRAM: &str = "package main\nimport (\"os\"; \"time\")\nfunc spin() { for {} }\n\
    func main() { go spin(); os.Stdout.WriteString(\"ready\\n\"); time.Sleep(time.Hour) }\n";

#[test]
fn fatal_signals_sent_by_kill_dump_goroutines() {
    for (signal, text) in [
        (libc::SIGABRT, "SIGABRT: abort\n"),
        (libc::SIGSEGV, "SIGSEGV: segmentation violation\n"),
        (libc::SIGBUS, "SIGBUS: bus error\n"),
    ] {
        for procs in ["1", "2"] {
            let (status, told) = signal_after_line(signal, "sent", procs, SPINNING_PROGRAM);
            assert_eq!(status, Some(2), "{told}");
            assert!(told.starts_with(text) && told.contains("main.spin("), "{told}");
            assert!(told.contains("goroutine 1 ["), "{told}");
        }
    }
}

/// Sends a signal to the process's thread with this index, by age, or to the last one; returns false if that thread has
/// ended.
fn send_to_thread(pid: libc::pid_t, nth: usize, signal: i32) -> bool {
    let mut threads: Vec<i64> = std::fs::read_dir(format!("/proc/{pid}/task"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap().parse().unwrap())
        .collect();
    threads.sort_unstable();
    let thread = threads[nth.min(threads.len() - 1)];
    // SAFETY: the call takes numbers only.
    unsafe { libc::syscall(libc::SYS_tgkill, pid, thread, signal) == 0 }
}

/// The kernel chooses the thread that receives a signal. Every thread must handle the signal in the same way, even an
/// idle one.
#[test]
fn a_failure_signal_to_any_thread_dumps_goroutines() {
    for nth in 0..4 {
        let (status, told) = act_after_line("thread", "2", SPINNING_PROGRAM, |pid| {
            // A thread may end before the signal is sent.
            while !send_to_thread(pid, nth, libc::SIGBUS) {}
        });
        assert_eq!(status, Some(2), "{told}");
        assert!(told.starts_with("SIGBUS: bus error\n") && told.contains("main.spin("), "{told}");
    }
}
