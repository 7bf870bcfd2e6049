//! Watching the scheduler's decisions: the task that it chose, the rule, and the queues afterwards, reported while it
//! runs.
//!
//! Lanes ([`Lane`](super::Lane)) record events anyhow; a watched lane reports them here too. The rule by which a task
//! was found is reported before the task's start, which completes the decision. Events that lead to decisions, such as
//! a task that parks or becomes runnable, are reported in between.

use crate::processor::ProcId;
use crate::time::clock::Nanos;
use crate::trace::{Kind, PauseState};
use parking_lot::Mutex;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A report to the listener: a decision, or an event that leads to one. A task is named by its own description
/// ([`TraceMark::object`](super::TraceMark): for goroutines their ids); 0 is a task of which nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionReport {
    /// The decision's number, from 1; an event that leads to a decision has none.
    pub number: Option<u64>,
    /// The time by the scheduler's clock.
    pub time: Nanos,
    /// The P that decides or is affected; `None`: the event happened outside any P.
    pub p: Option<ProcId>,
    /// The M that takes part, if it is known.
    pub m: Option<u32>,
    /// For a decision about the next task, the rule that decided: [`Tick61`](Kind::Tick61), [`Inherit`](Kind::Inherit)
    /// (from runnext), [`Local`](Kind::Local), [`Global`](Kind::Global), [`Netpoll`](Kind::Netpoll),
    /// [`Steal`](Kind::Steal), [`StealNext`](Kind::StealNext), [`Start`](Kind::Start) (the P's last task continues), or
    /// [`ProcIdle`](Kind::ProcIdle) (there was no task). For any other event, the kind of the event.
    pub kind: Option<Kind>,
    /// The chosen or affected task.
    pub g: Option<u64>,
    /// The event's number, as [`Kind`] defines it: a victim, a number of tasks, a reason, a
    /// [`QueuePlace`](super::QueuePlace).
    /// For a P that becomes idle: 1 if its M did not look at other Ps, because half as many Ms spin as Ps are busy.
    pub argument: u32,
    /// The position at which a created task begins: see [`TraceMark::location`](super::TraceMark).
    pub location: u32,
    /// The tasks that were moved between queues, in order.
    pub moved_tasks: Vec<u64>,
    /// The Ps that a thief tried in vain before, in the order of its last round.
    pub tried_victims: Vec<ProcId>,
    /// The time left of the time slice with which the task continues, in a seeded run with `Config::by_time`.
    pub slice_left: Option<Nanos>,
    /// The queues after a decision.
    pub queues: Option<Queues>,
}

/// The contents of the queues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queues {
    /// For each P by number: runnext and the local queue, in the order in which the tasks will run.
    pub local_queues: Vec<(Option<u64>, Vec<u64>)>,
    /// The global queue; `None`: another thread is changing it.
    pub global_queue: Option<Vec<u64>>,
}

/// The contents of the queues, as slots.
pub(crate) struct SlotQueues {
    pub(crate) local_queues: Vec<(Option<u32>, Vec<u32>)>,
    pub(crate) global_queue: Option<Vec<u32>>,
}

/// Called with each event, on the thread on which it happens: it must be short, and must not call the scheduler.
pub type Listener = Box<dyn FnMut(&DecisionReport) + Send>;

/// Reads the queues.
pub(crate) type QueueReader = Box<dyn Fn() -> SlotQueues + Send + Sync>;

/// The receiver of the lanes' events.
pub(crate) struct EventReceiver {
    state: Mutex<State>,
    pace: Arc<PauseState>,
    queues: QueueReader,
    current_time: Box<dyn Fn() -> Nanos + Send + Sync>,
}

struct State {
    listener: Listener,
    decision_count: u64,
    task_names: HashMap<u32, u64>,
    /// The parts known so far of the next decision of each P.
    pending_decisions: HashMap<Option<ProcId>, PendingDecision>,
    /// Tasks that the network has made runnable.
    tasks_from_net: HashSet<u32>,
}

#[derive(Default)]
struct PendingDecision {
    rule: Option<Kind>,
    argument: u32,
    moved_tasks: Vec<u32>,
    tried_victims: Vec<ProcId>,
    slice_left: Option<Nanos>,
}

impl EventReceiver {
    pub(crate) fn new(
        listener: Listener,
        names: HashMap<u32, u64>,
        pace: Arc<PauseState>,
        queues: QueueReader,
        now: Box<dyn Fn() -> Nanos + Send + Sync>,
    ) -> Self {
        let (pending, from_net) = (HashMap::new(), HashSet::new());
        let state = Mutex::new(State {
            listener,
            decision_count: 0,
            task_names: names,
            pending_decisions: pending,
            tasks_from_net: from_net,
        });
        Self { state, pace, queues, current_time: now }
    }

    /// Receives an event when it is recorded.
    pub(crate) fn receive_event(
        &self,
        p: Option<ProcId>,
        kind: Kind,
        task: u32,
        arg: u32,
        mark: super::TraceMark,
    ) {
        let mut state = self.state.lock();
        if mark.object != 0 && kind == Kind::Create {
            state.task_names.insert(task, mark.object);
        }
        match kind {
            Kind::Local | Kind::Tick61 | Kind::Global | Kind::Steal | Kind::StealNext => {
                let pending = state.pending_decisions.entry(p).or_default();
                (pending.rule, pending.argument) = (Some(kind), arg);
                return;
            }
            Kind::Made
            | Kind::Moved
            | Kind::Slots
            | Kind::Inherit
            | Kind::Start
            | Kind::ProcIdle => return,
            Kind::Wake if p.is_none() => _ = state.tasks_from_net.insert(task),
            _ => {}
        }
        // Tasks that other kinds of events moved are reported with the decision.
        let moved = match kind {
            Kind::Overflow => {
                state.pending_decisions.get_mut(&p).map(|c| std::mem::take(&mut c.moved_tasks))
            }
            _ => None,
        };
        let report = DecisionReport {
            time: (self.current_time)(),
            p,
            kind: Some(kind),
            g: state.name(task),
            argument: arg,
            location: if kind == Kind::Create { mark.location } else { 0 },
            moved_tasks: moved
                .unwrap_or_default()
                .into_iter()
                .filter_map(|t| state.name(t))
                .collect(),
            ..DecisionReport::default()
        };
        (state.listener)(&report);
    }

    /// A slice begins: the decision is complete. No scheduler lock that `queues` needs is held.
    pub(crate) fn receive_slice_start(
        &self,
        p: Option<ProcId>,
        task: u32,
        m: u32,
        inherits: bool,
        name: u64,
    ) {
        let queues = (self.queues)();
        let mut state = self.state.lock();
        if name != 0 {
            state.task_names.insert(task, name);
        }
        let from_net = state.tasks_from_net.remove(&task);
        let pending = state.pending_decisions.remove(&p).unwrap_or_default();
        let kind = match pending.rule {
            _ if inherits => Kind::Inherit,
            Some(rule) => rule,
            None if from_net => Kind::Netpoll,
            None => Kind::Start,
        };
        let g = state.name(task);
        state.report_decision(self, p, Some(m), kind, g, pending, queues);
    }

    /// There is nothing to run: the P becomes idle. `enough`: its M did not look at other Ps, because half as many Ms
    /// spin as Ps are busy.
    pub(crate) fn report_idle(&self, p: Option<ProcId>, m: u32, enough: bool) {
        let queues = (self.queues)();
        let mut state = self.state.lock();
        let mut pending = state.pending_decisions.remove(&p).unwrap_or_default();
        pending.argument = u32::from(enough);
        state.report_decision(self, p, Some(m), Kind::ProcIdle, None, pending, queues);
    }

    /// Records that these tasks were moved by the event that is recorded next or was recorded last.
    pub(crate) fn report_moved(&self, p: Option<ProcId>, tasks: Vec<u32>) {
        self.state.lock().pending_decisions.entry(p).or_default().moved_tasks = tasks;
    }

    /// A thief has tried these victims.
    pub(crate) fn report_tried_victims(&self, p: Option<ProcId>, victims: Vec<ProcId>) {
        self.state.lock().pending_decisions.entry(p).or_default().tried_victims = victims;
    }

    /// The next task inherits a time slice with this much time left.
    pub(crate) fn note_slice_left(&self, p: Option<ProcId>, left: Nanos) {
        self.state.lock().pending_decisions.entry(p).or_default().slice_left = Some(left);
    }
}

impl State {
    fn name(&self, task: u32) -> Option<u64> {
        (task != super::Record::NO_TASK).then(|| self.task_names.get(&task).copied().unwrap_or(0))
    }

    fn names_of(&self, tasks: Vec<u32>) -> Vec<u64> {
        tasks.into_iter().filter_map(|task| self.name(task)).collect()
    }

    #[allow(clippy::too_many_arguments, reason = "each parameter is a field of the report")]
    fn report_decision(
        &mut self,
        watch: &EventReceiver,
        p: Option<ProcId>,
        m: Option<u32>,
        kind: Kind,
        g: Option<u64>,
        pending: PendingDecision,
        queues: SlotQueues,
    ) {
        self.decision_count += 1;
        let local = queues.local_queues.into_iter();
        let local =
            local.map(|(next, queue)| (next.and_then(|t| self.name(t)), self.names_of(queue)));
        let queues = Queues {
            local_queues: local.collect(),
            global_queue: queues.global_queue.map(|queue| self.names_of(queue)),
        };
        let report = DecisionReport {
            number: Some(self.decision_count),
            time: (watch.current_time)(),
            p,
            m,
            kind: Some(kind),
            g,
            argument: pending.argument,
            location: 0,
            moved_tasks: self.names_of(pending.moved_tasks),
            tried_victims: pending.tried_victims,
            slice_left: pending.slice_left.filter(|_| kind == Kind::Inherit),
            queues: Some(queues),
        };
        (self.listener)(&report);
        watch.pace.note_decision();
    }
}
