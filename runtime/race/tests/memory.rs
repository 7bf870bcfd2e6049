//! The memory of goroutines: the bytes of the allocator for each of 100,000 goroutines that live at once.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_race::{
    AccessKind, Call, Detector, Frames, Goroutine, Position, Region, Site, SyncObjectKey,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct CountingAllocator;

static ALLOCATED_BYTES: AtomicUsize = AtomicUsize::new(0);

// SAFETY: each method calls the same method of the system's allocator.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED_BYTES.fetch_add(layout.size(), Relaxed);
        // SAFETY: the caller's promises are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        ALLOCATED_BYTES.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

const REGION_START: usize = 0xc0_0000_0000;
const GOROUTINE_COUNT: usize = 100_000;

/// An access in a function that was called through two other functions.
#[derive(Clone, Copy)]
struct DeepSite;

impl Site for DeepSite {
    type Frames = Self;

    fn position(self) -> Position {
        Position::new(1)
    }

    fn frames(self) -> Self {
        self
    }
}

impl Frames for DeepSite {
    const CAN_MERGE_ACCESSES: bool = false;

    fn innermost_base(self) -> Option<u32> {
        Some(8)
    }

    fn calls_match_frames(self) -> bool {
        true
    }

    fn holds_call(self, _: Call) -> bool {
        true
    }

    fn each_call(self, visit: impl FnMut(Call) -> bool) {
        [8, 6].map(|base| Call { base, return_place: base }).into_iter().all(visit);
    }
}

/// The bytes that each goroutine has taken since `before`.
fn bytes_per_goroutine(before: usize) -> usize {
    (ALLOCATED_BYTES.load(Relaxed) - before) / GOROUTINE_COUNT
}

/// The only test of this file: another test's allocations would be counted too.
#[test]
fn a_goroutine_costs_less_than_a_kilobyte() {
    let detector = Detector::new(&[Region { start: REGION_START, bytes: 1 << 30 }]).unwrap();
    let write = |g: &mut Goroutine, word: usize| {
        let race =
            detector.record_access(g, REGION_START + 8 * word, 8, AccessKind::Write, DeepSite);
        assert_eq!(race, None);
    };
    let mut all: Vec<Box<Goroutine>> = Vec::with_capacity(GOROUTINE_COUNT);
    let before = ALLOCATED_BYTES.load(Relaxed);
    let mut main = detector.start_goroutine(None, 1, 0);
    for id in 0..GOROUTINE_COUNT {
        write(&mut main, 0);
        all.push(detector.start_goroutine(Some(&mut main), id as u64 + 2, 0));
    }
    let started = bytes_per_goroutine(before);
    assert!(started < 300, "{started} bytes after the start");

    // Each goroutine locks a mutex, and so learns of all before it.
    let mutex = SyncObjectKey { addr: REGION_START + 8, tag: 0 };
    for (i, g) in all.iter_mut().enumerate() {
        write(g, 100 + i);
        detector.acquire(g, mutex);
        write(g, 2);
        detector.release_store(g, mutex);
    }
    let locked = bytes_per_goroutine(before);
    assert!(locked < 512, "{locked} bytes after a lock");

    // The last goroutine, which knows of all, has told main; main tells all goroutines by closing a channel.
    let channel = SyncObjectKey { addr: REGION_START + 32, tag: 0 };
    detector.acquire(&mut main, mutex);
    detector.release(&mut main, channel);
    for (i, g) in all.iter_mut().enumerate() {
        detector.acquire(g, channel);
        write(g, 100 + i);
    }
    let broadcast_bytes = bytes_per_goroutine(before);
    assert!(broadcast_bytes < 500, "{broadcast_bytes} bytes after a broadcast");
    for g in all {
        detector.end_goroutine(g);
    }
    drop(detector);
    drop(main);
    assert!(ALLOCATED_BYTES.load(Relaxed) < before + 100_000, "all memory is freed");
}
