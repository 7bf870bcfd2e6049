//! Reports loop variables that a function literal captures while the loop goes on, in language versions before Go 1.22,
//! where all iterations share the variables.

use crate::pass::Pass;
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{Block, Expr, ExprKind as E, Stmt, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_types::info::ObjectId;

/// Reports captured loop variables.
pub(crate) fn run(pass: &Pass<'_>) {
    if pass.version >= (1, 22) {
        return;
    }
    for stmt in &pass.stmts {
        let (vars, body) = match &stmt.kind {
            S::Range(s) => (denoted_variables(pass, s.key.iter().chain(&s.value)), &s.body),
            S::For(s) => (changed_vars(pass, s.post.as_ref()), &s.body),
            _ => continue,
        };
        if !vars.is_empty() {
            last_statements(&body.stmts, &mut |last| check_last_stmt(pass, &vars, last));
        }
    }
}

/// The variables that the names denote.
fn denoted_variables<'e>(
    pass: &Pass<'_>,
    list: impl IntoIterator<Item = &'e Expr>,
) -> Vec<ObjectId> {
    let names = list.into_iter().filter(|e| matches!(e.kind, E::Ident(_)));
    let object =
        |e: &Expr| pass.info.object_at_def(e.pos).or_else(|| pass.info.object_at_use(e.pos));
    names.filter_map(|e| object(e).map(|(id, _)| id)).collect()
}

/// The variables that the post statement changes.
fn changed_vars(pass: &Pass<'_>, post: Option<&Stmt>) -> Vec<ObjectId> {
    match post.map(|post| &post.kind) {
        Some(S::Assign(lhs, _)) => denoted_variables(pass, lhs),
        Some(S::OpAssign(_, pair)) => denoted_variables(pass, [&pair.0]),
        Some(S::IncDec(x, _)) => denoted_variables(pass, [x]),
        _ => Vec::new(),
    }
}

/// Visits the last statements of the body: only for function literals in these statements is it certain that the loop
/// continues before the literals run.
fn last_statements<'a>(list: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    let Some(last) = list.last() else { return };
    match &last.kind {
        S::If(s) => {
            last_statements(&s.then.stmts, visit);
            match s.els.as_ref().map(|els| (els, &els.kind)) {
                Some((_, S::Block(block))) => last_statements(&block.stmts, visit),
                Some((els, _)) => last_statements(std::slice::from_ref(els), visit),
                None => {}
            }
        }
        S::For(s) => last_statements(&s.body.stmts, visit),
        S::Range(s) => last_statements(&s.body.stmts, visit),
        S::Switch(s) => s.clauses.iter().for_each(|c| last_statements(&c.body, visit)),
        S::TypeSwitch(s) => s.clauses.iter().for_each(|c| last_statements(&c.body, visit)),
        S::Select(s) => s.clauses.iter().for_each(|c| last_statements(&c.body, visit)),
        _ => visit(last),
    }
}

fn check_last_stmt(pass: &Pass<'_>, vars: &[ObjectId], last: &Stmt) {
    let (S::Go(call) | S::Defer(call)) = &last.kind else { return };
    let Some(body) = literal_body(call) else { return };
    inspect(Node::Block(body), &mut |node| {
        if let Node::Expr(e) = node
            && let E::Ident(name) = &e.kind
            && pass.info.object_at_use(e.pos).is_some_and(|(id, _)| vars.contains(&id))
        {
            let message = format!("loop variable {name} captured by func literal");
            pass.report(Code::LoopClosure, e.span(), message);
        }
        true
    });
}

/// The body of the function literal that is called.
fn literal_body(e: &Expr) -> Option<&Block> {
    let E::Call(call) = &e.kind else { return None };
    match &call.func.kind {
        E::FuncLit(lit) => Some(&lit.body),
        _ => None,
    }
}
