//! Queries about all expressions and statements of a body.

use minigo_syntax::hash::HashMap;
use minigo_types::program::walk::children;
pub(crate) use minigo_types::program::walk::{Node, walk};
use minigo_types::program::{Expr, ExprKind};
use std::cell::RefCell;

/// Reports whether `is` holds for any expression in `e`, `e` itself included.
pub(crate) fn any_expr<'e>(e: &'e Expr, mut is: impl FnMut(&'e Expr) -> bool) -> bool {
    !walk([Node::Expr(e)], &mut |node| match node {
        Node::Expr(e) => !is(e),
        Node::Stmt(_) => true,
    })
}

/// Caches for large expressions and their parts, by address, whether they contain calls. Without the cache a query for
/// each part of a large expression would visit all of it each time.
#[derive(Debug, Default)]
pub(crate) struct CallCache(RefCell<HashMap<*const Expr, bool>>);

impl CallCache {
    /// Reports whether `e`, which must live as long as the cache, contains a call or a receive operation.
    pub(crate) fn contains_call(&self, e: &Expr) -> bool {
        /// The number of nodes up to which results are not cached.
        const MAX_UNCACHED_NODES: u32 = 64;
        let e = innermost_operand(e);
        if is_leaf(e) {
            return false;
        }
        let mut seen = 0;
        let mut found = false;
        let whole = walk([Node::Expr(e)], &mut |node| {
            seen += 1;
            found = is_call(node);
            !found && seen < MAX_UNCACHED_NODES
        });
        if whole || found { found } else { self.contains_call_in_large(e) }
    }

    fn contains_call_in_large(&self, e: &Expr) -> bool {
        let mut known = self.0.borrow_mut();
        if let Some(&known) = known.get(&std::ptr::from_ref(e)) {
            return known;
        }
        // `nodes` has each node with the index of its parent node; a parent precedes its children.
        let (mut nodes, mut inner) = (vec![(Node::Expr(e), 0)], Vec::new());
        let mut at = 0;
        while at < nodes.len() {
            children(nodes[at].0, &mut inner);
            nodes.extend(inner.drain(..).map(|child| (child, at)));
            at += 1;
        }
        let mut calls: Vec<bool> = nodes.iter().map(|&(node, _)| is_call(node)).collect();
        for (at, &(node, outer)) in nodes.iter().enumerate().rev() {
            calls[outer] |= calls[at];
            if let Node::Expr(e) = node {
                known.insert(e, calls[at]);
            }
        }
        calls[0]
    }
}

/// The innermost operand, through expressions with a single operand that contain no call themselves.
fn innermost_operand(mut e: &Expr) -> &Expr {
    while let ExprKind::Field(x, _)
    | ExprKind::Deref(x)
    | ExprKind::Addr(x)
    | ExprKind::Unary(_, x)
    | ExprKind::Convert(_, x) = &e.kind
    {
        e = x;
    }
    e
}

fn is_leaf(e: &Expr) -> bool {
    use ExprKind as K;
    matches!(e.kind, K::Const(_) | K::Zero | K::Var(_) | K::Global(_) | K::Func(_) | K::Closure(_))
}

fn is_call(node: Node<'_>) -> bool {
    use ExprKind as K;
    matches!(node, Node::Expr(e) if matches!(e.kind, K::Call(_) | K::Recv(_) | K::RecvOk(_)))
}
