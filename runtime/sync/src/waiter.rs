//! A task's waiter: the word by which a wait is claimed, and the place where values change hands. Channels, select,
//! semaphores and mutexes all complete waits by this one protocol:
//!
//! ```text
//! Idle --begin_wait(owner)--> Waiting --claim_wait(any thread, once)--> Filling --complete_wait(claimer)--> Done
//! Done --finish_wait(owner)--> Idle
//! ```
//!
//! A wait that is in one channel's queue only is claimed by taking it from the queue, and goes from Waiting to Done at
//! once, under the channel's lock. Each wait has a ticket, so a queue entry of an earlier wait cannot claim a later
//! one. Words are atomics, read and written relaxed: the release of `complete_wait` and of the channel's lock publish
//! them.

use crate::queue::Entry;
use minigo_sched::loom::{AtomicU32, AtomicU64, Mutex, Ordering, spin_for};

/// How many words a waiter holds without a separate buffer.
const INLINE_WORDS: usize = 4;

const WAITING: u64 = 1;
const FILLING: u64 = 2;
const DONE: u64 = 3;
const PHASE_MASK: u64 = 0xff;
const OK_BIT: u64 = 0x100;
const CASE_SHIFT: u32 = 16;

/// The number of a wait of a waiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket(pub(crate) u32);

/// The way in which a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The number of the select's case; 0 for simple operations.
    pub chosen_case: u16,
    /// Whether the operation took place; false if the channel was closed during the wait (or a semaphore's waiter was
    /// woken to try again).
    pub is_operation_done: bool,
}

/// The part of a task by which other tasks complete its waits. A task waits for at most one operation at a time.
#[derive(Debug)]
pub struct Waiter {
    /// The fields: ticket (32 bits), case (16), ok (1), phase (8).
    word: AtomicU64,
    /// The index of the wait's entry, if it is in one queue only. Read and written under that queue's lock.
    entry_index: AtomicU32,
    inline_values: [AtomicU64; INLINE_WORDS],
    /// A leaf lock: taken by the owner and by its claimer only. Each task has a waiter, and most waiters never need a
    /// wide value.
    wide_value: Mutex<Option<Box<WideValue>>>,
}

#[derive(Debug, Default)]
struct WideValue {
    /// Values that do not fit into `INLINE_WORDS` words.
    values: Vec<u64>,
    /// The indexes of a select's entries in their channels' queues, by case.
    entry_indices: Vec<u32>,
}

impl Default for Waiter {
    fn default() -> Self {
        Self {
            word: AtomicU64::new(0),
            entry_index: AtomicU32::new(0),
            inline_values: std::array::from_fn(|_| AtomicU64::new(0)),
            wide_value: Mutex::new(None),
        }
    }
}

impl AsRef<Self> for Waiter {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl Waiter {
    /// Starts a wait; called by the owner.
    #[inline]
    pub(crate) fn begin_wait(&self) -> Ticket {
        let ticket = ((self.word.load(Ordering::Relaxed) >> 32) as u32).wrapping_add(1);
        // The lock of the queue that gets the entry publishes this store to claimers.
        self.word.store(u64::from(ticket) << 32 | WAITING, Ordering::Release);
        Ticket(ticket)
    }

    /// Records the index of the owner's entry in the one queue in which it waits.
    #[inline]
    pub(crate) fn note_entry_index(&self, index: u32) {
        self.entry_index.store(index, Ordering::Relaxed);
    }

    /// The index of the owner's entry.
    pub(crate) fn entry_index(&self) -> u32 {
        self.entry_index.load(Ordering::Relaxed)
    }

    /// Claims the wait, for `case`: true for the first thread that tries.
    #[inline]
    pub(crate) fn claim_wait(&self, ticket: Ticket, case: u16) -> bool {
        let before = u64::from(ticket.0) << 32 | WAITING;
        let after = u64::from(ticket.0) << 32 | u64::from(case) << CASE_SHIFT | FILLING;
        self.word.compare_exchange(before, after, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// Claims the wait of an entry that has just been taken from a channel's queue, whose lock is held until the wait
    /// is complete. If the entry was the wait's only one, no other thread can claim the wait, and its owner withdraws
    /// it only under that lock.
    #[inline]
    pub(crate) fn claim_entry(&self, entry: &Entry) -> bool {
        if entry.is_select {
            return self.claim_wait(entry.wait_ticket, entry.select_case);
        }
        debug_assert!(
            self.is_waiting(entry.wait_ticket),
            "only the owner ends the wait, and removes its entry"
        );
        true
    }

    /// Completes the wait after the claimer has filled in the result.
    #[inline]
    pub(crate) fn complete_wait(&self, ok: bool) {
        let word = self.word.load(Ordering::Relaxed);
        debug_assert!(matches!(word & PHASE_MASK, WAITING | FILLING));
        let ok = if ok { OK_BIT } else { 0 };
        // Pairs with the acquire in `completion`.
        self.word.store(word & !PHASE_MASK | ok | DONE, Ordering::Release);
    }

    /// Stores a value at word `at`: the claimer stores for a receiver, or a sender stores for its claimer.
    #[inline]
    pub(crate) fn put_value(&self, at: usize, value: &[u64]) {
        if let ([word], true) = (value, at < INLINE_WORDS) {
            self.inline_values[at].store(*word, Ordering::Relaxed);
        } else if at + value.len() <= INLINE_WORDS {
            for (cell, word) in self.inline_values[at..].iter().zip(value) {
                cell.store(*word, Ordering::Relaxed);
            }
        } else {
            self.put_wide_value(at, value);
        }
    }

    #[cold]
    fn put_wide_value(&self, at: usize, value: &[u64]) {
        let mut wide = self.wide_value.lock();
        let wide = &mut wide.get_or_insert_default().values;
        if wide.len() < at + value.len() {
            wide.resize(at + value.len(), 0);
        }
        wide[at..at + value.len()].copy_from_slice(value);
    }

    /// Reads the value that was stored at `at`.
    #[inline]
    pub(crate) fn get_value(&self, at: usize, out: &mut [u64]) {
        if let (&mut [ref mut word], true) = (&mut *out, at < INLINE_WORDS) {
            *word = self.inline_values[at].load(Ordering::Relaxed);
        } else if at + out.len() <= INLINE_WORDS {
            for (word, cell) in out.iter_mut().zip(&self.inline_values[at..]) {
                *word = cell.load(Ordering::Relaxed);
            }
        } else {
            self.get_wide_value(at, out);
        }
    }

    #[cold]
    fn get_wide_value(&self, at: usize, out: &mut [u64]) {
        let len = out.len();
        let wide = self.wide_value.lock();
        let wide = wide.as_ref().expect("the peer has stored a value");
        out.copy_from_slice(&wide.values[at..at + len]);
    }

    /// Reports whether the wait of this ticket is still waiting.
    pub(crate) fn is_waiting(&self, ticket: Ticket) -> bool {
        self.word.load(Ordering::Acquire) == u64::from(ticket.0) << 32 | WAITING
    }

    /// The result of the wait; `None` as long as it has not ended. The owner asks after being resumed, and parks again
    /// on `None`: a task can be resumed without cause.
    #[inline]
    pub fn completion(&self) -> Option<Completion> {
        let word = self.word.load(Ordering::Acquire);
        (word & PHASE_MASK == DONE).then_some(Completion {
            chosen_case: (word >> CASE_SHIFT) as u16,
            is_operation_done: word & OK_BIT != 0,
        })
    }

    /// Withdraws the owner's wait. `None`: no thread can complete the wait any more, and its entries in queues are
    /// skipped. `Some`: the wait had been completed before; this is its result.
    pub fn withdraw_wait(&self) -> Option<Completion> {
        loop {
            let word = self.word.load(Ordering::Acquire);
            match word & PHASE_MASK {
                WAITING => {
                    let idle = word & !PHASE_MASK;
                    let order = (Ordering::AcqRel, Ordering::Relaxed);
                    if self.word.compare_exchange(word, idle, order.0, order.1).is_ok() {
                        return None;
                    }
                }
                // Another thread has claimed the wait, and is about to complete it.
                FILLING => spin_for(100),
                _ => {
                    let completion = self.completion();
                    self.finish_wait();
                    return completion;
                }
            }
        }
    }

    /// Ends a wait that is done, after its value was fetched.
    #[inline]
    pub(crate) fn finish_wait(&self) {
        let word = self.word.load(Ordering::Relaxed);
        self.word.store(word & !PHASE_MASK, Ordering::Relaxed);
    }

    /// Records the indexes of the owner's select entries.
    pub(crate) fn note_entry_indices(&self, places: impl Iterator<Item = u32>) {
        let mut wide = self.wide_value.lock();
        let wide = wide.get_or_insert_default();
        wide.entry_indices.clear();
        wide.entry_indices.extend(places);
    }

    /// Copies the indexes of the select's entries. The caller needs a copy because it then locks the channels, and must
    /// not take a channel's lock under the lock of `wide_value`.
    pub(crate) fn copy_entry_indices(&self, out: &mut [u32]) {
        let wide = self.wide_value.lock();
        out.copy_from_slice(wide.as_ref().map_or(&[], |wide| &wide.entry_indices));
    }

    /// The ticket of the present wait.
    #[inline]
    pub(crate) fn current_ticket(&self) -> Ticket {
        Ticket((self.word.load(Ordering::Relaxed) >> 32) as u32)
    }

    /// Calls `visit` with every word of a value in this waiter, for a collector that has stopped the world. Some words
    /// may be stale.
    pub fn each_word(&self, mut visit: impl FnMut(u64)) {
        if self.word.load(Ordering::Acquire) & PHASE_MASK == 0 {
            return;
        }
        for cell in &self.inline_values {
            visit(cell.load(Ordering::Relaxed));
        }
        if let Some(wide) = &*self.wide_value.lock() {
            wide.values.iter().copied().for_each(visit);
        }
    }
}
