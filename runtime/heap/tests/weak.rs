//! Follows weak words while their objects die, are swept, and their memory is given to other objects.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_heap::{Cache, Desc, Heap};
use std::cell::RefCell;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const WEAK_WORDS: usize = 8;
const ROUNDS: u64 = if cfg!(miri) { 4 } else { 3000 };
/// A size with few objects to a span, and a size whose spans are freed when they are empty.
const SIZES: [usize; 2] = [8192, 64];

/// Allocates an object that contains the number of its weak word.
fn make_object(cache: &mut Cache, size: usize, content: u64) -> u64 {
    let at = cache.alloc(size, Desc::NO_SCAN).unwrap();
    // SAFETY: a new object of more than a word; others read it as an atomic.
    unsafe { AtomicU64::from_ptr(at.cast()) }.store(content, Ordering::Release);
    at as u64
}

struct World {
    heap: Heap,
    /// Held for reading between two safepoints: a marking begins and ends while no thread holds it.
    mutation_lock: RwLock<()>,
    weak_words: [AtomicU64; WEAK_WORDS],
    should_end: AtomicBool,
}

impl World {
    /// Follows the words again and again: each must lead to nothing or to its own object.
    fn follow_words(&self) {
        while !self.should_end.load(Ordering::Relaxed) {
            let running = self.mutation_lock.read().unwrap();
            for (i, word) in self.weak_words.iter().enumerate() {
                let at = self.heap.follow_weak(|| word.load(Ordering::Acquire));
                if at != 0 {
                    // SAFETY: what a weak word leads to is alive at least until the next safepoint.
                    let content = unsafe { AtomicU64::from_ptr(at as *mut u64) };
                    let content = content.load(Ordering::Acquire);
                    assert_eq!(content, i as u64, "a weak word leads to a dead object");
                }
            }
            drop(running);
            // Let a thread that waits for the write lock of `running` go first.
            std::thread::yield_now();
        }
    }

    /// Runs a marking that reaches no object.
    fn make_unreachable(&self, cache: &mut Cache) {
        let stop = self.mutation_lock.write().unwrap();
        drop(self.heap.begin_marking());
        cache.begin_marking();
        let _ = cache.end_marking();
        self.heap.end_marking();
        drop(stop);
    }

    /// Cleans up as the collector does: empties the words, allows the sweep, sweeps; then other objects get the memory.
    fn clean_up(&self, cache: &mut Cache, size: usize) {
        for word in &self.weak_words {
            let gone = self.heap.is_unreachable(word.load(Ordering::Relaxed) as usize);
            assert!(gone, "no thread holds the object");
            word.store(0, Ordering::Release);
        }
        self.heap.allow_sweep();
        for _ in 0..2 * WEAK_WORDS {
            make_object(cache, size, u64::MAX);
        }
        self.heap.sweep();
    }

    /// One round: objects are made, nothing refers to them, they are swept, and their memory is used again.
    fn round(&self, cache: &mut Cache, size: usize) {
        for (i, word) in self.weak_words.iter().enumerate() {
            word.store(make_object(cache, size, i as u64), Ordering::Release);
        }
        self.make_unreachable(cache);
        self.clean_up(cache, size);
    }
}

fn world() -> (World, Cache) {
    let heap = Heap::new(usize::MAX);
    heap.set_poison(true);
    let cache = heap.cache();
    let words = std::array::from_fn(|_| AtomicU64::new(0));
    (
        World {
            heap,
            mutation_lock: RwLock::new(()),
            weak_words: words,
            should_end: AtomicBool::new(false),
        },
        cache,
    )
}

#[test]
fn a_weak_word_read_before_the_sweep_is_dead_after_it() {
    for size in SIZES {
        let (world, mut cache) = world();
        for word in &world.weak_words {
            word.store(make_object(&mut cache, size, 0), Ordering::Release);
        }
        world.make_unreachable(&mut cache);
        let cache = RefCell::new(cache);
        let word = &world.weak_words[0];
        // The collector does all its work between the load of the word and the look at the object.
        let load = || {
            let address = word.load(Ordering::Acquire);
            if address != 0 {
                world.clean_up(&mut cache.borrow_mut(), size);
            }
            address
        };
        assert_eq!(world.heap.follow_weak(load), 0, "{size}");
    }
}

#[test]
fn a_weak_pointer_never_reaches_freed_memory() {
    for size in SIZES {
        let (world, mut cache) = world();
        std::thread::scope(|scope| {
            scope.spawn(|| world.follow_words());
            for _ in 0..ROUNDS {
                world.round(&mut cache, size);
            }
            world.should_end.store(true, Ordering::Relaxed);
        });
    }
}
