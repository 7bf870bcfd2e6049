//! The tables of finalizers and cleanups, which run when an object has become unreachable, and of hooks, which run
//! after each collection.
//!
//! The tables hold addresses that are not roots; the collector treats them in an order of its own.
//!
//! As in Go, all objects reachable from an object with a finalizer stay alive until the finalizer has run, but the
//! object itself does not keep itself alive. So if one of two such objects refers to the other, the referring object's
//! finalizer runs first, and cycles are never finalized. A cleanup does not keep its object alive, and runs when the
//! object is gone.
//!
//! Finalizers, cleanups and hooks that are ready wait in queues. A collection that finds a non-empty queue starts a
//! goroutine for it, which runs the entries one after the other (programs rely on that order for finalizers) and ends
//! when the queue is empty.

use hashbrown::HashMap;
use minigo_heap::{Heap, Marker};
use parking_lot::Mutex;
use std::collections::VecDeque;

/// A func value, its argument slots, and the number of its result slots.
#[derive(Clone, Copy)]
pub(crate) struct ReadyCall {
    pub(crate) func: u64,
    pub(crate) args: [u64; 2],
    pub(crate) argument_slots: usize,
    pub(crate) result_slots: usize,
}

impl ReadyCall {
    /// A call of a `func()`.
    pub(crate) fn without_arguments(func: u64) -> Self {
        Self { func, args: [0; 2], argument_slots: 0, result_slots: 0 }
    }
}

/// A cleanup: the object's address and the func to run.
#[derive(Clone, Copy)]
pub(crate) struct Cleanup {
    pub(crate) address: u64,
    pub(crate) func: u64,
}

/// One of the three queues of functions to call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallQueue {
    Finalizers,
    Cleanups,
    Hooks,
}

pub(crate) const QUEUES: [CallQueue; 3] =
    [CallQueue::Finalizers, CallQueue::Cleanups, CallQueue::Hooks];

#[derive(Clone, Default)]
pub(crate) struct FinalizerLists {
    /// The finalizers by the address of their object.
    pub(crate) finalizers: HashMap<u64, ReadyCall>,
    /// The cleanups by number.
    pub(crate) cleanups_by_id: HashMap<u64, Cleanup>,
    pub(crate) last_id: u64,
    /// The `func()`s that run after each collection.
    pub(crate) collection_hooks: Vec<u64>,
    pub(crate) ready_queues: [VecDeque<ReadyCall>; 3],
    /// Whether a goroutine runs the entries of the queue.
    pub(crate) is_running: [bool; 3],
    /// The library's `func(queue int)` that runs the entries of a queue.
    pub(crate) runner_func: u64,
}

/// All finalizers, cleanups and hooks of a machine.
#[derive(Default)]
pub(crate) struct Finalizers(pub(crate) Mutex<FinalizerLists>);

impl Finalizers {
    /// Marks the objects that finalizers, cleanups and hooks keep alive. Called once in each marking, for its roots.
    pub(crate) fn mark_tables(&self, marker: &mut Marker) {
        self.for_each_word(|word, behind| {
            if behind { marker.mark_pointed_to(word) } else { marker.mark_word(word) }
        });
    }

    /// Calls `visit` for each word in the tables; the flag says that only the objects reachable from the word's object
    /// are kept, not the object itself.
    pub(crate) fn for_each_word(&self, mut visit: impl FnMut(u64, bool)) {
        let lists = self.0.lock();
        for (&address, ready) in &lists.finalizers {
            visit(ready.func, false);
            visit(address, true);
        }
        lists.cleanups_by_id.values().for_each(|c| visit(c.func, false));
        lists.collection_hooks.iter().for_each(|&f| visit(f, false));
        visit(lists.runner_func, false);
        for ready in lists.ready_queues.iter().flatten() {
            visit(ready.func, false);
            ready.args.iter().for_each(|&a| visit(a, false));
        }
    }

    /// Reports whether the object at this address has a finalizer or a cleanup that is not ready.
    pub(crate) fn has_unready_calls(&self, object: u64) -> bool {
        let lists = self.0.lock();
        let of_it = |cleanup: &Cleanup| cleanup.address == object;
        lists.finalizers.contains_key(&object) || lists.cleanups_by_id.values().any(of_it)
    }

    /// Queues the finalizers and cleanups of objects that the last marking has not reached, while sweeping is held up
    /// and the program runs. Objects with a finalizer are kept alive for it.
    pub(crate) fn queue_ready_calls(&self, heap: &Heap) {
        let mut lists = self.0.lock();
        let FinalizerLists {
            finalizers,
            cleanups_by_id: cleanups,
            collection_hooks: hooks,
            ready_queues: queues,
            ..
        } = &mut *lists;
        let [ready, cleaning, hooked] = queues;
        let unreached = |&address: &u64| heap.is_unreachable(address as usize);
        let mut dead: Vec<u64> = finalizers.keys().copied().filter(unreached).collect();
        dead.sort_unstable();
        for address in dead {
            // All objects reachable from this one are marked already.
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
            cleaning.push_back(ReadyCall::without_arguments(func));
        }
        if hooked.is_empty() {
            hooked.extend(hooks.iter().map(|&f| ReadyCall::without_arguments(f)));
        }
    }

    /// Reports whether an entry of this queue waits or runs.
    pub(crate) fn has_entries(&self, queue: CallQueue) -> bool {
        let lists = self.0.lock();
        !lists.ready_queues[queue as usize].is_empty() || lists.is_running[queue as usize]
    }

    /// The number of goroutines that work for the machine rather than the program.
    pub(crate) fn system_goroutine_count(&self) -> usize {
        usize::from(self.0.lock().is_running[CallQueue::Hooks as usize])
    }
}
