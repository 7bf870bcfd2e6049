//! Reports comparisons of declared functions with nil, whose result is always the same.

use crate::pass::Pass;
use minigo_syntax::ast::{BinaryOp, Expr, ExprKind as E};
use minigo_syntax::diagnostic::Code;
use minigo_types::info::{ObjectKind, SelectionKind, ValueMode};

/// Reports comparisons of functions with nil.
pub(crate) fn run(pass: &Pass<'_>) {
    for e in &pass.exprs {
        let E::Binary(b) = &e.kind else { continue };
        if !matches!(b.op, BinaryOp::Eq | BinaryOp::Ne) {
            continue;
        }
        let is_nil = |e: &Expr| pass.info.expr(e).is_some_and(|f| f.mode == ValueMode::Nil);
        let other = match (is_nil(&b.x), is_nil(&b.y)) {
            (true, _) => &b.y,
            (_, true) => &b.x,
            _ => continue,
        };
        if let Some(name) = function_name(pass, other.unparen()) {
            let (op, result) = (b.op.text(), b.op == BinaryOp::Ne);
            let message = format!("comparison of function {name} {op} nil is always {result}");
            pass.report(Code::NilFunc, e.span(), message);
        }
    }
}

/// The name of the declared function or method that an expression denotes.
fn function_name(pass: &Pass<'_>, e: &Expr) -> Option<String> {
    if let E::Index(base, _) = &e.kind {
        return function_name(pass, base.unparen()).filter(|_| !pass.is_value(base));
    }
    if let E::Selector(_, sel) = &e.kind
        && let Some(selection) = pass.info.selection(sel.pos)
    {
        return (selection.kind != SelectionKind::Field).then(|| sel.name.to_string());
    }
    let (_, object) = pass.object(e)?;
    matches!(object.kind, ObjectKind::Func(_)).then(|| object.name.to_string())
}
