//! The interpreter's registers of a running goroutine; the interpreter keeps them in machine registers.

use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

/// Keeps the compiler from replacing a branch by a conditional move, which would make the next instruction's fetch wait
/// for the comparison.
#[inline(always)]
pub(crate) fn prevent_conditional_move() {
    #[cfg(not(miri))]
    // SAFETY: the assembly is empty.
    unsafe {
        std::arch::asm!("", options(nomem, nostack, preserves_flags));
    }
}

/// The interpreter's registers of a running goroutine.
#[derive(Clone, Copy)]
pub(crate) struct VmRegisters {
    /// The next instruction.
    pub(crate) pc: *const Op,
    /// The base of the current frame.
    pub(crate) frame_base: *mut u64,
    /// The remaining budget.
    pub(crate) budget: i64,
}

/// Bytes that cost one tick of the budget: memory is copied, compared and cleared at some 10 GB/s, and a tick stands
/// for a few nanoseconds.
const BYTES_PER_TICK: usize = 64;

/// Instructions that access fewer bytes cost no more than other instructions.
const LARGE_ACCESS: usize = 1024;

impl VmRegisters {
    #[inline(always)]
    pub(crate) unsafe fn slot_address(self, slot: Slot) -> *mut u64 {
        // SAFETY: slots of instructions lie in the frame, for which there is room.
        unsafe { self.frame_base.add(slot.0 as usize) }
    }

    #[inline(always)]
    pub(crate) unsafe fn get(self, slot: Slot) -> u64 {
        // SAFETY: as in `slot_address`.
        unsafe { *self.slot_address(slot) }
    }

    #[inline(always)]
    pub(crate) unsafe fn signed_slot(self, slot: Slot) -> i64 {
        // SAFETY: as in `slot_address`.
        unsafe { *self.slot_address(slot) as i64 }
    }

    #[inline(always)]
    pub(crate) unsafe fn f64(self, slot: Slot) -> f64 {
        // SAFETY: as in `slot_address`.
        unsafe { f64::from_bits(*self.slot_address(slot)) }
    }

    #[inline(always)]
    pub(crate) unsafe fn f32(self, slot: Slot) -> f32 {
        // SAFETY: as in `slot_address`.
        unsafe { f32::from_bits(*self.slot_address(slot) as u32) }
    }

    #[inline(always)]
    pub(crate) unsafe fn slot_pair(self, slot: Slot) -> [u64; 2] {
        // SAFETY: as in `slot_address`.
        unsafe { [*self.slot_address(slot), *self.slot_address(slot).add(1)] }
    }

    #[inline(always)]
    pub(crate) unsafe fn set(self, slot: Slot, v: u64) {
        // SAFETY: as in `slot_address`.
        unsafe { *self.slot_address(slot) = v }
    }

    #[inline(always)]
    pub(crate) unsafe fn set_pair(self, slot: Slot, v: [u64; 2]) {
        // SAFETY: as in `slot_address`.
        unsafe {
            *self.slot_address(slot) = v[0];
            *self.slot_address(slot).add(1) = v[1];
        }
    }

    #[inline(always)]
    pub(crate) unsafe fn set_triple(self, slot: Slot, v: [u64; 3]) {
        // SAFETY: as in `slot_address`.
        unsafe {
            *self.slot_address(slot) = v[0];
            *self.slot_address(slot).add(1) = v[1];
            *self.slot_address(slot).add(2) = v[2];
        }
    }

    #[inline(always)]
    pub(crate) unsafe fn set_f64(self, slot: Slot, v: f64) {
        // SAFETY: as in `slot_address`.
        unsafe { *self.slot_address(slot) = v.to_bits() }
    }

    #[inline(always)]
    pub(crate) unsafe fn set_f32(self, slot: Slot, v: f32) {
        // SAFETY: as in `slot_address`.
        unsafe { *self.slot_address(slot) = u64::from(v.to_bits()) }
    }

    /// Charges the budget for an instruction that reads or writes `bytes` bytes: a loop of such instructions must use
    /// up its budget as soon as other loops, since a stop of the world waits for that.
    #[inline(always)]
    pub(crate) fn charge_budget(&mut self, bytes: usize) {
        if bytes >= LARGE_ACCESS {
            prevent_conditional_move();
            self.budget -= (bytes / BYTES_PER_TICK) as i64;
        }
    }

    /// Moves past an `Ext` instruction and returns its operands.
    #[inline(always)]
    pub(crate) unsafe fn read_ext_operands(&mut self) -> (u16, u32) {
        // SAFETY: an `Ext` follows every instruction that takes one.
        unsafe {
            let Op::Ext { a, b } = *self.pc else { std::hint::unreachable_unchecked() };
            self.pc = self.pc.add(1);
            (a, b.get())
        }
    }

    /// Moves past an `Ext` that holds a 48-bit number, and returns the number in the upper bits of a word.
    #[inline(always)]
    pub(crate) unsafe fn read_reciprocal(&mut self) -> u64 {
        // SAFETY: as for `read_ext_operands`.
        let (a, b) = unsafe { self.read_ext_operands() };
        u64::from(b) << 32 | u64::from(a) << 16
    }

    #[inline(always)]
    pub(crate) unsafe fn jump_by(&mut self, distance: isize) {
        // SAFETY: a jump stays within its function.
        self.pc = unsafe { self.pc.offset(distance) };
    }
}
