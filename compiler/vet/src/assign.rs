//! Reports assignments of a variable to itself: `x = x`, `a.b = a.b`.

use crate::pass::Pass;
use crate::statement::deletion;
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{CallExpr, Expr, ExprKind as E, StmtKind, UnaryOp};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::hash::HashSet;
use minigo_syntax::source::{Pos, Span};
use minigo_types::info::ValueMode;
use minigo_types::ty::Type;

/// Reports self-assignments.
pub(crate) fn run(pass: &Pass<'_>) {
    // go vet does not delete a statement that has a label.
    let labeled: HashSet<Pos> = pass
        .stmts
        .iter()
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Labeled(_, inner) => Some(inner.pos),
            _ => None,
        })
        .collect();
    for stmt in &pass.stmts {
        let StmtKind::Assign(lhs, rhs) = &stmt.kind else { continue };
        // `a, b = f()` is never a self-assignment.
        if lhs.len() != rhs.len() {
            continue;
        }
        let mut first = None;
        let mut same = Vec::new();
        let mut is_same = vec![false; lhs.len()];
        for (at, (l, r)) in lhs.iter().zip(rhs).enumerate() {
            if is_self_assignment(pass, l, r) {
                first.get_or_insert(Span::new(stmt.pos, r.end));
                same.push(expr_text(l));
                is_same[at] = true;
            }
        }
        if let Some(span) = first {
            let message = format!("self-assignment of {}", same.join(", "));
            let edits = if same.len() == lhs.len() {
                (!labeled.contains(&stmt.pos)).then(|| vec![(deletion(pass, stmt), String::new())])
            } else {
                let both = [lhs, rhs].into_iter().flat_map(|list| list_deletions(list, &is_same));
                Some(both.map(|span| (span, String::new())).collect())
            };
            let finding = pass.finding(Code::SelfAssign, span, message).with_vet_end(span.start);
            pass.push_finding(finding.with_vet_fix("Remove self-assignment", edits));
        }
    }
}

/// The spans to delete so that a list loses the marked expressions, but not all its expressions: each run of marked
/// ones together with the commas before it, or, at the beginning of the list, after it.
fn list_deletions(list: &[Expr], is_marked: &[bool]) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    while at < list.len() {
        let run = is_marked[at..].iter().take_while(|marked| **marked).count();
        if run > 0 {
            spans.push(match at.checked_sub(1) {
                Some(before) => Span::new(list[before].end, list[at + run - 1].end),
                None => Span::new(list[0].pos, list[run].pos),
            });
        }
        at += run.max(1);
    }
    spans
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
