//! The alarm: one idle worker without a P sleeps here until the next timer is due or the network has
//! something.
//!
//! A module of its own because it is a protocol of three: whoever sleeps, whoever starts an earlier timer
//! and must break that sleep, and whoever goes to rest and asks whether anybody watches
//! (`tests/loom_netpoll.rs` models it). Where the sleeper lies is its [`Bed`]: the netpoller.

use crate::primitives::loom::{AtomicU64, Mutex, Ordering, seq_cst_order};
use crate::task::task_ref::TaskRef;
use crate::time::clock::{Clock, NEVER, Nanos};

const MILLISECOND: Nanos = 1_000_000;

/// Where the sleeper lies.
pub trait Bed {
    /// Sleeps for so many nanoseconds ([`NEVER`]: for ever), or until roused; a rousing before counts too. Tasks that
    /// can go on meanwhile are appended to `ready`, and end the sleep. May return early.
    fn lie(&self, pause: Nanos, ready: &mut Vec<TaskRef>);
    /// Ends the sleep, or the next one if nobody lies there yet.
    fn rouse(&self);
}

/// Who sleeps until when.
#[derive(Debug)]
pub struct Alarm {
    /// When the sleeper will wake; 0 when nobody sleeps. Written under the lock.
    until: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Somebody asked the sleeper to look again.
    asked: bool,
    taken: bool,
}

impl Default for Alarm {
    fn default() -> Self {
        Self::new()
    }
}

impl Alarm {
    /// An alarm that nobody watches.
    pub fn new() -> Self {
        Self { until: AtomicU64::new(0), state: Mutex::new(State::default()) }
    }

    /// Becomes the sleeper, unless there is one.
    pub fn take(&self, until: Nanos) -> bool {
        let mut state = self.state.lock();
        if state.taken {
            return false;
        }
        *state = State { asked: false, taken: true };
        // SeqCst, against `oversleeps`: a timer that is started now either is seen by who scans the
        // heaps after this store, or its starter sees this deadline.
        self.until.store(until, Ordering::SeqCst);
        seq_cst_order();
        true
    }

    /// Does not sleep after all.
    pub fn give_back(&self) {
        let mut state = self.state.lock();
        self.until.store(0, Ordering::SeqCst);
        state.taken = false;
    }

    /// Sleeps until `until`, until rung, or until tasks are ready. Only for who has taken it; gives it
    /// back. A virtual clock is moved when all is `quiet`.
    pub fn sleep(
        &self,
        until: Nanos,
        clock: &dyn Clock,
        bed: &impl Bed,
        quiet: impl Fn() -> bool,
        ready: &mut Vec<TaskRef>,
    ) {
        let mut state = self.state.lock();
        self.until.store(until, Ordering::SeqCst);
        while !state.asked && ready.is_empty() {
            let now = clock.now();
            if now >= until || (until != NEVER && quiet() && clock.jump_to(until)) {
                break;
            }
            let left = if until == NEVER { NEVER } else { until - now };
            // The rousing is sticky, so nothing is lost between here and the bed.
            drop(state);
            bed.lie(if clock.is_virtual() { left.min(MILLISECOND) } else { left }, ready);
            state = self.state.lock();
        }
        self.until.store(0, Ordering::SeqCst);
        state.taken = false;
    }

    /// Whether somebody sleeps, and past `when`: then break the sleep. `None` when nobody sleeps.
    pub fn oversleeps(&self, when: Nanos) -> Option<bool> {
        seq_cst_order();
        match self.until.load(Ordering::SeqCst) {
            0 => None,
            until => Some(when < until),
        }
    }

    /// Makes the sleeper look again; says whether there is one. It has not looked at anything yet then: what was done before
    /// this call it will see.
    pub fn ring(&self, bed: &impl Bed) -> bool {
        let taken = self.ask();
        if taken {
            bed.rouse();
        }
        taken
    }

    /// The same but for the [rousing](Bed::rouse), which is to follow: best without a lock that the sleeper wants when it is up. (If
    /// it got up by itself meanwhile, whoever lies there next is roused in vain.)
    pub fn ask(&self) -> bool {
        let mut state = self.state.lock();
        state.asked |= state.taken;
        state.taken
    }
}
