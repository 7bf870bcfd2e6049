//! Which variables live in heap cells, decided once for the whole program.
//!
//! A frame can neither be pointed into nor indexed by a computed number, so a variable gets a cell of its own when its
//! address may be taken, when closures and the function that makes them must see each other's assignments, when it is
//! too large to be copied around, and when it holds an array that is indexed dynamically.

use crate::program::layout::{Layouts, Shape};
use crate::program::walk::{Node, walk};
use minigo_types::program::{Body, Expr, ExprKind, FuncId, Program, RangeOver, StmtKind, VarId};

/// Variables of more bytes live in cells.
const MAX_FRAME_VAR: u64 = 128;

/// Per variable, whether it lives in a cell: for the variables that `boxed` does not have, and all functions that are
/// new, whose variables they are.
pub(crate) fn extend(
    boxed: &mut Vec<bool>,
    program: &Program,
    layouts: &mut Layouts<'_>,
    is_new: impl Fn(FuncId) -> bool,
) {
    boxed.extend(program.vars[boxed.len()..].iter().map(|v| {
        v.addressed || (v.captured && v.reassigned) || layouts.of(v.ty).size > MAX_FRAME_VAR
    }));
    for (id, func) in (0..).map(FuncId).zip(&program.funcs) {
        if !is_new(id) {
            continue;
        }
        for &result in &func.results {
            // `return` assigns to it, and deferred closures see that.
            boxed[result.0 as usize] |= program.var(result).captured;
        }
        if let Body::Block(body) = &func.body {
            walk(body.iter().map(Node::Stmt), &mut |node| {
                if let Some(var) = indexed_var(node, layouts) {
                    boxed[var.0 as usize] = true;
                }
                true
            });
        }
    }
}

/// The variable of which `node` indexes an array dynamically.
fn indexed_var(node: Node<'_>, layouts: &mut Layouts<'_>) -> Option<VarId> {
    match node {
        Node::Expr(Expr { kind: ExprKind::Index(x, i), .. })
            if layouts.of(x.ty).shape == Shape::Array && layouts.known_element(x, i).is_none() =>
        {
            root_var(x, layouts)
        }
        Node::Stmt(s) => match &s.kind {
            StmtKind::Range(r) if r.over == RangeOver::Array && r.value.is_some() => {
                root_var(&r.x, layouts)
            }
            _ => None,
        },
        Node::Expr(_) => None,
    }
}

/// The local variable that the lvalue `e` is a part of.
pub(crate) fn root_var(mut e: &Expr, layouts: &mut Layouts<'_>) -> Option<VarId> {
    loop {
        match &e.kind {
            ExprKind::Var(v) => return Some(*v),
            ExprKind::Field(x, _) => e = x,
            ExprKind::Index(x, _) if layouts.of(x.ty).shape == Shape::Array => e = x,
            _ => return None,
        }
    }
}
