//! Whom threads work for: who pays for them, and for what they allocate.

use std::any::Any;

/// Whom the threads of a scheduler work for.
pub trait Employer: Send + Sync {
    /// Pays for a thread before it is started; false if there is no room for one.
    fn admit(&self) -> bool;
    /// A thread that was paid for has ended, or could not be started.
    fn release(&self);
    /// Called on the thread before anything else. What it returns is dropped there after all else.
    fn enter(&self) -> Box<dyn Any>;
}

/// Somebody who does not count.
pub(crate) struct Anyone;

impl Employer for Anyone {
    fn admit(&self) -> bool {
        true
    }

    fn release(&self) {}

    fn enter(&self) -> Box<dyn Any> {
        Box::new(())
    }
}
