//! Decides, once for the whole program, which variables live in heap cells.
//!
//! The machine can neither take the address of a frame's slots nor index them dynamically. So a variable gets a heap
//! cell if its address may be taken, if a closure and the enclosing function must see each other's assignments, if it
//! is too large to be copied, or if it contains an array that is indexed dynamically.

use crate::program::layout::{Layouts, Shape};
use crate::program::walk::{Node, walk};
use minigo_types::program::{Body, Expr, ExprKind, FuncId, Program, RangeOver, StmtKind, VarId};

/// Variables with more bytes live in cells.
const MAX_FRAME_VAR_BYTES: u64 = 128;

/// Extends `boxed`, which records for each variable whether it lives in a cell, by the new variables of the program.
/// The new variables belong to the functions for which `is_new` holds.
pub(crate) fn extend_boxed_vars(
    boxed: &mut Vec<bool>,
    program: &Program,
    layouts: &mut Layouts<'_>,
    is_new: impl Fn(FuncId) -> bool,
) {
    boxed.extend(program.vars[boxed.len()..].iter().map(|v| {
        v.is_addressed
            || (v.is_captured && v.is_reassigned)
            || layouts.layout_of(v.ty).size > MAX_FRAME_VAR_BYTES
    }));
    for (id, func) in (0..).map(FuncId).zip(&program.funcs) {
        if !is_new(id) {
            continue;
        }
        for &result in &func.results {
            // `return` assigns to the result variable, and deferred closures must see the assignment.
            boxed[result.0 as usize] |= program.var(result).is_captured;
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

/// The variable that contains the array which `node` indexes dynamically.
fn indexed_var(node: Node<'_>, layouts: &mut Layouts<'_>) -> Option<VarId> {
    match node {
        Node::Expr(Expr { kind: ExprKind::Index(x, i), .. })
            if layouts.layout_of(x.ty).shape == Shape::Array
                && layouts.constant_element_index(x, i).is_none() =>
        {
            root_var(x, layouts)
        }
        Node::Stmt(s) => match &s.kind {
            StmtKind::Range(r) if r.over_kind == RangeOver::Array && r.value.is_some() => {
                root_var(&r.x, layouts)
            }
            _ => None,
        },
        Node::Expr(_) => None,
    }
}

/// The local variable that contains the lvalue `e`.
pub(crate) fn root_var(mut e: &Expr, layouts: &mut Layouts<'_>) -> Option<VarId> {
    loop {
        match &e.kind {
            ExprKind::Var(v) => return Some(*v),
            ExprKind::Field(x, _) => e = x,
            ExprKind::Index(x, _) if layouts.layout_of(x.ty).shape == Shape::Array => e = x,
            _ => return None,
        }
    }
}
