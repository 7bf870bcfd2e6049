//! The world of one run, as the machine and the scheduler see it.

mod files;
mod processes;
mod readiness;
mod sockets;

use crate::choices::{Choices, DefaultChoices};
use crate::outside_world::{OutsideWorld, PARENT_ID, PROCESS_ID};
use crate::state::State;
use minigo_sched::{Clock, Readiness};
use minigo_vm::host::process::{ProcessSpec, RUSAGE_BYTES};
use minigo_vm::host::sockets::Sockets;
use minigo_vm::host::{FdCall, Host, HostState, PathCall, STAT_BYTES, SysResult, WOULD_WAIT};
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The world of one run.
pub struct World {
    inner: Arc<Inner>,
}

/// The part of a world that the scheduler's thread shares with the goroutines.
pub(crate) struct Inner {
    /// The host below: clock, randomness, arguments, standard streams.
    pub(crate) base_host: Arc<dyn Host>,
    pub(crate) outside_world: Arc<OutsideWorld>,
    state: Mutex<State>,
    /// Whether the program has changed the world, or accessed real files.
    has_side_effects: AtomicBool,
    /// Signalled when there are reports for a thread that waits for readiness.
    reports_ready: Condvar,
}

impl World {
    /// Creates a world above `base`, in which the usual events happen.
    #[must_use]
    pub fn new(base: Arc<dyn Host>, outside: Arc<OutsideWorld>) -> Self {
        Self::with_choices(base, outside, Box::new(DefaultChoices))
    }

    /// Creates a world in which `choices` decides between possible events.
    #[must_use]
    pub fn with_choices(
        base: Arc<dyn Host>,
        outside: Arc<OutsideWorld>,
        choices: Box<dyn Choices>,
    ) -> Self {
        let state = Mutex::new(State::new(outside.tree(), choices));
        let is_touched = AtomicBool::new(false);
        let inner = Inner {
            base_host: base,
            outside_world: outside,
            state,
            has_side_effects: is_touched,
            reports_ready: Condvar::new(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Limits the descriptors at a time, the standard streams among them, and the bytes that files take. More
    /// descriptors fail with `EMFILE`, more bytes with `ENOSPC`.
    pub fn set_limits(&self, descriptors: usize, bytes: u64) {
        let mut state = self.inner.state.lock();
        state.descriptors.set_limit(descriptors);
        state.tree.set_limit(bytes);
    }
}

impl Inner {
    /// Called when the program has changed the world or accessed real files.
    pub(crate) fn mark_effect(&self) {
        self.has_side_effects.store(true, Ordering::Relaxed);
    }

    /// Calls `act` with the state and the time, then reports the descriptors that have become ready.
    pub(crate) fn with_state<R>(&self, act: impl FnOnce(&mut State) -> R) -> R {
        self.mark_effect();
        let mut state = self.state.lock();
        let (sec, nsec) = self.base_host.wall_clock();
        state.tree.current_time = (sec, i64::from(nsec));
        let result = act(&mut state);
        state.report_changes();
        if state.ready.has_reports() {
            self.reports_ready.notify_all();
        }
        result
    }

    /// Calls `look` with the state, which it does not change.
    pub(crate) fn read_state<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        look(&self.state.lock())
    }

    /// Makes an operation through a descriptor. If the operation would wait, and the descriptor is in blocking mode,
    /// the caller repeats it later.
    pub(crate) fn with_descriptor<R>(
        &self,
        fd: i32,
        act: impl FnOnce(&mut State) -> SysResult<R>,
    ) -> SysResult<R> {
        self.with_state(|state| match act(state) {
            Err(libc::EAGAIN)
                if state.descriptors.get(fd).is_ok_and(|open| !open.is_nonblocking()) =>
            {
                Err(WOULD_WAIT)
            }
            result => result,
        })
    }

    /// Refuses an operation that would reach the real world.
    pub(crate) fn refuse_operation<R>(
        &self,
        operation: impl Into<String>,
        errno: i32,
    ) -> SysResult<R> {
        self.mark_effect();
        self.outside_world.refusals.note_refused(operation);
        Err(errno)
    }
}

impl Host for World {
    fn args(&self) -> Vec<Vec<u8>> {
        self.inner.base_host.args()
    }

    fn environ(&self) -> Vec<Vec<u8>> {
        self.inner.outside_world.environment.clone()
    }

    fn saved_state(&self) -> Option<HostState> {
        let is_touched = self.inner.has_side_effects.load(Ordering::Relaxed);
        self.inner.base_host.saved_state().filter(|_| !is_touched)
    }

    fn restore_state(&self, mark: HostState) {
        self.inner.base_host.restore_state(mark);
    }

    fn monotonic(&self) -> i64 {
        self.inner.base_host.monotonic()
    }

    fn clock(&self) -> Option<Arc<dyn Clock>> {
        self.inner.base_host.clock()
    }

    fn thread_time(&self) -> i64 {
        self.inner.base_host.thread_time()
    }

    fn wall_clock(&self) -> (i64, i32) {
        self.inner.base_host.wall_clock()
    }

    fn random(&self) -> u64 {
        self.inner.base_host.random()
    }

    fn fill_random(&self, bytes: &mut [u8]) -> SysResult<()> {
        self.inner.base_host.fill_random(bytes)
    }

    fn cpus(&self) -> usize {
        self.inner.base_host.cpus()
    }

    fn read(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize> {
        self.inner.with_descriptor(fd, |state| state.read(&*self.inner.base_host, fd, buf))
    }

    fn write(&self, fd: i32, buf: &[u8]) -> SysResult<usize> {
        self.inner.with_descriptor(fd, |state| state.write(&*self.inner.base_host, fd, buf))
    }

    fn never_blocks_writes(&self, fd: i32) -> bool {
        self.inner.never_blocks_writes(fd)
    }

    fn pread(&self, fd: i32, buf: &mut [u8], at: i64) -> SysResult<usize> {
        self.inner.with_state(|state| state.read_at(fd, at, buf))
    }

    fn pwrite(&self, fd: i32, buf: &[u8], at: i64) -> SysResult<usize> {
        self.inner.with_state(|state| state.write_at(fd, at, buf))
    }

    fn lseek(&self, fd: i32, off: i64, whence: i32) -> SysResult<i64> {
        self.inner.with_state(|state| state.seek(fd, off, whence))
    }

    fn open(&self, path: &[u8], flags: i32, mode: u32) -> SysResult<i32> {
        self.inner.open(libc::AT_FDCWD, path, flags, mode)
    }

    fn stat(
        &self,
        fd: i32,
        path: &[u8],
        follow: bool,
        out: &mut [u8; STAT_BYTES],
    ) -> SysResult<()> {
        *out = self.inner.describe(fd, path, follow)?.to_bytes();
        Ok(())
    }

    fn path_call(&self, call: PathCall, a: &[u8], b: &[u8], x: i64, y: i64) -> SysResult<()> {
        self.inner.path_call(call, a, b, x, y)
    }

    fn fd_call(&self, call: FdCall, fd: i32, x: i64, y: i64) -> SysResult<()> {
        self.inner.fd_call(call, fd, x, y)
    }

    fn readlink(&self, path: &[u8]) -> SysResult<Vec<u8>> {
        self.inner.with_state(|state| state.tree.read_link(state.tree.working_dir, path))
    }

    fn getcwd(&self) -> SysResult<Vec<u8>> {
        self.inner.read_state(|state| state.tree.path_of(state.tree.working_dir))
    }

    fn read_dirents(&self, fd: i32, buf: &mut [u8]) -> SysResult<usize> {
        self.inner.with_state(|state| state.read_directory(fd, buf))
    }

    fn pipe(&self) -> SysResult<(i32, i32)> {
        self.inner.with_state(|state| state.pipe(0))
    }

    fn sys_info(&self, what: i64) -> i64 {
        match what {
            0 => PROCESS_ID,
            1 => PARENT_ID,
            other => self.inner.base_host.sys_info(other),
        }
    }

    fn kill(&self, pid: i32, signal: i32) -> SysResult<()> {
        self.inner.kill(pid, signal)
    }

    fn start_process(&self, spec: &ProcessSpec) -> SysResult<i32> {
        self.inner.refuse_process(spec)
    }

    fn replace_process(&self, spec: &ProcessSpec) -> SysResult<()> {
        self.inner.refuse_process(spec)
    }

    fn wait_process(&self, _: i32, _: i32, _: &mut [u8; RUSAGE_BYTES]) -> SysResult<(i32, i32)> {
        Err(libc::ECHILD)
    }

    fn wait_process_end(&self, _: i32) -> SysResult<()> {
        Err(libc::ECHILD)
    }

    fn open_process(&self, _: i32) -> SysResult<i32> {
        Err(libc::ENOSYS)
    }

    fn syscall(&self, number: i64, args: [u64; 6]) -> SysResult<u64> {
        self.inner.syscall(number, args)
    }

    // No signal arrives: real signals are for minigo itself.

    fn handle_signal(&self, _: i32, _: Box<dyn Fn() -> bool + Send + Sync>) -> SysResult<()> {
        self.inner.mark_effect();
        Ok(())
    }

    fn ignore_signal(&self, _: i32, _: bool) -> SysResult<()> {
        self.inner.mark_effect();
        Ok(())
    }

    fn nanosleep(&self, pause: Duration) {
        self.inner.base_host.nanosleep(pause);
    }

    fn thread_id(&self) -> i64 {
        PROCESS_ID
    }

    fn never_waits(&self) -> bool {
        true
    }

    fn readiness(&self) -> Option<Arc<dyn Readiness>> {
        Some(self.inner.clone())
    }

    fn close_descriptors(&self) {
        self.inner.with_state(|state| {
            // Keep the standard streams, which carry minigo's own messages too.
            for fd in state.descriptors.all_descriptors().into_iter().filter(|fd| *fd > 2) {
                let _ = state.close(fd);
            }
        });
        self.inner.base_host.close_descriptors();
    }

    fn sockets(&self) -> &dyn Sockets {
        &*self.inner
    }
}
