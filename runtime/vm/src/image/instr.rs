//! Instructions in memory, executed by the interpreter while their opcodes change.
//!
//! The opcode of an instruction may change to that of `hot` at any moment, and back; its operands stay. So the opcode
//! is an atomic: every reader and writer accesses it as two bytes. The operands are the six bytes behind it, which
//! nothing writes while goroutines run, and are loaded plainly. Only `Ext`, which is never an entry, is read as a
//! whole: reading another instruction as a whole would race with the store of its opcode, and a handler that was chosen
//! by one opcode could find another opcode.
//!
//! The handler of an instruction knows its opcode and never reads it again ([`with_opcode`]). So a store between the
//! dispatch and the handler has no effect: both instructions do the same. (One atomic word for opcode and operands
//! would work too, but handlers would have to shift each operand out of a register, where they now load two bytes.)

#[cfg(not(any(miri, sanitized)))]
use crate::arch;
use minigo_bytecode::ops::Op;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU16, Ordering};

/// The memory of an instruction.
#[repr(transparent)]
pub(crate) struct Instr(UnsafeCell<Op>);

// SAFETY: only the functions of this module read it: see the header.
unsafe impl Sync for Instr {}

const _: () = assert!(size_of::<Op>() == 8 && align_of::<Op>() >= align_of::<AtomicU16>());

impl From<Op> for Instr {
    fn from(op: Op) -> Self {
        Self(UnsafeCell::new(op))
    }
}

impl Instr {
    /// The address of the instruction.
    #[inline(always)]
    pub(crate) const fn address(&self) -> *const Op {
        self.0.get()
    }

    /// The instruction with its current opcode.
    pub(crate) fn current_op(&self) -> Op {
        // SAFETY: the address is that of an instruction.
        unsafe { read_op(self.address()) }
    }
}

/// The opcode of an instruction.
///
/// # Safety
/// `pc` points to an instruction, which is not freed.
#[inline(always)]
pub(crate) unsafe fn atomic_opcode<'a>(pc: *const Op) -> &'a AtomicU16 {
    // SAFETY: the opcode is the first field of an instruction, and is only accessed as this atomic.
    unsafe { &*pc.cast::<AtomicU16>() }
}

/// The current opcode of an instruction.
///
/// # Safety
/// `pc` points to an instruction.
#[inline(always)]
pub(crate) unsafe fn opcode(pc: *const Op) -> u16 {
    // SAFETY: the caller's promise.
    unsafe { atomic_opcode(pc).load(Ordering::Relaxed) }
}

/// The current opcode as an index for dispatch. A compiler loads an atomic of two bytes and widens it in a second
/// instruction, for which every dispatch would wait: the interpreter would take a seventh more time.
///
/// # Safety
/// `pc` points to an instruction.
#[inline(always)]
pub(crate) unsafe fn opcode_index(pc: *const Op) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        #[cfg(not(any(miri, sanitized)))]
        return arch::load_halfword(pc.cast());
        #[cfg(any(miri, sanitized))]
        return usize::from(opcode(pc));
    }
}

/// The instruction at `pc`, with this opcode and the operands in memory.
///
/// # Safety
/// `pc` points to an instruction, and `opcode` is the instruction's original opcode or another one that the instruction
/// has had.
#[inline(always)]
pub(crate) unsafe fn with_opcode(pc: *const Op, opcode: u16) -> Op {
    // The operands are loaded two bytes at a time, since most of them have two bytes: a compiler would load six bytes
    // at once in two parts, and shift operands out.
    // SAFETY: an instruction's first two bytes are its opcode, the other six its operands, for which any bits are
    // valid.
    unsafe {
        let operand = |at| pc.cast::<u16>().add(at).read();
        std::mem::transmute::<[u16; 4], Op>([opcode, operand(1), operand(2), operand(3)])
    }
}

/// The instruction at `pc` with its current opcode.
///
/// # Safety
/// `pc` points to an instruction.
#[inline(always)]
pub(crate) unsafe fn read_op(pc: *const Op) -> Op {
    // SAFETY: the caller's promise.
    unsafe { with_opcode(pc, opcode(pc)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minigo_bytecode::operand::{Slot, Wide};
    use std::sync::atomic::AtomicBool;

    /// The operands that a handler reads do not depend on the opcodes stored meanwhile.
    #[test]
    fn a_handler_reads_the_same_operands_during_opcode_stores() {
        let op = Op::Call { win: Slot(3), func: Wide::new(0x0102_0304) };
        let code = [Instr::from(op), Instr::from(Op::Ret {})];
        let (own, hot) = (op.to_bits() as u16, Op::Hot {}.to_bits() as u16);
        let over = AtomicBool::new(false);
        let rounds = if cfg!(miri) { 20 } else { 100_000 };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    // SAFETY: the pointer is that of an instruction.
                    unsafe {
                        atomic_opcode(code[0].address()).store(hot, Ordering::Release);
                        atomic_opcode(code[0].address()).store(own, Ordering::Release);
                    }
                }
            });
            for _ in 0..rounds {
                // SAFETY: as above; `own` is the original opcode.
                unsafe {
                    assert_eq!(with_opcode(code[0].address(), own), op);
                    let seen = read_op(code[0].address()).to_bits() as u16;
                    assert!(seen == own || seen == hot);
                }
            }
            over.store(true, Ordering::Relaxed);
        });
        assert_eq!(code[1].current_op(), Op::Ret {});
    }
}
