//! Simulated Ms of a run under a seed. If a run shall be like one on threads
//! ([`Config::by_time`](crate::Config::by_time)), the one thread simulates an M for each P in use, and one for each
//! blocking call. The simulated Ms are woken, spin and go to sleep by the rules of `worker/`: an M is woken for waiting
//! work if a P is idle and no M spins; at most half as many Ms spin as Ps are busy.

use super::SeededWorker;
use crate::gmp::{Core, Processor, Task};
use crate::time::clock::Nanos;
use crate::trace::{Kind, Record};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// The Ms that the scheduler's only thread simulates.
#[derive(Default, Debug)]
pub(super) struct Machines {
    /// For each P by number: its M, whether that M spins, and the elapsed part of its time slice.
    procs: Vec<Proc>,
    /// The sleeping Ms; the last one is woken first.
    idle_machines: Vec<u32>,
    machine_count: u32,
    /// The Ms in blocking calls, by task.
    call_machines: BTreeMap<u32, u32>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Proc {
    machine: Option<u32>,
    is_spinning: bool,
    slice_time: Nanos,
}

impl Machines {
    fn proc_mut(&mut self, p: u32) -> &mut Proc {
        let len = self.procs.len().max(p as usize + 1);
        self.procs.resize(len, Proc::default());
        &mut self.procs[p as usize]
    }

    /// The M of a P; `None`: the P is idle.
    pub(super) fn machine_of(&self, p: u32) -> Option<u32> {
        self.procs.get(p as usize)?.machine
    }

    /// Takes the Ps from number `procs` on out of use: their Ms sleep.
    fn retire_procs(&mut self, procs: u32) {
        for p in self.procs.iter_mut().skip(procs as usize) {
            p.is_spinning = false;
            self.idle_machines.extend(p.machine.take());
        }
    }

    fn spinning_count(&self) -> usize {
        self.procs.iter().filter(|p| p.is_spinning).count()
    }

    /// How many Ps are in use.
    pub(super) fn busy_count(&self) -> usize {
        self.procs.iter().filter(|p| p.machine.is_some()).count()
    }

    /// Begins a time slice of a P.
    pub(super) fn begin_slice(&mut self, p: u32) {
        self.proc_mut(p).slice_time = 0;
    }

    /// Records that the task has run for `time`; returns how long its time slice has lasted.
    pub(super) fn add_slice_time(&mut self, p: u32, time: Nanos) -> Nanos {
        let it = self.proc_mut(p);
        it.slice_time += time;
        it.slice_time
    }
}

impl<T: Task> SeededWorker<T> {
    /// Wakes an M with an idle P if there is work that no M is about to find.
    pub(super) fn wake_machine(&mut self, core: &mut Core<T>) {
        let procs = self.sched.procs.load(Ordering::Relaxed);
        let Some(machines) = &mut self.machines else { return };
        machines.retire_procs(procs);
        let machines = &*machines;
        let now = self.sched.clock.now();
        let retired = self
            .sched
            .allp()
            .skip(procs as usize)
            .any(|proc| proc.timers.earliest_deadline() <= now);
        let in_use = |p: &Processor<T>| machines.machine_of(p.id.0).is_some();
        let idle =
            |p: &&mut Box<Processor<T>>| p.id.0 < procs && !in_use(p) && !p.is_held_by_task();
        let has_own = |p: &Processor<T>| p.shared.has_work();
        // The task in the runnext of a P in use is left to that P until its running task has continued for a while.
        let waits = |p: &Processor<T>| {
            p.shared.has_queued_tasks() && in_use(p)
                || p.shared.runnext.is_some() && p.is_held_by_task()
        };
        let shared = !core.queue.is_empty() || retired || core.idle_procs.iter().any(|p| waits(p));
        let searched = self.sched.feature_switches.get().spin && machines.spinning_count() > 0;
        let mut idle: Vec<_> = core.idle_procs.iter_mut().filter(idle).collect();
        // A P with work whose M has left it for a call: the P goes to another M.
        let with_work = idle.iter().position(|p| has_own(p));
        let at = match with_work {
            Some(at) => Some(at),
            None if shared && !searched => (0..idle.len()).min_by_key(|at| idle[*at].id.0),
            None => None,
        };
        if let Some(at) = at {
            let p = &mut *idle[at];
            self.start_machine(p, with_work.is_none());
        }
    }

    /// Gives the P an M: a sleeping one, or a new one.
    pub(super) fn start_machine(&mut self, p: &mut Processor<T>, searches: bool) {
        let Some(machines) = &mut self.machines else { return };
        let searches = searches && self.sched.feature_switches.get().spin;
        let (m, kind) = match machines.idle_machines.pop() {
            Some(m) => (m, Kind::ThreadWake),
            None => {
                machines.machine_count += 1;
                (machines.machine_count - 1, Kind::ThreadNew)
            }
        };
        let it = machines.proc_mut(p.id.0);
        (it.machine, it.is_spinning) = (Some(m), searches);
        self.sched.note_event(kind, Record::NO_TASK, m);
        p.note_event(Kind::ProcStart, Record::NO_TASK, m);
        if searches {
            p.note_event(Kind::SpinStart, Record::NO_TASK, m);
        }
    }

    /// Reports whether the P's M may look at other Ps: an M that does not spin yet may if at most half as many spin as
    /// Ps are busy.
    pub(super) fn may_search(&mut self, p: &mut Processor<T>) -> bool {
        let Some(machines) = &mut self.machines else { return true };
        let (searching, busy) = (machines.spinning_count(), machines.busy_count());
        let it = machines.proc_mut(p.id.0);
        if it.is_spinning || !self.sched.feature_switches.get().spin {
            return true;
        }
        let may = 2 * searching < busy;
        if may {
            it.is_spinning = true;
            p.note_event(Kind::SpinStart, Record::NO_TASK, it.machine.unwrap_or_default());
        }
        may
    }

    /// Called when the P's M has found work.
    pub(super) fn end_search(&mut self, p: &mut Processor<T>) {
        let Some(machines) = &mut self.machines else { return };
        let it = machines.proc_mut(p.id.0);
        if std::mem::take(&mut it.is_spinning) {
            p.note_event(Kind::SpinStop, Record::NO_TASK, it.machine.unwrap_or_default());
        }
    }

    /// Called when the P's M has found no work: the P becomes idle.
    pub(super) fn make_machine_idle(&mut self, p: &mut Processor<T>) {
        let switches = self.sched.feature_switches.get();
        let Some(machines) = &mut self.machines else { return };
        let enough = switches.steal && switches.spin && !machines.proc_mut(p.id.0).is_spinning;
        self.end_search(p);
        let Some(machines) = &mut self.machines else { return };
        let it = machines.proc_mut(p.id.0);
        let Some(m) = it.machine.take() else { return };
        machines.idle_machines.push(m);
        if let Some((watch, id)) = p.event_receiver() {
            watch.report_idle(id, m, enough);
        }
        self.sched.note_event(Kind::ThreadIdle, Record::NO_TASK, m);
    }

    /// The P's M leaves it for a blocking call of the task.
    pub(super) fn leave_processor_for_call(&mut self, p: u32, task: u32) {
        let Some(machines) = &mut self.machines else { return };
        let it = machines.proc_mut(p);
        it.is_spinning = false;
        if let Some(m) = it.machine.take() {
            machines.call_machines.insert(task, m);
        }
    }

    /// The call has ended: its M continues with this P, or goes to sleep.
    pub(super) fn come_back_from_call(&mut self, task: u32, p: Option<u32>) {
        let Some(machines) = &mut self.machines else { return };
        let Some(m) = machines.call_machines.remove(&task) else { return };
        match p {
            Some(p) => machines.proc_mut(p).machine = Some(m),
            None => machines.idle_machines.push(m),
        }
    }

    /// Reports whether the P is idle: a call that returns may take it.
    pub(super) fn is_idle(&self, p: &Processor<T>) -> bool {
        self.machines.as_ref().is_none_or(|machines| machines.machine_of(p.id.0).is_none())
    }
}
