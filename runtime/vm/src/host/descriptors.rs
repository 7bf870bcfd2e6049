//! The descriptors that the program of a session has opened: what it leaves open is closed when its machine ends, since
//! the process goes on. (A program that is run leaves that to the kernel, which closes all when the process ends.)
//!
//! Known are those that the library opens, and those of raw system calls that return or store new descriptors. A
//! descriptor that comes in a message of a socket is not.

use crate::host::SysResult;
use parking_lot::Mutex;
use std::collections::BTreeSet;

/// Descriptors of a program.
#[derive(Default)]
pub(crate) struct Descriptors(Mutex<State>);

#[derive(Default)]
struct State {
    open: BTreeSet<i32>,
    /// Whether they have been closed: one that is opened by a call that was under way is closed at once.
    ended: bool,
}

/// System calls that return a new descriptor.
const OPENING: &[libc::c_long] = &[
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

/// Those of x86-64 that other processors have no more.
#[cfg(target_arch = "x86_64")]
const OLD_OPENING: &[libc::c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_eventfd,
    libc::SYS_signalfd,
    libc::SYS_inotify_init,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_OPENING: &[libc::c_long] = &[];

fn stores_a_pair(number: libc::c_long) -> bool {
    #[cfg(target_arch = "x86_64")]
    if number == libc::SYS_pipe {
        return true;
    }
    number == libc::SYS_pipe2
}

impl Descriptors {
    /// The program has opened this one.
    ///
    /// # Errors
    /// The program has ended: it is closed again.
    pub(crate) fn opened(&self, fd: i32) -> SysResult<i32> {
        // The first three are the process's, whatever the program puts there.
        if fd <= 2 {
            return Ok(fd);
        }
        let mut state = self.0.lock();
        if state.ended {
            close(fd);
            return Err(libc::EBADF);
        }
        state.open.insert(fd);
        Ok(fd)
    }

    /// The program is about to close this one: after that another thread may get the same number.
    pub(crate) fn closing(&self, fd: i32) {
        self.0.lock().open.remove(&fd);
    }

    /// The program is about to make a system call.
    pub(crate) fn before_call(&self, number: libc::c_long, args: &[u64; 6]) {
        match number {
            libc::SYS_close => self.closing(args[0] as i32),
            libc::SYS_close_range if args[2] & u64::from(libc::CLOSE_RANGE_CLOEXEC) == 0 => {
                let (first, last) = (args[0] as u32, args[1] as u32);
                let inside = |fd: &i32| (first..=last).contains(&(*fd as u32));
                self.0.lock().open.retain(|fd| !inside(fd));
            }
            _ => {}
        }
    }

    /// The program has made a system call, with this result.
    ///
    /// # Safety
    /// The arguments are those of the call, which has succeeded.
    pub(crate) unsafe fn after_call(
        &self,
        number: libc::c_long,
        args: &[u64; 6],
        result: u64,
    ) -> SysResult<()> {
        let duplicates = number == libc::SYS_fcntl
            && [libc::F_DUPFD, libc::F_DUPFD_CLOEXEC].contains(&(args[1] as i32));
        if duplicates || OPENING.contains(&number) || OLD_OPENING.contains(&number) {
            self.opened(result as i32)?;
        }
        let pair = match number {
            libc::SYS_socketpair => args[3],
            _ if stores_a_pair(number) => args[0],
            _ => return Ok(()),
        };
        // SAFETY: the call has stored two descriptors there.
        let [a, b] = unsafe { (pair as *const [i32; 2]).read_unaligned() };
        self.opened(a)?;
        self.opened(b).map(drop)
    }

    /// Closes all that are open, and those that will be opened.
    pub(crate) fn close_all(&self) {
        let mut state = self.0.lock();
        state.ended = true;
        std::mem::take(&mut state.open).into_iter().for_each(close);
    }
}

fn close(fd: i32) {
    // SAFETY: the program has opened it, and runs no more.
    unsafe { libc::close(fd) };
}
