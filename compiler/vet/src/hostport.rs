//! Reports addresses for `net.Dial` that `fmt.Sprintf("%s:%d", host, port)` makes: IPv6 hosts need brackets, which
//! `net.JoinHostPort` adds.

use crate::pass::Pass;
use minigo_syntax::ast::{CallExpr, Expr, ExprKind as E, LiteralKind, StmtKind as S};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Span;
use minigo_types::info::ObjectId;

/// The functions whose second argument is an address, in the order in which go vet reports their calls. go vet reports
/// a `fmt.Sprintf` in the argument itself only for the functions marked `true`, and one in the declaration of a
/// variable that is the argument for all functions.
const DIAL_FUNCTIONS: &[(&str, bool)] =
    &[("net.Dial", true), ("net.DialTimeout", false), ("(*net.Dialer).Dial", true)];

/// An address format: the call of `fmt.Sprintf`, and the format's text.
type AddressFormat<'a> = (&'a CallExpr, String);

/// Reports addresses without brackets in the files of one package.
pub(crate) fn run(passes: &[Pass<'_>]) {
    let dials = |pass: &Pass<'_>| pass.file.imports.iter().any(|import| import.path == "net");
    if !passes.iter().any(dials) {
        return;
    }
    let variables: HashMap<ObjectId, (&Pass<'_>, AddressFormat<'_>)> = passes
        .iter()
        .flat_map(|pass| address_variables(pass).into_iter().map(move |(id, f)| (id, (pass, f))))
        .collect();
    for (name, looks_into_argument) in DIAL_FUNCTIONS {
        for pass in passes {
            for (_, call) in pass.calls() {
                let [_, address, ..] = &call.args[..] else { continue };
                if pass.callee_name(call).as_deref() != Some(name) {
                    continue;
                }
                if let Some((at, text)) = format_of(pass, address) {
                    if *looks_into_argument {
                        report(pass, at, &text, "");
                    }
                } else if let E::Ident(_) = address.kind
                    && let Some((id, _)) = pass.object(address)
                    && let Some((of, (at, text))) = variables.get(&id)
                {
                    let line = pass.source.line_col(call.func.pos).0;
                    report(of, at, text, &format!(" (passed to net.Dial at L{line})"));
                }
            }
        }
    }
}

fn report(pass: &Pass<'_>, call: &CallExpr, text: &str, note: &str) {
    let [format, host, port] = &call.args[..] else { return };
    let message = format!("address format {text:?} does not work with IPv6{note}");
    let mut edits = vec![
        (call.func.span(), "net.JoinHostPort".to_owned()),
        (Span::new(format.pos, host.pos), String::new()),
    ];
    if text.ends_with("%d") {
        let literal = matches!(port.kind, E::Literal(LiteralKind::Int, _));
        let value = pass.info.expr(port).and_then(|found| found.value.as_ref());
        match value.filter(|_| literal) {
            Some(value) => edits.push((port.span(), format!("\"{value}\""))),
            None => edits.extend([
                (Span::at(port.pos), "fmt.Sprintf(\"%d\", ".to_owned()),
                (Span::at(port.end), ")".to_owned()),
            ]),
        }
    }
    let finding = pass.finding(Code::HostPort, format.span(), message);
    let words = "Replace fmt.Sprintf with net.JoinHostPort";
    pass.push_finding(finding.with_vet_fix(words, Some(edits)));
}

/// The variables that a declaration of a single variable initialises with an address that `fmt.Sprintf` makes.
fn address_variables<'a>(pass: &Pass<'a>) -> Vec<(ObjectId, AddressFormat<'a>)> {
    let specs = pass.vars.iter().map(|spec| (&spec.names, &spec.values));
    let defines = pass.stmts.iter().filter_map(|stmt| match &stmt.kind {
        S::Define(names, values) => Some((names, values)),
        _ => None,
    });
    let single =
        specs.chain(defines).filter_map(|(names, values)| match (&names[..], &values[..]) {
            ([name], [value]) => {
                Some((pass.info.object_at_def(name.pos)?.0, format_of(pass, value)?))
            }
            _ => None,
        });
    single.collect()
}

/// The format of `fmt.Sprintf("%s:%d", host, port)` or `fmt.Sprintf("%s:%s", host, port)`.
fn format_of<'a>(pass: &Pass<'a>, e: &'a Expr) -> Option<AddressFormat<'a>> {
    let E::Call(call) = &e.kind else { return None };
    let [format, _, _] = &call.args[..] else { return None };
    if pass.callee_name(call).as_deref() != Some("fmt.Sprintf") {
        return None;
    }
    let text = pass.constant_string(format)?;
    matches!(text.as_str(), "%s:%d" | "%s:%s").then_some((&**call, text))
}
