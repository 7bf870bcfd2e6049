//! Snapshots: the state of a whole scheduler at one moment.
//!
//! # What "consistent" means
//! A [`Snapshot`] is taken with the world stopped: no task runs, no queue changes, no P changes hands. So every
//! runnable task is in exactly one queue of the snapshot, or set aside because it is frozen, or is the task that a P
//! runs; each P in use has one M; and the parts of the snapshot agree with each other. Two kinds of activity go on
//! during the stop: blocking calls (an M may finish its call, and then waits for a P) and everything outside the
//! scheduler (clocks, descriptors).
//!
//! The snapshot hides the stop's own effects as far as possible. A task that ran is reported as running, though the
//! stop has made it pause; an M that searched for work is reported as searching; a P that the stop took from a blocking
//! call is reported as in that call. Afterwards the tasks continue where they were, but an M that searched begins its
//! search again, and an M whose P the stop took looks for a P when its call returns.
//!
//! # Units and names
//! Times are nanoseconds of the scheduler's clock ([`Snapshot::time`] is "now"). A task is named by its [`TaskRef`], or
//! by the name that [`Snapshot::map_tasks`] gives it: a machine uses its goroutines' ids. Ms are numbered from 0 in the
//! order in which they were started. Under a seed one thread drives all Ps, and M *n* stands for that thread's work
//! with P
//! *n*.

use crate::netpoll::Direction;
use crate::processor::ProcId;
use crate::processor::feature_switches::Switches;
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use crate::trace::{EVENT_KIND_COUNT, Kind};

/// The state of a whole scheduler.
#[derive(Clone, Debug)]
pub struct Snapshot<G = TaskRef> {
    /// The time of the snapshot.
    pub time: Nanos,
    /// The Ps in use (`GOMAXPROCS`), by number.
    pub ps: Vec<P<G>>,
    /// The Ms, by number.
    pub ms: Vec<M<G>>,
    /// The global queue; the first task is taken first.
    pub global_queue: Vec<G>,
    /// Frozen runnable tasks: they have been taken from their queues.
    pub frozen_tasks: Vec<G>,
    /// The idle Ps; the last one is taken first.
    pub idle_ps: Vec<ProcId>,
    /// The Ms that sleep until they are given a P; the last one is woken first.
    pub idle_ms: Vec<u32>,
    /// How many free slots (of ended tasks) are in the scheduler's list rather than in a P's (in Go `sched.gFree`).
    pub free_slots: usize,
    /// How many tasks exist.
    pub live_tasks: u64,
    /// The netpoller.
    pub net: Net<G>,
    /// The monitor thread.
    pub sysmon: Sysmon,
    /// The mechanisms that are switched on.
    pub switches: Switches,
    /// The seed of the run, if it has one.
    pub seed: Option<u64>,
    /// The length of a time slice.
    pub quantum: Nanos,
    /// How often each kind of event happened, if [`Config::trace_limit`](crate::Config::trace_limit) has events
    /// counted.
    pub counters: Option<Counters>,
}

/// The use that a P is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status<G = TaskRef> {
    /// Idle: the P has no M.
    Idle,
    /// An M runs a task on the P.
    Running {
        /// The M's number.
        m: u32,
        /// The running task.
        g: G,
    },
    /// The P's M looks for work; `spinning`: it has found none in the P's and the global queue, and searches other Ps.
    Finding {
        /// The M's number.
        m: u32,
        /// Whether the M is counted as spinning.
        spinning: bool,
    },
    /// The P's M is in a blocking call that the task made; if the call lasts, the P goes to another M.
    InCall {
        /// The M's number.
        m: u32,
        /// The task that made the call.
        g: G,
    },
    /// The P has been given to an M that has not woken yet.
    Assigned {
        /// The M's number.
        m: u32,
        /// Whether the M will spin when it wakes.
        spinning: bool,
    },
    /// With parking switched off: a waiting task keeps the P and its M.
    Kept {
        /// The M's number.
        m: u32,
        /// The waiting task.
        g: G,
    },
}

/// A P, as a snapshot shows it.
#[derive(Clone, Debug)]
pub struct P<G = TaskRef> {
    /// The P's number.
    pub id: ProcId,
    /// The use that the P is in.
    pub status: Status<G>,
    /// How many time slices have begun on the P (in Go `schedtick`). At every 61st time slice the
    /// global queue comes first.
    pub tick: u32,
    /// How many times a task was resumed on the P: several resumptions may share a time slice.
    pub slice_count: u32,
    /// The time left of the present time slice before sysmon asks the task to yield; `None` if sysmon has not seen the
    /// slice yet, or never will.
    pub slice_left: Option<Nanos>,
    /// The task to run next, which inherits the time slice.
    pub runnext: Option<G>,
    /// The local queue, in the order in which the tasks will run; at most [`capacity`](LOCAL_QUEUE_CAPACITY) tasks.
    pub queue: Vec<G>,
    /// Tasks that yielded on this P and will go to the tail of the global queue together.
    pub outgoing_tasks: Vec<G>,
    /// Tasks that other Ps have handed over to this P because the network made the tasks ready.
    pub handed_over_tasks: Vec<G>,
    /// How many free slots (of ended tasks) the P keeps for new tasks (in Go `p.gFree`).
    pub free_slots: usize,
    /// How many slots that were never used the P keeps in addition.
    pub unused_slots: usize,
    /// The P's timers; the first fires first.
    pub timers: Vec<Timer<G>>,
    /// A wake-up is pending: no M has been woken yet for the task in runnext.
    pub wakeup_pending: bool,
    /// How often each kind of event happened on the P, if events are counted.
    pub counters: Option<Counters>,
}

/// How many tasks fit into a local queue.
pub const LOCAL_QUEUE_CAPACITY: usize = crate::processor::local_queue::CAPACITY;

/// A timer, as a snapshot shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer<G = TaskRef> {
    /// The time at which the timer fires.
    pub when: Nanos,
    /// The task that the timer wakes; `None` if the timer runs another callback.
    pub woken_task: Option<G>,
}

/// The activity of an M.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MActivity<G = TaskRef> {
    /// The M sleeps until it is given a P.
    Parked,
    /// The M runs a task on a P.
    Running {
        /// The P's number.
        p: ProcId,
        /// The running task.
        g: G,
    },
    /// The M looks for work for a P.
    Finding {
        /// The P's number.
        p: ProcId,
        /// Whether the M is counted as spinning.
        spinning: bool,
    },
    /// The M makes a blocking call.
    InCall {
        /// The P's number; `None` if the P has been taken away.
        p: Option<ProcId>,
        /// The task that made the call.
        g: G,
    },
    /// The M sleeps in the netpoller, without a P, until the next timer or network event.
    Polling,
    /// The M has been given a P and has not woken yet.
    Waking {
        /// The P's number.
        p: ProcId,
    },
    /// With parking switched off: the M waits together with a waiting task, and keeps its P.
    Kept {
        /// The P's number.
        p: ProcId,
        /// The waiting task.
        g: G,
    },
    /// The M has no P: it is about to look for one, or waits until the task that is locked to it is runnable.
    Between,
}

/// An M, as a snapshot shows it.
#[derive(Clone, Debug)]
pub struct M<G = TaskRef> {
    /// The M's number.
    pub number: u32,
    /// The M's activity.
    pub activity: MActivity<G>,
    /// The task that is locked to the M (`runtime.LockOSThread`).
    pub locked_task: Option<G>,
}

/// The netpoller, as a snapshot shows it.
#[derive(Clone, Debug)]
pub struct Net<G = TaskRef> {
    /// The tasks that wait for descriptors.
    pub waits: Vec<NetWait<G>>,
    /// The time until which an M sleeps in the netpoller; [`NEVER`](crate::time::clock::NEVER) if only the network can
    /// wake the M; `None` if no M sleeps there.
    pub sleeps_until: Option<Nanos>,
    /// The time at which a thread last polled without waiting.
    pub last_poll: Option<Nanos>,
}

/// A task that waits for a descriptor.
#[derive(Clone, Copy, Debug)]
pub struct NetWait<G = TaskRef> {
    /// The waiting task.
    pub g: G,
    /// The file descriptor's number in the operating system.
    pub fd: i32,
    /// The operation that the task waits for: reading or writing.
    pub direction: Direction,
}

/// The monitor thread (sysmon), as a snapshot shows it.
#[derive(Clone, Copy, Debug)]
pub struct Sysmon {
    /// Whether the thread sleeps because no P is in use.
    pub asleep: bool,
    /// The pause between two rounds of the monitor; 0 before the first round, and under a seed, where no monitor runs.
    pub pause_length: Nanos,
    /// The time of the monitor's last round.
    pub last_round: Nanos,
}

/// How often each kind of event happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters(pub(crate) [u64; EVENT_KIND_COUNT]);

impl Counters {
    /// Returns how often events of `kind` happened.
    #[must_use]
    pub fn of(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    /// Adds the counts of another counter set.
    pub(crate) fn add(&mut self, others: &[u64; EVENT_KIND_COUNT]) {
        self.0.iter_mut().zip(others).for_each(|(sum, n)| *sum += n);
    }

    pub(crate) const ZERO: Self = Self([0; EVENT_KIND_COUNT]);
}

/// All counters at zero.
impl Default for Counters {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<G> Status<G> {
    /// The number of the M that has the P.
    pub fn m(&self) -> Option<u32> {
        match *self {
            Self::Idle => None,
            Self::Running { m, .. }
            | Self::Finding { m, .. }
            | Self::InCall { m, .. }
            | Self::Assigned { m, .. }
            | Self::Kept { m, .. } => Some(m),
        }
    }

    /// The task that the P runs, or that made the blocking call, or that keeps the P.
    pub fn g(&self) -> Option<&G> {
        match self {
            Self::Running { g, .. } | Self::InCall { g, .. } | Self::Kept { g, .. } => Some(g),
            Self::Idle | Self::Finding { .. } | Self::Assigned { .. } => None,
        }
    }

    fn map_tasks<H>(self, name: &mut impl FnMut(G) -> H) -> Status<H> {
        match self {
            Self::Idle => Status::Idle,
            Self::Running { m, g } => Status::Running { m, g: name(g) },
            Self::Finding { m, spinning } => Status::Finding { m, spinning },
            Self::InCall { m, g } => Status::InCall { m, g: name(g) },
            Self::Assigned { m, spinning } => Status::Assigned { m, spinning },
            Self::Kept { m, g } => Status::Kept { m, g: name(g) },
        }
    }
}

impl<G> MActivity<G> {
    fn map_tasks<H>(self, name: &mut impl FnMut(G) -> H) -> MActivity<H> {
        match self {
            Self::Parked => MActivity::Parked,
            Self::Running { p, g } => MActivity::Running { p, g: name(g) },
            Self::Finding { p, spinning } => MActivity::Finding { p, spinning },
            Self::InCall { p, g } => MActivity::InCall { p, g: name(g) },
            Self::Polling => MActivity::Polling,
            Self::Waking { p } => MActivity::Waking { p },
            Self::Kept { p, g } => MActivity::Kept { p, g: name(g) },
            Self::Between => MActivity::Between,
        }
    }
}

impl<G> P<G> {
    /// The tasks that wait on this P to run: runnext and all queues.
    pub fn waiting_tasks(&self) -> impl Iterator<Item = &G> {
        let queues = self.queue.iter().chain(&self.handed_over_tasks).chain(&self.outgoing_tasks);
        self.runnext.iter().chain(queues)
    }

    fn map_tasks<H>(self, name: &mut impl FnMut(G) -> H) -> P<H> {
        let timer = |t: Timer<G>, name: &mut dyn FnMut(G) -> H| Timer {
            when: t.when,
            woken_task: t.woken_task.map(name),
        };
        P {
            id: self.id,
            status: self.status.map_tasks(name),
            tick: self.tick,
            slice_count: self.slice_count,
            slice_left: self.slice_left,
            runnext: self.runnext.map(&mut *name),
            queue: self.queue.into_iter().map(&mut *name).collect(),
            outgoing_tasks: self.outgoing_tasks.into_iter().map(&mut *name).collect(),
            handed_over_tasks: self.handed_over_tasks.into_iter().map(&mut *name).collect(),
            free_slots: self.free_slots,
            unused_slots: self.unused_slots,
            timers: self.timers.into_iter().map(|t| timer(t, name)).collect(),
            wakeup_pending: self.wakeup_pending,
            counters: self.counters,
        }
    }
}

impl<G> Snapshot<G> {
    /// Returns the snapshot with each task's name replaced by `name` of it.
    pub fn map_tasks<H>(self, mut name: impl FnMut(G) -> H) -> Snapshot<H> {
        let wait = |w: NetWait<G>, name: &mut dyn FnMut(G) -> H| NetWait {
            g: name(w.g),
            fd: w.fd,
            direction: w.direction,
        };
        let m = |m: M<G>, mut name: &mut dyn FnMut(G) -> H| M {
            number: m.number,
            activity: m.activity.map_tasks(&mut name),
            locked_task: m.locked_task.map(name),
        };
        Snapshot {
            time: self.time,
            ps: self.ps.into_iter().map(|p| p.map_tasks(&mut name)).collect(),
            ms: self.ms.into_iter().map(|it| m(it, &mut name)).collect(),
            global_queue: self.global_queue.into_iter().map(&mut name).collect(),
            frozen_tasks: self.frozen_tasks.into_iter().map(&mut name).collect(),
            idle_ps: self.idle_ps,
            idle_ms: self.idle_ms,
            free_slots: self.free_slots,
            live_tasks: self.live_tasks,
            net: Net {
                waits: self.net.waits.into_iter().map(|w| wait(w, &mut name)).collect(),
                sleeps_until: self.net.sleeps_until,
                last_poll: self.net.last_poll,
            },
            sysmon: self.sysmon,
            switches: self.switches,
            seed: self.seed,
            quantum: self.quantum,
            counters: self.counters,
        }
    }
}
