//! A [`Host`] that refuses calls or panics: the program receives the error, and nothing else is affected.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failing test may panic and print the reason"
)]

use minigo::session::{Options, Session, SyntaxStore};
use minigo_vm::InputEnd;
use minigo_vm::host::process::{ProcessSpec, RUSAGE_BYTES};
use minigo_vm::host::sockets::Sockets;
use minigo_vm::host::{FdCall, Host, PathCall, STAT_BYTES, SysResult, SystemHost};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

/// The host's reaction to a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HostReaction {
    Kind,
    Refuses,
    Panics,
}

/// A host that makes real system calls, but refuses calls or panics in them as `reactions` says; the host stores the
/// output.
struct ReactingHost {
    system: SystemHost,
    /// The reaction to calls that may fail, and the reaction to calls that may not.
    reactions: Mutex<(HostReaction, HostReaction)>,
    written_output: Mutex<String>,
}

impl ReactingHost {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            system: SystemHost::new(vec![b"moody".to_vec()]),
            reactions: Mutex::new((HostReaction::Kind, HostReaction::Kind)),
            written_output: Mutex::default(),
        })
    }

    fn set_reactions(&self, fallible: HostReaction, infallible: HostReaction) {
        *self.reactions.lock().unwrap() = (fallible, infallible);
    }

    /// Applies the reaction to a call that may fail.
    fn react_fallibly(&self) -> SysResult<()> {
        match self.reactions.lock().unwrap().0 {
            HostReaction::Kind => return Ok(()),
            HostReaction::Refuses => return Err(libc::EPERM),
            HostReaction::Panics => {}
        }
        panic!("a panic of the host");
    }

    /// Applies the reaction to a call that may not fail.
    fn react_infallibly(&self) {
        let mood = self.reactions.lock().unwrap().1;
        assert!(mood != HostReaction::Panics, "a panic of the host");
    }

    fn output(&self) -> String {
        std::mem::take(&mut self.written_output.lock().unwrap())
    }
}

macro_rules! moody {
    ($(fn $name:ident(&self $(, $arg:ident: $ty:ty)*) -> SysResult<$of:ty>;)*) => { $(
        fn $name(&self $(, $arg: $ty)*) -> SysResult<$of> {
            self.react_fallibly()?;
            self.system.$name($($arg),*)
        }
    )* };
    (plain $(fn $name:ident(&self) -> $of:ty;)*) => { $(
        fn $name(&self) -> $of {
            self.react_infallibly();
            self.system.$name()
        }
    )* };
}

impl Host for ReactingHost {
    moody! { plain
        fn args(&self) -> Vec<Vec<u8>>;
        fn environ(&self) -> Vec<Vec<u8>>;
        fn monotonic(&self) -> i64;
        fn wall_clock(&self) -> (i64, i32);
        fn random(&self) -> u64;
        fn cpus(&self) -> usize;
        fn thread_id(&self) -> i64;
    }
    moody! {
        fn read(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize>;
        fn pread(&self, fd: i32, buf: &mut [u8], at: i64) -> SysResult<usize>;
        fn pwrite(&self, fd: i32, buf: &[u8], at: i64) -> SysResult<usize>;
        fn lseek(&self, fd: i32, off: i64, whence: i32) -> SysResult<i64>;
        fn open(&self, path: &[u8], flags: i32, mode: u32) -> SysResult<i32>;
        fn stat(&self, fd: i32, path: &[u8], follow: bool, out: &mut [u8; STAT_BYTES]) -> SysResult<()>;
        fn path_call(&self, call: PathCall, a: &[u8], b: &[u8], x: i64, y: i64) -> SysResult<()>;
        fn fd_call(&self, call: FdCall, fd: i32, x: i64, y: i64) -> SysResult<()>;
        fn readlink(&self, path: &[u8]) -> SysResult<Vec<u8>>;
        fn getcwd(&self) -> SysResult<Vec<u8>>;
        fn read_dirents(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize>;
        fn pipe(&self) -> SysResult<(i32, i32)>;
        fn kill(&self, pid: i32, signal: i32) -> SysResult<()>;
        fn start_process(&self, spec: &ProcessSpec) -> SysResult<i32>;
        fn wait_process(&self, pid: i32, options: i32, usage: &mut [u8; RUSAGE_BYTES]) -> SysResult<(i32, i32)>;
        fn fill_random(&self, bytes: &mut [u8]) -> SysResult<()>;
        fn syscall(&self, number: i64, args: [u64; 6]) -> SysResult<u64>;
    }
    fn write(&self, _: i32, buf: &[u8]) -> SysResult<usize> {
        self.react_fallibly()?;
        self.written_output.lock().unwrap().push_str(&String::from_utf8_lossy(buf));
        Ok(buf.len())
    }
    fn sys_info(&self, what: i64) -> i64 {
        self.react_infallibly();
        self.system.sys_info(what)
    }
    fn nanosleep(&self, pause: Duration) {
        self.react_infallibly();
        self.system.nanosleep(pause);
    }
    fn sockets(&self) -> &dyn Sockets {
        match self.react_fallibly() {
            Ok(()) => self.system.sockets(),
            Err(_) => &minigo_vm::host::sockets::NoSockets,
        }
    }
}

/// Runs `work` with a session on a [`ReactingHost`], and ends the process if that takes too long, because a hang is a
/// failure.
fn with_host(work: impl FnOnce(&mut Session<'_>, &Arc<ReactingHost>) + Send + 'static) {
    let (done, ended) = mpsc::channel();
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(move || {
        let (store, host) = (SyntaxStore::default(), ReactingHost::new());
        let options = Options { host: Some(host.clone()), ..Options::default() };
        let mut session = Session::new(&store, &options).unwrap();
        work(&mut session, &host);
        drop(session);
        let _ = done.send(());
    });
    let thread = thread.unwrap();
    match ended.recv_timeout(Duration::from_secs(100)) {
        Err(mpsc::RecvTimeoutError::Timeout) => {
            eprintln!("it hangs");
            std::process::abort();
        }
        // Joining the thread reports its failure.
        _ => thread.join().unwrap(),
    }
}

fn eval_value(session: &mut Session<'_>, text: &str) -> String {
    let evaluation = session.eval("in", text);
    assert!(!evaluation.is_rejected(), "{text}: {:?}", evaluation.diagnostics.as_slice());
    assert_eq!(evaluation.end, Some(InputEnd::Returned), "{text}");
    evaluation.values.first().map_or_else(String::new, |value| value.text.clone())
}

/// Inputs that need system calls, and their values if the host refuses the calls.
const REFUSED_INPUTS: &[(&str, &str)] = &[
    (
        "_, err := os.ReadFile(\"/etc/passwd\"); err.Error()",
        "\"open /etc/passwd: operation not permitted\"",
    ),
    ("_, err := os.Getwd(); err != nil", "true"),
    ("_, err := os.Stat(\"/\"); err.Error()", "\"stat /: operation not permitted\""),
    ("os.Mkdir(\"/tmp/x\", 0o755) != nil", "true"),
    (
        "_, err := fmt.Println(\"text\"); err.Error()",
        "\"write /dev/stdout: operation not permitted\"",
    ),
    ("exec.Command(\"/bin/true\").Run() != nil", "true"),
    ("_, err := net.Listen(\"tcp\", \"127.0.0.1:0\"); err != nil", "true"),
    ("_, _, err := os.Pipe(); err != nil", "true"),
    ("_, err := os.ReadDir(\"/\"); err != nil", "true"),
    ("_, err := time.LoadLocation(\"Europe/Berlin\"); err != nil", "true"),
    ("_, err := syscall.Mmap(-1, 0, 4096, 1, 0x22); err.Error()", "\"operation not permitted\""),
    ("syscall.Kill(syscall.Getpid(), 0) != nil", "true"),
];

#[test]
fn refusals_are_errors() {
    with_host(|session, host| {
        assert_eq!(
            eval_value(session, "import (\"crypto/rsa\"; \"crypto/rand\"; \"os/exec\"); 1"),
            "1"
        );
        host.set_reactions(HostReaction::Refuses, HostReaction::Kind);
        for (input, expected) in REFUSED_INPUTS {
            assert_eq!(eval_value(session, input), *expected, "{input}");
        }
        // As in Go, a program does not go on without randomness.
        for input in ["rand.Read(make([]byte, 10))", "rsa.GenerateKey(rand.Reader, 1024)"] {
            assert_eq!(session.eval("in", input).end, Some(InputEnd::Failed), "{input}");
        }
        host.set_reactions(HostReaction::Kind, HostReaction::Kind);
        assert_eq!(eval_value(session, "fmt.Println(\"again\"); 7"), "7");
        assert_eq!(host.output(), "again\n");
    });
}

/// Inputs in which the host panics, each in another kind of call.
const PANICKING_INPUTS: &[&str] = &[
    "os.ReadFile(\"/etc/passwd\")",
    "fmt.Println(\"text\")",
    "os.Getwd()",
    "os.Stat(\"/\")",
    "net.Listen(\"tcp\", \"127.0.0.1:0\")",
    "exec.Command(\"/bin/true\").Run()",
    "syscall.Getpagesize(); syscall.Mmap(-1, 0, 4096, 1, 0x22)",
    "rsa.GenerateKey(rand.Reader, 1024)",
    "println(1)",
    "panic(1)",
    "var m map[int]int; m[1] = 2",
];

#[test]
fn a_panic_ends_the_input_and_nothing_hangs() {
    for input in PANICKING_INPUTS {
        with_host(move |session, host| {
            assert_eq!(
                eval_value(
                    session,
                    "import (\"crypto/rsa\"; \"crypto/rand\"; \"os/exec\"); x := 5"
                ),
                ""
            );
            host.set_reactions(HostReaction::Panics, HostReaction::Kind);
            let end = session.eval("in", input).end;
            assert_eq!(end, Some(InputEnd::Failed), "{input}");
            host.set_reactions(HostReaction::Kind, HostReaction::Kind);
            // Either the session continues, or it reports that it has ended.
            if session.has_ended() {
                assert_eq!(session.eval("in", "x").end, Some(InputEnd::Failed));
            } else {
                assert_eq!(eval_value(session, "x + 1"), "6", "{input}");
            }
        });
    }
}

#[test]
fn a_panic_in_a_blocking_call_is_an_error() {
    with_host(|session, host| {
        eval_value(session, "x := 5; c := make(chan int)");
        host.set_reactions(HostReaction::Panics, HostReaction::Kind);
        assert_eq!(session.eval("in", "os.ReadFile(\"/etc/passwd\")").end, Some(InputEnd::Failed));
        host.set_reactions(HostReaction::Kind, HostReaction::Kind);
        // sysmon calls the host, too. If the panic occurs in sysmon, the session reports that it has ended.
        if session.has_ended() {
            assert_eq!(session.eval("in", "x").end, Some(InputEnd::Failed));
        } else {
            assert_eq!(eval_value(session, "go func() { c <- x }(); <-c"), "5");
        }
        let output = host.output();
        assert!(output.is_empty() || output.contains("a panic of the host"), "{output}");
    });
}

#[test]
fn panics_of_clocks_end_the_machine_and_no_other() {
    for input in [
        "time.Now()",
        "time.Sleep(1)",
        "for { runtime.Gosched() }",
        "rand.Int()",
        "os.Getpid()",
        "make(chan int) <- 1",
    ] {
        with_host(move |session, host| {
            let (store, other) = (SyntaxStore::default(), ReactingHost::new());
            let options = Options { host: Some(other), ..Options::default() };
            let mut second = Session::new(&store, &options).unwrap();
            host.set_reactions(HostReaction::Panics, HostReaction::Panics);
            let end = session.eval("in", input).end;
            assert!(
                matches!(end, Some(InputEnd::Failed | InputEnd::Deadlocked)),
                "{input}: {end:?}"
            );
            assert_eq!(eval_value(&mut second, "time.Now().Year() > 2000"), "true");
        });
    }
}
