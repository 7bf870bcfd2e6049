//! Switches.
//!
//! A module of its own since cases are compared with each other, and a type switch declares a variable in each clause.

use crate::check::Checker;
use crate::constant::ConstValue;
use crate::expr::assignable::Purpose;
use crate::expr::composite::{Key, SeenCases};
use crate::expr::operand::{Mode, Operand, Origin, bool_expr, is_valid};
use crate::program::{Expr, Stmt, StmtKind as K, Switch, SwitchClause, TypeClause, TypeSwitch};
use crate::scope::object::ObjectKind;
use crate::stmt::push_scoped;
use crate::ty::{Basic, TypeId};
use minigo_syntax::ast::{
    self, BinaryOp, BranchKind, CaseClause, ExprKind as E, Name, StmtKind as S,
};
use minigo_syntax::source::{Pos, Span};

impl Checker<'_> {
    /// Reports more than one `default`.
    pub(crate) fn check_defaults(&mut self, defaults: &[Pos]) {
        let Some((first, rest)) = defaults.split_first() else { return };
        let place = self.place(*first);
        for &pos in rest {
            let message = format!("multiple defaults (first at {place})");
            self.error("DuplicateDefault", pos, message);
        }
    }

    fn check_clause_defaults(&mut self, clauses: &[CaseClause]) {
        let defaults: Vec<Pos> =
            clauses.iter().filter(|c| c.list.is_none()).map(|c| c.pos).collect();
        self.check_defaults(&defaults);
    }

    /// `switch x { … }`
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
        self.cx.body.targets.pop();
        self.leave_scope();
        let switch = Switch { target, clauses };
        push_scoped(before, Stmt { kind: K::Switch(Box::new(switch)), pos }, out);
    }

    fn switch_tag<'e>(&mut self, e: &'e ast::Expr, before: &mut Vec<Stmt>) -> Operand<'e> {
        let mut x = self.expr(e);
        self.assignment(&mut x, None, Purpose::Text("switch expression"));
        if x.is_valid() && self.comparable(x.ty).is_err() && !self.types.has_nil(x.ty) {
            let (what, ty) = (self.describe(&x), self.type_string(x.ty));
            let message = format!("cannot switch on {what} ({ty} is not comparable)");
            self.error_span("InvalidExprSwitch", x.span(), message);
            x.invalidate();
        }
        if x.is_valid() {
            let ir = self.take(x.clone());
            x.ir = Some(self.kept(ir, before));
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

    /// The condition that a case stands for.
    fn case_cond(&mut self, mut v: Operand<'_>, tag: &Operand<'_>, tagless: bool) -> Expr {
        let pos = v.pos();
        if tagless {
            if self.types.is_basic(v.ty, Basic::is_boolean) {
                let ir = self.take(v);
                return self.coerce(ir, Basic::Bool.id());
            }
            let yes = Operand::named("true", Span::at(pos), bool_expr(true, pos));
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
        // gc compares numbers and strings only.
        if matches!(value, ConstValue::Bool(_) | ConstValue::Complex(_)) {
            return false;
        }
        let Some(key) = Key::new(value) else { return false };
        let others = seen.entry(key).or_default();
        let Some(&(_, first)) = others.iter().find(|(ty, _)| *ty == v.ty) else {
            others.push((v.ty, v.pos()));
            return false;
        };
        let (what, place) = (self.describe(v), self.place(first));
        let message =
            format!("duplicate case {what} in expression switch\n\t{place}: previous case");
        self.error_span("DuplicateCase", v.span(), message);
        true
    }

    /// `switch v := x.(type) { … }`
    pub(crate) fn type_switch(
        &mut self,
        s: &ast::TypeSwitchStmt,
        label: Option<&Name>,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        self.open_scope();
        let mut before = Vec::new();
        if let Some(init) = &s.init {
            self.stmt(init, None, &mut before);
        }
        let mut name = s.name.as_ref();
        if let Some(blank) = name.filter(|n| n.is_blank()) {
            self.error_span("NoNewVar", blank.span(), "no new variable on left side of :=");
            name = None;
        }
        let mut x = self.expr(&s.x);
        if x.is_valid() && !self.types.is_interface(x.ty) {
            let what = self.describe(&x);
            let message = if self.types.is_type_param(x.ty) {
                format!("cannot use type switch on type parameter value {what}")
            } else {
                format!("{what} is not an interface")
            };
            self.error_span("InvalidTypeSwitch", x.span(), message);
            x.invalidate();
        }
        self.check_clause_defaults(&s.clauses);
        let target = self.push_target(label.cloned(), false);
        let mut seen: Vec<(Option<TypeId>, Pos)> = Vec::new();
        let mut clauses = Vec::new();
        let mut used = false;
        for clause in &s.clauses {
            let list = clause.list.as_deref();
            let (types, bound) = self.case_types(&mut x, list.unwrap_or(&[]), &mut seen);
            self.open_scope();
            let mut bind = None;
            if let Some(name) = name {
                let (var, obj) = self.undeclared_var(name);
                self.vars[var.0 as usize].ty = bound;
                self.insert(self.cx.scope, obj);
                bind = Some((var, obj));
            }
            let mut body = Vec::with_capacity(clause.body.len());
            self.stmts(&clause.body, &mut body);
            if let Some((_, obj)) = bind {
                used |= self.object(obj).used;
                self.object_mut(obj).used = true;
            }
            self.leave_scope();
            let types = list.map(|_| types);
            clauses.push(TypeClause { types, bind: bind.map(|(var, _)| var), body });
        }
        if let Some(name) = name.filter(|_| !used) {
            let message = format!("{} declared and not used", name.name);
            self.error_span("UnusedVar", name.span(), message);
        }
        self.cx.body.targets.pop();
        self.leave_scope();
        let x = self.take(x);
        let switch = TypeSwitch { target, x, clauses };
        push_scoped(before, Stmt { kind: K::TypeSwitch(Box::new(switch)), pos }, out);
    }

    /// The types of a clause, and that of the variable it declares.
    fn case_types(
        &mut self,
        x: &mut Operand<'_>,
        list: &[ast::Expr],
        seen: &mut Vec<(Option<TypeId>, Pos)>,
    ) -> (Vec<Option<TypeId>>, TypeId) {
        let mut types = Vec::new();
        let mut last = None;
        for e in list {
            let ty = if self.is_nil_literal(e) {
                None
            } else {
                let ty = self.var_type(e);
                last = Some(ty);
                if !is_valid(ty) {
                    continue;
                }
                Some(ty)
            };
            last = ty;
            let old = seen.iter().find(|(other, _)| *other == ty).copied();
            if let Some((_, first)) = old.filter(|_| self.silent == 0) {
                let shown = ty.map_or_else(|| "nil".to_owned(), |ty| self.type_string(ty));
                let place = self.place(first);
                let message =
                    format!("duplicate case {shown} in type switch\n\t{place}: previous case");
                self.error_span("DuplicateCase", e.span(), message);
                continue;
            }
            seen.push((ty, e.pos));
            types.push(ty);
            if let Some(ty) = ty.filter(|_| x.is_valid()) {
                self.check_assertion(e, x, ty, true);
            }
        }
        let bound = match (list.len(), last) {
            (1, Some(ty)) => ty,
            _ if x.is_valid() => x.ty,
            _ => Basic::Invalid.id(),
        };
        (types, bound)
    }

    fn is_nil_literal(&mut self, e: &ast::Expr) -> bool {
        let E::Ident(name) = &e.unparen().kind else { return false };
        match self.lookup(name) {
            Some(obj) => matches!(self.object(obj).kind, ObjectKind::Nil),
            None => false,
        }
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
