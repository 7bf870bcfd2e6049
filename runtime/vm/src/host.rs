//! The outside world as one trait: files, streams, clocks, randomness, arguments, environment.
//!
//! A module of its own because a machine reaches nothing outside but through here: sandboxes, virtual time and
//! recordings are other implementations. The calls have the shape of Linux's, since package syscall shows them.

use crate::sockets::{NoSockets, Sockets, SystemSockets};
use minigo_sched::{Clock, SkippingClock, VirtualClock};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::CString;
use std::os::unix::ffi::OsStringExt as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a call gives: a value, or Linux's error number.
pub type SysResult<T> = Result<T, i32>;

/// Bytes of the kernel's `struct stat` on amd64.
pub const STAT_BYTES: usize = 144;

/// Operations on a path; the numbers are package syscall's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i64)]
#[allow(missing_docs, reason = "the names are the system calls'")]
pub enum PathCall {
    Mkdir,
    Unlink,
    Rmdir,
    Rename,
    Link,
    Symlink,
    Chmod,
    Chown,
    Lchown,
    Truncate,
    Chdir,
    Access,
    Utimes,
    Mkfifo,
}

impl PathCall {
    /// The call with this number.
    #[must_use]
    pub fn from_number(n: i64) -> Option<Self> {
        use PathCall as P;
        const ALL: [PathCall; 14] = [
            P::Mkdir,
            P::Unlink,
            P::Rmdir,
            P::Rename,
            P::Link,
            P::Symlink,
            P::Chmod,
            P::Chown,
            P::Lchown,
            P::Truncate,
            P::Chdir,
            P::Access,
            P::Utimes,
            P::Mkfifo,
        ];
        ALL.get(usize::try_from(n).ok()?).copied()
    }
}

/// Operations on an open file; the numbers are package syscall's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i64)]
#[allow(missing_docs, reason = "the names are the system calls'")]
pub enum FdCall {
    Close,
    Sync,
    Truncate,
    Chmod,
    Chown,
    Chdir,
}

impl FdCall {
    /// The call with this number.
    #[must_use]
    pub fn from_number(n: i64) -> Option<Self> {
        use FdCall as F;
        const ALL: [FdCall; 6] = [F::Close, F::Sync, F::Truncate, F::Chmod, F::Chown, F::Chdir];
        ALL.get(usize::try_from(n).ok()?).copied()
    }
}

/// The outside world. Calls may block; the machine makes those without a P.
#[allow(clippy::missing_errors_doc, reason = "all errors are Linux's numbers")]
pub trait Host: Send + Sync {
    /// Program name and arguments.
    fn args(&self) -> Vec<Vec<u8>>;
    /// `KEY=value` each.
    fn environ(&self) -> Vec<Vec<u8>>;
    /// Nanoseconds of a clock that never goes back.
    fn monotonic(&self) -> i64;
    /// The clock behind [`monotonic`](Self::monotonic), if it is one that the scheduler may move.
    fn clock(&self) -> Option<Arc<dyn Clock>> {
        None
    }
    /// Seconds since 1970 and nanoseconds.
    fn wall(&self) -> (i64, i32);
    /// Random bits.
    fn random(&self) -> u64;
    /// Processors that the program may use.
    fn cpus(&self) -> usize;
    /// read(2)
    fn read(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize>;
    /// write(2)
    fn write(&self, fd: i32, buf: &[u8]) -> SysResult<usize>;
    /// pread(2)
    fn pread(&self, fd: i32, buf: &mut [u8], at: i64) -> SysResult<usize>;
    /// pwrite(2)
    fn pwrite(&self, fd: i32, buf: &[u8], at: i64) -> SysResult<usize>;
    /// lseek(2)
    fn lseek(&self, fd: i32, off: i64, whence: i32) -> SysResult<i64>;
    /// openat(2) with `O_CLOEXEC`
    fn open(&self, path: &[u8], flags: i32, mode: u32) -> SysResult<i32>;
    /// fstat(2) when `path` is empty, else stat(2), or lstat(2) without `follow`.
    fn stat(&self, fd: i32, path: &[u8], follow: bool, out: &mut [u8; STAT_BYTES])
    -> SysResult<()>;
    /// Whether an open file is a FIFO.
    fn is_fifo(&self, fd: i32) -> bool {
        let mut bytes = [0; STAT_BYTES];
        if self.stat(fd, b"", true, &mut bytes).is_err() {
            return false;
        }
        // SAFETY: a `stat` is made of numbers, and has this size.
        let stat = unsafe { std::mem::transmute::<[u8; STAT_BYTES], libc::stat>(bytes) };
        stat.st_mode & libc::S_IFMT == libc::S_IFIFO
    }
    /// An operation on paths.
    fn path_call(&self, call: PathCall, a: &[u8], b: &[u8], x: i64, y: i64) -> SysResult<()>;
    /// An operation on an open file.
    fn fd_call(&self, call: FdCall, fd: i32, x: i64, y: i64) -> SysResult<()>;
    /// readlink(2)
    fn readlink(&self, path: &[u8]) -> SysResult<Vec<u8>>;
    /// getcwd(2)
    fn getcwd(&self) -> SysResult<Vec<u8>>;
    /// getdents64(2)
    fn read_dirents(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize>;
    /// pipe2(2)
    fn pipe(&self) -> SysResult<(i32, i32)>;
    /// Process id, parent, user, effective user, group, effective group, page size: by package syscall's numbers.
    fn sys_info(&self, what: i64) -> i64;
    /// kill(2)
    fn kill(&self, pid: i32, signal: i32) -> SysResult<()>;
    /// Waits for so long at most for one of these signals, which are held back in all threads, and takes it. Ends also when
    /// [woken](Self::wake_thread), and without cause.
    fn wait_signal(&self, signals: &[i32], limit: Option<Duration>) -> Option<i32> {
        let _ = signals;
        // Nobody wakes it here.
        std::thread::sleep(limit.unwrap_or(Duration::MAX).min(Duration::from_millis(1)));
        None
    }
    /// Sees to it that the wake of a thread, the one that calls, waits until it can end a [wait](Self::wait_signal).
    fn hold_wake(&self) {}
    /// Ends the wait of the thread with this number, or its next one.
    fn wake_thread(&self, thread: i64) {
        let _ = thread;
    }
    /// Has `taken` called in a signal handler whenever a signal comes: it may only do what handlers may. Where it says no, the
    /// signal does what it does by default.
    fn handle_signal(
        &self,
        signal: i32,
        taken: Box<dyn Fn() -> bool + Send + Sync>,
    ) -> SysResult<()> {
        let _ = (signal, taken);
        Err(libc::ENOSYS)
    }
    /// Whether the process was started with a signal ignored.
    fn ignores_signal(&self, signal: i32) -> bool {
        let _ = signal;
        false
    }
    /// Has the system drop a signal, also one whose handler would run only later, or ends that.
    fn ignore_signal(&self, signal: i32, ignored: bool) -> SysResult<()> {
        let _ = (signal, ignored);
        Err(libc::ENOSYS)
    }
    /// Blocks the thread for so long; see nanosleep(2).
    fn nanosleep(&self, pause: Duration);
    /// The number of the thread that calls.
    fn thread_id(&self) -> i64;
    /// Asks the system to let this thread run for so long at a time. Its share of the processors stays the same; but threads that ask
    /// for less, as all do at first, come before it when they wake.
    fn ask_for_slices(&self, slice: Duration) {
        let _ = slice;
    }
    /// Sockets and pipes; a host may have none.
    fn sockets(&self) -> &dyn Sockets {
        &NoSockets
    }
}

fn signal_set(signals: &[i32]) -> libc::sigset_t {
    let mut set = std::mem::MaybeUninit::uninit();
    // SAFETY: the first call initialises it.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), *signal);
        }
        set.assume_init()
    }
}

/// What a thread is woken with: nobody else has a use for it, and a process that does not wait for it does not notice it.
const WAKE: i32 = libc::SIGURG;

fn hold(signals: &[i32]) {
    let set = signal_set(signals);
    // SAFETY: the set is valid, and nothing else is asked for.
    unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut()) };
}

/// Asks a process that runs a program to dump its goroutines and end, as Ctrl-\\ does.
pub fn ask_to_quit(process: u32) {
    if let Ok(process) = i32::try_from(process) {
        // SAFETY: it takes numbers only; a process that is gone makes it fail.
        unsafe { libc::kill(process, libc::SIGQUIT) };
    }
}

/// Holds SIGQUIT and SIGABRT back, and SIGINT and SIGUSR1 if they are to be waited for too, in this thread and in those that it starts from now on.
pub fn hold_signals(interrupt: bool, user: bool) {
    let dumped = [(libc::SIGQUIT, true), (libc::SIGABRT, true)];
    let wanted = [(libc::SIGINT, interrupt), (libc::SIGUSR1, user)].into_iter().chain(dumped);
    let signals: Vec<i32> = wanted.filter(|(_, held)| *held).map(|(s, _)| s).collect();
    hold(&signals);
}

/// The real world; its time and randomness can be others.
pub struct SystemHost {
    args: Vec<Vec<u8>>,
    start: Instant,
    fake: Option<Fake>,
    /// What ignored signals did before.
    before_ignored: Mutex<HashMap<i32, libc::sigaction>>,
}

/// Time that the scheduler moves, and randomness that can be repeated.
struct Fake {
    clock: Arc<dyn Clock>,
    /// The wall clock when the other one was at 0, in nanoseconds since 1970.
    epoch: i64,
    /// The state of the generator of a seeded run.
    dice: Option<Mutex<u64>>,
}

/// When seeded runs begin, in seconds since 1970: 2009-11-10 23:00:00 UTC, as on the Go playground.
const SEEDED_START: i64 = 1_257_894_000;
/// How many CPUs seeded runs see, on every machine.
const SEEDED_CPUS: usize = 4;

impl SystemHost {
    /// The process's environment with these arguments (the program's name first).
    #[must_use]
    pub fn new(args: Vec<Vec<u8>>) -> Self {
        Self { args, start: Instant::now(), fake: None, before_ignored: Mutex::default() }
    }

    /// Lets time jump over pauses in which all goroutines wait.
    #[must_use]
    pub fn with_virtual_time(mut self) -> Self {
        let (sec, nsec) = self.wall();
        let epoch = sec * 1_000_000_000 + i64::from(nsec);
        self.fake = Some(Fake { clock: Arc::new(SkippingClock::default()), epoch, dice: None });
        self
    }

    /// Takes time from the instructions that have run, randomness from `seed`, and hides the number of CPUs.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        let epoch = SEEDED_START * 1_000_000_000;
        let dice = Some(Mutex::new(seed));
        self.fake = Some(Fake { clock: Arc::new(VirtualClock::new(1)), epoch, dice });
        self
    }
}

/// Turns -1 into the error number.
fn check(n: i64) -> SysResult<i64> {
    if n >= 0 {
        return Ok(n);
    }
    Err(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO))
}

fn c_path(path: &[u8]) -> SysResult<CString> {
    CString::new(path).map_err(|_| libc::EINVAL)
}

fn timespec(nanos: i64) -> libc::timespec {
    if nanos == i64::MIN {
        return libc::timespec { tv_sec: 0, tv_nsec: libc::UTIME_OMIT };
    }
    libc::timespec {
        tv_sec: nanos.div_euclid(1_000_000_000),
        tv_nsec: nanos.rem_euclid(1_000_000_000),
    }
}

/// A libc call whose arguments are all valid for its length.
macro_rules! sys {
    ($call:expr) => {{
        // SAFETY: pointers come from references or C strings that live over the call, with their true lengths.
        check(i64::from(unsafe { $call }))
    }};
}

/// A system call past libc, which makes those that may block points where threads can be cancelled: two locked instructions
/// each time, and nobody cancels threads here.
macro_rules! kernel {
    ($number:ident $(, $arg:expr)*) => {{
        // SAFETY: pointers come from references or C strings that live over the call, with their true lengths.
        check(unsafe { libc::syscall(libc::$number $(, $arg)*) })
    }};
}

impl Host for SystemHost {
    fn args(&self) -> Vec<Vec<u8>> {
        self.args.clone()
    }

    fn environ(&self) -> Vec<Vec<u8>> {
        let vars = std::env::vars_os();
        vars.map(|(k, v)| [k.into_vec(), b"=".to_vec(), v.into_vec()].concat()).collect()
    }

    fn clock(&self) -> Option<Arc<dyn Clock>> {
        self.fake.as_ref().map(|f| f.clock.clone())
    }

    fn monotonic(&self) -> i64 {
        if let Some(fake) = &self.fake {
            if fake.dice.is_some() {
                // Looking takes time: two looks differ, as they do outside.
                fake.clock.pass(1);
            }
            return fake.clock.now() as i64;
        }
        self.start.elapsed().as_nanos() as i64 + 1
    }

    fn wall(&self) -> (i64, i32) {
        if let Some(fake) = &self.fake {
            let now = fake.epoch + fake.clock.now() as i64;
            return (now.div_euclid(1_000_000_000), now.rem_euclid(1_000_000_000) as i32);
        }
        let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: `t` is valid for writing.
        unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &raw mut t) };
        (t.tv_sec, t.tv_nsec as i32)
    }

    fn random(&self) -> u64 {
        if let Some(dice) = self.fake.as_ref().and_then(|f| f.dice.as_ref()) {
            // splitmix64
            let mut state = dice.lock();
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            return z ^ (z >> 31);
        }
        let mut bytes = [0u8; 8];
        // SAFETY: eight bytes are there.
        let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
        if got == 8 { u64::from_ne_bytes(bytes) } else { self.monotonic() as u64 }
    }

    fn cpus(&self) -> usize {
        if self.fake.as_ref().is_some_and(|f| f.dice.is_some()) {
            return SEEDED_CPUS;
        }
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    fn read(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize> {
        kernel!(SYS_read, i64::from(fd), buf.as_mut_ptr(), buf.len()).map(|n| n as usize)
    }

    fn write(&self, fd: i32, buf: &[u8]) -> SysResult<usize> {
        kernel!(SYS_write, i64::from(fd), buf.as_ptr(), buf.len()).map(|n| n as usize)
    }

    fn pread(&self, fd: i32, buf: &mut [u8], at: i64) -> SysResult<usize> {
        kernel!(SYS_pread64, i64::from(fd), buf.as_mut_ptr(), buf.len(), at).map(|n| n as usize)
    }

    fn pwrite(&self, fd: i32, buf: &[u8], at: i64) -> SysResult<usize> {
        kernel!(SYS_pwrite64, i64::from(fd), buf.as_ptr(), buf.len(), at).map(|n| n as usize)
    }

    fn lseek(&self, fd: i32, off: i64, whence: i32) -> SysResult<i64> {
        sys!(libc::lseek(fd, off, whence))
    }

    fn open(&self, path: &[u8], flags: i32, mode: u32) -> SysResult<i32> {
        let path = c_path(path)?;
        let (at, flags) = (i64::from(libc::AT_FDCWD), i64::from(flags | libc::O_CLOEXEC));
        kernel!(SYS_openat, at, path.as_ptr(), flags, u64::from(mode)).map(|fd| fd as i32)
    }

    fn stat(
        &self,
        fd: i32,
        path: &[u8],
        follow: bool,
        out: &mut [u8; STAT_BYTES],
    ) -> SysResult<()> {
        const _: () = assert!(size_of::<libc::stat>() == STAT_BYTES);
        let mut stat = std::mem::MaybeUninit::<libc::stat>::zeroed();
        if path.is_empty() {
            sys!(libc::fstat(fd, stat.as_mut_ptr()))?;
        } else {
            let path = c_path(path)?;
            let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
            sys!(libc::fstatat(libc::AT_FDCWD, path.as_ptr(), stat.as_mut_ptr(), flags))?;
        }
        // SAFETY: it was zeroed before the kernel wrote it, so all its bytes are initialised.
        let bytes = unsafe { *stat.as_ptr().cast::<[u8; STAT_BYTES]>() };
        *out = bytes;
        Ok(())
    }

    fn path_call(&self, call: PathCall, a: &[u8], b: &[u8], x: i64, y: i64) -> SysResult<()> {
        let (a, b) = (c_path(a)?, c_path(b)?);
        let (p, q) = (a.as_ptr(), b.as_ptr());
        let (uid, gid, mode) = (x as u32, y as u32, x as u32);
        let times = [timespec(x), timespec(y)];
        match call {
            PathCall::Mkdir => sys!(libc::mkdir(p, mode)),
            PathCall::Unlink => sys!(libc::unlink(p)),
            PathCall::Rmdir => sys!(libc::rmdir(p)),
            PathCall::Rename => sys!(libc::rename(p, q)),
            PathCall::Link => sys!(libc::link(p, q)),
            PathCall::Symlink => sys!(libc::symlink(p, q)),
            PathCall::Chmod => sys!(libc::chmod(p, mode)),
            PathCall::Chown => sys!(libc::chown(p, uid, gid)),
            PathCall::Lchown => sys!(libc::lchown(p, uid, gid)),
            PathCall::Truncate => sys!(libc::truncate(p, x)),
            PathCall::Chdir => sys!(libc::chdir(p)),
            PathCall::Access => sys!(libc::access(p, x as i32)),
            PathCall::Mkfifo => sys!(libc::mkfifo(p, mode)),
            PathCall::Utimes => sys!(libc::utimensat(libc::AT_FDCWD, p, times.as_ptr(), 0)),
        }
        .map(drop)
    }

    fn fd_call(&self, call: FdCall, fd: i32, x: i64, y: i64) -> SysResult<()> {
        match call {
            FdCall::Close => kernel!(SYS_close, i64::from(fd)),
            FdCall::Sync => sys!(libc::fsync(fd)),
            FdCall::Truncate => sys!(libc::ftruncate(fd, x)),
            FdCall::Chmod => sys!(libc::fchmod(fd, x as u32)),
            FdCall::Chown => sys!(libc::fchown(fd, x as u32, y as u32)),
            FdCall::Chdir => sys!(libc::fchdir(fd)),
        }
        .map(drop)
    }

    fn readlink(&self, path: &[u8]) -> SysResult<Vec<u8>> {
        let path = c_path(path)?;
        let mut buf = vec![0u8; 4096];
        let at = i64::from(libc::AT_FDCWD);
        let n = kernel!(SYS_readlinkat, at, path.as_ptr(), buf.as_mut_ptr(), buf.len())?;
        buf.truncate(n as usize);
        Ok(buf)
    }

    fn getcwd(&self) -> SysResult<Vec<u8>> {
        let dir = std::env::current_dir().map_err(|e| e.raw_os_error().unwrap_or(libc::EIO))?;
        Ok(dir.into_os_string().into_vec())
    }

    fn read_dirents(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize> {
        let n = kernel!(SYS_getdents64, i64::from(fd), buf.as_mut_ptr(), buf.len());
        n.map(|n| n as usize)
    }

    fn pipe(&self) -> SysResult<(i32, i32)> {
        let mut fds = [0i32; 2];
        sys!(libc::pipe2(fds.as_mut_ptr(), libc::O_CLOEXEC))?;
        Ok((fds[0], fds[1]))
    }

    fn sys_info(&self, what: i64) -> i64 {
        // SAFETY: none of them takes a pointer.
        unsafe {
            match what {
                0 => i64::from(libc::getpid()),
                1 => i64::from(libc::getppid()),
                2 => i64::from(libc::getuid()),
                3 => i64::from(libc::geteuid()),
                4 => i64::from(libc::getgid()),
                5 => i64::from(libc::getegid()),
                6 => libc::sysconf(libc::_SC_PAGESIZE),
                _ => -1,
            }
        }
    }

    fn kill(&self, pid: i32, signal: i32) -> SysResult<()> {
        sys!(libc::kill(pid, signal)).map(drop)
    }

    fn handle_signal(
        &self,
        signal: i32,
        taken: Box<dyn Fn() -> bool + Send + Sync>,
    ) -> SysResult<()> {
        if signal_hook::consts::FORBIDDEN.contains(&signal) {
            return Err(libc::EINVAL);
        }
        let handler = move || {
            if !taken() {
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        };
        // SAFETY: what is called may be called in handlers: `taken` by the contract, the other by its documentation.
        let handled = unsafe { signal_hook::low_level::register(signal, handler) };
        handled.map(drop).map_err(|e| e.raw_os_error().unwrap_or(libc::EINVAL))
    }

    fn ignores_signal(&self, signal: i32) -> bool {
        let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: nothing is changed, and what is read is written before.
        unsafe {
            libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
                && action.assume_init().sa_sigaction == libc::SIG_IGN
        }
    }

    fn ignore_signal(&self, signal: i32, ignored: bool) -> SysResult<()> {
        let mut before = self.before_ignored.lock();
        // SAFETY: an action of zeros has no flags and blocks nothing; what is read is written before.
        let done = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            if ignored {
                let mut old = std::mem::zeroed();
                action.sa_sigaction = libc::SIG_IGN;
                let done = libc::sigaction(signal, &raw const action, &raw mut old);
                before.insert(signal, old);
                done
            } else {
                before
                    .remove(&signal)
                    .map_or(0, |old| libc::sigaction(signal, &raw const old, std::ptr::null_mut()))
            }
        };
        check(done.into()).map(drop)
    }

    fn wait_signal(&self, signals: &[i32], limit: Option<Duration>) -> Option<i32> {
        let mut set = signal_set(signals);
        let limit = limit.map(|limit| libc::timespec {
            tv_sec: limit.as_secs() as libc::time_t,
            tv_nsec: libc::c_long::from(limit.subsec_nanos()),
        });
        let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: the set is valid, and the limit is none or is.
        let signal = unsafe {
            libc::sigaddset(&raw mut set, WAKE);
            libc::sigtimedwait(&raw const set, std::ptr::null_mut(), limit)
        };
        signals.contains(&signal).then_some(signal)
    }

    fn hold_wake(&self) {
        hold(&[WAKE]);
    }

    fn wake_thread(&self, thread: i64) {
        // SAFETY: the call takes numbers only; that there is no such thread any more does not matter.
        unsafe { libc::syscall(libc::SYS_tgkill, libc::getpid(), thread as libc::pid_t, WAKE) };
    }

    fn nanosleep(&self, pause: Duration) {
        std::thread::sleep(pause);
    }

    fn thread_id(&self) -> i64 {
        // SAFETY: the call has no arguments and cannot fail.
        i64::from(unsafe { libc::gettid() })
    }

    fn ask_for_slices(&self, slice: Duration) {
        const SIZE: u32 = size_of::<libc::sched_attr>() as u32;
        // SAFETY: it is made of numbers.
        let mut attr = unsafe { std::mem::zeroed::<libc::sched_attr>() };
        // SAFETY: the calls read and write no more than the size says. Where slices cannot be asked for they change nothing.
        unsafe {
            let got = libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attr, SIZE, 0);
            if got == 0 && attr.sched_policy == libc::SCHED_OTHER as u32 {
                attr.size = SIZE;
                attr.sched_runtime = slice.as_nanos() as u64;
                libc::syscall(libc::SYS_sched_setattr, 0, &raw const attr, 0);
            }
        }
    }

    fn sockets(&self) -> &dyn Sockets {
        &SystemSockets
    }
}
