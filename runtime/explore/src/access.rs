//! Accesses of a thread's step to objects that other threads see, and the pairs of accesses whose order matters.

use serde::{Deserialize, Serialize};

/// How a step accesses an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// The step reads the object.
    Read,
    /// The step changes the object in a way that every other access can observe.
    Write,
    /// The step takes a lock. The step's thread cannot run while another thread has the lock.
    Acquire,
    /// The step releases a lock, or is one of the events that others [await](Kind::Await): it makes other threads
    /// runnable, and changes nothing for threads that already are.
    Release,
    /// The step adds to a counter that is not zero, or adds a reader to a lock.
    Add,
    /// The step continues because a counter is zero. The step's thread cannot run before the counter is zero.
    Await,
}

impl Kind {
    /// Reports whether accesses of these two kinds to one object, by two threads that can both make them, lead to
    /// different states in different orders.
    #[must_use]
    pub const fn conflicts(self, other: Self) -> bool {
        use Kind::{Acquire, Add, Await, Read, Release, Write};
        match (self, other) {
            (Write, _) | (_, Write) => true,
            (Read, Read | Await) | (Await, Read | Await | Acquire) | (Acquire, Await) => false,
            (Release, Release | Add | Await | Acquire) => false,
            (Add, Add | Release) | (Acquire | Await, Release) => false,
            (Read, _) | (_, Read) | (Acquire, _) | (_, Acquire) | (Add, Await) | (Await, Add) => {
                true
            }
        }
    }

    /// Reports whether an access of this kind happens before a later access of kind `later` by another thread.
    #[must_use]
    pub const fn orders_before(self, later: Self) -> bool {
        self.conflicts(later)
            || matches!((self, later), (Self::Release, Self::Acquire | Self::Await))
    }
}

/// An access to an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Access {
    /// The object's number, which is the same in all runs with the same beginning.
    pub object: u64,
    /// The kind of the access.
    pub kind: Kind,
}

impl Access {
    /// Returns an access of `kind` to `object`.
    #[must_use]
    pub const fn new(object: u64, kind: Kind) -> Self {
        Self { object, kind }
    }
}

/// Reports whether two steps conflict.
#[must_use]
pub fn any_conflict(a: &[Access], b: &[Access]) -> bool {
    any_pair(a, b, Kind::conflicts)
}

/// Reports whether the earlier of two steps happens before the later one because of the objects that both access.
#[must_use]
pub fn any_orders_before(earlier: &[Access], later: &[Access]) -> bool {
    any_pair(earlier, later, Kind::orders_before)
}

fn any_pair(a: &[Access], b: &[Access], by: impl Fn(Kind, Kind) -> bool) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.object == y.object && by(x.kind, y.kind)))
}

#[cfg(test)]
mod tests {
    use super::Kind;

    const ALL: [Kind; 6] =
        [Kind::Read, Kind::Write, Kind::Acquire, Kind::Release, Kind::Add, Kind::Await];

    #[test]
    fn conflicts_are_symmetric() {
        for a in ALL {
            for b in ALL {
                assert_eq!(a.conflicts(b), b.conflicts(a), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn giving_back_orders_and_does_not_conflict() {
        assert!(
            !Kind::Release.conflicts(Kind::Acquire) && Kind::Release.orders_before(Kind::Acquire)
        );
        assert!(!Kind::Acquire.orders_before(Kind::Release));
    }
}
