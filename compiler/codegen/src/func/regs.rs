//! Register allocation: a stack of slots with checked releases.
//!
//! The variables of a block and the temporaries of a statement are allocated at the top and released in reverse order,
//! so that the window of a call always lies above all live slots.

use crate::invariant::panic_broken_invariant;
use minigo_bytecode::func::{HEADER_SLOTS, MAX_FRAME_SLOTS};
use minigo_bytecode::operand::Slot;

/// The height of the stack of slots at some point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SlotHeight(u32);

/// The allocator of a frame's slots.
#[derive(Debug)]
pub(crate) struct Regs {
    next: u32,
    max: u32,
}

impl Regs {
    /// Makes a frame whose first `reserved` slots are permanently allocated.
    pub(crate) fn new(reserved: u32) -> Self {
        Self { next: reserved, max: reserved }
    }

    /// Allocates the next `n` slots.
    pub(crate) fn alloc(&mut self, n: u32) -> Slot {
        let at = self.next;
        self.next = self.next.saturating_add(n);
        self.max = self.max.max(self.next);
        Slot(at as u16)
    }

    /// Allocates a call window for that many slots. Returns the slot at which the callee's frame begins.
    pub(crate) fn alloc_call_window(&mut self, slots: u32) -> Slot {
        let base = self.alloc(u32::from(HEADER_SLOTS) + slots);
        Slot(base.0.wrapping_add(HEADER_SLOTS))
    }

    /// The current height of the stack, to release to.
    pub(crate) fn height(&self) -> SlotHeight {
        SlotHeight(self.next)
    }

    /// Releases all slots allocated since `mark`.
    pub(crate) fn release(&mut self, mark: SlotHeight) {
        if mark.0 > self.next {
            panic_broken_invariant("slots are released in the order opposite to their allocation");
        }
        self.next = mark.0;
    }

    /// Releases all slots from `slot + keep` on.
    pub(crate) fn release_above(&mut self, slot: Slot, keep: u32) {
        if !self.has_overflowed() {
            self.release(SlotHeight(u32::from(slot.0) + keep));
        }
    }

    /// The largest number of slots allocated at any time.
    pub(crate) fn frame_slots(&self) -> u32 {
        self.max
    }

    /// Reports whether more than `slots` slots of the frame are in use.
    pub(crate) fn uses_more_than(&self, slots: u32) -> bool {
        self.next > slots
    }

    /// Reports whether the function needs more slots than a frame may have.
    pub(crate) fn has_overflowed(&self) -> bool {
        self.max > MAX_FRAME_SLOTS
    }
}
