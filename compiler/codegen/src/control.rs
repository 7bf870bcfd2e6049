//! Statements: dispatch, conditions, loops, returns.

use crate::expr::is_progressive;
use crate::func::{FuncGen, Target};
use crate::layout::Shape;
use crate::package::Home;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_types::program::{
    BinaryOp, Builtin, CompareOp, Expr, ExprKind, For, Func, Stmt, StmtKind, UnaryOp, VarId,
};

/// The end of a loop that one instruction does.
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
    /// One statement. What it takes for itself it gives back, but not the variables it declares.
    pub(crate) fn stmt(&mut self, stmt: &'p Stmt) {
        use StmtKind as K;
        self.at(stmt.pos);
        match &stmt.kind {
            // These leave slots behind: the variables' homes.
            K::Var(var, None) => return self.declare_zero(*var),
            K::Var(var, Some(e)) => return self.declare(*var, e),
            K::VarTuple(vars, e) => return self.declare_tuple(vars, e),
            _ => {}
        }
        let mark = self.regs.mark();
        match &stmt.kind {
            K::Var(..) | K::VarTuple(..) => unreachable!("done above"),
            K::Expr(e) | K::Assign(None, e) => self.effect(e),
            K::Assign(Some(to), e) => self.assign(to, e),
            K::AssignMany(to, from) => self.assign_many(to, from),
            K::AssignOp(op, to, e) => self.assign_op(*op, to, e),
            K::Send(ch, value) => {
                let n = self.slots(value.ty) as u16;
                let ch = self.operand(ch);
                let val = self.operand(value);
                self.at(stmt.pos);
                self.emit(Op::Send { ch, val, n });
            }
            K::Block(body) => self.block(body),
            K::If(cond, then, other) => self.if_stmt(cond, then, other),
            K::For(f) => self.for_stmt(f),
            K::Range(r) => self.range(r, stmt.pos),
            K::Switch(switch) => self.switch(switch),
            K::TypeSwitch(switch) => self.type_switch(switch),
            K::Select(select) => self.select(select, stmt.pos),
            K::Breakable(target, body) => {
                let end = self.label();
                self.targets.insert(*target, Target { end, next: None });
                self.block(body);
                self.asm.place(end);
            }
            K::Break(target) => {
                let end = self.targets[target].end;
                self.jump(end);
            }
            K::Continue(target) => {
                let next = self.targets[target].next.expect("only loops are continued");
                self.jump(next);
            }
            K::Goto(label) => {
                let label = self.goto_label(*label);
                self.jump(label);
            }
            K::Label(label) => {
                let label = self.goto_label(*label);
                self.asm.place(label);
                // What is declared from here on is declared again after a jump to here.
                self.spill = None;
            }
            K::Go(e) => self.go(e, stmt.pos),
            K::Defer(e) => self.defer(e),
            K::Return(values) => {
                let func = self.func.expect("statements stand in functions");
                self.return_stmt(func, values);
            }
        }
        self.regs.release(mark);
    }

    fn if_stmt(&mut self, cond: &'p Expr, then: &'p [Stmt], other: &'p [Stmt]) {
        if let Some(known) = self.const_int(cond) {
            return self.block(if known == 0 { other } else { then });
        }
        if let ([only], []) = (then, other)
            && let Some(to) = self.plain_jump(only)
        {
            return self.branch(cond, true, to);
        }
        let no = self.label();
        self.branch(cond, false, no);
        self.block(then);
        if other.is_empty() {
            self.asm.place(no);
            return;
        }
        let end = self.label();
        if self.is_reachable() {
            self.jump(end);
        }
        self.asm.place(no);
        self.block(other);
        self.asm.place(end);
    }

    /// Where a statement that only jumps goes.
    fn plain_jump(&mut self, stmt: &Stmt) -> Option<Label> {
        match &stmt.kind {
            StmtKind::Break(target) => Some(self.targets[target].end),
            StmtKind::Continue(target) => self.targets[target].next,
            StmtKind::Goto(label) => Some(self.goto_label(*label)),
            _ => None,
        }
    }

    // ---- loops

    /// The test stands at the bottom; before the first turn it is made at the top too.
    fn for_stmt(&mut self, f: &'p For) {
        let scope = self.open_scope();
        for stmt in &f.init {
            self.stmt(stmt);
        }
        let step = self.fused_step(f);
        let [top, next, test, end] = [(); 4].map(|()| self.label());
        self.targets.insert(f.target, Target { end, next: Some(next) });
        let endless = f.cond.as_ref().is_none_or(|c| self.const_int(c) == Some(1));
        let test_twice = f.cond.as_ref().is_none_or(is_small);
        let mut test_first = false;
        match &f.cond {
            Some(cond) if !endless && self.starts_true(f, cond) => {}
            Some(cond) if !endless && test_twice => self.branch(cond, false, end),
            Some(_) if !endless => test_first = true,
            _ => {}
        }
        let keeps = self.keep_constants(&f.body, f.cond.as_ref(), &f.post);
        if test_first {
            self.jump(test);
        }
        self.asm.place(top);
        self.block(&f.body);
        self.asm.place(next);
        for &var in &f.vars {
            self.renew_cell(var);
        }
        if let Some(step) = step {
            if let Some(post) = f.post.first() {
                self.at(post.pos);
            }
            self.step(&step, top);
        } else {
            for stmt in &f.post {
                self.stmt(stmt);
            }
            self.asm.place(test);
            match &f.cond {
                Some(cond) if !endless => {
                    self.at(cond.pos);
                    self.branch(cond, true, top);
                }
                _ => self.jump(top),
            }
        }
        if self.asm.place_of(test).is_none() {
            self.asm.place(test);
        }
        self.asm.place(end);
        self.drop_constants(keeps);
        self.close_scope(scope);
    }

    /// Whether the first test is known to hold: `i := 0; i < 10`.
    fn starts_true(&self, f: &For, cond: &Expr) -> bool {
        let [.., Stmt { kind: StmtKind::Var(var, Some(first)), .. }] = &f.init[..] else {
            return false;
        };
        let ExprKind::Compare(op, x, n) = &cond.kind else { return false };
        let (Some(first), Some(n)) = (self.const_int(first), self.const_int(n)) else {
            return false;
        };
        // Small numbers compare alike as signed and unsigned.
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

    fn step(&mut self, step: &Step, top: Label) {
        let op = match *step {
            Step::Lt(i, n) => Op::ForLt { i, n, to: 0 },
            Step::Le(i, n) => Op::ForLe { i, n, to: 0 },
            Step::LtImm(i, imm) => Op::ForLtImm { i, imm, to: 0 },
            Step::AddLt(i, step, n) => Op::ForAddLt { i, step, n },
            Step::AddLe(i, step, n) => Op::ForAddLe { i, step, n },
        };
        self.asm.jump(op, top);
    }

    /// `i < n` and `i += k` of a word in a slot, where `n` and `k` need no code.
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
        let Home::Slots(i) = self.home(*v) else { return None };
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
        let n = self.ready_operand(n)?;
        if one {
            return Some(if less { Step::Lt(i, n) } else { Step::Le(i, n) });
        }
        let step = self.ready_operand(step)?;
        Some(if less { Step::AddLt(i, step, n) } else { Step::AddLe(i, step, n) })
    }

    /// The slot of an operand that can be had without code in each turn: a variable, a length, a constant.
    fn ready_operand(&mut self, e: &'p Expr) -> Option<Slot> {
        match &e.kind {
            ExprKind::Const(_) => {
                let slot = self.regs.alloc(1);
                self.expr_to(e, slot);
                Some(slot)
            }
            ExprKind::Var(var) => match self.home(*var) {
                Home::Slots(slot) => Some(slot),
                _ => None,
            },
            ExprKind::Builtin(Builtin::Len | Builtin::Cap, args) => self.len_in_place(e, &args[0]),
            _ if self.is_fixed(e) => {
                let slot = self.regs.alloc(1);
                self.expr_to(e, slot);
                Some(slot)
            }
            _ => None,
        }
    }

    /// Whether an integer is the same in each turn and computing it cannot fail: made of constants, and of variables that are
    /// never assigned.
    fn is_fixed(&self, e: &Expr) -> bool {
        use BinaryOp as B;
        match &e.kind {
            ExprKind::Const(_) => true,
            ExprKind::Var(var) => {
                matches!(self.home(*var), Home::Slots(_) | Home::Const(_)) && self.is_constant(*var)
            }
            ExprKind::Binary(B::Add | B::Sub | B::Mul | B::And | B::Or, x, y) => {
                self.is_fixed(x) && self.is_fixed(y)
            }
            ExprKind::Binary(B::Quo | B::Rem | B::Shl | B::Shr, x, y) => {
                self.const_int(y).is_some_and(|n| n > 0) && self.is_fixed(x)
            }
            ExprKind::Unary(UnaryOp::Neg, x) => self.is_fixed(x),
            _ => false,
        }
    }

    // ---- returns

    fn return_stmt(&mut self, func: &'p Func, values: &'p [Expr]) {
        if let Some(leaving) = self.leaving {
            return self.return_inlined(func, values, leaving);
        }
        if self.results_in_vars {
            self.store_results(func, values);
            return self.leave(func);
        }
        if values.is_empty() {
            return self.leave(func);
        }
        let pos = values[0].pos;
        self.results_to(values, 0, true);
        self.at(pos);
        self.ret();
    }

    /// The values into consecutive slots from `at` on, which they may read if those are `shared`.
    pub(crate) fn results_to(&mut self, values: &'p [Expr], mut at: u32, shared: bool) {
        let mut aside = Vec::new();
        for (i, e) in values.iter().enumerate() {
            let n = self.slots(e.ty);
            let dst = Slot(at as u16);
            at += n;
            let clobbers = values[i + 1..].iter().any(|later| self.reads_slots(later, dst, n))
                || (is_progressive(e) && self.clobbers(e, dst));
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

    /// `return` in functions whose deferred calls or closures see the results.
    fn store_results(&mut self, func: &'p Func, values: &'p [Expr]) {
        let saved = std::mem::replace(&mut self.volatile, func.results.clone());
        let slots: Vec<Slot> = values.iter().map(|e| self.operand(e)).collect();
        self.volatile = saved;
        for ((&var, e), src) in func.results.iter().zip(values).zip(slots) {
            let place = self.var_place(var);
            self.store(place, e.ty, src);
        }
    }

    /// Runs the deferred calls, loads the results and returns.
    pub(crate) fn leave(&mut self, func: &'p Func) {
        if let Some(epilogue) = self.epilogue {
            let mark = self.regs.mark();
            let win = self.regs.window(0);
            self.emit(Op::RunDefers { win });
            self.regs.release(mark);
            return self.jump(epilogue);
        }
        self.load_results(func, 0);
        self.ret();
    }

    /// Leaves the function, together with the instruction before if that makes the result.
    fn ret(&mut self) {
        let last = self.asm.code().last().copied();
        let joint = match last {
            Some(Op::Mov { dst: Slot(0), src }) => Op::RetMov { src },
            Some(Op::Add { dst: Slot(0), a, b }) => Op::RetAdd { a, b },
            _ => return self.emit(Op::Ret {}),
        };
        if self.asm.has_label_here() {
            return self.emit(Op::Ret {});
        }
        self.asm.take_back();
        self.emit(joint);
    }

    /// A new slot with the number.
    pub(crate) fn int_slot(&mut self, n: i64) -> Slot {
        let slot = self.regs.alloc(1);
        self.load_int(slot, n);
        slot
    }

    /// Whether the variable is never assigned after its declaration.
    pub(crate) fn is_constant(&self, var: VarId) -> bool {
        let var = self.program.var(var);
        !var.reassigned && !var.addressed
    }

    /// `if a >= b` (unsigned: too) jumps.
    pub(crate) fn branch_ge(&mut self, a: Slot, b: Slot, unsigned: bool, to: Label) {
        let op = if unsigned {
            Op::JmpLeU { a: b, b: a, to: 0 }
        } else {
            Op::JmpLe { a: b, b: a, to: 0 }
        };
        self.asm.jump(op, to);
    }

    /// Jumps to `to` when the iterator is at its end.
    pub(crate) fn branch_map_end(&mut self, iter: Slot, to: Label) {
        self.asm.jump(Op::MapNext { iter, to: Wide::new(0) }, to);
    }
}

/// Whether a condition is worth generating twice.
fn is_small(e: &Expr) -> bool {
    let mut nodes = 0;
    !crate::walk::any_expr(e, |e| {
        nodes += 1;
        nodes > 16 || matches!(e.kind, ExprKind::Seq(..) | ExprKind::Closure(_))
    })
}
