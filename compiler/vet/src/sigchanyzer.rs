//! `signal.Notify` with a channel without buffer: signals that come while nothing receives are lost.

use crate::pass::Pass;
use minigo_syntax::ast::{CallExpr, Expr, ExprKind as E, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashMap;
use minigo_types::info::ObjectId;

/// Reports unbuffered channels that are registered for signals.
pub(crate) fn run(pass: &Pass<'_>) {
    let notifies = |call: &CallExpr| pass.calls_function(call, "os/signal", &["Notify"]);
    let mut made = None;
    for (e, call) in pass.calls().filter(|(_, call)| notifies(call)) {
        let Some(arg) = call.args.first() else { continue };
        let made = made.get_or_insert_with(|| initial_values(pass));
        let value = pass.info.used(arg.pos).and_then(|(id, _)| made.get(&id));
        let E::Ident(_) = &arg.kind else { continue };
        if value.is_some_and(|value| is_unbuffered(pass, value)) {
            let message = "misuse of unbuffered os.Signal channel as argument to signal.Notify";
            pass.report(Code::SignalChannel, e.span(), message);
        }
    }
}

/// What variables are declared with.
fn initial_values<'a>(pass: &Pass<'a>) -> HashMap<ObjectId, &'a Expr> {
    let mut values = HashMap::default();
    let mut add = |name: &minigo_syntax::ast::Ident, value: &'a Expr| {
        if let Some((id, _)) = pass.info.defined(name.pos) {
            values.insert(id, value);
        }
    };
    for spec in pass.vars.iter().filter(|spec| spec.names.len() == spec.values.len()) {
        spec.names.iter().zip(&spec.values).for_each(|(name, value)| add(name, value));
    }
    for stmt in &pass.stmts {
        if let S::Define(names, rhs) = &stmt.kind
            && names.len() == rhs.len()
        {
            names.iter().zip(rhs).for_each(|(name, value)| add(name, value));
        }
    }
    values
}

fn is_unbuffered(pass: &Pass<'_>, value: &Expr) -> bool {
    let E::Call(call) = &value.kind else { return false };
    call.args.len() == 1 && pass.builtin(call) == Some("make")
}
