//! The draw: which processor or blocking call acts next.

use super::SeededWorker;
use crate::gmp::{Core, Processor, Task};
use crate::task::state::Phase;
use std::sync::atomic::Ordering;

/// The processor or blocking call that acts next.
pub(super) enum NextActor {
    /// The processor at this index of the idle list.
    Proc(usize),
    /// The blocking call at this index.
    Call(usize),
    Nothing,
}

impl<T: Task> SeededWorker<T> {
    /// Draws the processor or call that acts next.
    pub(super) fn choose_actor(&mut self, core: &mut Core<T>) -> NextActor {
        self.wake_machine(core);
        if !self.runnable_tasks.is_empty() {
            // With a chooser there is only one processor.
            return NextActor::Proc(0);
        }
        let sched = &*self.sched;
        let now = sched.clock.now();
        let procs = sched.procs.load(Ordering::Relaxed);
        let switches = sched.feature_switches.get();
        let steals = |p: &Processor<T>| {
            switches.steal
                && (!p.shared.stealer.is_empty()
                    || (p.shared.runnext.is_some() && p.is_held_by_task()))
        };
        let victims = core.idle_procs.iter().filter(|p| steals(p)).count();
        let retired =
            sched.allp().skip(procs as usize).any(|f| f.timers.earliest_deadline() <= now);
        let all = !core.queue.is_empty() || retired;
        self.acting_ps.clear();
        for (at, p) in core.idle_procs.iter_mut().enumerate() {
            if let Some(kept) = p.parked_task
                && !matches!(sched.slab.slot(kept).state.read().0, Phase::Parked | Phase::Blocked)
            {
                p.parked_task = None;
            }
            let prey = victims > usize::from(steals(p));
            let work = match &self.machines {
                Some(machines) => p.running_task.is_some() || machines.machine_of(p.id.0).is_some(),
                None => p.running_task.is_some() || p.shared.has_work() || all || prey,
            };
            if (work && p.parked_task.is_none()) || p.shared.timers.earliest_deadline() <= now {
                self.acting_ps.push((p.id.0, at));
            }
        }
        self.acting_ps.sort_unstable();
        let due = || self.pending_calls.iter().enumerate().filter(|(_, call)| call.due_time <= now);
        let sum = self.acting_ps.len() + due().count();
        if sum == 0 {
            return NextActor::Nothing;
        }
        let drawn = self.rng.below(sum as u32) as usize;
        let Some(&(id, at)) = self.acting_ps.get(drawn) else {
            let call = due().nth(drawn - self.acting_ps.len());
            return call.map_or(NextActor::Nothing, |(at, _)| NextActor::Call(at));
        };
        if self.rng.below(self.schedule_parameters.switch_odds) == 0 {
            self.favoured_proc = id;
        }
        let favourite = self.acting_ps.iter().find(|(id, _)| *id == self.favoured_proc);
        NextActor::Proc(favourite.map_or(at, |(_, at)| *at))
    }
}
