//! What a program shows of its goroutines when it fails or is asked to: `GOTRACEBACK`, `debug.SetTraceback`, signals, `schedtrace`.
//!
//! Expectations are what Go 1.27 shows, with frames of its runtime left out.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::process::Command;

/// Runs the program with this in its environment; returns the status and standard error.
fn run(text: &str, environment: &[(&str, &str)]) -> (i32, String) {
    let unique = std::thread::current().name().unwrap_or("main").to_owned();
    let dir = std::env::temp_dir().join(format!("minigo-dumps-{}-{unique}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("a.go"), text).unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_minigo"))
        .args(["run", "a.go"])
        .envs(environment.iter().copied())
        .current_dir(&dir)
        .output()
        .unwrap();
    let _ = std::fs::remove_dir_all(&dir);
    (out.status.code().unwrap_or(-1), String::from_utf8_lossy(&out.stderr).into_owned())
}

fn program(imports: &str, end: &str) -> String {
    format!(
        "package main\n\nimport (\n{imports})\n\nfunc main() {{\n\tc := make(chan int)\n\t\
         go func() {{ c <- 1; c <- 2 }}()\n\t<-c\n\t{end}\n}}\n"
    )
}

/// The heads of the goroutines that are shown.
fn heads(stderr: &str) -> Vec<&str> {
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
        assert_eq!(heads(&stderr), want, "{level}: {stderr}");
        assert_eq!(status, 2, "{level}: {stderr}");
        assert!(level != "none" || !stderr.contains("who waits for whom"), "{stderr}");
        assert!(stderr.contains("panic: ") || stderr.contains("fatal error: "), "{stderr}");
    }
}

#[test]
fn a_program_can_ask_for_more_but_not_for_less() {
    let text = program("\t\"runtime/debug\"\n", "debug.SetTraceback(\"LEVEL\"); panic(1)");
    for (level, environment, want) in [
        ("all", "", 2),
        ("none", "", 1),
        ("none", "all", 2),
        ("single", "none", 1),
        ("x", "none", 1),
    ] {
        let (_, stderr) = run(&text.replace("LEVEL", level), &[("GOTRACEBACK", environment)]);
        assert_eq!(heads(&stderr).len(), want, "{level} {environment}: {stderr}");
    }
}

#[test]
fn a_deadlock_of_many_is_told_whole() {
    // The holder is none of the first, and one of many that stand at the same line.
    let text = "package main\n\nimport (\n\t\"runtime\"\n\t\"sync\"\n)\n\nvar mu sync.Mutex\n\nfunc main() {\n\t\
        runtime.GOMAXPROCS(1)\n\tgo func() { select {} }()\n\tfor range 150 {\n\t\tgo func() { mu.Lock(); mu.Lock() }()\n\t}\n\tselect {}\n}\n";
    let (_, stderr) = run(text, &[]);
    let told = &stderr[stderr.find("who waits for whom").unwrap()..];
    assert!(told.contains(" and 142 more in main.main.func2"), "{told}");
    assert!(told.contains(" holds, and that is stuck too"), "{told}");
    assert!(told.contains("searched among 64 of 152"), "{told}");
    assert!(!told.contains("has ended"), "{told}");
}

#[test]
fn schedtrace_prints_gos_lines() {
    let text = program("\t\"time\"\n", "time.Sleep(50 * time.Millisecond)");
    let (_, stderr) = run(&text, &[("GODEBUG", "gctrace=0,schedtrace=10"), ("GOMAXPROCS", "2")]);
    let lines: Vec<_> = stderr.lines().collect();
    assert!(lines.len() > 2, "{stderr}");
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
    let detail = [("MINIGODEBUG", "schedtrace=10,scheddetail=1"), ("GOMAXPROCS", "2")];
    let (_, stderr) = run(&text, &detail);
    for part in
        ["gcwaiting=false", "\n  P1: status=", "\n  M0: p=", "\n  G1: status=4(sleep) m=nil"]
    {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
}

#[test]
fn schedtrace_tells_who_is_locked_to_a_thread() {
    let text = "package main\n\nimport (\n\t\"runtime\"\n\t\"time\"\n)\n\nfunc main() {\n\tgo func() {\n\t\t\
                runtime.LockOSThread()\n\t\tselect {}\n\t}()\n\ttime.Sleep(50 * time.Millisecond)\n}\n";
    let (_, stderr) = run(text, &[("GODEBUG", "schedtrace=10,scheddetail=1")]);
    let last = stderr.rsplit("SCHED ").next().unwrap();
    let locked = last.lines().find(|l| l.contains("status=4(select (no cases))")).unwrap();
    let (_, m) = locked.split_once(" lockedm=").unwrap();
    assert_ne!(m, "nil", "{last}");
    let id = locked.trim().strip_prefix('G').unwrap().split(':').next().unwrap();
    let owner = last.lines().find(|l| l.starts_with(&format!("  M{m}:"))).unwrap();
    assert!(owner.ends_with(&format!(" lockedg={id}")), "{last}");
    assert!(last.contains(" nmidlelocked=1 "), "{last}");
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
