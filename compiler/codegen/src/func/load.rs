//! Loads: selects the instruction that reads a value of a type from an lvalue.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::program::layout::{Layout, Shape};
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::CompareOp;
use minigo_types::ty::TypeId;

impl<'p> FuncGen<'_, 'p> {
    /// Generates `dst = lvalue`.
    pub(crate) fn load(&mut self, lvalue: Lvalue, ty: TypeId, dst: Slot) {
        let layout = self.layout(ty);
        let mark = self.regs.height();
        if layout.is_indirect() {
            self.load_copy(lvalue, ty, dst);
            return self.regs.release(mark);
        }
        match lvalue {
            Lvalue::Slots(slot) => self.mov(dst, slot, layout.slots()),
            Lvalue::Part(byte) => self.load_part(byte, layout, dst),
            Lvalue::Mem { pointer: ptr, offset: off, is_nonnil: nonnil } if layout.size == 0 => {
                if !nonnil {
                    self.emit(Op::NilCheck { ptr });
                }
                let _ = off;
            }
            Lvalue::Mem { pointer: ptr, offset: off, .. } => self.load_mem(ptr, off, ty, dst),
            Lvalue::Elem { base: x, index: i, is_unsigned: unsigned } => {
                self.load_elem((x, i, unsigned), ty, dst);
            }
            Lvalue::Global(off) => self.load_global(off, ty, dst),
        }
        self.regs.release(mark);
    }

    /// Copies a value in memory to the heap; `dst` gets the copy's address.
    fn load_copy(&mut self, lvalue: Lvalue, ty: TypeId, dst: Slot) {
        let rtype = self.rtype(ty);
        let (from, new) = (self.regs.alloc(1), self.regs.alloc(1));
        self.address_of(lvalue, ty, from);
        self.emit(Op::New { dst: new, ty: Wide::new(rtype) });
        self.emit_ext(Op::CopyTyped { dst: new, src: from }, 0, rtype);
        self.mov(dst, new, 1);
    }

    /// Replaces null, which an instruction returns for the zero value, by the address of a zero value.
    pub(crate) fn zero_value_if_null(&mut self, slot: Slot, ty: TypeId) {
        if !self.layout(ty).is_indirect() {
            return;
        }
        let fine = self.label();
        self.branch_imm(CompareOp::Ne, slot, 0, fine);
        let rtype = Wide::new(self.rtype(ty));
        self.emit(Op::New { dst: slot, ty: rtype });
        self.asm.bind(fine);
    }

    fn load_part(&mut self, byte: u32, layout: Layout, dst: Slot) {
        let off = Wide::new(byte);
        let op = match (layout.shape, layout.size) {
            (Shape::Int { signed: true, .. }, 1) => Op::PartI8 { dst, off },
            (Shape::Int { signed: true, .. }, 2) => Op::PartI16 { dst, off },
            (Shape::Int { signed: true, .. }, 4) => Op::PartI32 { dst, off },
            (_, 1) => Op::PartU8 { dst, off },
            (_, 2) if layout.align == 2 => Op::PartU16 { dst, off },
            (_, 4) if layout.align == 4 => Op::PartU32 { dst, off },
            (_, 0) => return,
            (_, size) => {
                self.zero(dst, layout.slots());
                self.emit(Op::PartCopy { off: Wide::new(u32::from(dst.0) * 8) });
                self.asm.emit_ext(size as u16, byte);
                return;
            }
        };
        self.emit(op);
    }

    /// Makes an offset fit into an instruction; if it is too large, a part of it is added to the pointer.
    pub(crate) fn fit_offset(&mut self, ptr: Slot, off: u32) -> (Slot, u16) {
        if let Ok(off) = u16::try_from(off) {
            return (ptr, off);
        }
        let dst = self.regs.alloc(1);
        self.emit_ext(Op::AddrOffWide { dst, ptr }, 0, off);
        (dst, 0)
    }

    /// Loads `n` whole words from memory.
    pub(crate) fn load_words(&mut self, ptr: Slot, off: u32, dst: Slot, n: u32) {
        let mark = self.regs.height();
        let (ptr, off) = self.fit_offset(ptr, off);
        match n {
            0 => {}
            1 => self.emit(Op::Load64 { dst, ptr, off }),
            2 => self.emit(Op::Load128 { dst, ptr, off }),
            3 => self.emit(Op::Load192 { dst, ptr, off }),
            _ => self.load_bytes(ptr, off, dst, u64::from(n) * 8),
        }
        self.regs.release(mark);
    }

    /// Loads any number of bytes from memory.
    fn load_bytes(&mut self, ptr: Slot, off: u16, dst: Slot, bytes: u64) {
        const MAX_LOAD_CHUNK_BYTES: u64 = 65_528;
        let mut done = 0;
        while done < bytes {
            let n = MAX_LOAD_CHUNK_BYTES.min(bytes - done);
            let at = u64::from(off) + done;
            let from = if at == 0 {
                ptr
            } else {
                let from = self.regs.alloc(1);
                self.address_of(
                    Lvalue::Mem { pointer: ptr, offset: at as u32, is_nonnil: false },
                    TypeId(0),
                    from,
                );
                from
            };
            let dst = Slot(dst.0.wrapping_add((done / 8) as u16));
            self.emit(Op::LoadMem { dst, ptr: from, bytes: n as u16 });
            done += n;
        }
    }

    fn load_mem(&mut self, ptr: Slot, off: u32, ty: TypeId, dst: Slot) {
        let layout = self.layout(ty);
        if layout.align == 8 && layout.size.is_multiple_of(8) {
            return self.load_words(ptr, off, dst, layout.slots());
        }
        let (ptr, off) = self.fit_offset(ptr, off);
        let op = match (layout.shape, layout.size) {
            (Shape::Int { signed: true, .. }, 1) => Op::LoadI8 { dst, ptr, off },
            (Shape::Int { signed: true, .. }, 2) => Op::LoadI16 { dst, ptr, off },
            (Shape::Int { signed: true, .. }, 4) => Op::LoadI32 { dst, ptr, off },
            (_, 1) => Op::LoadU8 { dst, ptr, off },
            (_, 2) if layout.align == 2 => Op::LoadU16 { dst, ptr, off },
            (_, 4) if layout.align == 4 => Op::LoadU32 { dst, ptr, off },
            (_, bytes) => return self.load_bytes(ptr, off, dst, bytes),
        };
        self.emit(op);
    }

    fn load_elem(&mut self, (x, i, unsigned): (Slot, Slot, bool), ty: TypeId, dst: Slot) {
        let layout = self.layout(ty);
        let op = match (layout.shape, layout.size, layout.align) {
            (Shape::Int { signed: true, .. }, 1, _) => Op::IndexI8 { dst, x, i },
            (Shape::Int { signed: true, .. }, 2, _) => Op::IndexI16 { dst, x, i },
            (Shape::Int { signed: true, .. }, 4, _) => Op::IndexI32 { dst, x, i },
            (_, 1, _) => Op::IndexU8 { dst, x, i },
            (_, 2, 2) => Op::IndexU16 { dst, x, i },
            (_, 4, 4) => Op::IndexU32 { dst, x, i },
            (_, 8, 8) => Op::Index64 { dst, x, i },
            (_, 16, 8) => Op::Index128 { dst, x, i },
            (_, 24, 8) => Op::Index192 { dst, x, i },
            (_, 0, _) => Op::CheckIndex { i, n: Slot(x.0 + 1) },
            (_, size, _) => {
                let ptr =
                    self.elem_addr(Lvalue::Elem { base: x, index: i, is_unsigned: unsigned }, size);
                return self.load_mem(ptr, 0, ty, dst);
            }
        };
        self.note_index_sign(unsigned);
        self.emit(op);
    }

    /// Loads a global. Each global begins at a word boundary, so whole words can be read; parts of globals need exact
    /// loads.
    fn load_global(&mut self, off: u32, ty: TypeId, dst: Slot) {
        let layout = self.layout(ty);
        if layout.size == 0 {
            return;
        }
        if layout.size == 8 && layout.align == 8 {
            return self.emit(Op::LoadGlobal { dst, off: Wide::new(off) });
        }
        let (ptr, off) = self.pointer_and_offset(Lvalue::Global(off), layout.size);
        self.load_mem(ptr, off, ty, dst);
    }
}
