//! Compiles a package to bytecode for `run` and `build`, and prints diagnostics.

mod certain_warnings;

use super::error_output::ErrorOutput;
use super::{FAILURE_STATUS, print_error};
use crate::link_values::{self, LinkFlags, LinkValue};
use crate::load::build_info::{self, Modules, Vcs};
use crate::load::file_names;
use crate::load::fs_view::FsView;
use crate::options::{CommonFlags, ErrorFormat, Target};
use crate::pipeline::{self, CheckOptions, CheckedProgram};
use crate::report;
use crate::test_plan::{SETUP_FAILED_STATUS, VET_FAILED_STATUS};
use minigo_bytecode::program::{FileNames, Program};
use minigo_syntax::deadline::Deadline;
use minigo_syntax::diagnostic::Code;
use minigo_vm::footprint;

/// The purpose for which a program is compiled.
pub(super) enum CompilePurpose {
    /// The program is run at once.
    Run,
    /// The program becomes a file of its own; the state of the version control is recorded in it.
    File(Option<Vcs>),
}

/// A package to compile, with the settings for compiling it.
pub(super) struct CompileRequest<'o> {
    pub(super) target: Target,
    pub(super) common: &'o CommonFlags,
    /// Whether warnings of vet keep tests from running.
    pub(super) runs_vet: bool,
    /// The purpose for which the package is compiled.
    pub(super) purpose: CompilePurpose,
    /// The place where errors are printed.
    pub(super) error_output: ErrorOutput,
    /// The import path that events name until the package's own path is known.
    pub(super) import_path: &'o str,
}

/// A compiled program.
pub(super) struct CompiledProgram {
    pub(super) code: Program,
    /// Whether there are neither errors nor warnings.
    pub(super) has_no_diagnostics: bool,
    /// The text that runtime/debug.ReadBuildInfo parses; empty if the program does not call it.
    pub(super) build_info: String,
    /// The prefix that names of source files in the program's own module have.
    pub(super) own_file_prefix: String,
}

/// The result of compiling without errors.
pub(super) enum CompileResult {
    Program(Box<CompiledProgram>),
    /// The package is no program; its import path.
    Package(String),
}

/// Compiles the package. If there are errors, prints them and returns only an exit status.
pub(super) fn compile(order: &CompileRequest<'_>, fs: &FsView) -> Result<CompileResult, u8> {
    let CompileRequest {
        target,
        common,
        runs_vet: vet,
        purpose: built,
        error_output: outlet,
        import_path: path,
    } = order;
    let of_tests = matches!(target, Target::Tests(_));
    let options = CheckOptions {
        language: common.lang,
        require_bodies: true,
        warns: *vet,
        all_errors: common.wants_all_errors(),
        deadline: Deadline::NEVER,
    };
    // Each phase releases the pages of minigo's code that it has read, so that peak memory is that of the largest
    // phase.
    footprint::release_code_pages();
    let unloaded = if of_tests { SETUP_FAILED_STATUS } else { FAILURE_STATUS };
    let values = link_values::link_flags(fs).map_err(|error| outlet.print_error(path, &error))?;
    let mut loaded = pipeline::load_packages(fs, target, options).map_err(|error| {
        outlet.print_error(path, error.text());
        unloaded
    })?;
    footprint::release_code_pages();
    let own_tested = loaded.own_tested_package.take();
    let modules = std::mem::take(&mut loaded.modules);
    let mut checked = pipeline::check_loaded(loaded, options);
    footprint::release_code_pages();
    if *vet {
        certain_warnings::retain_certain_warnings(&mut checked);
    }
    if matches!(built, CompilePurpose::File(_)) && super::print_broken_imports(&checked, *outlet) {
        return Err(FAILURE_STATUS);
    }
    if print_diagnostics(&checked, order) {
        if let Some(path) = own_tested {
            let _ = print_error(&format!(
                "minigo: the tests ran against minigo's own package {path}; set MINIGODEBUG=goroot={path} to test the package of the installed Go"
            ));
        }
        let imports = checked.diagnostics.iter().any(|found| found.code == Code::BrokenImport);
        return Err(if imports { unloaded } else { FAILURE_STATUS });
    }
    if *vet && !checked.diagnostics.is_empty() {
        return Err(VET_FAILED_STATUS);
    }
    if let Some(package) = checked.packages.last().filter(|_| !checked.is_main) {
        return Ok(CompileResult::Package(package.path.clone()));
    }
    let build_info = set_build_variables(&mut checked, fs, &values, &modules, built)?;
    let mut code = generate_code(&mut checked, fs, order)?;
    code.godebug = checked.godebug.as_str().into();
    let flags = fs.build_flags().ok();
    let trim = flags.is_some_and(|flags| flags.trimpath);
    let whole = flags.is_some_and(|flags| flags.whole_file_names);
    let own_files = modules.program_module().map(|module| match trim {
        true => module.name(),
        false => module.dir.display().to_string(),
    });
    if matches!(built, CompilePurpose::File(_)) || trim || whole {
        file_names::make_absolute(fs, &mut code.files, &modules, trim);
        code.file_names = if trim { FileNames::Trimmed } else { FileNames::Whole };
    }
    let no_diagnostics = checked.diagnostics.is_empty();
    drop(checked);
    footprint::release_code_pages();
    Ok(CompileResult::Program(Box::new(CompiledProgram {
        code,
        has_no_diagnostics: no_diagnostics,
        build_info,
        own_file_prefix: own_files.unwrap_or_default(),
    })))
}

/// Prints the diagnostics; reports whether there are errors.
fn print_diagnostics(checked: &CheckedProgram, order: &CompileRequest<'_>) -> bool {
    if order.error_output == ErrorOutput::Text || !checked.has_errors() {
        return report::print_diagnostics(checked, order.common);
    }
    let mut text = Vec::new();
    let _ = report::write(&mut text, checked, ErrorFormat::Go);
    ErrorOutput::write_package_errors(order.import_path, &String::from_utf8_lossy(&text));
    true
}

/// The variable from which package runtime/debug reads the build info.
const BUILD_INFO_VARIABLE: [&str; 2] = ["runtime/debug", "buildInfo"];

/// Sets the variables whose values come from the build; returns the build info, if the program reads it.
fn set_build_variables(
    checked: &mut CheckedProgram,
    fs: &FsView,
    flags: &LinkFlags,
    modules: &Modules,
    built: &CompilePurpose,
) -> Result<String, u8> {
    let CheckedProgram { packages, program, godebug, .. } = checked;
    let path = packages.last().map_or("", |package| &package.path);
    let Some(program) = program else { return Err(FAILURE_STATUS) };
    for value in flags.values_of_program(path) {
        if let Err(error) = link_values::set_variable(program, value) {
            return Err(print_error(&format!("# {path}\n{error}")));
        }
    }
    let [package, name] = BUILD_INFO_VARIABLE;
    let vcs = match built {
        // Hardly any program reads its build info.
        CompilePurpose::Run if !link_values::has_variable(program, package, name) => {
            return Ok(String::new());
        }
        CompilePurpose::Run => None,
        CompilePurpose::File(vcs) => vcs.as_ref(),
    };
    let value = build_info::build_info_text(fs, path, modules, godebug, vcs);
    let all = LinkValue { package: package.into(), name: name.into(), value };
    let _ = link_values::set_variable(program, &all);
    Ok(all.value)
}

fn generate_code(
    checked: &mut CheckedProgram,
    fs: &FsView,
    order: &CompileRequest<'_>,
) -> Result<Program, u8> {
    let Some(program) = &checked.program else { return Err(FAILURE_STATUS) };
    if program.main.is_none() {
        let why = "function main is undeclared in the main package";
        return Err(order.error_output.print_error(order.import_path, why));
    }
    pipeline::generate(fs, program, &checked.sources, Deadline::NEVER).map_err(|found| {
        let found = found.into_sorted();
        let before = std::mem::replace(&mut checked.diagnostics, found);
        let program = checked.program.take();
        print_diagnostics(checked, order);
        (checked.diagnostics, checked.program) = (before, program);
        FAILURE_STATUS
    })
}
