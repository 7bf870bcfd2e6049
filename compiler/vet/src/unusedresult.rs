//! Reports discarded results of functions that have no effect other than their result.

use crate::pass::{Pass, full_name};
use minigo_syntax::ast::{CallExpr, ExprKind as E, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Span;
use minigo_types::info::{ObjectKind, SelectionKind};

/// The functions without other effects, by package.
const PURE_FUNCTIONS: &[(&str, &[&str])] = &[
    ("context", &["WithCancel", "WithDeadline", "WithTimeout", "WithValue"]),
    ("errors", &["New"]),
    ("fmt", &["Append", "Appendf", "Appendln", "Errorf", "Sprint", "Sprintf", "Sprintln"]),
    ("maps", &["All", "Clone", "Collect", "Equal", "EqualFunc", "Keys", "Values"]),
    ("slices", PURE_SLICES_FUNCTIONS),
    ("sort", &["Reverse"]),
];

const PURE_SLICES_FUNCTIONS: &[&str] = &[
    "All",
    "AppendSeq",
    "Backward",
    "BinarySearch",
    "BinarySearchFunc",
    "Chunk",
    "Clip",
    "Clone",
    "Collect",
    "Compact",
    "CompactFunc",
    "Compare",
    "CompareFunc",
    "Concat",
    "Contains",
    "ContainsFunc",
    "Delete",
    "DeleteFunc",
    "Equal",
    "EqualFunc",
    "Grow",
    "Index",
    "IndexFunc",
    "Insert",
    "IsSorted",
    "IsSortedFunc",
    "Max",
    "MaxFunc",
    "Min",
    "MinFunc",
    "Repeat",
    "Replace",
    "Sorted",
    "SortedFunc",
    "SortedStableFunc",
    "Values",
];

/// Reports discarded results.
pub(crate) fn run(pass: &Pass<'_>) {
    for stmt in &pass.stmts {
        let S::Expr(e) = &stmt.kind else { continue };
        let e = e.unparen();
        let E::Call(call) = &e.kind else { continue };
        if let Some(name) = pure_function(pass, call).or_else(|| text_method(pass, call)) {
            let message = format!("result of {name} call not used");
            pass.report(Code::UnusedResult, Span::new(e.pos, call.func.end), message);
        }
    }
}

fn pure_function(pass: &Pass<'_>, call: &CallExpr) -> Option<String> {
    let (path, names) =
        PURE_FUNCTIONS.iter().find(|(path, names)| pass.calls_function(call, path, names))?;
    let (_, object) = pass.callee(call)?;
    names.contains(&object.name.as_str()).then(|| format!("{path}.{}", object.name))
}

/// The name of the called method, if the call is `x.String()` or `x.Error()`.
fn text_method(pass: &Pass<'_>, call: &CallExpr) -> Option<String> {
    let E::Selector(_, sel) = &call.func.unparen().kind else { return None };
    let selection = pass.info.selection(sel.pos)?;
    let sig = pass.signature(selection.ty)?;
    if !matches!(sel.name.as_str(), "String" | "Error") || !pass.returns_string(sig) {
        return None;
    }
    match selection.kind {
        SelectionKind::Field => None,
        SelectionKind::Method(id) => {
            let object = pass.info.object(id)?;
            let ObjectKind::Func(name) = &object.kind else { return None };
            // The name of a method of a generic type contains the receiver's type arguments.
            if !name.contains("[...]") || !selection.path.is_empty() {
                return Some(full_name(object));
            }
            let recv = pass.type_text(selection.recv);
            let pointer = if name.contains("(*") { "*" } else { "" };
            Some(format!("({pointer}{}).{}", recv.trim_start_matches('*'), sel.name))
        }
        SelectionKind::InterfaceMethod => {
            let recv = pass.type_text(selection.recv);
            selection.path.is_empty().then(|| format!("({recv}).{}", sel.name))
        }
    }
}
