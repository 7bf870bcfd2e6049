//! The state of the collector: its options, the figures of earlier cycles, and the current cycle.
//!
//! The code that uses this state is in [`collector`](crate::collector).

use crate::channel::GoChan;
use crate::image::liveness::LivenessCache;
use crate::shared::finalizers::Finalizers;
use crate::shared::weak::WeakHandles;
use minigo_heap::{CacheStats, Cycles, MarkTotals};
use minigo_sched::TaskRef;
use parking_lot::{Condvar, Mutex};
use std::any::Any;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize};
use std::thread::JoinHandle;

/// The options of the collector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GcOptions {
    /// `GOGC`: by how many per cent the heap grows between collections; negative: no collections.
    pub gogc_percent: i64,
    /// `GOMEMLIMIT`: collections run as often as needed to stay below this many bytes.
    pub memory_limit: i64,
    /// `GODEBUG=gctrace=1`: prints a line per collection.
    pub trace: bool,
    /// `GODEBUG=gcstoptheworld=1`: marks and sweeps with the world stopped. This option is always set in reproducible
    /// runs.
    pub stops_world: bool,
    /// Collects at every opportunity.
    pub stress: bool,
    /// Verifies the marks of each collection, and overwrites freed memory.
    pub verify: bool,
}

impl Default for GcOptions {
    fn default() -> Self {
        let (percent, memory_limit) = (100, i64::MAX);
        let (trace, stopped, stress, verify) = (false, false, false, false);
        Self { gogc_percent: percent, memory_limit, trace, stops_world: stopped, stress, verify }
    }
}

/// The number of pauses that are kept.
pub(crate) const MAX_PAUSES: usize = 256;

/// The figures of the collections so far.
#[derive(Clone, Default, Debug)]
pub(crate) struct GcStats {
    /// The number of cycles whose marking has ended.
    pub(crate) marked_cycles: u64,
    /// The number of cycles whose pauses have been recorded: the count that programs see.
    pub(crate) recorded_cycles: u64,
    pub(crate) forced_cycles: u64,
    pub(crate) pause_total: u64,
    /// The end of the last collection, in ns since 1970.
    pub(crate) last_end: u64,
    /// The size of the heap at which the next collection begins.
    pub(crate) goal_size: u64,
    /// The total of freed objects and bytes.
    pub(crate) freed_counts: CacheStats,
    pub(crate) live_bytes: u64,
    /// Bytes of goroutines' stacks.
    pub(crate) stack_bytes: u64,
    /// Bytes allocated during the last marking, and bytes that this marking scanned.
    pub(crate) allocated_while_marking: u64,
    pub(crate) scanned_while_marking: u64,
    /// Free bytes between live objects, in the spans that remained after sweeping.
    pub(crate) free_gap_bytes: u64,
    /// Whether the hard limit, rather than the live bytes, determines when the next collection begins.
    pub(crate) is_goal_set_by_memory_limit: bool,
    pub(crate) recent_peak: HeapPeak,
    /// CPU time of marking, by the collector's threads and by goroutines.
    pub(crate) marking_nanos: u64,
    /// The last pauses: length in ns, and end in ns since 1970; the newest is last.
    pub(crate) recent_pauses: VecDeque<(u64, u64)>,
}

/// The times of a cycle's phases, in ns.
#[derive(Clone, Copy, Default)]
pub(crate) struct PhaseTimes {
    /// When the first stop of the world was requested.
    pub(crate) first_stop: i64,
    /// When the world resumed for marking.
    pub(crate) marking_begin: i64,
    /// When the last stop of the world was requested, minus the time lost in failed attempts to end the marking.
    pub(crate) last_stop: i64,
    /// When the world resumed after the marking.
    pub(crate) resume_time: i64,
}

/// The state of the collector.
pub(crate) struct Gc {
    pub(crate) options: GcOptions,
    pub(crate) figures: Mutex<GcStats>,
    pub(crate) finalizers: Finalizers,
    pub(crate) weak_handles: WeakHandles,
    pub(crate) cycle: Cycle,
    pub(crate) liveness_cache: LivenessCache,
    /// The bytes that may be allocated between the ends of two cycles.
    pub(crate) allocation_allowance: AtomicU64,
    /// How many of the last cycles found memory scarce.
    pub(crate) scarce_cycles: AtomicU32,
    /// Whether an allocation has failed since the last cycle ended.
    pub(crate) has_failed_allocation: AtomicBool,
    pub(crate) start_time: i64,
}

/// The recent maximum of the heap's size. Memory that was just freed is soon used again: returning it to the system at
/// once and taking it again, with a page fault each, costs more than all collections of a small heap.
#[derive(Clone, Default, Debug)]
pub(crate) struct HeapPeak {
    /// The begin of the current time span, in ns, and the largest sizes in the current span and the previous one.
    pub(crate) span_begin: i64,
    pub(crate) current_peak: u64,
    pub(crate) previous_peak: u64,
}

/// The state of the current cycle.
#[derive(Default)]
pub(crate) struct Cycle {
    /// The phase of the cycle, and the tasks that wait for its end.
    pub(crate) cycles: Cycles<TaskRef>,
    pub(crate) roots: Roots,
    /// Bytes scanned in this cycle, and the estimated total.
    pub(crate) scanned_bytes: AtomicU64,
    pub(crate) expected_scan_bytes: AtomicU64,
    /// Bytes that workers have scanned and that no assist has been credited with yet.
    pub(crate) scan_credit: AtomicI64,
    /// CPU time of this marking, in ns: of allocating goroutines, of the dedicated threads, and of the threads on idle
    /// processors.
    pub(crate) cpu_nanos: [AtomicU64; 3],
    pub(crate) pool: Mutex<MarkPool>,
    /// The first thread waits on this condition until the others have finished their part of a round.
    pub(crate) all_done: Condvar,
    /// A thread has panicked: this cycle never ends, and no thread may wait for it.
    pub(crate) has_thread_panicked: AtomicBool,
    /// Channels made before the last cycle: they own memory outside the heap.
    pub(crate) marked_channels: Mutex<Vec<SendableChan>>,
}

/// A channel that may be dead.
#[derive(Clone, Copy)]
pub(crate) struct SendableChan(pub(crate) *mut GoChan);

// SAFETY: only the thread that ends a cycle accesses the channel, or the machine when it is dropped.
unsafe impl Send for SendableChan {}

/// The marking threads.
#[derive(Default)]
pub(crate) struct MarkPool {
    pub(crate) threads: Vec<JoinHandle<()>>,
    /// The number of cycles for which the threads were called.
    pub(crate) round_number: u64,
    /// The number of threads in this round, and how many of them have not finished.
    pub(crate) workers: usize,
    pub(crate) active_threads: usize,
    pub(crate) has_quit: bool,
    /// The totals that the threads other than the first have marked.
    pub(crate) marked_totals: MarkTotals,
    pub(crate) start: CycleStart,
    /// Keeps the scheduler from reporting a deadlock during a cycle, which may start finalizers.
    pub(crate) deadlock_guard: Option<Box<dyn Any + Send>>,
}

/// Facts recorded at the begin of a cycle.
#[derive(Clone, Copy, Default)]
pub(crate) struct CycleStart {
    pub(crate) times: PhaseTimes,
    pub(crate) size_before: u64,
    pub(crate) is_forced: bool,
}

/// The roots that a marking has not scanned yet.
#[derive(Default)]
pub(crate) struct Roots {
    pub(crate) next_global_word: AtomicUsize,
    pub(crate) next_slot: AtomicU32,
    pub(crate) slot_count: AtomicU32,
    pub(crate) table_marking_claims: AtomicU32,
    /// Bytes of the stacks scanned so far.
    pub(crate) stack_bytes: AtomicU64,
}
