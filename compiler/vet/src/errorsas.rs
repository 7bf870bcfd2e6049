//! Reports `errors.As(err, target)` with a target that cannot hold an error: the call panics.

use crate::pass::Pass;
use minigo_syntax::diagnostic::Code;
use minigo_types::ty::{Type, TypeId};

/// Reports invalid second arguments of `errors.As`.
pub(crate) fn run(pass: &Pass<'_>) {
    for (e, call) in pass.calls() {
        if call.args.len() < 2 || !pass.calls_function(call, "errors", &["As"]) {
            continue;
        }
        let Some(ty) = pass.type_of(&call.args[1]) else { continue };
        if let Some(problem) = argument_problem(pass, ty) {
            let message = format!("second argument to errors.As {problem}");
            pass.report(Code::ErrorsAs, e.span(), message);
        }
    }
}

fn argument_problem(pass: &Pass<'_>, ty: TypeId) -> Option<&'static str> {
    const WRONG_ARGUMENT: &str = "must be a non-nil pointer to either a type that implements error, or to any interface type";
    if pass.interface(ty).is_some_and(|i| i.methods.is_empty() && i.terms.is_none()) {
        return None;
    }
    let Type::Pointer(base) = *pass.type_table().underlying_structure(ty) else {
        return Some(WRONG_ARGUMENT);
    };
    if base == pass.info.error {
        return Some("should not be *error");
    }
    let fits = pass.interface(base).is_some() || pass.is_error(base);
    (!fits).then_some(WRONG_ARGUMENT)
}
