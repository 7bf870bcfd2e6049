//! Atomics and mutexes from the standard library, or loom's: one import path.
//!
//! A twin module, so that no call site says `cfg`. Only what the loom models cover uses it: the
//! state word, the local queue, loans, timers, the alarm, the netpoller's gates and kicks, and (in the `sync` crate)
//! channels. The rest of the scheduler is
//! tested by stress.

#[cfg(not(loom))]
pub use crate::busy::{BusyGuard, BusyMutex};
#[cfg(not(loom))]
pub use parking_lot::{Mutex, MutexGuard};
#[cfg(not(loom))]
pub use std::sync::atomic::{
    AtomicBool, AtomicPtr, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, fence,
};

#[cfg(loom)]
pub use loom::sync::atomic::{
    AtomicBool, AtomicPtr, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, fence,
};
#[cfg(loom)]
pub use twin::{BusyGuard, BusyMutex, Mutex, MutexGuard};

/// Between two `SeqCst` operations on different words, where their order matters: nothing, as the
/// language orders them. loom does not (it takes `SeqCst` for acquire and release), but knows
/// fences.
#[cfg(not(loom))]
#[inline]
pub fn seq_cst_order() {}

#[cfg(loom)]
pub fn seq_cst_order() {
    fence(Ordering::SeqCst);
}

#[cfg(loom)]
mod twin {
    pub use loom::sync::MutexGuard;

    use super::{AtomicBool, Ordering, seq_cst_order};
    use std::ops::{Deref, DerefMut};

    /// The mutex with a word beside it that says whether it is held. How to wait is nothing that a model knows.
    #[derive(Debug)]
    pub struct BusyMutex<T> {
        held: AtomicBool,
        inner: Mutex<T>,
    }

    /// Who has it.
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

        /// Whether somebody has it.
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

    /// loom's mutex with parking_lot's signature.
    #[derive(Debug)]
    pub struct Mutex<T>(loom::sync::Mutex<T>);

    impl<T> Mutex<T> {
        /// A mutex around `value`.
        pub fn new(value: T) -> Self {
            Self(loom::sync::Mutex::new(value))
        }

        /// Takes the lock.
        pub fn lock(&self) -> MutexGuard<'_, T> {
            self.0.lock().expect("a model's mutex is never poisoned")
        }

        /// The value, of a mutex nobody else can see.
        pub fn get_mut(&mut self) -> &mut T {
            self.0.get_mut().expect("a model's mutex is never poisoned")
        }
    }
}
