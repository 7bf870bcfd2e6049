//! Accesses of a thread's step to objects that other threads see, and the pairs of accesses whose order matters.

use serde::{Deserialize, Serialize};

/// How a step accesses an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// It looks at it.
    Read,
    /// It changes it in a way that all others can tell.
    Write,
    /// It takes a lock. The thread is not able to as long as another one has it.
    Acquire,
    /// It gives a lock back, or is one of those that others [await](Kind::Await): that makes others able, and changes
    /// nothing for those that are.
    Release,
    /// It adds to a counter that is not zero, or a reader of a lock.
    Add,
    /// It goes on because a counter is zero. The thread is not able to before.
    Await,
}

impl Kind {
    /// Whether two accesses of this kind to one object, by two threads that are both able to make them, lead to
    /// different states in either order.
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

    /// Whether an earlier access of this kind happens before a later one of the other kind, by another thread.
    #[must_use]
    pub const fn orders(self, later: Self) -> bool {
        self.conflicts(later)
            || matches!((self, later), (Self::Release, Self::Acquire | Self::Await))
    }
}

/// An access to an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Access {
    /// The object, by a number that is the same in all runs with the same beginning.
    pub object: u64,
    /// How it is accessed.
    pub kind: Kind,
}

impl Access {
    /// An access.
    #[must_use]
    pub const fn new(object: u64, kind: Kind) -> Self {
        Self { object, kind }
    }
}

/// Whether two steps conflict.
#[must_use]
pub fn conflict(a: &[Access], b: &[Access]) -> bool {
    meet(a, b, Kind::conflicts)
}

/// Whether the earlier of two steps happens before the later one, by what both access.
#[must_use]
pub fn order(earlier: &[Access], later: &[Access]) -> bool {
    meet(earlier, later, Kind::orders)
}

fn meet(a: &[Access], b: &[Access], by: impl Fn(Kind, Kind) -> bool) -> bool {
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
        assert!(!Kind::Release.conflicts(Kind::Acquire) && Kind::Release.orders(Kind::Acquire));
        assert!(!Kind::Acquire.orders(Kind::Release));
    }
}
