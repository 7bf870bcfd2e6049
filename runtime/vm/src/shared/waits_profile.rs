//! The block and mutex profiles: how long goroutines have waited, by the stacks that waited or made others wait.

use crate::image::lines::Pcs;
use hashbrown::HashMap;
use minigo_sched::Reason;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

/// What was waited for.
pub(crate) type Kind = Option<Reason>;

/// How often, and for how many nanoseconds in all, as far as is known from the samples.
#[derive(Clone, Copy, Default)]
pub(crate) struct Waited {
    pub(crate) count: f64,
    pub(crate) nanoseconds: f64,
}

/// A profile of waits.
#[derive(Default)]
pub(crate) struct WaitsProfile {
    rate: AtomicI64,
    stacks: Mutex<HashMap<(Kind, Pcs), Waited>>,
}

impl WaitsProfile {
    /// What is sampled: nothing at 0.
    #[inline(always)]
    pub(crate) fn rate(&self) -> i64 {
        self.rate.load(Ordering::Relaxed)
    }

    /// Sets the rate; gives the one before.
    pub(crate) fn set_rate(&self, rate: i64) -> i64 {
        self.rate.swap(rate, Ordering::Relaxed)
    }

    /// Adds a wait that was sampled, which stands for `weight` waits.
    pub(crate) fn add(&self, kind: Kind, pcs: Pcs, nanoseconds: i64, weight: f64) {
        let mut stacks = self.stacks.lock();
        let sum = stacks.entry((kind, pcs)).or_default();
        sum.count += weight;
        sum.nanoseconds += nanoseconds as f64 * weight;
    }

    /// All stacks.
    pub(crate) fn records(&self) -> Vec<(Kind, Pcs, Waited)> {
        let stacks = self.stacks.lock();
        stacks.iter().map(|((kind, pcs), waited)| (*kind, pcs.clone(), *waited)).collect()
    }
}

/// The stacks that have unlocked something for which a goroutine waits that has not gone on yet, by address.
#[derive(Default)]
pub(crate) struct Unlockers(Mutex<HashMap<u64, Pcs>>);

impl Unlockers {
    pub(crate) fn note(&self, lock: u64, pcs: Pcs) {
        self.0.lock().insert(lock, pcs);
    }

    /// Removes and returns the stack of the goroutine that has unlocked the lock.
    pub(crate) fn take(&self, lock: u64) -> Option<Pcs> {
        self.0.lock().remove(&lock)
    }
}
