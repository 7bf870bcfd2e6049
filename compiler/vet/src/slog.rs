//! Reports calls of log/slog whose alternating keys and values do not alternate: a key that is no string, or a last key
//! without a value.

use crate::pass::{Pass, full_name};
use minigo_syntax::ast::{CallExpr, Expr, ExprKind as E};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Span;
use minigo_types::info::ObjectKind;
use minigo_types::ty::{Basic, Type, TypeId};

/// The number of arguments before the keys and values, by function or method.
const LOG_FUNCTIONS: &[(&str, usize)] = &[
    ("Debug", 1),
    ("DebugContext", 2),
    ("Error", 1),
    ("ErrorContext", 2),
    ("Info", 1),
    ("InfoContext", 2),
    ("Log", 3),
    ("Warn", 1),
    ("WarnContext", 2),
    ("With", 0),
];

/// The role of the next argument.
enum NextArgument {
    Key,
    Value,
    /// The argument before may have been a key or an `slog.Attr`.
    Unknown,
}

/// Reports malformed lists of keys and values.
pub(crate) fn run(pass: &Pass<'_>) {
    for (e, call) in pass.calls() {
        let Some((name, skipped)) = called_log_function(pass, call) else { continue };
        // The values of a slice, or of a call with several results, are unknown.
        if call.ellipsis.is_some() || call.args.len() < skipped {
            continue;
        }
        check_log_call(pass, &name, (e.span(), &call.args[skipped..]));
    }
}

/// The name of the function of slog that a call calls, and the number of arguments before the keys and values.
fn called_log_function(pass: &Pass<'_>, call: &CallExpr) -> Option<(String, usize)> {
    let (_, object) = pass.callee(call)?;
    if !matches!(object.kind, ObjectKind::Func(_)) {
        return None;
    }
    let full = full_name(object);
    let (name, skipped) = if let Some(method) = full.strip_prefix("(*log/slog.Logger).") {
        let (_, skipped) = LOG_FUNCTIONS.iter().find(|(name, _)| *name == method)?;
        (format!("slog.Logger.{method}"), *skipped)
    } else if full == "(*log/slog.Record).Add" {
        ("slog.Record.Add".to_owned(), 0)
    } else {
        let function = full.strip_prefix("log/slog.")?;
        let (_, skipped) = match function {
            // go vet checks the method With only.
            "With" => return None,
            "Group" => &("Group", 1),
            _ => LOG_FUNCTIONS.iter().find(|(name, _)| *name == function)?,
        };
        (format!("slog.{function}"), *skipped)
    };
    // In a method expression the receiver is the first argument.
    let is_method_expr = match &call.func.unparen().kind {
        E::Selector(x, _) => full.starts_with('(') && !pass.is_value(x),
        _ => false,
    };
    Some((name, skipped + usize::from(is_method_expr)))
}

fn check_log_call(pass: &Pass<'_>, name: &str, (call, args): (Span, &[Expr])) {
    let (mut next, mut guessed, mut no_key) = (NextArgument::Key, false, None);
    for arg in args {
        let Some(ty) = pass.type_of(arg) else { return };
        next = match next {
            NextArgument::Value => NextArgument::Key,
            NextArgument::Unknown if may_be_key(pass, ty) => NextArgument::Unknown,
            // An argument that is no key is the value of the argument before it.
            NextArgument::Unknown => {
                no_key = Some(arg);
                NextArgument::Key
            }
            NextArgument::Key if is_string(pass, ty) => NextArgument::Value,
            NextArgument::Key if is_attr(pass, ty) => NextArgument::Key,
            NextArgument::Key if holds_string(pass, ty) => {
                guessed = true;
                NextArgument::Unknown
            }
            NextArgument::Key if holds_attr(pass, ty) => NextArgument::Key,
            NextArgument::Key => return report_key(pass, name, arg, no_key),
        };
    }
    if matches!(next, NextArgument::Value) {
        let problem =
            if guessed { "has a missing or misplaced value" } else { "missing a final value" };
        pass.report(Code::Slog, call, format!("call to {name} {problem}"));
    }
}

/// Reports an argument that is no key. `no_key`: an argument before it that was found to be no key either.
fn report_key(pass: &Pass<'_>, name: &str, arg: &Expr, no_key: Option<&Expr>) {
    let text = text_of(pass, arg);
    let message = match no_key {
        None => format!(
            "{name} arg {text:?} should be a string or a slog.Attr (possible missing key or value)"
        ),
        Some(before) => format!(
            "{name} arg {text:?} should probably be a string or a slog.Attr (previous arg {:?} cannot be a key)",
            text_of(pass, before)
        ),
    };
    pass.report(Code::Slog, arg.span(), message);
}

/// The text of an expression, without the indentation of the line on which it begins.
fn text_of(pass: &Pass<'_>, e: &Expr) -> String {
    let text = pass.source.slice(e.span());
    let before = &pass.source.text[..(e.pos.0 - pass.source.base.0) as usize];
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let indentation = &line[..line.len() - line.trim_start_matches('\t').len()];
    text.replace(&format!("\n{indentation}"), "\n")
}

fn is_string(pass: &Pass<'_>, ty: TypeId) -> bool {
    matches!(pass.type_table().get(ty), Type::Basic(Basic::String | Basic::UntypedString))
}

fn is_attr(pass: &Pass<'_>, ty: TypeId) -> bool {
    pass.is_named(ty, "log/slog", "Attr")
}

/// Reports whether the type is an interface that strings implement: it has no methods.
fn holds_string(pass: &Pass<'_>, ty: TypeId) -> bool {
    let is_param = matches!(pass.type_table().get(ty), Type::TypeParam(_));
    !is_param && pass.interface(ty).is_some_and(|interface| interface.methods.is_empty())
}

/// Reports whether the type is an interface that `slog.Attr` implements, whose methods are `Equal` and `String`.
fn holds_attr(pass: &Pass<'_>, ty: TypeId) -> bool {
    let Some(interface) = pass.interface(ty) else { return false };
    interface.methods.iter().all(|method| {
        let Some(sig) = pass.signature(method.sig) else { return false };
        match method.name.as_str() {
            "String" => pass.returns_string(sig),
            "Equal" => {
                matches!(*sig.params, [param] if is_attr(pass, param))
                    && *sig.results == [Basic::Bool.id()]
            }
            _ => false,
        }
    })
}

fn may_be_key(pass: &Pass<'_>, ty: TypeId) -> bool {
    let is_param = matches!(pass.type_table().get(ty), Type::TypeParam(_));
    is_string(pass, ty) || is_attr(pass, ty) || (!is_param && pass.interface(ty).is_some())
}
