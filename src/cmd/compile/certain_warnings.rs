//! Chooses the warnings that keep a package from being tested, as the go command does: only those that are hardly ever
//! wrong.

use crate::pipeline::CheckedProgram;
use minigo_syntax::diagnostic::{Code, Severity};
use minigo_syntax::source::FileId;

/// The analyses of go vet that `go test` runs.
const TEST_ANALYSES: &[Code] = &[
    Code::Printf,
    Code::AtomicAssign,
    Code::Bools,
    Code::BuildTag,
    Code::Directive,
    Code::ErrorsAs,
    Code::IfaceAssert,
    Code::NilFunc,
    Code::StringIntConv,
    Code::Tests,
];

/// Drops all warnings except the certain ones about the package under test.
pub(super) fn retain_certain_warnings(checked: &mut CheckedProgram) {
    let tested = checked.packages.iter().filter(|package| package.path.ends_with(".test]"));
    let files: Vec<FileId> = tested.flat_map(|package| package.files.iter().copied()).collect();
    let sources = &checked.sources;
    checked.diagnostics.retain(|found| {
        let file = sources.file_of(found.span.start).map(|file| file.id);
        let about =
            file.is_some_and(|file| files.contains(&file)) && TEST_ANALYSES.contains(&found.code);
        found.severity == Severity::Error || about
    });
}
