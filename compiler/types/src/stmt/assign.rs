//! Assignments.
//!
//! Values are matched with their destinations one by one, or taken from the results of a single call.

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{Operand, is_valid};
use crate::expr::values::ExprValues;
use crate::program::{Expr, Stmt, StmtKind as K};
use crate::ty::TypeId;
use minigo_syntax::ast::{self, ExprKind as E};
use minigo_syntax::source::Pos;

/// The left side of an assignment.
enum Lhs {
    Blank,
    Invalid,
    Lvalue(Expr),
}

impl Checker<'_> {
    /// Checks the left side of an assignment. A variable that is only assigned to does not count as used.
    fn check_lhs(&mut self, e: &ast::Expr) -> Lhs {
        let before = match &e.unparen().kind {
            E::Ident(name) if name == "_" => return Lhs::Blank,
            E::Ident(name) if self.lookup(name).is_none() => {
                self.report_undefined_assign_target(name, e.span());
                return Lhs::Invalid;
            }
            E::Ident(name) => self.local_var_use(name),
            _ => None,
        };
        let x = self.expr(e);
        if let Some((obj, used)) = before {
            self.object_mut(obj).is_used = used;
        }
        if !x.is_valid() || !is_valid(x.ty) || !self.check_assignable(e, &x) {
            return Lhs::Invalid;
        }
        let lvalue = self.typed_expr(x);
        self.mark_assigned(&lvalue);
        Lhs::Lvalue(lvalue)
    }

    /// Checks `a, b = x, y`.
    pub(crate) fn assign_stmt(
        &mut self,
        lhs: &[ast::Expr],
        rhs: &[ast::Expr],
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let why = if lhs.len() > 1 { "multiple assignment" } else { "assignment" };
        let is_call = rhs.len() == 1 && matches!(rhs[0].unparen().kind, E::Call(_));
        if lhs.len() == rhs.len() && !is_call {
            let one_each = || (Vec::with_capacity(lhs.len()), Vec::with_capacity(lhs.len()));
            let (mut lvalues, mut values) = one_each();
            for (l, r) in lhs.iter().zip(rhs) {
                let Some((lvalue, value)) = self.assign_one(l, r, why) else { continue };
                lvalues.push(lvalue);
                values.push(value);
            }
            out.extend(assignment_of(lvalues, values).map(|kind| Stmt { kind, pos }));
            return;
        }
        if rhs.len() != 1 {
            let mut ok = true;
            for l in lhs {
                ok &= self.check_unused_expr(l, true);
            }
            ok &= self.check_unused_exprs(rhs);
            if ok {
                self.report_assign_count_mismatch(rhs, lhs.len(), rhs.len());
            }
            return;
        }
        let values = self.multi_expr(&rhs[0], lhs.len() == 2);
        if values.operands.len() != lhs.len() {
            if values.operands[0].is_valid() {
                self.report_assign_count_mismatch(rhs, lhs.len(), values.operands.len());
            }
            for l in lhs {
                self.check_unused_expr(l, true);
            }
            return;
        }
        self.assign_tuple(lhs, values, why, pos, out);
    }

    fn assign_one(
        &mut self,
        l: &ast::Expr,
        r: &ast::Expr,
        why: &'static str,
    ) -> Option<(Option<Expr>, Expr)> {
        match self.check_lhs(l) {
            Lhs::Invalid => {
                self.check_unused_expr(r, false);
                None
            }
            Lhs::Blank => {
                let x = self.assigned_expr(r);
                let why = if why == "assignment" { "assignment to _ identifier" } else { why };
                Some((None, self.assign_converted(x, None, AssignmentPurpose::Text(why))?))
            }
            Lhs::Lvalue(lvalue) => {
                let x = self.assigned_expr(r);
                let value =
                    self.assign_converted(x, Some(lvalue.ty), AssignmentPurpose::To(l, why))?;
                Some((Some(lvalue), value))
            }
        }
    }

    fn assign_tuple(
        &mut self,
        lhs: &[ast::Expr],
        values: ExprValues<'_>,
        why: &'static str,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let (mut lvalues, mut irs) = (Vec::new(), Vec::new());
        for (l, x) in lhs.iter().zip(values.operands) {
            let (lvalue, ty, why) = match self.check_lhs(l) {
                Lhs::Invalid => continue,
                Lhs::Blank if why == "assignment" => {
                    (None, None, AssignmentPurpose::Text("assignment to _ identifier"))
                }
                Lhs::Blank => (None, None, AssignmentPurpose::Text(why)),
                Lhs::Lvalue(lvalue) => {
                    let ty = lvalue.ty;
                    (Some(lvalue), Some(ty), AssignmentPurpose::To(l, why))
                }
            };
            if let Some(value) = self.assign_converted(x, ty, why) {
                lvalues.push(lvalue);
                irs.push(value);
            }
        }
        if let Some((temps, ir)) = values.tuple {
            let blank = |i: usize| matches!(lvalues.get(i), Some(None));
            let temps: Vec<_> =
                temps.into_iter().enumerate().map(|(i, t)| (!blank(i)).then_some(t)).collect();
            let used: Vec<_> =
                lvalues.into_iter().zip(irs).filter(|(lvalue, _)| lvalue.is_some()).collect();
            let (lvalues, irs): (Vec<_>, Vec<_>) = used.into_iter().unzip();
            let kind = match assignment_of(lvalues, irs) {
                Some(kind) => K::AssignTuple(temps, ir, Box::new(Stmt { kind, pos })),
                None => K::VarTuple(temps, ir),
            };
            out.push(Stmt { kind, pos });
            return;
        }
        out.extend(assignment_of(lvalues, irs).map(|kind| Stmt { kind, pos }));
    }

    /// Assigns a value that has no expression in the source to `e`: the key or value of a loop.
    pub(crate) fn assign_value_without_source(
        &mut self,
        e: &ast::Expr,
        x: Operand<'_>,
        why: &'static str,
        out: &mut Vec<Stmt>,
    ) -> Option<TypeId> {
        let pos = e.pos;
        match self.check_lhs(e) {
            Lhs::Invalid => None,
            Lhs::Blank => {
                let value = self.assign_converted(
                    x,
                    None,
                    AssignmentPurpose::Text("assignment to _ identifier"),
                )?;
                Some(value.ty)
            }
            Lhs::Lvalue(lvalue) => {
                let ty = lvalue.ty;
                let value = self.assign_converted(x, Some(ty), AssignmentPurpose::Text(why))?;
                out.push(Stmt { kind: K::Assign(Some(lvalue), value), pos });
                Some(ty)
            }
        }
    }
}

/// Makes the assignment of the values to the lvalues, if there are any.
fn assignment_of(mut lvalues: Vec<Option<Expr>>, mut values: Vec<Expr>) -> Option<K> {
    match (lvalues.len(), values.pop()?) {
        (1, value) => Some(K::Assign(lvalues.remove(0), value)),
        (_, value) => {
            values.push(value);
            Some(K::AssignMany(lvalues, values))
        }
    }
}
