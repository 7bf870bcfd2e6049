//! Places: what can be read, assigned and pointed to.
//!
//! A module of its own since loads, stores and addresses choose among the same instructions by the same types.

use crate::func::FuncGen;
use crate::layout::{Layout, Shape};
use crate::package::Home;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{CompareOp, Expr, ExprKind};
use minigo_types::ty::{Type, TypeId};

/// Where a value lies. Slots named here hold operands that are already evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// In whole slots of the frame.
    Slots(Slot),
    /// In bytes of the frame, in memory layout, from this byte on.
    Part(u32),
    /// In memory.
    Mem {
        /// The slot of the pointer.
        ptr: Slot,
        /// What to add to it.
        off: u32,
        /// Whether the pointer is known not to be nil.
        nonnil: bool,
    },
    /// An element: pointer and length lie from `x` on, the index in `i`.
    Elem {
        /// Pointer, length.
        x: Slot,
        /// The index.
        i: Slot,
        /// Whether its type is unsigned and has 64 bits, for the panic's text.
        unsigned: bool,
    },
    /// A package-level variable or a part of it.
    Global(u32),
}

impl<'p> FuncGen<'_, 'p> {
    /// Evaluates the operands of a place; of other expressions the value.
    pub(crate) fn place(&mut self, e: &'p Expr) -> Place {
        match &e.kind {
            ExprKind::Var(var) => match self.home(*var) {
                Home::Const(n) => Place::Slots(self.const_slot(n)),
                Home::Field { ptr, off, .. } => {
                    let dst = self.regs.alloc(1);
                    self.emit(Op::AddrOff { dst, ptr, off });
                    Place::Slots(dst)
                }
                Home::Known(id) => {
                    let dst = self.regs.alloc(1);
                    self.known_value(id, dst);
                    Place::Slots(dst)
                }
                _ => self.var_place(*var),
            },
            ExprKind::Global(global) => Place::Global(self.g.global_offset(*global)),
            ExprKind::Deref(x) => match &x.kind {
                ExprKind::Addr(place) => self.place(place),
                _ => {
                    if let Some((ptr, off)) = self.bound_field(x) {
                        return Place::Mem { ptr, off: u32::from(off), nonnil: false };
                    }
                    let ptr = self.operand(x);
                    self.at(e.pos);
                    Place::Mem { ptr, off: 0, nonnil: false }
                }
            },
            ExprKind::Field(x, index) => {
                let base = self.place(x);
                self.at(e.pos);
                self.field(base, x.ty, *index, e.ty)
            }
            ExprKind::Index(x, i) => self.index(e, x, i),
            _ => {
                let slot = self.operand(e);
                self.value_place(slot, e.ty)
            }
        }
    }

    /// Where a value lies that is in slots from `slot` on, or that the slot leads to.
    pub(crate) fn value_place(&mut self, slot: Slot, ty: TypeId) -> Place {
        if self.layout(ty).is_indirect() {
            Place::Mem { ptr: slot, off: 0, nonnil: true }
        } else {
            Place::Slots(slot)
        }
    }

    /// Field `index` of a struct of type `ty` that lies at `base`.
    pub(crate) fn field(&mut self, base: Place, ty: TypeId, index: u32, field: TypeId) -> Place {
        let off = self.g.layouts.offsets(ty)[index as usize];
        let elem = self.layout(ty).size;
        self.part(base, elem, off as u32, field)
    }

    /// The value of type `ty` at byte `off` of `base`, a place of `size` bytes.
    fn part(&mut self, base: Place, size: u64, off: u32, ty: TypeId) -> Place {
        match base {
            Place::Slots(slot) => self.frame_part(u32::from(slot.0) * 8 + off, ty),
            Place::Part(at) => self.frame_part(at + off, ty),
            Place::Mem { ptr, off: at, nonnil } => {
                Place::Mem { ptr, off: at.saturating_add(off), nonnil }
            }
            Place::Elem { .. } => {
                let ptr = self.elem_addr(base, size);
                Place::Mem { ptr, off, nonnil: true }
            }
            Place::Global(at) => Place::Global(at + off),
        }
    }

    /// A value at a byte of the frame: whole slots, if it fills them.
    fn frame_part(&mut self, byte: u32, ty: TypeId) -> Place {
        let size = self.layout(ty).size;
        if byte.is_multiple_of(8) && size.is_multiple_of(8) {
            Place::Slots(Slot((byte / 8) as u16))
        } else {
            Place::Part(byte)
        }
    }

    /// The address of an element, in a new slot.
    fn elem_addr(&mut self, elem: Place, size: u64) -> Slot {
        let Place::Elem { x, i, unsigned } = elem else {
            unreachable!("only elements are asked for")
        };
        let dst = self.regs.alloc(1);
        self.sign(unsigned);
        self.emit_ext(Op::IndexAddr { dst, x, i }, 0, size as u32);
        dst
    }

    fn index(&mut self, e: &'p Expr, x: &'p Expr, i: &'p Expr) -> Place {
        if self.shape(x.ty) != Shape::Array {
            let x = self.pair(x);
            let (unsigned, i) = (self.is_unsigned(i), self.operand(i));
            self.at(e.pos);
            return Place::Elem { x, i, unsigned };
        }
        if let Some(n) = self.g.layouts.known_element(x, i) {
            let base = self.place(x);
            self.at(e.pos);
            let (size, elem) = (self.layout(x.ty).size, self.layout(e.ty).size);
            return self.part(base, size, elem.saturating_mul(n) as u32, e.ty);
        }
        let x = self.array(x);
        let (unsigned, i) = (self.is_unsigned(i), self.operand(i));
        self.at(e.pos);
        Place::Elem { x, i, unsigned }
    }

    /// Whether an index is shown as an unsigned number when it is out of range, though it looks negative.
    pub(crate) fn is_unsigned(&mut self, i: &Expr) -> bool {
        self.shape(i.ty).is_u64()
    }

    /// The next instruction has an index of such a type, or not.
    pub(crate) fn sign(&mut self, unsigned: bool) {
        self.asm.unsigned(u8::from(unsigned));
    }

    /// Pointer and length of a slice or string.
    pub(crate) fn pair(&mut self, x: &'p Expr) -> Slot {
        if !matches!(x.kind, ExprKind::Var(_) | ExprKind::Field(..) | ExprKind::Deref(_)) {
            return self.operand(x);
        }
        let dst = self.regs.alloc(2);
        let mark = self.regs.mark();
        match self.place(x) {
            Place::Mem { ptr, off, .. } => {
                self.load_words(ptr, off, dst, 2);
                self.regs.release(mark);
                dst
            }
            Place::Slots(slot) if slot < dst && !self.is_volatile(x) => {
                self.regs.release_above(dst, 0);
                slot
            }
            Place::Slots(slot) => {
                self.mov(dst, slot, 2);
                self.regs.release(mark);
                dst
            }
            place => {
                self.regs.release_above(dst, 0);
                let dst = self.temp(x.ty);
                self.load(place, x.ty, dst);
                dst
            }
        }
    }

    /// Pointer and length of an array: beside each other, if it is a variable in a cell.
    pub(crate) fn array(&mut self, x: &'p Expr) -> Slot {
        if let ExprKind::Var(var) = x.kind
            && let Home::Cell(pair) = self.home(var)
        {
            return pair;
        }
        let base = self.place(x);
        self.array_pair(base, x.ty)
    }

    /// Pointer and length of an array that lies at `base`; one that lies in the frame is copied to the heap.
    pub(crate) fn array_pair(&mut self, base: Place, ty: TypeId) -> Slot {
        let len = self.array_len(ty).expect("arrays have lengths") as i64;
        let pair = self.regs.alloc(2);
        match base {
            Place::Slots(_) | Place::Part(_) => {
                let rtype = Wide::new(self.rtype(ty));
                self.emit(Op::New { dst: pair, ty: rtype });
                let n = self.slots(ty);
                let src = self.regs.alloc(n);
                self.load(base, ty, src);
                self.store_mem(pair, 0, ty, src);
            }
            _ => self.addr(base, ty, pair),
        }
        self.load_int(Slot(pair.0 + 1), len);
        pair
    }

    /// The number of elements of an array type.
    pub(crate) fn array_len(&self, ty: TypeId) -> Option<u64> {
        match self.program.types.under(ty) {
            Type::Array(_, n) => Some(*n),
            _ => None,
        }
    }

    /// Puts the address of a place into `dst`; panics when it lies behind a nil pointer.
    pub(crate) fn addr(&mut self, place: Place, ty: TypeId, dst: Slot) {
        match place {
            Place::Mem { ptr, off: 0, nonnil: true } => self.mov(dst, ptr, 1),
            Place::Mem { ptr, off, .. } => match u16::try_from(off) {
                Ok(off) => self.emit(Op::AddrOff { dst, ptr, off }),
                Err(_) => self.emit_ext(Op::AddrOffWide { dst, ptr }, 0, off),
            },
            Place::Elem { x, i, unsigned } => {
                let size = self.layout(ty).size as u32;
                self.sign(unsigned);
                self.emit_ext(Op::IndexAddr { dst, x, i }, 0, size);
            }
            Place::Global(off) => self.emit(Op::GlobalAddr { dst, off: Wide::new(off) }),
            Place::Slots(_) | Place::Part(_) => {
                unreachable!("variables whose address is taken live in cells")
            }
        }
    }

    /// The same in memory form: a pointer's slot and an offset.
    fn in_memory(&mut self, place: Place, size: u64) -> (Slot, u32) {
        match place {
            Place::Mem { ptr, off, .. } => (ptr, off),
            Place::Elem { .. } => (self.elem_addr(place, size), 0),
            Place::Global(off) => {
                let dst = self.regs.alloc(1);
                self.emit(Op::GlobalAddr { dst, off: Wide::new(off) });
                (dst, 0)
            }
            Place::Slots(_) | Place::Part(_) => unreachable!("asked only for places in memory"),
        }
    }

    // ---- loads

    /// `dst = place`
    pub(crate) fn load(&mut self, place: Place, ty: TypeId, dst: Slot) {
        let layout = self.layout(ty);
        let mark = self.regs.mark();
        if layout.is_indirect() {
            self.load_copy(place, ty, dst);
            return self.regs.release(mark);
        }
        match place {
            Place::Slots(slot) => self.mov(dst, slot, layout.slots()),
            Place::Part(byte) => self.load_part(byte, layout, dst),
            Place::Mem { ptr, off, nonnil } if layout.size == 0 => {
                if !nonnil {
                    self.emit(Op::NilCheck { ptr });
                }
                let _ = off;
            }
            Place::Mem { ptr, off, .. } => self.load_mem(ptr, off, ty, dst),
            Place::Elem { x, i, unsigned } => self.load_elem((x, i, unsigned), ty, dst),
            Place::Global(off) => self.load_global(off, ty, dst),
        }
        self.regs.release(mark);
    }

    /// `dst` = the address of a new copy of a value in memory.
    fn load_copy(&mut self, place: Place, ty: TypeId, dst: Slot) {
        let rtype = self.rtype(ty);
        let (from, new) = (self.regs.alloc(1), self.regs.alloc(1));
        self.addr(place, ty, from);
        self.emit(Op::New { dst: new, ty: Wide::new(rtype) });
        self.emit_ext(Op::CopyTyped { dst: new, src: from }, 0, rtype);
        self.mov(dst, new, 1);
    }

    /// Null where an instruction yields the zero value becomes the address of one.
    pub(crate) fn zero_if_null(&mut self, slot: Slot, ty: TypeId) {
        if !self.layout(ty).is_indirect() {
            return;
        }
        let fine = self.label();
        self.branch_imm(CompareOp::Ne, slot, 0, fine);
        let rtype = Wide::new(self.rtype(ty));
        self.emit(Op::New { dst: slot, ty: rtype });
        self.asm.place(fine);
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
                self.asm.ext(size as u16, byte);
                return;
            }
        };
        self.emit(op);
    }

    /// An offset that fits into an instruction, adding to the pointer if need be.
    pub(crate) fn near(&mut self, ptr: Slot, off: u32) -> (Slot, u16) {
        if let Ok(off) = u16::try_from(off) {
            return (ptr, off);
        }
        let dst = self.regs.alloc(1);
        self.emit_ext(Op::AddrOffWide { dst, ptr }, 0, off);
        (dst, 0)
    }

    /// `n` whole words from memory.
    pub(crate) fn load_words(&mut self, ptr: Slot, off: u32, dst: Slot, n: u32) {
        let mark = self.regs.mark();
        let (ptr, off) = self.near(ptr, off);
        match n {
            0 => {}
            1 => self.emit(Op::Load64 { dst, ptr, off }),
            2 => self.emit(Op::Load128 { dst, ptr, off }),
            3 => self.emit(Op::Load192 { dst, ptr, off }),
            _ => self.load_bytes(ptr, off, dst, u64::from(n) * 8),
        }
        self.regs.release(mark);
    }

    /// Any number of bytes from memory.
    fn load_bytes(&mut self, ptr: Slot, off: u16, dst: Slot, bytes: u64) {
        const CHUNK: u64 = 65_528;
        let mut done = 0;
        while done < bytes {
            let n = CHUNK.min(bytes - done);
            let at = u64::from(off) + done;
            let from = if at == 0 {
                ptr
            } else {
                let from = self.regs.alloc(1);
                self.addr(Place::Mem { ptr, off: at as u32, nonnil: false }, TypeId(0), from);
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
        let (ptr, off) = self.near(ptr, off);
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
                let ptr = self.elem_addr(Place::Elem { x, i, unsigned }, size);
                return self.load_mem(ptr, 0, ty, dst);
            }
        };
        self.sign(unsigned);
        self.emit(op);
    }

    /// Globals begin at words of their own, so whole words can be read; parts of globals cannot.
    fn load_global(&mut self, off: u32, ty: TypeId, dst: Slot) {
        let layout = self.layout(ty);
        if layout.size == 0 {
            return;
        }
        if layout.size == 8 && layout.align == 8 {
            return self.emit(Op::LoadGlobal { dst, off: Wide::new(off) });
        }
        let (ptr, off) = self.in_memory(Place::Global(off), layout.size);
        self.load_mem(ptr, off, ty, dst);
    }

    // ---- stores

    /// `place = src`
    pub(crate) fn store(&mut self, place: Place, ty: TypeId, src: Slot) {
        let layout = self.layout(ty);
        let mark = self.regs.mark();
        if layout.is_indirect() {
            let (dst, rtype) = (self.regs.alloc(1), self.rtype(ty));
            self.addr(place, ty, dst);
            self.emit_ext(Op::CopyTyped { dst, src }, 0, rtype);
            return self.regs.release(mark);
        }
        match place {
            Place::Slots(slot) => self.mov(slot, src, layout.slots()),
            Place::Part(byte) => self.store_part(byte, layout, src),
            Place::Mem { ptr, nonnil, .. } if layout.size == 0 => {
                if !nonnil {
                    self.emit(Op::NilCheck { ptr });
                }
            }
            Place::Mem { ptr, off, .. } => self.store_mem(ptr, off, ty, src),
            Place::Elem { x, i, unsigned } => self.store_elem((x, i, unsigned), ty, src),
            Place::Global(off) => self.store_global(off, ty, src),
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
        let mark = self.regs.mark();
        if layout.is_indirect() {
            return self.store(Place::Mem { ptr, off, nonnil: false }, ty, src);
        }
        let (ptr, off) = self.near(ptr, off);
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
                self.addr(Place::Mem { ptr, off: off.into(), nonnil: off == 0 }, ty, at);
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
                let ptr = self.elem_addr(Place::Elem { x, i, unsigned }, size);
                return self.store_mem(ptr, 0, ty, src);
            }
        };
        self.sign(unsigned);
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
                let (ptr, off) = self.in_memory(Place::Global(off), size);
                self.store_mem(ptr, off, ty, src);
            }
        }
    }

    /// `place = zero value`
    pub(crate) fn store_zero(&mut self, place: Place, ty: TypeId) {
        let layout = self.layout(ty);
        let mark = self.regs.mark();
        match place {
            Place::Slots(slot) => self.zero(slot, layout.slots()),
            Place::Mem { .. } | Place::Elem { .. } | Place::Global(_) if layout.size > 8 => {
                let dst = self.regs.alloc(1);
                self.addr(place, ty, dst);
                let ty = Wide::new(self.rtype(ty));
                self.emit(Op::ZeroTyped { ptr: dst, ty });
            }
            _ => {
                let n = layout.slots();
                let src = self.regs.alloc(n);
                self.zero(src, n);
                self.store(place, ty, src);
            }
        }
        self.regs.release(mark);
    }
}
