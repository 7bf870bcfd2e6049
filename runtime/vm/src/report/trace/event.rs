//! What a trace tells: spans of goroutines, wakes, moves from queue to queue, and what else happens.

use minigo_sched::{Kind, Place};

/// No processor, goroutine or worker.
pub(crate) const NONE: u32 = u32::MAX;

/// What a goroutine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum State {
    /// It can run, and waits in a queue.
    Runnable,
    Running,
    /// It is parked.
    Waiting,
    /// It is in a blocking call.
    Call,
}

/// Why a processor runs a goroutine: the rule of the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Rule {
    Unknown,
    Runnext,
    Local,
    Tick61,
    Global,
    Steal,
    StealNext,
    Netpoll,
    /// It goes on where it stopped: nothing else can run.
    Alone,
    /// Its blocking call is over, and it has the processor.
    Returned,
    /// It was woken before it had parked.
    Unparked,
    /// It is pinned to the worker.
    Pinned,
}

impl Rule {
    /// Its words, by number.
    pub(crate) const TEXTS: [&'static str; 12] = [
        "not known",
        "runnext",
        "head of the local queue",
        "every 61st tick: the global queue first",
        "nothing local: a batch from the global queue",
        "nothing local, nothing global: stolen",
        "stolen from a runnext",
        "the network poller has found it",
        "goes on: nothing else can run",
        "its call is over",
        "woken before it parked",
        "pinned to this M",
    ];

    pub(crate) const fn text(self) -> &'static str {
        Self::TEXTS[self as usize]
    }
}

/// A queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Queue {
    Next(u32),
    Local(u32),
    Global,
}

impl Queue {
    /// The place that a record of this processor (`NONE`: of none) names.
    pub(crate) fn of(code: u32, proc: u32) -> Self {
        match Place::of_code(code) {
            Place::Next if proc != NONE => Self::Next(proc),
            Place::Local if proc != NONE => Self::Local(proc),
            Place::Of(proc) => Self::Local(proc),
            _ => Self::Global,
        }
    }

    /// The processor whose queue it is.
    pub(crate) fn proc(self) -> u32 {
        match self {
            Self::Next(proc) | Self::Local(proc) => proc,
            Self::Global => NONE,
        }
    }

    pub(crate) fn text(self) -> String {
        match self {
            Self::Next(proc) => format!("runnext of P{proc}"),
            Self::Local(proc) => format!("P{proc}"),
            Self::Global => "global queue".to_owned(),
        }
    }
}

/// Where something comes from: a processor, and the goroutine that ran there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) at: u64,
    pub(crate) proc: u32,
    pub(crate) g: u32,
    /// It was made, and not woken.
    pub(crate) made: bool,
}

/// A time in which a goroutine does one thing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// Its number in the list of goroutines.
    pub(crate) g: u32,
    pub(crate) state: State,
    pub(crate) from: u64,
    pub(crate) to: u64,
    /// Where it is runnable.
    pub(crate) queue: Queue,
    /// Where it runs, or ran when it went into the call.
    pub(crate) proc: u32,
    pub(crate) worker: u32,
    pub(crate) rule: Rule,
    /// Running: how it ended; runnable after a time slice: how that ended.
    pub(crate) end: Kind,
    /// A [`Reason`](minigo_sched::Reason)'s number.
    pub(crate) reason: u8,
    /// What it waits for: its number in the list of objects plus one, 0 for nothing.
    pub(crate) object: u32,
    /// Where it stopped.
    pub(crate) location: u32,
    /// What led to it.
    pub(crate) origin: Option<Origin>,
}

/// A goroutine goes from one queue to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) at: u64,
    pub(crate) g: u32,
    pub(crate) from: Queue,
    pub(crate) to: Queue,
    /// By what: steal, overflow, a batch from the global queue, displacement from runnext.
    pub(crate) why: Kind,
}

/// Something else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Other {
    pub(crate) at: u64,
    /// The processor whose record it is.
    pub(crate) proc: u32,
    pub(crate) kind: Kind,
    pub(crate) g: u32,
    pub(crate) arg: u32,
}

/// A goroutine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) id: u64,
    /// What it runs, and where it was made; 0: not known.
    pub(crate) runs: u32,
    pub(crate) made: u32,
    /// Where its first slice ended.
    pub(crate) stopped: u32,
    pub(crate) parent: u32,
}

/// A channel or lock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    /// Where it was made; 0: not known.
    pub(crate) made: u32,
    /// Where it was first waited for; 0: nowhere.
    pub(crate) seen: u32,
    /// A channel's number, by the order in which they were made; 0 for a lock.
    pub(crate) channel: u32,
}

/// Takes what a trace tells. Spans come when they end, everything else in the order of time.
pub(crate) trait Sink {
    fn span(&mut self, span: &Span);
    fn moved(&mut self, moved: &Move);
    fn other(&mut self, other: &Other);
}

/// What is known of goroutines and objects.
#[derive(Default)]
pub(crate) struct About {
    pub(crate) goroutines: Vec<Known>,
    pub(crate) objects: Vec<Object>,
}
