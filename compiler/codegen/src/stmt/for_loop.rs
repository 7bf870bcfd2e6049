//! `for` statements: the condition is tested at the end of each iteration, with one instruction that counts and tests
//! if possible.

use crate::func::FuncGen;
use crate::func::jump_targets::Target;
use crate::program::expr_forms::is_small_condition;
use crate::program::layout::Shape;
use crate::program::location::Location;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_syntax::source::Pos;
use minigo_types::program::{
    BinaryOp, Builtin, CompareOp, Expr, ExprKind, For, Stmt, StmtKind, UnaryOp,
};

/// The fused instruction that counts, tests and jumps at the end of an iteration.
enum Step {
    /// `i += 1; if i < n`
    Lt(Slot, Slot),
    /// `i += 1; if i <= n`
    Le(Slot, Slot),
    /// `i += 1; if i < imm`
    LtImm(Slot, i16),
    /// `i += step; if i < n`
    AddLt(Slot, Slot, Slot),
    /// `i += step; if i <= n`
    AddLe(Slot, Slot, Slot),
}

impl<'p> FuncGen<'_, 'p> {
    /// Generates a `for` statement. The condition is tested at the bottom, and before the first iteration also at the
    /// top.
    pub(crate) fn for_stmt(&mut self, f: &'p For, pos: Pos) {
        let scope = self.open_scope();
        for stmt in &f.init {
            self.stmt(stmt);
        }
        let step = self.fused_step(f);
        let [top, next, test, end] = [(); 4].map(|()| self.label());
        self.targets.insert(f.target, Target { break_label: end, continue_label: Some(next) });
        let endless = f.cond.as_ref().is_none_or(|c| self.const_int(c) == Some(1));
        let test_twice = f.cond.as_ref().is_none_or(is_small_condition);
        let mut test_first = false;
        match &f.cond {
            Some(cond) if !endless && self.passes_first_test(f, cond) => {}
            Some(cond) if !endless && test_twice => self.branch(cond, false, end),
            Some(_) if !endless => test_first = true,
            _ => {}
        }
        let keeps = self.load_loop_constants(&f.body, f.cond.as_ref(), &f.post);
        if test_first {
            self.jump(test);
        }
        self.asm.bind(top);
        self.block(&f.body);
        self.asm.bind(next);
        // The code at the end of an iteration has the line of the loop, not that of the body's last statement.
        self.set_pos(pos);
        for &var in &f.vars {
            self.renew_cell(var);
        }
        if let Some(step) = step {
            if let Some(post) = f.post.first() {
                self.set_pos(post.pos);
            }
            self.gen_step(&step, top);
        } else {
            for stmt in &f.post {
                self.stmt(stmt);
            }
            self.asm.bind(test);
            match &f.cond {
                Some(cond) if !endless => {
                    self.set_pos(cond.pos);
                    self.branch(cond, true, top);
                }
                _ => self.jump(top),
            }
        }
        if self.asm.try_label_pc(test).is_none() {
            self.asm.bind(test);
        }
        self.asm.bind(end);
        self.drop_loop_constants(keeps);
        self.close_scope(scope);
    }

    /// Reports whether the first test is known to succeed: `i := 0; i < 10`.
    fn passes_first_test(&self, f: &For, cond: &Expr) -> bool {
        let [.., Stmt { kind: StmtKind::Var(var, Some(first)), .. }] = &f.init[..] else {
            return false;
        };
        let ExprKind::Compare(op, x, n) = &cond.kind else { return false };
        let (Some(first), Some(n)) = (self.const_int(first), self.const_int(n)) else {
            return false;
        };
        // Small non-negative numbers compare the same whether signed or unsigned.
        let small = first >= 0 && n >= 0 && matches!(x.kind, ExprKind::Var(v) if v == *var);
        small
            && match op {
                CompareOp::Lt => first < n,
                CompareOp::Le => first <= n,
                CompareOp::Gt => first > n,
                CompareOp::Ge => first >= n,
                CompareOp::Ne => first != n,
                CompareOp::Eq => first == n,
            }
    }

    fn gen_step(&mut self, step: &Step, top: Label) {
        let op = match *step {
            Step::Lt(i, n) => Op::ForLt { i, n, to: 0 },
            Step::Le(i, n) => Op::ForLe { i, n, to: 0 },
            Step::LtImm(i, imm) => Op::ForLtImm { i, imm, to: 0 },
            Step::AddLt(i, step, n) => Op::ForAddLt { i, step, n },
            Step::AddLe(i, step, n) => Op::ForAddLe { i, step, n },
        };
        self.asm.jump(op, top);
    }

    /// The fused step for `i < n` and `i += k`, where `i` is a word in a slot, and `n` and `k` need no code.
    fn fused_step(&mut self, f: &'p For) -> Option<Step> {
        let ExprKind::Compare(op, x, y) = &f.cond.as_ref()?.kind else { return None };
        let (op, x, n) = match op {
            CompareOp::Lt | CompareOp::Le => (*op, x, y),
            CompareOp::Gt => (CompareOp::Lt, y, x),
            CompareOp::Ge => (CompareOp::Le, y, x),
            _ => return None,
        };
        let [Stmt { kind: StmtKind::AssignOp(BinaryOp::Add, to, step), .. }] = &f.post[..] else {
            return None;
        };
        let (ExprKind::Var(v), ExprKind::Var(w)) = (&x.kind, &to.kind) else { return None };
        let Location::Slots(i) = self.location(*v) else { return None };
        if v != w || self.shape(x.ty) != (Shape::Int { bytes: 8, signed: true }) {
            return None;
        }
        let less = op == CompareOp::Lt;
        let one = self.const_int(step) == Some(1);
        if one && let Some(limit) = self.const_int(n) {
            let limit = if less { Some(limit) } else { limit.checked_add(1) };
            if let Some(imm) = limit.and_then(|n| i16::try_from(n).ok()) {
                return Some(Step::LtImm(i, imm));
            }
        }
        let n = self.invariant_operand(n)?;
        if one {
            return Some(if less { Step::Lt(i, n) } else { Step::Le(i, n) });
        }
        let step = self.invariant_operand(step)?;
        Some(if less { Step::AddLt(i, step, n) } else { Step::AddLe(i, step, n) })
    }

    /// The slot of an operand that needs no code in each iteration: a variable, a length, a constant.
    fn invariant_operand(&mut self, e: &'p Expr) -> Option<Slot> {
        match &e.kind {
            ExprKind::Const(_) => {
                let slot = self.regs.alloc(1);
                self.expr_to(e, slot);
                Some(slot)
            }
            ExprKind::Var(var) => match self.location(*var) {
                Location::Slots(slot) => Some(slot),
                _ => None,
            },
            ExprKind::Builtin(Builtin::Len | Builtin::Cap, args) => self.len_in_place(e, &args[0]),
            _ if self.is_loop_invariant(e) => {
                let slot = self.regs.alloc(1);
                self.expr_to(e, slot);
                Some(slot)
            }
            _ => None,
        }
    }

    /// Reports whether an integer expression is loop-invariant and cannot panic: it consists of constants and of
    /// variables that are never assigned.
    fn is_loop_invariant(&self, e: &Expr) -> bool {
        use BinaryOp as B;
        match &e.kind {
            ExprKind::Const(_) => true,
            ExprKind::Var(var) => {
                matches!(self.location(*var), Location::Slots(_) | Location::Const(_))
                    && self.is_never_reassigned(*var)
            }
            ExprKind::Binary(B::Add | B::Sub | B::Mul | B::And | B::Or, x, y) => {
                self.is_loop_invariant(x) && self.is_loop_invariant(y)
            }
            ExprKind::Binary(B::Quo | B::Rem | B::Shl | B::Shr, x, y) => {
                self.const_int(y).is_some_and(|n| n > 0) && self.is_loop_invariant(x)
            }
            ExprKind::Unary(UnaryOp::Neg, x) => self.is_loop_invariant(x),
            _ => false,
        }
    }
}
