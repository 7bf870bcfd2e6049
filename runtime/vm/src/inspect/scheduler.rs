//! The scheduler of a stopped world, with goroutines by their ids.

use crate::goroutine::state::Goroutine;
use crate::inspect::Inspection;
use hashbrown::HashMap;
use minigo_sched::inspect::{Snapshot, Status};
use minigo_sched::{StoppedWorld, TaskRef};
use std::fmt;

/// A goroutine id, displayed as in tracebacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GoId(pub u64);

impl fmt::Display for GoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "G{}", self.0)
    }
}

/// The state of the stopped world except the goroutines themselves. To be called before the caller changes anything in
/// the stopped world.
pub(crate) fn inspect_scheduler(world: &mut StoppedWorld<'_, Goroutine>) -> Inspection {
    let mut snapshot = world.snapshot();
    let mut ids: HashMap<TaskRef, GoId> = HashMap::new();
    let mut system = Vec::new();
    world.each_task(|task, _, g| {
        ids.insert(task, GoId(g.id));
        if g.is_system() {
            system.push(GoId(g.id));
        }
    });
    let mut stacks = vec![0; snapshot.ps.len()];
    world.each_local(|p, local| {
        if let Some(of_p) = stacks.get_mut(p.0 as usize) {
            *of_p = local.kept_stack_count();
        }
    });
    // A timer may outlive the goroutine that it would have woken.
    let known = |task: &TaskRef| ids.contains_key(task);
    for timer in snapshot.ps.iter_mut().flat_map(|p| &mut p.timers) {
        timer.woken_task = timer.woken_task.filter(known);
    }
    snapshot.net.waits.retain(|wait| known(&wait.g));
    // 0 stands for a task whose goroutine a concurrent blocking call has changed meanwhile.
    let scheduler = snapshot.map_tasks(|task| ids.get(&task).copied().unwrap_or(GoId(0)));
    Inspection {
        scheduler,
        kept_stack_counts: stacks,
        system_goroutines: system,
        goroutines: Vec::new(),
    }
}

/// The P of each running or runnable goroutine, and whether the goroutine is running.
#[derive(Default)]
pub(crate) struct ProcPlaces(HashMap<u64, (u32, bool)>);

impl ProcPlaces {
    /// The Ps of the goroutines in a snapshot of the scheduler.
    pub(crate) fn from_snapshot(snapshot: &Snapshot<GoId>) -> Self {
        let mut places = HashMap::new();
        for p in &snapshot.ps {
            let queued = p.queue.iter().chain(&p.outgoing_tasks).chain(&p.handed_over_tasks);
            for g in queued.chain(&p.runnext) {
                places.insert(g.0, (p.id.0, false));
            }
            if let Status::Running { g, .. } = p.status {
                places.insert(g.0, (p.id.0, true));
            }
        }
        Self(places)
    }

    /// The P of a goroutine.
    pub(super) fn proc(&self, id: u64) -> Option<u32> {
        self.0.get(&id).map(|(p, _)| *p)
    }

    /// Reports whether a goroutine is running.
    pub(super) fn is_running(&self, id: u64) -> bool {
        self.0.get(&id).is_some_and(|(_, runs)| *runs)
    }
}
