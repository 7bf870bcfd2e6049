//! Atomics and locks, either from the standard library and parking_lot or from loom: one import path, so that no call
//! site needs `cfg`. Only code that a loom model covers uses this module: the termination of a marking, and the phases
//! of a cycle.

#[cfg(not(loom))]
pub(crate) use parking_lot::{Condvar, Mutex};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

#[cfg(loom)]
#[allow(dead_code, unreachable_pub, reason = "a module of another crate uses the whole file")]
#[path = "../../sched/src/primitives/loom/locks.rs"]
mod locks;
#[cfg(loom)]
pub(crate) use locks::{Condvar, Mutex};
#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

/// To be called between two `SeqCst` operations on different words whose order matters. The function does nothing,
/// since the memory model of Rust orders such operations. loom does not order them (it treats `SeqCst` as acquire and
/// release), but supports fences.
#[cfg(not(loom))]
#[inline]
pub(crate) fn loom_seq_cst_fence() {}

#[cfg(loom)]
pub(crate) fn loom_seq_cst_fence() {
    loom::sync::atomic::fence(Ordering::SeqCst);
}
