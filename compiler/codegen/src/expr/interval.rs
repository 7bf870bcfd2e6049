//! Tests whether a number lies in an interval, with one comparison: `'a' <= c && c <= 'z'`.
//!
//! A module of its own because the pair of comparisons has to be recognised first.

use crate::expr::branch::{mirrored, negated};
use crate::func::FuncGen;
use crate::program::expr_forms::is_simple_arithmetic;
use crate::program::layout::Shape;
use minigo_bytecode::assembler::Label;
use minigo_bytecode::ops::Op;
use minigo_types::program::{CompareOp, Const, Expr, ExprKind};

/// A comparison of an expression with a constant bound.
struct Bound<'p> {
    operand: &'p Expr,
    /// Whether the bound is a lower bound. The bound itself satisfies the comparison.
    is_lower: bool,
    limit: i64,
}

impl<'p> FuncGen<'_, 'p> {
    /// Jumps to `to` if `e`, which compares the same number twice, is `when`. Returns false if `e` has another form.
    pub(crate) fn branch_interval(&mut self, e: &'p Expr, when: bool, to: Label) -> bool {
        let (x, y, inside) = match &e.kind {
            ExprKind::AndAnd(x, y) => (x, y, true),
            ExprKind::OrOr(x, y) => (x, y, false),
            _ => return false,
        };
        let (Some(p), Some(q)) = (self.bound_of(x, inside), self.bound_of(y, inside)) else {
            return false;
        };
        let (low, high) = if p.is_lower { (p.limit, q.limit) } else { (q.limit, p.limit) };
        let span = high.checked_sub(low).filter(|span| (0..=255).contains(span));
        let Some(span) = span.filter(|_| (0..=255).contains(&low)) else { return false };
        if p.is_lower == q.is_lower || !is_same_expr(p.operand, q.operand) {
            return false;
        }
        let a = self.operand(p.operand);
        let (k, inside) = (low as u16 | (span as u16) << 8, inside == when);
        if self.asm.try_label_pc(to).is_none() {
            let op = if inside { Op::JmpIn { a, k, to: 0 } } else { Op::JmpNotIn { a, k, to: 0 } };
            self.asm.jump(op, to);
        } else if inside {
            self.asm.jump(Op::LoopIn { a, k, to: 0 }, to);
        } else {
            let skip = self.label();
            self.asm.jump(Op::JmpIn { a, k, to: 0 }, skip);
            self.jump(to);
            self.asm.bind(skip);
        }
        true
    }

    /// The comparison of an integer with a constant. For comparisons joined by `||` the negation is analysed.
    fn bound_of(&mut self, e: &'p Expr, inside: bool) -> Option<Bound<'p>> {
        use CompareOp as C;
        let ExprKind::Compare(op, x, y) = &e.kind else { return None };
        let (x, op, n) = match (self.const_int(x), self.const_int(y)) {
            (None, Some(n)) => (&**x, *op, n),
            (Some(n), None) => (&**y, mirrored(*op), n),
            _ => return None,
        };
        if !matches!(self.shape(x.ty), Shape::Int { .. }) || !is_simple_lvalue(x) {
            return None;
        }
        let op = if inside { op } else { negated(op) };
        let (low, n) = match op {
            C::Ge => (true, n),
            C::Gt => (true, n.checked_add(1)?),
            C::Le => (false, n),
            C::Lt => (false, n.checked_sub(1)?),
            C::Eq | C::Ne => return None,
        };
        Some(Bound { operand: x, is_lower: low, limit: n })
    }
}

/// Reports whether a second evaluation makes no difference: the expression consists of variables, fields, elements,
/// arithmetic.
fn is_simple_lvalue(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Index(x, i) => is_simple_lvalue(x) && is_simple_lvalue(i),
        _ => is_simple_arithmetic(e),
    }
}

/// Reports whether both expressions are the same.
fn is_same_expr(a: &Expr, b: &Expr) -> bool {
    use ExprKind as K;
    match (&a.kind, &b.kind) {
        (K::Var(a), K::Var(b)) => a == b,
        (K::Const(Const::Int(a)), K::Const(Const::Int(b))) => a == b,
        (K::Field(a, i), K::Field(b, j)) => i == j && is_same_expr(a, b),
        (K::Deref(a), K::Deref(b)) => is_same_expr(a, b),
        (K::Index(a, i), K::Index(b, j)) => is_same_expr(a, b) && is_same_expr(i, j),
        (K::Convert(c, a2), K::Convert(d, b2)) => c == d && a.ty == b.ty && is_same_expr(a2, b2),
        (K::Unary(o, a), K::Unary(p, b)) => o == p && is_same_expr(a, b),
        (K::Binary(o, a, x), K::Binary(p, b, y)) => {
            o == p && is_same_expr(a, b) && is_same_expr(x, y)
        }
        _ => false,
    }
}
