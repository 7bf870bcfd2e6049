//! `minigo vet`: prints the warnings of `check` as `go vet` does.

use super::build::{change_directory, print_usage, target_of};
use super::error_output::ErrorOutput;
use super::{FAILURE_STATUS, modules, print_error};
use crate::load::NamedPackage;
use crate::load::fs_view::FsView;
use crate::load::listing::json;
use crate::load::patterns::{self, Package};
use crate::options::go_flags::{
    self, BUILD_FLAGS, CommandLine, Flag, refused_flag, switch_flag, valued_flag,
};
use crate::options::{Target, Tests};
use crate::pipeline::{self, CheckOptions, CheckedProgram};
use minigo_syntax::deadline::Deadline;
use minigo_syntax::diagnostic::{Code, Diagnostic, Severity};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::{Pos, Span};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;

/// The analyses with the codes of their warnings, in the order in which go vet prints them.
const ANALYSES: &[(&str, Code)] = &[
    ("appends", Code::Appends),
    ("assign", Code::SelfAssign),
    ("atomic", Code::AtomicAssign),
    ("bools", Code::Bools),
    ("buildtag", Code::BuildTag),
    ("composites", Code::Composites),
    ("copylocks", Code::CopyLocks),
    ("defers", Code::DeferredArgument),
    ("directive", Code::Directive),
    ("errorsas", Code::ErrorsAs),
    ("hostport", Code::HostPort),
    ("httpresponse", Code::HttpResponse),
    ("ifaceassert", Code::IfaceAssert),
    ("loopclosure", Code::LoopClosure),
    ("lostcancel", Code::LostCancel),
    ("nilfunc", Code::NilFunc),
    ("printf", Code::Printf),
    ("shift", Code::Shift),
    ("sigchanyzer", Code::SignalChannel),
    ("slog", Code::Slog),
    ("stdmethods", Code::StdMethods),
    ("stdversion", Code::StdVersion),
    ("stringintconv", Code::StringIntConv),
    ("structtag", Code::StructTag),
    ("testinggoroutine", Code::TestingGoroutine),
    ("tests", Code::Tests),
    ("timeformat", Code::TimeFormat),
    ("unmarshal", Code::Unmarshal),
    ("unreachable", Code::Unreachable),
    ("unsafeptr", Code::UnsafePointer),
    ("unusedresult", Code::UnusedResult),
    ("waitgroup", Code::WaitGroupAdd),
];

/// Analyses of go vet that minigo does not have. The command accepts flags that switch these analyses off.
const MISSING_ANALYSES: &[&str] = &["asmdecl", "cgocall", "framepointer"];

const FLAGS: &[Flag] = &[
    switch_flag("json"),
    valued_flag("c"),
    refused_flag("fix", true, "it changes no files"),
    refused_flag("diff", true, "it changes no files"),
    refused_flag("vettool", false, "it runs its own analyses"),
];

/// Reports suspicious code in the packages.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    let names = ANALYSES.iter().map(|(name, _)| *name).chain(MISSING_ANALYSES.iter().copied());
    let analyses: Vec<Flag> = names.map(switch_flag).collect();
    let line = match go_flags::parse_line("vet", &[FLAGS, BUILD_FLAGS, &analyses], words) {
        Ok(line) => line,
        Err(error) => return print_usage(&error),
    };
    match vet_packages(&line) {
        Ok(status) => status,
        Err(error) => print_error(&error),
    }
}

fn vet_packages(line: &CommandLine) -> Result<u8, String> {
    let flags = line.build_flags().map_err(|error| error.why)?;
    if let Some(name) = MISSING_ANALYSES.iter().find(|name| line.is_on(name)) {
        return Err(format!(
            "minigo vet: -{name} is not supported: minigo does not have this analysis"
        ));
    }
    if change_directory(line).is_err() {
        return Ok(FAILURE_STATUS);
    }
    let fs = FsView::new(flags.clone());
    fs.build_flags()?;
    if let Err(status) = modules::add_needed_requirements(&flags, &line.words, true) {
        return Ok(status);
    }
    let warn = |text: &str| {
        print_error(text);
    };
    let mut status = 0;
    let (wrong, packages): (Vec<Package>, Vec<Package>) =
        patterns::expand_in_modules(&fs, &line.words, warn)?
            .into_iter()
            .partition(|package| package.error.is_some());
    // As in the go command, no package is analysed if one cannot be found.
    if !wrong.is_empty() {
        let errors: Vec<String> = wrong.into_iter().filter_map(|package| package.error).collect();
        return Err(errors.join("\n"));
    }
    for package in packages.into_iter().filter(|package| !package.is_of_library) {
        let options = CheckOptions {
            language: None,
            require_bodies: true,
            warns: true,
            all_errors: false,
            deadline: Deadline::NEVER,
        };
        match pipeline::check(&FsView::new(flags.clone()), &tested_target(&package), options) {
            Ok(checked) => status = report_findings(line, &package, &checked).max(status),
            Err(error) => status = print_error(error.text()),
        }
    }
    Ok(status)
}

/// The target for a package: it is analysed together with its tests.
fn tested_target(package: &Package) -> Target {
    match (package.has_tests, package.is_of_dependency) {
        (true, false) if package.path != "command-line-arguments" => {
            Target::Tests(Tests { paths: package.paths.clone(), import_path: None, coverage: None })
        }
        _ => target_of(package),
    }
}

/// Prints the findings about a package; returns the exit status.
fn report_findings(line: &CommandLine, package: &Package, checked: &CheckedProgram) -> u8 {
    let mut errors = checked.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    if let Some(error) = errors.next() {
        if !super::print_broken_imports(checked, ErrorOutput::Text) {
            // Only the first error is printed, as by go vet.
            print_error(&format!("# {}", package.path));
            print_finding(checked, error, "vet: ");
        }
        return FAILURE_STATUS;
    }
    let only: Vec<&str> =
        ANALYSES.iter().map(|(name, _)| *name).filter(|name| line.is_on(name)).collect();
    let wanted = |name: &str| match only.is_empty() {
        true => line.value(name).is_none(),
        false => only.contains(&name),
    };
    let chosen: Vec<_> = ANALYSES.iter().filter(|(name, _)| wanted(name)).collect();
    let mut status = 0;
    for (path, all) in findings_by_package(package, checked) {
        let found = |code: Code| all.iter().copied().filter(move |found| found.code == code);
        let chosen = chosen.iter().map(|(name, code)| (*name, found(*code)));
        if line.is_on("json") {
            status = print_json(checked, &path, chosen).max(status);
            continue;
        }
        for one in chosen.flat_map(|(_, found)| found) {
            print_finding(checked, one, "");
            print_context(line, checked, one);
            status = FAILURE_STATUS;
        }
    }
    status
}

/// The findings about each package that was analysed, with the package's import path: the external tests of a package
/// are a package of their own. The findings about test files come last.
fn findings_by_package<'a>(
    package: &Package,
    checked: &'a CheckedProgram,
) -> Vec<(String, Vec<&'a Diagnostic>)> {
    let of_tests = |named: &&NamedPackage| named.path.ends_with(".test]");
    let packages: Vec<&NamedPackage> = checked.packages.iter().filter(of_tests).collect();
    if packages.len() < 2 {
        let mut all: Vec<&Diagnostic> = checked.diagnostics.iter().collect();
        all.small_sort_by_key(|found| is_in_test(checked, found));
        return vec![(package.path.clone(), all)];
    }
    let of_package = |named: &NamedPackage| {
        let mut all: Vec<&Diagnostic> = checked.diagnostics.iter().collect();
        all.retain(|found| {
            let file = checked.sources.file_of(found.span.start);
            file.is_some_and(|file| named.files.contains(&file.id))
        });
        all.small_sort_by_key(|found| is_in_test(checked, found));
        let path = named.path.split(' ').next().unwrap_or(&named.path).to_owned();
        (path, all)
    };
    packages.into_iter().map(of_package).collect()
}

/// Reports whether a finding is about a test file.
fn is_in_test(checked: &CheckedProgram, found: &Diagnostic) -> bool {
    let file = checked.sources.file_of(found.span.start);
    file.is_some_and(|file| file.name.ends_with("_test.go"))
}

/// Prints the findings about a package as JSON; returns the exit status.
fn print_json<'a>(
    checked: &CheckedProgram,
    path: &str,
    chosen: impl Iterator<Item = (&'static str, impl Iterator<Item = &'a Diagnostic>)>,
) -> u8 {
    let all = chosen
        .map(|(name, found)| (name, found.map(|one| json_entry(checked, one)).collect::<Vec<_>>()));
    let all: BTreeMap<&str, Vec<_>> = all.filter(|(_, found)| !found.is_empty()).collect();
    let packages = BTreeMap::from([(path, all)]);
    let some = packages.iter().filter(|(_, found)| !found.is_empty());
    let text = json::text(&some.collect::<BTreeMap<_, _>>());
    u8::from(writeln!(std::io::stdout(), "{text}").is_err())
}

/// Analyses for whose findings go vet knows a position but no end.
const ANALYSES_WITHOUT_END_POSITION: &[Code] = &[
    Code::DeferredArgument,
    Code::IfaceAssert,
    Code::SelfAssign,
    Code::StringIntConv,
    Code::Unmarshal,
    Code::WaitGroupAdd,
];

/// A finding in the form in which it is printed.
#[derive(Serialize)]
struct Entry {
    posn: String,
    end: String,
    message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggested_fixes: Vec<FixEntry>,
}

/// A change that fixes a finding. go vet prints `null` where it has no edits.
#[derive(Serialize)]
struct FixEntry {
    message: String,
    edits: Option<Vec<Edit>>,
}

/// The replacement of the bytes from `start` to `end` of a file.
#[derive(Serialize)]
struct Edit {
    filename: String,
    start: usize,
    end: usize,
    new: String,
}

/// A finding as JSON.
fn json_entry(checked: &CheckedProgram, found: &Diagnostic) -> Entry {
    let posn = |at| {
        let place = checked
            .sources
            .position(at)
            .map(|place| format!("{}:{}:{}", absolute_path(&place.file), place.line, place.column));
        place.unwrap_or_default()
    };
    let end = match &found.vet {
        _ if ANALYSES_WITHOUT_END_POSITION.contains(&found.code) => found.span.start,
        Some(form) => form.end,
        None => found.span.end,
    };
    // The end of a function that go vet takes for a return statement can lie behind the file.
    let last = checked.sources.file_of(found.span.start).map(|file| file.pos(file.text.len()));
    let end = last.map_or(end, |last| end.min(last));
    let fixes = found.vet.iter().flat_map(|form| &form.fixes).map(|fix| FixEntry {
        message: fix.message.clone(),
        edits: fix.edits.as_ref().map(|edits| {
            edits.iter().filter_map(|(span, new)| edit(checked, *span, new)).collect()
        }),
    });
    Entry {
        posn: posn(found.span.start),
        end: posn(end),
        message: found.message.clone(),
        suggested_fixes: fixes.collect(),
    }
}

fn edit(checked: &CheckedProgram, span: Span, new: &str) -> Option<Edit> {
    let file = checked.sources.file_of(span.start)?;
    let offset = |pos: Pos| (pos.0 - file.base.0) as usize;
    Some(Edit {
        filename: absolute_path(&file.name),
        start: offset(span.start),
        end: offset(span.end),
        new: new.to_owned(),
    })
}

/// The absolute form of a file's name.
fn absolute_path(file: &str) -> String {
    let path = std::path::absolute(file).unwrap_or_default();
    path.components().collect::<std::path::PathBuf>().display().to_string()
}

fn print_finding(checked: &CheckedProgram, found: &Diagnostic, prefix: &str) -> u8 {
    let place = checked.sources.position(found.span.start).map(|place| {
        let file = place.file.strip_prefix("./").unwrap_or(&place.file).to_owned();
        format!("{file}:{}:{}: ", place.line, place.column)
    });
    print_error(&format!("{prefix}{}{}", place.unwrap_or_default(), found.message))
}

/// Prints the source line of a finding, and as many lines around it as -c says.
fn print_context(line: &CommandLine, checked: &CheckedProgram, found: &Diagnostic) {
    let around: Option<usize> = line.value("c").and_then(|count| count.parse().ok());
    let source = checked.sources.file_of(found.span.start);
    let (Some(around), Some(source)) = (around, source) else { return };
    let first = source.line_col(found.span.start).0 as usize;
    let last = source.line_col(found.span.end).0 as usize;
    let mut out = String::new();
    for (number, text) in (1..).zip(source.text.split('\n')) {
        if number + around >= first && number <= last + around {
            let _ = writeln!(out, "{number}\t{text}");
        }
    }
    print_error(out.trim_end_matches('\n'));
}
