//! Expression switches.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::constant::key::{ConstKey, SeenCases};
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{Mode, Operand, Origin, bool_expr};
use crate::program::{Expr, Stmt, StmtKind as K, Switch, SwitchClause};
use crate::stmt::push_in_block;
use crate::ty::Basic;
use minigo_syntax::ast::{self, BinaryOp, BranchKind, CaseClause, Name, StmtKind as S};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::source::{Pos, Span};

impl Checker<'_> {
    /// Reports all `default` clauses after the first.
    pub(crate) fn check_defaults(&mut self, defaults: &[Pos]) {
        let Some((first, rest)) = defaults.split_first() else { return };
        let position = self.position_text(*first);
        for &pos in rest {
            let message = format!("multiple defaults (first at {position})");
            let error = Diagnostic::error(Code::DuplicateDefault, Span::at(pos), message);
            self.report(error.with_label_at(Span::at(*first), "the first default"));
        }
    }

    pub(crate) fn check_clause_defaults(&mut self, clauses: &[CaseClause]) {
        let defaults: Vec<Pos> =
            clauses.iter().filter(|c| c.list.is_none()).map(|c| c.pos).collect();
        self.check_defaults(&defaults);
    }

    /// Checks `switch x { … }`.
    pub(crate) fn switch_stmt(
        &mut self,
        s: &ast::SwitchStmt,
        label: Option<&Name>,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        self.open_scope();
        let mut before = Vec::new();
        if let Some(init) = &s.init {
            self.stmt(init, None, &mut before);
        }
        let tag = match &s.tag {
            Some(tag) => self.switch_tag(tag, &mut before),
            None => {
                let at = s.clauses.first().map_or(s.rbrace, |c| c.pos);
                let origin = Origin::Named("true".to_owned(), Span::at(at));
                let mode = Mode::Constant(ConstValue::Bool(true));
                Operand { mode, ty: Basic::Bool.id(), origin, ir: None }
            }
        };
        self.check_clause_defaults(&s.clauses);
        let target = self.push_target(label.cloned(), false);
        let mut seen = SeenCases::default();
        let mut clauses = Vec::new();
        for clause in &s.clauses {
            let conds = clause
                .list
                .as_ref()
                .map(|list| self.case_values(&tag, s.tag.is_none(), list, &mut seen));
            let body = self.block(&clause.body);
            let falls = ends_in_fallthrough(&clause.body);
            clauses.push(SwitchClause { conds, body, fallthrough: falls });
        }
        self.context.body.targets.pop();
        self.leave_scope();
        let switch = Switch { target, clauses };
        push_in_block(before, Stmt { kind: K::Switch(Box::new(switch)), pos }, out);
    }

    fn switch_tag<'e>(&mut self, e: &'e ast::Expr, before: &mut Vec<Stmt>) -> Operand<'e> {
        let mut x = self.expr(e);
        self.check_assignment(&mut x, None, AssignmentPurpose::Text("switch expression"));
        if x.is_valid() && self.comparable_or_reason(x.ty).is_err() && !self.types.has_nil(x.ty) {
            let (what, ty) = (self.describe(&x), self.type_string(x.ty));
            let message = format!("cannot switch on {what} ({ty} is not comparable)");
            self.error_span(Code::InvalidExprSwitch, x.span(), message);
            x.invalidate();
        }
        if x.is_valid() {
            let ir = self.typed_expr(x.clone());
            x.ir = Some(self.store_in_temporary(ir, before));
        }
        x
    }

    fn case_values(
        &mut self,
        tag: &Operand<'_>,
        tagless: bool,
        list: &[ast::Expr],
        seen: &mut SeenCases,
    ) -> Vec<Expr> {
        let mut conds = Vec::with_capacity(list.len());
        for e in list {
            let mut v = self.expr(e);
            if !tag.is_valid() || !v.is_valid() {
                continue;
            }
            if v.is_untyped() {
                self.convert_untyped(&mut v, tag.ty);
                if !v.is_valid() {
                    continue;
                }
            }
            let result = self.comparison(BinaryOp::Eq, v.clone(), tag.clone(), Some(()));
            if !result.is_valid() {
                continue;
            }
            if self.is_duplicate_case(&v, seen) {
                continue;
            }
            conds.push(self.case_cond(v, tag, tagless));
        }
        conds
    }

    /// The condition of a case.
    fn case_cond(&mut self, mut v: Operand<'_>, tag: &Operand<'_>, tagless: bool) -> Expr {
        let pos = v.pos();
        if tagless {
            if self.types.is_basic(v.ty, Basic::is_boolean) {
                let ir = self.typed_expr(v);
                return self.coerce_to(ir, Basic::Bool.id());
            }
            let yes = Operand::without_source("true", Span::at(pos), bool_expr(true, pos));
            return self.compare_ir(BinaryOp::Eq, yes, v);
        }
        let mut tag = tag.clone();
        if let Some(ir) = &tag.ir {
            tag.ty = ir.ty;
            tag.mode = Mode::Value;
        }
        self.set_default_type(&mut v);
        let mut cond = self.compare_ir(BinaryOp::Eq, tag, v);
        cond.pos = pos;
        cond
    }

    fn is_duplicate_case(&mut self, v: &Operand<'_>, seen: &mut SeenCases) -> bool {
        let Some(value) = v.const_value() else { return false };
        // gc reports duplicates of numbers and strings only.
        if matches!(value, ConstValue::Bool(_) | ConstValue::Complex(_)) {
            return false;
        }
        let Some(key) = ConstKey::new(value) else { return false };
        let others = seen.entry(key).or_default();
        let Some(&(_, first)) = others.iter().find(|(ty, _)| *ty == v.ty) else {
            others.push((v.ty, v.pos()));
            return false;
        };
        let message = format!("duplicate case {} in expression switch", self.describe(v));
        let error = Diagnostic::error(Code::DuplicateCase, v.span(), message);
        self.report(error.with_go_compiler_label(Span::at(first), "previous case"));
        true
    }
}

fn ends_in_fallthrough(body: &[ast::Stmt]) -> bool {
    let last = body.iter().rev().find(|s| !matches!(s.kind, S::Empty));
    last.is_some_and(|s| is_fallthrough(&s.kind))
}

fn is_fallthrough(kind: &S) -> bool {
    match kind {
        S::Branch(BranchKind::Fallthrough, _) => true,
        S::Labeled(_, inner) => is_fallthrough(&inner.kind),
        _ => false,
    }
}
