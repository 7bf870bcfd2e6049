//! The race detector of a machine, and the hooks by which the machine reports its goroutines' actions.
//!
//! `minigo_race` knows addresses, goroutines and positions. This module supplies the machine's facts: which memory is
//! watched, which instruction a position is, which operation orders which goroutines.
//!
//! # Protocol
//! * Instructions: the [driver](crate::interp::dispatch) with a [`hook`] before and after each handler.
//! * Compiled code compares accesses with their cells inline, and calls `interp::watched` for all others.
//! * Channels: `minigo_sync` records each transfer under the channel's lock; [`channels`] passes it on.
//! * Natives report their accesses themselves ([`natives`]); a native that reports nothing neither accesses nor orders.
//! * Goroutines: [`Races::start_goroutine`] is called when a goroutine is started, [`Races::end_goroutine`] when its
//!   slot is retired.
//! * Memory: the heap reports memory that it is about to reuse ([`minigo_heap::Heap::watch_reuse`]).
//!
//! A goroutine's detector state belongs to the goroutine while it runs. From the moment at which the goroutine queues
//! itself at a channel until it is resumed, the state belongs to the claimer of its wait, under the channel's lock; so
//! nothing here is called between a queueing operation and the end of the slice.
//!
//! # Bubbles
//! The accesses of a synctest bubble's goroutines until each waits durably, or has ended, happen before
//! `synctest.Wait` returns, and before the bubble's end; sleeps and timers order nothing. While all goroutines of the
//! bubble wait, the goroutine that has stopped the world may use their detector states.

pub(crate) mod channels;
pub(crate) mod hook;
pub(crate) mod locks;
pub(crate) mod natives;
pub(crate) mod places;
pub(crate) mod sites;

use crate::image::Image;
use crate::race::places::Places;
use hashbrown::{HashMap, HashSet};
use minigo_heap::Heap;
use minigo_race::{Detector, Goroutine, Region, SyncObjectKey};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The options of Go's `GORACE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceOptions {
    /// Whether the process ends at the first report.
    pub halt_on_error: bool,
    /// The exit status of a program that would exit with 0 but has races.
    pub exit_code: i32,
    /// The path prefix of report files, followed by the process id; `None`: standard error.
    pub log_path: Option<String>,
}

impl Default for RaceOptions {
    fn default() -> Self {
        Self { halt_on_error: false, exit_code: 66, log_path: None }
    }
}

/// The address range of the heap of a process's first machine that is watched. Races on objects outside this range are
/// not detected.
const WATCHED_HEAP: Region = Region { start: HEAP_START, bytes: 32 << 30 };

/// The address of the heap of a process's first machine.
pub const HEAP_START: usize = 0xc0_0000_0000;

/// The distance between heaps of machines with addresses of their own: twice the watched range.
pub const HEAP_DISTANCE: usize = 2 * WATCHED_HEAP.bytes;

/// The clocks of an object, by the kind of release.
pub(crate) mod tag {
    /// Releases by all but readers of an RWMutex.
    pub(crate) const NON_READERS_KEY: u8 = 0;
    /// Releases by readers of an RWMutex.
    pub(crate) const READERS_KEY: u8 = 1;
    /// The close of a channel.
    pub(crate) const CLOSE_KEY: u8 = 2;
    /// The key of a timer's start: the address of the timer's channel, or of the timer if it has no channel.
    pub(crate) const TIMER_KEY: u8 = 3;
    /// Puts of objects to a `sync.Pool`.
    pub(crate) const POOLED_OBJECT_KEY: u8 = 4;
    /// Writes to files and sockets.
    pub(crate) const FILES_KEY: u8 = 5;
    /// The ends of markings, for finalizers and cleanups.
    pub(crate) const FINALIZERS_KEY: u8 = 6;
    /// Waits and ends of a synctest bubble's goroutines.
    pub(crate) const BUBBLE_KEY: u8 = 7;
    /// The end of each input of a session, which the next input acquires.
    pub(crate) const INPUTS_KEY: u8 = 8;
    /// The tag of the first place in a channel's buffer; the tags of the other places follow.
    pub(crate) const FIRST_BUFFER_PLACE_KEY: u8 = 16;
}

/// Writes to any file or socket happen before later reads from any, as in Go.
pub(crate) const FILES_KEY: SyncObjectKey = SyncObjectKey { addr: 0, tag: tag::FILES_KEY };

/// Accesses before the end of a marking happen before the finalizers that the marking makes ready.
pub(crate) const FINALIZERS_KEY: SyncObjectKey =
    SyncObjectKey { addr: 0, tag: tag::FINALIZERS_KEY };

/// The accesses of an input's own goroutine happen before those of a later input's. The end of an input does not order
/// the goroutines that it has started.
pub(crate) const INPUTS_KEY: SyncObjectKey = SyncObjectKey { addr: 0, tag: tag::INPUTS_KEY };

/// The key of a bubble, whose goroutines release their accesses when they wait durably or end.
pub(crate) const fn bubble_key(bubble: u32) -> SyncObjectKey {
    SyncObjectKey { addr: bubble as usize, tag: tag::BUBBLE_KEY }
}

/// The accesses that happen before all accesses of a new goroutine.
#[derive(Clone, Copy)]
pub(crate) enum KnownAccesses {
    /// No accesses.
    Nothing,
    /// The accesses of the goroutine's maker, which starts the goroutine at the user's instruction with index `origin`.
    /// `maker` is null if the race detector does not watch the maker.
    Of { maker: *mut Goroutine, origin: u64 },
    /// The accesses that were released at an object.
    Released(SyncObjectKey),
}

/// The race detector of a machine.
pub(crate) struct Races {
    /// Shared with the heap, which reports to it the memory that is about to be reused.
    pub(crate) detector: Arc<Detector>,
    pub(crate) race_places: Places,
    pub(crate) options: RaceOptions,
    /// The reported pairs of lines, each as file and line. A report is written under this lock, so that two reports do
    /// not mix; `live_goroutines` and the table of places are locked while it is held.
    pub(crate) reported_lines: Mutex<HashSet<[(u32, u32); 2]>>,
    pub(crate) reported_pairs: AtomicU64,
    /// The goroutines that have not ended. A leaf lock.
    live_goroutines: Mutex<HashSet<u64>>,
    /// The own detector states of goroutines that use another one for a while, by goroutine id. A leaf lock.
    saved_detector_states: Mutex<HashMap<u64, Box<Goroutine>>>,
    /// Whether a timer was ever started. Relaxed: a goroutine that receives from a timer's channel has got the channel
    /// from a goroutine that knew of the start.
    has_timers: AtomicBool,
    /// Whether there was ever a finalizer or a cleanup. Written while goroutines run, read while the world is stopped.
    has_finalizers: AtomicBool,
}

/// The memory that the detector watches in a heap at `heap_start`.
pub(crate) fn watched_heap(heap_start: Option<usize>) -> Region {
    Region { start: heap_start.unwrap_or(WATCHED_HEAP.start), ..WATCHED_HEAP }
}

/// The memory that the detector of a machine watches: its heap, and its package-level variables if they lie elsewhere.
pub(crate) fn watched_regions(heap_start: Option<usize>, image: &Image) -> [Region; 2] {
    let (heap, globals) = (watched_heap(heap_start), image.globals_region());
    let is_within = globals.start.checked_sub(heap.start).is_some_and(|at| at < heap.bytes);
    [heap, Region { bytes: if is_within { 0 } else { globals.bytes }, ..globals }]
}

impl Races {
    /// Watches the heap, which must be empty, and the package-level variables.
    pub(crate) fn new(
        heap: &Heap,
        detector: Arc<Detector>,
        places: Places,
        options: RaceOptions,
    ) -> Self {
        let of_heap = detector.clone();
        heap.watch_reuse(Box::new(move |addr, bytes| of_heap.reset_memory(addr, bytes)));
        Self {
            detector,
            race_places: places,
            options,
            reported_lines: Mutex::default(),
            reported_pairs: AtomicU64::new(0),
            live_goroutines: Mutex::default(),
            saved_detector_states: Mutex::default(),
            has_timers: AtomicBool::new(false),
            has_finalizers: AtomicBool::new(false),
        }
    }

    /// The detector state of a new goroutine with this id.
    ///
    /// # Safety
    /// A maker is the calling goroutine's own state.
    pub(crate) unsafe fn start_goroutine(&self, known: KnownAccesses, id: u64) -> Box<Goroutine> {
        self.live_goroutines.lock().insert(id);
        match known {
            KnownAccesses::Nothing => self.detector.start_goroutine(None, id, 0),
            KnownAccesses::Of { maker, origin } => {
                // SAFETY: the caller's promise.
                self.detector.start_goroutine(unsafe { maker.as_mut() }, id, origin)
            }
            KnownAccesses::Released(key) => self.detector.start_goroutine_after(key, id, 0),
        }
    }

    /// Records that a goroutine of this bubble waits durably.
    pub(crate) fn note_bubble_wait(&self, bubble: u32, g: &mut Goroutine) {
        self.detector.release(g, bubble_key(bubble));
    }

    /// Ends the detector state of a goroutine that has ended.
    pub(crate) fn end_goroutine(&self, g: Box<Goroutine>) {
        self.live_goroutines.lock().remove(&g.id());
        self.end_detector_state(g);
    }

    /// Ends a detector state of a goroutine that continues with another detector state.
    pub(crate) fn end_detector_state(&self, g: Box<Goroutine>) {
        self.detector.end_goroutine(g);
    }

    /// Keeps a goroutine's own detector state while the goroutine uses another detector state.
    pub(crate) fn save_goroutine_state(&self, own: Option<Box<Goroutine>>) {
        self.saved_detector_states.lock().extend(own.map(|own| (own.id(), own)));
    }

    /// Returns the detector state that was kept for the goroutine with this id while the goroutine used another one.
    pub(crate) fn restore_goroutine_state(&self, id: u64) -> Option<Box<Goroutine>> {
        self.saved_detector_states.lock().remove(&id)
    }

    /// Reports whether a goroutine has not ended.
    pub(crate) fn is_live(&self, id: u64) -> bool {
        self.live_goroutines.lock().contains(&id)
    }

    /// The number of reported pairs of places.
    pub(crate) fn reported_pairs(&self) -> u64 {
        self.reported_pairs.load(Relaxed)
    }

    pub(crate) fn note_timer(&self) {
        self.has_timers.store(true, Relaxed);
        self.detector.expect_concurrency();
    }

    pub(crate) fn has_timers(&self) -> bool {
        self.has_timers.load(Relaxed)
    }

    pub(crate) fn note_finalizer(&self) {
        self.has_finalizers.store(true, Relaxed);
    }

    /// Called at the end of a marking, while the world is stopped: `each` passes the detector states of all goroutines.
    /// The accesses of these goroutines so far happen before the finalizers of the objects that the marking has found
    /// unreachable.
    pub(crate) fn release_for_finalizers<'a>(
        &self,
        each: impl FnOnce(&mut dyn FnMut(&'a mut Goroutine)),
    ) {
        let (has_finalizers, restarts) =
            (self.has_finalizers.load(Relaxed), self.detector.needs_restart());
        if !has_finalizers && !restarts {
            return;
        }
        let mut parts = Vec::new();
        each(&mut |part| parts.push(part));
        if restarts {
            self.detector.restart(parts.iter_mut().map(|part| &mut **part));
        }
        if has_finalizers {
            parts.into_iter().for_each(|part| self.detector.release(part, FINALIZERS_KEY));
            self.detector.release_for_ended_goroutines(FINALIZERS_KEY);
        }
    }
}
