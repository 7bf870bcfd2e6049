//! Reports `signal.Notify` with an unbuffered channel: signals that arrive while no goroutine receives are lost.

use crate::pass::Pass;
use minigo_syntax::ast::{CallExpr, Expr, ExprKind as E, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Span;
use minigo_types::info::ObjectId;

/// Reports unbuffered channels that are registered for signals.
pub(crate) fn run(pass: &Pass<'_>) {
    let notifies = |call: &CallExpr| pass.calls_function(call, "os/signal", &["Notify"]);
    let mut made = None;
    for (e, call) in pass.calls().filter(|(_, call)| notifies(call)) {
        let Some(arg) = call.args.first() else { continue };
        let made = made.get_or_insert_with(|| initial_values(pass));
        let value = pass.info.object_at_use(arg.pos).and_then(|(id, _)| made.get(&id));
        let E::Ident(_) = &arg.kind else { continue };
        let made = value.and_then(|value| Some((value, unbuffered_channel(pass, value)?)));
        if let Some((value, made)) = made {
            let message = "misuse of unbuffered os.Signal channel as argument to signal.Notify";
            let words = "give the channel a buffer: make(chan os.Signal, 1)".to_owned();
            let suggestion = (Span::at(made.rparen), ", 1".to_owned(), words);
            let code = (Code::SignalChannel, e.span());
            let finding = pass.finding_with_suggestion(code, message, suggestion);
            let buffered = format!("{}({}, 1)", expr_text(&made.func), expr_text(&made.args[0]));
            let edits = vec![(value.span(), buffered)];
            pass.push_finding(finding.with_vet_fix("Change to buffer channel", Some(edits)));
        }
    }
}

/// The initial values of variables.
fn initial_values<'a>(pass: &Pass<'a>) -> HashMap<ObjectId, &'a Expr> {
    let mut values = HashMap::default();
    let mut add = |name: &minigo_syntax::ast::Ident, value: &'a Expr| {
        if let Some((id, _)) = pass.info.object_at_def(name.pos) {
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

/// The call, if the value is `make(chan T)`.
fn unbuffered_channel<'e>(pass: &Pass<'_>, value: &'e Expr) -> Option<&'e CallExpr> {
    let E::Call(call) = &value.kind else { return None };
    let made = call.args.len() == 1 && pass.builtin(call) == Some("make");
    made.then_some(&**call)
}
