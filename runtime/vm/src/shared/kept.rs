//! What natives of the library keep between calls: objects of their own that are no Go values, by number, and one state
//! a kind, such as a cache.
//!
//! It belongs to the machine, so that what a program has not released goes with it.

use hashbrown::HashMap;
use parking_lot::Mutex;
use std::any::Any;
use std::sync::{Arc, OnceLock};

/// How many kinds of state there can be.
const STATES: usize = 4;

/// What natives of one package share on a machine. It is made when it is first asked for.
pub trait LibraryState: Any + Default + Send + Sync {
    /// Its place, which no other kind has.
    const PLACE: usize;
}

/// What is kept.
#[derive(Default)]
pub(crate) struct Kept {
    table: Mutex<Table>,
    states: [OnceLock<Box<dyn Any + Send + Sync>>; STATES],
}

#[derive(Default)]
struct Table {
    last: u64,
    objects: HashMap<u64, Arc<dyn Any + Send + Sync>>,
}

impl Kept {
    /// The state of a kind.
    pub(crate) fn state<T: LibraryState>(&self) -> &T {
        let state = self.states[T::PLACE].get_or_init(|| Box::new(T::default()));
        state.downcast_ref().expect("each kind has a place of its own")
    }

    /// Keeps an object; its number is never 0, and no other's.
    pub(crate) fn add(&self, object: Arc<dyn Any + Send + Sync>) -> u64 {
        let mut table = self.table.lock();
        table.last += 1;
        let number = table.last;
        table.objects.insert(number, object);
        number
    }

    pub(crate) fn get(&self, number: u64) -> Option<Arc<dyn Any + Send + Sync>> {
        self.table.lock().objects.get(&number).cloned()
    }

    /// The object is dropped without the lock.
    pub(crate) fn remove(&self, number: u64) {
        let object = self.table.lock().objects.remove(&number);
        drop(object);
    }
}
