//! What the process's allocator gives out: memory that the machine takes outside the Go heap.
//!
//! The allocator enters each block that it gives and takes back, and the heap, whose limit such blocks count for,
//! reads the sum; the two do not know each other. So no code has to declare what it allocates, and none can avoid it.
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

/// The account. Until [`open`](Self::open) nothing is entered.
#[derive(Debug)]
pub struct Ledger {
    /// What heap and allocator may take together; `usize::MAX` while the account is closed.
    most: AtomicUsize,
    /// The balance of what was allocated and freed. Negative when more was freed than allocated since the account was
    /// opened.
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
    /// A closed account.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            most: AtomicUsize::new(usize::MAX),
            outside: AtomicI64::new(0),
            heap: AtomicU64::new(0),
        }
    }

    /// Counts from now on. [`take`](Self::take) refuses what would make the allocator's and the heap's bytes more than
    /// `most`.
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

    /// Enters a block that is about to be allocated; false if it may not be.
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
        let account = Ledger::new();
        account.open(1 << 20);
        assert!(account.take(1000));
        assert_eq!(account.outside(), 0);
        assert!(account.take(1 << 19));
        assert_eq!(account.outside(), (1 << 19) + 1000);
        account.give_back(1 << 19);
        assert_eq!(account.outside(), 1000);
        account.give_back(1000);
    }

    #[test]
    fn what_the_heap_has_leaves_less() {
        let account = Ledger::new();
        account.open(1 << 20);
        account.note_heap(1 << 19);
        assert!(account.take(1 << 19));
        assert!(!account.take(1 << 18));
    }
}
