//! Reports the time layout `2006-02-01`: month and day are in the wrong order.

use crate::pass::Pass;
use minigo_syntax::ast::{CallExpr, ExprKind as E};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::{Pos, Span};
use minigo_types::ty::{Basic, Type};

const WRONG_LAYOUT: &str = "2006-02-01";
const RIGHT_LAYOUT: &str = "2006-01-02";

/// Reports layouts with the day before the month.
pub(crate) fn run(pass: &Pass<'_>) {
    for (_, call) in pass.calls() {
        let Some(arg) = call.args.first().filter(|_| takes_layout(pass, call)) else { continue };
        let string = |ty| {
            matches!(pass.type_table().get(ty), Type::Basic(Basic::String | Basic::UntypedString))
        };
        if !pass.type_of(arg).is_some_and(string) {
            continue;
        }
        let Some(at) = pass.constant_string(arg).and_then(|layout| layout.find(WRONG_LAYOUT))
        else {
            continue;
        };
        let message = format!("{WRONG_LAYOUT} should be {RIGHT_LAYOUT}");
        let E::Literal(..) = &arg.kind else {
            let finding = pass.finding(Code::TimeFormat, arg.span(), message);
            pass.push_finding(finding.with_vet_end(arg.pos));
            continue;
        };
        let start = arg.pos.0 + 1 + at as u32;
        let span = Span::new(Pos(start), Pos(start + WRONG_LAYOUT.len() as u32));
        let suggestion = (span, RIGHT_LAYOUT.to_owned(), format!("replace it by {RIGHT_LAYOUT}"));
        let finding = pass.finding_with_suggestion((Code::TimeFormat, span), message, suggestion);
        let words = format!("Replace {WRONG_LAYOUT} with {RIGHT_LAYOUT}");
        let edits = vec![(span, RIGHT_LAYOUT.to_owned())];
        pass.push_finding(finding.with_vet_fix(&words, Some(edits)));
    }
}

fn takes_layout(pass: &Pass<'_>, call: &CallExpr) -> bool {
    matches!(pass.callee_name(call).as_deref(), Some("time.Parse" | "(time.Time).Format"))
}
