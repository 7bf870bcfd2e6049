//! Atomics and mutexes from the standard library, or loom's: one import path.
//!
//! A twin module, so that no call site says `cfg`. Only what the loom models cover uses it: the
//! state word, the local queue, loans, timers, the alarm, the netpoller's gates and kicks, and (in the `sync` crate)
//! channels. The rest of the scheduler is
//! tested by stress.

#[cfg(not(loom))]
pub use parking_lot::{Mutex, MutexGuard};
#[cfg(not(loom))]
pub use std::sync::atomic::{
    AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, Ordering, fence,
};

#[cfg(loom)]
pub use loom::sync::atomic::{
    AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, Ordering, fence,
};
#[cfg(loom)]
pub use twin::{Mutex, MutexGuard};

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
