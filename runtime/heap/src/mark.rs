//! Marking: finds out what can be reached, on as many threads as take part, while the program goes on.
//!
//! A module of its own because it knows only addresses: what the words of an object mean, its user says.
//!
//! Everybody who marks has a [`Marker`]: the threads that do nothing else, and each P's cache, for the stores of the
//! program and for assists. What a marker has too much of goes to the heap's [`GreyPackets`](crate::grey_packets::GreyPackets), from where others take it.

use crate::arena::{Heap, Object};
use crate::os;
use crate::span::{Desc, Side};

/// What was marked or scanned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marked {
    /// Objects that were marked.
    pub objects: u64,
    /// Bytes of them, rounded up to size classes.
    pub bytes: u64,
    /// Bytes of those that were scanned.
    pub scanned: u64,
}

/// One who marks.
pub struct Marker {
    heap: Heap,
    side: Side,
    /// Marked objects that are not scanned yet.
    grey: Vec<Object>,
    alone: bool,
    marked: Marked,
}

/// So many objects are moved to a hungry worker at least.
const PACKET: usize = 32;
/// With more than this, half of them are moved to where everybody finds them.
const MANY: usize = 512;

impl Heap {
    /// Somebody who marks. `alone`: nobody else does at the same time, and nobody allocates.
    #[must_use]
    pub fn marker(&self, alone: bool) -> Marker {
        let side = self.marking_side();
        Marker { heap: self.clone(), side, grey: Vec::new(), alone, marked: Marked::default() }
    }

    /// Says how many workers will [drain](Marker::drain) together: each returns when none of them finds anything more.
    pub fn expect_workers(&self, workers: usize) {
        self.grey_packets().expect_workers(workers);
    }

    /// Whether there are objects to scan that nobody has.
    #[must_use]
    pub fn has_grey(&self) -> bool {
        self.grey_packets().queued() != 0
    }
}

impl Marker {
    /// A new marking has begun.
    pub(crate) fn begin(&mut self) {
        self.side = self.heap.marking_side();
        debug_assert!(self.grey.is_empty(), "a marking ends when nothing is left");
    }

    /// What it has marked since it was asked last.
    pub fn take_marked(&mut self) -> Marked {
        std::mem::take(&mut self.marked)
    }

    /// Counts objects that were marked, or (negative) unmarked, as a run.
    pub(crate) fn count(&mut self, objects: i64, size: usize) {
        self.marked.objects = self.marked.objects.wrapping_add_signed(objects);
        self.marked.bytes = self.marked.bytes.wrapping_add_signed(objects * size as i64);
    }

    pub(crate) fn side(&self) -> Side {
        self.side
    }

    /// Marks the object that a word points into, if there is one.
    #[inline]
    pub fn mark(&mut self, word: u64) {
        let address = word as usize;
        if let Some(span) = self.heap.span_at(address)
            && let Some(index) = span.index_of(address)
            && span.mark(self.side, index, self.alone)
        {
            self.marked.objects += 1;
            self.marked.bytes += span.object_size as u64;
            if span.scan {
                let (base, desc) = (span.base_of(index), span.desc_of(index));
                if desc != Desc::NO_SCAN {
                    self.grey.push(Object { base, size: span.object_size, desc });
                }
            }
        }
    }

    /// Sees to it that all that the object at `address` leads to is marked, but does not mark the object itself.
    pub fn mark_behind(&mut self, address: u64) {
        self.grey.extend(self.heap.object_at(address as usize).filter(|o| o.desc != Desc::NO_SCAN));
    }

    /// Leaves a part of an object that is being scanned for later, or for others.
    pub fn postpone(&mut self, part: Object) {
        self.marked.scanned = self.marked.scanned.saturating_sub(part.size as u64);
        self.grey.push(part);
    }

    /// Marks what can be reached from what is marked: `scan` marks what an object points to. Returns when no worker has
    /// anything left; see [`Heap::expect_workers`].
    pub fn drain(&mut self, mut scan: impl FnMut(&mut Self, Object)) {
        let mut coming = Coming::default();
        loop {
            while let Some(object) = coming.next(&mut self.grey) {
                self.marked.scanned += object.size as u64;
                scan(self, object);
                if !self.alone {
                    self.share_some();
                }
            }
            if !self.get_more() {
                return;
            }
        }
    }

    /// Scans about `bytes` bytes, if there is so much to do; returns how many it were.
    pub fn work(&mut self, bytes: u64, mut scan: impl FnMut(&mut Self, Object)) -> u64 {
        let before = self.marked.scanned;
        let mut coming = Coming::default();
        while self.marked.scanned.saturating_sub(before) < bytes {
            let Some(object) = coming.next(&mut self.grey) else {
                let Some(packet) = self.heap.grey_packets().take() else { break };
                self.grey = packet;
                continue;
            };
            self.marked.scanned += object.size as u64;
            scan(self, object);
            self.share_some();
        }
        coming.put_back(&mut self.grey);
        self.marked.scanned.saturating_sub(before)
    }

    /// The same with what this one has itself.
    pub fn work_own(&mut self, bytes: u64, mut scan: impl FnMut(&mut Self, Object)) -> u64 {
        let before = self.marked.scanned;
        while self.marked.scanned.saturating_sub(before) < bytes
            && let Some(object) = self.grey.pop()
        {
            self.marked.scanned += object.size as u64;
            scan(self, object);
        }
        self.marked.scanned.saturating_sub(before)
    }

    /// Begins to [work](Self::work) beside the workers: they do not take the marking for finished until
    /// [`end_help`](Self::end_help). (Otherwise what a helper has just taken would be left for the stop at the end, or make that stop
    /// one of many.)
    pub fn begin_help(&self) {
        self.heap.grey_packets().begin_help();
    }

    /// Ends helping, and gives away what is left.
    pub fn end_help(&mut self) {
        self.give_away();
        self.heap.grey_packets().end_help();
    }

    /// Gives what it has to scan to whoever takes it.
    pub fn give_away(&mut self) {
        if !self.grey.is_empty() {
            self.heap.grey_packets().push(std::mem::take(&mut self.grey));
        }
    }

    /// Shares when somebody has nothing to do, or when it has very much.
    #[inline]
    pub fn share_some(&mut self) {
        let len = self.grey.len();
        if len >= 2 * PACKET
            && (len > MANY && self.heap.grey_packets().queued() < 8
                || self.heap.grey_packets().has_idle_worker())
        {
            self.share();
        }
    }

    /// Gives the older half of what is left, which is likely to lead to more, to the others.
    fn share(&mut self) {
        let rest = self.grey.split_off(self.grey.len() / 2);
        let packet = std::mem::replace(&mut self.grey, rest);
        self.heap.grey_packets().push(packet);
    }

    /// Waits for work of others; false when nobody has any.
    fn get_more(&mut self) -> bool {
        let packet = self.heap.grey_packets().wait();
        let more = packet.is_some();
        self.grey = packet.unwrap_or_default();
        more
    }
}

/// Objects that are scanned next, while their memory is on its way to the processor. (An object of a large heap is seldom in its cache: to
/// wait for one after the other took most of a marking's time.)
struct Coming {
    /// A ring: the oldest of `len` stands at `first`.
    objects: [Object; AHEAD],
    first: usize,
    len: usize,
}

/// So many objects are on their way at a time.
const AHEAD: usize = 8;

impl Default for Coming {
    fn default() -> Self {
        let none = Object { base: 0, size: 0, desc: Desc::NO_SCAN };
        Self { objects: [none; AHEAD], first: 0, len: 0 }
    }
}

impl Coming {
    /// The next object to scan; others from `grey` are sent for.
    #[inline]
    fn next(&mut self, grey: &mut Vec<Object>) -> Option<Object> {
        while self.len < AHEAD
            && let Some(object) = grey.pop()
        {
            os::send_for(object.base);
            self.objects[(self.first + self.len) % AHEAD] = object;
            self.len += 1;
        }
        let len = self.len.checked_sub(1)?;
        let oldest = self.objects[self.first];
        (self.first, self.len) = ((self.first + 1) % AHEAD, len);
        Some(oldest)
    }

    /// Gives up what is not scanned yet.
    fn put_back(&mut self, grey: &mut Vec<Object>) {
        grey.extend((0..self.len).map(|i| self.objects[(self.first + i) % AHEAD]));
        self.len = 0;
    }
}

impl std::fmt::Debug for Marker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Marker").field("grey", &self.grey.len()).finish()
    }
}
