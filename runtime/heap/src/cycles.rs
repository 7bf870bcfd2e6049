//! The phase of a collection, the threads that may change it, and the goroutines that wait for a cycle's end
//! (`cycles/model.rs` explores the interleavings): no goroutine may wait for an end that does not come.
//!
//! The thread that moves [`Phase::Idle`] to [`Phase::Beginning`] begins a cycle; it alone either stops the world and
//! [commits](Cycles::commit_cycle), or [gives up](Cycles::abandon_cycle). A goroutine that wants a whole cycle first
//! takes the [number](Cycles::cycle_for_current_garbage) of a cycle that is still to begin, then
//! [asks](Cycles::request_cycle) for it under the lock that every end takes: so either the goroutine is on the list
//! before the end, or it sees that the phase is idle. The thread that ends a cycle or gives up wakes all goroutines on
//! the list, and they ask again.

use crate::loom::{AtomicU8, AtomicU64, Mutex, Ordering};

/// The phase of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// No collection; all spans are swept.
    Idle,
    /// A thread is about to stop the world to begin a cycle.
    Beginning,
    /// Marking is in progress while the program runs.
    Marking,
    /// Marking has ended: the collector uses its result, then sweeps all spans.
    Sweeping,
}

/// The result of asking for a cycle.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CycleRequest {
    /// The cycle has ended.
    Over,
    /// The goroutine is on the list, and no cycle is in progress: it must begin one.
    Begin,
    /// The goroutine is on the list, and will be woken.
    Wait,
}

/// The phase, the counts of cycles begun and ended, and the list of waiters (goroutines in the VM), each a `W`.
#[derive(Debug)]
pub struct Cycles<W> {
    phase: AtomicU8,
    /// The number of cycles begun: written while the world is stopped.
    begun_cycles: AtomicU64,
    /// The number of cycles ended: written under the lock of `waiters`.
    ended_cycles: AtomicU64,
    waiters: Mutex<Vec<W>>,
}

impl<W> Default for Cycles<W> {
    fn default() -> Self {
        Self {
            phase: AtomicU8::new(Phase::Idle as u8),
            begun_cycles: AtomicU64::new(0),
            ended_cycles: AtomicU64::new(0),
            waiters: Mutex::new(Vec::new()),
        }
    }
}

impl<W> Cycles<W> {
    /// The present phase. Acquire: pairs with the change to the phase that the load returns.
    #[inline]
    pub fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Acquire) {
            0 => Phase::Idle,
            1 => Phase::Beginning,
            2 => Phase::Marking,
            _ => Phase::Sweeping,
        }
    }

    /// Begins a cycle; returns false if one is in progress.
    pub fn begin_cycle(&self) -> bool {
        let (from, to) = (Phase::Idle as u8, Phase::Beginning as u8);
        self.phase.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// Commits the cycle, with the world stopped: it will find all objects that are garbage now.
    pub fn commit_cycle(&self) {
        self.begun_cycles.fetch_add(1, Ordering::AcqRel);
    }

    /// Starts concurrent marking; called in the same stop by the thread that has begun the cycle.
    pub fn begin_marking(&self) {
        self.phase.store(Phase::Marking as u8, Ordering::Release);
    }

    /// Ends marking; called with the world stopped.
    pub fn begin_sweeping(&self) {
        self.phase.store(Phase::Sweeping as u8, Ordering::Release);
    }

    /// Ends the cycle. Returns the waiters, which have to be woken.
    #[must_use]
    pub fn end_cycle(&self) -> Vec<W> {
        self.remaining_waiters(1)
    }

    /// Gives up because the world could not be stopped. Returns the waiters, which have to be woken: no other thread
    /// would begin the cycle that they want.
    #[must_use]
    pub fn abandon_cycle(&self) -> Vec<W> {
        self.remaining_waiters(0)
    }

    fn remaining_waiters(&self, ended: u64) -> Vec<W> {
        let mut waiting = self.waiters.lock();
        self.ended_cycles.fetch_add(ended, Ordering::AcqRel);
        self.phase.store(Phase::Idle as u8, Ordering::Release);
        std::mem::take(&mut *waiting)
    }

    /// The number of the first cycle that will find all objects that are garbage now.
    pub fn cycle_for_current_garbage(&self) -> u64 {
        self.begun_cycles.load(Ordering::Acquire) + 1
    }

    /// Asks whether cycle `wanted` has ended. If the cycle has not ended, `who` has to wait, or to begin a cycle and
    /// then wait; when woken, it asks again.
    pub fn request_cycle(&self, wanted: u64, who: W) -> CycleRequest {
        let mut waiting = self.waiters.lock();
        if self.ended_cycles.load(Ordering::Acquire) >= wanted {
            return CycleRequest::Over;
        }
        waiting.push(who);
        drop(waiting);
        if self.phase() == Phase::Idle { CycleRequest::Begin } else { CycleRequest::Wait }
    }

    /// Reports whether a concurrent cycle is in progress; if so, `who` will be woken at its end.
    pub fn wake_at_end(&self, who: W) -> bool {
        let mut waiting = self.waiters.lock();
        // A cycle ends under this lock, so none can end between the check and the push.
        let goes_on = matches!(self.phase(), Phase::Marking | Phase::Sweeping);
        if goes_on {
            waiting.push(who);
        }
        goes_on
    }
}

#[cfg(all(test, loom))]
mod model;
