//! `return`: runs deferred calls and stores the results in the slots where the caller finds them.

use crate::func::FuncGen;
use crate::program::expr_forms::writes_destination_in_parts;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_types::program::{Expr, ExprKind, Func};

impl<'p> FuncGen<'_, 'p> {
    pub(crate) fn return_stmt(&mut self, func: &'p Func, values: &'p [Expr]) {
        if let Some(inline_return) = self.inline_return {
            return self.return_inlined(func, values, inline_return);
        }
        if self.results_in_vars {
            self.store_results(func, values);
            return self.return_results(func);
        }
        if values.is_empty() {
            return self.return_results(func);
        }
        let pos = values[0].pos;
        self.eval_results_to(values, 0, true);
        self.set_pos(pos);
        self.emit_return();
    }

    /// Evaluates the values into consecutive slots from `at` on. With `shared`, the values may read these slots.
    pub(crate) fn eval_results_to(&mut self, values: &'p [Expr], mut at: u32, shared: bool) {
        let mut aside = Vec::new();
        for (i, e) in values.iter().enumerate() {
            let n = self.slots(e.ty);
            let dst = Slot(at as u16);
            at += n;
            let clobbers = values[i + 1..].iter().any(|later| self.reads_slots(later, dst, n))
                || (writes_destination_in_parts(e) && self.clobbers(e, dst));
            if shared && clobbers {
                let tmp = self.regs.alloc(n);
                self.expr_to(e, tmp);
                aside.push((dst, tmp, n));
            } else {
                self.expr_to(e, dst);
            }
        }
        for (dst, tmp, n) in aside {
            self.mov(dst, tmp, n);
        }
    }

    /// Stores the values of a `return` in the result variables, in functions whose deferred calls or closures see them.
    /// A result variable that is returned as itself keeps its value, whatever the other expressions do to it, and is
    /// not stored: other goroutines may read it.
    fn store_results(&mut self, func: &'p Func, values: &'p [Expr]) {
        let others = func.results.iter().zip(values);
        let others: Vec<_> = others
            .filter(|(var, e)| !matches!(&e.kind, ExprKind::Var(own) if own == *var))
            .collect();
        let saved = std::mem::replace(&mut self.volatile_vars, func.results.clone());
        let slots: Vec<Slot> = others.iter().map(|(_, e)| self.operand(e)).collect();
        self.volatile_vars = saved;
        for ((&var, e), src) in others.into_iter().zip(slots) {
            let lvalue = self.var_lvalue(var);
            self.store(lvalue, e.ty, src);
        }
    }

    /// Runs the deferred calls, loads the results and returns.
    pub(crate) fn return_results(&mut self, func: &'p Func) {
        if let Some(epilogue) = self.epilogue {
            let mark = self.regs.height();
            let win = self.regs.alloc_call_window(0);
            self.emit(Op::RunDefers { win });
            self.regs.release(mark);
            return self.jump(epilogue);
        }
        self.load_results(func, 0);
        self.emit_return();
    }

    /// Emits the return, fused with the previous instruction if that computes the result.
    fn emit_return(&mut self) {
        let last = self.asm.code().last().copied();
        let joint = match last {
            Some(Op::Mov { dst: Slot(0), src }) => Op::RetMov { src },
            Some(Op::Add { dst: Slot(0), a, b }) => Op::RetAdd { a, b },
            _ => return self.emit(Op::Ret {}),
        };
        if self.asm.has_label_here() {
            return self.emit(Op::Ret {});
        }
        self.asm.pop_last();
        self.emit(joint);
    }
}
