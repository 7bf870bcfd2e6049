//! Conditions that goroutines decide without a stop, translated from syntax trees.

use crate::debugger::expr::{literal, relation};
use minigo_syntax::ast::{BinaryOp, CallExpr, Expr, ExprKind, UnaryOp};
use minigo_vm::debug::{Arithmetic, NewValue, Term};

/// The condition for goroutines; `None` if it has parts that only the debugger evaluates.
pub(super) fn term(expr: &Expr) -> Option<Term> {
    let inner = |e: &Expr| term(e).map(Box::new);
    Some(match &expr.unparen().kind {
        ExprKind::Literal(kind, text) => match literal(*kind, text).ok()? {
            NewValue::Int(n) => Term::Int(n),
            NewValue::Float(x) => Term::Float(x),
            NewValue::Bool(b) => Term::Bool(b),
            NewValue::Text(text) => Term::Text(text),
            NewValue::Nil => Term::Nil,
        },
        ExprKind::Ident(name) => match &**name {
            "true" => Term::Bool(true),
            "false" => Term::Bool(false),
            "nil" => Term::Nil,
            name => Term::Name(name.to_owned()),
        },
        ExprKind::Selector(x, field) => Term::Field(inner(x)?, field.name.to_string()),
        ExprKind::Star(x) => Term::Target(inner(x)?),
        ExprKind::Index(x, index) if index.len() == 1 => {
            Term::Element(inner(x)?, inner(&index[0])?)
        }
        ExprKind::Unary(UnaryOp::Not, x) => Term::Not(inner(x)?),
        ExprKind::Unary(UnaryOp::Neg, x) => Term::Negated(inner(x)?),
        ExprKind::Call(call) => size_of(call)?,
        ExprKind::Binary(binary) => {
            let (x, y) = (inner(&binary.x)?, inner(&binary.y)?);
            match (binary.op, relation(binary.op), arithmetic(binary.op)) {
                (BinaryOp::LAnd, ..) => Term::And(x, y),
                (BinaryOp::LOr, ..) => Term::Or(x, y),
                (_, Some(relation), _) => Term::Compared(relation, x, y),
                (_, _, Some(operator)) => Term::Computed(operator, x, y),
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn size_of(call: &CallExpr) -> Option<Term> {
    let ExprKind::Ident(name) = &call.func.unparen().kind else { return None };
    match (&**name, &call.args[..]) {
        ("len", [x]) => Some(Term::Len(Box::new(term(x)?))),
        ("cap", [x]) => Some(Term::Cap(Box::new(term(x)?))),
        _ => None,
    }
}

fn arithmetic(op: BinaryOp) -> Option<Arithmetic> {
    Some(match op {
        BinaryOp::Add => Arithmetic::Add,
        BinaryOp::Sub => Arithmetic::Sub,
        BinaryOp::Mul => Arithmetic::Mul,
        BinaryOp::Quo => Arithmetic::Quo,
        BinaryOp::Rem => Arithmetic::Rem,
        BinaryOp::And => Arithmetic::And,
        BinaryOp::Or => Arithmetic::Or,
        BinaryOp::Xor => Arithmetic::Xor,
        BinaryOp::AndNot => Arithmetic::AndNot,
        BinaryOp::Shl => Arithmetic::Shl,
        BinaryOp::Shr => Arithmetic::Shr,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::expr::parse;

    #[test]
    fn what_goroutines_do_not_decide_has_no_term() {
        let of = |text| term(&parse(text).unwrap());
        for text in
            ["i == 1000", "(-5 < i)", "a.b[i].c != nil && len(s) > 3", "*p % 2 == 0", "i << 2 == 4"]
        {
            assert!(of(text).is_some(), "{text}");
        }
        for text in ["f(i)", "x.(T)", "s[1:2]", "i > f(3)"] {
            assert!(of(text).is_none(), "{text}");
        }
    }
}
