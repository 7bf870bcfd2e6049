//! Reports `wg.Add` as the first statement of a new goroutine: `Wait` may return before the goroutine calls `Add`.

use crate::pass::Pass;
use minigo_syntax::ast::{ExprKind as E, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Span;

/// Reports calls of `WaitGroup.Add` that come too late.
pub(crate) fn run(pass: &Pass<'_>) {
    for stmt in &pass.stmts {
        let S::Go(started) = &stmt.kind else { continue };
        let E::Call(started) = &started.kind else { continue };
        let E::FuncLit(lit) = &started.func.kind else { continue };
        let Some(S::Expr(first)) = lit.body.stmts.first().map(|stmt| &stmt.kind) else { continue };
        let E::Call(call) = &first.kind else { continue };
        if pass.callee_name(call).as_deref() == Some("(*sync.WaitGroup).Add") {
            let message = "WaitGroup.Add called from inside new goroutine";
            pass.report(Code::WaitGroupAdd, Span::new(call.func.end, call.rparen), message);
        }
    }
}
