//! Visits all expressions and statements of a body, without recursion.

use super::{Comm, Expr, ExprKind, Stmt, StmtKind};

/// An expression or a statement of a body.
#[derive(Clone, Copy, Debug)]
pub enum Node<'e> {
    /// An expression.
    Expr(&'e Expr),
    /// A statement.
    Stmt(&'e Stmt),
}

/// Calls `visit` for each node of `start` and for all nodes inside it; stops when `visit` returns `false`. The body of
/// a function literal is not part of the literal's expression.
pub fn walk<'e>(
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

/// Appends the direct children of a node to `out`.
pub fn children<'e>(node: Node<'e>, out: &mut Vec<Node<'e>>) {
    match node {
        Node::Expr(e) => expr_children(e, out),
        Node::Stmt(s) => stmt_children(s, out),
    }
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
