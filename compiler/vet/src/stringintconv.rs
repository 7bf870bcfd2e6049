//! Reports `string(n)` for an integer: the result is one character, not the digits of the number.

use crate::imports::name_of_import;
use crate::pass::Pass;
use minigo_syntax::ast::{CallExpr, Expr};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::{Pos, Span};
use minigo_types::info::ObjectKind;
use minigo_types::ty::{Basic, Type, TypeId};

/// Reports conversions to strings from integers other than runes and bytes.
pub(crate) fn run(pass: &Pass<'_>) {
    for (e, call) in pass.calls() {
        let [arg] = &call.args[..] else { continue };
        let Some((_, name)) = pass.object(&call.func).filter(|(_, o)| o.kind == ObjectKind::Type)
        else {
            continue;
        };
        let Some(to) = pass.type_of(&call.func) else { continue };
        let Some(from) = pass.type_of(arg) else { continue };
        let string = |ty: &TypeId| {
            *pass.type_table().underlying_structure(*ty) == Type::Basic(Basic::String)
        };
        let (targets, sources) = (pass.term_types(to), pass.term_types(from));
        let Some(&target_type) = targets.iter().find(|ty| string(ty)) else { continue };
        let Some(&source) = sources.iter().find(|&&ty| is_number(pass, ty)) else { continue };
        let target = describe_type(pass, target_type, to, &name.name);
        let source = describe_type(pass, source, from, &type_name(pass, from));
        let (Some(source), Some(target)) = (source, target) else { continue };
        let message = format!(
            "conversion from {source} to {target} yields a string of one rune, not a string of digits"
        );
        let replacement = format!("rune({})", pass.source.slice(arg.span()));
        let words = format!("if a character is meant: {replacement}");
        let suggestion = (arg.span(), replacement, words);
        let code = (Code::StringIntConv, e.span());
        let mut finding = pass.finding_with_suggestion(code, message, suggestion);
        if sources.len() == 1 && sources[0] == from {
            let edits = decimal_edits(pass, e.pos, call, target_type);
            finding = finding.with_vet_fix("Format the number as a decimal", Some(edits));
        }
        let edits = around(arg, "rune(");
        finding = finding.with_vet_fix("Convert a single rune to a string", Some(edits));
        pass.push_finding(finding);
    }
}

/// The insertions that make an expression the argument of a call.
fn around(arg: &Expr, call: &str) -> Vec<(Span, String)> {
    vec![(Span::at(arg.pos), call.to_owned()), (Span::at(arg.end), ")".to_owned())]
}

/// The edits that format the argument of a conversion to the type `target` with fmt.Sprint.
fn decimal_edits(pass: &Pass<'_>, at: Pos, call: &CallExpr, target: TypeId) -> Vec<(Span, String)> {
    let (name, import) = name_of_import(pass, "fmt", at);
    let mut edits: Vec<_> = import.into_iter().collect();
    if target == Basic::String.id() {
        edits.push((call.func.span(), format!("{name}.Sprint")));
    } else {
        edits.extend(around(&call.args[0], &format!("{name}.Sprint(")));
    }
    edits
}

/// Reports whether the type is an integer type other than `rune` and `byte`.
fn is_number(pass: &Pass<'_>, ty: TypeId) -> bool {
    use Basic as B;
    matches!(
        pass.type_table().underlying_structure(ty),
        Type::Basic(
            B::Int
                | B::Int8
                | B::Int16
                | B::Int64
                | B::Uint
                | B::Uint16
                | B::Uint32
                | B::Uint64
                | B::Uintptr
                | B::UntypedInt
        )
    )
}

/// Describes a type in the type set of `whole`, a type with the name `name`.
fn describe_type(pass: &Pass<'_>, ty: TypeId, whole: TypeId, name: &str) -> Option<String> {
    let own = if ty == whole { name.to_owned() } else { type_name(pass, ty) };
    if own.is_empty() {
        return None;
    }
    let under = type_name(pass, pass.type_table().underlying(ty));
    let mut notes = Vec::new();
    if !under.is_empty() && under != own {
        notes.push(under);
    }
    if ty != whole && !name.is_empty() && name != own {
        notes.push(format!("in {name}"));
    }
    if notes.is_empty() { Some(own) } else { Some(format!("{own} ({})", notes.join(", "))) }
}

/// The name of a type without its package; empty if it has no name.
fn type_name(pass: &Pass<'_>, ty: TypeId) -> String {
    match pass.type_table().get(ty) {
        Type::Basic(basic) => basic.name().to_owned(),
        Type::Named(id) => pass.type_table().named_type(*id).name.to_string(),
        Type::TypeParam(param) => pass.type_table().param(*param).name.to_string(),
        _ => String::new(),
    }
}
