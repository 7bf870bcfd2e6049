//! The netpoller's source of readiness, as a trait: the system's events are one (`events`), a simulated network is
//! another. How tasks wait at gates for its reports does not depend on the source.

use std::io;
use std::time::Duration;

/// A report on a descriptor: an operation that would have waited is to be tried again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The token that the descriptor was registered with.
    pub token: u64,
    /// Reading may go on.
    pub readable: bool,
    /// Writing may go on.
    pub writable: bool,
    /// There is something else to read than more of the same: an end, an error, something urgent.
    pub special: bool,
}

/// Reports which descriptors are ready, edge-triggered.
///
/// A source reports each change that may let an operation go on that would have waited before. Reporting more than that
/// costs time only; a change that is not reported leaves a task waiting for ever.
pub trait Readiness: Send + Sync {
    /// Adds a descriptor, for reading and writing: the next [wait](Self::wait) reports what it is ready for, later ones
    /// each change.
    ///
    /// # Errors
    /// As epoll_ctl(2): `EPERM` for what cannot be waited for, like regular files.
    fn register(&self, fd: i32, token: u64) -> io::Result<()>;

    /// Reports on the descriptor no more.
    fn deregister(&self, fd: i32);

    /// Waits until there is something to report, at most for `pause` (`None`: without limit), and shows it. True: an
    /// [interrupt](Self::interrupt) was taken.
    fn wait(&self, pause: Option<Duration>, show: &mut dyn FnMut(Event)) -> bool;

    /// Ends the wait that is under way, or the next one. It is taken once, by whichever thread waits or looks.
    fn interrupt(&self);

    /// Whether descriptors become ready only by what tasks of this scheduler do. While none of them can go on there is
    /// nothing to wait for then.
    fn is_internal(&self) -> bool {
        false
    }
}
