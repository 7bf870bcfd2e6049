//! Conditions that goroutines decide without a stop, translated from syntax trees.

use crate::debugger::expr::{literal, relation};
use minigo_syntax::ast::{BinaryOp, CallExpr, Expr, ExprKind, UnaryOp};
use minigo_vm::debug::{Arithmetic, ConditionTerm, NewValue};

/// The condition for goroutines; `None` if it has parts that only the debugger evaluates.
pub(super) fn condition_term(expr: &Expr) -> Option<ConditionTerm> {
    let inner = |e: &Expr| condition_term(e).map(Box::new);
    Some(match &expr.unparen().kind {
        ExprKind::Literal(kind, text) => match literal(*kind, text).ok()? {
            NewValue::Int(n) => ConditionTerm::Int(n),
            NewValue::Float(x) => ConditionTerm::Float(x),
            NewValue::Bool(b) => ConditionTerm::Bool(b),
            NewValue::Text(text) => ConditionTerm::Text(text),
            NewValue::Nil => ConditionTerm::Nil,
        },
        ExprKind::Ident(name) => match &**name {
            "true" => ConditionTerm::Bool(true),
            "false" => ConditionTerm::Bool(false),
            "nil" => ConditionTerm::Nil,
            name => ConditionTerm::Name(name.to_owned()),
        },
        ExprKind::Selector(x, field) => ConditionTerm::Field(inner(x)?, field.name.to_string()),
        ExprKind::Star(x) => ConditionTerm::Target(inner(x)?),
        ExprKind::Index(x, index) if index.len() == 1 => {
            ConditionTerm::Element(inner(x)?, inner(&index[0])?)
        }
        ExprKind::Unary(UnaryOp::Not, x) => ConditionTerm::Not(inner(x)?),
        ExprKind::Unary(UnaryOp::Neg, x) => ConditionTerm::Negated(inner(x)?),
        ExprKind::Call(call) => len_or_cap_term(call)?,
        ExprKind::Binary(binary) => {
            let (x, y) = (inner(&binary.x)?, inner(&binary.y)?);
            match (binary.op, relation(binary.op), arithmetic(binary.op)) {
                (BinaryOp::LAnd, ..) => ConditionTerm::And(x, y),
                (BinaryOp::LOr, ..) => ConditionTerm::Or(x, y),
                (_, Some(relation), _) => ConditionTerm::Compared(relation, x, y),
                (_, _, Some(operator)) => ConditionTerm::Computed(operator, x, y),
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn len_or_cap_term(call: &CallExpr) -> Option<ConditionTerm> {
    let ExprKind::Ident(name) = &call.func.unparen().kind else { return None };
    match (&**name, &call.args[..]) {
        ("len", [x]) => Some(ConditionTerm::Len(Box::new(condition_term(x)?))),
        ("cap", [x]) => Some(ConditionTerm::Cap(Box::new(condition_term(x)?))),
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
        let of = |text| condition_term(&parse(text).unwrap());
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
