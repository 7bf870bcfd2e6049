//! Register allocation: a stack of slots with checked release.
//!
//! Variables of a block and temporaries of a statement are allocated at the top and released in the opposite order, so
//! that a call's window always lies above all that lives.

use crate::broken::broken;
use minigo_bytecode::func::{HEADER_SLOTS, MAX_FRAME_SLOTS};
use minigo_bytecode::operand::Slot;

/// How far the stack of slots was filled at some moment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Mark(u32);

/// The slots of a frame.
#[derive(Debug)]
pub(crate) struct Regs {
    next: u32,
    max: u32,
}

impl Regs {
    /// A frame whose first `reserved` slots are taken for good.
    pub(crate) fn new(reserved: u32) -> Self {
        Self { next: reserved, max: reserved }
    }

    /// The next `n` free slots.
    pub(crate) fn alloc(&mut self, n: u32) -> Slot {
        let at = self.next;
        self.next = self.next.saturating_add(n);
        self.max = self.max.max(self.next);
        Slot(at as u16)
    }

    /// A call window for that many slots: what it returns is where the callee's frame begins.
    pub(crate) fn window(&mut self, slots: u32) -> Slot {
        let base = self.alloc(u32::from(HEADER_SLOTS) + slots);
        Slot(base.0.wrapping_add(HEADER_SLOTS))
    }

    /// Now.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.next)
    }

    /// Releases all that was allocated since `mark`.
    pub(crate) fn release(&mut self, mark: Mark) {
        if mark.0 > self.next {
            broken("slots are released in the order opposite to their allocation");
        }
        self.next = mark.0;
    }

    /// Releases all from `slot + keep` on.
    pub(crate) fn release_above(&mut self, slot: Slot, keep: u32) {
        if !self.overflowed() {
            self.release(Mark(u32::from(slot.0) + keep));
        }
    }

    /// The most slots that were ever taken.
    pub(crate) fn frame_slots(&self) -> u32 {
        self.max
    }

    /// Whether more than `slots` slots of the frame are in use.
    pub(crate) fn is_filled(&self, slots: u32) -> bool {
        self.next > slots
    }

    /// Whether the function needs more slots than a frame may have.
    pub(crate) fn overflowed(&self) -> bool {
        self.max > MAX_FRAME_SLOTS
    }
}
