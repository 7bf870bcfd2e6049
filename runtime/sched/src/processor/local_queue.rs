//! The local run queue: a ring to which its owner pushes, from which its owner pops, and of which thieves take half.
//! First in, first out; `tests/loom_queue.rs` models it with a tiny capacity.
//!
//! Entries are slot numbers, so a racing read of an entry that is being overwritten yields a number that is then
//! discarded because the compare-exchange of `head` fails.

use crate::primitives::cache_padded::CachePadded;
use crate::primitives::loom::{AtomicU32, Ordering};
use std::sync::Arc;

/// How many entries a processor's queue holds.
pub const CAPACITY: usize = 256;
/// How many entries a processor collects for the global queue before it takes the scheduler lock to move them there.
pub const OUTGOING_CAPACITY: usize = 16;

/// Owner and thieves move `head` (next to pop) by compare-exchange; the owner moves `tail` (next free) by a store.
/// `head` and `tail` count up for ever and wrap. Each has a cache line of its own, since thieves poll `head`.
#[derive(Debug)]
struct Ring<const N: usize> {
    head: CachePadded<AtomicU32>,
    tail: CachePadded<AtomicU32>,
    entries: [AtomicU32; N],
}

impl<const N: usize> Ring<N> {
    fn entry(&self, at: u32) -> &AtomicU32 {
        &self.entries[at as usize % N]
    }

    /// Takes all entries; for the owner and for thieves.
    fn take_all(&self, into: &mut [u32; N]) -> usize {
        let mut head = self.head.0.load(Ordering::Acquire);
        loop {
            // Pairs with the owner's release in `push`.
            let tail = self.tail.0.load(Ordering::Acquire);
            let n = tail.wrapping_sub(head) as usize;
            if n == 0 {
                return 0;
            }
            if n > N {
                // `head` and `tail` were read at different times.
                head = self.head.0.load(Ordering::Acquire);
                continue;
            }
            for (i, to) in into.iter_mut().enumerate().take(n) {
                *to = self.entry(head.wrapping_add(i as u32)).load(Ordering::Relaxed);
            }
            // Release: the owner may reuse the entries only after the reads above.
            match self.head.0.compare_exchange(head, tail, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return n,
                Err(now) => head = now,
            }
        }
    }
}

/// The end of the queue that the owning worker uses; there is only one.
#[derive(Debug)]
pub struct LocalQueue<const N: usize = CAPACITY>(Arc<Ring<N>>);

/// A thief's end.
#[derive(Debug, Clone)]
pub struct Stealer<const N: usize = CAPACITY>(Arc<Ring<N>>);

/// The result of a push.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub enum PushResult {
    /// The entry is in the ring.
    Kept,
    /// The ring was full: these entries, the older half and the new entry last, belong to the caller.
    Overflow(Vec<u32>),
}

/// Creates an empty queue.
pub fn new_queue<const N: usize>() -> (LocalQueue<N>, Stealer<N>) {
    const { assert!(N.is_power_of_two() && N >= 2) };
    let ring = Arc::new(Ring {
        head: CachePadded(AtomicU32::new(0)),
        tail: CachePadded(AtomicU32::new(0)),
        entries: std::array::from_fn(|_| AtomicU32::new(0)),
    });
    (LocalQueue(ring.clone()), Stealer(ring))
}

impl<const N: usize> LocalQueue<N> {
    /// Appends `entry`, or makes room by removing the older half.
    #[inline]
    pub fn push(&mut self, entry: u32) -> PushResult {
        loop {
            let Err(head) = self.try_push(entry) else { return PushResult::Kept };
            if let Some(mut half) = Self::take_half(&self.0, head) {
                half.push(entry);
                return PushResult::Overflow(half);
            }
        }
    }

    /// Appends `entry` if there is room; else returns the head.
    #[inline]
    pub fn try_push(&mut self, entry: u32) -> Result<(), u32> {
        let ring = &*self.0;
        let tail = ring.tail.0.load(Ordering::Relaxed);
        // Pairs with the thieves' release of `head`: they have finished reading the entries.
        let head = ring.head.0.load(Ordering::Acquire);
        if tail.wrapping_sub(head) >= N as u32 {
            return Err(head);
        }
        ring.entry(tail).store(entry, Ordering::Relaxed);
        // Publishes the entry (and the task behind it) to thieves.
        ring.tail.0.store(tail.wrapping_add(1), Ordering::Release);
        Ok(())
    }

    #[cold]
    fn take_half(ring: &Ring<N>, head: u32) -> Option<Vec<u32>> {
        let n = N as u32 / 2;
        let half: Vec<u32> =
            (0..n).map(|i| ring.entry(head.wrapping_add(i)).load(Ordering::Relaxed)).collect();
        let moved = ring.head.0.compare_exchange(
            head,
            head.wrapping_add(n),
            Ordering::AcqRel,
            Ordering::Relaxed,
        );
        moved.is_ok().then_some(half)
    }

    /// Takes the oldest entry.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        let ring = &*self.0;
        let tail = ring.tail.0.load(Ordering::Relaxed);
        let mut head = ring.head.0.load(Ordering::Acquire);
        loop {
            if head == tail {
                return None;
            }
            let entry = ring.entry(head).load(Ordering::Relaxed);
            let next = head.wrapping_add(1);
            match ring.head.0.compare_exchange_weak(head, next, Ordering::AcqRel, Ordering::Acquire)
            {
                Ok(_) => return Some(entry),
                Err(now) => head = now,
            }
        }
    }

    /// How many more entries fit; a lower bound.
    pub fn free_entries(&self) -> usize {
        N - Stealer(self.0.clone()).len()
    }

    /// Reports whether the queue is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.head.0.load(Ordering::Relaxed) == self.0.tail.0.load(Ordering::Relaxed)
    }
}

impl<const N: usize> Stealer<N> {
    /// Moves the older half of the victim's entries (rounded up) to `mine`, which must be empty,
    /// and returns the last of them without queueing it.
    pub fn steal_half(&self, mine: &mut LocalQueue<N>) -> Option<u32> {
        let (from, to) = (&*self.0, &*mine.0);
        let tail_mine = to.tail.0.load(Ordering::Relaxed);
        debug_assert!(mine.is_empty(), "a thief's own queue is empty");
        loop {
            let head = from.head.0.load(Ordering::Acquire);
            // Pairs with the owner's release in `push`: the entries below `tail` are written.
            let tail = from.tail.0.load(Ordering::Acquire);
            let len = tail.wrapping_sub(head);
            let n = len - len / 2;
            if n == 0 {
                return None;
            }
            if n > N as u32 / 2 {
                continue; // head and tail were read at different times
            }
            for i in 0..n {
                let entry = from.entry(head.wrapping_add(i)).load(Ordering::Relaxed);
                to.entry(tail_mine.wrapping_add(i)).store(entry, Ordering::Relaxed);
            }
            // Release: the owner may reuse the entries only after the reads above.
            let moved = from.head.0.compare_exchange(
                head,
                head.wrapping_add(n),
                Ordering::AcqRel,
                Ordering::Relaxed,
            );
            if moved.is_ok() {
                let last = tail_mine.wrapping_add(n - 1);
                let entry = to.entry(last).load(Ordering::Relaxed);
                to.tail.0.store(last, Ordering::Release);
                return Some(entry);
            }
        }
    }

    /// Takes all entries, oldest first; returns how many there were.
    pub fn take_all(&self, into: &mut [u32; N]) -> usize {
        self.0.take_all(into)
    }

    /// The approximate number of entries.
    pub fn len(&self) -> usize {
        let head = self.0.head.0.load(Ordering::Acquire);
        let tail = self.0.tail.0.load(Ordering::Acquire);
        // The head can overtake a tail read before it.
        (tail.wrapping_sub(head) as i32).max(0) as usize
    }

    /// The entries, oldest first: exact unless entries are added or taken during the call.
    pub fn queued_tasks(&self) -> Vec<u32> {
        let head = self.0.head.0.load(Ordering::Acquire);
        let n = self.len().min(N) as u32;
        (0..n).map(|i| self.0.entry(head.wrapping_add(i)).load(Ordering::Relaxed)).collect()
    }

    /// Reports whether the queue is empty; approximate.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
