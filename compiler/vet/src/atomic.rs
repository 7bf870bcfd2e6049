//! Reports `x = atomic.AddInt64(&x, 1)`, whose assignment is not atomic.

use crate::pass::Pass;
use minigo_syntax::ast::{CallExpr, Expr, ExprKind as E, StmtKind as S, UnaryOp};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::source::Span;

const ADD_FUNCTIONS: &[&str] = &["AddInt32", "AddInt64", "AddUint32", "AddUint64", "AddUintptr"];

/// Reports assignments of an atomic addition's result to its own variable.
pub(crate) fn run(pass: &Pass<'_>) {
    for stmt in &pass.stmts {
        match &stmt.kind {
            S::Assign(lhs, rhs) if lhs.len() == rhs.len() => {
                for (to, value) in lhs.iter().zip(rhs) {
                    let base = match &to.kind {
                        E::Star(x) => Some(expr_text(x)),
                        _ => None,
                    };
                    check_assigned_add(pass, to.span(), &expr_text(to), base, value);
                }
            }
            S::Define(names, rhs) if names.len() == rhs.len() && names.len() > 1 => {
                for (to, value) in names.iter().zip(rhs) {
                    check_assigned_add(pass, to.span(), &to.name, None, value);
                }
            }
            _ => {}
        }
    }
}

/// `base`: the pointer `p`, if the assigned expression is `*p`.
fn check_assigned_add(pass: &Pass<'_>, at: Span, to: &str, base: Option<String>, value: &Expr) {
    let E::Call(call) = &value.kind else { return };
    if !pass.calls_function(call, "sync/atomic", ADD_FUNCTIONS) || call.args.len() != 2 {
        return;
    }
    if adds_to(call, to, base) {
        pass.report(Code::AtomicAssign, at, "direct assignment to atomic value");
    }
}

fn adds_to(call: &CallExpr, to: &str, base: Option<String>) -> bool {
    match &call.args[0].kind {
        E::Unary(UnaryOp::Addr, x) => expr_text(x) == to,
        _ => base.is_some_and(|base| base == expr_text(&call.args[0])),
    }
}
