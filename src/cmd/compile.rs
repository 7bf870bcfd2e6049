//! From a package to its bytecode, as `run` and `build` compile it; what is wrong is shown.

use super::outlet::Outlet;
use super::test::program::{SETUP_FAILED, VET_FAILED};
use super::test::vet;
use super::{FAILED, print_error, show};
use crate::link_values::{self, LinkValue};
use crate::load::build_info::{self, Modules, Vcs};
use crate::load::file_names;
use crate::load::fs_view::FsView;
use crate::options::{Common, ErrorFormat, Target};
use crate::pipeline::{self, CheckOptions, Checked};
use crate::report;
use minigo_bytecode::program::Program;
use minigo_syntax::diagnostic::Code;
use minigo_vm::footprint;

/// The purpose that a program is compiled for.
pub(super) enum Built {
    /// To be run at once.
    Run,
    /// To be a file of its own, which knows the state of the working tree that it comes from.
    File(Option<Vcs>),
}

/// A package to compile, with its settings.
pub(super) struct Order<'o> {
    pub(super) target: Target,
    pub(super) common: &'o Common,
    /// Whether warnings keep tests from being run.
    pub(super) vet: bool,
    /// The purpose of the program.
    pub(super) built: Built,
    /// Where errors are printed.
    pub(super) outlet: Outlet,
    /// The import path that stands for the package in events before it is known.
    pub(super) path: &'o str,
}

/// A program, compiled.
pub(super) struct Compiled {
    pub(super) code: Program,
    /// Whether nothing was found, not even something to warn about.
    pub(super) no_diagnostics: bool,
    /// The text for runtime/debug.ReadBuildInfo; empty if the program does not call it.
    pub(super) build_info: String,
    /// How the names of the files begin that belong to the program's own module.
    pub(super) own_files: String,
}

/// The result of compiling without errors.
pub(super) enum Done {
    Program(Box<Compiled>),
    /// It is no program: the import path of the package.
    Package(String),
}

/// Compiles it; gives only an exit status if there are errors.
pub(super) fn compile(order: &Order<'_>, fs: &FsView) -> Result<Done, u8> {
    let Order { target, common, vet, built, outlet, path } = order;
    let of_tests = matches!(target, Target::Tests(_));
    let options = CheckOptions {
        language: common.lang,
        require_bodies: true,
        warn: *vet,
        all_errors: common.wants_all_errors(),
    };
    // Each phase releases the pages of minigo's code that it has read, so that peak memory is that of the largest
    // phase.
    footprint::release_code();
    let unloaded = if of_tests { SETUP_FAILED } else { FAILED };
    let values = link_values::of_flags(fs).map_err(|error| outlet.error(path, &error))?;
    let mut loaded = pipeline::load(fs, target, options).map_err(|error| {
        outlet.error(path, error.text());
        unloaded
    })?;
    footprint::release_code();
    let own_tested = loaded.own_tested.take();
    let modules = std::mem::take(&mut loaded.modules);
    let mut checked = pipeline::check_loaded(loaded, options);
    footprint::release_code();
    if *vet {
        vet::keep_certain(&mut checked);
    }
    if matches!(built, Built::File(_)) && super::print_broken_imports(&checked, *outlet) {
        return Err(FAILED);
    }
    if shown(&checked, order) {
        if let Some(path) = own_tested {
            let _ = print_error(&format!(
                "minigo: these tests are run with minigo's own {path}; MINIGODEBUG=goroot={path} tests Go's"
            ));
        }
        let imports = checked.diagnostics.iter().any(|found| found.code == Code::BrokenImport);
        return Err(if imports { unloaded } else { FAILED });
    }
    if *vet && !checked.diagnostics.is_empty() {
        return Err(VET_FAILED);
    }
    if let Some(package) = checked.packages.last().filter(|_| !checked.is_main) {
        return Ok(Done::Package(package.path.clone()));
    }
    let build_info = set_values(&mut checked, fs, &values, &modules, built)?;
    let mut code = generated(&mut checked, fs, order)?;
    code.godebug = checked.godebug.as_str().into();
    let trim = fs.build_flags().is_ok_and(|flags| flags.trimpath);
    let own_files = modules.of_program().map(|module| match trim {
        true => module.name(),
        false => module.dir.display().to_string(),
    });
    if matches!(built, Built::File(_)) || trim {
        file_names::make_whole(fs, &mut code.files, &modules);
        code.whole_file_names = true;
    }
    let no_diagnostics = checked.diagnostics.is_empty();
    drop(checked);
    footprint::release_code();
    Ok(Done::Program(Box::new(Compiled {
        code,
        no_diagnostics,
        build_info,
        own_files: own_files.unwrap_or_default(),
    })))
}

/// Shows the diagnostics; tells whether there are errors.
fn shown(checked: &Checked, order: &Order<'_>) -> bool {
    if order.outlet == Outlet::Text || !checked.has_errors() {
        return show(checked, order.common);
    }
    let mut text = Vec::new();
    let _ = report::write(&mut text, checked, ErrorFormat::Go);
    Outlet::groups(order.path, &String::from_utf8_lossy(&text));
    true
}

/// The variable that package runtime/debug reads what it tells from.
const BUILD_INFO: [&str; 2] = ["runtime/debug", "buildInfo"];

/// Gives variables the values that they have from the build; returns what runtime/debug tells.
fn set_values(
    checked: &mut Checked,
    fs: &FsView,
    values: &[LinkValue],
    modules: &Modules,
    built: &Built,
) -> Result<String, u8> {
    let Checked { packages, program, godebug, .. } = checked;
    let path = packages.last().map_or("", |package| &package.path);
    let Some(program) = program else { return Err(FAILED) };
    for value in values {
        if let Err(error) = link_values::set(program, value) {
            return Err(print_error(&format!("# {path}\n{error}")));
        }
    }
    let [package, name] = BUILD_INFO;
    let vcs = match built {
        // Nearly no program asks.
        Built::Run if !link_values::has(program, package, name) => return Ok(String::new()),
        Built::Run => None,
        Built::File(vcs) => vcs.as_ref(),
    };
    let value = build_info::text(fs, path, modules, godebug, vcs);
    let all = LinkValue { package: package.into(), name: name.into(), value };
    let _ = link_values::set(program, &all);
    Ok(all.value)
}

fn generated(checked: &mut Checked, fs: &FsView, order: &Order<'_>) -> Result<Program, u8> {
    let Some(program) = &checked.program else { return Err(FAILED) };
    if program.main.is_none() {
        let why = "function main is undeclared in the main package";
        return Err(order.outlet.error(order.path, why));
    }
    pipeline::generate(fs, program, &checked.sources).map_err(|found| {
        let found = found.into_sorted();
        let before = std::mem::replace(&mut checked.diagnostics, found);
        let program = checked.program.take();
        shown(checked, order);
        (checked.diagnostics, checked.program) = (before, program);
        FAILED
    })
}
