//! Reports shifts by at least as many bits as the operand has: the result is 0 (or -1).

use crate::pass::Pass;
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{CaseClause, Expr, ExprKind as E, StmtKind as S, SwitchStmt};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::hash::HashSet;
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::{Pos, Span};
use minigo_types::ty::{Type, TypeId};

/// Reports shifts that shift out all bits.
pub(crate) fn run(pass: &Pass<'_>) {
    let dead = dead_positions(pass);
    for e in &pass.exprs {
        if let E::Binary(b) = &e.kind
            && b.op.is_shift()
            && !dead.contains(&e.pos)
        {
            check_shift_count(pass, e.span(), &b.x, &b.y);
        }
    }
    for stmt in &pass.stmts {
        if let S::OpAssign(op, pair) = &stmt.kind
            && op.is_shift()
            && !dead.contains(&stmt.pos)
        {
            check_shift_count(pass, Span::new(stmt.pos, pair.1.end), &pair.0, &pair.1);
        }
    }
}

fn check_shift_count(pass: &Pass<'_>, span: Span, x: &Expr, y: &Expr) {
    let constant = |e: &Expr| pass.info.expr(e).and_then(|found| found.value.as_ref());
    if constant(x).is_some() {
        return;
    }
    let Some(amount) = constant(y).and_then(minigo_types::info::Constant::as_i64) else { return };
    let Some(ty) = pass.type_of(x) else { return };
    let mut sizes: Vec<i64> =
        pass.term_types(ty).iter().filter_map(|&ty| bits_of(pass, ty)).collect();
    sizes.small_sort();
    sizes.dedup();
    let Some(&least) = sizes.first().filter(|&&least| amount >= least) else { return };
    let may = if sizes.len() > 1 { "may be " } else { "" };
    let x = expr_text(x);
    let message = format!("{x} ({may}{least} bits) too small for shift of {amount}");
    pass.report(Code::Shift, span, message);
}

/// The number of bits of an integer type.
fn bits_of(pass: &Pass<'_>, ty: TypeId) -> Option<i64> {
    use minigo_types::ty::Basic as B;
    let Type::Basic(basic) = pass.type_table().underlying_structure(ty) else { return None };
    Some(match basic {
        B::Int8 | B::Uint8 => 8,
        B::Int16 | B::Uint16 => 16,
        B::Int32 | B::Uint32 => 32,
        B::Int | B::Int64 | B::Uint | B::Uint64 | B::Uintptr => 64,
        _ => return None,
    })
}

/// The positions of code that is never executed because of a constant condition: programs use such conditions to
/// distinguish sizes of `int`.
fn dead_positions(pass: &Pass<'_>) -> HashSet<Pos> {
    let mut dead = HashSet::default();
    for stmt in &pass.stmts {
        match &stmt.kind {
            S::If(s) => match constant_text(pass, &s.cond).as_deref() {
                Some("false") => mark_dead(&mut dead, Node::Block(&s.then)),
                Some("true") => s.els.iter().for_each(|els| mark_dead(&mut dead, Node::Stmt(els))),
                _ => {}
            },
            S::Switch(s) => {
                let never = s.clauses.iter().filter(|clause| is_never_chosen(pass, s, clause));
                never.for_each(|clause| mark_dead(&mut dead, Node::Case(clause)));
            }
            _ => {}
        }
    }
    dead
}

fn is_never_chosen(pass: &Pass<'_>, s: &SwitchStmt, clause: &CaseClause) -> bool {
    let Some(list) = &clause.list else { return false };
    let tag = match &s.tag {
        Some(tag) => match constant_text(pass, tag) {
            Some(tag) => tag,
            None => return false,
        },
        None => "true".to_owned(),
    };
    list.iter().all(|e| constant_text(pass, e).is_some_and(|value| value != tag))
}

fn constant_text(pass: &Pass<'_>, e: &Expr) -> Option<String> {
    Some(pass.info.expr(e)?.value.as_ref()?.to_string())
}

fn mark_dead(dead: &mut HashSet<Pos>, node: Node<'_>) {
    inspect(node, &mut |node| {
        match node {
            Node::Expr(e) => _ = dead.insert(e.pos),
            Node::Stmt(stmt) => _ = dead.insert(stmt.pos),
            _ => {}
        }
        true
    });
}
