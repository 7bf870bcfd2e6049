//! Declarations in `_test.go` files that are not what they look like: tests that are never run because of their names
//! (here), fuzz targets that the fuzzer refuses (`fuzz`), examples of what does not exist (`example`).

mod example;
mod fuzz;

use crate::pass::Pass;
use minigo_syntax::ast::{Expr, ExprKind as E, FuncDecl};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Span;
use minigo_types::PackageInput;

/// Reports mistakes in a file of tests.
pub(crate) fn run(pass: &Pass<'_>, packages: &[PackageInput]) {
    if !pass.source.name.ends_with("_test.go") {
        return;
    }
    for func in &pass.funcs {
        let Some(decl) = func.decl.filter(|decl| decl.recv.is_none()) else { continue };
        let name = decl.name.name.as_str();
        if name.starts_with("Example") {
            example::check(pass, packages, decl);
        }
        for prefix in ["Test", "Benchmark", "Fuzz"] {
            if let Some(rest) = name.strip_prefix(prefix) {
                check_test(pass, decl, prefix, rest);
            }
        }
        if name.strip_prefix("Fuzz").is_some_and(is_test_suffix) {
            fuzz::check(pass, decl);
        }
    }
}

/// Reports a function with the signature of a test whose name, or whose type parameters, keep it from being run.
fn check_test(pass: &Pass<'_>, decl: &FuncDecl, prefix: &str, rest: &str) {
    let [param] = &decl.ty.params[..] else { return };
    if !decl.ty.results.is_empty() || !is_test_param(&param.ty, &prefix[..1]) {
        return;
    }
    let name = &decl.name.name;
    if !decl.tparams.is_empty() {
        let message = format!(
            "{name} has type parameters: it will not be run by go test as a {prefix}XXX function"
        );
        pass.report(Code::Tests, Span::at(decl.name.span().end), message);
    }
    if !is_test_suffix(rest) {
        let message = format!(
            "{name} has malformed name: first letter after '{prefix}' must not be lowercase"
        );
        pass.report(Code::Tests, decl.name.span(), message);
    }
}

/// Whether a type is written as `*T` or `*testing.T`.
fn is_test_param(ty: &Expr, wanted: &str) -> bool {
    let E::Star(base) = &ty.kind else { return false };
    match &base.kind {
        E::Ident(name) => name == wanted,
        E::Selector(_, sel) => sel.name == wanted,
        _ => false,
    }
}

/// Whether a name that goes on so behind `Test` is that of a test.
fn is_test_suffix(rest: &str) -> bool {
    rest.chars().next().is_none_or(|c| !c.is_lowercase())
}
