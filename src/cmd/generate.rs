//! `minigo generate`: runs the commands of `//go:generate` lines.
//!
//! The command `go` in a `//go:generate` line is minigo itself, called as go. If no go is in PATH, the commands find
//! minigo as go too.

use minigo_syntax::small_sort::SmallSort as _;
mod words;

use super::build::{change_directory, print_usage};
use super::{package_name, print_error};
use crate::errno::signal_name;
use crate::load::file_selection::{self, FileRules};
use crate::load::fs_view::FsView;
use crate::load::goroot::Goroot;
use crate::load::patterns::{self, Package};
use crate::options::go_flags::{self, BUILD_FLAGS, CommandLine, switch_flag, valued_flag};
use regex_automata::meta::Regex;
use std::collections::HashMap;
use std::ffi::OsString;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use words::{DirectivePosition, parse};

/// Runs the commands in the files of the named packages.
#[must_use]
pub fn run(words: &[OsString]) -> u8 {
    let flags = [valued_flag("run"), valued_flag("skip"), switch_flag("n")];
    let line = match go_flags::parse_line("generate", &[&flags, BUILD_FLAGS], words) {
        Ok(line) => line,
        Err(error) => return print_usage(&error),
    };
    if let Err(status) = change_directory(&line) {
        return status;
    }
    let ran =
        Generator::new(&line).and_then(|mut generator| generator.generate_packages(&line.words));
    ran.unwrap_or_else(|error| print_error(&error))
}

struct Generator<'l> {
    line: &'l CommandLine,
    fs: FsView,
    run_pattern: Option<Regex>,
    skip_pattern: Option<Regex>,
    minigo: PathBuf,
    goroot: String,
    /// The value of PATH for the commands. If PATH has no go, a directory with a link `go` to minigo is in front.
    path_variable: OsString,
    _go_link_dir: Option<tempfile::TempDir>,
}

impl<'l> Generator<'l> {
    fn new(line: &'l CommandLine) -> Result<Self, String> {
        let pattern = |name: &str| {
            let pattern = line.value(name).filter(|pattern| !pattern.is_empty());
            let regex =
                pattern.map(|pattern| Regex::new(pattern).map_err(|error| error.to_string()));
            regex.transpose()
        };
        let mut flags = line.build_flags().map_err(|error| error.why)?;
        let tags = flags.tags.take().unwrap_or_default();
        flags.tags = Some(if tags.is_empty() { "generate".into() } else { tags + ",generate" });
        let fs = FsView::new(flags);
        fs.build_flags()?;
        let minigo = std::env::current_exe().map_err(|error| error.to_string())?;
        let goroot = Goroot::find(&fs).ok();
        let goroot = goroot.as_ref().and_then(|go| go.src().parent()).unwrap_or(Path::new(""));
        let mut path = std::env::var_os("PATH").unwrap_or_default();
        let mut link = None;
        if !std::env::split_paths(&path).any(|dir| dir.join("go").is_file()) {
            let made = tempfile::tempdir().and_then(|dir| {
                symlink(&minigo, dir.path().join("go"))?;
                Ok(dir)
            });
            if let Ok(dir) = made {
                let all =
                    [dir.path().to_path_buf()].into_iter().chain(std::env::split_paths(&path));
                path = std::env::join_paths(all).unwrap_or(path);
                link = Some(dir);
            }
        }
        let (run, skip, goroot) = (pattern("run")?, pattern("skip")?, goroot.display().to_string());
        Ok(Self {
            line,
            fs,
            run_pattern: run,
            skip_pattern: skip,
            minigo,
            goroot,
            path_variable: path,
            _go_link_dir: link,
        })
    }

    /// Runs the commands of all packages. A failing command is reported and ends its package. Returns the exit status.
    fn generate_packages(&mut self, words: &[String]) -> Result<u8, String> {
        let warn = |text: &str| {
            print_error(text);
        };
        let mut status = 0;
        for package in patterns::expand_in_modules(&self.fs, words, warn)? {
            if let Err(error) = self.generate_package(&package) {
                status = print_error(&error);
            }
        }
        Ok(status)
    }

    fn generate_package(&self, package: &Package) -> Result<(), String> {
        if let Some(error) = &package.error {
            return Err(error.clone());
        }
        if package.is_of_dependency || package.goroot.is_some() || package.is_of_library {
            return Ok(());
        }
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for path in &package.paths {
            let failed = |error: String| format!("{}: {error}", path.display());
            if path.is_dir() {
                let reading = FileRules { includes_tests: true, ..FileRules::default() };
                let found = file_selection::read_dir(&self.fs, path, reading);
                files.extend(found.map_err(|error| failed(error.to_string()))?);
            } else {
                let bytes = self.fs.read(path).map_err(|error| failed(error.to_string()))?;
                files.push((path.clone(), bytes));
            }
        }
        // Files of external tests come last.
        let is_external = |bytes: &[u8]| package_name(bytes).ends_with("_test");
        files.small_sort_by_key(|(path, bytes)| {
            let test = file_selection::is_test_file(&path.to_string_lossy());
            (test && is_external(bytes), test)
        });
        files.iter().try_for_each(|(path, bytes)| self.generate_file(path, bytes))
    }

    fn generate_file(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(bytes);
        let package = package_name(bytes);
        if package.is_empty() {
            return Ok(());
        }
        let shown = self.fs.display_name(path);
        let shown = shown.strip_prefix("./").unwrap_or(&shown).to_owned();
        if self.line.is_on("v") {
            print_error(&shown);
        }
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let dir = path.parent().unwrap_or(Path::new("/"));
        let mut aliases: HashMap<String, Vec<String>> = HashMap::new();
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let Some(rest) = line.strip_prefix("//go:generate") else { continue };
            if !rest.starts_with([' ', '\t']) {
                continue;
            }
            if !line.ends_with('\n') {
                return Err(format!("{shown}:{number}: error reading {shown}: unexpected EOF"));
            }
            if !self.is_selected_line(line) {
                continue;
            }
            let (file, package) = (file.as_str(), package.as_str());
            let place = DirectivePosition {
                file,
                line: number,
                package,
                goroot: &self.goroot,
                dir: &dir.to_string_lossy(),
            };
            let failed = |why: String| format!("{shown}:{number}: {why}");
            let mut words = parse(rest.trim(), &place).map_err(failed)?;
            if words.first().is_some_and(|word| word == "-command") {
                let [_, name, rest @ ..] = &words[..] else {
                    return Err(failed("no command specified for -command".to_owned()));
                };
                if aliases.insert(name.clone(), rest.to_vec()).is_some() {
                    return Err(failed(format!("command {name:?} multiply defined")));
                }
                continue;
            }
            if let Some(command) = words.first().and_then(|word| aliases.get(word)) {
                words.splice(..1, command.iter().cloned());
            }
            if words.is_empty() {
                return Err(failed("no arguments to directive".to_owned()));
            }
            self.run_command(&words, dir, &place).map_err(failed)?;
        }
        Ok(())
    }

    /// Reports whether -run and -skip choose a line.
    fn is_selected_line(&self, line: &str) -> bool {
        let line = line.trim_end();
        self.run_pattern.as_ref().is_none_or(|run| run.is_match(line))
            && !self.skip_pattern.as_ref().is_some_and(|skip| skip.is_match(line))
    }

    fn run_command(
        &self,
        words: &[String],
        dir: &Path,
        place: &DirectivePosition<'_>,
    ) -> Result<(), String> {
        if self.line.is_on("n") || self.line.is_on("x") {
            print_error(&words.join(" "));
        }
        if self.line.is_on("n") {
            return Ok(());
        }
        let (name, arguments) = words.split_first().ok_or("no arguments to directive")?;
        if name.is_empty() {
            return Err("running \"\": exec: no command".to_owned());
        }
        let mut command = match name.as_str() {
            "go" => Command::new(&self.minigo),
            name => Command::new(name),
        };
        command.arg0(name).args(arguments).current_dir(dir).env("PATH", &self.path_variable);
        command.envs(place.variables());
        let status = command.status().map_err(|error| {
            let why = match error.kind() {
                _ if name.contains('/') => {
                    return format!(
                        "running {name:?}: fork/exec {name}: {}",
                        crate::errno::text(&error)
                    );
                }
                std::io::ErrorKind::NotFound => "executable file not found in $PATH".to_owned(),
                _ => crate::errno::text(&error),
            };
            format!("running {name:?}: exec: {name:?}: {why}")
        })?;
        match status.success() {
            true => Ok(()),
            false => Err(format!("running {name:?}: {}", describe_exit(status))),
        }
    }
}

/// The result of a command that failed, in Go's words.
fn describe_exit(status: std::process::ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (None, Some(signal)) => format!("signal: {}", signal_name(signal)),
        (None, None) => status.to_string(),
    }
}
