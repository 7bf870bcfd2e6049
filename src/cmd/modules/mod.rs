//! `minigo mod`, `minigo get` and `minigo work`: the command lines; crate `minigo-modules` does the work.

mod edit;
mod flags;
mod get;
mod help;
mod missing_requirements;
mod provided_packages;
mod proxy_queries;
mod work;

use super::{FAILURE_STATUS, print_error};
use crate::load::fs_view::{FsView, working_directory};
use crate::load::go_env::{BuildFlags, check_mod_file};
use crate::load::goroot::Goroot;
use crate::load::modules::RELEASE;
use crate::load::modules::downloads::{parse_tags, read_config};
use crate::options::tools::GoCommand;
use crate::options::{is_invoked_as_go, usage};
use flags::{Flag, FlagError, ParsedFlags};
use minigo_modules::config::Config;
use minigo_modules::fetch::Network;
use minigo_modules::module_cache::ModuleCache;
use minigo_modules::project::{OpenError, Project, WantedMainModules};
use minigo_modules::{report_commands, tidy, vendor, why};
pub(super) use missing_requirements::{add_graph_sums, add_needed_requirements};
pub(super) use provided_packages::{ProvidedPackages, find_provided_packages, require_modules};
pub(super) use proxy_queries::{ProxyQueries, WantedFacts, with_proxy_queries};
use serde::de::IgnoredAny;
use std::io::Write as _;
use std::path::PathBuf;

/// The exit status after a wrong command line.
const USAGE_STATUS: u8 = 2;

/// The settings that all commands about modules need.
struct Context {
    config: Config,
    network: Network,
    working_dir: PathBuf,
}

/// Prints a line on standard error.
fn print_line(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Prints on standard output. A closed pipe is no failure: its reader needs no more output.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Prints an error with the go command's prefix.
fn fail_with(error: &str) -> u8 {
    print_error(&format!("go: {error}"))
}

impl Context {
    fn new(given: &ParsedFlags) -> Result<Self, String> {
        let fs = FsView::new(BuildFlags::default());
        let mut config = read_config(&fs)?;
        config.cache_is_writable |= given.has("modcacherw");
        if let Some(file) = given.value("modfile") {
            config.mod_file = Some(file.into());
        }
        if let Some(file) = &config.mod_file {
            check_mod_file(&file.to_string_lossy())?;
        }
        if let Some(given) = given.value("tags") {
            config.tags = parse_tags(given);
        }
        let here = working_directory().map_err(|error| error.to_string())?;
        Ok(Self { config, network: Network::default(), working_dir: here })
    }

    fn open_store(&self) -> Result<ModuleCache<'_>, String> {
        ModuleCache::new(&self.config, &self.network, &print_line)
    }

    /// The main modules around the working directory.
    fn open_project(&self, wants: WantedMainModules) -> Result<Project<'_>, String> {
        self.open(wants).map_err(|error| error.to_string())
    }

    fn open(&self, wants: WantedMainModules) -> Result<Project<'_>, OpenError> {
        let lookup = ModuleCache::new(&self.config, &self.network, &print_line)?;
        let lookup = Project::open(
            &self.config,
            lookup,
            &print_line,
            &self.working_dir,
            MODULE_IF_ANY,
            Some(&|_, version| Ok(version.to_owned())),
        );
        // Words in place of versions are queries; they are resolved to versions before the file can be read.
        let fix = |path: &str, version: &str| match &lookup {
            Ok(project) => {
                project.query_version(path, version, None).map_err(|failure| failure.text)
            }
            Err(_) => Ok(version.to_owned()),
        };
        Project::open(
            &self.config,
            self.open_store()?,
            &print_line,
            &self.working_dir,
            wants,
            Some(&fix),
        )
    }
}

const MODULE_IF_ANY: WantedMainModules =
    WantedMainModules { uses_workspace: false, requires_main: false, allows_later_go: false };
const REQUIRED_MODULE: WantedMainModules =
    WantedMainModules { uses_workspace: false, requires_main: true, allows_later_go: false };
const WORKSPACE_OR_MODULE: WantedMainModules =
    WantedMainModules { uses_workspace: true, requires_main: true, allows_later_go: false };
/// The main modules that `go work sync` and `go work vendor` need. The two commands accept modules whose `go` line is
/// later than the workspace's: `sync` raises the workspace's line, and `vendor` ignores it.
const WORKSPACE_WITH_LATER_MODULES: WantedMainModules =
    WantedMainModules { uses_workspace: true, requires_main: true, allows_later_go: true };

/// Reads the flags of a command. If the flags are wrong, or ask for help, prints the error or the help and returns the
/// exit status.
fn parse_flags(name: &str, words: &[String], known: &[Flag]) -> Result<ParsedFlags, u8> {
    match ParsedFlags::read(words, known) {
        Ok(given) => Ok(given),
        Err(FlagError::Help) => {
            print(help::help_of(name));
            Err(0)
        }
        Err(FlagError::Text(text)) => {
            print_line(&text);
            Err(print_usage(name))
        }
    }
}

fn print_usage(name: &str) -> u8 {
    if let Some(text) = usage::go_usage(name) {
        print_line(&text);
        return USAGE_STATUS;
    }
    print_line(help::help_of(name).lines().next().unwrap_or_default());
    print_line(&format!("Run 'minigo {name} --help' for details."));
    USAGE_STATUS
}

/// The result of the command: a failure if errors have been printed already.
fn command_result(project: &Project<'_>) -> Result<(), u8> {
    if project.has_printed_error { Err(FAILURE_STATUS) } else { Ok(()) }
}

/// Prints that `mod` or `work` has no such command.
fn report_unknown(command: &str, name: &str) -> u8 {
    print_line(&match is_invoked_as_go() {
        true => format!("go {command}: unknown command\nRun 'go help {command}' for usage."),
        false => format!(
            "go {command} {name}: unknown command\nRun 'minigo {command} --help' for usage."
        ),
    });
    USAGE_STATUS
}

/// The exit status of a command's result.
fn exit_status(result: Result<(), u8>) -> u8 {
    result.err().unwrap_or(0)
}

/// `minigo mod`
#[must_use]
pub fn run_mod(command: &GoCommand) -> u8 {
    let Some((name, words)) = command.words.split_first() else {
        print_line(help::help_of("mod"));
        return USAGE_STATUS;
    };
    match name.as_str() {
        "init" => exit_status(init(words)),
        "tidy" => exit_status(run_tidy(words)),
        "download" => exit_status(download(words)),
        "vendor" => exit_status(run_vendor(words)),
        "graph" => exit_status(graph(words)),
        "verify" => exit_status(verify(words)),
        "why" => exit_status(run_why(words)),
        "edit" => exit_status(edit::run(words)),
        "help" | "-h" | "--help" | "-help" => {
            print(help::help_of(&words.first().map_or("mod".into(), |name| format!("mod {name}"))));
            0
        }
        other => report_unknown("mod", other),
    }
}

/// `minigo get`
#[must_use]
pub fn run_get(command: &GoCommand) -> u8 {
    exit_status(get::run(&command.words))
}

/// `minigo work`
#[must_use]
pub fn run_work(command: &GoCommand) -> u8 {
    work::run(&command.words)
}

fn init(words: &[String]) -> Result<(), u8> {
    let given = parse_flags("mod init", words, &[])?;
    if given.words.len() > 1 {
        return Err(fail_with("'go mod init' accepts at most one argument"));
    }
    let context = Context::new(&given).map_err(|error| fail_with(&error))?;
    let module = given.words.first().map(String::as_str);
    let said = minigo_modules::init::init(&context.working_dir, module, RELEASE);
    said.map_err(|error| fail_with(&error))?
        .iter()
        .for_each(|line| print_line(&format!("go: {line}")));
    Ok(())
}

/// Prints the errors, one on each line.
fn fail_all(errors: &[String]) -> u8 {
    errors.iter().for_each(|error| print_line(error));
    FAILURE_STATUS
}

fn run_tidy(words: &[String]) -> Result<(), u8> {
    let known = [
        Flag::Switch("e"),
        Flag::Switch("v"),
        Flag::Switch("diff"),
        Flag::Value("go"),
        Flag::Value("compat"),
    ];
    let given = parse_flags("mod tidy", words, &known)?;
    if !given.words.is_empty() {
        return Err(fail_with("'go mod tidy' accepts no arguments"));
    }
    let context = Context::new(&given).map_err(|error| fail_with(&error))?;
    let mut project = context.open_project(REQUIRED_MODULE).map_err(|error| fail_with(&error))?;
    let how = tidy::TidyOptions {
        go: given.value("go").map(str::to_owned),
        compat: given.value("compat").map(str::to_owned),
        lenient: given.has("e"),
        verbose: given.has("v"),
    };
    let tidied = tidy::tidy(&mut project, &how).map_err(|errors| fail_all(&errors))?;
    let main = project.main();
    let sum_path = project.sum_path();
    let old_sum = std::fs::read_to_string(&sum_path).ok();
    // `go.sum` is created even if none of the new checksums is kept in the file.
    let is_new = old_sum.is_none() && project.store.sums.borrow().written_sums.has_new();
    let old_sum = old_sum.unwrap_or_default();
    let files = [
        ("go.mod", &main.mod_path, &main.text, &tidied.mod_text),
        ("go.sum", &sum_path, &old_sum, &tidied.sum_text),
    ];
    let mut differs = false;
    for (name, path, old, new) in files {
        let made = is_new && name == "go.sum" && !given.has("diff");
        if old == new && !made {
            continue;
        }
        differs = true;
        if given.has("diff") {
            print(&minigo_modules::diff::unified(name, old, new));
        } else if let Err(error) = std::fs::write(path, new) {
            return Err(fail_with(&format!(
                "open {}: {}",
                path.display(),
                crate::errno::text(&error)
            )));
        }
    }
    if differs && given.has("diff") { Err(FAILURE_STATUS) } else { Ok(()) }
}

/// Reads the file of `-reuse`: the JSON objects that an earlier command has printed.
///
/// # Errors
/// Fails if the file cannot be read, or does not contain the JSON objects that an earlier command has printed.
pub(super) fn check_reuse_file(file: &str) -> Result<(), String> {
    let text = std::fs::read(file)
        .map_err(|error| format!("open {file}: {}", crate::errno::text(&error)))?;
    for object in serde_json::Deserializer::from_slice(&text).into_iter::<IgnoredAny>() {
        object.map_err(|error| format!("parsing {file}: {error}"))?;
    }
    Ok(())
}

fn download(words: &[String]) -> Result<(), u8> {
    let given = parse_flags("mod download", words, &[Flag::Switch("json"), Flag::Value("reuse")])?;
    let context = Context::new(&given).map_err(|error| fail_with(&error))?;
    if let Some(file) = given.value("reuse").filter(|file| !file.is_empty()) {
        if context.open(MODULE_IF_ANY).is_ok_and(|project| !project.mains.is_empty()) {
            return Err(print_error("go mod download -reuse cannot be used inside a module"));
        }
        check_reuse_file(file).map_err(|error| fail_with(&error))?;
    }
    let versions = !given.words.is_empty() && given.words.iter().all(|word| word.contains('@'));
    let wants = WantedMainModules {
        uses_workspace: true,
        requires_main: !versions,
        allows_later_go: false,
    };
    let mut project = context.open(wants).map_err(|error| match error {
        OpenError::NoModule if given.words.is_empty() => {
            fail_with("no modules specified (see 'go help mod download')")
        }
        error => fail_with(&error.to_string()),
    })?;
    command_result(&project)?;
    match report_commands::download(&mut project, &given.words, given.has("json")) {
        Ok(text) => print(&text),
        Err((text, errors)) => {
            print(&text);
            return Err(fail_all(&errors));
        }
    }
    Ok(())
}

fn run_vendor(words: &[String]) -> Result<(), u8> {
    let known = [Flag::Switch("e"), Flag::Switch("v"), Flag::Value("o")];
    let given = parse_flags("mod vendor", words, &known)?;
    if !given.words.is_empty() {
        return Err(fail_with("'go mod vendor' accepts no arguments"));
    }
    let context = Context::new(&given).map_err(|error| fail_with(&error))?;
    let mut project =
        context.open_project(WORKSPACE_OR_MODULE).map_err(|error| fail_with(&error))?;
    if project.work.is_some() {
        return Err(fail_with(
            "'go mod vendor' cannot be run in workspace mode. Run 'go work vendor' to vendor the workspace or set 'GOWORK=off' to exit workspace mode.",
        ));
    }
    vendor_into(&mut project, &given)
}

fn vendor_into(project: &mut Project<'_>, given: &ParsedFlags) -> Result<(), u8> {
    command_result(project)?;
    let options = vendor::Options {
        out: given.value("o").map(PathBuf::from),
        verbose: given.has("v"),
        lenient: given.has("e"),
    };
    vendor::vendor(project, &options).map_err(|errors| fail_all(&errors))
}

fn graph(words: &[String]) -> Result<(), u8> {
    let given = parse_flags("mod graph", words, &[Flag::Value("go")])?;
    if !given.words.is_empty() {
        return Err(fail_with("'go mod graph' accepts no arguments"));
    }
    let context = Context::new(&given).map_err(|error| fail_with(&error))?;
    let project = context.open_project(WORKSPACE_OR_MODULE).map_err(|error| fail_with(&error))?;
    let text =
        report_commands::graph(&project, given.value("go")).map_err(|error| fail_with(&error))?;
    print(&text);
    command_result(&project)
}

fn verify(words: &[String]) -> Result<(), u8> {
    let given = parse_flags("mod verify", words, &[])?;
    if !given.words.is_empty() {
        return Err(fail_with("verify takes no arguments"));
    }
    let context = Context::new(&given).map_err(|error| fail_with(&error))?;
    let project = context.open_project(WORKSPACE_OR_MODULE).map_err(|error| fail_with(&error))?;
    print(&report_commands::verify(&project).map_err(|errors| fail_all(&errors))?);
    command_result(&project)
}

fn run_why(words: &[String]) -> Result<(), u8> {
    let given = parse_flags("mod why", words, &[Flag::Switch("m"), Flag::Switch("vendor")])?;
    let mut context = Context::new(&given).map_err(|error| fail_with(&error))?;
    let installed = Goroot::find(&FsView::new(BuildFlags::default()));
    context.config.std_sources = installed.ok().map(|go| go.src().to_path_buf());
    let project = context.open_project(WORKSPACE_OR_MODULE).map_err(|error| fail_with(&error))?;
    let versioned = given.words.iter().find(|word| word.contains('@'));
    if versioned.is_some() && given.has("m") {
        return Err(fail_with("'go mod why' requires a module path, not a version query"));
    }
    let text = why::why(&project, &given.words, given.has("m"), given.has("vendor"));
    print(&text.map_err(|error| fail_with(&error))?);
    command_result(&project)
}
