//! Changing how many processors there are.

use crate::gmp::{Core, MAX_PROCS, Processor, Sched, Task};
use crate::trace::{Kind, QueuePlace, Record};
use crate::world::StoppedWorld;
use std::sync::atomic::Ordering;

impl<T: Task> StoppedWorld<'_, T> {
    /// Changes how many processors there are (1 to 256). The task that stopped the world may continue on another
    /// processor.
    pub fn set_procs(&mut self, n: usize) {
        let n = n.clamp(1, MAX_PROCS) as u32;
        let sched = self.sched;
        while sched.procs.load(Ordering::Relaxed) < n {
            sched.add_proc();
            sched.note_event(Kind::Procs, Record::NO_TASK, sched.procs.load(Ordering::Relaxed));
        }
        if sched.procs.load(Ordering::Relaxed) == n {
            return;
        }
        sched.note_event(Kind::Procs, Record::NO_TASK, n);
        sched.procs.store(n, Ordering::SeqCst);
        if let Some(own) = &mut self.own_p
            && own.id.0 >= n
            && let Some(kept) = self.stopped_processors.iter_mut().find(|p| p.id.0 < n)
        {
            std::mem::swap(&mut **own, &mut **kept);
        }
        let (gone, kept) =
            std::mem::take(&mut self.stopped_processors).into_iter().partition(|p| p.id.0 >= n);
        self.stopped_processors = kept;
        let mut gone: Vec<Box<Processor<T>>> = gone;
        let mut core = sched.core.lock();
        gone.iter_mut().for_each(|p| Self::drain_processor(p, &mut core, sched));
        core.retired_processors.append(&mut gone);
    }

    /// Moves the tasks of a processor to the global queue.
    fn drain_processor(p: &mut Processor<T>, core: &mut Core<T>, sched: &Sched<T>) {
        p.wakeup_pending = false;
        p.parked_task = None;
        if let Some(task) = p.running_task.take() {
            sched.slab.slot(task).state.transition_to_queued();
            p.note_event(Kind::Displaced, task, QueuePlace::Global.code());
            core.inject_tasks(&[task], sched);
        }
        core.move_outgoing_to_global(&p.shared, sched);
        loop {
            p.shared.remote_queue.move_to(&mut p.queue);
            let Some(task) = p.shared.runnext.take_task().or_else(|| p.queue.pop()) else { break };
            p.note_moved(&[task], QueuePlace::Global);
            core.inject_tasks(&[task], sched);
        }
    }
}
