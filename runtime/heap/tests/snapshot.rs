//! Tests of heaps that begin from a snapshot of another heap.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_heap::{Cache, Desc, Heap};
use std::ops::Range;
use std::sync::Arc;

/// Allocates objects of many sizes, half of them with descriptions; each contains its number.
fn fill(cache: &mut Cache, numbers: Range<u64>) -> Vec<usize> {
    let object = |number: u64| {
        let size = [3, 8, 24, 200, 5000, 40_000][number as usize % 6];
        let desc = if size < 8 { Desc::NO_SCAN } else { Desc(number as u32 % 3) };
        let at = cache.alloc(size, desc).unwrap();
        // SAFETY: the pointer is a new object of this size.
        unsafe { at.copy_from_nonoverlapping(number.to_ne_bytes().as_ptr(), size.min(8)) };
        at as usize
    };
    numbers.map(object).collect()
}

#[test]
fn a_heap_restored_from_a_snapshot_behaves_like_the_original() {
    let kept = Arc::default();
    let new = || {
        let heap = Heap::new(usize::MAX);
        heap.set_base_address(0x1c0_0000_0000);
        heap.use_reusable_mapping(&kept);
        heap
    };
    let seen = |heap: &Heap, cache: &Cache, objects: &[usize]| {
        let all: Vec<_> = objects.iter().map(|at| heap.object_at(*at)).collect();
        (all, cache.stats(), heap.used_bytes(), heap.allocated_bytes(), heap.digest(|_| false))
    };
    let heap = new();
    let mut cache = heap.cache();
    let first = fill(&mut cache, 0..700);
    let snapshot = cache.snapshot().unwrap();
    let before = seen(&heap, &cache, &first);
    let then = fill(&mut cache, 700..1500);
    let after = seen(&heap, &cache, &then);
    drop((cache, heap));
    for _ in 0..2 {
        let heap = new();
        assert!(snapshot.fits_heap(&heap));
        // SAFETY: the saved heap takes no samples.
        let mut cache = unsafe { snapshot.restore_into(&heap) };
        assert_eq!(seen(&heap, &cache, &first), before);
        assert_eq!(fill(&mut cache, 700..1500), then);
        assert_eq!(seen(&heap, &cache, &then), after);
    }
    let elsewhere = Heap::new(usize::MAX);
    assert!(!snapshot.fits_heap(&elsewhere));
}

#[test]
fn a_heap_that_was_collected_has_no_snapshot() {
    let heap = Heap::new(usize::MAX);
    let mut cache = heap.cache();
    let _ = fill(&mut cache, 0..10);
    assert!(cache.snapshot().is_some());
    drop(heap.begin_marking());
    cache.begin_marking();
    assert!(cache.snapshot().is_none());
}
