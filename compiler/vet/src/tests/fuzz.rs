//! Checks fuzz tests: targets whose parameters the fuzzer cannot generate, and seeds that do not match the target.

use crate::pass::Pass;
use crate::walk::{Node, inspect};
use minigo_syntax::ast::{Body, CallExpr, Expr, ExprKind as E, FuncDecl, Param};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::{Pos, Span};
use minigo_types::ty::{Basic, Type, TypeId};

const ALLOWED_TYPES_MESSAGE: &str = "fuzzing arguments can only have the following types: string, bool, float32, float64, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, []byte";

/// Methods of `*testing.F` that a fuzz target may call.
const ALLOWED_METHODS: &[&str] = &["Name", "Failed"];

/// Reports errors in a function whose name is that of a fuzz test.
pub(super) fn check_fuzz_test(pass: &Pass<'_>, decl: &FuncDecl) {
    let Some(Body::Parsed(body)) = &decl.body else { return };
    let mut target: Option<Vec<TypeId>> = None;
    let mut seeds: Vec<(&Expr, &CallExpr)> = Vec::new();
    inspect(Node::Block(body), &mut |node| {
        let Node::Expr(e) = node else { return true };
        let E::Call(call) = &e.kind else { return true };
        match method_of_f(pass, call) {
            Some("Fuzz") => {
                let params = check_target(pass, call);
                target = target.take().or(params);
                // The code inside the call belongs to the fuzz target and is not searched.
                return false;
            }
            Some("Add") => seeds.push((e, call)),
            _ => {}
        }
        true
    });
    let Some(params) = target else { return };
    for (e, call) in seeds {
        check_seed(pass, e, call, &params);
    }
}

/// The method of `*testing.F` that a call calls.
fn method_of_f<'a>(pass: &Pass<'_>, call: &'a CallExpr) -> Option<&'a str> {
    let E::Selector(x, sel) = &call.func.kind else { return None };
    is_testing(pass, pass.type_of(x)?, "F").then_some(sel.name.as_str())
}

/// Reports whether the type is `*testing.NAME`.
fn is_testing(pass: &Pass<'_>, ty: TypeId, name: &str) -> bool {
    matches!(pass.type_table().get(ty), Type::Pointer(base) if pass.is_named(*base, "testing", name))
}

/// Checks a call `f.Fuzz(target)`. Returns the types of the target's arguments if the fuzzer accepts the target.
fn check_target(pass: &Pass<'_>, call: &CallExpr) -> Option<Vec<TypeId>> {
    let [arg] = &call.args[..] else { return None };
    let report = |at: Span, message: &str| pass.report(Code::Tests, at, message);
    let Some(sig) = pass.type_of(arg).and_then(|ty| pass.signature(ty)) else {
        report(arg.span(), "argument to Fuzz must be a function");
        return None;
    };
    let mut valid = true;
    if !sig.results.is_empty() {
        report(arg.span(), "fuzz target must not return any value");
        valid = false;
    }
    let Some((first, rest)) = sig.params.split_first() else {
        report(arg.span(), "fuzz target must have 1 or more argument");
        return None;
    };
    let written = |i: usize| match &arg.kind {
        E::FuncLit(lit) => lit.ty.params.get(i).map_or(arg.span(), |param| type_span(pass, param)),
        _ => arg.span(),
    };
    if !is_testing(pass, *first, "T") {
        report(written(0), "the first parameter of a fuzz target must be *testing.T");
        valid = false;
    }
    for (i, &ty) in rest.iter().enumerate() {
        if !is_allowed(pass, ty) {
            report(written(i + 1), ALLOWED_TYPES_MESSAGE);
            valid = false;
        }
    }
    if let E::FuncLit(lit) = &arg.kind {
        check_body(pass, lit);
    }
    valid.then(|| rest.to_vec())
}

/// The span of a parameter's type, with the `...` before it.
fn type_span(pass: &Pass<'_>, param: &Param) -> Span {
    let before = pass.source.slice(Span::new(param.pos, param.ty.pos));
    match before.rfind("...").filter(|_| param.variadic) {
        Some(at) => Span::new(Pos(param.pos.0 + at as u32), param.ty.end),
        None => param.ty.span(),
    }
}

fn is_allowed(pass: &Pass<'_>, ty: TypeId) -> bool {
    match pass.type_table().get(ty) {
        Type::Basic(basic) => {
            !matches!(basic, Basic::Complex64 | Basic::Complex128 | Basic::Uintptr)
                && *basic != Basic::UnsafePointer
        }
        Type::Slice(elem) => *elem == Basic::Uint8.id(),
        _ => false,
    }
}

/// Reports the methods of `*testing.F` that a fuzz target calls.
fn check_body(pass: &Pass<'_>, lit: &minigo_syntax::ast::FuncLit) {
    inspect(Node::Block(&lit.body), &mut |node| {
        if let Node::Expr(e) = node
            && let E::Call(call) = &e.kind
            && method_of_f(pass, call).is_some_and(|name| !ALLOWED_METHODS.contains(&name))
        {
            let message = "fuzz target must not call any *F methods";
            pass.report(Code::Tests, e.span(), message);
        }
        true
    });
}

/// Checks a call `f.Add(…)`, whose arguments become those of a target.
fn check_seed(pass: &Pass<'_>, e: &Expr, call: &CallExpr, params: &[TypeId]) {
    let (have, want) = (call.args.len(), params.len());
    if have != want {
        let message = format!(
            "wrong number of values in call to (*testing.F).Add: {have}, fuzz target expects {want}"
        );
        return pass.report(Code::Tests, e.span(), message);
    }
    let types: Option<Vec<TypeId>> = call.args.iter().map(|arg| pass.type_of(arg)).collect();
    let Some(types) = types else { return };
    let wrong: Vec<usize> = (0..want).filter(|&i| types[i] != params[i]).collect();
    match wrong[..] {
        [] => {}
        [one] => {
            let (have, want) = (pass.type_text(types[one]), pass.type_text(params[one]));
            let message = format!(
                "mismatched type in call to (*testing.F).Add: {have}, fuzz target expects {want}"
            );
            pass.report(Code::Tests, call.args[one].span(), message);
        }
        _ => {
            let texts = |types: &[TypeId]| {
                let texts: Vec<String> = types.iter().map(|&ty| pass.type_text(ty)).collect();
                texts.join(" ")
            };
            let (have, want) = (texts(&types), texts(params));
            let message = format!(
                "mismatched types in call to (*testing.F).Add: [{have}], fuzz target expects [{want}]"
            );
            pass.report(Code::Tests, e.span(), message);
        }
    }
}
