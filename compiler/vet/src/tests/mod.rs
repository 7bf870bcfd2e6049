//! Checks declarations in `_test.go` files: tests that are never run because of their names (in this file), fuzz
//! targets that the fuzzer rejects (`fuzz`), examples of objects that do not exist (`example`).

mod example;
mod fuzz;

use crate::pass::Pass;
use minigo_syntax::ast::{Expr, ExprKind as E, FuncDecl};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Span;
use minigo_types::PackageInput;

/// Reports errors in a test file.
pub(crate) fn run(pass: &Pass<'_>, packages: &[PackageInput]) {
    if !pass.source.name.ends_with("_test.go") {
        return;
    }
    for func in &pass.funcs {
        let Some(decl) = func.decl.filter(|decl| decl.recv.is_none()) else { continue };
        let name = decl.name.name.as_str();
        if name.starts_with("Example") {
            example::check_example_name(pass, packages, decl);
        }
        for prefix in ["Test", "Benchmark", "Fuzz"] {
            if let Some(rest) = name.strip_prefix(prefix) {
                check_test(pass, decl, prefix, rest);
            }
        }
        if name.strip_prefix("Fuzz").is_some_and(is_test_suffix) {
            fuzz::check_fuzz_test(pass, decl);
        }
    }
}

/// Reports a function with a test's signature that is not run because of its name or its type parameters.
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
        let finding = pass.finding(Code::Tests, Span::at(decl.name.span().end), message);
        let end = decl.tparams.last().map_or(decl.name.span().end, |param| param.ty.end);
        pass.push_finding(finding.with_vet_end(end));
    }
    if !is_test_suffix(rest) {
        let message = format!(
            "{name} has malformed name: first letter after '{prefix}' must not be lowercase"
        );
        pass.report(Code::Tests, decl.name.span(), message);
    }
}

/// Reports whether a type is written as `*T` or `*testing.T`, where `wanted` is the type's name.
fn is_test_param(ty: &Expr, wanted: &str) -> bool {
    let E::Star(base) = &ty.kind else { return false };
    match &base.kind {
        E::Ident(name) => name == wanted,
        E::Selector(_, sel) => sel.name == wanted,
        _ => false,
    }
}

/// Reports whether a name that continues like this after `Test` is the name of a test.
fn is_test_suffix(rest: &str) -> bool {
    rest.chars().next().is_none_or(|c| !c.is_lowercase())
}
