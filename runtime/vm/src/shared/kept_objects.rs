//! State that the library's natives keep between calls: objects that are not Go values, by number, and one state for
//! each kind, such as a cache.
//!
//! The state belongs to the machine: objects that a program has not released are dropped with the machine.

use hashbrown::HashMap;
use parking_lot::Mutex;
use std::any::Any;
use std::sync::{Arc, OnceLock};

/// The most kinds of state.
const MAX_STATES: usize = 4;

/// State that the natives of one package share within a machine. The state is created at its first use.
pub trait LibraryState: Any + Default + Send + Sync {
    /// The index of the state, unique among the kinds.
    const STATE_INDEX: usize;

    /// A copy of the current state for another machine.
    #[must_use]
    fn copy(&self) -> Self;
}

/// The state of one of the library's packages, of any type.
trait DynLibraryState: Any + Send + Sync {
    fn copy(&self) -> Box<dyn DynLibraryState>;
}

impl<T: LibraryState> DynLibraryState for T {
    fn copy(&self) -> Box<dyn DynLibraryState> {
        Box::new(LibraryState::copy(self))
    }
}

/// The objects and states that a machine keeps.
#[derive(Default)]
pub(crate) struct KeptObjects {
    table: Mutex<ObjectTable>,
    states: [OnceLock<Box<dyn DynLibraryState>>; MAX_STATES],
}

#[derive(Default)]
struct ObjectTable {
    last_number: u64,
    objects: HashMap<u64, Arc<dyn Any + Send + Sync>>,
}

impl KeptObjects {
    /// The state of type `T`, which is created on the first call.
    pub(crate) fn state<T: LibraryState>(&self) -> &T {
        let state: &dyn Any = &**self.states[T::STATE_INDEX].get_or_init(|| Box::new(T::default()));
        state.downcast_ref().expect("each kind of state has its own index")
    }

    /// A copy for another machine; `None` if there are objects, since these belong to this machine.
    pub(crate) fn copy(&self) -> Option<Self> {
        let copy = |state: &OnceLock<Box<dyn DynLibraryState>>| match state.get() {
            Some(state) => OnceLock::from((**state).copy()),
            None => OnceLock::new(),
        };
        let is_own = self.table.lock().last_number != 0;
        (!is_own)
            .then(|| Self { table: Mutex::default(), states: self.states.each_ref().map(copy) })
    }

    /// Keeps an object. Returns the object's number, which is unique and never 0.
    pub(crate) fn add(&self, object: Arc<dyn Any + Send + Sync>) -> u64 {
        let mut table = self.table.lock();
        table.last_number += 1;
        let number = table.last_number;
        table.objects.insert(number, object);
        number
    }

    pub(crate) fn get(&self, number: u64) -> Option<Arc<dyn Any + Send + Sync>> {
        self.table.lock().objects.get(&number).cloned()
    }

    /// Removes an object; it is dropped after the lock is released.
    pub(crate) fn remove(&self, number: u64) {
        let object = self.table.lock().objects.remove(&number);
        drop(object);
    }
}
