//! Stops of a seeded run that leave no trace in it: the task that is to be looked at stands in the middle of its slice,
//! and lends its processor to the thread that looks.
//!
//! If the stop ended the slice instead, the worker would draw another order for all later slices. The worker draws
//! nothing while the world is stopped between two slices, so that is the other moment at which such a run can be
//! stopped.

use crate::gmp::{Core, Cx, Handle, LentProcessor, Sched, Task};
use crate::world::StoppedWorld;
use parking_lot::MutexGuard;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often a thread that is to stop a run looks whether the worker is between two slices: a worker does not announce
/// that.
const SLICE_CHECK_INTERVAL: Duration = Duration::from_micros(200);

impl<T: Task> Cx<'_, T> {
    /// Under a seed: stands still until `wait` returns, and the world is not stopped. Other threads may stop the world
    /// meanwhile, and visit this task as any other.
    pub fn wait_mid_slice(&mut self, wait: impl FnOnce()) {
        let processor = NonNull::from(&mut *self.processor_cx.processor);
        let sched = self.processor_cx.sched;
        sched.core.lock().lent_processor = Some(LentProcessor::new(processor));
        sched.state_changed.notify_all();
        wait();
        let mut core = sched.core.lock();
        while sched.is_world_stopping.load(Ordering::SeqCst) {
            sched.state_changed.wait(&mut core);
        }
        core.lent_processor = None;
    }
}

impl<T: Task> Handle<T> {
    /// Stops a seeded run where a task [stands](Cx::wait_for_debugger), or between two slices.
    pub fn stop_between_slices(&self) -> StoppedWorld<'_, T> {
        let sched = &self.shared;
        let mut core = sched.core.lock();
        while !sched.is_between_slices(&core) {
            sched.state_changed.wait_for(&mut core, SLICE_CHECK_INTERVAL);
        }
        StoppedWorld::from_outside_with(sched, core)
    }
}

impl<T: Task> Sched<T> {
    fn is_between_slices(self: &Arc<Self>, core: &MutexGuard<'_, Core<T>>) -> bool {
        let here = core.idle_procs.len() + usize::from(core.lent_processor.is_some());
        !self.is_world_stopping.load(Ordering::Relaxed)
            && (here >= self.procs.load(Ordering::Relaxed) as usize
                || core.permanent_outcome.is_some())
    }
}
