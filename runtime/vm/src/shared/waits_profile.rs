//! The block and mutex profiles: the times that goroutines have waited, by the stacks that waited or made others wait.

use crate::image::lines::Pcs;
use hashbrown::HashMap;
use minigo_sched::Reason;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

/// The reason of a wait.
pub(crate) type WaitReason = Option<Reason>;

/// The number of waits, and their total in nanoseconds, as estimated from the samples.
#[derive(Clone, Copy, Default)]
pub(crate) struct WaitTotals {
    pub(crate) wait_count: f64,
    pub(crate) nanoseconds: f64,
}

/// A profile of waits.
#[derive(Default)]
pub(crate) struct WaitsProfile {
    sampling_rate: AtomicI64,
    stacks: Mutex<HashMap<(WaitReason, Pcs), WaitTotals>>,
}

impl WaitsProfile {
    /// The sampling rate; 0: nothing is sampled.
    #[inline(always)]
    pub(crate) fn sampling_rate(&self) -> i64 {
        self.sampling_rate.load(Ordering::Relaxed)
    }

    /// Sets the sampling rate and returns the previous one.
    pub(crate) fn set_rate(&self, rate: i64) -> i64 {
        self.sampling_rate.swap(rate, Ordering::Relaxed)
    }

    /// Adds a sampled wait, which stands for `weight` waits.
    pub(crate) fn add(&self, kind: WaitReason, pcs: Pcs, nanoseconds: i64, weight: f64) {
        let mut stacks = self.stacks.lock();
        let sum = stacks.entry((kind, pcs)).or_default();
        sum.wait_count += weight;
        sum.nanoseconds += nanoseconds as f64 * weight;
    }

    /// All stacks with their waits.
    pub(crate) fn records(&self) -> Vec<(WaitReason, Pcs, WaitTotals)> {
        let stacks = self.stacks.lock();
        stacks.iter().map(|((kind, pcs), waited)| (*kind, pcs.clone(), *waited)).collect()
    }
}

/// For each lock, by its address: the stack of the goroutine that has unlocked the lock for a waiting one, until the
/// waiting goroutine continues.
#[derive(Default)]
pub(crate) struct Unlockers(Mutex<HashMap<u64, Pcs>>);

impl Unlockers {
    pub(crate) fn note_unlock(&self, lock: u64, pcs: Pcs) {
        self.0.lock().insert(lock, pcs);
    }

    /// Removes and returns the stack of the goroutine that has unlocked the lock.
    pub(crate) fn take_stack(&self, lock: u64) -> Option<Pcs> {
        self.0.lock().remove(&lock)
    }
}
