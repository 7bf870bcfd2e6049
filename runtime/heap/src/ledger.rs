//! The books of a process's allocator: what the machine takes outside the Go heap.
//!
//! A module of its own because two sides meet here that do not know each other: the allocator, which enters each block that it
//! gives and takes back, and the heap, whose limit such blocks count for. So no code has to declare what it allocates, and none can
//! avoid it.
//!
//! Threads enter small blocks in batches, so the sum is late by some KB for each thread.

use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};

/// The batch, in bytes, in which a thread enters what it has allocated.
const BATCH: isize = 32 << 10;

thread_local! {
    /// What this thread has not entered yet.
    static PENDING: Cell<isize> = const { Cell::new(0) };
}

/// The books. Until [`open`](Self::open) nothing is entered.
#[derive(Debug)]
pub struct Ledger {
    /// What heap and allocator may take together; `usize::MAX` while the books are closed.
    most: AtomicUsize,
    /// The balance of what was allocated and freed. Negative when more was freed than allocated since the books were opened.
    outside: AtomicI64,
    /// What the heap has in spans, as it said last.
    heap: AtomicU64,
}

impl Default for Ledger {
    fn default() -> Self {
        Self::new()
    }
}

impl Ledger {
    /// Closed books.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            most: AtomicUsize::new(usize::MAX),
            outside: AtomicI64::new(0),
            heap: AtomicU64::new(0),
        }
    }

    /// Counts from now on. [`take`](Self::take) refuses what would make the allocator's and the heap's bytes more than `most`.
    pub fn open(&self, most: usize) {
        self.most.store(most, Ordering::Relaxed);
    }

    /// Whether anything is entered.
    #[inline(always)]
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.most.load(Ordering::Relaxed) != usize::MAX
    }

    /// Bytes outside the heap.
    #[must_use]
    pub fn outside(&self) -> u64 {
        self.outside.load(Ordering::Relaxed).max(0) as u64
    }

    /// Enters a block that is about to be allocated; false if there may not be so much.
    #[must_use]
    pub fn take(&self, bytes: usize) -> bool {
        let pending = PENDING.get().saturating_add_unsigned(bytes);
        if pending < BATCH {
            PENDING.set(pending);
            return true;
        }
        let outside = self.outside.fetch_add(pending as i64, Ordering::Relaxed) + pending as i64;
        PENDING.set(0);
        let all = self.heap.load(Ordering::Relaxed).saturating_add(outside.max(0) as u64);
        all <= self.most.load(Ordering::Relaxed) as u64
    }

    /// Enters that a block was freed.
    pub fn give_back(&self, bytes: usize) {
        let pending = PENDING.get().saturating_sub_unsigned(bytes);
        if pending > -BATCH {
            PENDING.set(pending);
            return;
        }
        PENDING.set(0);
        self.outside.fetch_add(pending as i64, Ordering::Relaxed);
    }

    /// Sets how many bytes the heap has.
    pub(crate) fn note_heap(&self, used: u64) {
        self.heap.store(used, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_blocks_are_entered_at_once_and_small_ones_in_batches() {
        let books = Ledger::new();
        books.open(1 << 20);
        assert!(books.take(1000));
        assert_eq!(books.outside(), 0);
        assert!(books.take(1 << 19));
        assert_eq!(books.outside(), (1 << 19) + 1000);
        books.give_back(1 << 19);
        assert_eq!(books.outside(), 1000);
        books.give_back(1000);
    }

    #[test]
    fn what_the_heap_has_leaves_less() {
        let books = Ledger::new();
        books.open(1 << 20);
        books.note_heap(1 << 19);
        assert!(books.take(1 << 19));
        assert!(!books.take(1 << 18));
    }
}
