//! Visits all expressions and statements of a body, without recursion.

use minigo_syntax::hash::HashMap;
use minigo_types::program::{Comm, Expr, ExprKind, Stmt, StmtKind};
use std::cell::RefCell;

/// A part of a body.
#[derive(Clone, Copy)]
pub(crate) enum Node<'e> {
    Expr(&'e Expr),
    Stmt(&'e Stmt),
}

/// Calls `visit` for `start` and for all that it contains; stops when `visit` says `false`.
/// Bodies of function literals are not part of the expression that makes them.
pub(crate) fn walk<'e>(
    start: impl IntoIterator<Item = Node<'e>>,
    visit: &mut dyn FnMut(Node<'e>) -> bool,
) -> bool {
    let mut todo: Vec<Node<'e>> = start.into_iter().collect();
    while let Some(node) = todo.pop() {
        if !visit(node) {
            return false;
        }
        children(node, &mut todo);
    }
    true
}

fn children<'e>(node: Node<'e>, out: &mut Vec<Node<'e>>) {
    match node {
        Node::Expr(e) => expr_children(e, out),
        Node::Stmt(s) => stmt_children(s, out),
    }
}

/// Visits the expressions in `e`, itself included.
pub(crate) fn any_expr<'e>(e: &'e Expr, mut is: impl FnMut(&'e Expr) -> bool) -> bool {
    !walk([Node::Expr(e)], &mut |node| match node {
        Node::Expr(e) => !is(e),
        Node::Stmt(_) => true,
    })
}

/// Which large expressions contain calls, by their addresses; of what they consist of too. So asking for each part of a
/// large expression does not look at all of it each time.
#[derive(Debug, Default)]
pub(crate) struct Calls(RefCell<HashMap<*const Expr, bool>>);

impl Calls {
    /// Whether there is a call or a receive operation in `e`, which lives as long as the table.
    pub(crate) fn in_expr(&self, e: &Expr) -> bool {
        /// Up to this number of nodes nothing is remembered.
        const SMALL: u32 = 64;
        let e = innermost(e);
        if is_leaf(e) {
            return false;
        }
        let mut seen = 0;
        let mut found = false;
        let whole = walk([Node::Expr(e)], &mut |node| {
            seen += 1;
            found = is_call(node);
            !found && seen < SMALL
        });
        if whole || found { found } else { self.in_large(e) }
    }

    fn in_large(&self, e: &Expr) -> bool {
        let mut known = self.0.borrow_mut();
        if let Some(&known) = known.get(&std::ptr::from_ref(e)) {
            return known;
        }
        // Each node with the index of its parent, which comes before it.
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

/// What an expression is made of, if it is made of one other only and does nothing that counts.
fn innermost(mut e: &Expr) -> &Expr {
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

fn expr_children<'e>(e: &'e Expr, out: &mut Vec<Node<'e>>) {
    use ExprKind as K;
    match &e.kind {
        K::MapLit(entries) => {
            out.extend(entries.iter().flat_map(|(k, v)| [Node::Expr(k), Node::Expr(v)]));
        }
        K::Seq(stmts, e) => {
            out.extend(stmts.iter().map(Node::Stmt));
            out.push(Node::Expr(e));
        }
        _ => e.each_operand(|x| out.push(Node::Expr(x))),
    }
}

fn stmt_children<'e>(s: &'e Stmt, out: &mut Vec<Node<'e>>) {
    use StmtKind as K;
    match &s.kind {
        K::Expr(e) | K::VarTuple(_, e) | K::Go(e) | K::Defer(e) | K::DeferEach(e) => {
            out.push(Node::Expr(e));
        }
        K::AssignTuple(_, e, assignment) => {
            out.extend([Node::Expr(e), Node::Stmt(assignment)]);
        }
        K::Var(_, e) => out.extend(e.iter().map(Node::Expr)),
        K::Assign(to, e) => {
            out.extend(to.iter().map(Node::Expr));
            out.push(Node::Expr(e));
        }
        K::AssignMany(to, from) => {
            out.extend(to.iter().flatten().map(Node::Expr));
            out.extend(from.iter().map(Node::Expr));
        }
        K::AssignOp(_, x, y) | K::Send(x, y) => out.extend([Node::Expr(x), Node::Expr(y)]),
        K::Block(body) | K::Breakable(_, body) => out.extend(body.iter().map(Node::Stmt)),
        K::If(cond, then, other) => {
            out.push(Node::Expr(cond));
            out.extend(then.iter().chain(other).map(Node::Stmt));
        }
        K::For(f) => {
            out.extend(f.cond.iter().map(Node::Expr));
            out.extend(f.init.iter().chain(&f.post).chain(&f.body).map(Node::Stmt));
        }
        K::Range(r) => {
            out.push(Node::Expr(&r.x));
            out.extend(r.body.iter().map(Node::Stmt));
        }
        K::Switch(switch) => {
            for clause in &switch.clauses {
                out.extend(clause.conds.iter().flatten().map(Node::Expr));
                out.extend(clause.body.iter().map(Node::Stmt));
            }
        }
        K::TypeSwitch(switch) => {
            out.push(Node::Expr(&switch.x));
            out.extend(switch.clauses.iter().flat_map(|c| &c.body).map(Node::Stmt));
        }
        K::Select(select) => {
            for clause in &select.clauses {
                match &clause.comm {
                    Comm::Send(ch, v) => out.extend([Node::Expr(ch), Node::Expr(v)]),
                    Comm::Recv(ch, ..) => out.push(Node::Expr(ch)),
                    Comm::Default => {}
                }
                out.extend(clause.body.iter().map(Node::Stmt));
            }
        }
        K::Break(_) | K::Continue(_) | K::Goto(_) | K::Label(_) => {}
        K::Return(values) => out.extend(values.iter().map(Node::Expr)),
    }
}
