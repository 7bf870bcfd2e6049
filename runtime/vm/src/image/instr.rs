//! Instructions in memory, as the interpreter runs them while compiled code is put in their place.
//!
//! The opcode of an instruction may become that of `hot` at any moment, and back; its operands stay. So the opcode is
//! an atomic of its own: it is stored and loaded as two bytes, by whoever runs or reads code. The operands lie in the
//! six bytes behind it, which nothing writes while goroutines run, and are loaded plainly. No instruction but `Ext`,
//! which is none that is entered, is read as a whole: that would be a race with the store of its opcode, and a handler
//! that has been chosen by one opcode could find another one.
//!
//! The handler of an instruction knows its opcode and never looks at it again ([`with_opcode`]). So a store between the
//! dispatch and the handler is without effect: both instructions do the same. (One atomic word for opcode and operands
//! would do too, but handlers would have to shift each operand out of a register, where they now load two bytes.)

#[cfg(not(any(miri, sanitized)))]
use crate::arch;
use minigo_bytecode::ops::Op;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU16, Ordering};

/// The place of an instruction.
#[repr(transparent)]
pub(crate) struct Instr(UnsafeCell<Op>);

// SAFETY: it is read by the functions of this module only: see its header.
unsafe impl Sync for Instr {}

const _: () = assert!(size_of::<Op>() == 8 && align_of::<Op>() >= align_of::<AtomicU16>());

impl From<Op> for Instr {
    fn from(op: Op) -> Self {
        Self(UnsafeCell::new(op))
    }
}

impl Instr {
    /// Its address.
    #[inline(always)]
    pub(crate) const fn at(&self) -> *const Op {
        self.0.get()
    }

    /// The instruction, as it is at present.
    pub(crate) fn get(&self) -> Op {
        // SAFETY: it is one.
        unsafe { read(self.at()) }
    }
}

/// Where an instruction has its opcode.
///
/// # Safety
/// `pc` is at an instruction, which stays there.
#[inline(always)]
pub(crate) unsafe fn tag<'a>(pc: *const Op) -> &'a AtomicU16 {
    // SAFETY: the opcode is the first field of an instruction, and is accessed as this atomic only.
    unsafe { &*pc.cast::<AtomicU16>() }
}

/// The opcode that an instruction has at present.
///
/// # Safety
/// `pc` is at an instruction.
#[inline(always)]
pub(crate) unsafe fn opcode(pc: *const Op) -> u16 {
    // SAFETY: the caller's promise.
    unsafe { tag(pc).load(Ordering::Relaxed) }
}

/// The same, to dispatch by. A compiler loads an atomic of two bytes and widens it in a second instruction, which every
/// dispatch would wait for: the interpreter takes a seventh more time.
///
/// # Safety
/// `pc` is at an instruction.
#[inline(always)]
pub(crate) unsafe fn opcode_index(pc: *const Op) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        #[cfg(not(any(miri, sanitized)))]
        return arch::load_half(pc.cast());
        #[cfg(any(miri, sanitized))]
        return usize::from(opcode(pc));
    }
}

/// The operands at `pc` with this opcode.
///
/// # Safety
/// `pc` is at an instruction, and the opcode is one that the instruction has had or was made with.
#[inline(always)]
pub(crate) unsafe fn with_opcode(pc: *const Op, opcode: u16) -> Op {
    // Two bytes at a time, as most operands are: six at once a compiler loads in two parts, and shifts operands out.
    // SAFETY: an instruction's first two bytes are its opcode, the other six its operands, of which any bits are some.
    unsafe {
        let operand = |at| pc.cast::<u16>().add(at).read();
        std::mem::transmute::<[u16; 4], Op>([opcode, operand(1), operand(2), operand(3)])
    }
}

/// The instruction at `pc`, as it is at present.
///
/// # Safety
/// `pc` is at an instruction.
#[inline(always)]
pub(crate) unsafe fn read(pc: *const Op) -> Op {
    // SAFETY: the caller's promise.
    unsafe { with_opcode(pc, opcode(pc)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minigo_bytecode::operand::{Slot, Wide};
    use std::sync::atomic::AtomicBool;

    /// What a handler reads does not depend on what its instruction is made meanwhile.
    #[test]
    fn a_handler_finds_its_instruction_whatever_is_stored() {
        let op = Op::Call { win: Slot(3), func: Wide::new(0x0102_0304) };
        let code = [Instr::from(op), Instr::from(Op::Ret {})];
        let (own, hot) = (op.to_bits() as u16, Op::Hot {}.to_bits() as u16);
        let over = AtomicBool::new(false);
        let rounds = if cfg!(miri) { 20 } else { 100_000 };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    // SAFETY: it is at an instruction.
                    unsafe {
                        tag(code[0].at()).store(hot, Ordering::Release);
                        tag(code[0].at()).store(own, Ordering::Release);
                    }
                }
            });
            for _ in 0..rounds {
                // SAFETY: as above; it was made with this opcode.
                unsafe {
                    assert_eq!(with_opcode(code[0].at(), own), op);
                    let seen = read(code[0].at()).to_bits() as u16;
                    assert!(seen == own || seen == hot);
                }
            }
            over.store(true, Ordering::Relaxed);
        });
        assert_eq!(code[1].get(), Op::Ret {});
    }
}
