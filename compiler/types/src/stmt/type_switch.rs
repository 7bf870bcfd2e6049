//! Type switches.

use crate::checker::Checker;
use crate::expr::operand::{Operand, is_valid};
use crate::program::{Stmt, StmtKind as K, TypeClause, TypeSwitch};
use crate::scope::object::ObjectKind;
use crate::stmt::push_in_block;
use crate::ty::{Basic, TypeId};
use minigo_syntax::ast::{self, ExprKind as E, Name};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::source::{Pos, Span};

impl Checker<'_> {
    /// Checks `switch v := x.(type) { … }`.
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
            self.error_span(Code::NoNewVar, blank.span(), "no new variable on left side of :=");
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
            self.error_span(Code::InvalidTypeSwitch, x.span(), message);
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
                self.insert(self.context.scope, obj);
                bind = Some((var, obj));
            }
            let mut body = Vec::with_capacity(clause.body.len());
            self.stmts(&clause.body, &mut body);
            if let Some((_, obj)) = bind {
                used |= self.object(obj).is_used;
                self.object_mut(obj).is_used = true;
            }
            self.leave_scope();
            let types = list.map(|_| types);
            clauses.push(TypeClause { types, bound_var: bind.map(|(var, _)| var), body });
        }
        if let Some(name) = name.filter(|_| !used && self.session_state.is_none()) {
            let message = format!("{} declared and not used", name.name);
            self.error_span(Code::UnusedVar, name.span(), message);
        }
        self.context.body.targets.pop();
        self.leave_scope();
        let x = self.typed_expr(x);
        let switch = TypeSwitch { target, x, clauses };
        push_in_block(before, Stmt { kind: K::TypeSwitch(Box::new(switch)), pos }, out);
    }

    /// The types of a clause, and the type of the variable that it declares.
    pub(crate) fn case_types(
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
            if let Some((_, first)) = old.filter(|_| !self.context.suppresses_errors) {
                let shown = ty.map_or_else(|| "nil".to_owned(), |ty| self.type_string(ty));
                let message = format!("duplicate case {shown} in type switch");
                let error = Diagnostic::error(Code::DuplicateCase, e.span(), message);
                self.report(error.with_go_compiler_label(Span::at(first), "previous case"));
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

    pub(crate) fn is_nil_literal(&mut self, e: &ast::Expr) -> bool {
        let E::Ident(name) = &e.unparen().kind else { return false };
        match self.lookup(name) {
            Some(obj) => matches!(self.object(obj).kind, ObjectKind::Nil),
            None => false,
        }
    }
}
