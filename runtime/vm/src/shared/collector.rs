//! The state of the collector: what can be chosen, what is known from earlier cycles, and the cycle that goes on.
//!
//! What is done with it is in [`collector`](crate::collector).

use crate::channel::GoChan;
use crate::image::liveness::Lives;
use crate::shared::finalizers::Finalizers;
use crate::shared::weak::Weaks;
use minigo_heap::{CacheStats, Cycles, Marked};
use minigo_sched::TaskRef;
use parking_lot::{Condvar, Mutex};
use std::any::Any;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize};
use std::thread::JoinHandle;

/// What can be chosen about the collector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GcOptions {
    /// `GOGC`: how many per cent the heap grows between collections; negative: no collections.
    pub percent: i64,
    /// `GOMEMLIMIT`: collections come as often as it takes to stay below this many bytes.
    pub memory_limit: i64,
    /// `GODEBUG=gctrace=1`: a line per collection.
    pub trace: bool,
    /// `GODEBUG=gcstoptheworld=1`: marks and sweeps while the world stands still. Always so in runs that can be
    /// repeated.
    pub stopped: bool,
    /// Collects at every chance.
    pub stress: bool,
    /// Checks the marks of each collection, and overwrites what is freed.
    pub verify: bool,
}

impl Default for GcOptions {
    fn default() -> Self {
        let (percent, memory_limit) = (100, i64::MAX);
        let (trace, stopped, stress, verify) = (false, false, false, false);
        Self { percent, memory_limit, trace, stopped, stress, verify }
    }
}

/// How many pauses are remembered.
pub(crate) const PAUSES: usize = 256;

/// What is known from the collections so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct Figures {
    /// How many have ended their marking.
    pub(crate) marked: u64,
    /// How many have told their pauses: what programs see.
    pub(crate) counted: u64,
    pub(crate) forced: u64,
    pub(crate) pause_total: u64,
    /// When the last one ended, in ns since 1970.
    pub(crate) last: u64,
    /// The heap's size at which the next one begins.
    pub(crate) goal: u64,
    /// All that was freed.
    pub(crate) freed: CacheStats,
    pub(crate) live: u64,
    /// Bytes of goroutines' stacks.
    pub(crate) stacks: u64,
    /// Bytes allocated during the last marking, and bytes that it scanned.
    pub(crate) runway: u64,
    pub(crate) work: u64,
    /// Bytes of spans that were free between live objects when all had been swept.
    pub(crate) gaps: u64,
    /// Whether the hard limit, and not what is live, says when the next one begins.
    pub(crate) is_limited: bool,
    pub(crate) peak: Peak,
    /// Time that was spent with marking, by the collector's threads and by goroutines.
    pub(crate) marking: u64,
    /// The last pauses, in ns, and when they ended, in ns since 1970: the newest last.
    pub(crate) pauses: VecDeque<(u64, u64)>,
}

/// When a cycle came to what, in ns.
#[derive(Clone, Copy, Default)]
pub(crate) struct Times {
    /// The first stop was asked for.
    pub(crate) began: i64,
    /// The world goes on, marking.
    pub(crate) marking: i64,
    /// The last stop was asked for; so much earlier as other attempts to end took.
    pub(crate) ending: i64,
    /// The world goes on.
    pub(crate) ended: i64,
}

/// The state of the collector.
pub(crate) struct Gc {
    pub(crate) options: GcOptions,
    pub(crate) figures: Mutex<Figures>,
    pub(crate) finalizers: Finalizers,
    pub(crate) weaks: Weaks,
    pub(crate) cycle: Cycle,
    pub(crate) lives: Lives,
    /// How many bytes may be allocated between two cycles' ends.
    pub(crate) allowance: AtomicU64,
    /// How many of the last cycles have found memory scarce.
    pub(crate) scarce: AtomicU32,
    /// Whether an allocation did not fit since the last cycle ended.
    pub(crate) starved: AtomicBool,
    pub(crate) started: i64,
}

/// The largest size of the heap lately. What was free a moment ago is used again soon: to give it back at once and take
/// it again, a page fault each, costs more than all the collections of a small heap.
#[derive(Clone, Default, Debug)]
pub(crate) struct Peak {
    /// When the present span of time began, in ns, and the largest sizes in it and in the one before.
    pub(crate) began: i64,
    pub(crate) now: u64,
    pub(crate) before: u64,
}

/// The state of the cycle that goes on.
#[derive(Default)]
pub(crate) struct Cycle {
    /// Its phase, and the tasks that wait for its end.
    pub(crate) cycles: Cycles<TaskRef>,
    pub(crate) roots: Roots,
    /// Bytes scanned in this cycle, and how many there will be, as far as is known.
    pub(crate) scanned: AtomicU64,
    pub(crate) expected: AtomicU64,
    /// Bytes that the workers have scanned and that no assist has been credited with yet.
    pub(crate) credit: AtomicI64,
    /// Time that this marking took, in ns: of goroutines that allocate, of the threads that always mark, and of those
    /// that use idle processors.
    pub(crate) spent: [AtomicU64; 3],
    pub(crate) pool: Mutex<MarkPool>,
    /// Where the first thread waits until the others have finished their part of a round.
    pub(crate) all_done: Condvar,
    /// A thread has panicked: this cycle never ends, and nothing may wait for it.
    pub(crate) broken: AtomicBool,
    /// Channels made before the last cycle: they own memory outside the heap.
    pub(crate) chans: Mutex<Vec<Chan>>,
}

/// A channel that may be dead.
#[derive(Clone, Copy)]
pub(crate) struct Chan(pub(crate) *mut GoChan);

// SAFETY: only the thread that ends a cycle touches it, and the machine when it is dropped.
unsafe impl Send for Chan {}

/// The threads that mark.
#[derive(Default)]
pub(crate) struct MarkPool {
    pub(crate) threads: Vec<JoinHandle<()>>,
    /// Counts the cycles that they were called for.
    pub(crate) round: u64,
    /// How many take part in this round, and how many of them have not finished.
    pub(crate) workers: usize,
    pub(crate) active: usize,
    pub(crate) quit: bool,
    /// What the others than the first have marked.
    pub(crate) marked: Marked,
    pub(crate) start: Start,
    /// No deadlock is reported while a cycle goes on: it may start finalizers.
    pub(crate) open: Option<Box<dyn Any + Send>>,
}

/// What is known of a cycle at its begin.
#[derive(Clone, Copy, Default)]
pub(crate) struct Start {
    pub(crate) times: Times,
    pub(crate) before: u64,
    pub(crate) forced: bool,
}

/// What is left of the roots of a marking.
#[derive(Default)]
pub(crate) struct Roots {
    pub(crate) global: AtomicUsize,
    pub(crate) slot: AtomicU32,
    pub(crate) slots: AtomicU32,
    pub(crate) tables: AtomicU32,
    /// Bytes of the stacks seen so far.
    pub(crate) stacks: AtomicU64,
}
