//! Blocks signals in all threads, so that a single thread can wait for them (sigwait).

pub(crate) fn signal_set(signals: &[i32]) -> libc::sigset_t {
    let mut set = std::mem::MaybeUninit::uninit();
    // SAFETY: the first call initialises the set.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), *signal);
        }
        set.assume_init()
    }
}

/// The signal that wakes a thread: it has no other use, and a process that does not wait for it does not notice it.
pub(crate) const WAKE_SIGNAL: i32 = libc::SIGURG;

pub(crate) fn block_signals(signals: &[i32]) {
    let set = signal_set(signals);
    // SAFETY: the set is valid, and the old mask is not requested.
    unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut()) };
}

/// While this value lives, a signal that one of the thread's own system calls raises does not end the process.
pub struct BlockedSignal {
    signal: i32,
    old_mask: libc::sigset_t,
}

impl BlockedSignal {
    /// Blocks the signal of a write beyond the limit of a file's size: the call fails instead.
    #[must_use]
    pub fn file_too_large() -> Self {
        let signal = libc::SIGXFSZ;
        let set = signal_set(&[signal]);
        let mut old_mask = signal_set(&[]);
        // SAFETY: both sets outlive the call.
        unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, &raw mut old_mask) };
        Self { signal, old_mask }
    }
}

impl Drop for BlockedSignal {
    fn drop(&mut self) {
        let (set, now) = (signal_set(&[self.signal]), libc::timespec { tv_sec: 0, tv_nsec: 0 });
        // SAFETY: everything pointed to outlives the calls.
        unsafe {
            // A signal that was blocked before belongs to other code.
            if libc::sigismember(&raw const self.old_mask, self.signal) == 0 {
                libc::sigtimedwait(&raw const set, std::ptr::null_mut(), &raw const now);
            }
            libc::pthread_sigmask(
                libc::SIG_SETMASK,
                &raw const self.old_mask,
                std::ptr::null_mut(),
            );
        }
    }
}

/// Asks a process that runs a program to dump its goroutines and end, as Ctrl-\\ does.
pub fn request_goroutine_dump(process: u32) {
    if let Ok(process) = i32::try_from(process) {
        // SAFETY: kill only takes numbers; it fails if the process is gone.
        unsafe { libc::kill(process, libc::SIGQUIT) };
    }
}

/// Ends the process by this signal, whatever the signal's disposition.
pub fn end_by_signal(signal: i32) -> ! {
    let set = signal_set(&[signal]);
    // SAFETY: the set is valid, and the calls otherwise take numbers. The last call is for a signal whose default does
    // not end the process.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::raise(signal);
        libc::_exit(128 + signal)
    }
}

/// Blocks SIGQUIT and SIGABRT, and SIGINT and SIGUSR1 if the machine waits for them, in this thread and in threads that
/// it starts from now on.
pub fn block_handled_signals(interrupt: bool, user: bool) {
    let dumped = [(libc::SIGQUIT, true), (libc::SIGABRT, true)];
    let wanted = [(libc::SIGINT, interrupt), (libc::SIGUSR1, user)].into_iter().chain(dumped);
    let signals: Vec<i32> = wanted.filter(|(_, held)| *held).map(|(s, _)| s).collect();
    block_signals(&signals);
}
