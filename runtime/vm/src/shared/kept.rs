//! What natives of the library keep between calls, by number: objects of their own that are no Go values.
//!
//! It belongs to the machine, so that what a program has not released goes with it.

use hashbrown::HashMap;
use parking_lot::Mutex;
use std::any::Any;
use std::sync::Arc;

/// What is kept.
#[derive(Default)]
pub(crate) struct Kept(Mutex<Table>);

#[derive(Default)]
struct Table {
    last: u64,
    objects: HashMap<u64, Arc<dyn Any + Send + Sync>>,
}

impl Kept {
    /// Keeps an object; its number is never 0, and no other's.
    pub(crate) fn add(&self, object: Arc<dyn Any + Send + Sync>) -> u64 {
        let mut table = self.0.lock();
        table.last += 1;
        let number = table.last;
        table.objects.insert(number, object);
        number
    }

    pub(crate) fn get(&self, number: u64) -> Option<Arc<dyn Any + Send + Sync>> {
        self.0.lock().objects.get(&number).cloned()
    }

    /// The object is dropped without the lock.
    pub(crate) fn remove(&self, number: u64) {
        let object = self.0.lock().objects.remove(&number);
        drop(object);
    }
}
