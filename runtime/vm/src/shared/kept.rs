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

    /// As it is now, for another machine.
    #[must_use]
    fn copy(&self) -> Self;
}

/// A state, of whatever kind.
trait State: Any + Send + Sync {
    fn copy(&self) -> Box<dyn State>;
}

impl<T: LibraryState> State for T {
    fn copy(&self) -> Box<dyn State> {
        Box::new(LibraryState::copy(self))
    }
}

/// What is kept.
#[derive(Default)]
pub(crate) struct Kept {
    table: Mutex<Table>,
    states: [OnceLock<Box<dyn State>>; STATES],
}

#[derive(Default)]
struct Table {
    last: u64,
    objects: HashMap<u64, Arc<dyn Any + Send + Sync>>,
}

impl Kept {
    /// The state of a kind.
    pub(crate) fn state<T: LibraryState>(&self) -> &T {
        let state: &dyn Any = &**self.states[T::PLACE].get_or_init(|| Box::new(T::default()));
        state.downcast_ref().expect("each kind has a place of its own")
    }

    /// The same for another machine; none if there are objects, which are this one's.
    pub(crate) fn copy(&self) -> Option<Self> {
        let copy = |state: &OnceLock<Box<dyn State>>| match state.get() {
            Some(state) => OnceLock::from((**state).copy()),
            None => OnceLock::new(),
        };
        let is_own = self.table.lock().last != 0;
        (!is_own)
            .then(|| Self { table: Mutex::default(), states: self.states.each_ref().map(copy) })
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
