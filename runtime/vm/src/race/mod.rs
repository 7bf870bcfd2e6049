//! The detector of data races of a machine, and where its goroutines tell it what they do.
//!
//! `minigo_race` knows addresses, goroutines and positions. Here are the machine's: the memory that is watched, which
//! instruction a position is, which operation orders which goroutines.
//!
//! # Protocol
//! * Instructions: the [driver](crate::interp::driver) with a [`hook`] before and behind each handler.
//! * Compiled code: it compares accesses with their cells itself, and calls `interp::watched` for all others.
//! * Channels: `minigo_sync` notes each transfer under the channel's lock; [`channels`] passes it on.
//! * Natives: they tell by themselves ([`natives`]); one that says nothing neither accesses nor orders.
//! * Goroutines: [`Races::start`] where one is made, [`Races::end`] where its slot is retired.
//! * Memory: the heap says what it is about to use again ([`minigo_heap::Heap::watch`]).
//!
//! A goroutine's part of the detector is its own while it runs. From the moment at which it queues itself at a channel
//! until it is resumed, the part belongs to whoever claims its wait, under the channel's lock; so between a queueing
//! operation and the end of the slice nothing here is called.
//!
//! # Bubbles
//! The accesses of a synctest bubble's goroutines until each waits durably, or has ended, happen before
//! `synctest.Wait` returns, and before the bubble's end; sleeps and timers order nothing. While all wait, the goroutine
//! that has stopped the world has their parts.

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
use minigo_race::{Detector, Goroutine, Key, Region};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The choices that Go's `GORACE` gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceOptions {
    /// Whether the process ends at the first report.
    pub halt_on_error: bool,
    /// The status of a program that ends well but has races.
    pub exit_code: i32,
    /// Where reports are written, the process's number behind; none: standard error.
    pub log_path: Option<String>,
}

impl Default for RaceOptions {
    fn default() -> Self {
        Self { halt_on_error: false, exit_code: 66, log_path: None }
    }
}

/// Where the heap of a process's first machine begins, and how much of it is watched. Objects elsewhere have no races.
const HEAP: Region = Region { start: HEAP_START, bytes: 32 << 30 };

/// Where the heap of a process's first machine begins.
pub const HEAP_START: usize = 0xc0_0000_0000;

/// How far apart heaps of machines are that begin at places of their own: what is watched of each, and as much again.
pub const HEAP_DISTANCE: usize = 2 * HEAP.bytes;

/// The clocks of an object, by what was released there.
pub(crate) mod tag {
    /// For releases by all but readers of an RWMutex.
    pub(crate) const ALL: u8 = 0;
    /// For releases by readers of an RWMutex.
    pub(crate) const READERS: u8 = 1;
    /// For the close of a channel.
    pub(crate) const CLOSE: u8 = 2;
    /// For starts of a timer: at its channel, or at the timer if it has none.
    pub(crate) const TIMER: u8 = 3;
    /// For objects in a `sync.Pool`.
    pub(crate) const POOLED: u8 = 4;
    /// For writes to files and sockets.
    pub(crate) const FILES: u8 = 5;
    /// For finalizers and cleanups.
    pub(crate) const FINALIZERS: u8 = 6;
    /// For the goroutines of a synctest bubble that wait or have ended.
    pub(crate) const BUBBLE: u8 = 7;
    /// For the ends of a session's inputs.
    pub(crate) const INPUTS: u8 = 8;
    /// The first of the places of a channel's buffer.
    pub(crate) const PLACES: u8 = 16;
}

/// Writes to files and sockets happen before later reads, whichever they are: as in Go.
pub(crate) const FILES: Key = Key { addr: 0, tag: tag::FILES };

/// Accesses before the end of a marking happen before the finalizers that it makes ready.
pub(crate) const FINALIZERS: Key = Key { addr: 0, tag: tag::FINALIZERS };

/// The accesses by an input's own goroutine happen before those by a later input's. Goroutines that the input has
/// started are not ordered by its end.
pub(crate) const INPUTS: Key = Key { addr: 0, tag: tag::INPUTS };

/// The accesses of a bubble's goroutines until they waited durably or ended.
pub(crate) const fn of_bubble(bubble: u32) -> Key {
    Key { addr: bubble as usize, tag: tag::BUBBLE }
}

/// The accesses that happen before all those of a new goroutine.
#[derive(Clone, Copy)]
pub(crate) enum Known {
    /// None.
    Nothing,
    /// Those of its maker, which makes it at the user's instruction with the number `origin`. Null: that is not
    /// watched.
    Of { maker: *mut Goroutine, origin: u64 },
    /// Those that were released at an object.
    Released(Key),
}

/// Finds the data races of a machine.
pub(crate) struct Races {
    /// Shared with the heap, which outlives nothing here.
    pub(crate) detector: Arc<Detector>,
    pub(crate) places: Places,
    pub(crate) options: RaceOptions,
    /// Pairs of lines that were reported, each as file and line. A report is written under this lock, so that two do
    /// not mix; `live` and the table of places are locked under it.
    pub(crate) reported: Mutex<HashSet<[(u32, u32); 2]>>,
    pub(crate) count: AtomicU64,
    /// Goroutines that have not ended. A leaf lock.
    live: Mutex<HashSet<u64>>,
    /// The own parts of goroutines that have others for a while, by number. A leaf lock.
    aside: Mutex<HashMap<u64, Box<Goroutine>>>,
    /// Whether a timer was ever started. Relaxed: whoever receives from a timer's channel has got it from a goroutine
    /// that knew.
    has_timers: AtomicBool,
    /// Whether there was ever a finalizer or a cleanup. Written while goroutines run, read while the world stands
    /// still.
    has_finalizers: AtomicBool,
}

/// The memory in which the detector watches a heap that begins at `heap_start`.
pub(crate) fn watched_heap(heap_start: Option<usize>) -> Region {
    Region { start: heap_start.unwrap_or(HEAP.start), ..HEAP }
}

/// The memory that the detector of a machine watches: its heap, and its package-level variables where they lie
/// elsewhere.
pub(crate) fn regions(heap_start: Option<usize>, image: &Image) -> [Region; 2] {
    let (heap, globals) = (watched_heap(heap_start), image.global_room());
    let is_within = globals.start.checked_sub(heap.start).is_some_and(|at| at < heap.bytes);
    [heap, Region { bytes: if is_within { 0 } else { globals.bytes }, ..globals }]
}

impl Races {
    /// Watches the heap, in which nothing has been allocated, and the package-level variables.
    pub(crate) fn new(
        heap: &Heap,
        detector: Arc<Detector>,
        places: Places,
        options: RaceOptions,
    ) -> Self {
        let of_heap = detector.clone();
        heap.watch(Box::new(move |addr, bytes| of_heap.reset(addr, bytes)));
        Self {
            detector,
            places,
            options,
            reported: Mutex::default(),
            count: AtomicU64::new(0),
            live: Mutex::default(),
            aside: Mutex::default(),
            has_timers: AtomicBool::new(false),
            has_finalizers: AtomicBool::new(false),
        }
    }

    /// A goroutine with this number.
    ///
    /// # Safety
    /// A maker is the caller's own goroutine.
    pub(crate) unsafe fn start(&self, known: Known, id: u64) -> Box<Goroutine> {
        self.live.lock().insert(id);
        match known {
            Known::Nothing => self.detector.start(None, id, 0),
            Known::Of { maker, origin } => {
                // SAFETY: the caller's promise.
                self.detector.start(unsafe { maker.as_mut() }, id, origin)
            }
            Known::Released(key) => self.detector.start_after(key, id, 0),
        }
    }

    /// A goroutine of this bubble waits durably.
    pub(crate) fn bubble_waits(&self, bubble: u32, g: &mut Goroutine) {
        self.detector.release(g, of_bubble(bubble));
    }

    /// A goroutine has ended.
    pub(crate) fn end(&self, g: Box<Goroutine>) {
        self.live.lock().remove(&g.id());
        self.end_part(g);
    }

    /// A goroutine goes on with another part.
    pub(crate) fn end_part(&self, g: Box<Goroutine>) {
        self.detector.end(g);
    }

    /// Keeps a goroutine's own part while it has another one.
    pub(crate) fn put_aside(&self, own: Option<Box<Goroutine>>) {
        self.aside.lock().extend(own.map(|own| (own.id(), own)));
    }

    /// Gives back what was put aside for the goroutine with this number.
    pub(crate) fn take_aside(&self, id: u64) -> Option<Box<Goroutine>> {
        self.aside.lock().remove(&id)
    }

    /// Whether a goroutine has not ended.
    pub(crate) fn is_live(&self, id: u64) -> bool {
        self.live.lock().contains(&id)
    }

    /// How many pairs of places were reported.
    pub(crate) fn count(&self) -> u64 {
        self.count.load(Relaxed)
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

    /// At the end of a marking, while the world stands still: `each` gives the parts of all goroutines. Their
    /// accesses so far happen before the finalizers of objects that they do not reach.
    pub(crate) fn at_stop<'a>(&self, each: impl FnOnce(&mut dyn FnMut(&'a mut Goroutine))) {
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
            parts.into_iter().for_each(|part| self.detector.release(part, FINALIZERS));
            self.detector.release_ended(FINALIZERS);
        }
    }
}
