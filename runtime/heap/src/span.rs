//! Spans: runs of pages that hold objects of one size.

use crate::size::{CLASS_SIZES, PAGE};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// The description of an object's contents, which only the heap's user interprets. Zero means that the object has no
/// pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Desc(pub u32);

impl Desc {
    /// The object holds no pointers and is never scanned.
    pub const NO_SCAN: Self = Self(0);
    /// This bit is set in descriptions that only objects in use may have: the scan of such an object trusts its
    /// contents. Any other description may also stand for free objects, if all of a span's objects are alike, and a
    /// word that only happens to be an address may lead to a free object.
    pub const IN_USE: u32 = 1 << 31;
}

/// A run of pages with objects of one size. A span lives until a sweep finds it empty.
#[derive(Debug)]
pub(crate) struct Span {
    pub(crate) base: usize,
    pub(crate) pages: usize,
    pub(crate) object_size: usize,
    pub(crate) object_count: usize,
    /// The size class; 0: the span is one large object.
    pub(crate) class: usize,
    pub(crate) has_pointers: bool,
    /// `2^32 / object_size`, rounded up: replaces a division by a multiplication. Spans of classes are far below 2^32 /
    /// 8 bytes, so the result is exact.
    reciprocal: u64,
    /// The description of all objects, as long as there are no `object_descs`; 0 for objects without pointers, and
    /// before the first allocation.
    pub(crate) common_desc: AtomicU32,
    /// One description per object; created when two objects of the span first need different descriptions. The P that
    /// allocates an object writes its entry before it publishes the address; a thread that got the address with
    /// synchronisation sees the entry.
    pub(crate) object_descs: OnceLock<Box<[AtomicU32]>>,
    /// Two [sides](BitmapSide) with one bit per object.
    mark_bits: Box<[AtomicU64]>,
    /// The marking after which the span was swept last: the heap's number of flips at that time.
    pub(crate) swept_cycle: AtomicU32,
    /// Whether the memory of unmarked objects may be other than zero.
    pub(crate) is_dirty: AtomicBool,
}

/// One of the two bitmaps of all spans. On one side, a set bit means: reached by the last marking, so not free. The
/// other side is clear, or is being written by the marking in progress. The sides change roles at the end of a marking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BitmapSide(bool);

impl BitmapSide {
    /// The side that records allocated objects, after `flips` flips.
    #[inline]
    pub(crate) fn allocated(flips: u32) -> Self {
        Self(flips & 1 != 0)
    }

    /// The side that the next marking writes.
    #[inline]
    pub(crate) fn next_side(self) -> Self {
        Self(!self.0)
    }
}

fn zeroed_bits(n: usize) -> Box<[AtomicU64]> {
    (0..2 * n.div_ceil(64)).map(|_| AtomicU64::new(0)).collect()
}

impl Span {
    /// The bytes of the span's bitmaps and descriptions.
    pub(crate) fn table_bytes(&self) -> u64 {
        let descs = self.object_descs.get().map_or(0, |descs| size_of_val(&**descs));
        (size_of_val(&*self.mark_bits) + descs) as u64
    }

    /// Creates a span of a size class.
    pub(crate) fn of_class(
        base: usize,
        pages: usize,
        class: usize,
        scan: bool,
        flips: u32,
    ) -> Self {
        let object_size = CLASS_SIZES[class] as usize;
        let magic = (1u64 << 32).div_ceil(object_size as u64);
        let span = Self::of(base, pages, object_size, scan, flips);
        Self { class, reciprocal: magic, ..span }
    }

    /// Creates a span of one large object.
    pub(crate) fn of_object(base: usize, pages: usize, desc: Desc, flips: u32) -> Self {
        let span = Self::of(base, pages, pages * PAGE, desc != Desc::NO_SCAN, flips);
        Self { common_desc: AtomicU32::new(desc.0), ..span }
    }

    fn of(base: usize, pages: usize, object_size: usize, scan: bool, flips: u32) -> Self {
        let objects = pages * PAGE / object_size;
        Self {
            base,
            pages,
            object_size,
            object_count: objects,
            class: 0,
            has_pointers: scan,
            reciprocal: 0,
            common_desc: AtomicU32::new(0),
            object_descs: OnceLock::new(),
            mark_bits: zeroed_bits(objects),
            swept_cycle: flips.into(),
            is_dirty: AtomicBool::new(false),
        }
    }

    /// Returns the number of the object that contains `address`, which lies in the span; `None` in the rest behind the
    /// last object.
    #[inline]
    pub(crate) fn index_of(&self, address: usize) -> Option<usize> {
        let index = ((address - self.base) as u64 * self.reciprocal) >> 32;
        let index = if self.class == 0 { 0 } else { index as usize };
        (index < self.object_count).then_some(index)
    }

    #[inline]
    pub(crate) fn base_of(&self, index: usize) -> usize {
        self.base + index * self.object_size
    }

    /// Returns an object's description.
    #[inline]
    pub(crate) fn desc_of(&self, index: usize) -> Desc {
        let desc = self.object_descs.get().map_or(&self.common_desc, |descs| &descs[index]);
        Desc(desc.load(Ordering::Relaxed))
    }

    /// Gives each object its own description, which is the common one at first.
    #[cold]
    pub(crate) fn ensure_object_descs(&self) -> &[AtomicU32] {
        let common = self.common_desc.load(Ordering::Relaxed);
        self.object_descs
            .get_or_init(|| (0..self.object_count).map(|_| AtomicU32::new(common)).collect())
    }

    /// The words of one of the two bitmaps.
    #[inline]
    fn side_bits(&self, side: BitmapSide) -> &[AtomicU64] {
        let half = self.mark_bits.len() / 2;
        if side.0 { &self.mark_bits[half..] } else { &self.mark_bits[..half] }
    }

    /// Marks an object; returns true if it was not marked before. `is_exclusive`: no other thread marks.
    #[inline]
    pub(crate) fn mark_object(&self, side: BitmapSide, index: usize, is_exclusive: bool) -> bool {
        let (word, bit) = (&self.side_bits(side)[index / 64], 1u64 << (index % 64));
        let old = word.load(Ordering::Relaxed);
        if old & bit != 0 {
            return false;
        }
        if is_exclusive {
            word.store(old | bit, Ordering::Relaxed);
            return true;
        }
        word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    #[inline]
    pub(crate) fn is_marked(&self, side: BitmapSide, index: usize) -> bool {
        self.side_bits(side)[index / 64].load(Ordering::Relaxed) & 1 << (index % 64) != 0
    }

    /// Calls `change` with the words and bits of the objects `first..end`; returns the sum of its results.
    fn sum_over_words(
        &self,
        side: BitmapSide,
        first: usize,
        end: usize,
        change: impl Fn(&AtomicU64, u64) -> u32,
    ) -> usize {
        let words = self.side_bits(side);
        let (mut at, mut sum) = (first, 0);
        while at < end {
            let stop = end.min((at / 64 + 1) * 64);
            let bits = u64::MAX >> (64 - (stop - at)) << (at % 64);
            sum += change(&words[at / 64], bits) as usize;
            at = stop;
        }
        sum
    }

    /// Marks the objects `first..end`; returns how many were not marked before.
    pub(crate) fn mark_run(&self, side: BitmapSide, first: usize, end: usize) -> usize {
        self.sum_over_words(side, first, end, |word, bits| {
            (bits & !word.fetch_or(bits, Ordering::Relaxed)).count_ones()
        })
    }

    /// Clears the marks of the objects `first..end`; returns how many were marked.
    pub(crate) fn unmark_run(&self, side: BitmapSide, first: usize, end: usize) -> usize {
        self.sum_over_words(side, first, end, |word, bits| {
            (bits & word.fetch_and(!bits, Ordering::Relaxed)).count_ones()
        })
    }

    pub(crate) fn clear_side(&self, side: BitmapSide) {
        for word in self.side_bits(side) {
            word.store(0, Ordering::Relaxed);
        }
    }

    pub(crate) fn count_marked(&self, side: BitmapSide) -> usize {
        self.side_bits(side).iter().map(|w| w.load(Ordering::Relaxed).count_ones() as usize).sum()
    }

    /// Returns the bounds of the first run of unmarked objects from `from` on.
    pub(crate) fn free_run(&self, side: BitmapSide, from: usize) -> Option<(usize, usize)> {
        let first = self.next_bit(side, from, false);
        (first < self.object_count).then(|| (first, self.next_bit(side, first, true)))
    }

    /// Returns the first object from `from` on whose mark is `set`, or the number of objects.
    fn next_bit(&self, side: BitmapSide, from: usize, set: bool) -> usize {
        if from >= self.object_count {
            return self.object_count;
        }
        let words = self.side_bits(side);
        let flip = if set { 0 } else { u64::MAX };
        let mut at = from / 64;
        let mut word = (words[at].load(Ordering::Relaxed) ^ flip) & (u64::MAX << (from % 64));
        loop {
            if word != 0 {
                return (at * 64 + word.trailing_zeros() as usize).min(self.object_count);
            }
            at += 1;
            let Some(next) = words.get(at) else { return self.object_count };
            word = next.load(Ordering::Relaxed) ^ flip;
        }
    }
}
