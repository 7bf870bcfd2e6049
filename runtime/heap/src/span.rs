//! Spans: runs of pages that hold objects of one size.

use crate::size::{PAGE, SIZES};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// What an object holds, in its user's terms. Zero is "no pointers".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Desc(pub u32);

impl Desc {
    /// The object holds no pointers and is never scanned.
    pub const NO_SCAN: Self = Self(0);
}

/// A run of pages. It lives until a sweep finds it empty.
#[derive(Debug)]
pub(crate) struct Span {
    pub(crate) base: usize,
    pub(crate) pages: usize,
    pub(crate) object_size: usize,
    pub(crate) objects: usize,
    /// Its class; 0: one large object.
    pub(crate) class: usize,
    pub(crate) scan: bool,
    /// `2^32 / object_size`, rounded up: a multiplication instead of a division. Spans of classes are far below 2^32 / 8
    /// bytes, so it is exact.
    magic: u64,
    /// One per object; none for objects without pointers. Written by the P that allocates the object before it hands
    /// the address out; whoever got the address by a synchronised way sees it.
    pub(crate) descs: Box<[AtomicU32]>,
    /// A bit per object: reached by the last collection. The others are free, but for those allocated since.
    marks: Box<[AtomicU64]>,
    /// Whether unmarked objects may hold something.
    pub(crate) dirty: AtomicBool,
}

fn zeroed_bits(n: usize) -> Box<[AtomicU64]> {
    (0..n.div_ceil(64)).map(|_| AtomicU64::new(0)).collect()
}

impl Span {
    /// A span of a size class.
    pub(crate) fn small(base: usize, pages: usize, class: usize, scan: bool) -> Self {
        let object_size = SIZES[class] as usize;
        let objects = pages * PAGE / object_size;
        let descs = (0..if scan { objects } else { 0 }).map(|_| AtomicU32::new(0)).collect();
        let magic = (1u64 << 32).div_ceil(object_size as u64);
        let (marks, dirty) = (zeroed_bits(objects), AtomicBool::new(false));
        Self { base, pages, object_size, objects, class, scan, magic, descs, marks, dirty }
    }

    /// A span of one large object.
    pub(crate) fn large(base: usize, pages: usize, desc: Desc) -> Self {
        let scan = desc != Desc::NO_SCAN;
        let descs = if scan { Box::from([desc.0.into()]) } else { Box::default() };
        let (marks, dirty) = (zeroed_bits(1), AtomicBool::new(false));
        let object_size = pages * PAGE;
        Self { base, pages, object_size, objects: 1, class: 0, scan, magic: 0, descs, marks, dirty }
    }

    /// The number of the object that contains `address`, which lies in the span; `None` in the rest behind the last one.
    #[inline]
    pub(crate) fn index_of(&self, address: usize) -> Option<usize> {
        let index = ((address - self.base) as u64 * self.magic) >> 32;
        let index = if self.class == 0 { 0 } else { index as usize };
        (index < self.objects).then_some(index)
    }

    #[inline]
    pub(crate) fn base_of(&self, index: usize) -> usize {
        self.base + index * self.object_size
    }

    /// What an object holds.
    #[inline]
    pub(crate) fn desc_of(&self, index: usize) -> Desc {
        Desc(self.descs.get(index).map_or(0, |d| d.load(Ordering::Relaxed)))
    }

    /// Marks an object; true if it was not marked before. `alone`: nobody else marks.
    #[inline]
    pub(crate) fn mark(&self, index: usize, alone: bool) -> bool {
        let (word, bit) = (&self.marks[index / 64], 1u64 << (index % 64));
        let old = word.load(Ordering::Relaxed);
        if old & bit != 0 {
            return false;
        }
        if alone {
            word.store(old | bit, Ordering::Relaxed);
            return true;
        }
        word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    #[inline]
    pub(crate) fn is_marked(&self, index: usize) -> bool {
        self.marks[index / 64].load(Ordering::Relaxed) & 1 << (index % 64) != 0
    }

    pub(crate) fn clear_marks(&self) {
        for word in &self.marks {
            word.store(0, Ordering::Relaxed);
        }
    }

    pub(crate) fn marked(&self) -> usize {
        self.marks.iter().map(|w| w.load(Ordering::Relaxed).count_ones() as usize).sum()
    }

    /// The first run of unmarked objects from `from` on: its first, and one past its last.
    pub(crate) fn free_run(&self, from: usize) -> Option<(usize, usize)> {
        let first = self.next_bit(from, false);
        (first < self.objects).then(|| (first, self.next_bit(first, true)))
    }

    /// The first object from `from` on whose mark is `set`, or the number of objects.
    fn next_bit(&self, from: usize, set: bool) -> usize {
        if from >= self.objects {
            return self.objects;
        }
        let flip = if set { 0 } else { u64::MAX };
        let mut at = from / 64;
        let mut word = (self.marks[at].load(Ordering::Relaxed) ^ flip) & (u64::MAX << (from % 64));
        loop {
            if word != 0 {
                return (at * 64 + word.trailing_zeros() as usize).min(self.objects);
            }
            at += 1;
            let Some(next) = self.marks.get(at) else { return self.objects };
            word = next.load(Ordering::Relaxed) ^ flip;
        }
    }
}
