//! The tables of finalizers, cleanups and hooks: what runs when an object has become unreachable, and after each
//! collection.
//!
//! These hold addresses that are no roots, which the collector must treat in its own order.
//!
//! As in Go, everything an object with a finalizer leads to stays alive until the finalizer has run, but not the object
//! by itself: so of two such objects of which one leads to the other, the outer one's runs first, and cycles never end.
//! A cleanup does not keep its object, and runs when that is gone.
//!
//! What is ready waits in a queue. A collection that finds a queue filled starts a goroutine for it, which runs one
//! after the other (programs rely on that for finalizers) and ends with the queue.

use hashbrown::HashMap;
use minigo_heap::{Heap, Marker};
use parking_lot::Mutex;
use std::collections::VecDeque;

/// A func value, the slots of its arguments, and how many its results take.
#[derive(Clone, Copy)]
pub(crate) struct Ready {
    pub(crate) func: u64,
    pub(crate) args: [u64; 2],
    pub(crate) slots: usize,
    pub(crate) results: usize,
}

impl Ready {
    /// A call of a `func()`.
    pub(crate) fn plain(func: u64) -> Self {
        Self { func, args: [0; 2], slots: 0, results: 0 }
    }
}

/// A cleanup: for which address, and what runs.
#[derive(Clone, Copy)]
pub(crate) struct Cleanup {
    pub(crate) address: u64,
    pub(crate) func: u64,
}

/// Which queue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Queue {
    Finalizers,
    Cleanups,
    Hooks,
}

pub(crate) const QUEUES: [Queue; 3] = [Queue::Finalizers, Queue::Cleanups, Queue::Hooks];

#[derive(Clone, Default)]
pub(crate) struct Lists {
    /// By the object's address.
    pub(crate) finalizers: HashMap<u64, Ready>,
    /// By their numbers.
    pub(crate) cleanups: HashMap<u64, Cleanup>,
    pub(crate) last_id: u64,
    /// `func()`s that run after each collection.
    pub(crate) hooks: Vec<u64>,
    pub(crate) queues: [VecDeque<Ready>; 3],
    /// Whether a goroutine works at the queue.
    pub(crate) running: [bool; 3],
    /// The library's `func(queue int)` that does it.
    pub(crate) runner: u64,
}

/// All finalizers, cleanups and hooks of a machine.
#[derive(Default)]
pub(crate) struct Finalizers(pub(crate) Mutex<Lists>);

impl Finalizers {
    /// Marks what must stay for them: before marking goes on.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        self.each(|word, behind| if behind { marker.mark_behind(word) } else { marker.mark(word) });
    }

    /// Calls `visit` for each word that they hold, and says whether not the object itself is held but what it leads to.
    pub(crate) fn each(&self, mut visit: impl FnMut(u64, bool)) {
        let lists = self.0.lock();
        for (&address, ready) in &lists.finalizers {
            visit(ready.func, false);
            visit(address, true);
        }
        lists.cleanups.values().for_each(|c| visit(c.func, false));
        lists.hooks.iter().for_each(|&f| visit(f, false));
        visit(lists.runner, false);
        for ready in lists.queues.iter().flatten() {
            visit(ready.func, false);
            ready.args.iter().for_each(|&a| visit(a, false));
        }
    }

    /// Whether the object at this address has a finalizer or a cleanup that is not ready.
    pub(crate) fn has(&self, object: u64) -> bool {
        let lists = self.0.lock();
        let of_it = |cleanup: &Cleanup| cleanup.address == object;
        lists.finalizers.contains_key(&object) || lists.cleanups.values().any(of_it)
    }

    /// Queues those whose objects the last marking has not reached, while sweeping is held up and the program goes on;
    /// the objects stay for their finalizers.
    pub(crate) fn queue_ready(&self, heap: &Heap) {
        let mut lists = self.0.lock();
        let Lists { finalizers, cleanups, hooks, queues, .. } = &mut *lists;
        let [ready, cleaning, hooked] = queues;
        let unreached = |&address: &u64| heap.is_unreachable(address as usize);
        let mut dead: Vec<u64> = finalizers.keys().copied().filter(unreached).collect();
        dead.sort_unstable();
        for address in dead {
            // All it leads to is marked already.
            heap.keep_unreachable(address);
            ready.extend(finalizers.remove(&address));
        }
        let mut dead: Vec<(u64, u64)> = cleanups
            .iter()
            .filter(|(_, c)| unreached(&c.address))
            .map(|(&id, c)| (id, c.func))
            .collect();
        dead.sort_unstable();
        for (id, func) in dead {
            cleanups.remove(&id);
            cleaning.push_back(Ready::plain(func));
        }
        if hooked.is_empty() {
            hooked.extend(hooks.iter().map(|&f| Ready::plain(f)));
        }
    }

    /// Whether one of this queue waits or runs.
    pub(crate) fn are_waiting(&self, queue: Queue) -> bool {
        let lists = self.0.lock();
        !lists.queues[queue as usize].is_empty() || lists.running[queue as usize]
    }

    /// How many goroutines work for the machine and not for the program.
    pub(crate) fn system_goroutines(&self) -> usize {
        usize::from(self.0.lock().running[Queue::Hooks as usize])
    }
}
