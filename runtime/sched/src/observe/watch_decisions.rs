//! Watching decisions: the scheduler calls a listener with each of its decisions, and the rule that led to it.

use crate::gmp::{Handle, Sched, Task};
use crate::trace::{EventReceiver, Listener, SlotQueues};
use crate::world::StoppedWorld;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

impl<T: Task> StoppedWorld<'_, T> {
    /// From now on reports each decision and the events that lead to it ([`DecisionReport`](crate::DecisionReport)) to
    /// `listener`; `None` ends the reports. Works only if events are counted or recorded
    /// ([`Config::trace_limit`](crate::Config::trace_limit)): returns false if they are not. The world must have been
    /// stopped from outside.
    pub fn watch_decisions(&mut self, listener: Option<Listener>) -> bool {
        let sched = self.scheduler().clone();
        let Some(tracer) = &sched.tracer else { return false };
        let watch = listener.map(|listener| {
            let mut names = HashMap::new();
            self.each_task(|task, _, it| _ = names.insert(task.index(), it.creation_mark().object));
            let (queues, clock) = (Arc::downgrade(&sched), sched.clock.clone());
            let now = Box::new(move || clock.now());
            let queues = Box::new(move || read_queues(&queues));
            Arc::new(EventReceiver::new(listener, names, sched.pause_state.clone(), queues, now))
        });
        self.each_processor(|p| {
            let id = p.id;
            if let Some(lane) = &mut p.trace_lane {
                lane.event_receiver = watch.clone().map(|watch| (watch, Some(id)));
            }
        });
        tracer.shared_lane.lock().event_receiver = watch.map(|watch| (watch, None));
        true
    }
}

impl<T: Task> Handle<T> {
    /// Pauses a [watched](Self::watch) scheduler: no P decides what to run next until
    /// [`allow_decisions`](Self::allow_decisions), and sysmon does nothing. Running tasks continue until they come to a
    /// decision.
    pub fn pause(&self) {
        self.shared.pause_state.set_paused(true);
    }

    /// Ends a [`pause`](Self::pause).
    pub fn resume(&self) {
        self.shared.pause_state.set_paused(false);
    }

    /// While paused: lets `n` decisions be made, one after the other, and waits for them, until none was made for
    /// `limit`. Returns how many of the `n` decisions were not made.
    pub fn allow_decisions(&self, n: u64, limit: Duration) -> u64 {
        self.shared.pause_state.allow_decisions(n, limit)
    }

    /// Stops the world and does the same as [`StoppedWorld::watch_decisions`].
    pub fn watch_decisions(&self, listener: Option<Listener>) -> bool {
        self.stop_world().watch_decisions(listener)
    }
}

/// Reads the queues as far as possible while tasks run: a P's queue is exact if that P is the caller's.
fn read_queues<T: Task>(sched: &Weak<Sched<T>>) -> SlotQueues {
    let Some(sched) = sched.upgrade() else {
        return SlotQueues { local_queues: Vec::new(), global_queue: None };
    };
    let procs = sched.procs.load(Ordering::Relaxed) as usize;
    let local = sched.allp().take(procs);
    let local = local.map(|p| (p.runnext.peek_task(), p.stealer.queued_tasks())).collect();
    // Under a seed the only worker may hold the scheduler lock.
    let core = match sched.config.seed {
        Some(_) => sched.core.try_lock(),
        None => Some(sched.core.lock()),
    };
    let global = core.map(|core| {
        let outgoing = sched.allp().flat_map(|p| p.outgoing_queue.queued_tasks());
        core.queue.iter().copied().chain(outgoing).collect()
    });
    SlotQueues { local_queues: local, global_queue: global }
}
