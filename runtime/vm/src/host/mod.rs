//! The interface to the operating system as one trait: files, streams, clocks, randomness, arguments, environment.
//!
//! A machine accesses everything outside only through this trait: sandboxes, virtual time and recordings are other
//! implementations. The calls have the form of Linux's system calls, since package syscall exposes them.

pub(crate) mod descriptors;
pub mod identity;
mod pausable_clock;
pub mod process;
mod program_executable;
pub mod program_memory;
pub(crate) mod program_signals;
pub(crate) mod signal_parker;
pub(crate) mod signals;
pub mod sockets;
mod streams;
pub(crate) mod syscalls;
pub(crate) mod system;

pub use pausable_clock::{DebugHost, PausableClock};
pub use program_executable::ProgramExecutable;
pub use signals::{BlockedSignal, block_handled_signals, end_by_signal, request_goroutine_dump};
pub use streams::{Input, Output};
pub use system::SystemHost;

use crate::arch::kernel;
use crate::host::process::{ProcessSpec, RUSAGE_BYTES};
use crate::host::sockets::{NoSockets, Sockets};
use minigo_sched::{Clock, Readiness};
use std::sync::Arc;
use std::time::Duration;

/// The result of a call: a value, or Linux's error number.
pub type SysResult<T> = Result<T, i32>;

/// The state of a seeded host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostState {
    /// The state of the random number generator.
    rng: u64,
    /// The time of the host's clock, in nanoseconds.
    clock_nanos: u64,
}

/// The error number of a call that would wait, on a host that [never waits](Host::never_waits): the native is called
/// again when other goroutines have run. (Linux itself uses this number for restarted system calls.)
pub const WOULD_WAIT: i32 = 512;

/// Bytes of the kernel's `struct stat` on amd64.
pub const STAT_BYTES: usize = kernel::STAT_BYTES;

/// Operations on a path; the numbers are package syscall's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i64)]
#[allow(missing_docs, reason = "the variants have the names of system calls")]
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
    /// The variant for the system call with number `n`, as in the Go code.
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
#[allow(missing_docs, reason = "the variants have the names of system calls")]
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

/// The operating system as a machine sees it. Calls may block; the machine makes those without a P.
#[allow(clippy::missing_errors_doc, reason = "all errors are Linux's numbers")]
pub trait Host: Send + Sync {
    /// The program name and the arguments.
    fn args(&self) -> Vec<Vec<u8>>;
    /// The environment, each entry as `KEY=value`.
    fn environ(&self) -> Vec<Vec<u8>>;
    /// The state with which another host of this kind could continue in place of this one; `None` if the program has
    /// done more than read arguments, environment, time and random numbers.
    fn saved_state(&self) -> Option<HostState> {
        None
    }
    /// Puts this host into the state of the mark, which a host of the same kind has returned.
    fn restore_state(&self, mark: HostState) {
        let _ = mark;
    }
    /// Nanoseconds of a monotonic clock.
    fn monotonic(&self) -> i64;
    /// The clock behind [`monotonic`](Self::monotonic), if the scheduler may advance it.
    fn clock(&self) -> Option<Arc<dyn Clock>> {
        None
    }
    /// Nanoseconds of CPU time of the calling thread.
    fn thread_time(&self) -> i64 {
        self.monotonic()
    }
    /// The wall clock: seconds since 1970 and nanoseconds.
    fn wall_clock(&self) -> (i64, i32);
    /// A random number.
    fn random(&self) -> u64;
    /// Fills `bytes` with random bytes, which are good enough for keys if the host's random source is.
    fn fill_random(&self, bytes: &mut [u8]) -> SysResult<()> {
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.random().to_le_bytes()[..part.len()]);
        }
        Ok(())
    }
    /// The number of processors that the program may use.
    fn cpus(&self) -> usize;
    /// read(2).
    fn read(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize>;
    /// write(2).
    fn write(&self, fd: i32, buf: &[u8]) -> SysResult<usize>;
    /// Reports whether write(2) to this descriptor never blocks.
    fn never_blocks_writes(&self, fd: i32) -> bool {
        let _ = fd;
        false
    }
    /// pread(2).
    fn pread(&self, fd: i32, buf: &mut [u8], at: i64) -> SysResult<usize>;
    /// pwrite(2).
    fn pwrite(&self, fd: i32, buf: &[u8], at: i64) -> SysResult<usize>;
    /// lseek(2).
    fn lseek(&self, fd: i32, off: i64, whence: i32) -> SysResult<i64>;
    /// openat(2) with `O_CLOEXEC`.
    fn open(&self, path: &[u8], flags: i32, mode: u32) -> SysResult<i32>;
    /// fstat(2) when `path` is empty, else stat(2), or lstat(2) without `follow`.
    fn stat(&self, fd: i32, path: &[u8], follow: bool, out: &mut [u8; STAT_BYTES])
    -> SysResult<()>;
    /// Reports whether an open file is a FIFO.
    fn is_fifo(&self, fd: i32) -> bool {
        let mut bytes = [0; STAT_BYTES];
        if self.stat(fd, b"", true, &mut bytes).is_err() {
            return false;
        }
        // `st_mode` of linux/amd64.
        let [a, b, c, d] = [24, 25, 26, 27].map(|at| bytes[at]);
        u32::from_le_bytes([a, b, c, d]) & libc::S_IFMT == libc::S_IFIFO
    }
    /// An operation on paths.
    fn path_call(&self, call: PathCall, a: &[u8], b: &[u8], x: i64, y: i64) -> SysResult<()>;
    /// An operation on an open file.
    fn fd_call(&self, call: FdCall, fd: i32, x: i64, y: i64) -> SysResult<()>;
    /// readlink(2).
    fn readlink(&self, path: &[u8]) -> SysResult<Vec<u8>>;
    /// getcwd(2).
    fn getcwd(&self) -> SysResult<Vec<u8>>;
    /// getdents64(2).
    fn read_dirents(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize>;
    /// pipe2(2).
    fn pipe(&self) -> SysResult<(i32, i32)>;
    /// Process id, parent, user, effective user, group, effective group, page size: by package syscall's numbers.
    fn sys_info(&self, what: i64) -> i64;
    /// kill(2).
    fn kill(&self, pid: i32, signal: i32) -> SysResult<()>;
    /// Starts a child process. Returns the child's process id.
    fn start_process(&self, spec: &ProcessSpec) -> SysResult<i32> {
        let _ = spec;
        Err(libc::ENOSYS)
    }
    /// Executes another program in this process; only returns with an error.
    fn replace_process(&self, spec: &ProcessSpec) -> SysResult<()> {
        let _ = spec;
        Err(libc::ENOSYS)
    }
    /// wait4(2): the process id and the status.
    fn wait_process(
        &self,
        pid: i32,
        options: i32,
        usage: &mut [u8; RUSAGE_BYTES],
    ) -> SysResult<(i32, i32)> {
        let _ = (pid, options, usage);
        Err(libc::ENOSYS)
    }
    /// Waits until a child has ended, without reaping it.
    fn wait_process_end(&self, pid: i32) -> SysResult<()> {
        let _ = pid;
        Err(libc::ENOSYS)
    }
    /// A descriptor of a process; see pidfd_open(2).
    fn open_process(&self, pid: i32) -> SysResult<i32> {
        let _ = pid;
        Err(libc::ENOSYS)
    }
    /// Any system call, as the program makes it: pointers among the arguments are the program's.
    fn syscall(&self, number: i64, args: [u64; 6]) -> SysResult<u64> {
        let _ = (number, args);
        Err(libc::ENOSYS)
    }
    /// Waits for at most `limit` for one of these signals, which all threads block, and removes the signal that
    /// arrived. The call also returns when the thread is [woken](Self::wake_thread), and sometimes without a reason.
    fn wait_signal(&self, signals: &[i32], limit: Option<Duration>) -> Option<i32> {
        let _ = signals;
        // A default host cannot be woken.
        std::thread::sleep(limit.unwrap_or(Duration::MAX).min(Duration::from_millis(1)));
        None
    }
    /// Makes a wake of the calling thread stay pending until it can end a [wait](Self::wait_signal).
    fn keep_wake_pending(&self) {}
    /// Ends the wait of the thread with this id, or its next wait.
    fn wake_thread(&self, thread: i64) {
        let _ = thread;
    }
    /// Calls `handler` in a signal handler whenever the signal arrives: `handler` may only do what handlers may. If
    /// `handler` returns false, the signal takes its default action.
    fn handle_signal(
        &self,
        signal: i32,
        handler: Box<dyn Fn() -> bool + Send + Sync>,
    ) -> SysResult<()> {
        let _ = (signal, handler);
        Err(libc::ENOSYS)
    }
    /// Reports whether the process was started with a signal ignored.
    fn ignores_signal(&self, signal: i32) -> bool {
        let _ = signal;
        false
    }
    /// With `ignored`, makes the system ignore a signal, also a pending one whose handler has not run yet; without,
    /// makes the system handle the signal again.
    fn ignore_signal(&self, signal: i32, ignored: bool) -> SysResult<()> {
        let _ = (signal, ignored);
        Err(libc::ENOSYS)
    }
    /// Blocks the thread for `pause`; see nanosleep(2).
    fn nanosleep(&self, pause: Duration);
    /// The id of the calling thread.
    fn thread_id(&self) -> i64;
    /// Asks the system for time slices of this length for the thread. The thread's share of the processors stays the
    /// same; but threads with shorter slices, as all have at first, run before this thread when they wake.
    fn set_time_slice(&self, slice: Duration) {
        let _ = slice;
    }
    /// Called when the program has ended but the process continues: closes the descriptors that the program has left
    /// open, if the host knows them. The program's threads have ended, except those in blocking calls; a call may
    /// return because its descriptor is closed.
    fn close_descriptors(&self) {}
    /// Reports whether no call waits for anything but the disk, so that no thread is needed to make it. A call that
    /// would wait returns [`WOULD_WAIT`].
    fn never_waits(&self) -> bool {
        false
    }
    /// The source from which the scheduler learns which descriptors are ready; `None`: the operating system.
    fn readiness(&self) -> Option<Arc<dyn Readiness>> {
        None
    }
    /// Sockets and pipes; a host may have none.
    fn sockets(&self) -> &dyn Sockets {
        &NoSockets
    }
}
