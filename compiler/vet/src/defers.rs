//! Reports `defer f(time.Since(t))`, which measures the time when `defer` is executed, not when the function returns.

use crate::pass::Pass;
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{ExprKind as E, StmtKind as S};
use minigo_syntax::diagnostic::Code;

/// Reports calls of `time.Since` in the arguments of deferred calls.
pub(crate) fn run(pass: &Pass<'_>) {
    for stmt in &pass.stmts {
        let S::Defer(deferred) = &stmt.kind else { continue };
        inspect(Node::Expr(deferred), &mut |node| {
            let Node::Expr(e) = node else { return false };
            if let E::Call(call) = &e.kind
                && pass.calls_function(call, "time", &["Since"])
            {
                let message = "call to time.Since is not deferred";
                pass.report(Code::DeferredArgument, e.span(), message);
            }
            !matches!(e.kind, E::FuncLit(_))
        });
    }
}
