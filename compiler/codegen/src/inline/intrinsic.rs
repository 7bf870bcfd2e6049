//! Intrinsics: library functions that are compiled to instructions. No intrinsic parks or calls a function. Each
//! intrinsic is declared in Go and has a native too, for its use as a function value. Only this module knows functions
//! by their names.

use crate::func::FuncGen;
use crate::inline::atomic::{AtomicOp, AtomicType};
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{Body, Call, Callee, Const, Expr, ExprKind, FuncId};

/// The instruction that replaces a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Intrinsic {
    Sqrt,
    Abs,
    /// A conversion: only the type changes.
    Same,
    /// A rotation to the left.
    Rotate(i16),
    Atomic(AtomicOp, AtomicType),
}

impl Intrinsic {
    fn of(name: &str, native: bool, args: &[Expr]) -> Option<Self> {
        if native && let Some(name) = name.strip_prefix("sync/atomic.") {
            return Self::atomic(name);
        }
        if !name.starts_with("math") {
            return None;
        }
        Some(match name {
            "math.Sqrt" | "math.sqrt" => Self::Sqrt,
            "math.Abs" | "math.abs" => Self::Abs,
            "math.Float64bits" | "math.Float64frombits" => Self::Same,
            "math.Float32bits" | "math.Float32frombits" => Self::Same,
            "math/bits.RotateLeft32" => match args.get(1)?.kind {
                ExprKind::Const(Const::Int(n)) => Self::Rotate((n & 31) as i16),
                _ => return None,
            },
            "math/bits.RotateLeft64" => match args.get(1)?.kind {
                ExprKind::Const(Const::Int(n)) => Self::Rotate((n & 63) as i16),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The atomic operation of a function of sync/atomic. Operations that may store pointers stay natives, because the
    /// collector must be notified.
    pub(crate) fn atomic(name: &str) -> Option<Self> {
        use AtomicOp as A;
        let all = [A::Load, A::Store, A::Add, A::Swap, A::Cas];
        let names = ["Load", "Store", "Add", "Swap", "CompareAndSwap"];
        let (op, ty) =
            all.iter().zip(names).find_map(|(op, n)| Some((*op, name.strip_prefix(n)?)))?;
        let word = match ty {
            "Int32" => AtomicType::I32,
            "Uint32" => AtomicType::U32,
            "Int64" | "Uint64" | "Uintptr" => AtomicType::W64,
            "Pointer" if op == A::Load => AtomicType::W64,
            _ => return None,
        };
        Some(Self::Atomic(op, word))
    }
}

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn intrinsic_of(&self, f: FuncId, args: &[Expr]) -> Option<Intrinsic> {
        let func = self.program.func(f);
        Intrinsic::of(&func.name, matches!(func.body, Body::Native), args)
    }

    /// Reports whether the call is generated in place: as an instruction or as the callee's expression.
    pub(crate) fn is_intrinsic(&mut self, call: &Call) -> bool {
        let Callee::Func(f) = call.callee else { return false };
        self.intrinsic_of(f, &call.args).is_some() || self.inline_expr_of(f).is_some()
    }

    /// Generates the instruction of an intrinsic in place of a call. Returns false if the call is not to an intrinsic.
    pub(crate) fn intrinsic(&mut self, call: &'p Call, dst: Slot) -> bool {
        let Callee::Func(f) = call.callee else { return false };
        let Some(which) = self.intrinsic_of(f, &call.args) else {
            let Some(body) = self.inline_expr_of(f) else { return false };
            self.inline(f, &call.args, body, dst);
            return true;
        };
        if let Intrinsic::Atomic(op, word) = which {
            self.atomic(op, word, &call.args, dst);
            return true;
        }
        let a = self.operand(&call.args[0]);
        match which {
            Intrinsic::Sqrt => self.emit(Op::SqrtF64 { dst, a }),
            Intrinsic::Abs => self.emit(Op::AbsF64 { dst, a }),
            Intrinsic::Rotate(imm) => {
                let shape = self.shape(call.args[0].ty);
                self.rotate(shape, dst, a, imm);
            }
            Intrinsic::Same | Intrinsic::Atomic(..) => self.mov(dst, a, 1),
        }
        true
    }
}
