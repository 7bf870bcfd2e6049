//! Spans: runs of pages that hold objects of one size.

use crate::size::{PAGE, SIZES};
use std::sync::atomic::{AtomicU32, Ordering};

/// What an object holds, in its user's terms. Zero is "no pointers".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Desc(pub u32);

impl Desc {
    /// The object holds no pointers and is never scanned.
    pub const NO_SCAN: Self = Self(0);
}

/// A run of pages. It lives as long as the heap.
#[derive(Debug)]
pub(crate) struct Span {
    pub(crate) base: usize,
    pub(crate) object_size: usize,
    pub(crate) objects: usize,
    /// One per object; none for objects without pointers. Written by the P that allocates the object before it hands
    /// the address out; whoever got the address by a synchronised way sees it.
    pub(crate) descs: Box<[AtomicU32]>,
}

impl Span {
    /// A span of a size class.
    pub(crate) fn small(base: usize, pages: usize, class: usize, scan: bool) -> Self {
        let object_size = SIZES[class] as usize;
        let objects = pages * PAGE / object_size;
        let descs = (0..if scan { objects } else { 0 }).map(|_| AtomicU32::new(0)).collect();
        Self { base, object_size, objects, descs }
    }

    /// A span of one large object.
    pub(crate) fn large(base: usize, pages: usize, desc: Desc) -> Self {
        let descs = if desc == Desc::NO_SCAN { Box::default() } else { Box::from([desc.0.into()]) };
        Self { base, object_size: pages * PAGE, objects: 1, descs }
    }

    /// The object that contains `address`, if it lies in one.
    pub(crate) fn object_at(&self, address: usize) -> Option<(usize, Desc)> {
        let index = (address - self.base) / self.object_size;
        if index >= self.objects {
            return None;
        }
        let desc = self.descs.get(index).map_or(0, |d| d.load(Ordering::Relaxed));
        Some((self.base + index * self.object_size, Desc(desc)))
    }
}
