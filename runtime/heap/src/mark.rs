//! Marking: finds the reachable objects, on as many threads as take part, while the program runs. This module knows
//! only addresses: the user of the heap interprets the words of an object.
//!
//! Each marking thread has a [`Marker`]: the mark workers, and each P's cache, for the program's write barrier and for
//! assists. A marker has a local stack of grey objects; surplus objects go to the heap's
//! [`GreyPackets`](crate::grey_packets::GreyPackets), from where other markers take them.

use crate::arch;
use crate::arena::{Heap, Object};
use crate::span::{BitmapSide, Desc};

/// Counts of marked and scanned objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MarkTotals {
    /// How many objects were marked.
    pub marked_objects: u64,
    /// The bytes of these objects, rounded up to size classes.
    pub marked_bytes: u64,
    /// The bytes of objects that were scanned.
    pub scanned_bytes: u64,
}

/// The marking state of one thread: its grey objects and its counts.
pub struct Marker {
    heap: Heap,
    side: BitmapSide,
    /// Marked objects that are not scanned yet.
    grey_objects: Vec<Object>,
    is_exclusive: bool,
    marked_totals: MarkTotals,
}

/// The fewest objects that are moved to an idle worker.
const PACKET_OBJECTS: usize = 32;
/// The number of grey objects above which half of them are moved to the common packets.
const MAX_LOCAL_GREY: usize = 512;

/// How many grey objects the marking of roots may add before some are scanned: 400 KB of them.
const MAX_GREY_ROOTS: usize = 1 << 14;
/// How many bytes [`Marker::scan_if_many_grey`] scans before it checks the number of grey objects again.
const SCANNED_BYTES_PER_CHECK: u64 = 1 << 20;

impl Heap {
    /// Creates a marker. `is_exclusive`: no other thread marks at the same time, and no P allocates.
    #[must_use]
    pub fn marker(&self, is_exclusive: bool) -> Marker {
        let side = self.marking_side();
        Marker {
            heap: self.clone(),
            side,
            grey_objects: Vec::new(),
            is_exclusive,
            marked_totals: MarkTotals::default(),
        }
    }

    /// Sets how many workers will [drain](Marker::drain_grey) together: each returns when none of them finds more grey
    /// objects.
    pub fn expect_workers(&self, workers: usize) {
        self.grey_packets().expect_workers(workers);
    }

    /// Reports whether there are grey objects that no marker has.
    #[must_use]
    pub fn has_grey(&self) -> bool {
        self.grey_packets().queued_packets() != 0
    }
}

impl Marker {
    /// Called when a new marking has begun.
    pub(crate) fn begin_marking(&mut self) {
        self.side = self.heap.marking_side();
        debug_assert!(self.grey_objects.is_empty(), "a marking ends when no grey object is left");
    }

    /// Takes the counts since the last call.
    pub fn take_marked(&mut self) -> MarkTotals {
        std::mem::take(&mut self.marked_totals)
    }

    /// Counts a run of objects as marked, or (negative) as unmarked.
    pub(crate) fn count_objects(&mut self, objects: i64, size: usize) {
        self.marked_totals.marked_objects =
            self.marked_totals.marked_objects.wrapping_add_signed(objects);
        self.marked_totals.marked_bytes =
            self.marked_totals.marked_bytes.wrapping_add_signed(objects * size as i64);
    }

    pub(crate) fn side(&self) -> BitmapSide {
        self.side
    }

    /// Marks the object that a word points into, if there is one.
    #[inline]
    pub fn mark_word(&mut self, word: u64) {
        let address = word as usize;
        if let Some(span) = self.heap.span_at(address)
            && let Some(index) = span.index_of(address)
            && span.mark_object(self.side, index, self.is_exclusive)
        {
            self.marked_totals.marked_objects += 1;
            self.marked_totals.marked_bytes += span.object_size as u64;
            if span.has_pointers {
                let (base, desc) = (span.base_of(index), span.desc_of(index));
                if desc != Desc::NO_SCAN {
                    self.grey_objects.push(Object { base, size: span.object_size, desc });
                }
            }
        }
    }

    /// Makes the object at `address` grey, so that all objects that it points to are marked, without marking the object
    /// itself.
    pub fn mark_pointed_to(&mut self, address: u64) {
        self.grey_objects
            .extend(self.heap.object_at(address as usize).filter(|o| o.desc != Desc::NO_SCAN));
    }

    /// Postpones the scan of a part of an object; other markers may take it.
    pub fn postpone_part(&mut self, part: Object) {
        self.marked_totals.scanned_bytes =
            self.marked_totals.scanned_bytes.saturating_sub(part.size as u64);
        self.grey_objects.push(part);
    }

    /// Marks all objects reachable from the grey ones: `scan` marks the objects to which an object points. Returns when
    /// no worker has grey objects left; see [`Heap::expect_workers`].
    pub fn drain_grey(&mut self, mut scan: impl FnMut(&mut Self, Object)) {
        let mut prefetched = PrefetchQueue::default();
        loop {
            while let Some(object) = prefetched.next(&mut self.grey_objects) {
                self.marked_totals.scanned_bytes += object.size as u64;
                scan(self, object);
                if !self.is_exclusive {
                    self.share_grey_if_needed();
                }
            }
            if !self.wait_for_packet() {
                return;
            }
        }
    }

    /// Scans grey objects if there are many, so that a million roots need no room for a million grey objects. The
    /// caller must hold no lock that `scan` takes.
    pub fn scan_if_many_grey(&mut self, mut scan: impl FnMut(&mut Self, Object)) {
        while self.grey_objects.len() > MAX_GREY_ROOTS {
            self.scan_some(SCANNED_BYTES_PER_CHECK, &mut scan);
        }
    }

    /// Scans grey objects until about `bytes` bytes are scanned or no grey object is left; returns the bytes scanned.
    pub fn scan_some(&mut self, bytes: u64, mut scan: impl FnMut(&mut Self, Object)) -> u64 {
        let before = self.marked_totals.scanned_bytes;
        let mut prefetched = PrefetchQueue::default();
        while self.marked_totals.scanned_bytes.saturating_sub(before) < bytes {
            let Some(object) = prefetched.next(&mut self.grey_objects) else {
                let Some(packet) = self.heap.grey_packets().take() else { break };
                self.grey_objects = packet;
                continue;
            };
            self.marked_totals.scanned_bytes += object.size as u64;
            scan(self, object);
            self.share_grey_if_needed();
        }
        prefetched.return_to(&mut self.grey_objects);
        self.marked_totals.scanned_bytes.saturating_sub(before)
    }

    /// Like [`scan_some`](Self::scan_some), with this marker's own grey objects only.
    pub fn scan_own_grey(&mut self, bytes: u64, mut scan: impl FnMut(&mut Self, Object)) -> u64 {
        let before = self.marked_totals.scanned_bytes;
        while self.marked_totals.scanned_bytes.saturating_sub(before) < bytes
            && let Some(object) = self.grey_objects.pop()
        {
            self.marked_totals.scanned_bytes += object.size as u64;
            scan(self, object);
        }
        self.marked_totals.scanned_bytes.saturating_sub(before)
    }

    /// Begins to [work](Self::scan_some) along with the workers: they do not end the marking until
    /// [`end_help`](Self::end_help). (If the workers could end the marking meanwhile, the objects that a helper has
    /// just taken would be left for the final stop of the world, or there would be several such stops.)
    pub fn begin_help(&self) {
        self.heap.grey_packets().begin_help();
    }

    /// Ends helping, and gives this marker's grey objects to the other markers.
    pub fn end_help(&mut self) {
        self.share_grey_objects();
        self.heap.grey_packets().end_help();
    }

    /// Gives this marker's grey objects to the other markers.
    pub fn share_grey_objects(&mut self) {
        if !self.grey_objects.is_empty() {
            self.heap.grey_packets().push(std::mem::take(&mut self.grey_objects));
        }
    }

    /// Shares grey objects if a worker is idle, or if this marker has very many.
    #[inline]
    pub fn share_grey_if_needed(&mut self) {
        let len = self.grey_objects.len();
        if len >= 2 * PACKET_OBJECTS
            && (len > MAX_LOCAL_GREY && self.heap.grey_packets().queued_packets() < 8
                || self.heap.grey_packets().has_idle_worker())
        {
            self.share_grey();
        }
    }

    /// Gives the older half of this marker's grey objects to the other markers: older objects are likely to lead to
    /// more.
    fn share_grey(&mut self) {
        let rest = self.grey_objects.split_off(self.grey_objects.len() / 2);
        let packet = std::mem::replace(&mut self.grey_objects, rest);
        self.heap.grey_packets().push(packet);
    }

    /// Waits for a packet from another marker; returns false when the marking has ended.
    fn wait_for_packet(&mut self) -> bool {
        let packet = self.heap.grey_packets().wait();
        let more = packet.is_some();
        self.grey_objects = packet.unwrap_or_default();
        more
    }
}

/// The objects to be scanned next, while they are prefetched. (An object of a large heap is seldom in the processor's
/// cache: waiting for each object in turn took most of a marking's time.)
struct PrefetchQueue {
    /// A ring: the oldest of `len` objects is at `next_index`.
    objects: [Object; PREFETCH_COUNT],
    next_index: usize,
    len: usize,
}

/// How many objects are prefetched at a time.
const PREFETCH_COUNT: usize = 8;

impl Default for PrefetchQueue {
    fn default() -> Self {
        let none = Object { base: 0, size: 0, desc: Desc::NO_SCAN };
        Self { objects: [none; PREFETCH_COUNT], next_index: 0, len: 0 }
    }
}

impl PrefetchQueue {
    /// Returns the next object to scan, and prefetches others from `grey`.
    #[inline]
    fn next(&mut self, grey: &mut Vec<Object>) -> Option<Object> {
        while self.len < PREFETCH_COUNT
            && let Some(object) = grey.pop()
        {
            arch::prefetch(object.base);
            self.objects[(self.next_index + self.len) % PREFETCH_COUNT] = object;
            self.len += 1;
        }
        let len = self.len.checked_sub(1)?;
        let oldest = self.objects[self.next_index];
        (self.next_index, self.len) = ((self.next_index + 1) % PREFETCH_COUNT, len);
        Some(oldest)
    }

    /// Returns the objects that are not scanned yet to `grey`.
    fn return_to(&mut self, grey: &mut Vec<Object>) {
        grey.extend((0..self.len).map(|i| self.objects[(self.next_index + i) % PREFETCH_COUNT]));
        self.len = 0;
    }
}

impl std::fmt::Debug for Marker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Marker").field("grey", &self.grey_objects.len()).finish()
    }
}
