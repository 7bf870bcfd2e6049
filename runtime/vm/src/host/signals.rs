//! Blocks signals in all threads, so that a single thread can wait for them (sigwait).

pub(crate) fn signal_set(signals: &[i32]) -> libc::sigset_t {
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

/// What a thread is woken with: it has no other use, and a process that does not wait for it does not notice it.
pub(crate) const WAKE: i32 = libc::SIGURG;

pub(crate) fn hold(signals: &[i32]) {
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

/// Ends the process by this signal, whatever was done with the signal before.
pub fn end_by(signal: i32) -> ! {
    let set = signal_set(&[signal]);
    // SAFETY: the set is valid, and the calls take numbers otherwise. The last one is for a signal that ends nothing.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::raise(signal);
        libc::_exit(128 + signal)
    }
}

/// Holds SIGQUIT and SIGABRT back, and SIGINT and SIGUSR1 if they are to be waited for too, in this thread and in those
/// that it starts from now on.
pub fn hold_signals(interrupt: bool, user: bool) {
    let dumped = [(libc::SIGQUIT, true), (libc::SIGABRT, true)];
    let wanted = [(libc::SIGINT, interrupt), (libc::SIGUSR1, user)].into_iter().chain(dumped);
    let signals: Vec<i32> = wanted.filter(|(_, held)| *held).map(|(s, _)| s).collect();
    hold(&signals);
}
