//! Allocates many sizes from several caches and checks the heap's answers about the addresses.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_heap::{Desc, Heap, MAX_SMALL};
use std::sync::Arc;

#[test]
fn every_byte_of_an_object_leads_back_to_it() {
    let heap = Heap::new(usize::MAX);
    let mut cache = heap.cache();
    let several_arenas = if cfg!(miri) { 5 << 20 } else { 100 << 20 };
    let large =
        [8, 9, 24, 100, 1024, 1025, 5000, MAX_SMALL, MAX_SMALL + 1, 1 << 20, several_arenas];
    for size in (1..8).chain(large) {
        for desc in [Desc::NO_SCAN, Desc(7)].into_iter().take(if size < 8 { 1 } else { 2 }) {
            let at = cache.alloc(size, desc).unwrap() as usize;
            assert_eq!(at % (1 << size.trailing_zeros().min(3)), 0);
            assert!(size < 8 || at.is_multiple_of(8));
            for inner in [at, at + size / 2, at + size - 1] {
                let object = heap.object_at(inner).unwrap();
                assert_eq!((object.base, object.desc), (at, desc));
                assert!(object.size >= size);
            }
        }
    }
    assert_eq!(heap.object_at(0x1234), None);
}

#[test]
fn objects_of_one_span_may_have_different_types() {
    let heap = Heap::new(usize::MAX);
    let mut cache = heap.cache();
    let made: Vec<_> = (0..3000u32)
        .map(|i| {
            let desc = Desc(if i < 1000 { 7 } else { i % 3 + 1 });
            (cache.alloc(48, desc).unwrap() as usize, desc)
        })
        .collect();
    for (at, desc) in made {
        assert_eq!(heap.object_at(at).unwrap().desc, desc);
    }
}

#[test]
fn objects_do_not_overlap_and_are_zero() {
    let heap = Heap::new(usize::MAX);
    let threads: Vec<_> = (1..=4u8)
        .map(|mark| {
            let mut cache = heap.cache();
            std::thread::spawn(move || {
                let mut mine = Vec::new();
                let objects = if cfg!(miri) { 200 } else { 20_000 };
                for i in 0..objects {
                    let size = i * 7 % 300 + 1;
                    let desc = if size < 8 { Desc::NO_SCAN } else { Desc((i % 3) as u32) };
                    let at = cache.alloc(size, desc).unwrap();
                    // SAFETY: the object has `size` bytes and nobody else knows it.
                    let bytes = unsafe { std::slice::from_raw_parts_mut(at, size) };
                    assert!(bytes.iter().all(|&b| b == 0));
                    bytes.fill(mark);
                    mine.push((at as usize, size));
                }
                for (at, size) in mine {
                    // SAFETY: as above.
                    let bytes = unsafe { std::slice::from_raw_parts(at as *const u8, size) };
                    assert!(bytes.iter().all(|&b| b == mark));
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn tiny_objects_lie_close_together() {
    let heap = Heap::new(usize::MAX);
    let mut cache = heap.cache();
    for size in 1..8 {
        let before = heap.used_bytes();
        let first = cache.alloc(size, Desc::NO_SCAN).unwrap() as usize;
        let mut last = first;
        for _ in 1..1000 {
            let at = cache.alloc(size, Desc::NO_SCAN).unwrap() as usize;
            assert_eq!(at, last + size);
            last = at;
        }
        assert!(heap.used_bytes() - before <= 32 << 10, "{size}");
        assert_eq!(heap.object_at(last).unwrap().base, last);
    }
    assert_eq!(cache.stats().bytes, 1000 * (1..8).sum::<u64>());
}

#[test]
fn reaching_the_memory_limit_is_an_error() {
    let heap = Heap::new(1 << 20);
    let mut cache = heap.cache();
    let refused = cache.alloc(2 << 20, Desc::NO_SCAN).unwrap_err();
    assert_eq!(refused.requested, 2 << 20);
    assert!(cache.alloc(100, Desc::NO_SCAN).is_ok());
}

#[test]
fn free_objects_never_carry_in_use_descriptors() {
    let heap = Heap::new(1 << 30);
    let mut cache = heap.cache();
    let trusted = Desc(7 | Desc::IN_USE);
    for (desc, of_free) in [(Desc(7), Desc(7)), (trusted, Desc::NO_SCAN)] {
        let size = if desc == trusted { 96 } else { 80 };
        let at = cache.alloc(size, desc).unwrap() as usize;
        assert_eq!(heap.object_at(at).unwrap().desc, desc);
        assert_eq!(heap.object_at(at + size).unwrap().desc, of_free);
        let next = cache.alloc(size, desc).unwrap() as usize;
        assert_eq!(heap.object_at(next).unwrap().desc, desc);
    }
}

#[test]
fn objects_of_a_watched_heap_share_no_words() {
    let heap = Heap::new(usize::MAX);
    heap.watch_reuse(Box::new(|base, bytes| panic!("{bytes} bytes at {base:#x} had no objects")));
    let mut cache = heap.cache();
    let mut words = std::collections::HashSet::new();
    for round in 0..200 {
        for size in
            [1, 2, 3, 4, 5, 6, 7, 8, 24, 1000, MAX_SMALL + 1].into_iter().take(11 - round % 2)
        {
            let at = cache.alloc(size, Desc::NO_SCAN).unwrap() as usize;
            let object = heap.object_at(at + size - 1).unwrap();
            assert_eq!(object.base, at);
            // Each object of less than a word has a word of its own.
            assert!(at.is_multiple_of(8) && words.insert(at / 8), "{size} bytes at {at:#x}");
        }
    }
}

/// A heap that reuses the memory of an earlier heap has the same addresses, and finds the memory zeroed.
#[test]
fn reused_mappings_read_as_zero() {
    let kept = Arc::default();
    let sizes = [24, 300, 5000, 300 << 10, 2 << 20];
    for used in 1..=sizes.len() {
        let fill = |sizes: &[usize]| -> Vec<usize> {
            let heap = Heap::new(usize::MAX);
            heap.set_base_address(0x5a_0000_0000);
            heap.use_reusable_mapping(&kept);
            let mut cache = heap.cache();
            let fill = |&size: &usize| {
                let at = cache.alloc(size, Desc::NO_SCAN).unwrap();
                // SAFETY: the object has `size` bytes and nobody else knows it.
                let bytes = unsafe { std::slice::from_raw_parts_mut(at, size) };
                assert!(bytes.iter().all(|&b| b == 0));
                bytes.fill(0xa5);
                at as usize
            };
            sizes.iter().map(fill).collect()
        };
        assert_eq!(fill(&sizes[..used]), fill(&sizes[..used]));
    }
}
