//! Reports redundant conditions (`a || a`) and suspect ones: `x != 1 || x != 2` always holds.

use crate::assign::has_effects;
use crate::pass::Pass;
use minigo_syntax::ast::{BinaryOp, Expr, ExprKind as E};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::Span;

/// Reports redundant and suspect conditions.
pub(crate) fn run(pass: &Pass<'_>) {
    let mut seen = HashSet::default();
    for e in &pass.exprs {
        let E::Binary(b) = &e.kind else { continue };
        if !matches!(b.op, BinaryOp::LAnd | BinaryOp::LOr) || seen.contains(&e.span()) {
            continue;
        }
        let mut operands = Vec::new();
        split_chain(e, b.op, &mut operands, &mut seen);
        // Operands with effects divide the operands into sets within which the order does not matter.
        for set in operands.split(|x| has_effects(pass, x)) {
            report_redundant(pass, b.op, set);
            report_suspect(pass, b.op, set);
        }
    }
}

/// Splits a chain of `op` into its operands, the last one first.
fn split_chain<'a>(
    mut e: &'a Expr,
    op: BinaryOp,
    out: &mut Vec<&'a Expr>,
    seen: &mut HashSet<Span>,
) {
    loop {
        e = e.unparen();
        match &e.kind {
            E::Binary(b) if b.op == op => {
                seen.insert(e.span());
                split_chain(&b.y, op, out, seen);
                e = &b.x;
            }
            _ => return out.push(e),
        }
    }
}

fn operator_name(op: BinaryOp) -> &'static str {
    if op == BinaryOp::LOr { "or" } else { "and" }
}

fn report_redundant(pass: &Pass<'_>, op: BinaryOp, set: &[&Expr]) {
    let mut seen = HashSet::default();
    for e in set {
        let text = expr_text(e);
        let sign = op.text();
        let message = format!("redundant {}: {text} {sign} {text}", operator_name(op));
        if !seen.insert(text) {
            pass.report(Code::Bools, e.span(), message);
        }
    }
}

fn report_suspect(pass: &Pass<'_>, op: BinaryOp, set: &[&Expr]) {
    let bad = if op == BinaryOp::LOr { BinaryOp::Ne } else { BinaryOp::Eq };
    let mut seen: HashMap<String, String> = HashMap::default();
    let is_constant = |e: &Expr| pass.info.expr(e).is_some_and(|found| found.value.is_some());
    for e in set {
        let E::Binary(b) = &e.kind else { continue };
        let x = match (is_constant(&b.x), is_constant(&b.y)) {
            _ if b.op != bad => continue,
            (_, true) => &b.x,
            (true, false) => &b.y,
            (false, false) => continue,
        };
        let text = expr_text(e);
        let first = seen.entry(expr_text(x)).or_insert_with(|| text.clone());
        if *first != text {
            let message = format!("suspect {}: {text} {} {first}", operator_name(op), op.text());
            pass.report(Code::Bools, e.span(), message);
        }
    }
}
