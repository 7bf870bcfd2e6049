//! Taking a snapshot of a stopped world.

use super::inspect::{Counters, M, MActivity, Net, NetWait, P, Snapshot, Status, Sysmon, Timer};
use crate::gmp::{Core, Handle, Processor, ProcessorUse, Sched, Task, WorkerShared};
use crate::processor::ProcId;
use crate::task::state::Phase;
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use crate::world::StoppedWorld;
use std::sync::atomic::Ordering;

impl<T: Task> Handle<T> {
    /// Takes a snapshot. The world stops for the snapshot: until each running task has reached a safepoint, and then
    /// for some µs.
    pub fn snapshot(&self) -> Snapshot {
        self.stop_world().snapshot()
    }
}

impl<T: Task> StoppedWorld<'_, T> {
    /// Takes a snapshot of the state when the world was stopped. To be called before the caller changes anything in the
    /// stopped world.
    pub fn snapshot(&mut self) -> Snapshot {
        let sched = self.scheduler().clone();
        let procs = sched.procs.load(Ordering::Relaxed);
        let counters = sum_counters(self, &sched);
        // Blocking calls may end while the snapshot is taken: the scheduler lock keeps their tasks from being queued.
        let core = sched.core.lock();
        let runs = ProcessorUse::Running {
            worker: self.stopping_worker,
            task: self.stopping_task.index(),
        };
        let own = self.own_p.as_ref().map(|own| view_processor(own, runs, &sched));
        let mut ps: Vec<P> = self
            .stopped_processors
            .iter()
            .map(|p| view_processor(p, p.use_at_stop, &sched))
            .collect();
        ps.extend(own);
        ps.retain(|p| p.id.0 < procs);
        ps.sort_by_key(|p| p.id);
        let mut global = core.queue.iter().map(|task| task_ref(&sched, *task)).collect();
        if sched.config.seed.is_none() {
            let put_back = ps.iter_mut().filter(|p| p.status.g() != Some(&self.stopping_task));
            put_back.for_each(|p| remove_running_task(p, &mut global));
        }
        let is_idle = |id: ProcId| ps.iter().any(|p| p.id == id && p.status == Status::Idle);
        let idle_ps =
            self.stopped_processors.iter().map(|p| p.id).filter(|id| is_idle(*id)).collect();
        Snapshot {
            time: sched.clock.now(),
            ms: view_workers(&core, &sched, &ps),
            ps,
            global_queue: global,
            frozen_tasks: core.frozen_tasks.iter().map(|task| task_ref(&sched, *task)).collect(),
            idle_ps,
            idle_ms: idle_workers(&core, self),
            free_slots: sched.free_slots(),
            live_tasks: sched.live_tasks(),
            net: view_net(&sched),
            sysmon: Sysmon {
                asleep: sched.sysmon.is_asleep(),
                pause_length: sched.sysmon.pause_length.load(Ordering::Relaxed),
                last_round: sched.coarse_time.load(Ordering::Relaxed),
            },
            switches: sched.feature_switches.get(),
            seed: sched.config.seed,
            quantum: sched.quantum.load(Ordering::Relaxed),
            counters,
        }
    }
}

fn task_ref<T: Task>(sched: &Sched<T>, task: u32) -> TaskRef {
    TaskRef::from_parts(task, sched.slab.slot(task).state.read().1)
}

fn view_net<T: Task>(sched: &Sched<T>) -> Net {
    let waiting = sched.net.waiting_tasks().into_iter();
    Net {
        waits: waiting.map(|(g, fd, direction)| NetWait { g, fd, direction }).collect(),
        sleeps_until: sched.poll_sleeper.wake_time(),
        last_poll: sched.net.last_poll(),
    }
}

/// The view of a processor; `use_at_stop`: its use when the world stopped.
fn view_processor<T: Task>(p: &Processor<T>, use_at_stop: ProcessorUse, sched: &Sched<T>) -> P {
    let shared = &*p.shared;
    let name = |task: u32| task_ref(sched, task);
    let list = |tasks: Vec<u32>| tasks.into_iter().map(name).collect::<Vec<_>>();
    let timer = |(when, wakes)| Timer { when, woken_task: wakes };
    let (free, unused) = p.free_slots();
    P {
        id: p.id,
        status: status_of_p(p, use_at_stop, sched, &name),
        tick: shared.tick.load(Ordering::Relaxed),
        slice_count: shared.slice_count.load(Ordering::Relaxed),
        slice_left: slice_left(p, use_at_stop, sched),
        runnext: shared.runnext.peek_task().map(name),
        queue: list(shared.stealer.queued_tasks()),
        outgoing_tasks: list(shared.outgoing_queue.queued_tasks()),
        handed_over_tasks: list(shared.remote_queue.queued_tasks()),
        free_slots: free,
        unused_slots: unused,
        timers: shared.timers.list_timers().into_iter().map(timer).collect(),
        wakeup_pending: p.wakeup_pending,
        counters: p.trace_lane.as_ref().map(|lane| Counters(lane.counts)),
    }
}

/// The stop has put the task that ran on the processor into a queue: removes it there, so that it is reported as
/// running. A thief that was not stopped yet may have taken the task since; then the processor is not reported as
/// running it.
fn remove_running_task(p: &mut P, global: &mut Vec<TaskRef>) {
    let Status::Running { m, g } = p.status else { return };
    let last = |queue: &[TaskRef]| queue.iter().rposition(|it| *it == g);
    if p.runnext == Some(g) {
        p.runnext = None;
    } else if let Some(at) = last(&p.queue) {
        p.queue.remove(at);
    } else if let Some(at) = last(global) {
        global.remove(at);
    } else {
        p.status = Status::Finding { m, spinning: false };
    }
}

fn status_of_p<T: Task>(
    p: &Processor<T>,
    use_at_stop: ProcessorUse,
    sched: &Sched<T>,
    name: &impl Fn(u32) -> TaskRef,
) -> Status {
    // Only a run under a seed sets `running_task`.
    if let Some(task) = p.running_task {
        return Status::Running { m: p.id.0, g: name(task) };
    }
    if let Some(task) = p.parked_task {
        return Status::Kept { m: p.id.0, g: name(task) };
    }
    let seeded = sched.config.seed.is_some();
    let phase = |task: u32| sched.slab.slot(task).state.read().0;
    match use_at_stop {
        ProcessorUse::Idle if seeded && p.shared.has_work() => {
            Status::Finding { m: p.id.0, spinning: false }
        }
        ProcessorUse::Idle => Status::Idle,
        ProcessorUse::Running { worker, task } => Status::Running { m: worker, g: name(task) },
        ProcessorUse::Kept { worker, task } if phase(task) == Phase::Parked => {
            Status::Kept { m: worker, g: name(task) }
        }
        // The task was woken, and has continued elsewhere.
        ProcessorUse::Kept { worker, .. } => Status::Finding { m: worker, spinning: false },
        ProcessorUse::Finding { worker, spinning } => Status::Finding { m: worker, spinning },
        // If the task is not blocked any more, its call has ended since, and the task is queued.
        ProcessorUse::InCall { worker, task } if phase(task) == Phase::Blocked => {
            Status::InCall { m: worker, g: name(task) }
        }
        ProcessorUse::InCall { .. } => Status::Idle,
        ProcessorUse::Assigned { worker, spinning } => Status::Assigned { m: worker, spinning },
    }
}

/// The time that sysmon will still grant to the interrupted time slice.
fn slice_left<T: Task>(
    p: &Processor<T>,
    use_at_stop: ProcessorUse,
    sched: &Sched<T>,
) -> Option<Nanos> {
    let tick = p.shared.tick.load(Ordering::Relaxed);
    let seen = p.shared.seen_tick.load(Ordering::Relaxed) == tick;
    let runs = matches!(use_at_stop, ProcessorUse::Running { .. });
    if !(runs && seen && sched.feature_switches.get().preempt && sched.config.seed.is_none()) {
        return None;
    }
    let since = p.shared.tick_seen_since.load(Ordering::Relaxed);
    let gone = sched.clock.now().saturating_sub(since);
    Some((sched.quantum.load(Ordering::Relaxed)).saturating_sub(gone))
}

/// The counts of all events so far, if events are counted.
fn sum_counters<T: Task>(world: &mut StoppedWorld<'_, T>, sched: &Sched<T>) -> Option<Counters> {
    let tracer = sched.tracer.as_ref()?;
    let mut sum = Counters::ZERO;
    world.each_processor(|p| {
        if let Some(lane) = &p.trace_lane {
            sum.add(&lane.counts);
        }
    });
    sum.add(&tracer.shared_lane.lock().counts);
    Some(sum)
}

/// The workers that sleep until they are given a processor, without those that gave one up for the stop.
fn idle_workers<T: Task>(core: &Core<T>, world: &StoppedWorld<'_, T>) -> Vec<u32> {
    let gave_up = |number: u32| {
        world.stopped_processors.iter().any(|p| match p.use_at_stop {
            ProcessorUse::Idle | ProcessorUse::InCall { .. } => false,
            ProcessorUse::Running { worker, .. }
            | ProcessorUse::Kept { worker, .. }
            | ProcessorUse::Finding { worker, .. }
            | ProcessorUse::Assigned { worker, .. } => worker == number,
        })
    };
    core.idle_workers.iter().map(|m| m.number).filter(|number| !gave_up(*number)).collect()
}

fn view_workers<T: Task>(core: &Core<T>, sched: &Sched<T>, ps: &[P]) -> Vec<M> {
    if sched.config.seed.is_some() {
        return ps
            .iter()
            .map(|p| M { number: p.id.0, activity: activity_of_p(p), locked_task: None })
            .collect();
    }
    let locked = locked_tasks(sched);
    let living = core.threads.iter().filter(|(m, _)| !m.has_exited());
    living
        .map(|(m, _)| M {
            number: m.number,
            activity: activity_of(m, core, sched, ps),
            locked_task: locked
                .iter()
                .find(|(_, number)| *number == m.number)
                .map(|(task, _)| *task),
        })
        .collect()
}

/// The activity of a P's M.
fn activity_of_p(p: &P) -> MActivity {
    let id: ProcId = p.id;
    match p.status {
        Status::Idle => MActivity::Parked,
        Status::Running { g, .. } => MActivity::Running { p: id, g },
        Status::Finding { spinning, .. } => MActivity::Finding { p: id, spinning },
        Status::InCall { g, .. } => MActivity::InCall { p: Some(id), g },
        Status::Assigned { .. } => MActivity::Waking { p: id },
        Status::Kept { g, .. } => MActivity::Kept { p: id, g },
    }
}

fn activity_of<T: Task>(
    m: &WorkerShared<T>,
    core: &Core<T>,
    sched: &Sched<T>,
    ps: &[P],
) -> MActivity {
    if let Some(p) = ps.iter().find(|p| p.status.m() == Some(m.number)) {
        return activity_of_p(p);
    }
    if let Some(task) = m.calling_task.load(Ordering::Relaxed).checked_sub(1) {
        return MActivity::InCall { p: None, g: task_ref(sched, task) };
    }
    if m.in_poll.load(Ordering::Relaxed) {
        return MActivity::Polling;
    }
    if core.idle_workers.iter().any(|idle| idle.number == m.number) {
        return MActivity::Parked;
    }
    MActivity::Between
}

/// The tasks that are locked to a worker, with that worker's number.
fn locked_tasks<T: Task>(sched: &Sched<T>) -> Vec<(TaskRef, u32)> {
    let all = (0..sched.slab.len()).map(|index| (index, sched.slab.slot(index)));
    let living =
        all.filter(|(_, slot)| !matches!(slot.state.read().0, Phase::Unused | Phase::Free));
    living
        .filter_map(|(index, slot)| {
            let worker = slot.pinned_worker.load(Ordering::Relaxed).checked_sub(1)?;
            Some((task_ref(sched, index), worker))
        })
        .collect()
}
