//! Marked objects that are not scanned yet and that nobody has, and the end of a marking: when nobody has any left.
//!
//! A module of its own because the end is a protocol (`greys/model.rs` explores it), and knows nothing of what an object is.
//!
//! *Workers* do nothing else: one that has nothing left is idle, and the last one to become so ends the marking for all of them. *Helpers*
//! do some of the work beside what else they do; while there is one it may have much that only it knows of, and workers wait.

#[cfg(all(test, loom))]
mod model;

use crate::loom::{AtomicUsize, Condvar, Mutex, Ordering, seq_cst_order};

/// So many things at a time, at most, go from one to another.
type Packet<W> = Vec<W>;

pub(crate) struct Greys<W> {
    state: Mutex<State<W>>,
    news: Condvar,
    /// How many workers have nothing to do.
    hungry: AtomicUsize,
    /// How many packets there are.
    queued: AtomicUsize,
    /// How many help who are no workers.
    helpers: AtomicUsize,
}

struct State<W> {
    packets: Vec<Packet<W>>,
    idle: usize,
    workers: usize,
}

impl<W> Default for Greys<W> {
    fn default() -> Self {
        let state = State { packets: Vec::new(), idle: 0, workers: 0 };
        let zero = || AtomicUsize::new(0);
        let (state, news) = (Mutex::new(state), Condvar::new());
        Self { state, news, hungry: zero(), queued: zero(), helpers: zero() }
    }
}

impl<W> Greys<W> {
    /// So many workers will take part in the marking that begins, or in what is left of it.
    pub(crate) fn expect_workers(&self, workers: usize) {
        let mut state = self.state.lock();
        (state.idle, state.workers) = (0, workers);
        self.hungry.store(0, Ordering::Relaxed);
    }

    /// How many packets there are, about.
    pub(crate) fn queued(&self) -> usize {
        self.queued.load(Ordering::Relaxed)
    }

    /// Whether a worker has nothing to do, about.
    pub(crate) fn is_wanted(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) != 0
    }

    /// Leaves a packet for any marking thread.
    pub(crate) fn push(&self, packet: Packet<W>) {
        let mut state = self.state.lock();
        state.packets.push(packet);
        self.queued.store(state.packets.len(), Ordering::Relaxed);
        drop(state);
        // A worker counts itself under the lock: either it has, or it finds the packet.
        if self.hungry.load(Ordering::Relaxed) != 0 {
            self.news.notify_one();
        }
    }

    /// Takes a packet, if there is one.
    pub(crate) fn take(&self) -> Option<Packet<W>> {
        if self.queued.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let mut state = self.state.lock();
        let packet = state.packets.pop();
        self.queued.store(state.packets.len(), Ordering::Relaxed);
        packet
    }

    /// Somebody begins to help.
    pub(crate) fn begin_help(&self) {
        self.helpers.fetch_add(1, Ordering::SeqCst);
    }

    /// A helper has given away what it had.
    pub(crate) fn end_help(&self) {
        // Pairs with `wait`, which counts itself hungry before it looks for helpers.
        let others = self.helpers.fetch_sub(1, Ordering::SeqCst) - 1;
        seq_cst_order();
        if others == 0 && self.hungry.load(Ordering::SeqCst) != 0 {
            let _state = self.state.lock();
            self.news.notify_all();
        }
    }

    /// A worker has nothing left: waits for a packet; `None` when no worker has any, and nobody helps.
    pub(crate) fn wait(&self) -> Option<Packet<W>> {
        let mut state = self.state.lock();
        state.idle += 1;
        self.hungry.fetch_add(1, Ordering::SeqCst);
        seq_cst_order();
        loop {
            if let Some(packet) = state.packets.pop() {
                self.queued.store(state.packets.len(), Ordering::Relaxed);
                state.idle -= 1;
                self.hungry.fetch_sub(1, Ordering::Relaxed);
                return Some(packet);
            }
            if state.idle >= state.workers && self.helpers.load(Ordering::SeqCst) == 0 {
                self.news.notify_all();
                return None;
            }
            self.news.wait(&mut state);
        }
    }
}
