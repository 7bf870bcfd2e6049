//! Calls of `go` and `defer` statements.

use crate::checker::Checker;
use crate::expr::operand::ExprStatementRole;
use crate::program::{Call, Callee, Expr, ExprKind, Stmt, StmtKind as K};
use minigo_syntax::ast::{self, ExprKind as E};
use minigo_syntax::diagnostic::{Code, Diagnostic, Suggestion};
use minigo_syntax::expr_text;
use minigo_syntax::source::{Pos, Span};

impl Checker<'_> {
    /// Checks `go f(x)` or `defer f(x)`.
    pub(crate) fn go_or_defer_call(
        &mut self,
        keyword: &'static str,
        e: &ast::Expr,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let is_go = keyword == "go";
        let code = if is_go { Code::InvalidGo } else { Code::InvalidDefer };
        let E::Call(_) = &e.kind else {
            if matches!(e.kind, E::Paren(_)) && matches!(e.unparen().kind, E::Call(_)) {
                let message = format!("expression in {keyword} must not be parenthesized");
                self.error_span(code, e.span(), message);
            } else {
                let message = format!("expression in {keyword} must be function call");
                let error = Diagnostic::error(code, e.span(), message);
                let call = format!("{}()", expr_text(e));
                let message = format!("call the function: `{keyword} {call}`");
                let (span, replacement) = (Span::at(e.end), "()".to_owned());
                self.report(error.with_suggestion(Some(Suggestion { span, replacement, message })));
            }
            self.check_unused_expr(e, false);
            return;
        };
        let (x, role) = self.raw_expr(e, None, false);
        let (code, problem) = match role {
            ExprStatementRole::Conversion => (code, "requires function call, not conversion"),
            ExprStatementRole::Expression => (Code::UnusedResults, "discards result of"),
            ExprStatementRole::Statement => {
                if let Some(ir) = x.ir {
                    let call = self.as_func_call(ir, out);
                    self.push_go_or_defer(is_go, call, pos, out);
                }
                return;
            }
        };
        let message = format!("{keyword} {problem} {}", self.describe(&x));
        self.error_span(code, x.span(), message);
    }

    pub(crate) fn push_go_or_defer(
        &mut self,
        is_go: bool,
        call: Expr,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        if is_go {
            out.push(Stmt { kind: K::Go(call), pos });
        } else if self.context.body.range_funcs.is_empty() {
            let func = self.current_func();
            self.funcs[func.0 as usize].has_defer = true;
            out.push(Stmt { kind: K::Defer(call), pos });
        } else {
            self.defer_in_outer_func(call, pos, out);
        }
    }

    /// Makes the call a call of a function: a call of a built-in function is wrapped in a closure over the evaluated
    /// arguments.
    pub(crate) fn as_func_call(&mut self, ir: Expr, out: &mut Vec<Stmt>) -> Expr {
        match ir.kind {
            ExprKind::Seq(stmts, inner) => {
                out.extend(stmts);
                self.as_func_call(*inner, out)
            }
            ExprKind::Call(_) => ir,
            ExprKind::Builtin(builtin, args) => {
                let args = args.into_iter().map(|arg| self.store_in_temporary(arg, out)).collect();
                let inner = Expr { kind: ExprKind::Builtin(builtin, args), ..ir };
                self.thunk(inner)
            }
            _ => ir,
        }
    }

    /// Makes a call of a synthetic closure that evaluates `ir`, whose variables must be temporaries of the current
    /// function.
    pub(crate) fn thunk(&mut self, ir: Expr) -> Expr {
        let pos = ir.pos;
        let sig = crate::ty::Signature { params: [].into(), results: [].into(), variadic: false };
        let sig = self.types.intern(crate::ty::Type::Signature(sig));
        let func = self.new_closure(sig, pos, "wrap");
        self.context.body.enclosing.push(func);
        self.capture_temps(&ir);
        self.context.body.enclosing.pop();
        let recovers = matches!(&ir.kind, ExprKind::Builtin(crate::program::Builtin::Recover, _));
        let f = &mut self.funcs[func.0 as usize];
        f.is_wrapper = true;
        f.has_recover = recovers;
        f.body = crate::program::Body::Block(vec![Stmt { kind: K::Expr(ir), pos }]);
        let callee = Expr { kind: ExprKind::Closure(func), ty: sig, pos };
        let ty = self.result_type(&[]);
        let call = Call { callee: Callee::Value(callee), args: Vec::new() };
        Expr { kind: ExprKind::Call(Box::new(call)), ty, pos }
    }

    pub(crate) fn capture_temps(&mut self, ir: &Expr) {
        let mut parts: Vec<&Expr> = Vec::new();
        match &ir.kind {
            ExprKind::Builtin(_, args) => parts.extend(args),
            ExprKind::Call(call) => {
                parts.extend(&call.args);
                match &call.callee {
                    Callee::Value(f) | Callee::Interface(f, _) => parts.push(f),
                    Callee::Func(_) => {}
                }
            }
            _ => {}
        }
        for part in parts {
            if let ExprKind::Var(var) = part.kind {
                self.note_capture(var);
            }
        }
    }
}
