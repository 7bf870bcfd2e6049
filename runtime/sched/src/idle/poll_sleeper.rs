//! One idle worker without a P sleeps here until the next timer is due or the network has something (Go: an M blocked
//! in `netpoll`, `sched.pollUntil`).
//!
//! A protocol of three: the sleeping worker; a task that starts an earlier timer and must interrupt that sleep; a
//! worker about to go idle, which asks whether any worker sleeps for the timers (`tests/loom_netpoll.rs` models it).
//! The sleeper waits in a [`PollWait`]: the netpoller.

use crate::primitives::loom::{AtomicU64, Mutex, Ordering, seq_cst_order};
use crate::task::task_ref::TaskRef;
use crate::time::clock::{Clock, NEVER, Nanos};

const MILLISECOND: Nanos = 1_000_000;

/// Where the sleeper waits.
pub trait PollWait {
    /// Sleeps for `pause` nanoseconds ([`NEVER`]: without limit), or until interrupted; an earlier interrupt counts
    /// too. Tasks that can go on meanwhile are appended to `ready`, and end the sleep. May return early.
    fn wait_in_poll(&self, pause: Nanos, ready: &mut Vec<TaskRef>);
    /// Ends the sleep, or the next one if no thread sleeps yet.
    fn interrupt(&self);
}

/// Whether a worker sleeps here, and until when.
#[derive(Debug)]
pub struct PollSleeper {
    /// When the sleeper will wake; 0 without one. Written under the lock.
    until: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The sleeper was wake_requested to look again.
    wake_requested: bool,
    claimed: bool,
}

impl Default for PollSleeper {
    fn default() -> Self {
        Self::new()
    }
}

impl PollSleeper {
    /// No worker sleeps here.
    pub fn new() -> Self {
        Self { until: AtomicU64::new(0), state: Mutex::new(State::default()) }
    }

    /// Becomes the sleeper, unless there is one.
    pub fn claim(&self, until: Nanos) -> bool {
        let mut state = self.state.lock();
        if state.claimed {
            return false;
        }
        *state = State { wake_requested: false, claimed: true };
        // SeqCst, against `sleeps_past`: a timer that is started now is either seen by the worker that scans the
        // heaps after this store, or its starter sees this deadline.
        self.until.store(until, Ordering::SeqCst);
        seq_cst_order();
        true
    }

    /// Does not sleep after all.
    pub fn release(&self) {
        let mut state = self.state.lock();
        self.until.store(0, Ordering::SeqCst);
        state.claimed = false;
    }

    /// Sleeps until `until`, until woken, or until tasks are ready. Only for the worker that is the sleeper;
    /// afterwards it is so no more. A virtual clock is moved when all is `quiet`.
    pub fn sleep(
        &self,
        until: Nanos,
        clock: &dyn Clock,
        poller: &impl PollWait,
        quiet: impl Fn() -> bool,
        ready: &mut Vec<TaskRef>,
    ) {
        let mut state = self.state.lock();
        self.until.store(until, Ordering::SeqCst);
        while !state.wake_requested && ready.is_empty() {
            let now = clock.now();
            if now >= until || (until != NEVER && quiet() && clock.jump_to(until)) {
                break;
            }
            let left = if until == NEVER { NEVER } else { until - now };
            // The interrupt is sticky, so nothing is lost between here and the wait.
            drop(state);
            poller
                .wait_in_poll(if clock.is_virtual() { left.min(MILLISECOND) } else { left }, ready);
            state = self.state.lock();
        }
        self.until.store(0, Ordering::SeqCst);
        state.claimed = false;
    }

    /// Whether a worker sleeps past `when`: then wake it. `None` without a sleeper.
    pub fn sleeps_past(&self, when: Nanos) -> Option<bool> {
        seq_cst_order();
        match self.until.load(Ordering::SeqCst) {
            0 => None,
            until => Some(when < until),
        }
    }

    /// Until when a worker sleeps, if one does; [`NEVER`] if only the network can wake it.
    pub fn until(&self) -> Option<Nanos> {
        Some(self.until.load(Ordering::SeqCst)).filter(|until| *until != 0)
    }

    /// Makes the sleeper look again; says whether there is one. It has not looked at anything yet then, so it will
    /// see what was done before this call.
    pub fn wake(&self, poller: &impl PollWait) -> bool {
        let claimed = self.request_wake();
        if claimed {
            poller.interrupt();
        }
        claimed
    }

    /// As [`wake`](Self::wake), but the caller is to [interrupt](PollWait::interrupt) the wait afterwards: best
    /// without a lock that the sleeper wants when it is up. (If it woke by itself meanwhile, the next sleeper is
    /// interrupted without need.)
    pub fn request_wake(&self) -> bool {
        let mut state = self.state.lock();
        state.wake_requested |= state.claimed;
        state.claimed
    }
}
