//! minigo-vet: warnings about programs that are valid Go but most likely not as intended.
//!
//! The analyses are those of `go vet` that need no knowledge of other builds, one file for each, with the same
//! messages. Each analysis reads the syntax trees of one package and the checker's findings about them ([`TypeInfo`]).
//! An analysis never guesses: it reports nothing if a type or a callee is unknown.
//!
//! ```text
//! trees + TypeInfo ─ pass (a file's nodes) ─ analyses ─ diagnostics
//!                     └─ walk (source order)  └─ cfg (paths through a function)
//! ```
//!
//! This crate reports nothing for programs with errors and does not affect valid programs: the command `minigo run`
//! does not analyse programs.

mod appends;
mod assign;
mod atomic;
mod bools;
mod buildtag;
mod cfg;
mod composites;
mod copylocks;
mod defers;
mod directive;
mod errorsas;
mod hostport;
mod httpresponse;
mod ifaceassert;
mod imports;
mod loopclosure;
mod lostcancel;
mod nilfunc;
mod pass;
mod printf;
mod shift;
mod sigchanyzer;
mod slog;
mod statement;
mod stdmethods;
mod stdversion;
mod stringintconv;
mod structtag;
mod testinggoroutine;
mod tests;
mod timeformat;
mod unmarshal;
mod unreachable;
mod unsafeptr;
mod unusedresult;
mod waitgroup;
mod walk;

use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::source::SourceMap;
use minigo_types::info::PkgId;
use minigo_types::{PackageInput, RecordRequest, TypeInfo};
use pass::{Pass, SharedPassState};

/// The findings that the checker must record for [`vet`].
pub const RECORD_REQUEST: RecordRequest =
    RecordRequest { methods: &["Error", "Format", "Lock", "String", "Unlock"] };

/// The analyses of one file.
const ANALYSES: &[fn(&Pass<'_>)] = &[
    appends::run,
    assign::run,
    atomic::run,
    bools::run,
    buildtag::run,
    composites::run,
    copylocks::run,
    defers::run,
    directive::run,
    errorsas::run,
    httpresponse::run,
    ifaceassert::run,
    loopclosure::run,
    lostcancel::run,
    nilfunc::run,
    shift::run,
    sigchanyzer::run,
    slog::run,
    stdmethods::run,
    stringintconv::run,
    structtag::run,
    timeformat::run,
    unmarshal::run,
    unreachable::run,
    unsafeptr::run,
    unusedresult::run,
    waitgroup::run,
];

/// Analyses the user's packages that are `asked` for. All packages must have passed the type checker without errors.
#[must_use]
pub fn vet(
    sources: &SourceMap,
    packages: &[PackageInput],
    asked: &[bool],
    info: &TypeInfo,
) -> Diagnostics {
    let shared = SharedPassState::new(info);
    let mut wrappers = printf::Wrappers::default();
    for (index, package) in packages.iter().enumerate() {
        if package.is_library {
            continue;
        }
        let at = (PkgId(index as u32), package.go_version);
        let passes: Vec<Pass<'_>> = package
            .files
            .iter()
            .map(|file| Pass::new(&shared, at, (file, sources.file(file.id))))
            .collect();
        // A function of an imported package may pass its arguments on to Printf, so wrappers are found in all packages.
        wrappers.find_wrappers(&passes);
        if !asked.get(index).is_some_and(|asked| *asked) {
            continue;
        }
        for pass in &passes {
            ANALYSES.iter().for_each(|analysis| analysis(pass));
            printf::run(pass, &wrappers);
            tests::run(pass, packages);
        }
        hostport::run(&passes);
        stdversion::run(&passes, package.go_version);
        testinggoroutine::run(&passes);
    }
    shared.findings.into_inner()
}
