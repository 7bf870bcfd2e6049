//! Snapshots: all that a scheduler has, at one moment.
//!
//! # What "consistent" means
//! A [`Snapshot`] is taken with the world stopped: no task runs, no queue changes, no processor changes hands. So every
//! runnable task is in exactly one queue of it, or set aside because it is frozen, or is the one that a P runs; a P
//! that is used has one M; and the parts fit together. Two things go on nevertheless: blocking calls (an M in one may
//! end it, and then waits for a P) and what is outside (clocks, descriptors).
//!
//! Stopping the world changes what is seen as little as it can: a task that ran is said to run, though it has been made
//! to pause; so are an M that searched for work and a P in a blocking call, which the stop takes away from the call.
//! Afterwards the tasks go on where they were, but an M that searched has to begin again, and a call that the stop took
//! the P from looks for one when it returns.
//!
//! # Units and names
//! Times are nanoseconds of the scheduler's clock ([`Snapshot::at`] is "now"). A task is named by its [`TaskRef`], or
//! by whatever [`Snapshot::map`] makes of one: a machine gives its goroutines' ids. Ms are numbered from 0 in the order
//! in which they were started. Under a seed one thread drives all Ps, and M *n* stands for its work with P *n*.

use crate::netpoll::Direction;
use crate::processor::ProcId;
use crate::processor::switches::Switches;
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use crate::trace::{KINDS, Kind};

/// All that a scheduler has.
#[derive(Clone, Debug)]
pub struct Snapshot<G = TaskRef> {
    /// When.
    pub at: Nanos,
    /// The Ps in use (`GOMAXPROCS`), by number.
    pub ps: Vec<P<G>>,
    /// The Ms, by number.
    pub ms: Vec<M<G>>,
    /// The global queue, first to be taken first.
    pub global: Vec<G>,
    /// Frozen tasks that could run otherwise: they have been taken from their queues.
    pub frozen: Vec<G>,
    /// The idle Ps; the last one is taken first.
    pub idle_ps: Vec<ProcId>,
    /// The Ms that sleep until they are given a P; the last one is woken first.
    pub idle_ms: Vec<u32>,
    /// How many slots of ended tasks no P keeps (Go: `sched.gFree`).
    pub free: usize,
    /// Tasks that exist.
    pub live: u64,
    /// The netpoller.
    pub net: Net<G>,
    /// The monitor thread.
    pub sysmon: Sysmon,
    /// Which mechanisms are on.
    pub switches: Switches,
    /// The seed of the run, if it has one.
    pub seed: Option<u64>,
    /// How long a time slice is.
    pub quantum: Nanos,
    /// How often things happened, if [`Config::trace`](crate::Config::trace) has them counted.
    pub counters: Option<Counters>,
}

/// What a P is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status<G = TaskRef> {
    /// For nothing.
    Idle,
    /// It runs a task on this M.
    Running {
        /// The M.
        m: u32,
        /// The task.
        g: G,
    },
    /// Its M looks for work; `spinning`: it has found none in its own and the global queue, and searches the others'.
    Finding {
        /// The M.
        m: u32,
        /// Whether it is counted as searching.
        spinning: bool,
    },
    /// Its M is in a blocking call of the task; if that lasts, the P goes to another M.
    InCall {
        /// The M.
        m: u32,
        /// The task.
        g: G,
    },
    /// It has been given to an M that has not woken yet.
    Assigned {
        /// The M.
        m: u32,
        /// Whether the M is to search.
        spinning: bool,
    },
    /// Without the mechanism of parking: a task that waits keeps it, and its M.
    Kept {
        /// The M.
        m: u32,
        /// The task.
        g: G,
    },
}

/// A P.
#[derive(Clone, Debug)]
pub struct P<G = TaskRef> {
    /// Its number.
    pub id: ProcId,
    /// What it is used for.
    pub status: Status<G>,
    /// How many time slices have begun on it (Go: `schedtick`). At every 61st the global queue comes first.
    pub tick: u32,
    /// How many times a task was resumed on it: several may share a time slice.
    pub slices: u32,
    /// How much of its present time slice is left before sysmon asks the task to yield; `None` if sysmon has not seen
    /// the slice yet, or never will.
    pub slice_left: Option<Nanos>,
    /// The task to run next, which inherits the time slice.
    pub runnext: Option<G>,
    /// The local queue, first to be run first; at most [`capacity`](LOCAL_CAPACITY).
    pub queue: Vec<G>,
    /// Tasks that yielded here, and go to the tail of the global queue together.
    pub outgoing: Vec<G>,
    /// Tasks that other Ps have handed over to this one because the network made them ready.
    pub handed_over: Vec<G>,
    /// How many slots of ended tasks it keeps for new ones (Go: `p.gFree`).
    pub free: usize,
    /// How many slots it has besides that were never used.
    pub unused: usize,
    /// Its timers, first to fire first.
    pub timers: Vec<Timer<G>>,
    /// A wake-up is pending: nobody has been woken for what is in runnext, until it turns out to be needed.
    pub wakeup_pending: bool,
    /// How often things happened here, if they are counted.
    pub counters: Option<Counters>,
}

/// How many tasks fit into a local queue.
pub const LOCAL_CAPACITY: usize = crate::processor::local_queue::CAPACITY;

/// A timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer<G = TaskRef> {
    /// When it fires.
    pub when: Nanos,
    /// The task that it wakes; `None`: it does something else.
    pub wakes: Option<G>,
}

/// What an M does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing<G = TaskRef> {
    /// It sleeps until it is given a P.
    Parked,
    /// It runs a task on a P.
    Running {
        /// The P.
        p: ProcId,
        /// The task.
        g: G,
    },
    /// It looks for work, with a P.
    Finding {
        /// The P.
        p: ProcId,
        /// Whether it is counted as searching.
        spinning: bool,
    },
    /// It makes a blocking call; `p`: its P has not been taken away.
    InCall {
        /// The P, if it still has it.
        p: Option<ProcId>,
        /// The task.
        g: G,
    },
    /// It sleeps in the netpoller, without a P, for the next timer and the network.
    Polling,
    /// It has been given a P and has not woken yet.
    Waking {
        /// The P.
        p: ProcId,
    },
    /// Without the mechanism of parking: it waits with a task, and with its P.
    Kept {
        /// The P.
        p: ProcId,
        /// The task.
        g: G,
    },
    /// It has no P and is on its way to look for one, or it waits for the task that is locked to it.
    Between,
}

/// An M.
#[derive(Clone, Debug)]
pub struct M<G = TaskRef> {
    /// Its number.
    pub number: u32,
    /// What it does.
    pub doing: Doing<G>,
    /// The task that is locked to it (`runtime.LockOSThread`).
    pub locked: Option<G>,
}

/// The netpoller.
#[derive(Clone, Debug)]
pub struct Net<G = TaskRef> {
    /// The tasks that wait for descriptors.
    pub waiting: Vec<NetWait<G>>,
    /// Until when an M sleeps there, if one does; [`NEVER`](crate::time::clock::NEVER) if only the network can end it.
    pub sleeps_until: Option<Nanos>,
    /// When a thread last looked, without waiting.
    pub last_poll: Option<Nanos>,
}

/// A task that waits for a descriptor.
#[derive(Clone, Copy, Debug)]
pub struct NetWait<G = TaskRef> {
    /// The task.
    pub g: G,
    /// The system's descriptor.
    pub fd: i32,
    /// What it wants to do.
    pub direction: Direction,
}

/// The monitor thread.
#[derive(Clone, Copy, Debug)]
pub struct Sysmon {
    /// It sleeps since no P is in use.
    pub asleep: bool,
    /// How long it pauses between two looks; 0 before the first, and under a seed, where there is none.
    pub pause: Nanos,
    /// The time of its last look.
    pub last_look: Nanos,
}

/// How often each kind of event happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters(pub(crate) [u64; KINDS]);

impl Counters {
    /// How often this happened.
    #[must_use]
    pub fn of(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    /// Adds others.
    pub(crate) fn add(&mut self, others: &[u64; KINDS]) {
        self.0.iter_mut().zip(others).for_each(|(sum, n)| *sum += n);
    }

    pub(crate) const ZERO: Self = Self([0; KINDS]);
}

/// Nothing has been counted.
impl Default for Counters {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<G> Status<G> {
    /// Its M.
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

    /// The task that it runs, or in whose call it is, or that keeps it.
    pub fn g(&self) -> Option<&G> {
        match self {
            Self::Running { g, .. } | Self::InCall { g, .. } | Self::Kept { g, .. } => Some(g),
            Self::Idle | Self::Finding { .. } | Self::Assigned { .. } => None,
        }
    }

    fn map<H>(self, name: &mut impl FnMut(G) -> H) -> Status<H> {
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

impl<G> Doing<G> {
    fn map<H>(self, name: &mut impl FnMut(G) -> H) -> Doing<H> {
        match self {
            Self::Parked => Doing::Parked,
            Self::Running { p, g } => Doing::Running { p, g: name(g) },
            Self::Finding { p, spinning } => Doing::Finding { p, spinning },
            Self::InCall { p, g } => Doing::InCall { p, g: name(g) },
            Self::Polling => Doing::Polling,
            Self::Waking { p } => Doing::Waking { p },
            Self::Kept { p, g } => Doing::Kept { p, g: name(g) },
            Self::Between => Doing::Between,
        }
    }
}

impl<G> P<G> {
    /// The tasks that wait here to be run: runnext and all queues.
    pub fn waiting(&self) -> impl Iterator<Item = &G> {
        let queues = self.queue.iter().chain(&self.handed_over).chain(&self.outgoing);
        self.runnext.iter().chain(queues)
    }

    fn map<H>(self, name: &mut impl FnMut(G) -> H) -> P<H> {
        let timer = |t: Timer<G>, name: &mut dyn FnMut(G) -> H| Timer {
            when: t.when,
            wakes: t.wakes.map(name),
        };
        P {
            id: self.id,
            status: self.status.map(name),
            tick: self.tick,
            slices: self.slices,
            slice_left: self.slice_left,
            runnext: self.runnext.map(&mut *name),
            queue: self.queue.into_iter().map(&mut *name).collect(),
            outgoing: self.outgoing.into_iter().map(&mut *name).collect(),
            handed_over: self.handed_over.into_iter().map(&mut *name).collect(),
            free: self.free,
            unused: self.unused,
            timers: self.timers.into_iter().map(|t| timer(t, name)).collect(),
            wakeup_pending: self.wakeup_pending,
            counters: self.counters,
        }
    }
}

impl<G> Snapshot<G> {
    /// The same with other names for tasks.
    pub fn map<H>(self, mut name: impl FnMut(G) -> H) -> Snapshot<H> {
        let wait = |w: NetWait<G>, name: &mut dyn FnMut(G) -> H| NetWait {
            g: name(w.g),
            fd: w.fd,
            direction: w.direction,
        };
        let m = |m: M<G>, mut name: &mut dyn FnMut(G) -> H| M {
            number: m.number,
            doing: m.doing.map(&mut name),
            locked: m.locked.map(name),
        };
        Snapshot {
            at: self.at,
            ps: self.ps.into_iter().map(|p| p.map(&mut name)).collect(),
            ms: self.ms.into_iter().map(|it| m(it, &mut name)).collect(),
            global: self.global.into_iter().map(&mut name).collect(),
            frozen: self.frozen.into_iter().map(&mut name).collect(),
            idle_ps: self.idle_ps,
            idle_ms: self.idle_ms,
            free: self.free,
            live: self.live,
            net: Net {
                waiting: self.net.waiting.into_iter().map(|w| wait(w, &mut name)).collect(),
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
