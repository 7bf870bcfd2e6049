//! Every interleaving of a collector that scans a parked task with a worker that resumes it. The stack has one user at
//! a time; and with the barrier on overwritten pointers no object is missed, whichever way it is moved.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_scan`

#![cfg(loom)]

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use loom::thread;
use minigo_sched::LastScan;

const CYCLE: u32 = 7;
/// Stands for "no object".
const NIL: usize = 0;

/// A task with a stack of one slot, one place in the heap, and two objects (1 and 2).
struct World {
    scanned: LastScan,
    stack: UnsafeCell<usize>,
    heap_word: AtomicUsize,
    marks: [AtomicBool; 3],
}

// SAFETY: the stack is what the model checks: loom reports two users at a time.
unsafe impl Sync for World {}
// SAFETY: as above.
unsafe impl Send for World {}

impl World {
    fn new(stack: usize, heap_word: usize) -> Arc<Self> {
        Arc::new(Self {
            scanned: LastScan::new(),
            stack: UnsafeCell::new(stack),
            heap_word: AtomicUsize::new(heap_word),
            marks: [false; 3].map(AtomicBool::new),
        })
    }

    fn mark(&self, object: usize) {
        self.marks[object].store(true, Ordering::Relaxed);
    }

    fn is_marked(&self, object: usize) -> bool {
        self.marks[object].load(Ordering::Relaxed)
    }

    fn scan_stack(&self) {
        // SAFETY: the claim says that nobody else uses it; loom checks.
        self.mark(self.stack.with(|s| unsafe { *s }));
        self.scanned.finish_scan(CYCLE);
    }

    /// A thread of the collector: marks from the stack and from the heap, in either order.
    fn collect(&self, stack_first: bool) {
        if !stack_first {
            self.mark(self.heap_word.load(Ordering::Relaxed));
        }
        if self.scanned.claim_scan(CYCLE) {
            self.scan_stack();
        }
        if stack_first {
            self.mark(self.heap_word.load(Ordering::Relaxed));
        }
    }

    /// The worker's part before it resumes the task.
    fn resume(&self) {
        if self.scanned.is_done(CYCLE) {
            return;
        }
        if self.scanned.claim_scan(CYCLE) {
            self.scan_stack();
        } else {
            while !self.scanned.is_done(CYCLE) {
                thread::yield_now();
            }
        }
    }

    /// The task stores the pointer on its stack, and keeps the one that was there.
    fn exchange_pointers(&self) {
        // SAFETY: the task runs.
        let new = self.stack.with(|s| unsafe { *s });
        let old = self.heap_word.load(Ordering::Relaxed);
        self.mark(old);
        self.heap_word.store(new, Ordering::Relaxed);
        // SAFETY: as above.
        self.stack.with_mut(|s| unsafe { *s = old });
    }
}

fn model(stack: usize, heap_word: usize, stack_first: bool, twice: bool) {
    loom::model(move || {
        let world = World::new(stack, heap_word);
        let other = world.clone();
        let collector = thread::spawn(move || other.collect(stack_first));
        world.resume();
        world.exchange_pointers();
        if twice {
            world.exchange_pointers();
        }
        collector.join().expect("the collector does not panic");
        for object in [stack, heap_word] {
            assert!(object == NIL || world.is_marked(object), "object {object} is missed");
        }
    });
}

#[test]
fn pointers_moved_from_the_heap_to_a_scanned_stack_are_marked() {
    model(NIL, 1, true, false);
    model(NIL, 1, false, false);
}

#[test]
fn pointers_moved_from_a_stack_to_scanned_memory_are_marked() {
    model(1, NIL, false, false);
    model(1, NIL, true, false);
}

#[test]
fn swapped_pointers_are_marked() {
    model(1, 2, true, false);
    model(1, 2, false, true);
    model(1, 2, true, true);
}
