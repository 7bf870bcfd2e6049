//! Predicates on the form of an expression that need no context.

use minigo_types::program::{Builtin, Conversion, Expr, ExprKind};

/// Reports whether the code for `e` writes its destination part by part.
pub(crate) fn writes_destination_in_parts(e: &Expr) -> bool {
    use ExprKind as K;
    match &e.kind {
        K::StructLit(_)
        | K::ArrayLit(_)
        | K::SliceLit(..)
        | K::IntArray(_)
        | K::IntSlice(_)
        | K::MapLit(_)
        | K::New(_)
        | K::Closure(_)
        | K::BoundMethod(..)
        | K::Seq(..)
        | K::Builtin(Builtin::Min | Builtin::Max | Builtin::Complex, _) => true,
        K::Convert(_, x) => writes_destination_in_parts(x),
        _ => false,
    }
}

/// Reports whether an expression consists of variables, fields and arithmetic only.
pub(crate) fn is_simple_arithmetic(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Var(_) => true,
        ExprKind::Field(x, _)
        | ExprKind::Deref(x)
        | ExprKind::Unary(_, x)
        | ExprKind::Convert(Conversion::Same | Conversion::Numeric, x) => is_simple_arithmetic(x),
        ExprKind::Binary(_, x, y) => is_simple_arithmetic(x) && is_simple_arithmetic(y),
        _ => false,
    }
}

/// Reports whether the value is a composite literal of struct or array type.
pub(crate) fn is_aggregate_literal(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::StructLit(_) | ExprKind::ArrayLit(_) | ExprKind::IntArray(_) => true,
        ExprKind::Convert(Conversion::Same, x) => is_aggregate_literal(x),
        _ => false,
    }
}

/// Reports whether a condition is small enough to be generated twice.
pub(crate) fn is_small_condition(e: &Expr) -> bool {
    let mut nodes = 0;
    !crate::program::walk::any_expr(e, |e| {
        nodes += 1;
        nodes > 16 || matches!(e.kind, ExprKind::Seq(..) | ExprKind::Closure(_))
    })
}

/// The expression without the conversions around it that change only the type.
pub(crate) fn strip_conversions(mut e: &Expr) -> &Expr {
    while let ExprKind::Convert(Conversion::Same, x) = &e.kind {
        e = x;
    }
    e
}
