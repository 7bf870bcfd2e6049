//! The phase of a collection, which thread may change it, and the goroutines that wait for a cycle's end.
//!
//! A module of its own because no goroutine may wait for an end that does not come, and all of that protocol is here (`model` checks
//! it). The thread that turns [`Phase::Idle`] into [`Phase::Beginning`] begins a cycle; it alone either stops the world and
//! [commits](Turns::commit), or [gives up](Turns::give_up). A goroutine that wants a whole cycle first takes the
//! [number](Turns::wanted) of one that is still to begin, then [asks](Turns::ask) for it under the lock that every end takes: so either
//! it is on the list before the end, or it sees that the phase is idle. The thread that ends a cycle or gives up wakes all goroutines on
//! the list, and they ask again.

use crate::loom::{AtomicU8, AtomicU64, Mutex, Ordering};

/// What goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Nothing; all is swept.
    Idle,
    /// Somebody is about to stop the world for the begin.
    Beginning,
    /// Marking goes on while the program runs.
    Marking,
    /// Marking has ended: what it found out is being used, then all is swept.
    Sweeping,
}

/// What became of asking for a cycle.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// It has ended.
    Over,
    /// Who asked is on the list, and nothing goes on: it is to begin a cycle.
    Begin,
    /// Who asked is on the list, and will be woken.
    Wait,
}

/// The phase, the counts of cycles begun and ended, and the list of waiters (goroutines in the VM), each a `W`.
#[derive(Debug)]
pub struct Turns<W> {
    phase: AtomicU8,
    /// Cycles begun: written while the world is stopped.
    begun: AtomicU64,
    /// Cycles ended: written under the lock.
    ended: AtomicU64,
    waiting: Mutex<Vec<W>>,
}

impl<W> Default for Turns<W> {
    fn default() -> Self {
        Self {
            phase: AtomicU8::new(Phase::Idle as u8),
            begun: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            waiting: Mutex::new(Vec::new()),
        }
    }
}

impl<W> Turns<W> {
    /// The phase. Acquire, with whoever turned to it.
    #[inline]
    pub fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Acquire) {
            0 => Phase::Idle,
            1 => Phase::Beginning,
            2 => Phase::Marking,
            _ => Phase::Sweeping,
        }
    }

    /// Becomes the one that begins a cycle; false: one goes on.
    pub fn begin(&self) -> bool {
        let (from, to) = (Phase::Idle as u8, Phase::Beginning as u8);
        self.phase.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// The world is stopped for the begin: what is garbage now, this cycle finds.
    pub fn commit(&self) {
        self.begun.fetch_add(1, Ordering::AcqRel);
    }

    /// By who has begun it, in the same stop: marking goes on beside the program.
    pub fn mark(&self) {
        self.phase.store(Phase::Marking as u8, Ordering::Release);
    }

    /// Marking has ended, and the world is stopped.
    pub fn sweep(&self) {
        self.phase.store(Phase::Sweeping as u8, Ordering::Release);
    }

    /// The cycle is over. Gives those who are to be woken.
    #[must_use]
    pub fn end(&self) -> Vec<W> {
        self.rest(1)
    }

    /// The world could not be stopped for the begin. Gives those who are to be woken: nobody else would begin the cycle that they want.
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

    /// Asks whether that cycle has ended. If not, `who` is to wait, or to begin one and then to wait; woken, it asks again.
    pub fn ask(&self, wanted: u64, who: W) -> Asked {
        let mut waiting = self.waiting.lock();
        if self.ended.load(Ordering::Acquire) >= wanted {
            return Asked::Over;
        }
        waiting.push(who);
        drop(waiting);
        if self.phase() == Phase::Idle { Asked::Begin } else { Asked::Wait }
    }

    /// Whether a cycle goes on beside the program, at whose end `who` will now be woken.
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
