//! Statements and function bodies.
//!
//! `body` enters and leaves functions. This file has the dispatch over the forms of statements, and the simple forms
//! (blocks, `if`, `for`); `assign`, `assign_op`, `define`, `local_decl`, `switch`, `type_switch`, `range`, `select` and
//! `return_stmt` handle one form each. `labels` checks labels and jumps, `terminating` decides whether a body needs a
//! final return.

pub(crate) mod assign;
pub(crate) mod assign_op;
pub(crate) mod body;
pub(crate) mod define;
pub(crate) mod labels;
pub(crate) mod local_decl;
pub(crate) mod range;
pub(crate) mod return_stmt;
pub(crate) mod select;
pub(crate) mod switch;
pub(crate) mod terminating;
pub(crate) mod type_switch;

use crate::checker::Checker;
use crate::checker::body::RangeFuncExit;
use crate::expr::operand::{ExprStatementRole, Mode};
use crate::program::{For, Stmt, StmtKind as K};
use crate::scope::object::ObjectKind;
use minigo_syntax::ast::{self, BranchKind, ExprKind as E, Name, StmtKind as S};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::source::Pos;

impl Checker<'_> {
    /// Checks a list of statements in the current scope.
    pub(crate) fn stmts(&mut self, list: &[ast::Stmt], out: &mut Vec<Stmt>) {
        for s in list {
            self.stmt(s, None, out);
        }
    }

    /// Checks a block in a scope of its own. The list is allocated with the size that most blocks need, because it is
    /// kept.
    pub(crate) fn block(&mut self, block: &[ast::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::with_capacity(block.len());
        self.open_scope();
        self.stmts(block, &mut out);
        self.leave_scope();
        out
    }

    /// Checks a statement. `label` is the label of the statement.
    pub(crate) fn stmt(&mut self, s: &ast::Stmt, label: Option<&Name>, out: &mut Vec<Stmt>) {
        let pos = s.pos;
        match &s.kind {
            S::Bad | S::Empty => {}
            S::Expr(e) => self.expr_stmt(e, out),
            S::Send(ch, value) => {
                if let Some((ch, value)) = self.send(ch, value) {
                    out.push(Stmt { kind: K::Send(ch, value), pos });
                }
            }
            S::IncDec(x, op) => self.inc_dec(x, *op, pos, out),
            S::Assign(lhs, rhs) => self.assign_stmt(lhs, rhs, pos, out),
            S::Define(names, rhs) => self.define_stmt(names, rhs, pos, out),
            S::OpAssign(op, sides) => self.op_assign(*op, &sides.0, &sides.1, pos, out),
            S::Decl(decl) => self.local_decl(decl, out),
            S::Labeled(name, inner) => {
                let id = self.label_id(&name.name);
                out.push(Stmt { kind: K::Label(id), pos });
                self.stmt(inner, Some(&name.name), out);
            }
            S::Go(e) => self.go_or_defer_call("go", e, pos, out),
            S::Defer(e) => self.go_or_defer_call("defer", e, pos, out),
            S::Return(values) => self.return_stmt(values, pos, out),
            S::Branch(kind, name) => {
                self.branch(*kind, name.as_ref().map(|n| &n.name), pos, out);
            }
            S::Block(block) => {
                let inner = self.block(&block.stmts);
                out.push(Stmt { kind: K::Block(inner), pos });
            }
            S::If(s) => self.if_stmt(s, pos, out),
            S::For(s) => self.for_stmt(s, label, pos, out),
            S::Range(s) => self.range_stmt(s, label, pos, out),
            S::Switch(s) => self.switch_stmt(s, label, pos, out),
            S::TypeSwitch(s) => self.type_switch(s, label, pos, out),
            S::Select(s) => self.select_stmt(s, label, pos, out),
        }
    }

    fn expr_stmt(&mut self, e: &ast::Expr, out: &mut Vec<Stmt>) {
        let (x, role) = self.raw_expr(e, None, false);
        let (code, problem) = match x.mode {
            Mode::Invalid => return,
            Mode::Builtin(_) => (Code::UncalledBuiltin, "must be called"),
            Mode::TypeExpr => (Code::NotAnExpr, "is not an expression"),
            _ if role == ExprStatementRole::Statement => {
                if let Some(ir) = x.ir {
                    out.push(Stmt { kind: K::Expr(ir), pos: e.pos });
                }
                return;
            }
            _ => (Code::UnusedExpr, "is not used"),
        };
        let message = format!("{} {problem}", self.describe(&x));
        let error = Diagnostic::error(code, x.span(), message);
        self.report(match unused_append(e) {
            Some(slice) => error.with_help(format!(
                "append returns the longer slice: `{slice} = append({slice}, …)`"
            )),
            None => error,
        });
    }

    fn if_stmt(&mut self, s: &ast::IfStmt, pos: Pos, out: &mut Vec<Stmt>) {
        self.open_scope();
        let mut before = Vec::with_capacity(2 * usize::from(s.init.is_some()));
        if let Some(init) = &s.init {
            self.stmt(init, None, &mut before);
        }
        let cond = self.condition(&s.cond, "if");
        let then = self.block(&s.then.stmts);
        let mut els = Vec::with_capacity(usize::from(s.els.is_some()));
        if let Some(other) = &s.els {
            self.stmt(other, None, &mut els);
        }
        self.leave_scope();
        let stmt = Stmt { kind: K::If(cond, then, els), pos };
        push_in_block(before, stmt, out);
    }

    fn for_stmt(&mut self, s: &ast::ForStmt, label: Option<&Name>, pos: Pos, out: &mut Vec<Stmt>) {
        self.open_scope();
        let mut init = Vec::with_capacity(usize::from(s.init.is_some()));
        let mut vars = Vec::new();
        if let Some(stmt) = &s.init {
            self.stmt(stmt, None, &mut init);
            if self.allows_language(22) {
                let list = self.scope(self.context.scope).objects.clone();
                vars.extend(list.iter().filter_map(|(_, obj)| match self.object(*obj).kind {
                    ObjectKind::Var(var) => Some(var),
                    _ => None,
                }));
            }
        }
        let cond = s.cond.as_ref().map(|e| self.condition(e, "for"));
        let mut post = Vec::with_capacity(usize::from(s.post.is_some()));
        if let Some(stmt) = &s.post {
            self.stmt(stmt, None, &mut post);
        }
        let target = self.push_target(label.cloned(), true);
        let body = self.block(&s.body.stmts);
        self.context.body.targets.pop();
        self.leave_scope();
        let stmt = For { target, vars, init, cond, post, body };
        out.push(Stmt { kind: K::For(Box::new(stmt)), pos });
    }

    fn branch(&mut self, kind: BranchKind, label: Option<&Name>, pos: Pos, out: &mut Vec<Stmt>) {
        let exit = match kind {
            BranchKind::Fallthrough => return,
            BranchKind::Goto => {
                let Some(name) = label else { return };
                RangeFuncExit::Goto(name.clone(), self.label_id(name))
            }
            BranchKind::Break | BranchKind::Continue => {
                let is_continue = kind == BranchKind::Continue;
                let target = self.context.body.targets.iter().rev().find(|t| match label {
                    Some(label) => t.label.as_ref() == Some(label),
                    None => t.is_loop || !is_continue,
                });
                let Some(target) = target else { return };
                if is_continue {
                    RangeFuncExit::Continue(target.id)
                } else {
                    RangeFuncExit::Break(target.id)
                }
            }
        };
        self.exit_body(exit, pos, out);
    }
}

/// Appends `stmt`, in a block with the statements `before` it that share its scope.
pub(crate) fn push_in_block(mut before: Vec<Stmt>, stmt: Stmt, out: &mut Vec<Stmt>) {
    if before.is_empty() {
        out.push(stmt);
        return;
    }
    let pos = stmt.pos;
    before.push(stmt);
    out.push(Stmt { kind: K::Block(before), pos });
}

/// The slice operand of a call of `append` whose result is not used.
fn unused_append(e: &ast::Expr) -> Option<String> {
    let E::Call(call) = &e.unparen().kind else { return None };
    let E::Ident(name) = &call.func.kind else { return None };
    (name == "append").then(|| call.args.first().map(expr_text))?
}
