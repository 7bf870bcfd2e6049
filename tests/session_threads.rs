//! Other threads act on the running input of a session: they freeze and thaw its goroutines, and they interrupt it.
//! Also checks the resources that a dropped session leaves behind.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

#[path = "support/sessions.rs"]
mod sessions;

use minigo::inspect::Detail;
use minigo::session::{Options, SessionHandle};
use minigo_vm::InputEnd;
use sessions::{SessionRun, with_session, with_session_options};
use std::sync::atomic::{AtomicBool, Ordering};

impl SessionRun<'_> {
    /// Evaluates the input while another thread calls `meanwhile` again and again.
    fn eval_while(
        &mut self,
        text: &str,
        meanwhile: impl Fn(&SessionHandle) + Sync,
    ) -> Option<InputEnd> {
        let remote = self.session.remote();
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::SeqCst) {
                    meanwhile(&remote);
                }
            });
            let result = self.eval(text);
            over.store(true, Ordering::SeqCst);
            assert!(result.diagnostics.is_empty(), "{text}: {:?}", result.diagnostics);
            result.end
        })
    }
}

/// Freezes all goroutines, then thaws them.
fn freeze_and_thaw_goroutines(remote: &SessionHandle) {
    let all = remote.inspect_all(Detail::GOROUTINES).goroutines;
    let frozen: Vec<u64> = all.iter().map(|g| g.id).filter(|&id| remote.freeze(id)).collect();
    std::thread::yield_now();
    frozen.iter().for_each(|&id| assert!(remote.thaw(id) || !has_goroutine(remote, id), "{id}"));
}

fn has_goroutine(remote: &SessionHandle, id: u64) -> bool {
    remote.inspect_all(Detail::GOROUTINES).goroutines.iter().any(|g| g.id == id)
}

/// An input whose goroutines are frozen and thawed continues, whether it is frozen itself or waits for a frozen
/// goroutine.
#[test]
fn thawed_goroutines_continue() {
    with_session(|s| {
        s.eval_ok("done := make(chan int)");
        let yields = "for range 200 { runtime.Gosched() }";
        let inputs = [yields.to_owned(), format!("go func() {{ {yields}; done <- 1 }}(); <-done")];
        for i in 0..40 {
            let end = s.eval_while(&inputs[i % 2], freeze_and_thaw_goroutines);
            assert_eq!(end, Some(InputEnd::Returned), "input {i}");
        }
    });
}

/// A second interrupt ends an input whose deferred calls do not return.
#[test]
fn deferred_calls_that_do_not_return_are_interrupted_too() {
    with_session(|s| {
        s.eval_ok("n := 0");
        let spins = "func() { defer func() { for { n++ } }(); for { n++ } }()";
        // An interrupt may come before the input has executed anything.
        for _ in 0..10_000 {
            assert_eq!(s.eval_while(spins, SessionHandle::interrupt), Some(InputEnd::Interrupted));
            if s.eval("n > 0").values.iter().any(|value| value.text == "true") {
                break;
            }
        }
        s.expect_values("n > 0", &["true : bool"]);
        // Without a sleeping goroutine, the selects would be deadlocks, which end an input, too.
        s.eval_ok("go time.Sleep(time.Hour)");
        for text in [
            "func() { defer func() { select {} }(); select {} }()",
            "func() { defer func() { for { time.Sleep(1) } }(); time.Sleep(time.Hour) }()",
        ] {
            assert_eq!(
                s.eval_while(text, SessionHandle::interrupt),
                Some(InputEnd::Interrupted),
                "{text}"
            );
        }
        // An exit by deferred calls is still reported.
        s.expect_end("func() { defer os.Exit(3); panic(1) }()", InputEnd::Exited(3));
    });
}

/// Returns the number of the process's open descriptors for files of `dir` or for pipes, and the number of threads that
/// a machine has started in the process.
fn open_resource_counts(dir: &std::path::Path) -> (usize, usize) {
    let targets = std::fs::read_dir("/proc/self/fd").unwrap().flatten();
    let targets = targets.filter_map(|fd| std::fs::read_link(fd.path()).ok());
    let is_ours = |target: &std::path::PathBuf| {
        target.starts_with(dir) || target.to_string_lossy().starts_with("pipe:")
    };
    let threads = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    let names = threads.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
    (targets.filter(is_ours).count(), names.filter(|name| name.starts_with("minigo-")).count())
}

/// A dropped session leaves no file open, and no thread that reads from a pipe of its own. The test runs in a process
/// of its own, because other tests open files, too.
#[test]
fn nothing_is_left_open() {
    const CHILD_PROCESS_ENV_VAR: &str = "MINIGO_TEST_LEFT_OPEN";
    if std::env::var_os(CHILD_PROCESS_ENV_VAR).is_none() {
        let this = std::env::current_exe().unwrap();
        let mut child = std::process::Command::new(this);
        child
            .args(["nothing_is_left_open", "--exact", "--test-threads=1"])
            .env(CHILD_PROCESS_ENV_VAR, "1");
        let out = child.output().unwrap();
        return assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stdout));
    }
    let dir = std::env::temp_dir().join(format!("minigo-left-open-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let before = open_resource_counts(&dir);
    for round in 0..20 {
        with_session_options(Options::default(), |s| {
            s.eval_ok(&format!("var files []*os.File; dir := {:?}", dir.to_str().unwrap()));
            s.eval_ok("for i := range 9 { f, err := os.Create(dir + \"/\" + string(rune('a'+i))); if err != nil { panic(err) }; files = append(files, f) }");
            s.eval_ok("files[0].Close(); d, _ := os.Open(dir)");
            s.eval_ok(
                "fd, _, e := syscall.Syscall6(syscall.SYS_DUP, files[1].Fd(), 0, 0, 0, 0, 0)",
            );
            s.expect_values("e == 0", &["true : bool"]);
            s.eval_ok("var raw, idle [2]int; _ = syscall.Pipe(raw[:]); _ = syscall.Pipe(idle[:])");
            s.eval_ok("began := make(chan bool)");
            s.eval_ok(
                "go func() { began <- true; syscall.Read(raw[0], make([]byte, 1)) }(); _ = <-began",
            );
            s.eval_ok("r, w, _ := os.Pipe(); go r.Read(make([]byte, 1))");
            s.eval_ok("l, _ := net.Listen(\"unix\", dir + \"/socket\"); go l.Accept()");
            s.eval_ok("time.Sleep(time.Millisecond); syscall.Unlink(dir + \"/socket\"); _, _, _ = d, w, fd");
            assert!(open_resource_counts(&dir).0 > before.0 + 8, "round {round}");
        });
        // The reading thread returns from its call some time after the pipe was closed.
        let ended = (0..2000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(1));
            open_resource_counts(&dir) == before
        });
        assert!(ended, "round {round}: {before:?} before, {:?} after", open_resource_counts(&dir));
    }
    std::fs::remove_dir_all(&dir).unwrap();
}
