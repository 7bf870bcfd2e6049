//! Changing in a running scheduler which mechanisms are on, and the length of a time slice.

use crate::gmp::Task;
use crate::processor::feature_switches::Switches;
use crate::time::clock::Nanos;
use crate::world::StoppedWorld;
use std::sync::atomic::Ordering;
use std::time::Duration;

impl<T: Task> StoppedWorld<'_, T> {
    /// Switches mechanisms on and off. Earlier effects stay: a task that is already in a local queue is run from there.
    pub fn set_feature_switches(&mut self, switches: Switches) {
        self.sched.feature_switches.set(switches);
        self.each_processor(|p| p.policy.feature_switches = switches);
    }

    /// Sets how long a task may run before it is asked to yield. (Under a seed, the lengths of slices are random and do
    /// not depend on this value.)
    pub fn set_quantum(&mut self, quantum: Duration) {
        self.sched.quantum.store(quantum.as_nanos() as Nanos, Ordering::Relaxed);
    }
}
