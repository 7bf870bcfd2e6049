//! Reports assignments of a variable to itself: `x = x`, `a.b = a.b`.

use crate::pass::Pass;
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{CallExpr, Expr, ExprKind as E, StmtKind, UnaryOp};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::source::Span;
use minigo_types::info::ValueMode;
use minigo_types::ty::Type;

/// Reports self-assignments.
pub(crate) fn run(pass: &Pass<'_>) {
    for stmt in &pass.stmts {
        let StmtKind::Assign(lhs, rhs) = &stmt.kind else { continue };
        // `a, b = f()` is never a self-assignment.
        if lhs.len() != rhs.len() {
            continue;
        }
        let mut first = None;
        let mut same = Vec::new();
        for (l, r) in lhs.iter().zip(rhs) {
            if is_self_assignment(pass, l, r) {
                first.get_or_insert(Span::new(stmt.pos, r.end));
                same.push(expr_text(l));
            }
        }
        if let Some(span) = first {
            pass.report(Code::SelfAssign, span, format!("self-assignment of {}", same.join(", ")));
        }
    }
}

fn is_self_assignment(pass: &Pass<'_>, l: &Expr, r: &Expr) -> bool {
    if is_map_index(pass, l) || has_effects(pass, l) || has_effects(pass, r) {
        return false;
    }
    std::mem::discriminant(&l.kind) == std::mem::discriminant(&r.kind)
        && !matches!(&l.kind, E::Ident(name) if name == "_")
        && expr_text(l) == expr_text(r)
}

/// Reports whether the expression is a map element: an assignment to it may add it.
fn is_map_index(pass: &Pass<'_>, e: &Expr) -> bool {
    match &e.unparen().kind {
        E::Index(x, _) => matches!(pass.underlying_type(x), Some(Type::Map(..))),
        _ => false,
    }
}

/// Reports whether the evaluation has effects, or may yield another value the second time.
pub(crate) fn has_effects(pass: &Pass<'_>, e: &Expr) -> bool {
    let mut found = false;
    inspect(Node::Expr(e), &mut |node| {
        let Node::Expr(e) = node else { return false };
        found |= match &e.kind {
            E::Call(call) => !is_pure_call(pass, call),
            E::Unary(UnaryOp::Recv, _) => true,
            _ => false,
        };
        !found && !matches!(e.kind, E::FuncLit(_))
    });
    found
}

/// Reports whether a call is a conversion or a call of a built-in function without effects.
fn is_pure_call(pass: &Pass<'_>, call: &CallExpr) -> bool {
    const PURE_BUILTINS: &[&str] =
        &["cap", "complex", "imag", "len", "make", "max", "min", "new", "real"];
    let is_type = pass.info.expr(&call.func).is_some_and(|f| f.mode == ValueMode::Type);
    is_type || pass.builtin(call).is_some_and(|name| PURE_BUILTINS.contains(&name))
}
