//! The phase of a collection, which thread may change it, and the goroutines that wait for a cycle's end
//! (`cycles/model.rs` explores it): no goroutine may wait for an end that does not come.
//!
//! The thread that moves [`Phase::Idle`] to [`Phase::Beginning`] begins a cycle; it alone either stops the world and
//! [commits](Cycles::commit), or [gives up](Cycles::give_up). A goroutine that wants a whole cycle first takes the
//! [number](Cycles::wanted) of one that is still to begin, then [asks](Cycles::ask) for it under the lock that every
//! end takes: so either it is on the list before the end, or it sees that the phase is idle. The thread that ends a
//! cycle or gives up wakes all goroutines on the list, and they ask again.

use crate::loom::{AtomicU8, AtomicU64, Mutex, Ordering};

/// What a collection is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Nothing; all is swept.
    Idle,
    /// A thread is about to stop the world for the beginning.
    Beginning,
    /// Marking goes on while the program runs.
    Marking,
    /// Marking has ended: its result is being used, then all is swept.
    Sweeping,
}

/// What became of asking for a cycle.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CycleRequest {
    /// It has ended.
    Over,
    /// The goroutine is on the list, and no cycle goes on: it is to begin one.
    Begin,
    /// The goroutine is on the list, and will be woken.
    Wait,
}

/// The phase, the counts of cycles begun and ended, and the list of waiters (goroutines in the VM), each a `W`.
#[derive(Debug)]
pub struct Cycles<W> {
    phase: AtomicU8,
    /// Cycles begun: written while the world is stopped.
    begun: AtomicU64,
    /// Cycles ended: written under the lock.
    ended: AtomicU64,
    waiting: Mutex<Vec<W>>,
}

impl<W> Default for Cycles<W> {
    fn default() -> Self {
        Self {
            phase: AtomicU8::new(Phase::Idle as u8),
            begun: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            waiting: Mutex::new(Vec::new()),
        }
    }
}

impl<W> Cycles<W> {
    /// The phase. Acquire: pairs with the change to it.
    #[inline]
    pub fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Acquire) {
            0 => Phase::Idle,
            1 => Phase::Beginning,
            2 => Phase::Marking,
            _ => Phase::Sweeping,
        }
    }

    /// Begins a cycle; false: one goes on already.
    pub fn begin(&self) -> bool {
        let (from, to) = (Phase::Idle as u8, Phase::Beginning as u8);
        self.phase.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// The world is stopped for the beginning: this cycle finds what is garbage now.
    pub fn commit(&self) {
        self.begun.fetch_add(1, Ordering::AcqRel);
    }

    /// By the thread that has begun it, in the same stop: marking goes on beside the program.
    pub fn mark(&self) {
        self.phase.store(Phase::Marking as u8, Ordering::Release);
    }

    /// Marking has ended, and the world is stopped.
    pub fn sweep(&self) {
        self.phase.store(Phase::Sweeping as u8, Ordering::Release);
    }

    /// The cycle is over. Returns the waiters, which are to be woken.
    #[must_use]
    pub fn end(&self) -> Vec<W> {
        self.rest(1)
    }

    /// The world could not be stopped for the beginning. Returns the waiters, which are to be woken: no other thread
    /// would begin the cycle that they want.
    #[must_use]
    pub fn give_up(&self) -> Vec<W> {
        self.rest(0)
    }

    fn rest(&self, ended: u64) -> Vec<W> {
        let mut waiting = self.waiting.lock();
        self.ended.fetch_add(ended, Ordering::AcqRel);
        self.phase.store(Phase::Idle as u8, Ordering::Release);
        std::mem::take(&mut *waiting)
    }

    /// The number of the first cycle that will find all that is garbage now.
    pub fn wanted(&self) -> u64 {
        self.begun.load(Ordering::Acquire) + 1
    }

    /// Asks whether that cycle has ended. If not, `who` is to wait, or to begin one and then to wait; woken, it asks
    /// again.
    pub fn ask(&self, wanted: u64, who: W) -> CycleRequest {
        let mut waiting = self.waiting.lock();
        if self.ended.load(Ordering::Acquire) >= wanted {
            return CycleRequest::Over;
        }
        waiting.push(who);
        drop(waiting);
        if self.phase() == Phase::Idle { CycleRequest::Begin } else { CycleRequest::Wait }
    }

    /// Whether a cycle goes on beside the program; if so, `who` will be woken at its end.
    pub fn call_at_end(&self, who: W) -> bool {
        let mut waiting = self.waiting.lock();
        // It ends under this lock.
        let goes_on = matches!(self.phase(), Phase::Marking | Phase::Sweeping);
        if goes_on {
            waiting.push(who);
        }
        goes_on
    }
}

#[cfg(all(test, loom))]
mod model;
