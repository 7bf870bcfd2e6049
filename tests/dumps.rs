//! The dumps of goroutines that a program prints when it fails or when a signal or `schedtrace` asks for them, under
//! `GOTRACEBACK` and `debug.SetTraceback`.
//!
//! Expectations are Go 1.27's output without frames of Go's runtime.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::process::Command;

/// Returns the command `minigo run` with these flags for the program `text`.
fn command(dir: &std::path::Path, text: &str, flags: &[&str]) -> Command {
    std::fs::create_dir_all(dir).unwrap();
    std::fs::write(dir.join("a.go"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_minigo"));
    command.env("MINIGOCACHE", "off").arg("run").args(flags).arg("a.go").current_dir(dir);
    command
}

/// Returns the directory of the running test.
fn test_dir() -> std::path::PathBuf {
    let unique = std::thread::current().name().unwrap_or("main").to_owned();
    std::env::temp_dir().join(format!("minigo-dumps-{}-{unique}", std::process::id()))
}

/// Runs the program with these environment variables; returns the exit status and standard error. Goroutines are not
/// preempted, so that the set of goroutines that wait at the end is certain.
fn run(text: &str, environment: &[(&str, &str)]) -> (i32, String) {
    let dir = test_dir();
    let flags = ["--procs", "1", "--without", "preempt"];
    let mut command = command(&dir, text, &flags);
    command.envs(environment.iter().copied());
    let out = support::run_output(command);
    let _ = std::fs::remove_dir_all(&dir);
    (out.status.code().unwrap_or(-1), String::from_utf8_lossy(&out.stderr).into_owned())
}

/// Runs the program until `enough` holds for its standard error; then closes its standard input, which ends the
/// program.
fn run_until(text: &str, godebug: (&str, &str), enough: impl Fn(&str) -> bool) -> String {
    let dir = test_dir();
    let mut command = command(&dir, text, &["--procs", "2"]);
    command.env(godebug.0, godebug.1);
    let ran = support::run_until(command, enough);
    let _ = std::fs::remove_dir_all(&dir);
    ran.stderr
}

fn program(imports: &str, end: &str) -> String {
    format!(
        "package main\n\nimport (\n{imports})\n\nfunc main() {{\n\tc := make(chan int)\n\t\
         go func() {{ c <- 1; c <- 2 }}()\n\t<-c\n\t{end}\n}}\n"
    )
}

/// Returns the header lines of the goroutines in a dump.
fn goroutine_headers(stderr: &str) -> Vec<&str> {
    let lines = stderr.lines().filter(|l| l.starts_with("goroutine ") && l.ends_with("]:"));
    lines.map(|l| &l[l.find('[').unwrap()..]).collect()
}

#[test]
fn gotraceback_says_how_much_is_shown() {
    let fatal = program("\t\"sync\"\n", "var m sync.Mutex; m.Unlock()");
    let deadlock = program("", "select {}");
    let overflow =
        program("", "var f func(int) int; f = func(n int) int { return f(n+1) + 1 }; f(0)");
    let panic = program("", "panic(1)");
    let (one, other) = ("[running]:", "[chan send]:");
    let cases: [(&str, &str, &[&str]); 13] = [
        (&panic, "", &[one]),
        (&panic, "none", &[]),
        (&panic, "single", &[one]),
        (&panic, "all", &[one, other]),
        (&panic, "system", &[one, other]),
        (&panic, "1", &[one, other]),
        (&fatal, "", &[one]),
        (&fatal, "none", &[]),
        (&fatal, "all", &[one, other]),
        (&deadlock, "", &["[select (no cases)]:", other]),
        (&deadlock, "none", &[]),
        (&overflow, "", &[one, other]),
        (&overflow, "none", &[]),
    ];
    for (text, level, want) in cases {
        let (status, stderr) = run(text, &[("GOTRACEBACK", level)]);
        assert_eq!(goroutine_headers(&stderr), want, "{level}: {stderr}");
        assert_eq!(status, 2, "{level}: {stderr}");
        assert!(level != "none" || !stderr.contains("wait-for graph"), "{stderr}");
        assert!(stderr.contains("panic: ") || stderr.contains("fatal error: "), "{stderr}");
    }
}

#[test]
fn set_traceback_can_raise_but_not_lower_gotraceback() {
    let text = program("\t\"runtime/debug\"\n", "debug.SetTraceback(\"LEVEL\"); panic(1)");
    for (level, environment, want) in [
        ("all", "", 2),
        ("none", "", 1),
        ("none", "all", 2),
        ("single", "none", 1),
        ("x", "none", 1),
    ] {
        let (_, stderr) = run(&text.replace("LEVEL", level), &[("GOTRACEBACK", environment)]);
        assert_eq!(goroutine_headers(&stderr).len(), want, "{level} {environment}: {stderr}");
    }
}

#[test]
fn a_deadlock_of_many_goroutines_is_reported_completely() {
    // The goroutine that holds the lock is not among the first, and one of many at the same line.
    let text = "package main\n\nimport (\n\t\"runtime\"\n\t\"sync\"\n)\n\nvar mu sync.Mutex\n\nfunc main() {\n\t\
        runtime.GOMAXPROCS(1)\n\tgo func() { select {} }()\n\tfor range 150 {\n\t\tgo func() { mu.Lock(); mu.Lock() }()\n\t}\n\tselect {}\n}\n";
    let (_, stderr) = run(text, &[]);
    let told = &stderr[stderr.find("wait-for graph").unwrap()..];
    // The report separates the holder from the others.
    assert!(told.contains(" and 141 more in main.main.func2"), "{told}");
    assert!(
        told.contains(" has locked in main.main.func2 at ./a.go:14, and that is stuck too"),
        "{told}"
    );
    assert!(told.contains("which it has locked itself in main.main.func2 at ./a.go:14"), "{told}");
    assert!(told.contains("searched for among 64 of 152"), "{told}");
    assert!(!told.contains("has ended"), "{told}");
}

/// The main goroutine sleeps; the program ends when its standard input ends.
const SLEEPING_PROGRAM: &str = "package main\n\nimport (\n\t\"os\"\n\t\"runtime\"\n\t\"time\"\n)\n\nfunc main() {\n\t\
    go func() {\n\t\truntime.LockOSThread()\n\t\tselect {}\n\t}()\n\t\
    go func() {\n\t\tos.Stdin.Read(make([]byte, 1))\n\t\tos.Exit(0)\n\t}()\n\ttime.Sleep(time.Hour)\n}\n";

#[test]
fn schedtrace_prints_gos_lines() {
    let three = |text: &str| text.matches("SCHED ").count() > 3;
    let stderr = run_until(SLEEPING_PROGRAM, ("GODEBUG", "gctrace=0,schedtrace=10"), three);
    let lines: Vec<_> = stderr.lines().collect();
    assert!(lines.len() > 3, "{stderr}");
    for line in lines {
        let words: Vec<_> = line.split(' ').collect();
        assert!(words[0] == "SCHED" && words[1].ends_with("ms:"), "{line}");
        let names: Vec<_> = words[2..9].iter().map(|w| w.split('=').next().unwrap()).collect();
        let want = [
            "gomaxprocs",
            "idleprocs",
            "threads",
            "spinningthreads",
            "needspinning",
            "idlethreads",
            "runqueue",
        ];
        assert_eq!(names, want, "{line}");
        assert!(words[9] == "[" && words[12] == "]" && words[13] == "schedticks=[", "{line}");
    }
    let parts =
        ["gcwaiting=false", "\n  P1: status=", "\n  M0: p=", "\n  G1: status=4(sleep) m=nil"];
    let all = |text: &str| parts.iter().all(|part| text.contains(part));
    let stderr = run_until(SLEEPING_PROGRAM, ("MINIGODEBUG", "schedtrace=10,scheddetail=1"), all);
    assert!(all(&stderr), "{stderr}");
}

#[test]
fn schedtrace_tells_who_is_locked_to_a_thread() {
    /// Returns the thread of a waiting goroutine that is locked to its thread, if `part` shows such a moment.
    fn locked_thread_line(part: &str) -> Option<&str> {
        let locked = part.lines().find(|l| l.contains("status=4(select (no cases))"))?;
        let (_, m) = locked.split_once(" lockedm=").filter(|(_, m)| *m != "nil")?;
        let id = locked.trim().strip_prefix('G')?.split(':').next()?;
        let owner = part.lines().find(|l| l.starts_with(&format!("  M{m}:")))?;
        let told = owner.ends_with(&format!(" lockedg={id}")) && part.contains(" nmidlelocked=1 ");
        told.then_some(owner)
    }
    let told = |text: &str| text.split("SCHED ").any(|part| locked_thread_line(part).is_some());
    let stderr = run_until(SLEEPING_PROGRAM, ("GODEBUG", "schedtrace=10,scheddetail=1"), told);
    assert!(told(&stderr), "{stderr}");
}

#[test]
fn a_malformed_memory_limit_is_refused() {
    let text = program("\t\"time\"\n", "time.Sleep(1)");
    for limit in ["1GB", "-5", "x", "99999999TiB"] {
        let want = format!(
            "GOMEMLIMIT={limit}\nfatal error: malformed GOMEMLIMIT; see `go doc runtime/debug.SetMemoryLimit`\n"
        );
        assert_eq!(run(&text, &[("GOMEMLIMIT", limit)]), (2, want));
    }
    for limit in ["", "off", "1GiB"] {
        assert_eq!(run(&text, &[("GOMEMLIMIT", limit)]), (0, String::new()));
    }
}
