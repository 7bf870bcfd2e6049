//! Packets of grey objects (marked, not scanned yet) that no marker has, and the termination of a marking: it ends when
//! no marker has grey objects left (`grey_packets/model.rs` explores the interleavings).
//!
//! *Workers* only mark: a worker without grey objects is idle, and the last one to become idle ends the marking for
//! all. *Helpers* (assists of the program's goroutines) mark between other work; while a helper is active it may hold
//! objects that only it knows, and workers wait.
//!
//! Rejected: crossbeam's `Injector` in place of the locked stack. `Injector` is first in, first out, so that more
//! objects are grey at a time: marking a million objects 20 times took as long on two cores (CPU × 1.01, within noise),
//! but with eight markers it took × 1.03 and 89 instead of 74 MiB at its peak.

#[cfg(all(test, loom))]
mod model;

use crate::loom::{AtomicUsize, Condvar, Mutex, Ordering, loom_seq_cst_fence};

/// Objects that move from one marker to another together.
type Packet<W> = Vec<W>;

pub(crate) struct GreyPackets<W> {
    state: Mutex<State<W>>,
    changed: Condvar,
    /// How many workers are idle.
    idle_workers: AtomicUsize,
    /// How many packets there are.
    queued_packets: AtomicUsize,
    /// How many helpers are active.
    helpers: AtomicUsize,
}

struct State<W> {
    packets: Vec<Packet<W>>,
    idle_workers: usize,
    workers: usize,
}

impl<W> Default for GreyPackets<W> {
    fn default() -> Self {
        let state = State { packets: Vec::new(), idle_workers: 0, workers: 0 };
        let zero = || AtomicUsize::new(0);
        let (state, changed) = (Mutex::new(state), Condvar::new());
        Self { state, changed, idle_workers: zero(), queued_packets: zero(), helpers: zero() }
    }
}

impl<W> GreyPackets<W> {
    /// Sets how many workers take part in the marking that begins, or in the rest of the present one.
    pub(crate) fn expect_workers(&self, workers: usize) {
        let mut state = self.state.lock();
        (state.idle_workers, state.workers) = (0, workers);
        self.idle_workers.store(0, Ordering::Relaxed);
    }

    /// The approximate number of packets.
    pub(crate) fn queued_packets(&self) -> usize {
        self.queued_packets.load(Ordering::Relaxed)
    }

    /// Reports whether a worker seems to be idle.
    pub(crate) fn has_idle_worker(&self) -> bool {
        self.idle_workers.load(Ordering::Relaxed) != 0
    }

    /// Adds a packet for any marker.
    pub(crate) fn push(&self, packet: Packet<W>) {
        let mut state = self.state.lock();
        state.packets.push(packet);
        self.queued_packets.store(state.packets.len(), Ordering::Relaxed);
        drop(state);
        // A worker counts itself idle under the lock of `state`: either it had done so before the push, or it finds the
        // packet.
        if self.idle_workers.load(Ordering::Relaxed) != 0 {
            self.changed.notify_one();
        }
    }

    /// Takes a packet, if there is one.
    pub(crate) fn take(&self) -> Option<Packet<W>> {
        if self.queued_packets.load(Ordering::Relaxed) == 0 {
            return None;
        }
        let mut state = self.state.lock();
        let packet = state.packets.pop();
        self.queued_packets.store(state.packets.len(), Ordering::Relaxed);
        packet
    }

    /// Called when a helper begins.
    pub(crate) fn begin_help(&self) {
        self.helpers.fetch_add(1, Ordering::SeqCst);
    }

    /// Called when a helper ends, after it has pushed its remaining objects.
    pub(crate) fn end_help(&self) {
        // Pairs with `wait`, where a worker counts itself idle before it looks for helpers.
        let others = self.helpers.fetch_sub(1, Ordering::SeqCst) - 1;
        loom_seq_cst_fence();
        if others == 0 && self.idle_workers.load(Ordering::SeqCst) != 0 {
            let _state = self.state.lock();
            self.changed.notify_all();
        }
    }

    /// Called by a worker without grey objects: waits for a packet; `None` when no worker has grey objects and no
    /// helper is active.
    pub(crate) fn wait(&self) -> Option<Packet<W>> {
        let mut state = self.state.lock();
        state.idle_workers += 1;
        self.idle_workers.fetch_add(1, Ordering::SeqCst);
        loom_seq_cst_fence();
        loop {
            if let Some(packet) = state.packets.pop() {
                self.queued_packets.store(state.packets.len(), Ordering::Relaxed);
                state.idle_workers -= 1;
                self.idle_workers.fetch_sub(1, Ordering::Relaxed);
                return Some(packet);
            }
            if state.idle_workers >= state.workers && self.helpers.load(Ordering::SeqCst) == 0 {
                self.changed.notify_all();
                return None;
            }
            self.changed.wait(&mut state);
        }
    }
}
