//! Constants: their values as operands, and slots that contain them.

use crate::func::FuncGen;
use crate::program::layout::Shape;
use crate::program::location::Location;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{BinaryOp, Const, Conversion, Expr, ExprKind};
use minigo_types::ty::TypeId;

impl<'p> FuncGen<'_, 'p> {
    /// The value of an integer or bool constant, or of a zero value of such a type. Parameters of inlined functions may
    /// be constants too.
    pub(crate) fn const_int(&self, e: &Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Const(Const::Int(n)) => Some(*n as i64),
            ExprKind::Const(Const::Bool(b)) => Some(i64::from(*b)),
            ExprKind::Zero => Some(0),
            ExprKind::Convert(Conversion::Same, x) => self.const_int(x),
            ExprKind::Var(var) => match self.location(*var) {
                Location::Const(n) => Some(n),
                _ => None,
            },
            ExprKind::Binary(BinaryOp::Sub, x, y) if self.inlining_depth > 0 => {
                let (x, y) = (self.const_int(x)?, self.const_int(y)?);
                x.checked_sub(y).filter(|n| (0..128).contains(n))
            }
            _ => None,
        }
    }

    /// The value of a constant as an immediate operand.
    pub(crate) fn const_imm(&self, e: &Expr) -> Option<i16> {
        self.const_int(e).and_then(|n| i16::try_from(n).ok())
    }

    /// The bits of a scalar constant.
    pub(crate) fn const_bits(&mut self, e: &Expr) -> Option<i64> {
        let shape = self.shape(e.ty);
        match &e.kind {
            ExprKind::Const(Const::Int(n)) => Some(*n as i64),
            ExprKind::Const(Const::Bool(b)) => Some(i64::from(*b)),
            ExprKind::Const(Const::Float(f)) => Some(float_bits(*f, shape)),
            ExprKind::Zero if shape.is_word() || matches!(shape, Shape::F32 | Shape::F64) => {
                Some(0)
            }
            ExprKind::Convert(Conversion::Same, x) => self.const_bits(x),
            _ => None,
        }
    }

    /// A slot that contains the number: the slot into which the enclosing loop has loaded it, or a new one.
    pub(crate) fn const_slot(&mut self, n: i64) -> Slot {
        if let Some(&(_, slot)) = self.loop_constants.iter().find(|(bits, _)| *bits == n) {
            return slot;
        }
        let slot = self.regs.alloc(1);
        self.load_int(slot, n);
        slot
    }

    pub(crate) fn constant(&mut self, value: &'p Const, ty: TypeId, dst: Slot) {
        match value {
            Const::Bool(b) => self.load_int(dst, i64::from(*b)),
            Const::Int(n) => self.load_int(dst, *n as i64),
            Const::Float(f) => {
                let shape = self.shape(ty);
                self.load_int(dst, float_bits(*f, shape));
            }
            Const::Complex(re, im) if self.shape(ty) == Shape::C64 => {
                let bits = |part: f64| u64::from((part as f32).to_bits());
                self.load_int(dst, (bits(*re) | bits(*im) << 32) as i64);
            }
            Const::Complex(re, im) => {
                self.load_int(dst, re.to_bits() as i64);
                self.load_int(Slot(dst.0 + 1), im.to_bits() as i64);
            }
            Const::Str(s) if s.is_empty() => self.zero(dst, 2),
            Const::Str(s) => {
                let k = self.program_gen.string(s);
                self.emit(Op::LoadStr { dst, k });
            }
        }
    }
}

/// The bits of a float in its slot.
fn float_bits(f: f64, shape: Shape) -> i64 {
    match shape {
        Shape::F32 => i64::from((f as f32).to_bits()),
        _ => f.to_bits() as i64,
    }
}
