//! Calls: arguments are evaluated into the window where the callee's frame begins.

use crate::func::FuncGen;
use crate::package::Home;
use crate::walk::any_expr;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Body, Call, Callee, Const, Expr, ExprKind, FuncId};

/// Whether evaluating `e` calls something or waits for something.
pub(crate) fn has_call(e: &Expr) -> bool {
    any_expr(e, |e| matches!(e.kind, ExprKind::Call(_) | ExprKind::Recv(_) | ExprKind::RecvOk(_)))
}

impl<'p> FuncGen<'_, 'p> {
    /// Calls, and tells where the results lie.
    pub(crate) fn call(&mut self, e: &'p Expr, call: &'p Call) -> Slot {
        let results = self.slots(e.ty);
        let win = match &call.callee {
            Callee::Func(f) => {
                let win = self.args(&call.args, 0, results);
                self.at(e.pos);
                self.emit_call(win, *f);
                win
            }
            Callee::Value(f) => {
                let f = self.operand(f);
                let win = self.args(&call.args, 0, results);
                self.at(e.pos);
                self.emit(Op::CallClosure { win, f });
                win
            }
            Callee::Interface(x, method) => {
                let site = self.g.site(x.ty, *method);
                let x = self.operand(x);
                let win = self.args(&call.args, 1, results);
                self.at(e.pos);
                self.emit_ext(Op::CallIface { win, x }, 0, site.0);
                win
            }
        };
        self.regs.release_above(win, results);
        win
    }

    pub(crate) fn emit_call(&mut self, win: Slot, f: FuncId) {
        if matches!(self.program.func(f).body, Body::Native) {
            let native = Wide::new(self.g.native(f).0);
            self.emit(Op::CallNative { win, native });
        } else {
            self.emit(Op::Call { win, func: Wide::new(f.0) });
        }
    }

    /// A window with the arguments from its slot `first` on.
    pub(crate) fn args(&mut self, args: &'p [Expr], first: u32, results: u32) -> Slot {
        let total = first + self.g.slots_of(args.iter().map(|a| a.ty));
        let win = self.regs.window(total.max(results));
        // As gc does, read variables that calls may change after the last call.
        let last_call = args.iter().rposition(has_call).unwrap_or(0);
        let mut late = Vec::new();
        let mut at = u32::from(win.0) + first;
        for (i, arg) in args.iter().enumerate() {
            let dst = Slot(at as u16);
            at += self.slots(arg.ty);
            if i < last_call && !self.is_stable(arg) && !has_call(arg) {
                late.push((arg, dst));
            } else {
                self.expr_to(arg, dst);
            }
        }
        for (arg, dst) in late {
            self.expr_to(arg, dst);
        }
        win
    }

    /// Whether no call can change the value of `e`: constants, variables in slots.
    pub(crate) fn is_stable(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::Func(_) => true,
            ExprKind::Var(var) => matches!(self.home(*var), Home::Slots(_)),
            ExprKind::Field(x, _) | ExprKind::Convert(_, x) | ExprKind::Unary(_, x) => {
                self.is_stable(x)
            }
            ExprKind::Binary(_, x, y) => self.is_stable(x) && self.is_stable(y),
            _ => false,
        }
    }

    /// Whether the call is generated in place: an instruction, or the callee's expression.
    pub(crate) fn is_intrinsic(&mut self, call: &Call) -> bool {
        let Callee::Func(f) = call.callee else { return false };
        let name = &*self.program.func(f).name;
        (name.starts_with("math") && Intrinsic::of(name, &call.args).is_some())
            || self.inline_of(f).is_some()
    }

    /// Generates a call in place, if it can be.
    pub(crate) fn intrinsic(&mut self, call: &'p Call, dst: Slot) -> bool {
        let Callee::Func(f) = call.callee else { return false };
        let name = &*self.program.func(f).name;
        if let Some(body) = self.inline_of(f) {
            self.inline(f, &call.args, body, dst);
            return true;
        }
        if !name.starts_with("math") {
            return false;
        }
        let Some(which) = Intrinsic::of(name, &call.args) else { return false };
        let a = self.operand(&call.args[0]);
        match which {
            Intrinsic::Sqrt => self.emit(Op::SqrtF64 { dst, a }),
            Intrinsic::Abs => self.emit(Op::AbsF64 { dst, a }),
            Intrinsic::Same => self.mov(dst, a, 1),
            Intrinsic::Rotate(imm) => self.emit(Op::RotlU32Imm { dst, a, imm }),
        }
        true
    }
}

/// Library functions that are instructions.
enum Intrinsic {
    Sqrt,
    Abs,
    /// Only the type changes.
    Same,
    /// To the left.
    Rotate(i16),
}

impl Intrinsic {
    fn of(name: &str, args: &[Expr]) -> Option<Self> {
        Some(match name {
            "math.Sqrt" | "math.sqrt" => Self::Sqrt,
            "math.Abs" | "math.abs" => Self::Abs,
            "math.Float64bits" | "math.Float64frombits" => Self::Same,
            "math.Float32bits" | "math.Float32frombits" => Self::Same,
            "math/bits.RotateLeft32" => match args.get(1)?.kind {
                ExprKind::Const(Const::Int(n)) => Self::Rotate((n & 31) as i16),
                _ => return None,
            },
            _ => return None,
        })
    }
}
