//! What instructions do besides writing the slots that their operands name.

/// A set of effects. They are upper bounds: what is not in the set does not happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(u16);

/// The words of the column of facts, as the table has them.
#[allow(non_upper_case_globals, reason = "they stand in the table in lower case")]
pub(super) mod fact {
    use super::Effects;

    pub(in crate::ops) const pure: Effects = Effects::NONE;
    pub(in crate::ops) const copies: Effects = Effects::COPIES;
    pub(in crate::ops) const closure: Effects = Effects::CLOSURE;
    pub(in crate::ops) const parts: Effects = Effects::PARTS;
    pub(in crate::ops) const panics: Effects = Effects::PANICS;
    pub(in crate::ops) const reads: Effects = Effects::READS;
    pub(in crate::ops) const writes: Effects = Effects::WRITES;
    pub(in crate::ops) const words: Effects = Effects::WORDS;
    pub(in crate::ops) const allocates: Effects = Effects::ALLOCATES;
    pub(in crate::ops) const budget: Effects = Effects::BUDGET;
    pub(in crate::ops) const returns: Effects = Effects::RETURNS;
    pub(in crate::ops) const ends: Effects = Effects::ENDS;
    pub(in crate::ops) const pointers: Effects = Effects::POINTERS;
    pub(in crate::ops) const acts: Effects = Effects::ACTS;
    pub(in crate::ops) const any: Effects = Effects::ACTS.or(Effects::POINTERS);
}

impl Effects {
    /// Its results depend on its operands alone, it has no other effect, and it always succeeds: it may be left out
    /// when nothing reads its results.
    pub const NONE: Self = Self(0);
    /// Its result is a copy of its operand, slot by slot.
    pub const COPIES: Self = Self(1);
    /// It looks into the running closure, whose captures do not change.
    pub const CLOSURE: Self = Self(1 << 1);
    /// It reads or writes parts of slots, which its operands name by their offset in bytes.
    pub const PARTS: Self = Self(1 << 2);
    /// It may raise a run-time panic.
    pub const PANICS: Self = Self(1 << 3);
    /// Its results depend on memory: the heap, or package-level variables.
    pub const READS: Self = Self(1 << 4);
    /// It changes memory.
    pub const WRITES: Self = Self(1 << 5);
    /// What it reads or writes are the whole words of memory from its operand `ptr` plus its operand `off` on,
    /// unchanged.
    pub const WORDS: Self = Self(1 << 6);
    /// It may allocate memory, and so wait for a collection.
    pub const ALLOCATES: Self = Self(1 << 7);
    /// It takes from the budget (a jump: when it jumps), and so may yield.
    pub const BUDGET: Self = Self(1 << 8);
    /// It leaves the function: the caller reads the slots of the results. If it has operands, they make the first of
    /// these.
    pub const RETURNS: Self = Self(1 << 9);
    /// Control never goes on after it.
    pub const ENDS: Self = Self(1 << 10);
    /// It changes pointers in memory, or gives pointers that it reads from slots to what has no slots of this frame: an
    /// object, a channel, a map, a native, a goroutine. Without it they are in its results at most.
    pub const POINTERS: Self = Self(1 << 11);
    /// It may do all of these but `POINTERS`, call, and park.
    pub const ACTS: Self = Self(1 << 12);

    /// The facts with which an instruction may touch memory, and says in its column of accesses which.
    pub(super) const TOUCHES: Self = Self::READS.or(Self::WRITES).or(Self::ACTS);

    /// Whether it may touch memory.
    #[must_use]
    pub const fn touches(self) -> bool {
        self.has(Self::TOUCHES)
    }

    /// Both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set has some of `others`.
    #[must_use]
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether it may raise a run-time panic.
    #[must_use]
    pub const fn may_panic(self) -> bool {
        self.has(Self::PANICS.or(Self::ACTS))
    }

    /// Whether a goroutine may be stopped at it, for a collection or another goroutine: its frame must be whole there.
    #[must_use]
    pub const fn is_safepoint(self) -> bool {
        self.has(Self::ALLOCATES.or(Self::BUDGET).or(Self::ACTS))
    }
}
