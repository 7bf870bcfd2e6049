//! The contents of a trace: spans of goroutines, wakes, moves from queue to queue, and other events.

use minigo_sched::{Kind, QueuePlace};

/// Means no processor, goroutine or worker.
pub(crate) const NO_NUMBER: u32 = u32::MAX;

/// The state of a goroutine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum GoroutineState {
    /// The goroutine waits in a queue to be run.
    Runnable,
    Running,
    /// The goroutine is parked.
    Waiting,
    /// The goroutine is in a blocking call.
    Call,
}

/// The scheduler's rule by which a processor has chosen a goroutine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ChoiceRule {
    Unknown,
    Runnext,
    Local,
    Tick61,
    Global,
    Steal,
    StealNext,
    Netpoll,
    /// The goroutine continues where it stopped: no other goroutine can run.
    Alone,
    /// The goroutine's blocking call has returned, and the goroutine still has the processor.
    Returned,
    /// The goroutine was woken before it had parked.
    Unparked,
    /// The goroutine is pinned to the worker.
    Pinned,
}

impl ChoiceRule {
    /// The texts of the rules, by number.
    pub(crate) const TEXTS: [&'static str; 12] = [
        "not known",
        "runnext",
        "head of the local queue",
        "every 61st tick: the global queue first",
        "nothing local: a batch from the global queue",
        "nothing local, nothing global: stolen from another P",
        "stolen from another P's runnext",
        "found ready by the network poller",
        "continues: no other goroutine can run",
        "its blocking call has returned",
        "woken before it parked",
        "pinned to this M",
    ];

    pub(crate) const fn text(self) -> &'static str {
        Self::TEXTS[self as usize]
    }
}

/// A scheduler queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Queue {
    Next(u32),
    Local(u32),
    Global,
}

impl Queue {
    /// The queue that a record of this processor (`NO_NUMBER`: of none) names.
    pub(crate) fn from_code(code: u32, proc: u32) -> Self {
        match QueuePlace::of_code(code) {
            QueuePlace::Next if proc != NO_NUMBER => Self::Next(proc),
            QueuePlace::Local if proc != NO_NUMBER => Self::Local(proc),
            QueuePlace::Of(proc) => Self::Local(proc),
            _ => Self::Global,
        }
    }

    /// The processor of the queue.
    pub(crate) fn proc(self) -> u32 {
        match self {
            Self::Next(proc) | Self::Local(proc) => proc,
            Self::Global => NO_NUMBER,
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

/// The cause of an event: a processor, and the goroutine that ran there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EventCause {
    pub(crate) time: u64,
    pub(crate) proc: u32,
    pub(crate) goroutine: u32,
    /// The goroutine was made, rather than woken.
    pub(crate) is_new: bool,
}

/// A period during which a goroutine has one state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The index of the goroutine in the list of goroutines.
    pub(crate) goroutine: u32,
    pub(crate) state: GoroutineState,
    pub(crate) from_time: u64,
    pub(crate) to_time: u64,
    /// The queue, if the goroutine is runnable.
    pub(crate) queue: Queue,
    /// The processor on which the goroutine runs, or ran when it began the call.
    pub(crate) proc: u32,
    pub(crate) worker: u32,
    pub(crate) rule: ChoiceRule,
    /// Running: how the span ended; runnable after a time slice: how that slice ended.
    pub(crate) end_kind: Kind,
    /// The number of the [`Reason`](minigo_sched::Reason).
    pub(crate) reason: u8,
    /// The object that the goroutine waits for: its index in the list of objects plus one, 0 for none.
    pub(crate) object: u32,
    /// The place in the code where the goroutine stopped.
    pub(crate) location: u32,
    /// The cause of the span.
    pub(crate) origin: Option<EventCause>,
}

/// A move of a goroutine from one queue to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueueMove {
    pub(crate) time: u64,
    pub(crate) goroutine: u32,
    pub(crate) from_queue: Queue,
    pub(crate) to_queue: Queue,
    /// The kind of move: steal, overflow, a batch from the global queue, displacement from runnext.
    pub(crate) kind: Kind,
}

/// Any other event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherEvent {
    pub(crate) time: u64,
    /// The processor of the record.
    pub(crate) proc: u32,
    pub(crate) kind: Kind,
    pub(crate) goroutine: u32,
    pub(crate) argument: u32,
}

/// The facts known of a goroutine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoroutineFacts {
    pub(crate) id: u64,
    /// The goroutine's first function, and the place where it was made; 0: unknown.
    pub(crate) first_function: u32,
    pub(crate) made_at: u32,
    /// The place where the goroutine's first slice ended.
    pub(crate) first_slice_end: u32,
    pub(crate) parent_number: u32,
}

/// A channel or lock that goroutines wait for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AwaitedObject {
    /// The place where the object was made; 0: unknown.
    pub(crate) made_at: u32,
    /// The place where a goroutine first waited for the object; 0: none.
    pub(crate) first_wait: u32,
    /// A channel's number in the order in which channels were made; 0 for a lock.
    pub(crate) channel: u32,
}

/// Receives the contents of a trace. The replay passes spans when they end, and everything else in order of time.
pub(crate) trait Sink {
    fn note_span(&mut self, span: &Span);
    fn note_move(&mut self, moved: &QueueMove);
    fn note_other_event(&mut self, other: &OtherEvent);
}

/// The facts known of goroutines and objects.
#[derive(Default)]
pub(crate) struct TraceFacts {
    pub(crate) goroutines: Vec<GoroutineFacts>,
    pub(crate) objects: Vec<AwaitedObject>,
}
