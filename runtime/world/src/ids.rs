//! The ids of objects in a world, and the tables that assign them. No id is used twice in a run, so a stale id finds
//! nothing.

use std::collections::BTreeMap;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(crate) struct $name(pub(crate) u32);

        impl From<u32> for $name {
            fn from(number: u32) -> Self {
                Self(number)
            }
        }
    )*};
}

ids! {
    /// A file.
    NodeId,
    /// An open file description.
    OpenId,
    /// A pipe.
    PipeId,
    /// A socket.
    SocketId
}

/// Objects by id, in the order of creation.
pub(crate) struct Table<Id, T> {
    by_id: BTreeMap<Id, T>,
    next_number: u32,
}

impl<Id, T> Default for Table<Id, T> {
    fn default() -> Self {
        Self { by_id: BTreeMap::new(), next_number: 0 }
    }
}

impl<Id: Copy + Ord + From<u32>, T> Table<Id, T> {
    /// Adds an object; returns its id.
    pub(crate) fn add(&mut self, new: T) -> Id {
        let id = Id::from(self.next_number);
        self.next_number += 1;
        self.by_id.insert(id, new);
        id
    }

    pub(crate) fn get(&self, id: Id) -> Option<&T> {
        self.by_id.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: Id) -> Option<&mut T> {
        self.by_id.get_mut(&id)
    }

    pub(crate) fn remove(&mut self, id: Id) -> Option<T> {
        self.by_id.remove(&id)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Id, &T)> {
        self.by_id.iter().map(|(id, one)| (*id, one))
    }
}
