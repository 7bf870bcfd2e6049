//! The host that is the operating system; a seed or virtual time can make its time and randomness repeatable.

use crate::arch::kernel;
use crate::host::descriptors::Descriptors;
use crate::host::pausable_clock::DebugHost;
use crate::host::process::{self, ProcessSpec, RUSAGE_BYTES};
use crate::host::program_executable::ProgramExecutable;
use crate::host::signals::{WAKE_SIGNAL, block_signals, signal_set};
use crate::host::sockets::{Sockets, SystemSockets};
use crate::host::streams::{Input, Output};
use crate::host::syscalls::{c_path, check_result, to_timespec};
use crate::host::{FdCall, Host, HostState, PathCall, STAT_BYTES, SysResult};
use minigo_sched::{Clock, SkippingClock, VirtualClock};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::os::unix::ffi::OsStringExt as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The operating system as the host; time and randomness can be replaced.
pub struct SystemHost {
    args: Vec<Vec<u8>>,
    start: Instant,
    /// The clock and environment that a debugger chooses.
    pub(super) debug_host: Option<DebugHost>,
    fake_clock: Option<FakeTime>,
    /// The actions of signals before they were ignored.
    original_actions: Mutex<HashMap<i32, libc::sigaction>>,
    /// The sink of the program's output instead of the descriptors 1 and 2.
    pub(super) output: Option<Arc<dyn Output>>,
    /// The source of descriptor 0 instead of the process's input.
    pub(super) input: Option<Box<dyn Input>>,
    /// The table of open descriptors of a program that ends before the process does.
    descriptors: Option<Arc<Descriptors>>,
    sockets: SystemSockets,
    /// The program's own file.
    program_executable: Option<Arc<dyn ProgramExecutable>>,
}

/// Time that the scheduler advances, and randomness that can be repeated.
struct FakeTime {
    clock: Arc<dyn Clock>,
    /// The wall clock when `clock` was at 0, in nanoseconds since 1970.
    epoch: i64,
    /// The state of a seeded run's random number generator.
    rng: Option<Mutex<u64>>,
}

/// The time at which seeded runs begin, in seconds since 1970: 2009-11-10 23:00:00 UTC, as on the Go playground.
const SEEDED_START_SECONDS: i64 = 1_257_894_000;

/// The number of CPUs that seeded runs see, on every computer.
const SEEDED_CPUS: usize = 4;

impl SystemHost {
    /// The process's environment with these arguments (the program's name first).
    #[must_use]
    pub fn new(args: Vec<Vec<u8>>) -> Self {
        let before_ignored = Mutex::default();
        Self {
            args,
            start: Instant::now(),
            debug_host: None,
            fake_clock: None,
            original_actions: before_ignored,
            output: None,
            input: None,
            descriptors: None,
            sockets: SystemSockets::default(),
            program_executable: None,
        }
    }

    /// Tracks the descriptors that the program opens, to close those that it leaves open.
    #[must_use]
    pub fn with_own_descriptors(mut self) -> Self {
        let descriptors = Arc::new(Descriptors::default());
        self.sockets = SystemSockets::with_tracking(descriptors.clone());
        self.descriptors = Some(descriptors);
        self
    }

    /// Records a descriptor that the program has opened.
    fn note_opened(&self, fd: i32) -> SysResult<i32> {
        self.descriptors.as_ref().map_or(Ok(fd), |all| all.note_opened(fd))
    }

    /// Gives the program a file of its own.
    #[must_use]
    pub fn with_program_executable(mut self, file: Arc<dyn ProgramExecutable>) -> Self {
        self.program_executable = Some(file);
        self
    }

    /// Creates the program's own file, and its directory, before either is accessed by this path.
    fn create_program_executable(&self, path: &[u8]) {
        let Some(file) = &self.program_executable else { return };
        let Some(rest) = file.path().to_bytes().strip_prefix(path) else { return };
        let name = rest.strip_prefix(b"/").unwrap_or(rest);
        if rest.is_empty() || path.len() > 1 && !name.contains(&b'/') {
            file.create();
        }
    }

    /// The process to start in place of the program's own file; the file exists afterwards.
    fn spec_for_program_executable(&self, spec: &ProcessSpec) -> Option<ProcessSpec> {
        let file = self.program_executable.as_ref()?;
        // The started process may start the file too.
        file.create();
        file.spec_to_start(spec)
    }

    /// Makes time skip pauses in which all goroutines wait.
    #[must_use]
    pub fn with_virtual_time(mut self) -> Self {
        let (sec, nsec) = self.wall_clock();
        let epoch = sec * 1_000_000_000 + i64::from(nsec);
        self.fake_clock =
            Some(FakeTime { clock: Arc::<SkippingClock>::default(), epoch, rng: None });
        self
    }

    /// Derives time from executed instructions, randomness from `seed`, and hides the number of CPUs.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        let epoch = SEEDED_START_SECONDS * 1_000_000_000;
        let rng = Some(Mutex::new(seed));
        self.fake_clock = Some(FakeTime { clock: Arc::new(VirtualClock::new(1)), epoch, rng });
        self
    }

    fn is_seeded(&self) -> bool {
        self.fake_clock.as_ref().is_some_and(|fake| fake.rng.is_some())
    }

    /// Makes a system call of the program, by the kernel's number.
    fn make_system_call(&self, number: libc::c_long, args: [u64; 6]) -> SysResult<u64> {
        // A second return from such a call would run the machine's frames twice.
        if kernel::FORK_SYSTEM_CALLS.contains(&number) {
            return Err(libc::ENOSYS);
        }
        let [a, b, c, d, e, f] = args;
        if number == libc::SYS_getrandom && self.is_seeded() {
            for at in 0..b {
                // SAFETY: the Go program passed this address and length to the system call, and is responsible for
                // both.
                unsafe { *(a as *mut u8).add(at as usize) = self.random() as u8 };
            }
            return Ok(b);
        }
        if let Some(descriptors) = &self.descriptors {
            descriptors.before_call(number, &args);
        }
        // SAFETY: the call's effects on the program's memory are the program's responsibility, as with package unsafe.
        let result = check_result(unsafe {
            set_credentials(number, args).unwrap_or_else(|| libc::syscall(number, a, b, c, d, e, f))
        });
        if let (Some(descriptors), Ok(value)) = (&self.descriptors, result) {
            // SAFETY: the system call has succeeded, and `value` is its result.
            unsafe { descriptors.after_call(number, &args, value as u64)? };
        }
        result.map(|value| value as u64)
    }
}

/// A libc call whose arguments are all valid during the call.
macro_rules! sys {
    ($call:expr) => {{
        // SAFETY: pointers come from references or C strings that outlive the call, with their true lengths.
        check_result(i64::from(unsafe { $call }))
    }};
}

/// A system call without libc: libc makes blocking calls cancellation points, which costs two locked instructions each
/// time, and minigo never cancels a thread.
macro_rules! kernel {
    ($number:ident $(, $arg:expr)*) => {{
        // SAFETY: pointers come from references or C strings that outlive the call, with their true lengths.
        check_result(unsafe { libc::syscall(libc::$number $(, $arg)*) })
    }};
}

impl Host for SystemHost {
    fn args(&self) -> Vec<Vec<u8>> {
        self.args.clone()
    }

    fn saved_state(&self) -> Option<HostState> {
        let fake = self.fake_clock.as_ref()?;
        Some(HostState { rng: *fake.rng.as_ref()?.lock(), clock_nanos: fake.clock.now() })
    }

    fn restore_state(&self, mark: HostState) {
        if let Some(fake) = &self.fake_clock
            && let Some(dice) = &fake.rng
        {
            *dice.lock() = mark.rng;
            fake.clock.jump_to(mark.clock_nanos);
        }
    }

    fn environ(&self) -> Vec<Vec<u8>> {
        if let Some(environment) = self.debug_host.as_ref().and_then(|d| d.environment.clone()) {
            return environment;
        }
        let vars = std::env::vars_os();
        vars.map(|(k, v)| [k.into_vec(), b"=".to_vec(), v.into_vec()].concat()).collect()
    }

    fn clock(&self) -> Option<Arc<dyn Clock>> {
        self.fake_clock.as_ref().map(|f| f.clock.clone())
    }

    fn monotonic(&self) -> i64 {
        if let Some(fake) = &self.fake_clock {
            if fake.rng.is_some() {
                // Reading the clock advances the clock: two readings differ, as they do in reality.
                fake.clock.advance(1);
            }
            return fake.clock.now() as i64;
        }
        if let Some(debugged) = &self.debug_host {
            return debugged.clock.now();
        }
        self.start.elapsed().as_nanos() as i64 + 1
    }

    fn thread_time(&self) -> i64 {
        if self.fake_clock.is_some() {
            return self.monotonic();
        }
        let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: `t` is valid for writing.
        unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut t) };
        t.tv_sec * 1_000_000_000 + t.tv_nsec
    }

    fn wall_clock(&self) -> (i64, i32) {
        if let Some(fake) = &self.fake_clock {
            let now = fake.epoch + fake.clock.now() as i64;
            return (now.div_euclid(1_000_000_000), now.rem_euclid(1_000_000_000) as i32);
        }
        let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: `t` is valid for writing.
        unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &raw mut t) };
        (t.tv_sec, t.tv_nsec as i32)
    }

    fn random(&self) -> u64 {
        if let Some(dice) = self.fake_clock.as_ref().and_then(|f| f.rng.as_ref()) {
            // splitmix64.
            let mut state = dice.lock();
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            return z ^ (z >> 31);
        }
        let mut bytes = [0u8; 8];
        // SAFETY: the array has eight bytes.
        let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
        if got == 8 { u64::from_ne_bytes(bytes) } else { self.monotonic() as u64 }
    }

    fn fill_random(&self, bytes: &mut [u8]) -> SysResult<()> {
        let seeded = self.is_seeded();
        for part in bytes.chunks_mut(256) {
            if seeded {
                part.fill_with(|| self.random() as u8);
                continue;
            }
            // The kernel returns up to 256 bytes at once, and signals do not interrupt that.
            let got = sys!(libc::getrandom(part.as_mut_ptr().cast(), part.len(), 0) as i64)?;
            if got as usize != part.len() {
                return Err(libc::EIO);
            }
        }
        Ok(())
    }

    fn cpus(&self) -> usize {
        if self.fake_clock.as_ref().is_some_and(|f| f.rng.is_some()) {
            return SEEDED_CPUS;
        }
        std::thread::available_parallelism().map_or(1, usize::from)
    }

    fn read(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize> {
        if let Some(input) = self.input.as_ref().filter(|_| fd == 0) {
            return input.read(buf);
        }
        kernel!(SYS_read, i64::from(fd), buf.as_mut_ptr(), buf.len()).map(|n| n as usize)
    }

    fn write(&self, fd: i32, buf: &[u8]) -> SysResult<usize> {
        if let Some(output) = &self.output
            && (fd == 1 || fd == 2)
        {
            return output.write(fd, buf);
        }
        kernel!(SYS_write, i64::from(fd), buf.as_ptr(), buf.len()).map(|n| n as usize)
    }

    fn never_blocks_writes(&self, fd: i32) -> bool {
        (fd == 1 || fd == 2) && self.output.as_ref().is_some_and(|output| output.never_blocks())
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
        self.create_program_executable(path);
        let path = c_path(path)?;
        let at = i64::from(libc::AT_FDCWD);
        let flags = i64::from(kernel::host_open_flags(flags) | libc::O_CLOEXEC);
        let fd = kernel!(SYS_openat, at, path.as_ptr(), flags, u64::from(mode))?;
        self.note_opened(fd as i32)
    }

    fn stat(
        &self,
        fd: i32,
        path: &[u8],
        follow: bool,
        out: &mut [u8; STAT_BYTES],
    ) -> SysResult<()> {
        let mut stat = std::mem::MaybeUninit::<libc::stat>::zeroed();
        if path.is_empty() {
            sys!(libc::fstat(fd, stat.as_mut_ptr()))?;
        } else {
            self.create_program_executable(path);
            let path = c_path(path)?;
            let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
            sys!(libc::fstatat(libc::AT_FDCWD, path.as_ptr(), stat.as_mut_ptr(), flags))?;
        }
        // SAFETY: the structure was zeroed before the kernel wrote it.
        *out = kernel::stat_bytes(unsafe { stat.assume_init_ref() });
        Ok(())
    }

    fn path_call(&self, call: PathCall, a: &[u8], b: &[u8], x: i64, y: i64) -> SysResult<()> {
        self.create_program_executable(a);
        let (a, b) = (c_path(a)?, c_path(b)?);
        let (p, q) = (a.as_ptr(), b.as_ptr());
        let (uid, gid, mode) = (x as u32, y as u32, x as u32);
        let times = [to_timespec(x), to_timespec(y)];
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
            FdCall::Close => {
                if let Some(descriptors) = &self.descriptors {
                    descriptors.note_closing(fd);
                }
                kernel!(SYS_close, i64::from(fd))
            }
            FdCall::Sync => sys!(libc::fsync(fd)),
            FdCall::Truncate => sys!(libc::ftruncate(fd, x)),
            FdCall::Chmod => sys!(libc::fchmod(fd, x as u32)),
            FdCall::Chown => sys!(libc::fchown(fd, x as u32, y as u32)),
            FdCall::Chdir => sys!(libc::fchdir(fd)),
        }
        .map(drop)
    }

    fn readlink(&self, path: &[u8]) -> SysResult<Vec<u8>> {
        if let Some(file) = self.program_executable.as_ref().filter(|_| path == b"/proc/self/exe") {
            file.create();
            return Ok(file.path().to_bytes().to_vec());
        }
        self.create_program_executable(path);
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
        Ok((self.note_opened(fds[0])?, self.note_opened(fds[1])?))
    }

    fn sys_info(&self, what: i64) -> i64 {
        // SAFETY: none of the calls takes a pointer.
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

    fn start_process(&self, spec: &ProcessSpec) -> SysResult<i32> {
        process::start(self.spec_for_program_executable(spec).as_ref().unwrap_or(spec))
    }

    fn replace_process(&self, spec: &ProcessSpec) -> SysResult<()> {
        process::replace_process(self.spec_for_program_executable(spec).as_ref().unwrap_or(spec))
    }

    fn wait_process(
        &self,
        pid: i32,
        options: i32,
        usage: &mut [u8; RUSAGE_BYTES],
    ) -> SysResult<(i32, i32)> {
        process::wait(pid, options, usage)
    }

    fn wait_process_end(&self, pid: i32) -> SysResult<()> {
        process::wait_end(pid)
    }

    fn open_process(&self, pid: i32) -> SysResult<i32> {
        self.note_opened(process::open_pidfd(pid)?)
    }

    fn syscall(&self, number: i64, args: [u64; 6]) -> SysResult<u64> {
        kernel::make_system_call(number, args, |number, args| self.make_system_call(number, args))
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
        // SAFETY: signal handlers may call `taken` by the contract of `handle_signal`, and `emulate_default_handler` by
        // its documentation.
        let handled = unsafe { signal_hook::low_level::register(signal, handler) };
        handled.map(drop).map_err(|e| e.raw_os_error().unwrap_or(libc::EINVAL))
    }

    fn ignores_signal(&self, signal: i32) -> bool {
        let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: the call changes nothing, and writes `action` before it is read.
        unsafe {
            libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
                && action.assume_init().sa_sigaction == libc::SIG_IGN
        }
    }

    fn ignore_signal(&self, signal: i32, ignored: bool) -> SysResult<()> {
        let mut before = self.original_actions.lock();
        // SAFETY: an action of zeros has no flags and blocks nothing; the old action is written before it is read.
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
        check_result(done.into()).map(drop)
    }

    fn wait_signal(&self, signals: &[i32], limit: Option<Duration>) -> Option<i32> {
        let mut set = signal_set(signals);
        let limit = limit.map(|limit| libc::timespec {
            tv_sec: limit.as_secs() as libc::time_t,
            tv_nsec: libc::c_long::from(limit.subsec_nanos()),
        });
        let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: the set is valid, and the limit is null or valid.
        let signal = unsafe {
            libc::sigaddset(&raw mut set, WAKE_SIGNAL);
            libc::sigtimedwait(&raw const set, std::ptr::null_mut(), limit)
        };
        signals.contains(&signal).then_some(signal)
    }

    fn keep_wake_pending(&self) {
        block_signals(&[WAKE_SIGNAL]);
    }

    fn wake_thread(&self, thread: i64) {
        // SAFETY: the call only takes numbers; a thread that has ended makes it fail, which does not matter.
        unsafe {
            libc::syscall(libc::SYS_tgkill, libc::getpid(), thread as libc::pid_t, WAKE_SIGNAL)
        };
    }

    fn nanosleep(&self, pause: Duration) {
        std::thread::sleep(pause);
    }

    fn thread_id(&self) -> i64 {
        // SAFETY: the call has no arguments and cannot fail.
        i64::from(unsafe { libc::gettid() })
    }

    fn set_time_slice(&self, slice: Duration) {
        const SIZE: u32 = size_of::<libc::sched_attr>() as u32;
        // SAFETY: the structure consists of numbers, for which zero bytes are valid.
        let mut attr = unsafe { std::mem::zeroed::<libc::sched_attr>() };
        // SAFETY: the calls read and write no more than the size says. On a system without slices for each thread, the
        // calls change nothing.
        unsafe {
            let got = libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attr, SIZE, 0);
            if got == 0 && attr.sched_policy == libc::SCHED_OTHER as u32 {
                attr.size = SIZE;
                attr.sched_runtime = slice.as_nanos() as u64;
                libc::syscall(libc::SYS_sched_setattr, 0, &raw const attr, 0);
            }
        }
    }

    fn close_descriptors(&self) {
        self.descriptors.iter().for_each(|descriptors| descriptors.close_all());
    }

    fn sockets(&self) -> &dyn Sockets {
        &self.sockets
    }
}

/// The calls that change a process's identity, made for all its threads: the kernel's own calls change one thread, and
/// any thread may run the program's next instruction. `None` for other calls.
///
/// # Safety
///
/// The pointer among the arguments points to as many groups as they say.
unsafe fn set_credentials(number: i64, [a, b, c, ..]: [u64; 6]) -> Option<libc::c_long> {
    let (x, y, z) = (a as u32, b as u32, c as u32);
    // SAFETY: all calls except setgroups take only numbers; the pointer for setgroups is valid by the caller's promise.
    let result = unsafe {
        match number {
            libc::SYS_setuid => libc::setuid(x),
            libc::SYS_setgid => libc::setgid(x),
            libc::SYS_setreuid => libc::setreuid(x, y),
            libc::SYS_setregid => libc::setregid(x, y),
            libc::SYS_setresuid => libc::setresuid(x, y, z),
            libc::SYS_setresgid => libc::setresgid(x, y, z),
            libc::SYS_setgroups => libc::setgroups(a as usize, b as *const libc::gid_t),
            _ => return None,
        }
    };
    Some(result.into())
}
