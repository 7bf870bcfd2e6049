//! Statements. This file dispatches to one module for each construct, grouped as in the spec.
//!
//! * [`declare`], [`assign`], [`parallel_assign`], [`assign_op`]: declarations of variables, and assignments.
//! * [`for_loop`], [`range`], [`switch`], [`select`]: control flow.
//! * [`returns`], [`go_defer`]: `return`, `go` and `defer`.

mod assign;
mod assign_op;
mod declare;
mod for_loop;
mod go_defer;
mod parallel_assign;
mod range;
mod returns;
mod select;
mod switch;

use crate::func::FuncGen;
use crate::func::jump_targets::Target;
use crate::invariant::{OrBrokenInvariant, panic_broken_invariant};
use minigo_bytecode::assembler::Label;
use minigo_bytecode::ops::Op;
use minigo_types::program::{Expr, Stmt, StmtKind};

impl<'p> FuncGen<'_, 'p> {
    /// Generates one statement. Releases the statement's temporaries, but not the slots of variables that the statement
    /// declares.
    pub(crate) fn stmt(&mut self, stmt: &'p Stmt) {
        use StmtKind as K;
        self.set_pos(stmt.pos);
        match &stmt.kind {
            // Statements of these kinds keep the slots of the variables that they declare.
            K::Var(var, None) => return self.declare_zero(*var),
            K::Var(var, Some(e)) => return self.declare(*var, e),
            K::VarTuple(vars, e) => return self.declare_tuple(vars, e),
            _ => {}
        }
        let mark = self.regs.height();
        match &stmt.kind {
            K::Var(..) | K::VarTuple(..) => panic_broken_invariant("done above"),
            K::Expr(e) | K::Assign(None, e) => self.gen_effects(e),
            K::Assign(Some(to), e) => self.assign(to, e),
            K::AssignTuple(vars, e, assignment) => {
                self.declare_tuple(vars, e);
                self.stmt(assignment);
            }
            K::AssignMany(to, from) => self.assign_many(to, from),
            K::AssignOp(op, to, e) => self.assign_op(*op, to, e),
            K::Send(ch, value) => {
                let n = self.slots(value.ty) as u16;
                let ch = self.operand(ch);
                let val = self.operand(value);
                self.set_pos(stmt.pos);
                self.emit(Op::Send { ch, val, n });
            }
            K::Block(body) => self.block(body),
            K::If(cond, then, other) => self.if_stmt(cond, then, other),
            K::For(f) => self.for_stmt(f, stmt.pos),
            K::Range(r) => self.range(r, stmt.pos),
            K::Switch(switch) => self.switch(switch),
            K::TypeSwitch(switch) => self.type_switch(switch),
            K::Select(select) => self.select(select, stmt.pos),
            K::Breakable(target, body) => {
                let end = self.label();
                self.targets.insert(*target, Target { break_label: end, continue_label: None });
                self.block(body);
                self.asm.bind(end);
            }
            K::Break(target) => {
                let end = self.targets[target].break_label;
                self.jump(end);
            }
            K::Continue(target) => {
                let next = self.targets[target]
                    .continue_label
                    .or_broken_invariant("only loops are continued");
                self.jump(next);
            }
            K::Goto(label) => {
                let label = self.goto_label(*label);
                self.jump(label);
            }
            K::Label(label) => {
                let label = self.goto_label(*label);
                self.asm.bind(label);
                // A jump to this label executes the following declarations again, so their variables need new objects.
                self.current_spill = None;
            }
            K::Go(e) => self.go(e, stmt.pos),
            K::Defer(e) => self.defer(e),
            K::DeferEach(list) => {
                let list = self.operand(list);
                self.emit(Op::DeferEach { list });
            }
            K::Return(values) => {
                let func = self.func.or_broken_invariant("statements stand in functions");
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
            && let Some(to) = self.jump_only_target(only)
        {
            return self.branch(cond, true, to);
        }
        let no = self.label();
        self.branch(cond, false, no);
        self.block(then);
        if other.is_empty() {
            self.asm.bind(no);
            return;
        }
        let end = self.label();
        if self.is_reachable() {
            self.jump(end);
        }
        self.asm.bind(no);
        self.block(other);
        self.asm.bind(end);
    }

    /// The target of a statement that consists of a jump only.
    fn jump_only_target(&mut self, stmt: &Stmt) -> Option<Label> {
        match &stmt.kind {
            StmtKind::Break(target) => Some(self.targets[target].break_label),
            StmtKind::Continue(target) => self.targets[target].continue_label,
            StmtKind::Goto(label) => Some(self.goto_label(*label)),
            _ => None,
        }
    }
}
