//! Atomics and mutexes, either from the standard library and parking_lot or from loom: one import path, so that no call
//! site needs `cfg`.
//!
//! Only code that the loom models cover uses this module: the state word, slots, the queues, runnext, loans, parkers,
//! timers, the poll sleeper, the netpoller's gates and interrupts, and (in the `sync` crate) channels. The rest of the
//! scheduler is tested by stress.

#[cfg(not(loom))]
pub use crate::primitives::busy_mutex::{BusyGuard, BusyMutex};
#[cfg(not(loom))]
pub use parking_lot::{Condvar, Mutex, MutexGuard};
#[cfg(not(loom))]
pub use std::sync::atomic::{
    AtomicBool, AtomicPtr, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, fence,
};
#[cfg(not(loom))]
use std::time::{Duration, Instant};

#[cfg(loom)]
pub use locks::{Condvar, Mutex, MutexGuard};
#[cfg(loom)]
pub use loom::sync::atomic::{
    AtomicBool, AtomicPtr, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, fence,
};
#[cfg(loom)]
pub use loom_mutex::{BusyGuard, BusyMutex};

/// Sets a flag; returns whether it was set before.
#[cfg(not(loom))]
#[inline]
pub(crate) fn test_and_set(flag: &AtomicBool) -> bool {
    flag.swap(true, Ordering::SeqCst)
}

/// Like `test_and_set` without loom, but writes nothing if the flag was set: loom may order each exchange of a thread
/// that retries before the store that clears the flag, for ever.
#[cfg(loom)]
pub(crate) fn test_and_set(flag: &AtomicBool) -> bool {
    flag.compare_exchange(false, true, Ordering::SeqCst, Ordering::SeqCst).is_err()
}

/// Waits busily for `nanos` nanoseconds.
#[cfg(not(loom))]
pub fn spin_for(nanos: u32) {
    let (start, wait) = (Instant::now(), Duration::from_nanos(u64::from(nanos)));
    while start.elapsed() < wait {
        std::hint::spin_loop();
    }
}

/// Sleeps for `time`.
#[cfg(not(loom))]
pub(crate) fn sleep(time: Duration) {
    std::thread::sleep(time);
}

/// In a model the duration does not matter: other threads run first.
#[cfg(loom)]
pub fn spin_for(_: u32) {
    loom::thread::yield_now();
}

/// Like [`spin_for`]: other threads run first.
#[cfg(loom)]
pub(crate) fn sleep(_: std::time::Duration) {
    loom::thread::yield_now();
}

/// To be called between two `SeqCst` operations on different words whose order matters. The function does nothing,
/// since the memory model of Rust orders such operations. loom does not order them (it treats `SeqCst` as acquire and
/// release), but supports fences.
#[cfg(not(loom))]
#[inline]
pub fn loom_seq_cst_fence() {}

/// The same order under loom: a fence.
#[cfg(loom)]
pub fn loom_seq_cst_fence() {
    fence(Ordering::SeqCst);
}

#[cfg(loom)]
mod locks;
#[cfg(loom)]
mod loom_mutex {
    use super::{AtomicBool, Mutex, MutexGuard, Ordering, loom_seq_cst_fence};
    use std::ops::{Deref, DerefMut};

    /// A mutex with a word beside it that records whether it is held: for models of code that uses it. The waiting of
    /// the real `BusyMutex` is modelled separately (`tests/loom_busy.rs`).
    #[derive(Debug)]
    pub struct BusyMutex<T> {
        held: AtomicBool,
        inner: Mutex<T>,
    }

    /// The guard of a held mutex.
    #[derive(Debug)]
    pub struct BusyGuard<'a, T> {
        held: &'a AtomicBool,
        guard: MutexGuard<'a, T>,
    }

    impl<T> BusyMutex<T> {
        /// Creates a mutex around `value`.
        pub fn new(value: T) -> Self {
            Self { held: AtomicBool::new(false), inner: Mutex::new(value) }
        }

        /// Takes the lock.
        pub fn lock(&self) -> BusyGuard<'_, T> {
            let guard = self.inner.lock();
            self.held.store(true, Ordering::SeqCst);
            loom_seq_cst_fence();
            BusyGuard { held: &self.held, guard }
        }

        /// Reports whether the mutex is held.
        pub fn is_held(&self) -> bool {
            loom_seq_cst_fence();
            self.held.load(Ordering::SeqCst)
        }
    }

    impl<T> Deref for BusyGuard<'_, T> {
        type Target = T;
        fn deref(&self) -> &T {
            &self.guard
        }
    }

    impl<T> DerefMut for BusyGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            &mut self.guard
        }
    }

    impl<T> Drop for BusyGuard<'_, T> {
        fn drop(&mut self) {
            self.held.store(false, Ordering::Release);
        }
    }
}
