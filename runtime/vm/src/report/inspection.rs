//! What embedders see of the scheduler: a snapshot in which goroutines have their ids.

use crate::goroutine::state::Goroutine;
use hashbrown::HashMap;
use minigo_sched::inspect::Snapshot;
use minigo_sched::{StoppedWorld, TaskRef};
use std::fmt;

/// A goroutine, as tracebacks number it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GoId(pub u64);

impl fmt::Display for GoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "G{}", self.0)
    }
}

/// What a machine has, at one moment.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The scheduler.
    pub scheduler: Snapshot<GoId>,
    /// How many stacks of ended goroutines each P keeps for new ones, by number.
    pub stacks: Vec<usize>,
    /// The runtime's own goroutines, such as the one that runs finalizers.
    pub system: Vec<GoId>,
}

/// Everything as it was when the world was stopped; to be called before anything is changed, by a thread that runs no
/// goroutine.
pub(crate) fn take(world: &mut StoppedWorld<'_, Goroutine>) -> Inspection {
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
            *of_p = local.kept_stacks();
        }
    });
    // A timer may outlive the goroutine that it was to wake.
    let known = |task: &TaskRef| ids.contains_key(task);
    for timer in snapshot.ps.iter_mut().flat_map(|p| &mut p.timers) {
        timer.wakes = timer.wakes.filter(known);
    }
    snapshot.net.waiting.retain(|wait| known(&wait.g));
    let scheduler = snapshot.map(|task| ids.get(&task).copied().expect("it exists: it is queued"));
    Inspection { scheduler, stacks, system }
}
