//! Calls: the arguments are evaluated into the window at which the callee's frame begins.

use crate::func::FuncGen;
use crate::program::location::Location;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{Body, Call, Callee, Expr, ExprKind, FuncId};

impl<'p> FuncGen<'_, 'p> {
    /// Reports whether the evaluation of `e` calls a function or may block.
    pub(crate) fn has_call(&self, e: &'p Expr) -> bool {
        self.program_gen.call_cache.contains_call(e)
    }

    /// Generates a call and returns the slots of the results.
    pub(crate) fn call(&mut self, e: &'p Expr, call: &'p Call) -> Slot {
        if let Some(f) = self.inlined_callee(call) {
            return self.inline_call(e, call, f, None);
        }
        let results = self.slots(e.ty);
        let win = match &call.callee {
            Callee::Func(f) => {
                let win = self.args(&call.args, 0, results);
                self.set_pos(e.pos);
                self.emit_call(win, *f);
                win
            }
            Callee::Value(f) => {
                let (f, win) = self.callee_and_args(f, &call.args, 0, results);
                self.set_pos(e.pos);
                let n = self.program_gen.slots_of(call.args.iter().map(|a| a.ty)) as u16;
                let op = match n {
                    1 | 2 => self.take_first_argument_move(win).map(|arg| Op::CallClosureArg {
                        win,
                        f,
                        arg,
                    }),
                    _ => None,
                };
                let op = op.unwrap_or(Op::CallClosure { win, f, n });
                self.emit(op);
                win
            }
            Callee::Interface(x, method) => {
                let site = self.program_gen.call_site(x.ty, *method);
                let (x, win) = self.callee_and_args(x, &call.args, 1, results);
                self.set_pos(e.pos);
                self.emit_ext(Op::CallIface { win, x }, 0, site.0);
                win
            }
        };
        self.regs.release_above(win, results);
        win
    }

    /// Generates a call whose result is stored in `dst`.
    pub(crate) fn call_to(&mut self, e: &'p Expr, call: &'p Call, dst: Slot) {
        if self.intrinsic(call, dst) {
            return;
        }
        let n = self.slots(e.ty);
        if n == 1
            && let Some(f) = self.inlined_callee(call)
        {
            self.inline_call(e, call, f, Some(dst));
            return;
        }
        let src = self.call(e, call);
        self.mov(dst, src, n);
    }

    /// Evaluates the callee (a function value or interface), and the arguments into a window. As in gc, a panic of an
    /// argument precedes a panic of the callee: if both may panic, the arguments are evaluated first.
    fn callee_and_args(
        &mut self,
        callee: &'p Expr,
        args: &'p [Expr],
        first: u32,
        results: u32,
    ) -> (Slot, Slot) {
        let late = !self.has_call(callee)
            && self.may_panic(callee)
            && args.iter().any(|arg| !self.has_call(arg) && self.may_panic(arg));
        if late {
            let win = self.args(args, first, results);
            // The callee's value lies above the window; the call reads it before the new frame overwrites it.
            let above = self.temp(callee.ty);
            self.expr_to(callee, above);
            return (above, win);
        }
        let callee = self.operand(callee);
        (callee, self.args(args, first, results))
    }

    /// Removes the move of the first argument into the window if it is the last instruction, or if only the move of the
    /// second argument follows it. Returns the source of the removed move.
    fn take_first_argument_move(&mut self, win: Slot) -> Option<Slot> {
        if self.asm.has_label_here() {
            return None;
        }
        let (arg, second) = match *self.asm.code() {
            [.., Op::Mov { dst, src }] if dst == win => (src, None),
            [.., Op::Mov { dst, src }, Op::Mov { dst: next, src: other }]
                if dst == win && next.0 == win.0 + 1 && other != win =>
            {
                (src, Some(Op::Mov { dst: next, src: other }))
            }
            _ => return None,
        };
        if let Some(second) = second {
            if self.asm.has_label_before_last() {
                return None;
            }
            self.asm.pop_last();
            self.asm.pop_last();
            self.emit(second);
        } else {
            self.asm.pop_last();
        }
        Some(arg)
    }

    pub(crate) fn emit_call(&mut self, win: Slot, f: FuncId) {
        if matches!(self.program.func(f).body, Body::Native) {
            let native = Wide::new(self.program_gen.native(f).0);
            self.emit(Op::CallNative { win, native });
        } else {
            let func = Wide::new(self.program_gen.func_id(f).0);
            self.emit(Op::Call { win, func });
        }
    }

    /// Evaluates the arguments into a window, from its slot `first` on.
    pub(crate) fn args(&mut self, args: &'p [Expr], first: u32, results: u32) -> Slot {
        let total = first + self.program_gen.slots_of(args.iter().map(|a| a.ty));
        let win = self.regs.alloc_call_window(total.max(results));
        // As in gc, variables that calls may change are read after the last call.
        let last_call = args.iter().rposition(|e| self.has_call(e)).unwrap_or(0);
        let mut late = Vec::new();
        let mut at = u32::from(win.0) + first;
        for (i, arg) in args.iter().enumerate() {
            let dst = Slot(at as u16);
            at += self.slots(arg.ty);
            if i < last_call && !self.is_unchanged_by_calls(arg) && !self.has_call(arg) {
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

    /// Reports whether no call can change the value of `e`, as for constants and variables in slots.
    pub(crate) fn is_unchanged_by_calls(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::Func(_) => true,
            ExprKind::Var(var) => matches!(self.location(*var), Location::Slots(_)),
            ExprKind::Field(x, _) | ExprKind::Convert(_, x) | ExprKind::Unary(_, x) => {
                self.is_unchanged_by_calls(x)
            }
            // Chains of binary operators are nested on the left.
            ExprKind::Binary(_, x, y) => {
                self.is_unchanged_by_calls(y) && self.is_unchanged_by_calls(x)
            }
            _ => false,
        }
    }
}
