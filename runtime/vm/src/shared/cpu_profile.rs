//! The samples of a CPU profile.
//!
//! Nothing interrupts a thread: whenever it leaves the interpreter, which it does at the latest after a budget of
//! steps, it looks at how long its CPU has worked, and if a period is over the stack that it stands in is a sample.

use hashbrown::HashMap;
use parking_lot::Mutex;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

thread_local! {
    /// Of this thread, which works for one machine: the profile that it takes samples for, and the CPU time at the last
    /// one.
    static LAST: Cell<(u64, i64)> = const { Cell::new((0, 0)) };
}

/// The labels of a goroutine.
pub(crate) type Labels = Option<Arc<[u8]>>;

/// How often each stack was seen.
#[derive(Default)]
pub(crate) struct CpuProfile {
    /// Nanoseconds of CPU time from one sample of a thread to the next; 0: none are taken.
    period: AtomicI64,
    number: AtomicU64,
    stacks: Mutex<HashMap<(Vec<u64>, Labels), u64>>,
}

impl CpuProfile {
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.period.load(Ordering::Relaxed) > 0
    }

    /// Forgets the samples and takes others.
    pub(crate) fn start(&self, period: i64) {
        self.stacks.lock().clear();
        self.number.fetch_add(1, Ordering::Relaxed);
        self.period.store(period, Ordering::Release);
    }

    pub(crate) fn stop(&self) {
        self.period.store(0, Ordering::Relaxed);
    }

    /// How many periods have passed on this thread, whose CPU has worked for `now`, since it was asked last. What a
    /// thread did before the profile began does not count.
    pub(crate) fn due(&self, now: i64) -> u64 {
        let (number, period) =
            (self.number.load(Ordering::Relaxed), self.period.load(Ordering::Acquire));
        let (of, last) = LAST.get();
        if of != number || period == 0 {
            LAST.set((number, now));
            return 0;
        }
        let periods = (now - last) / period;
        LAST.set((number, last + periods * period));
        periods.max(0) as u64
    }

    pub(crate) fn add(&self, stack: Vec<u64>, labels: Labels, count: u64) {
        *self.stacks.lock().entry((stack, labels)).or_default() += count;
    }

    /// The stacks, and how often they were seen.
    pub(crate) fn stacks(&self) -> Vec<(u64, Labels, Vec<u64>)> {
        let stacks = self.stacks.lock();
        let each = stacks.iter();
        each.map(|((stack, labels), count)| (*count, labels.clone(), stack.clone())).collect()
    }
}
