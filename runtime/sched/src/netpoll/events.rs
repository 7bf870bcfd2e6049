//! The system's events, taken by any number of threads at a time.
//!
//! mio's `Poll` lets one thread in, so `epoll_wait` is called directly: a thread that is about to wait must not fall
//! asleep in a lock behind one that polls without waiting.

use std::mem::MaybeUninit;
use std::time::Duration;

/// How many events one call takes.
const EVENTS: usize = 256;

/// What happened to a descriptor.
pub(super) struct Event {
    pub(super) token: u64,
    pub(super) readable: bool,
    pub(super) writable: bool,
    /// There is something else to read than more of the same: an end, an error, something urgent.
    pub(super) special: bool,
}

impl Event {
    fn of(raw: libc::epoll_event) -> Self {
        let told = raw.events.cast_signed();
        let has = |flags: i32| told & flags != 0;
        // Both directions see a broken connection, and fail.
        let broken = has(libc::EPOLLERR | libc::EPOLLHUP);
        Self {
            token: raw.u64,
            readable: broken || has(libc::EPOLLIN | libc::EPOLLPRI | libc::EPOLLRDHUP),
            writable: broken || has(libc::EPOLLOUT),
            // (A hang-up alone says that a socket is not connected yet.)
            special: has(libc::EPOLLERR | libc::EPOLLRDHUP | libc::EPOLLPRI),
        }
    }
}

/// Waits for events, at most for `pause` (`None`: without limit), and shows them. Returns early when a signal comes.
pub(super) fn wait(poll: i32, pause: Option<Duration>, mut show: impl FnMut(Event)) {
    let pause = match pause {
        None => -1,
        Some(pause) if pause < Duration::from_secs(1) => {
            // The call counts in milliseconds; timers must not be later because there is a socket.
            if !pause.is_zero() {
                wait_readable(poll, pause);
            }
            0
        }
        Some(pause) => pause.as_millis().try_into().unwrap_or(i32::MAX),
    };
    let mut events = [const { MaybeUninit::<libc::epoll_event>::uninit() }; EVENTS];
    // SAFETY: there is room for `EVENTS` events.
    let n = unsafe { libc::epoll_wait(poll, events.as_mut_ptr().cast(), EVENTS as i32, pause) };
    for event in &events[..n.max(0) as usize] {
        // SAFETY: the system has written the first `n`.
        show(Event::of(unsafe { event.assume_init() }));
    }
}

/// Waits until `fd` is readable, at most for `pause`, to the nanosecond.
fn wait_readable(fd: i32, pause: Duration) {
    let mut poll = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    let pause = libc::timespec {
        tv_sec: pause.as_secs() as libc::time_t,
        tv_nsec: pause.subsec_nanos().into(),
    };
    // SAFETY: both pointers lead to values that live over the call.
    unsafe { libc::ppoll(&raw mut poll, 1, &raw const pause, std::ptr::null()) };
}
