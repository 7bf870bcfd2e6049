//! Reports responses of net/http that are used before the error of the request is checked: `defer res.Body.Close()` in
//! the statement after the request panics if the request has failed.

use crate::pass::Pass;
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{Block, CallExpr, Expr, ExprKind as E, Stmt, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::{Pos, Span};
use minigo_types::ty::{Type, TypeId};

/// Reports responses that the statement after a request uses.
pub(crate) fn run(pass: &Pass<'_>) {
    if !pass.file.imports.iter().any(|import| import.path == "net/http") {
        return;
    }
    inspect(Node::File(pass.file), &mut |node| {
        if let Node::Block(Block { stmts, .. }) = node {
            stmts
                .windows(2)
                .for_each(|pair| check_use_before_error_check(pass, &pair[0], &pair[1]));
        }
        true
    });
}

fn check_use_before_error_check(pass: &Pass<'_>, request: &Stmt, next: &Stmt) {
    let (target, values) = match &request.kind {
        S::Define(names, values) => (names.first().map(|name| name.pos), values),
        S::Assign(to, values) => (to.first().and_then(root_name_pos), values),
        _ => return,
    };
    let ([value], S::Defer(deferred)) = (&values[..], &next.kind) else { return };
    let (E::Call(call), E::Call(deferred)) = (&value.unparen().kind, &deferred.kind) else {
        return;
    };
    let (Some(target), Some(used)) = (target, root_name_pos(&deferred.func)) else { return };
    let object = |at: Pos| pass.info.object_at_use(at).or_else(|| pass.info.object_at_def(at));
    let (Some((target, response)), Some((used_object, _))) = (object(target), object(used)) else {
        return;
    };
    if target == used_object && is_request(pass, call) {
        let message = format!("using {} before checking for errors", response.name);
        pass.report(Code::HttpResponse, Span::of_name(&response.name, used), message);
    }
}

/// The position of the name at the start of a selector: `a` in `a.b.c`.
fn root_name_pos(e: &Expr) -> Option<Pos> {
    match &e.kind {
        E::Ident(_) => Some(e.pos),
        E::Selector(x, _) => root_name_pos(x),
        _ => None,
    }
}

/// Reports whether the call is one of a function of net/http, or of a method of a Client, that returns a response and
/// an error.
fn is_request(pass: &Pass<'_>, call: &CallExpr) -> bool {
    let E::Selector(x, _) = &call.func.kind else { return false };
    let sig = pass.type_of(&call.func).and_then(|ty| pass.signature(ty));
    let Some([response, error]) = sig.map(|sig| &*sig.results) else { return false };
    let is_http = |ty: TypeId, name: &str| pass.is_named(ty, "net/http", name);
    let pointee = |ty: TypeId| match pass.type_table().get(ty) {
        Type::Pointer(base) => Some(*base),
        _ => None,
    };
    if *error != pass.info.error || !pointee(*response).is_some_and(|ty| is_http(ty, "Response")) {
        return false;
    }
    match pass.type_of(x) {
        Some(ty) => is_http(pointee(ty).unwrap_or(ty), "Client"),
        None => matches!(&x.kind, E::Ident(name) if name == "http"),
    }
}
