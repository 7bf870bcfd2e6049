//! `minigo build` and `minigo install`: write programs as files of their own, to the paths that the go command would
//! choose.

mod ahead_of_time;
pub(super) mod at_version;
pub(super) mod destination;
mod vcs;

use super::compile::{self, CompilePurpose, CompileRequest, CompileResult, CompiledProgram};
use super::error_output::ErrorOutput;
use super::{FAILURE_STATUS, modules, print_error};
use crate::app;
use crate::errno;
use crate::load::build_info::Vcs;
use crate::load::fs_view::FsView;
use crate::load::go_env::BuildFlags;
use crate::load::modules::module::{Module, has_dot};
use crate::load::patterns::{self, Package};
use crate::options::build::Build;
use crate::options::go_flags::{
    self, BUILD_FLAGS, CommandLine, UsageError, switch_flag, valued_flag,
};
use crate::options::{CommonFlags, Target};
use destination::Destination;
use minigo_vm::LinkedProgram;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Prints why a command line cannot be read, and returns the exit status.
pub(super) fn print_usage(error: &UsageError) -> u8 {
    print_error(&error.why);
    error.status
}

/// Changes to the directory that -C names.
pub(super) fn change_directory(line: &CommandLine) -> Result<(), u8> {
    let Some(dir) = line.directory() else { return Ok(()) };
    std::env::set_current_dir(dir).map_err(|error| super::print_no_directory(dir, &error))
}

/// `minigo build`
#[must_use]
pub fn build(words: &[OsString]) -> u8 {
    let read = go_flags::parse_line(
        "build",
        &[&[valued_flag("o"), switch_flag("json")], BUILD_FLAGS],
        words,
    );
    let done = job_of_line(read).and_then(|job| {
        let packages = job.packages()?;
        let place =
            Destination::of_build(job.line.value("o").filter(|path| !path.is_empty()), &packages);
        let place = place.map_err(|error| print_error(&error))?;
        job.build_packages(&packages, &place)
    });
    done.err().unwrap_or(0)
}

/// `minigo install`
#[must_use]
pub fn install(words: &[OsString]) -> u8 {
    let read = go_flags::parse_line("install", &[&[switch_flag("json")], BUILD_FLAGS], words);
    let done = job_of_line(read).and_then(|job| {
        if let Some(word) = job.line.words.iter().find(|word| at_version::names_version(word)) {
            return at_version::install_at_version(&job.line, word);
        }
        let missing = |word: &&String| !patterns::is_path(word) && has_dot(word) && !word.ends_with(".go");
        if let Some(word) = job.line.words.iter().find(missing)
            && Module::effective_main_module(&job.fs()).is_ok_and(|module| module.is_none())
        {
            return Err(print_error(&format!(
                "go: 'go install' requires a version when current directory is not in a module\n\tTry 'go install {word}@latest' to install the latest version"
            )));
        }
        job.install()
    });
    done.err().unwrap_or(0)
}

fn job_of_line(read: Result<CommandLine, UsageError>) -> Result<Job, u8> {
    let line = read.map_err(|error| print_usage(&error))?;
    let flags = line.build_flags().map_err(|error| print_usage(&error))?;
    change_directory(&line)?;
    let job = Job::new(line, flags)?;
    modules::add_needed_requirements(&job.common.build.flags(), &job.line.words, false)?;
    Ok(job)
}

/// The command line of a build.
struct Job {
    common: CommonFlags,
    line: CommandLine,
}

/// A package that the command line names.
struct NamedPackage {
    package: Package,
    /// Whether a pattern matched the package: it may then have no files.
    is_pattern_match: bool,
}

impl Job {
    fn new(line: CommandLine, flags: BuildFlags) -> Result<Self, u8> {
        let build = Build {
            tags: flags.tags,
            module_mode: flags.module_mode,
            mod_file: flags.mod_file,
            race: flags.race,
            ldflags: flags.ldflags,
            trimpath: flags.trimpath,
            whole_file_names: flags.whole_file_names,
            directory: None,
            recorded: flags.recorded,
            is_temporary: flags.is_temporary,
        };
        let job = Self { common: CommonFlags { build, ..CommonFlags::default() }, line };
        job.fs().build_flags().map_err(|error| print_error(&error))?;
        Ok(job)
    }

    fn error_output(&self) -> ErrorOutput {
        if self.line.is_on("json") { ErrorOutput::Events } else { ErrorOutput::Text }
    }

    fn fs(&self) -> FsView {
        FsView::new(self.common.build.flags())
    }

    /// The packages that the command line names.
    fn packages(&self) -> Result<Vec<NamedPackage>, u8> {
        let fs = self.fs();
        let words = &self.line.words;
        if let Some(flag) = words.iter().find(|word| word.starts_with('-')) {
            let why = format!("malformed import path {flag:?}: leading dash");
            return Err(print_error(&why));
        }
        let here = [".".to_owned()];
        let words = if words.is_empty() { &here[..] } else { words };
        let groups: Vec<&[String]> = match patterns::names_files(words) {
            true => vec![words],
            false => words.chunks(1).collect(),
        };
        let warn = |text: &str| {
            print_error(text);
        };
        let (mut named, mut failed): (Vec<NamedPackage>, bool) = Default::default();
        for group in groups {
            let found = patterns::expand_in_modules(&fs, group, warn);
            let found = found.map_err(|error| print_error(&error))?;
            let matched = group[0].contains("...") || group[0] == "all";
            for package in found {
                if let Some(error) = &package.error {
                    self.error_output().print_error(&package.path, error);
                    failed = true;
                } else if !named.iter().any(|known| known.package.path == package.path) {
                    named.push(NamedPackage { package, is_pattern_match: matched });
                }
            }
        }
        if failed { Err(FAILURE_STATUS) } else { Ok(named) }
    }

    /// Writes the programs to the directory of installed programs.
    fn install(&self) -> Result<(), u8> {
        let packages = self.packages()?;
        let place = Destination::of_install(&self.fs()).map_err(|error| print_error(&error))?;
        self.build_packages(&packages, &place)
    }

    /// Compiles all packages, and writes the programs among them.
    fn build_packages(&self, packages: &[NamedPackage], place: &Destination) -> Result<(), u8> {
        let (mut status, mut programs) = (0, 0);
        for named in packages {
            match self.build_package(named, place) {
                Ok(program) => programs += usize::from(program),
                Err(failed) => status = failed,
            }
        }
        if let (0, 0, Some(error)) = (status, programs, place.no_program_error()) {
            return Err(print_error(&error));
        }
        if status == 0 { Ok(()) } else { Err(status) }
    }

    /// Compiles a package and, if it is a program, writes it. Returns whether the package is a program.
    fn build_package(&self, named: &NamedPackage, place: &Destination) -> Result<bool, u8> {
        let NamedPackage { package, is_pattern_match: matched } = named;
        let fs = self.fs();
        if package.is_of_library {
            return place.not_program_error().map_or(Ok(false), |error| Err(print_error(&error)));
        }
        if !has_files(&fs, package) {
            let (path, dir) = (&package.path, package.paths[0].display());
            let why = format!("{path}: no non-test Go files in {dir}");
            return if *matched {
                Ok(false)
            } else {
                Err(self.error_output().print_error(path, &why))
            };
        }
        let vcs = self.vcs_stamp(&fs, package)?;
        let (target, common) = (target_of(package), &self.common);
        let outlet = self.error_output();
        let path = &package.path;
        let order = CompileRequest {
            target,
            common,
            runs_vet: false,
            purpose: CompilePurpose::File(vcs),
            error_output: outlet,
            import_path: path,
        };
        let CompiledProgram { code, build_info, own_file_prefix: own_files, .. } =
            match compile::compile(&order, &fs)? {
                CompileResult::Program(compiled) => *compiled,
                CompileResult::Package(_) => {
                    return place.not_program_error().map_or(Ok(false), |e| Err(print_error(&e)));
                }
            };
        if self.line.is_on("v") {
            print_error(&package.path);
        }
        let Some(path) = place.path_for(package).map_err(|error| print_error(&error))? else {
            return Ok(true);
        };
        let linked = LinkedProgram::from(code);
        let mut program = Vec::new();
        linked.encode(&mut program);
        let machine_code = ahead_of_time::compile_machine_code(linked, &own_files);
        app::write::write(&path, &program, &build_info, &machine_code).map_err(|error| {
            let (path, why) = (path.display(), errno::text(&error));
            print_error(&format!("go: open {path}: {why}"))
        })?;
        Ok(true)
    }

    /// The state of the version control for a package's directory.
    fn vcs_stamp(&self, fs: &FsView, package: &Package) -> Result<Option<Vcs>, u8> {
        let wanted = self.line.value("buildvcs").unwrap_or("auto");
        if package.is_of_dependency
            || package.path == COMMAND_LINE_PACKAGE
            || package.goroot.is_some()
        {
            return Ok(None);
        }
        let dir = &package.paths[0];
        let module = Module::find(fs, dir).ok().flatten();
        let Some(module) = module.filter(Module::is_main) else { return Ok(None) };
        vcs::vcs_state(wanted, &module.dir, &module.path).map_err(|error| print_error(&error))
    }
}

/// The import path of a package that is given by its files.
const COMMAND_LINE_PACKAGE: &str = "command-line-arguments";

/// Reports whether a package has files other than test files.
fn has_files(fs: &FsView, package: &Package) -> bool {
    let names = |dir: &PathBuf| fs.file_names(dir, false).is_ok_and(|names| !names.is_empty());
    package.path == COMMAND_LINE_PACKAGE || package.paths.iter().any(names)
}

/// The target that the compiler gets for a package.
pub(super) fn target_of(package: &Package) -> Target {
    if package.path == COMMAND_LINE_PACKAGE {
        return Target::Files(package.paths.clone());
    }
    let dir = if package.is_of_dependency {
        PathBuf::from(&package.path)
    } else {
        package.paths[0].clone()
    };
    Target::Directory(dir)
}

/// The file name of a program: the last element of its import path that is no major version.
pub(super) fn name_of(package: &Package) -> String {
    if package.path == COMMAND_LINE_PACKAGE {
        let first = package.paths.first().and_then(|file| file.file_stem());
        return first.unwrap_or_default().to_string_lossy().into_owned();
    }
    let mut elements = package.path.rsplit('/');
    let last = elements.next().unwrap_or_default();
    let digits = last.strip_prefix('v').unwrap_or_default();
    let is_version = !digits.is_empty() && !digits.starts_with('0') && digits != "1";
    match elements.next().filter(|_| is_version && digits.bytes().all(|b| b.is_ascii_digit())) {
        Some(before) => before.to_owned(),
        None => last.to_owned(),
    }
}

/// Reports whether a path is a directory, or ends in a slash.
fn is_directory(path: &str) -> bool {
    path.ends_with('/') || Path::new(path).is_dir()
}
