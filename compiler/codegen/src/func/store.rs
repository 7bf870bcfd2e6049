//! Stores: selects the instruction that writes a value of a type to an lvalue.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::program::layout::{Layout, Shape};
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::ty::TypeId;

impl<'p> FuncGen<'_, 'p> {
    /// Generates `lvalue = src`.
    pub(crate) fn store(&mut self, lvalue: Lvalue, ty: TypeId, src: Slot) {
        let layout = self.layout(ty);
        let mark = self.regs.height();
        if layout.is_indirect() {
            let (dst, rtype) = (self.regs.alloc(1), self.rtype(ty));
            self.address_of(lvalue, ty, dst);
            self.emit_ext(Op::CopyTyped { dst, src }, 0, rtype);
            return self.regs.release(mark);
        }
        match lvalue {
            Lvalue::Slots(slot) => self.mov(slot, src, layout.slots()),
            Lvalue::Part(byte) => self.store_part(byte, layout, src),
            Lvalue::Mem { pointer: ptr, is_nonnil: nonnil, .. } if layout.size == 0 => {
                if !nonnil {
                    self.emit(Op::NilCheck { ptr });
                }
            }
            Lvalue::Mem { pointer: ptr, offset: off, .. } => self.store_mem(ptr, off, ty, src),
            Lvalue::Elem { base: x, index: i, is_unsigned: unsigned } => {
                self.store_elem((x, i, unsigned), ty, src);
            }
            Lvalue::Global(off) => self.store_global(off, ty, src),
        }
        self.regs.release(mark);
    }

    fn store_part(&mut self, byte: u32, layout: Layout, src: Slot) {
        let off = Wide::new(byte);
        match layout.size {
            0 => {}
            1 => self.emit(Op::SetPart8 { src, off }),
            2 if layout.align == 2 => self.emit(Op::SetPart16 { src, off }),
            4 if layout.align == 4 => self.emit(Op::SetPart32 { src, off }),
            size => self.emit_ext(Op::PartCopy { off }, size as u32, u32::from(src.0) * 8),
        }
    }

    /// Stores a value into memory.
    pub(crate) fn store_mem(&mut self, ptr: Slot, off: u32, ty: TypeId, src: Slot) {
        let layout = self.layout(ty);
        let mark = self.regs.height();
        if layout.is_indirect() {
            return self.store(
                Lvalue::Mem { pointer: ptr, offset: off, is_nonnil: false },
                ty,
                src,
            );
        }
        let (ptr, off) = self.fit_offset(ptr, off);
        let one_pointer = layout.has_pointers && layout.size == 8;
        match (layout.shape, layout.size, layout.align) {
            (_, 0, _) => {}
            (_, 1, _) => self.emit(Op::Store8 { ptr, off, src }),
            (_, 2, 2) => self.emit(Op::Store16 { ptr, off, src }),
            (_, 4, 4) => self.emit(Op::Store32 { ptr, off, src }),
            (Shape::Str, ..) => self.emit(Op::StoreStr { ptr, off, src }),
            (Shape::Iface, ..) => self.emit(Op::StoreIface { ptr, off, src }),
            (Shape::Slice, ..) => self.emit(Op::StoreSlice { ptr, off, src }),
            _ if one_pointer => self.emit(Op::StorePtr { ptr, off, src }),
            (_, 8, 8) => self.emit(Op::Store64 { ptr, off, src }),
            (_, 16, 8) if !layout.has_pointers => self.emit(Op::Store128 { ptr, off, src }),
            (_, 24, 8) if !layout.has_pointers => self.emit(Op::Store192 { ptr, off, src }),
            (_, size, _) => {
                let at = if off == 0 { ptr } else { self.regs.alloc(1) };
                self.address_of(
                    Lvalue::Mem { pointer: ptr, offset: off.into(), is_nonnil: off == 0 },
                    ty,
                    at,
                );
                if !layout.has_pointers && size <= u64::from(u16::MAX) {
                    self.emit(Op::StoreMem { ptr: at, src, bytes: size as u16 });
                } else {
                    let rtype = self.rtype(ty);
                    self.emit_ext(Op::StoreTyped { ptr: at, src }, layout.slots(), rtype);
                }
            }
        }
        self.regs.release(mark);
    }

    fn store_elem(&mut self, (x, i, unsigned): (Slot, Slot, bool), ty: TypeId, src: Slot) {
        let layout = self.layout(ty);
        let one_pointer = layout.has_pointers && layout.size == 8;
        let op = match (layout.shape, layout.size, layout.align) {
            (_, 1, _) => Op::SetIndex8 { x, i, src },
            (_, 2, 2) => Op::SetIndex16 { x, i, src },
            (_, 4, 4) => Op::SetIndex32 { x, i, src },
            _ if one_pointer => Op::SetIndexPtr { x, i, src },
            (_, 8, 8) => Op::SetIndex64 { x, i, src },
            (Shape::Str, ..) => Op::SetIndexStr { x, i, src },
            (Shape::Iface, ..) => Op::SetIndexIface { x, i, src },
            (Shape::Slice, ..) => Op::SetIndexSlice { x, i, src },
            (_, 0, _) => Op::CheckIndex { i, n: Slot(x.0 + 1) },
            (_, size, _) => {
                let ptr =
                    self.elem_addr(Lvalue::Elem { base: x, index: i, is_unsigned: unsigned }, size);
                return self.store_mem(ptr, 0, ty, src);
            }
        };
        self.note_index_sign(unsigned);
        self.emit(op);
    }

    fn store_global(&mut self, off: u32, ty: TypeId, src: Slot) {
        let layout = self.layout(ty);
        let at = Wide::new(off);
        match (layout.size, layout.align) {
            (0, _) => {}
            (8, 8) if layout.has_pointers => self.emit(Op::StoreGlobalPtr { src, off: at }),
            (8, 8) => self.emit(Op::StoreGlobal { src, off: at }),
            (size, _) => {
                let (ptr, off) = self.pointer_and_offset(Lvalue::Global(off), size);
                self.store_mem(ptr, off, ty, src);
            }
        }
    }

    /// Stores the zero value in an lvalue.
    pub(crate) fn store_zero(&mut self, lvalue: Lvalue, ty: TypeId) {
        let layout = self.layout(ty);
        let mark = self.regs.height();
        match lvalue {
            Lvalue::Slots(slot) => self.zero(slot, layout.slots()),
            Lvalue::Mem { .. } | Lvalue::Elem { .. } | Lvalue::Global(_) if layout.size > 8 => {
                let dst = self.regs.alloc(1);
                self.address_of(lvalue, ty, dst);
                let ty = Wide::new(self.rtype(ty));
                self.emit(Op::ZeroTyped { ptr: dst, ty });
            }
            _ => {
                let n = layout.slots();
                let src = self.regs.alloc(n);
                self.zero(src, n);
                self.store(lvalue, ty, src);
            }
        }
        self.regs.release(mark);
    }
}
