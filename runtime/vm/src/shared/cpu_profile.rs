//! The samples of a CPU profile.
//!
//! No signal interrupts the threads. Whenever a thread leaves the interpreter, at the latest after a budget of steps,
//! it checks its CPU time; if a sampling period is over, the stack of the running goroutine becomes a sample.

use hashbrown::HashMap;
use parking_lot::Mutex;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

thread_local! {
    /// The profile for which this thread takes samples (a thread works for one machine), and the thread's CPU time at
    /// its last sample.
    static LAST_SAMPLE: Cell<(u64, i64)> = const { Cell::new((0, 0)) };
}

/// The profiler labels of a goroutine.
pub(crate) type Labels = Option<Arc<[u8]>>;

/// The stacks, with the number of samples of each.
#[derive(Default)]
pub(crate) struct CpuProfile {
    /// Nanoseconds of a thread's CPU time between two samples; 0: no samples are taken.
    sample_period: AtomicI64,
    profile_number: AtomicU64,
    stacks: Mutex<HashMap<(Vec<u64>, Labels), u64>>,
}

impl CpuProfile {
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        self.sample_period.load(Ordering::Relaxed) > 0
    }

    /// Discards all samples and starts a new profile.
    pub(crate) fn start(&self, period: i64) {
        self.stacks.lock().clear();
        self.profile_number.fetch_add(1, Ordering::Relaxed);
        self.sample_period.store(period, Ordering::Release);
    }

    pub(crate) fn stop_sampling(&self) {
        self.sample_period.store(0, Ordering::Relaxed);
    }

    /// The number of sampling periods that have passed on this thread since the last call, where `now` is the thread's
    /// CPU time. CPU time before the profile began does not count.
    pub(crate) fn samples_due(&self, now: i64) -> u64 {
        let (number, period) = (
            self.profile_number.load(Ordering::Relaxed),
            self.sample_period.load(Ordering::Acquire),
        );
        let (of, last) = LAST_SAMPLE.get();
        if of != number || period == 0 {
            LAST_SAMPLE.set((number, now));
            return 0;
        }
        let periods = (now - last) / period;
        LAST_SAMPLE.set((number, last + periods * period));
        periods.max(0) as u64
    }

    pub(crate) fn add(&self, stack: Vec<u64>, labels: Labels, count: u64) {
        *self.stacks.lock().entry((stack, labels)).or_default() += count;
    }

    /// The stacks with their numbers of samples and labels.
    pub(crate) fn stacks(&self) -> Vec<(u64, Labels, Vec<u64>)> {
        let stacks = self.stacks.lock();
        let each = stacks.iter();
        each.map(|((stack, labels), count)| (*count, labels.clone(), stack.clone())).collect()
    }
}
