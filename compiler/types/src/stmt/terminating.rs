//! Terminating statements: decides whether control can reach the end of a function.
//!
//! The rule depends on syntax alone, except for calls of the predeclared `panic`.

use crate::checker::Checker;
use minigo_syntax::ast::{
    BranchKind, CaseClause, CommClause, ExprKind as E, Name, Stmt, StmtKind as S,
};

impl Checker<'_> {
    /// Reports whether a list of statements ends in a terminating statement. `label` is the label of the enclosing
    /// statement.
    pub(crate) fn is_terminating_list(&self, list: &[Stmt], label: Option<&Name>) -> bool {
        let last = list.iter().rev().find(|s| !matches!(s.kind, S::Empty));
        last.is_some_and(|s| self.is_terminating(s, label))
    }

    fn is_terminating(&self, s: &Stmt, label: Option<&Name>) -> bool {
        match &s.kind {
            S::Expr(e) => {
                let call = e.unparen();
                matches!(call.kind, E::Call(_)) && self.context.body.panic_calls.contains(&call.pos)
            }
            S::Return(_) => true,
            S::Branch(kind, _) => matches!(kind, BranchKind::Goto | BranchKind::Fallthrough),
            S::Block(block) => self.is_terminating_list(&block.stmts, None),
            S::If(s) => {
                self.is_terminating_list(&s.then.stmts, None)
                    && s.els.as_ref().is_some_and(|els| self.is_terminating(els, None))
            }
            S::For(s) => s.cond.is_none() && !has_break_in_list(&s.body.stmts, label, true),
            S::Labeled(name, inner) => self.is_terminating(inner, Some(&name.name)),
            S::Switch(s) => self.is_terminating_switch(&s.clauses, label),
            S::TypeSwitch(s) => self.is_terminating_switch(&s.clauses, label),
            S::Select(s) => s.clauses.iter().all(|c| {
                self.is_terminating_list(&c.body, None) && !has_break_in_list(&c.body, label, true)
            }),
            _ => false,
        }
    }

    fn is_terminating_switch(&self, clauses: &[CaseClause], label: Option<&Name>) -> bool {
        clauses.iter().any(|c| c.list.is_none())
            && clauses.iter().all(|c| {
                self.is_terminating_list(&c.body, None) && !has_break_in_list(&c.body, label, true)
            })
    }
}

/// Reports whether a `break` in the list leaves the enclosing statement: by its label or, with `implicit`, without one.
fn has_break_in_list(list: &[Stmt], label: Option<&Name>, implicit: bool) -> bool {
    list.iter().any(|s| has_break(s, label, implicit))
}

fn has_break(s: &Stmt, label: Option<&Name>, implicit: bool) -> bool {
    let cases = |c: &[CaseClause]| {
        label.is_some() && c.iter().any(|c| has_break_in_list(&c.body, label, false))
    };
    let comms = |c: &[CommClause]| {
        label.is_some() && c.iter().any(|c| has_break_in_list(&c.body, label, false))
    };
    match &s.kind {
        S::Labeled(_, inner) => has_break(inner, label, implicit),
        S::Branch(BranchKind::Break, None) => implicit,
        S::Branch(BranchKind::Break, Some(name)) => label == Some(&name.name),
        S::Block(block) => has_break_in_list(&block.stmts, label, implicit),
        S::If(s) => {
            has_break_in_list(&s.then.stmts, label, implicit)
                || s.els.as_ref().is_some_and(|els| has_break(els, label, implicit))
        }
        S::Switch(s) => cases(&s.clauses),
        S::TypeSwitch(s) => cases(&s.clauses),
        S::Select(s) => comms(&s.clauses),
        S::For(s) => label.is_some() && has_break_in_list(&s.body.stmts, label, false),
        S::Range(s) => label.is_some() && has_break_in_list(&s.body.stmts, label, false),
        _ => false,
    }
}
