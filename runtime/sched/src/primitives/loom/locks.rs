//! loom's locks with parking_lot's signatures. The models of the heap use this file too, by path: the heap's crate does
//! not depend on this one.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// loom's guard; `None` while its owner waits at a [`Condvar`].
#[derive(Debug)]
pub struct MutexGuard<'a, T>(Option<loom::sync::MutexGuard<'a, T>>);

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0.as_ref().expect("the guard's owner does not wait")
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_mut().expect("the guard's owner does not wait")
    }
}

/// loom's condition variable with parking_lot's signature.
#[derive(Debug)]
pub struct Condvar(loom::sync::Condvar);

impl Default for Condvar {
    fn default() -> Self {
        Self::new()
    }
}

impl Condvar {
    /// Creates a condition variable without waiting threads.
    pub fn new() -> Self {
        Self(loom::sync::Condvar::new())
    }

    /// Releases the lock until notified.
    pub fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
        let inner = guard.0.take().expect("the guard's owner does not wait");
        guard.0 = Some(self.0.wait(inner).expect("a model's mutex is never poisoned"));
    }

    /// A model has no time: the wait ends at once.
    pub fn wait_for<T>(&self, _: &mut MutexGuard<'_, T>, _: Duration) {
        loom::thread::yield_now();
    }

    /// Wakes one waiting thread.
    pub fn notify_one(&self) {
        self.0.notify_one();
    }

    /// Wakes all waiting threads.
    pub fn notify_all(&self) {
        self.0.notify_all();
    }
}

/// loom's mutex with parking_lot's signature.
#[derive(Debug)]
pub struct Mutex<T>(loom::sync::Mutex<T>);

impl<T> Mutex<T> {
    /// Creates a mutex around `value`.
    pub fn new(value: T) -> Self {
        Self(loom::sync::Mutex::new(value))
    }

    /// Takes the lock.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        MutexGuard(Some(self.0.lock().expect("a model's mutex is never poisoned")))
    }

    /// The value of a mutex that no other thread can access.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().expect("a model's mutex is never poisoned")
    }
}
