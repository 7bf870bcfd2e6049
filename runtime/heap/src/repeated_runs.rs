//! For runs that are repeated: heaps that begin at the same address, in the memory of an earlier heap, and digests to
//! compare heaps.

use crate::arena::{Arena, Heap};
use crate::os;
use crate::size::{ARENA, PAGE};
use crate::span::Desc;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Heap {
    /// Makes the heap begin at this address, if there is room, rather than where the first heap of a process begins: so
    /// that equal runs have equal addresses even if other machines run in the process. To be called before any
    /// allocation.
    pub fn set_base_address(&self, address: usize) {
        self.0.first_arena.store(address.next_multiple_of(ARENA), Ordering::Relaxed);
    }

    /// Makes the heap take its first mapping from `kept_mapping`, if it fits, and return the mapping there when the
    /// heap is dropped. To be called before any allocation.
    pub fn use_reusable_mapping(&self, kept_mapping: &Arc<ReusableMapping>) {
        let _ = self.0.reusable_mapping.set(kept_mapping.clone());
    }

    /// The address at which the heap begins, if anything was allocated.
    #[must_use]
    pub fn base_address(&self) -> Option<usize> {
        self.0.pages.lock().mappings().first().map(|(base, _)| *base)
    }

    /// A hash of the words of all objects, free ones included, without the objects whose description `skip` accepts.
    /// Nothing may write to the heap during the call.
    #[must_use]
    pub fn digest(&self, skip: impl Fn(Desc) -> bool) -> u64 {
        let pages = self.0.pages.lock();
        let mut digest = 0_u64;
        let arenas =
            pages.mappings().iter().flat_map(|(base, size)| (*base..base + size).step_by(ARENA));
        for (arena, Arena { spans }) in arenas.filter_map(|at| Some((at, self.0.arena_at(at)?))) {
            let pages = (arena..).step_by(PAGE).zip(spans);
            // SAFETY: a span is complete before its pointer is stored with Release and lives as long as the heap.
            let spans = pages.filter_map(|(at, span)| unsafe {
                span.load(Ordering::Acquire).as_ref().filter(|span| span.base_of(0) == at)
            });
            for span in spans {
                for index in (0..span.object_count).filter(|index| !skip(span.desc_of(*index))) {
                    let words = span.base_of(index) as *const u64;
                    for at in 0..span.object_size / 8 {
                        // SAFETY: a word of an object's place, which nothing writes to, by the caller's promise.
                        let word = unsafe { words.add(at).read_volatile() };
                        digest =
                            (digest ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
                    }
                }
            }
        }
        digest
    }
}

/// The first mapping of a heap that is gone, for the next heap that begins at the same address. Unmapping memory, or
/// freeing its pages, stops all threads of the process for a moment.
#[derive(Default, Debug)]
pub struct ReusableMapping(Mutex<Option<(usize, usize)>>);

/// The most bytes of a kept mapping that are zeroed; if more were used, the pages are freed instead.
const MAX_ZEROED_BYTES: usize = 1 << 20;

impl ReusableMapping {
    /// Takes the mapping, if it has this address and size; it reads as zero.
    pub(crate) fn take_mapping(&self, at: usize, size: usize) -> Option<usize> {
        self.0.lock().take_if(|kept| *kept == (at, size)).map(|(base, _)| base)
    }

    /// Keeps a mapping of which the memory before `high` was used.
    pub(crate) fn store_mapping(&self, base: usize, size: usize, high: usize) {
        let used = high.saturating_sub(base);
        if used <= MAX_ZEROED_BYTES {
            os::zero_pages(base, base + used);
        } else {
            os::release_pages(base, used);
        }
        if let Some((base, size)) = self.0.lock().replace((base, size)) {
            os::unmap(base, size);
        }
    }
}

impl Drop for ReusableMapping {
    fn drop(&mut self) {
        if let Some((base, size)) = self.0.get_mut().take() {
            os::unmap(base, size);
        }
    }
}
