//! Follows weak words while what they lead to dies, is swept, and its memory is given to others.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_heap::{Cache, Desc, Heap};
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const WORDS: usize = 8;
const ROUNDS: u64 = if cfg!(miri) { 4 } else { 3000 };
/// A size with few objects to a span, and one whose spans are given back when they are empty.
const SIZES: [usize; 2] = [8192, 64];

/// A new object that says which weak word leads to it.
fn make(cache: &mut Cache, size: usize, content: u64) -> u64 {
    let at = cache.alloc(size, Desc::NO_SCAN).unwrap();
    // SAFETY: a new object of more than a word; others read it as an atomic.
    unsafe { AtomicU64::from_ptr(at.cast()) }.store(content, Ordering::Release);
    at as u64
}

struct World {
    heap: Heap,
    /// Held for reading between two safepoints: a marking begins and ends while nobody has it.
    running: RwLock<()>,
    words: [AtomicU64; WORDS],
    end: AtomicBool,
}

impl World {
    /// Follows the words again and again: each leads to nothing or to its own object.
    fn follow(&self) {
        while !self.end.load(Ordering::Relaxed) {
            let running = self.running.read().unwrap();
            for (i, word) in self.words.iter().enumerate() {
                let at = self.heap.follow_weak(word);
                if at != 0 {
                    // SAFETY: what a weak word leads to is alive at least until the next safepoint.
                    let content = unsafe { AtomicU64::from_ptr(at as *mut u64) };
                    let content = content.load(Ordering::Acquire);
                    assert_eq!(content, i as u64, "a weak word leads to a dead object");
                }
            }
            drop(running);
            // Whoever waits to write comes first.
            std::thread::yield_now();
        }
    }

    /// One life: objects are made, nobody holds them, they are swept, and their memory is used again.
    fn round(&self, cache: &mut Cache, size: usize) {
        for (i, word) in self.words.iter().enumerate() {
            word.store(make(cache, size, i as u64), Ordering::Release);
        }
        let stop = self.running.write().unwrap();
        drop(self.heap.begin_marking());
        cache.begin_marking();
        let _ = cache.end_marking();
        self.heap.end_marking();
        drop(stop);
        // From here on as the collector does: empty the words, allow the sweep, sweep; then others get the memory.
        for word in &self.words {
            let gone = self.heap.is_condemned(word.load(Ordering::Relaxed) as usize);
            assert!(gone, "nobody holds it");
            word.store(0, Ordering::Release);
        }
        self.heap.allow_sweep();
        for _ in 0..2 * WORDS {
            make(cache, size, u64::MAX);
        }
        self.heap.sweep();
    }
}

#[test]
fn a_weak_word_never_leads_to_memory_of_the_dead() {
    for size in SIZES {
        let heap = Heap::new(usize::MAX);
        heap.set_poison(true);
        let mut cache = heap.cache();
        let words = std::array::from_fn(|_| AtomicU64::new(0));
        let (running, end) = (RwLock::new(()), AtomicBool::new(false));
        let world = World { heap, running, words, end };
        std::thread::scope(|scope| {
            scope.spawn(|| world.follow());
            for _ in 0..ROUNDS {
                world.round(&mut cache, size);
            }
            world.end.store(true, Ordering::Relaxed);
        });
    }
}
