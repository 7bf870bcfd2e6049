//! The owner of threads: it accounts for them, and for their allocations.

use std::any::Any;

/// The owner of a scheduler's threads, which accounts for their memory.
pub trait ThreadAccounting: Send + Sync {
    /// Pays for a thread before it is started; false if there is no room for one.
    fn admit_thread(&self) -> bool;
    /// Called when a thread that was paid for has ended, or could not be started.
    fn release_thread(&self);
    /// Called on the thread before anything else. The returned value is dropped on the thread after all else.
    fn enter_thread(&self) -> Box<dyn Any>;
}

/// An owner that neither limits its threads nor charges their memory to an account.
pub(crate) struct UnlimitedThreads;

impl ThreadAccounting for UnlimitedThreads {
    fn admit_thread(&self) -> bool {
        true
    }

    fn release_thread(&self) {}

    fn enter_thread(&self) -> Box<dyn Any> {
        Box::new(())
    }
}
