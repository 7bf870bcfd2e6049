//! The poll sleeper: one idle worker without a P sleeps until the next timer is due or a network event comes (Go: an M
//! blocked in `netpoll`, `sched.pollUntil`).
//!
//! The protocol has three parties: the sleeping worker; a task that starts an earlier timer and must interrupt that
//! sleep; and a worker about to go idle, which asks whether any worker sleeps for the timers (`tests/loom_netpoll.rs`
//! models it). The sleeper waits in a [`PollWait`]: the netpoller.

use crate::primitives::loom::{AtomicU64, Mutex, Ordering, loom_seq_cst_fence};
use crate::task::task_ref::TaskRef;
use crate::time::clock::{Clock, NEVER, Nanos};

const MILLISECOND: Nanos = 1_000_000;

/// The place in which the sleeper waits.
pub trait PollWait {
    /// Sleeps for `pause` nanoseconds ([`NEVER`]: without limit), or until interrupted; an earlier interrupt counts
    /// too. Tasks that become runnable meanwhile are appended to `ready`, and end the sleep. May return early.
    fn wait_in_poll(&self, pause: Nanos, ready: &mut Vec<TaskRef>);
    /// Ends the sleep, or the next sleep if no thread sleeps yet.
    fn interrupt(&self);
}

/// The sleeper, if there is one, and the end of its sleep.
#[derive(Debug)]
pub struct PollSleeper {
    /// When the sleeper will wake; 0 if there is none. Written under the lock of `state`.
    wake_time: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether another thread has asked the sleeper to wake and look for work again.
    wake_requested: bool,
    is_claimed: bool,
}

impl Default for PollSleeper {
    fn default() -> Self {
        Self::new()
    }
}

impl PollSleeper {
    /// Creates the state without a sleeper.
    pub fn new() -> Self {
        Self { wake_time: AtomicU64::new(0), state: Mutex::new(State::default()) }
    }

    /// Makes the caller the sleeper; returns false if there is one already.
    pub fn claim(&self, wake_time: Nanos) -> bool {
        let mut state = self.state.lock();
        if state.is_claimed {
            return false;
        }
        *state = State { wake_requested: false, is_claimed: true };
        // SeqCst, against `sleeps_past`: a timer that is started now is either seen by the worker that scans the
        // heaps after this store, or its starter sees this deadline.
        self.wake_time.store(wake_time, Ordering::SeqCst);
        loom_seq_cst_fence();
        true
    }

    /// Gives up the role of sleeper without having slept.
    pub fn release(&self) {
        let mut state = self.state.lock();
        self.wake_time.store(0, Ordering::SeqCst);
        state.is_claimed = false;
    }

    /// Sleeps until `wake_time`, until woken, or until tasks are ready. Only the worker that is the sleeper may call
    /// this; afterwards it is no longer the sleeper. If `quiet` reports that no task can run, the sleeper advances a
    /// virtual clock.
    pub fn sleep(
        &self,
        wake_time: Nanos,
        clock: &dyn Clock,
        poller: &impl PollWait,
        quiet: impl Fn() -> bool,
        ready: &mut Vec<TaskRef>,
    ) {
        let mut state = self.state.lock();
        self.wake_time.store(wake_time, Ordering::SeqCst);
        while !state.wake_requested && ready.is_empty() {
            let now = clock.now();
            if now >= wake_time || (wake_time != NEVER && quiet() && clock.jump_to(wake_time)) {
                break;
            }
            let left = if wake_time == NEVER { NEVER } else { wake_time - now };
            // The interrupt is sticky, so no wake-up is lost between here and the wait.
            drop(state);
            poller
                .wait_in_poll(if clock.is_virtual() { left.min(MILLISECOND) } else { left }, ready);
            state = self.state.lock();
        }
        self.wake_time.store(0, Ordering::SeqCst);
        state.is_claimed = false;
    }

    /// Reports whether the sleeper sleeps past `when`, so that it must be woken. `None` if there is no sleeper.
    pub fn sleeps_past(&self, when: Nanos) -> Option<bool> {
        loom_seq_cst_fence();
        match self.wake_time.load(Ordering::SeqCst) {
            0 => None,
            wake_time => Some(when < wake_time),
        }
    }

    /// The end of the sleeper's sleep, if there is a sleeper; [`NEVER`] if only the network can wake it.
    pub fn wake_time(&self) -> Option<Nanos> {
        Some(self.wake_time.load(Ordering::SeqCst)).filter(|wake_time| *wake_time != 0)
    }

    /// Makes the sleeper wake and look for work again; returns whether there is a sleeper. The sleeper looks after this
    /// call, so it will see all that the caller did before the call.
    pub fn wake(&self, poller: &impl PollWait) -> bool {
        let claimed = self.request_wake();
        if claimed {
            poller.interrupt();
        }
        claimed
    }

    /// Like [`wake`](Self::wake), but the caller has to [interrupt](PollWait::interrupt) the wait afterwards, best
    /// without a lock that the sleeper takes when it is awake. (If the sleeper woke by itself meanwhile, the next
    /// sleeper is interrupted without need.)
    pub fn request_wake(&self) -> bool {
        let mut state = self.state.lock();
        state.wake_requested |= state.is_claimed;
        state.is_claimed
    }
}
