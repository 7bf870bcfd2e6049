//! `minigo get`

use super::flags::Flag;
use super::{Context, REQUIRED_MODULE, WORKSPACE_OR_MODULE, fail_all, fail_with, parse_flags};
use minigo_modules::get::{self, OpenWorkspace, Options, Upgrade};
use minigo_modules::project::{OpenError, WantedMainModules};
use minigo_modules::work;

/// Runs the command.
pub(super) fn run(words: &[String]) -> Result<(), u8> {
    let known = [
        Flag::Switch("t"),
        Flag::Optional("u"),
        Flag::Switch("tool"),
        Flag::Switch("d"),
        Flag::Switch("v"),
        Flag::Value("tags"),
    ];
    let given = parse_flags("get", words, &known)?;
    let context = Context::new(&given).map_err(|error| fail_with(&error))?;
    let mut project = context.open(REQUIRED_MODULE).map_err(|error| {
        match error {
            OpenError::NoModule => fail_with(
                "go.mod file not found in current directory or any parent directory.\n\t'go get' is no longer supported outside a module.\n\tTo build and install a command, use 'go install' with a version,\n\tlike 'go install example.com/cmd@latest'\n\tFor more information, see https://go.dev/doc/go-get-install-deprecation\n\tor run 'go help get' or 'go help install'.",
            ),
            OpenError::InFiles(error) => fail_with(&error),
        }
    })?;
    let upgrade = match given.value("u") {
        None => Upgrade::No,
        Some("patch") => Upgrade::Patch,
        Some("true") => Upgrade::All,
        Some(other) => {
            super::print_line(&format!("invalid value {other:?} for flag -u"));
            return Err(super::print_usage("get"));
        }
    };
    let options = Options { upgrade, tests: given.has("t"), tool: given.has("tool"), quiet: false };
    let has_work = work::find_go_work(&context.config, &context.working_dir);
    let has_work = has_work.map_err(|error| fail_with(&error))?.is_some();
    let wants = WantedMainModules { requires_main: false, ..WORKSPACE_OR_MODULE };
    let open = || context.open_project(wants);
    let workspace: Option<OpenWorkspace<'_, '_>> = if has_work { Some(&open) } else { None };
    get::get(&mut project, workspace, &given.words, options).map_err(|errors| fail_all(&errors))
}
