//! Conversions, mainly between numeric types.

use crate::func::FuncGen;
use crate::func::lvalue::Lvalue;
use crate::invariant::{OrBrokenInvariant, panic_broken_invariant};
use crate::program::frame_slice::{FRAME_SLICE_CAPACITY, is_frame_slice, sliced_array};
use crate::program::layout::Shape;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{Const, Conversion, Expr, ExprKind, VarId};
use minigo_types::ty::{Type, TypeId};

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn convert(&mut self, e: &'p Expr, how: Conversion, x: &'p Expr, dst: Slot) {
        match how {
            Conversion::Same => return self.expr_to(x, dst),
            Conversion::InterfaceToInterface => {
                self.expr_to(x, dst);
                return self.convert_type_word(dst, x.ty, e.ty);
            }
            Conversion::ToInterface => return self.pack_interface(x, e.ty, dst),
            Conversion::Numeric if self.keeps_bits(x.ty, e.ty) => return self.expr_to(x, dst),
            _ => {}
        }
        if how == Conversion::RunesToString {
            self.note_nonescaping_slice(x);
        }
        let a = self.operand(x);
        self.set_pos(e.pos);
        match how {
            Conversion::Numeric => self.convert_number(x.ty, e.ty, a, dst),
            Conversion::IntToString => self.emit(Op::IntToStr { dst, a }),
            Conversion::StringToBytes => {
                let room = self.converted_slice_capacity(e, x);
                self.emit(Op::StrToBytes { dst, a, room });
            }
            Conversion::StringToRunes => {
                let room = self.converted_slice_capacity(e, x);
                self.emit(Op::StrToRunes { dst, a, room });
            }
            Conversion::BytesToString => self.emit(Op::BytesToStr { dst, a }),
            Conversion::RunesToString => self.emit(Op::RunesToStr { dst, a }),
            Conversion::SliceToArrayPointer => {
                let Type::Pointer(array) = *self.program.types.underlying_structure(e.ty) else {
                    panic_broken_invariant("the target is a pointer to an array")
                };
                self.slice_to_array_pointer(array, a, dst);
            }
            Conversion::SliceToArray => {
                let ptr = self.regs.alloc(1);
                self.slice_to_array_pointer(e.ty, a, ptr);
                self.load(Lvalue::Mem { pointer: ptr, offset: 0, is_nonnil: true }, e.ty, dst);
            }
            Conversion::Same | Conversion::ToInterface | Conversion::InterfaceToInterface => {
                panic_broken_invariant("done above")
            }
        }
    }

    /// Records that the slice to which `e` converts a string does not escape: see
    /// [`frame_slice`](crate::program::frame_slice). The expression `e` is the conversion, or a slice expression whose
    /// operand is the conversion.
    pub(crate) fn note_nonescaping_slice(&mut self, e: &'p Expr) {
        let e = sliced_array(e);
        if let ExprKind::Convert(Conversion::StringToRunes, _) = e.kind {
            self.nonescaping_conversion = Some(e);
        }
    }

    /// If `e` converts a string to a slice that does not escape from `var`, the variable it initialises, records `e` as
    /// such a conversion.
    pub(crate) fn note_nonescaping_variable(&mut self, var: VarId, e: &'p Expr) {
        if let ExprKind::Convert(how, _) = e.kind
            && matches!(how, Conversion::StringToBytes | Conversion::StringToRunes)
            && is_frame_slice(self.program, var, how == Conversion::StringToBytes)
        {
            self.nonescaping_conversion = Some(e);
        }
    }

    /// The capacity of the slice to which `e` converts the string `x`, as the instruction encodes it.
    fn converted_slice_capacity(&self, e: &'p Expr, x: &'p Expr) -> u16 {
        match &x.kind {
            // For a constant string, gc makes the capacity equal to the length.
            ExprKind::Const(Const::Str(s)) => {
                let runes = || String::from_utf8_lossy(s).chars().count();
                let bytes = matches!(e.kind, ExprKind::Convert(Conversion::StringToBytes, _));
                u16::try_from(if bytes { s.len() } else { runes() }).unwrap_or(0)
            }
            _ if self.nonescaping_conversion.is_some_and(|staying| std::ptr::eq(staying, e)) => {
                FRAME_SLICE_CAPACITY
            }
            _ => 0,
        }
    }

    /// The pointer and the length of a string or slice that is read before any other code runs. Code that reads only
    /// these two words needs no copy for a conversion between string and slice: a slice begins with the same words as a
    /// string. With the race detector the conversion copies, because the copying instruction reports the bytes that are
    /// read.
    pub(crate) fn string_view(&mut self, e: &'p Expr) -> Slot {
        match &e.kind {
            ExprKind::Convert(Conversion::BytesToString, _)
                if self.program_gen.bytecode.has_race_detector =>
            {
                self.operand(e)
            }
            ExprKind::Convert(Conversion::BytesToString | Conversion::StringToBytes, x) => {
                self.pointer_and_length(x)
            }
            _ => self.operand(e),
        }
    }

    fn slice_to_array_pointer(&mut self, array: TypeId, a: Slot, dst: Slot) {
        let n = self.array_len(array).or_broken_invariant("the target is an array");
        self.emit_ext(Op::SliceToArrayPtr { dst, a }, 0, n as u32);
    }

    /// Reports whether a conversion between numeric types leaves the bits of the slot unchanged.
    pub(crate) fn keeps_bits(&mut self, from: TypeId, to: TypeId) -> bool {
        let (from, to) = (self.shape(from), self.shape(to));
        from == to || is_wider(from, to)
    }

    fn convert_number(&mut self, from: TypeId, to: TypeId, a: Slot, dst: Slot) {
        use Shape as S;
        let (from, to) = (self.shape(from), self.shape(to));
        match (from, to) {
            (S::Int { .. }, S::Int { .. }) if is_wider(from, to) => self.mov(dst, a, 1),
            (S::Int { .. }, S::Int { .. }) => self.narrow_integer(a, dst, to),
            (S::Int { .. }, S::F64) if from.is_u64() => self.emit(Op::U64ToF64 { dst, a }),
            (S::Int { .. }, S::F64) => self.emit(Op::I64ToF64 { dst, a }),
            (S::Int { .. }, S::F32) if from.is_u64() => self.emit(Op::U64ToF32 { dst, a }),
            (S::Int { .. }, S::F32) => self.emit(Op::I64ToF32 { dst, a }),
            (S::F64, S::Int { .. }) if to.is_u64() => self.emit(Op::F64ToU64 { dst, a }),
            (S::F64, S::Int { .. }) => self.truncate_integer(a, dst, to),
            (S::F32, S::Int { .. }) => {
                let wide = self.regs.alloc(1);
                self.emit(Op::F32ToF64 { dst: wide, a });
                if to.is_u64() {
                    self.emit(Op::F64ToU64 { dst, a: wide });
                } else {
                    self.truncate_integer(wide, dst, to);
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

    /// Converts a float to an integer: like gc through 64 bits for `uint32` and wider types, else through 32 bits.
    fn truncate_integer(&mut self, a: Slot, dst: Slot, to: Shape) {
        match to {
            Shape::Int { bytes: 8, .. } => self.emit(Op::F64ToI64 { dst, a }),
            Shape::Int { bytes: 4, signed: false } => {
                self.emit(Op::F64ToI64 { dst, a });
                self.canonicalize(dst, to);
            }
            Shape::Int { bytes: 4, .. } => self.emit(Op::F64ToI32 { dst, a }),
            _ => {
                self.emit(Op::F64ToI32 { dst, a });
                self.canonicalize(dst, to);
            }
        }
    }

    fn narrow_integer(&mut self, a: Slot, dst: Slot, to: Shape) {
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
}

/// Reports whether every value of `from` has the same slot as a value of `to`.
fn is_wider(from: Shape, to: Shape) -> bool {
    let (Shape::Int { bytes: m, signed: s }, Shape::Int { bytes: n, signed: t }) = (from, to)
    else {
        return false;
    };
    n == 8 || (s == t && n >= m) || (!s && t && n > m)
}
