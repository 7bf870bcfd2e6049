//! Pausing the scheduler: no P decides what to run next until it is allowed to; then one decision is made at a time.
//!
//! A worker asks before it looks for work ([`PauseState::wait_for_turn`]), and has the turn until its decision is
//! reported, or until it gives its processor up. Workers check this only if the run is watched. A running task
//! continues while the scheduler is paused, since it has not come to a decision.

use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a waiting worker checks whether its processor is needed for something else.
const TURN_CHECK_INTERVAL: Duration = Duration::from_millis(1);

/// Whether the scheduler is paused, and how many decisions may still be made.
#[derive(Default)]
pub(crate) struct PauseState {
    is_paused: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How many more decisions may be made.
    allowed_decisions: u64,
    /// The worker whose turn it is.
    worker_in_turn: Option<u32>,
}

impl PauseState {
    /// Reports whether the scheduler is paused; decisions may be allowed one by one.
    pub(crate) fn is_paused(&self) -> bool {
        self.is_paused.load(Ordering::SeqCst)
    }

    /// Reports whether the scheduler stands still: it is paused, and no decision is allowed.
    pub(crate) fn is_paused_without_permit(&self) -> bool {
        self.is_paused() && self.state.lock().allowed_decisions == 0
    }

    /// Pauses the scheduler, or lets it run.
    pub(crate) fn set_paused(&self, paused: bool) {
        *self.state.lock() = State::default();
        self.is_paused.store(paused, Ordering::SeqCst);
        self.changed.notify_all();
    }

    /// Worker `me` is about to look for work: waits until it may, but not longer than until `wanted` holds.
    pub(crate) fn wait_for_turn(&self, me: u32, wanted: impl Fn() -> bool) {
        let mut state = self.state.lock();
        while self.is_paused() && state.worker_in_turn != Some(me) {
            if wanted() {
                return;
            }
            if state.allowed_decisions > 0 && state.worker_in_turn.is_none() {
                state.worker_in_turn = Some(me);
                return;
            }
            self.changed.wait_for(&mut state, TURN_CHECK_INTERVAL);
        }
    }

    /// Worker `me` gives up its turn without a decision.
    pub(crate) fn leave_turn(&self, me: u32) {
        let mut state = self.state.lock();
        if state.worker_in_turn == Some(me) {
            state.worker_in_turn = None;
            self.changed.notify_all();
        }
    }

    /// Called when a decision has been made.
    pub(crate) fn note_decision(&self) {
        if !self.is_paused() {
            return;
        }
        let mut state = self.state.lock();
        state.allowed_decisions = state.allowed_decisions.saturating_sub(1);
        state.worker_in_turn = None;
        self.changed.notify_all();
    }

    /// Allows `n` decisions and waits until they have been made, or until none was made for `limit`; returns how many
    /// were not made.
    pub(crate) fn allow_decisions(&self, n: u64, limit: Duration) -> u64 {
        let mut state = self.state.lock();
        state.allowed_decisions = n;
        self.changed.notify_all();
        let (mut left, mut since) = (n, Instant::now());
        while state.allowed_decisions > 0 && since.elapsed() < limit && self.is_paused() {
            self.changed.wait_for(&mut state, TURN_CHECK_INTERVAL);
            if state.allowed_decisions != left {
                (left, since) = (state.allowed_decisions, Instant::now());
            }
        }
        std::mem::take(&mut state.allowed_decisions)
    }
}
