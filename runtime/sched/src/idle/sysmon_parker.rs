//! The place where sysmon, which is the thread of [`Scheduler::run`](crate::Scheduler::run), sleeps.
//!
//! The parker is a trait because that thread has no processor and can wait for other events too, such as the process's
//! signals.

use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The sleeping place of sysmon.
pub trait SysmonParker: Send + Sync + 'static {
    /// Sleeps until woken, at most for `limit`. A wake-up while no thread sleeps ends the next sleep. May return early.
    /// Only one thread may call this at a time.
    fn park(&self, limit: Option<Duration>);

    /// Ends the sleep of sysmon.
    fn unpark(&self);
}

/// A parker that waits for no other events.
#[derive(Debug, Default)]
pub(crate) struct CondvarParker {
    was_unparked: Mutex<bool>,
    changed: Condvar,
}

impl SysmonParker for CondvarParker {
    fn park(&self, limit: Option<Duration>) {
        let mut unparked = self.was_unparked.lock();
        if !*unparked {
            match limit {
                Some(limit) => drop(self.changed.wait_for(&mut unparked, limit)),
                None => self.changed.wait(&mut unparked),
            }
        }
        *unparked = false;
    }

    fn unpark(&self) {
        *self.was_unparked.lock() = true;
        self.changed.notify_one();
    }
}

/// The state by which other threads reach sysmon.
pub(crate) struct Sysmon {
    /// Whether sysmon sleeps, so that a thread must call `wake`. SeqCst with the count of idle processors: a thread
    /// that takes a processor decrements the count and then reads this flag; sysmon sets this flag and then reads the
    /// count.
    is_asleep: AtomicBool,
    /// Whether the run has ended, or is about to. Set before a wake-up, read after each sleep.
    has_outcome: AtomicBool,
    /// The pause between two rounds, in ns: for snapshots.
    pub(crate) pause_length: AtomicU64,
    parker: Arc<dyn SysmonParker>,
}

impl Sysmon {
    pub(crate) fn new(parker: Arc<dyn SysmonParker>) -> Self {
        Self {
            is_asleep: AtomicBool::new(false),
            has_outcome: AtomicBool::new(false),
            pause_length: AtomicU64::new(0),
            parker,
        }
    }

    /// Wakes sysmon because a processor is in use again; returns whether sysmon slept.
    pub(crate) fn wake(&self) -> bool {
        let asleep =
            self.is_asleep.load(Ordering::SeqCst) && self.is_asleep.swap(false, Ordering::SeqCst);
        if asleep {
            self.parker.unpark();
        }
        asleep
    }

    /// Records that the run ends, before [`unpark`](Self::unpark) wakes sysmon; or, with `false`, that another run
    /// begins. Called under the scheduler lock.
    pub(crate) fn set_has_outcome(&self, has_outcome: bool) {
        self.has_outcome.store(has_outcome, Ordering::SeqCst);
    }

    /// Ends sysmon's pause or sleep.
    pub(crate) fn unpark(&self) {
        self.parker.unpark();
    }

    /// Reports whether sysmon sleeps because no processor is in use.
    pub(crate) fn is_asleep(&self) -> bool {
        self.is_asleep.load(Ordering::SeqCst)
    }

    /// Reports whether the run has an outcome.
    pub(crate) fn has_outcome(&self) -> bool {
        self.has_outcome.load(Ordering::SeqCst)
    }

    /// Sleeps for `limit`, or until unparked.
    pub(crate) fn park(&self, limit: Option<Duration>) {
        if !self.has_outcome() {
            self.parker.park(limit);
        }
    }

    /// Sleeps until woken, if `idle` returns true.
    pub(crate) fn sleep(&self, idle: impl Fn() -> bool) {
        self.is_asleep.store(true, Ordering::SeqCst);
        if idle() {
            self.park(None);
        }
        self.is_asleep.store(false, Ordering::SeqCst);
    }
}
