//! The descriptors that the program of a session has opened: descriptors left open are closed when its machine ends,
//! since the process continues. (For other programs the kernel closes all descriptors when the process ends.)
//!
//! The table has the descriptors that the library opens, and those of raw system calls that return or store new
//! descriptors. The table does not have descriptors received in a message of a socket.

use crate::host::SysResult;
use parking_lot::Mutex;
use std::collections::BTreeSet;

/// Descriptors of a program.
#[derive(Default)]
pub(crate) struct Descriptors(Mutex<State>);

#[derive(Default)]
struct State {
    open_descriptors: BTreeSet<i32>,
    /// Whether the descriptors have been closed: a descriptor that a pending call opens later is closed at once.
    has_ended: bool,
}

/// System calls that return a new descriptor.
const OPENING_CALLS: &[libc::c_long] = &[
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_socket,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_epoll_create1,
    libc::SYS_eventfd2,
    libc::SYS_timerfd_create,
    libc::SYS_signalfd4,
    libc::SYS_inotify_init1,
    libc::SYS_fanotify_init,
    libc::SYS_memfd_create,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
];

/// System calls of x86-64 that other processors do not have.
#[cfg(target_arch = "x86_64")]
const X86_64_OPENING_CALLS: &[libc::c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_eventfd,
    libc::SYS_signalfd,
    libc::SYS_inotify_init,
];
#[cfg(not(target_arch = "x86_64"))]
const X86_64_OPENING_CALLS: &[libc::c_long] = &[];

fn stores_descriptor_pair(number: libc::c_long) -> bool {
    #[cfg(target_arch = "x86_64")]
    if number == libc::SYS_pipe {
        return true;
    }
    number == libc::SYS_pipe2
}

impl Descriptors {
    /// Records a descriptor that the program has opened.
    ///
    /// # Errors
    /// Fails if the program has ended; the descriptor is then closed again.
    pub(crate) fn note_opened(&self, fd: i32) -> SysResult<i32> {
        // The first three descriptors belong to the process, even if the program replaces them.
        if fd <= 2 {
            return Ok(fd);
        }
        let mut state = self.0.lock();
        if state.has_ended {
            close(fd);
            return Err(libc::EBADF);
        }
        state.open_descriptors.insert(fd);
        Ok(fd)
    }

    /// Called before the program closes a descriptor: afterwards another thread may get the same number.
    pub(crate) fn note_closing(&self, fd: i32) {
        self.0.lock().open_descriptors.remove(&fd);
    }

    /// Called before the program makes a system call.
    pub(crate) fn before_call(&self, number: libc::c_long, args: &[u64; 6]) {
        match number {
            libc::SYS_close => self.note_closing(args[0] as i32),
            libc::SYS_close_range if args[2] & u64::from(libc::CLOSE_RANGE_CLOEXEC) == 0 => {
                let (first, last) = (args[0] as u32, args[1] as u32);
                let inside = |fd: &i32| (first..=last).contains(&(*fd as u32));
                self.0.lock().open_descriptors.retain(|fd| !inside(fd));
            }
            _ => {}
        }
    }

    /// Called after the program has made a system call, with its result.
    ///
    /// # Safety
    /// The arguments are those of the system call, which has succeeded.
    pub(crate) unsafe fn after_call(
        &self,
        number: libc::c_long,
        args: &[u64; 6],
        result: u64,
    ) -> SysResult<()> {
        let duplicates = number == libc::SYS_fcntl
            && [libc::F_DUPFD, libc::F_DUPFD_CLOEXEC].contains(&(args[1] as i32));
        if duplicates || OPENING_CALLS.contains(&number) || X86_64_OPENING_CALLS.contains(&number) {
            self.note_opened(result as i32)?;
        }
        let pair = match number {
            libc::SYS_socketpair => args[3],
            _ if stores_descriptor_pair(number) => args[0],
            _ => return Ok(()),
        };
        // SAFETY: the call has stored two descriptors there.
        let [a, b] = unsafe { (pair as *const [i32; 2]).read_unaligned() };
        self.note_opened(a)?;
        self.note_opened(b).map(drop)
    }

    /// Closes all open descriptors, and those that pending calls open later.
    pub(crate) fn close_all(&self) {
        let mut state = self.0.lock();
        state.has_ended = true;
        std::mem::take(&mut state.open_descriptors).into_iter().for_each(close);
    }
}

fn close(fd: i32) {
    // SAFETY: the program has opened the descriptor, and does not run any more.
    unsafe { libc::close(fd) };
}
