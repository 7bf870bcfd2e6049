//! Atomics and mutexes from the standard library and parking_lot, or loom's: one import path, so that no call site
//! says `cfg`.
//!
//! Only what the loom models cover uses it: the state word, slots, the queues, runnext, loans, parkers, timers, the
//! poll sleeper, the netpoller's gates and interrupts, and (in the `sync` crate) channels. The rest of the scheduler
//! is tested by stress.

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
pub use twin::{BusyGuard, BusyMutex};

/// Sets a flag; says whether it was set.
#[cfg(not(loom))]
#[inline]
pub(crate) fn set(flag: &AtomicBool) -> bool {
    flag.swap(true, Ordering::SeqCst)
}

/// As above, but nothing is written where it was set: loom may order each exchange of a thread that tries again and
/// again before the store that clears the flag, for ever.
#[cfg(loom)]
pub(crate) fn set(flag: &AtomicBool) -> bool {
    flag.compare_exchange(false, true, Ordering::SeqCst, Ordering::SeqCst).is_err()
}

/// Waits `nanos` nanoseconds, on the core.
#[cfg(not(loom))]
pub fn stay_away(nanos: u32) {
    let (start, wait) = (Instant::now(), Duration::from_nanos(u64::from(nanos)));
    while start.elapsed() < wait {
        std::hint::spin_loop();
    }
}

/// Sleeps.
#[cfg(not(loom))]
pub(crate) fn nap(time: Duration) {
    std::thread::sleep(time);
}

/// How long does not matter to a model: others go on first.
#[cfg(loom)]
pub fn stay_away(_: u32) {
    loom::thread::yield_now();
}

/// As [`stay_away`].
#[cfg(loom)]
pub(crate) fn nap(_: std::time::Duration) {
    loom::thread::yield_now();
}

/// Between two `SeqCst` operations on different words, where their order matters: nothing, as the
/// language orders them. loom does not (it takes `SeqCst` for acquire and release), but knows
/// fences.
#[cfg(not(loom))]
#[inline]
pub fn seq_cst_order() {}

/// As above.
#[cfg(loom)]
pub fn seq_cst_order() {
    fence(Ordering::SeqCst);
}

#[cfg(loom)]
mod locks;
#[cfg(loom)]
mod twin {
    use super::{AtomicBool, Mutex, MutexGuard, Ordering, seq_cst_order};
    use std::ops::{Deref, DerefMut};

    /// The mutex with a word beside it that says whether it is held: for models of what uses it. How the real one
    /// waits is modelled alone (`tests/loom_busy.rs`).
    #[derive(Debug)]
    pub struct BusyMutex<T> {
        held: AtomicBool,
        inner: Mutex<T>,
    }

    /// Holds it.
    #[derive(Debug)]
    pub struct BusyGuard<'a, T> {
        held: &'a AtomicBool,
        guard: MutexGuard<'a, T>,
    }

    impl<T> BusyMutex<T> {
        /// A mutex around `value`.
        pub fn new(value: T) -> Self {
            Self { held: AtomicBool::new(false), inner: Mutex::new(value) }
        }

        /// Takes the lock.
        pub fn lock(&self) -> BusyGuard<'_, T> {
            let guard = self.inner.lock();
            self.held.store(true, Ordering::SeqCst);
            seq_cst_order();
            BusyGuard { held: &self.held, guard }
        }

        /// Whether it is held.
        pub fn is_held(&self) -> bool {
            seq_cst_order();
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
