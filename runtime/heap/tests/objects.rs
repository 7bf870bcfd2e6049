//! Allocates many sizes from several caches and checks what the heap says of the addresses.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_heap::{Desc, Heap, MAX_SMALL};

#[test]
fn every_byte_of_an_object_leads_back_to_it() {
    let heap = Heap::new(usize::MAX);
    let mut cache = heap.cache();
    for size in [1, 8, 9, 24, 100, 1024, 1025, 5000, MAX_SMALL, MAX_SMALL + 1, 1 << 20, 100 << 20] {
        for desc in [Desc::NO_SCAN, Desc(7)] {
            let at = cache.alloc(size, desc).unwrap() as usize;
            assert_eq!(at % 8, 0);
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
fn objects_do_not_overlap_and_are_zero() {
    let heap = Heap::new(usize::MAX);
    let threads: Vec<_> = (1..=4u8)
        .map(|mark| {
            let mut cache = heap.cache();
            std::thread::spawn(move || {
                let mut mine = Vec::new();
                for i in 0..20_000usize {
                    let size = i * 7 % 300 + 1;
                    let at = cache.alloc(size, Desc((i % 3) as u32)).unwrap();
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
fn the_limit_is_an_error() {
    let heap = Heap::new(1 << 20);
    let mut cache = heap.cache();
    let refused = cache.alloc(2 << 20, Desc::NO_SCAN).unwrap_err();
    assert_eq!(refused.wanted, 2 << 20);
    assert!(cache.alloc(100, Desc::NO_SCAN).is_ok());
}
