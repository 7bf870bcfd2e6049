//! Conversions and type assertions.

use crate::func::FuncGen;
use crate::layout::Shape;
use crate::place::Place;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Conversion, Expr};
use minigo_types::ty::{Type, TypeId};

/// Values of more bytes are copied from memory to memory, without passing through the frame.
pub(crate) const LARGE: u64 = 32;

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn convert(&mut self, e: &'p Expr, how: Conversion, x: &'p Expr, dst: Slot) {
        match how {
            Conversion::Same | Conversion::InterfaceToInterface => return self.expr_to(x, dst),
            Conversion::ToInterface => return self.pack_interface(x, dst),
            Conversion::Numeric if self.keeps_bits(x.ty, e.ty) => return self.expr_to(x, dst),
            _ => {}
        }
        let a = self.operand(x);
        self.at(e.pos);
        match how {
            Conversion::Numeric => self.numeric(x.ty, e.ty, a, dst),
            Conversion::IntToString => self.emit(Op::IntToStr { dst, a }),
            Conversion::StringToBytes => self.emit(Op::StrToBytes { dst, a }),
            Conversion::StringToRunes => self.emit(Op::StrToRunes { dst, a }),
            Conversion::BytesToString => self.emit(Op::BytesToStr { dst, a }),
            Conversion::RunesToString => self.emit(Op::RunesToStr { dst, a }),
            Conversion::SliceToArrayPointer => {
                let Type::Pointer(array) = *self.program.types.under(e.ty) else {
                    unreachable!("the target is a pointer to an array")
                };
                self.slice_to_array_pointer(array, a, dst);
            }
            Conversion::SliceToArray => {
                let ptr = self.regs.alloc(1);
                self.slice_to_array_pointer(e.ty, a, ptr);
                self.load(Place::Mem { ptr, off: 0, nonnil: true }, e.ty, dst);
            }
            Conversion::Same | Conversion::ToInterface | Conversion::InterfaceToInterface => {
                unreachable!("done above")
            }
        }
    }

    fn slice_to_array_pointer(&mut self, array: TypeId, a: Slot, dst: Slot) {
        let n = self.array_len(array).expect("the target is an array");
        self.emit_ext(Op::SliceToArrayPtr { dst, a }, 0, n as u32);
    }

    /// Whether a conversion between numbers leaves the slot as it is.
    pub(crate) fn keeps_bits(&mut self, from: TypeId, to: TypeId) -> bool {
        let (from, to) = (self.shape(from), self.shape(to));
        from == to || widens(from, to)
    }

    fn numeric(&mut self, from: TypeId, to: TypeId, a: Slot, dst: Slot) {
        use Shape as S;
        let (from, to) = (self.shape(from), self.shape(to));
        match (from, to) {
            (S::Int { .. }, S::Int { .. }) if widens(from, to) => self.mov(dst, a, 1),
            (S::Int { .. }, S::Int { .. }) => self.narrow(a, dst, to),
            (S::Int { .. }, S::F64) if from.is_u64() => self.emit(Op::U64ToF64 { dst, a }),
            (S::Int { .. }, S::F64) => self.emit(Op::I64ToF64 { dst, a }),
            (S::Int { .. }, S::F32) if from.is_u64() => self.emit(Op::U64ToF32 { dst, a }),
            (S::Int { .. }, S::F32) => self.emit(Op::I64ToF32 { dst, a }),
            (S::F64, S::Int { .. }) if to.is_u64() => self.emit(Op::F64ToU64 { dst, a }),
            (S::F64, S::Int { .. }) => self.truncate(a, dst, to),
            (S::F32, S::Int { .. }) => {
                let wide = self.regs.alloc(1);
                self.emit(Op::F32ToF64 { dst: wide, a });
                if to.is_u64() {
                    self.emit(Op::F64ToU64 { dst, a: wide });
                } else {
                    self.truncate(wide, dst, to);
                }
            }
            (S::F64, S::F32) => self.emit(Op::F64ToF32 { dst, a }),
            (S::F32, S::F64) => self.emit(Op::F32ToF64 { dst, a }),
            (S::C128, S::C64) => self.emit(Op::C128ToC64 { dst, a }),
            (S::C64, S::C128) => self.emit(Op::C64ToC128 { dst, a }),
            (S::C128, S::C128) => self.mov(dst, a, 2),
            _ => self.mov(dst, a, 1),
        }
    }

    /// A float as an integer: gc takes 64 bits for `uint32` and wider ones, 32 for the others.
    fn truncate(&mut self, a: Slot, dst: Slot, to: Shape) {
        match to {
            Shape::Int { bytes: 8, .. } => self.emit(Op::F64ToI64 { dst, a }),
            Shape::Int { bytes: 4, signed: false } => {
                self.emit(Op::F64ToI64 { dst, a });
                self.canonical(dst, to);
            }
            Shape::Int { bytes: 4, .. } => self.emit(Op::F64ToI32 { dst, a }),
            _ => {
                self.emit(Op::F64ToI32 { dst, a });
                self.canonical(dst, to);
            }
        }
    }

    fn narrow(&mut self, a: Slot, dst: Slot, to: Shape) {
        match to {
            Shape::Int { bytes: 1, signed: true } => self.emit(Op::Sext8 { dst, a }),
            Shape::Int { bytes: 2, signed: true } => self.emit(Op::Sext16 { dst, a }),
            Shape::Int { bytes: 4, signed: true } => self.emit(Op::Sext32 { dst, a }),
            Shape::Int { bytes: 1, .. } => self.emit(Op::Zext8 { dst, a }),
            Shape::Int { bytes: 2, .. } => self.emit(Op::Zext16 { dst, a }),
            Shape::Int { bytes: 4, .. } => self.emit(Op::Zext32 { dst, a }),
            _ => self.mov(dst, a, 1),
        }
    }

    /// A value of a concrete type as an interface.
    fn pack_interface(&mut self, x: &'p Expr, dst: Slot) {
        let layout = self.layout(x.ty);
        let rtype = self.rtype(x.ty);
        let data = Slot(dst.0.wrapping_add(1));
        match layout.size {
            0 => {
                self.effect(x);
                self.load_int(data, 0);
            }
            1..=8 => self.expr_to(x, data),
            _ => {
                if layout.size > LARGE
                    && let Some(src) = self.memory_value(x)
                {
                    self.box_large(src, x.ty, data);
                    return self.load_int(dst, i64::from(rtype));
                }
                let src = self.operand(x);
                if layout.is_indirect() {
                    self.mov(data, src, 1);
                    return self.load_int(dst, i64::from(rtype));
                }
                return self.emit_ext(Op::BoxIface { dst, src }, layout.slots(), rtype);
            }
        }
        self.load_int(dst, i64::from(rtype));
    }

    /// The data word of a large value that lies in memory: a copy of it in the heap.
    fn box_large(&mut self, src: Place, ty: TypeId, data: Slot) {
        let rtype = self.rtype(ty);
        let (from, new) = (self.regs.alloc(1), self.regs.alloc(1));
        self.addr(src, ty, from);
        self.emit(Op::New { dst: new, ty: Wide::new(rtype) });
        self.emit_ext(Op::CopyTyped { dst: new, src: from }, 0, rtype);
        self.mov(data, new, 1);
    }

    /// `x.(T)`
    pub(crate) fn type_assert(&mut self, e: &'p Expr, x: &'p Expr, dst: Slot) {
        let (target, source) = (self.rtype(e.ty), self.rtype(x.ty));
        let n = self.slots(e.ty);
        let iface = self.shape(e.ty) == Shape::Iface;
        let x = self.operand(x);
        self.at(e.pos);
        if iface {
            self.emit_ext(Op::AssertIface { dst, x }, 0, target);
        } else {
            self.emit_ext(Op::AssertType { dst, x }, n, target);
            self.asm.ext(0, source);
        }
    }

    /// `x.(T)` with ok beside it.
    pub(crate) fn type_assert_ok(&mut self, e: &'p Expr, x: &'p Expr, dst: Slot) {
        let Type::Tuple(parts) = self.program.types.get(e.ty) else {
            unreachable!("comma-ok forms have tuples")
        };
        let target = parts[0];
        let x = self.operand(x);
        self.at(e.pos);
        self.assert_ok(target, x, dst);
    }

    pub(crate) fn assert_ok(&mut self, target: TypeId, x: Slot, dst: Slot) {
        let rtype = self.rtype(target);
        let n = self.slots(target);
        if self.shape(target) == Shape::Iface {
            self.emit_ext(Op::AssertIfaceOk { dst, x }, 0, rtype);
        } else {
            self.emit_ext(Op::AssertTypeOk { dst, x }, n, rtype);
            self.zero_if_null(dst, target);
        }
    }

    /// The value of type `ty` behind the data word of an interface that is known to hold one.
    pub(crate) fn unbox(&mut self, ty: TypeId, data: Slot, dst: Slot) {
        let layout = self.layout(ty);
        match layout.size {
            0 => {}
            1..=8 => self.mov(dst, data, 1),
            _ => {
                let rtype = self.rtype(ty);
                self.emit_ext(Op::Unbox { dst, data }, layout.slots(), rtype);
            }
        }
    }

    /// Jumps to `to` if the interface at `x` holds a value of type `ty` (`None`: is nil).
    pub(crate) fn branch_type(
        &mut self,
        ty: Option<TypeId>,
        x: Slot,
        to: minigo_bytecode::assembler::Label,
    ) {
        use minigo_types::program::CompareOp;
        let Some(ty) = ty else { return self.branch_imm(CompareOp::Eq, x, 0, to) };
        let mark = self.regs.mark();
        if self.shape(ty) == Shape::Iface {
            let dst = self.regs.alloc(3);
            self.assert_ok(ty, x, dst);
            self.branch_bool(Slot(dst.0 + 2), true, to);
        } else {
            let rtype = self.rtype(ty);
            if let Ok(imm) = i16::try_from(rtype) {
                self.branch_imm(CompareOp::Eq, x, imm, to);
            } else {
                let b = self.regs.alloc(1);
                self.emit(Op::LoadImm { dst: b, imm: Wide::new(rtype) });
                self.asm.jump(Op::JmpEq { a: x, b, to: 0 }, to);
            }
        }
        self.regs.release(mark);
    }
}

/// Whether every value of `from` keeps its slot as a value of `to`.
fn widens(from: Shape, to: Shape) -> bool {
    let (Shape::Int { bytes: m, signed: s }, Shape::Int { bytes: n, signed: t }) = (from, to)
    else {
        return false;
    };
    n == 8 || (s == t && n >= m) || (!s && t && n > m)
}
