//! The trace is taken with the world stopped.

use crate::gmp::{Handle, Task};
use crate::trace::{GcPhase, KINDS, Kind, Lane, Record, Trace};
use crate::world::StoppedWorld;

impl<T: Task> StoppedWorld<'_, T> {
    /// Takes what was recorded so far; the counts go on. `None` if nothing is recorded.
    pub fn take_trace(&mut self) -> Option<Trace> {
        let sched = self.scheduler().clone();
        let tracer = sched.tracer.as_ref()?;
        let nanos = tracer.stamps.translation();
        let (mut lanes, mut counts) = (Vec::new(), [0; KINDS]);
        let mut add = |lane: &mut Lane, proc| {
            counts.iter_mut().zip(&lane.counts).for_each(|(sum, n)| *sum += n);
            lanes.push(lane.take(proc, nanos));
        };
        self.each_processor(|p| {
            if let Some(lane) = &mut p.lane {
                add(lane, Some(p.id));
            }
        });
        add(&mut tracer.shared.lock(), None);
        lanes.sort_by_key(|lane| lane.proc.map_or(u32::MAX, |p| p.0));
        Some(Trace { lanes, counts })
    }
}

impl<T: Task> Handle<T> {
    /// The collector goes to another phase.
    pub fn trace_gc(&self, phase: GcPhase) {
        self.shared_part().note(Kind::Gc, Record::NO_TASK, phase as u32);
    }
}
