//! Where the thread of [`Scheduler::run`](crate::Scheduler::run) sleeps.
//!
//! A module of its own because it is a seam: that thread has no processor and is free to wait for other things too, such as
//! the process's signals, if its bed is one in which it hears of them.

use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A bed and the bell beside it.
pub trait Doorbell: Send + Sync + 'static {
    /// Sleeps until rung, or for so long at most. A ring that found nobody asleep ends the next sleep. May return early. One
    /// thread at a time.
    fn wait(&self, limit: Option<Duration>);

    /// Ends the sleep.
    fn ring(&self);
}

/// The plain one.
#[derive(Debug, Default)]
pub(crate) struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
}

impl Doorbell for Bell {
    fn wait(&self, limit: Option<Duration>) {
        let mut rung = self.rung.lock();
        if !*rung {
            match limit {
                Some(limit) => drop(self.changed.wait_for(&mut rung, limit)),
                None => self.changed.wait(&mut rung),
            }
        }
        *rung = false;
    }

    fn ring(&self) {
        *self.rung.lock() = true;
        self.changed.notify_one();
    }
}

/// How others reach sysmon.
pub(crate) struct Sysmon {
    /// Says that `rouse` is needed; SeqCst with the count of idle processors: who takes a processor lowers
    /// the count and then looks here, sysmon lies down and then looks at the count.
    asleep: AtomicBool,
    /// The run has an outcome. Set before a ring, read after each sleep.
    over: AtomicBool,
    bell: Arc<dyn Doorbell>,
}

impl Sysmon {
    pub(crate) fn new(bell: Arc<dyn Doorbell>) -> Self {
        Self { asleep: AtomicBool::new(false), over: AtomicBool::new(false), bell }
    }

    /// Somebody has work again; says whether it slept.
    pub(crate) fn rouse(&self) -> bool {
        let asleep =
            self.asleep.load(Ordering::SeqCst) && self.asleep.swap(false, Ordering::SeqCst);
        if asleep {
            self.bell.ring();
        }
        asleep
    }

    /// The run ends; or, with `false`, another one begins.
    pub(crate) fn set_over(&self, over: bool) {
        self.over.store(over, Ordering::SeqCst);
        if over {
            self.bell.ring();
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// Sleeps for a while, or until something happens.
    pub(crate) fn doze(&self, limit: Option<Duration>) {
        if !self.is_over() {
            self.bell.wait(limit);
        }
    }

    /// Sleeps until roused, if `idle`.
    pub(crate) fn sleep(&self, idle: impl Fn() -> bool) {
        self.asleep.store(true, Ordering::SeqCst);
        if idle() {
            self.doze(None);
        }
        self.asleep.store(false, Ordering::SeqCst);
    }
}
