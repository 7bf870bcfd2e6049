//! The system's events, which any number of threads may take at a time.
//!
//! mio's `Poll` admits only one thread at a time, so `epoll_wait` is called directly: a thread that is about to wait
//! must not fall asleep in a lock behind a thread that polls without waiting.

use super::readiness::{Event, Readiness};
use mio::unix::SourceFd;
use mio::{Interest, Poll, Token, Waker};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd as _;
use std::time::Duration;

/// How many events one call takes.
const MAX_EVENTS: usize = 256;

/// The token of the waker; no descriptor has it, since generation `u32::MAX` is never used.
const WAKER: Token = Token(usize::MAX);

/// The system's poller.
pub(super) struct SystemEvents {
    poll: Poll,
    waker: Waker,
}

impl SystemEvents {
    pub(super) fn new() -> io::Result<Self> {
        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), WAKER)?;
        Ok(Self { poll, waker })
    }
}

impl Readiness for SystemEvents {
    fn register(&self, fd: i32, token: u64) -> io::Result<()> {
        let both = Interest::READABLE | Interest::PRIORITY | Interest::WRITABLE;
        self.poll.registry().register(&mut SourceFd(&fd), Token(token as usize), both)
    }

    fn deregister(&self, fd: i32) {
        // A descriptor that the program has closed by other means is gone from the poller too.
        drop(self.poll.registry().deregister(&mut SourceFd(&fd)));
    }

    fn wait(&self, pause: Option<Duration>, show: &mut dyn FnMut(Event)) -> bool {
        let mut interrupted = false;
        wait(self.poll.as_raw_fd(), pause, |event| {
            if event.token == WAKER.0 as u64 {
                interrupted = true;
            } else {
                show(event);
            }
        });
        interrupted
    }

    fn interrupt(&self) {
        // Waking fails only if the waker's counter is full: then the sleeper is awake.
        drop(self.waker.wake());
    }
}

/// Turns an event of epoll into an [`Event`].
fn event_of(raw: libc::epoll_event) -> Event {
    let raw_flags = raw.events.cast_signed();
    let has = |flags: i32| raw_flags & flags != 0;
    // A broken connection is reported as readable and as writable, so that a read and a write fail.
    let broken = has(libc::EPOLLERR | libc::EPOLLHUP);
    Event {
        token: raw.u64,
        readable: broken || has(libc::EPOLLIN | libc::EPOLLPRI | libc::EPOLLRDHUP),
        writable: broken || has(libc::EPOLLOUT),
        // (A hang-up alone says that a socket is not connected yet.)
        has_exceptional_condition: has(libc::EPOLLERR | libc::EPOLLRDHUP | libc::EPOLLPRI),
    }
}

/// Waits for events, at most for `pause` (`None`: without limit), and passes them to `show`. Returns early when a
/// signal comes.
fn wait(poll: i32, pause: Option<Duration>, mut show: impl FnMut(Event)) {
    let pause = match pause {
        None => -1,
        Some(pause) if pause < Duration::from_secs(1) => {
            // The system call counts in milliseconds; the use of sockets must not make timers later.
            if !pause.is_zero() {
                wait_readable(poll, pause);
            }
            0
        }
        Some(pause) => pause.as_millis().try_into().unwrap_or(i32::MAX),
    };
    let mut events = [const { MaybeUninit::<libc::epoll_event>::uninit() }; MAX_EVENTS];
    // SAFETY: there is room for `MAX_EVENTS` events.
    let n = unsafe { libc::epoll_wait(poll, events.as_mut_ptr().cast(), MAX_EVENTS as i32, pause) };
    for event in &events[..n.max(0) as usize] {
        // SAFETY: the system has written the first `n` events.
        show(event_of(unsafe { event.assume_init() }));
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
