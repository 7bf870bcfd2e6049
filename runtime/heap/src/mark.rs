//! Marking: finds out what can be reached, on as many threads as take part.
//!
//! A module of its own because it knows only addresses: what the words of an object mean, its user says.

use crate::arena::{Heap, Object};
use crate::span::Desc;
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicUsize, Ordering};

/// One marking of a heap, while nobody allocates.
pub struct Marking {
    heap: Heap,
    workers: usize,
    /// Objects that some worker has too many of.
    state: Mutex<State>,
    news: Condvar,
    /// How many workers have nothing to do.
    hungry: AtomicUsize,
}

#[derive(Default)]
struct State {
    packets: Vec<Vec<Object>>,
    idle: usize,
}

/// One worker of a marking.
pub struct Marker<'m> {
    marking: &'m Marking,
    /// Marked objects that are not scanned yet.
    grey: Vec<Object>,
    alone: bool,
}

/// So many objects are moved to a hungry worker at least.
const PACKET: usize = 32;

impl Marking {
    /// Begins a marking by `workers` workers: nothing is marked. All caches must have been flushed.
    #[must_use]
    pub fn new(heap: &Heap, workers: usize) -> Self {
        heap.each_span(crate::span::Span::clear_marks);
        Self {
            heap: heap.clone(),
            workers,
            state: Mutex::default(),
            news: Condvar::new(),
            hungry: AtomicUsize::new(0),
        }
    }

    /// A worker. Just so many as were announced must drain.
    #[must_use]
    pub fn marker(&self) -> Marker<'_> {
        Marker { marking: self, grey: Vec::new(), alone: self.workers == 1 }
    }
}

impl Marker<'_> {
    /// Marks the object that a word points into, if there is one.
    #[inline]
    pub fn mark(&mut self, word: u64) {
        let address = word as usize;
        if let Some(span) = self.marking.heap.span_at(address)
            && let Some(index) = span.index_of(address)
            && span.mark(index, self.alone)
            && span.scan
        {
            let (base, desc) = (span.base_of(index), span.desc_of(index));
            if desc != Desc::NO_SCAN {
                self.grey.push(Object { base, size: span.object_size, desc });
            }
        }
    }

    /// Sees to it that all that the object at `address` leads to is marked, but does not mark the object itself.
    pub fn mark_behind(&mut self, address: u64) {
        self.grey.extend(
            self.marking.heap.object_at(address as usize).filter(|o| o.desc != Desc::NO_SCAN),
        );
    }

    /// Marks what can be reached from what is marked: `scan` marks what an object points to.
    pub fn drain(&mut self, mut scan: impl FnMut(&mut Self, Object)) {
        loop {
            while let Some(object) = self.grey.pop() {
                scan(self, object);
                if !self.alone
                    && self.grey.len() >= 2 * PACKET
                    && self.marking.hungry.load(Ordering::Relaxed) != 0
                {
                    self.share();
                }
            }
            if self.alone || !self.get_more() {
                return;
            }
        }
    }

    /// Gives the older half of what is left, which is likely to lead to more, to the others.
    fn share(&mut self) {
        let rest = self.grey.split_off(self.grey.len() / 2);
        let packet = std::mem::replace(&mut self.grey, rest);
        self.marking.state.lock().packets.push(packet);
        self.marking.news.notify_one();
    }

    /// Waits for work of others; false when nobody has any.
    fn get_more(&mut self) -> bool {
        let marking = self.marking;
        let mut state = marking.state.lock();
        state.idle += 1;
        marking.hungry.fetch_add(1, Ordering::Relaxed);
        loop {
            if let Some(packet) = state.packets.pop() {
                state.idle -= 1;
                marking.hungry.fetch_sub(1, Ordering::Relaxed);
                self.grey = packet;
                return true;
            }
            if state.idle == marking.workers {
                marking.news.notify_all();
                return false;
            }
            marking.news.wait(&mut state);
        }
    }
}
