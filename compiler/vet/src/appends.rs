//! Reports `append(x)`, which appends nothing.

use crate::pass::Pass;
use minigo_syntax::diagnostic::Code;

/// Reports calls of `append` with nothing to append.
pub(crate) fn run(pass: &Pass<'_>) {
    for (e, call) in pass.calls() {
        if call.args.len() == 1 && pass.builtin(call) == Some("append") {
            pass.report(Code::Appends, e.span(), "append with no values");
        }
    }
}
