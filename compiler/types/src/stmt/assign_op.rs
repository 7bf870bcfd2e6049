//! Assignment operations, `++` and `--`.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{Mode, Operand};
use crate::program::{BinaryOp as Op, Expr, ExprKind, Stmt, StmtKind as K};
use crate::ty::Basic;
use minigo_syntax::ast::{self, BinaryOp, ExprKind as E, IncDec};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::source::Pos;

impl Checker<'_> {
    pub(crate) fn inc_dec(&mut self, e: &ast::Expr, op: IncDec, pos: Pos, out: &mut Vec<Stmt>) {
        let x = self.expr(e);
        if !x.is_valid() {
            return;
        }
        if !self.types.is_all_basic(x.ty, Basic::is_numeric) {
            let sign = if op == IncDec::Inc { "++" } else { "--" };
            let ty = self.type_string(x.ty);
            let message = format!("invalid operation: {}{sign} (non-numeric type {ty})", x.text());
            self.error_span(Code::NonNumericIncDec, x.span(), message);
            return;
        }
        if !self.check_assignable(e, &x) {
            return;
        }
        let basic = self.types.basic(x.ty).unwrap_or(Basic::Int);
        let ty = x.ty;
        let lvalue = self.typed_expr(x);
        self.mark_assigned(&lvalue);
        let one = crate::expr::operand::const_expr(&ConstValue::int(1), basic, ty, pos);
        let op = if op == IncDec::Inc { Op::Add } else { Op::Sub };
        out.push(Stmt { kind: K::AssignOp(op, lvalue, one), pos });
    }

    pub(crate) fn op_assign(
        &mut self,
        op: BinaryOp,
        lhs: &ast::Expr,
        rhs: &ast::Expr,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let x = self.expr(lhs);
        let y = self.expr(rhs);
        let lvalue = x.clone();
        let result = self.check_assign_op(op, x, (lhs, rhs), y);
        if !lvalue.is_valid() || !result.is_valid() || !self.check_assignable(lhs, &lvalue) {
            return;
        }
        let ty = lvalue.ty;
        let Some(value) =
            self.assign_converted(result, Some(ty), AssignmentPurpose::Text("assignment"))
        else {
            return;
        };
        let lvalue = self.typed_expr(lvalue);
        self.mark_assigned(&lvalue);
        match value.kind {
            ExprKind::Binary(op, _, value) => {
                out.push(Stmt { kind: K::AssignOp(op, lvalue, *value), pos });
            }
            _ => self.note_unreported_failure(pos, || {
                "cannot compile the assignment operation".to_owned()
            }),
        }
    }

    /// Checks that `x`, the result of checking `e`, can be assigned to.
    pub(crate) fn check_assignable(&mut self, e: &ast::Expr, x: &Operand<'_>) -> bool {
        if matches!(x.mode, Mode::Variable | Mode::MapIndex) {
            return true;
        }
        let shown = x.text();
        if let E::Selector(inner, _) = &e.unparen().kind
            && matches!(inner.unparen().kind, E::Index(..))
            && self.is_map_element(x)
        {
            let message = format!("cannot assign to struct field {shown} in map");
            let error = Diagnostic::error(Code::UnaddressableFieldAssign, x.span(), message);
            let element = expr_text(inner);
            self.report(error.with_help(format!(
                "change a copy and store it: `v := {element}`, change `v`, then `{element} = v`; or let the map hold pointers"
            )));
            return false;
        }
        let message =
            format!("cannot assign to {shown} (neither addressable nor a map index expression)");
        let error = Diagnostic::error(Code::UnassignableOperand, x.span(), message);
        let of_string = matches!(&e.unparen().kind, E::Index(..)) && x.ty == Basic::Uint8.id();
        let error = if of_string {
            error.with_help("strings cannot be changed: convert to []byte or []rune, change that")
        } else {
            self.label_declaration(error, e)
        };
        self.report(error);
        false
    }

    /// Reports whether `x` is a field of a map element.
    pub(crate) fn is_map_element(&self, x: &Operand<'_>) -> bool {
        let mut at = x.ir.as_ref();
        while let Some(Expr { kind: ExprKind::Field(inner, _), .. }) = at {
            at = Some(inner);
        }
        matches!(at, Some(Expr { kind: ExprKind::MapIndex(..), .. }))
    }
}
