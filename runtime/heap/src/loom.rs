//! Atomics and locks from the standard library and parking_lot, or loom's: one import path.
//!
//! A twin module, so that no call site says `cfg`. Only what a loom model covers uses it: the end of a marking.

#[cfg(not(loom))]
pub(crate) use parking_lot::{Condvar, Mutex};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(loom)]
#[path = "../../sched/src/loom/locks.rs"]
mod locks;
#[cfg(loom)]
pub(crate) use locks::{Condvar, Mutex};
#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicUsize, Ordering};
