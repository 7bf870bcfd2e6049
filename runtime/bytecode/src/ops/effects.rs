//! The effects of instructions besides writing the slots that their operands name, and the other facts about them.

/// A set of effects, as an upper bound: an effect that is not in the set does not happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(u32);

/// The words in the instruction table's column "facts".
#[allow(non_upper_case_globals, reason = "the table has these names in lower case")]
pub(super) mod fact {
    use super::Effects;

    pub(in crate::ops) const pure: Effects = Effects::NONE;
    pub(in crate::ops) const copies: Effects = Effects::COPIES;
    pub(in crate::ops) const closure: Effects = Effects::READS_CLOSURE;
    pub(in crate::ops) const parts: Effects = Effects::SLOT_PARTS;
    pub(in crate::ops) const panics: Effects = Effects::PANICS;
    pub(in crate::ops) const reads: Effects = Effects::READS;
    pub(in crate::ops) const writes: Effects = Effects::WRITES;
    pub(in crate::ops) const words: Effects = Effects::WHOLE_WORDS;
    pub(in crate::ops) const allocates: Effects = Effects::ALLOCATES;
    pub(in crate::ops) const budget: Effects = Effects::TAKES_BUDGET;
    pub(in crate::ops) const returns: Effects = Effects::RETURNS;
    pub(in crate::ops) const ends: Effects = Effects::ENDS_CONTROL_FLOW;
    pub(in crate::ops) const pointers: Effects = Effects::PASSES_POINTERS;
    pub(in crate::ops) const acts: Effects = Effects::ANY_EFFECT_BUT_POINTERS;
    pub(in crate::ops) const calls: Effects = Effects::CALLS;
    pub(in crate::ops) const float_result: Effects = Effects::FLOAT_RESULT;
    pub(in crate::ops) const float_operands: Effects = Effects::FLOAT_OPERANDS;
    pub(in crate::ops) const either: Effects = Effects::WORDS_IN_ANY_REGISTER;
    pub(in crate::ops) const second: Effects = Effects::SECOND_STORED_WORD_IS_POINTER;
    pub(in crate::ops) const inside: Effects = Effects::ACCESSES_IN_RUNTIME;
    pub(in crate::ops) const any: Effects =
        Effects::ANY_EFFECT_BUT_POINTERS.or(Effects::PASSES_POINTERS);
}

impl Effects {
    /// The instruction's results depend on its operands alone, it has no other effect, and it always succeeds: it may
    /// be removed if its results are unused.
    pub const NONE: Self = Self(0);
    /// The result is a copy of the operand, slot by slot.
    pub const COPIES: Self = Self(1);
    /// The instruction reads the running closure, whose captures do not change.
    pub const READS_CLOSURE: Self = Self(1 << 1);
    /// The instruction reads or writes parts of slots, which its operands name by their offset in bytes.
    pub const SLOT_PARTS: Self = Self(1 << 2);
    /// The instruction may raise a run-time panic.
    pub const PANICS: Self = Self(1 << 3);
    /// The results depend on memory: the heap, or package-level variables.
    pub const READS: Self = Self(1 << 4);
    /// The instruction changes memory.
    pub const WRITES: Self = Self(1 << 5);
    /// The instruction reads or writes whole words of memory, unchanged, from its operand `ptr` plus its operand `off`
    /// on.
    pub const WHOLE_WORDS: Self = Self(1 << 6);
    /// The instruction may allocate memory, and so may wait for a collection.
    pub const ALLOCATES: Self = Self(1 << 7);
    /// The instruction takes from the budget (a jump: only when it jumps), and so may yield.
    pub const TAKES_BUDGET: Self = Self(1 << 8);
    /// The instruction returns from the function: the caller reads the slots of the results. The instruction's
    /// operands, if it has any, become the first results.
    pub const RETURNS: Self = Self(1 << 9);
    /// Control never continues behind the instruction.
    pub const ENDS_CONTROL_FLOW: Self = Self(1 << 10);
    /// The instruction changes pointers in memory, or passes pointers from slots to an owner outside this frame: an
    /// object, a channel, a map, a native function, a goroutine. An instruction without this effect passes pointers to
    /// its result slots at most.
    pub const PASSES_POINTERS: Self = Self(1 << 11);
    /// The instruction may have all of these effects but `PASSES_POINTERS`, may call, and may park.
    pub const ANY_EFFECT_BUT_POINTERS: Self = Self(1 << 12);
    /// The instruction calls functions of the program, so that the native stack of compiled code grows.
    pub const CALLS: Self = Self(1 << 13);
    /// No effect: compiled code has the result in a float register. Without this fact, compiled code has the result in
    /// an integer register.
    pub const FLOAT_RESULT: Self = Self(1 << 14);
    /// No effect: compiled code has the operands in float registers, except addresses and indexes of accesses.
    pub const FLOAT_OPERANDS: Self = Self(1 << 15);
    /// No effect: the instruction moves words, which compiled code has in registers of either kind; addresses and
    /// indexes of accesses are in integer registers.
    pub const WORDS_IN_ANY_REGISTER: Self = Self(1 << 16);
    /// No effect: the second of the stored words is a pointer. Without this fact, `PASSES_POINTERS` without
    /// `ANY_EFFECT_BUT_POINTERS` means that the first of the stored words is a pointer.
    pub const SECOND_STORED_WORD_IS_POINTER: Self = Self(1 << 17);
    /// A function of the runtime makes the accesses: the function must return even if one of these accesses faults.
    pub const ACCESSES_IN_RUNTIME: Self = Self(1 << 18);

    /// The effects with which an instruction may touch memory; such an instruction lists its accesses in the table.
    pub(super) const TOUCHES_MEMORY: Self =
        Self::READS.or(Self::WRITES).or(Self::ANY_EFFECT_BUT_POINTERS);

    /// Reports whether the instruction may touch memory.
    #[must_use]
    pub const fn touches_memory(self) -> bool {
        self.has(Self::TOUCHES_MEMORY)
    }

    /// The union of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Reports whether the set contains any of `others`.
    #[must_use]
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Reports whether the instruction may raise a run-time panic.
    #[must_use]
    pub const fn may_panic(self) -> bool {
        self.has(Self::PANICS.or(Self::ANY_EFFECT_BUT_POINTERS))
    }

    /// Reports whether a goroutine may be stopped at the instruction, for a collection or another goroutine: its frame
    /// must be complete there.
    #[must_use]
    pub const fn is_safepoint(self) -> bool {
        self.has(Self::ALLOCATES.or(Self::TAKES_BUDGET).or(Self::ANY_EFFECT_BUT_POINTERS))
    }
}
