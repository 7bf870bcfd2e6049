//! Reports unreachable statements: after `return`, `panic`, a jump or an endless loop.

use crate::pass::Pass;
use crate::statement::{deletion, span};
use minigo_syntax::ast::{Block, BranchKind, CaseClause, Expr, ExprKind as E, Stmt, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::{Pos, Span};
use minigo_types::info::ObjectKind;

/// Reports the first statement of each sequence of unreachable statements.
pub(crate) fn run(pass: &Pass<'_>) {
    for func in &pass.funcs {
        let Some(body) = func.body else { continue };
        let mut jumps = Jumps::default();
        jumps.block(body);
        let mut state = ReachabilityCheck { pass, jumps, is_reachable: true };
        state.block(body);
    }
}

/// The targets of a function's jumps. A statement is identified by its position, a labelled statement by that of the
/// statement after the label.
#[derive(Default)]
struct Jumps {
    /// Statements that a `break` leaves.
    break_targets: HashSet<Pos>,
    /// Labels that a `goto` names.
    goto_labels: HashSet<String>,
    labels: HashMap<String, Pos>,
    /// The statement that a `break` without a label leaves.
    break_target: Option<Pos>,
}

impl Jumps {
    fn block(&mut self, block: &Block) {
        self.visit_stmts(&block.stmts);
    }

    fn visit_stmts(&mut self, list: &[Stmt]) {
        list.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn visit_breakable<'s>(&mut self, target: Pos, lists: impl Iterator<Item = &'s [Stmt]>) {
        let outer = self.break_target.replace(target);
        lists.for_each(|list| self.visit_stmts(list));
        self.break_target = outer;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            S::Block(block) => self.block(block),
            S::Branch(BranchKind::Goto, Some(label)) => {
                self.goto_labels.insert(label.name.to_string());
            }
            S::Branch(BranchKind::Break, label) => {
                let target = match label {
                    Some(label) => self.labels.get(label.name.as_str()).copied(),
                    None => self.break_target,
                };
                self.break_targets.extend(target);
            }
            S::If(s) => {
                self.block(&s.then);
                self.visit_stmts(s.els.as_slice());
            }
            S::Labeled(label, inner) => {
                self.labels.insert(label.name.to_string(), inner.pos);
                self.stmt(inner);
            }
            S::For(s) => self.visit_breakable(stmt.pos, [s.body.stmts.as_slice()].into_iter()),
            S::Range(s) => self.visit_breakable(stmt.pos, [s.body.stmts.as_slice()].into_iter()),
            S::Switch(s) => {
                self.visit_breakable(stmt.pos, s.clauses.iter().map(|c| c.body.as_slice()));
            }
            S::TypeSwitch(s) => {
                self.visit_breakable(stmt.pos, s.clauses.iter().map(|c| c.body.as_slice()));
            }
            S::Select(s) => {
                self.visit_breakable(stmt.pos, s.clauses.iter().map(|c| c.body.as_slice()));
            }
            _ => {}
        }
    }
}

struct ReachabilityCheck<'p, 'a> {
    pass: &'p Pass<'a>,
    jumps: Jumps,
    /// Whether the next statement is reachable.
    is_reachable: bool,
}

impl ReachabilityCheck<'_, '_> {
    fn block(&mut self, block: &Block) {
        self.visit_stmts(&block.stmts);
    }

    fn visit_stmts(&mut self, list: &[Stmt]) {
        list.iter().for_each(|stmt| self.stmt(stmt));
    }

    /// Reports a statement that is unreachable. The code after it counts as reachable, so that unreachable code is
    /// reported once.
    fn report_unreachable(&mut self, stmt: &Stmt) {
        if !self.is_reachable && !matches!(stmt.kind, S::Empty) {
            let finding =
                self.pass.finding(Code::Unreachable, Span::at(stmt.pos), "unreachable code");
            let edits = vec![(deletion(self.pass, stmt), String::new())];
            let finding = finding.with_vet_end(span(self.pass, stmt).end);
            self.pass.push_finding(finding.with_vet_fix("Remove", Some(edits)));
            self.is_reachable = true;
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let S::Labeled(label, _) = &stmt.kind
            && self.jumps.goto_labels.contains(label.name.as_str())
        {
            self.is_reachable = true;
        }
        self.report_unreachable(stmt);
        let has_break = self.jumps.break_targets.contains(&stmt.pos);
        match &stmt.kind {
            S::Block(block) => self.visit_stmts(&block.stmts),
            S::Branch(..) | S::Return(_) => self.is_reachable = false,
            S::Expr(e) if self.calls_panic(e) => self.is_reachable = false,
            S::For(s) => {
                self.block(&s.body);
                self.is_reachable = s.cond.is_some() || has_break;
            }
            S::Range(s) => {
                self.block(&s.body);
                self.is_reachable = true;
            }
            S::If(s) => {
                self.block(&s.then);
                let then = std::mem::replace(&mut self.is_reachable, true);
                self.visit_stmts(s.els.as_slice());
                self.is_reachable |= then;
            }
            S::Labeled(_, inner) => self.stmt(inner),
            S::Select(s) => {
                self.visit_clauses(s.clauses.iter().map(|c| c.body.as_slice()), has_break);
            }
            S::Switch(s) => self.visit_cases(&s.clauses, has_break),
            S::TypeSwitch(s) => self.visit_cases(&s.clauses, has_break),
            _ => {}
        }
    }

    fn visit_cases(&mut self, clauses: &[CaseClause], has_break: bool) {
        let exhaustive = clauses.iter().any(|clause| clause.list.is_none());
        self.visit_clauses(clauses.iter().map(|c| c.body.as_slice()), has_break || !exhaustive);
    }

    /// `leaves`: whether the statement can end other than at the end of a clause.
    fn visit_clauses<'s>(&mut self, clauses: impl Iterator<Item = &'s [Stmt]>, leaves: bool) {
        let mut any = leaves;
        for body in clauses {
            self.is_reachable = true;
            self.visit_stmts(body);
            any |= self.is_reachable;
        }
        self.is_reachable = any;
    }

    fn calls_panic(&self, e: &Expr) -> bool {
        let E::Call(call) = &e.kind else { return false };
        matches!(&call.func.kind, E::Ident(name) if name == "panic")
            && self.pass.object(&call.func).is_some_and(|(_, o)| o.kind == ObjectKind::Builtin)
    }
}
