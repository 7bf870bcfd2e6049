//! `minigo work`: the file `go.work`.

use super::flags::{Flag, ParsedFlags};
use super::{
    Context, USAGE_STATUS, WORKSPACE_WITH_LATER_MODULES, exit_status, fail_with, help, parse_flags,
    print, print_line,
};
use crate::load::modules::RELEASE;
use minigo_modules::work;
use std::path::PathBuf;

/// Runs the command that the first word names.
pub(super) fn run(words: &[String]) -> u8 {
    let Some((name, words)) = words.split_first() else {
        print_line(help::help_of("work"));
        return USAGE_STATUS;
    };
    match name.as_str() {
        "init" => exit_status(init(words)),
        "use" => exit_status(run_use(words)),
        "edit" => exit_status(super::edit::run_work(words)),
        "sync" => exit_status(sync(words)),
        "vendor" => exit_status(vendor(words)),
        "help" | "-h" | "--help" | "-help" => {
            print(help::help_of(
                &words.first().map_or("work".into(), |name| format!("work {name}")),
            ));
            0
        }
        other => super::report_unknown("work", other),
    }
}

/// The path of the `go.work` that is in use.
pub(super) fn go_work_path(context: &Context) -> Result<PathBuf, String> {
    work::find_go_work(&context.config, &context.working_dir)?.ok_or_else(|| {
        "no go.work file found\n\t(run 'go work init' first or specify path using GOWORK environment variable)".into()
    })
}

fn init(words: &[String]) -> Result<(), u8> {
    let given = parse_flags("work init", words, &[])?;
    let context = Context::new(&given).map_err(|error| fail_with(&error))?;
    let set = context.config.go_work.as_deref().filter(|file| !file.is_empty() && *file != "off");
    let file = set.map_or_else(|| context.working_dir.join("go.work"), PathBuf::from);
    if file.exists() {
        return Err(fail_with(&format!("{} already exists", file.display())));
    }
    let made = work::init(&file, &context.working_dir, &given.words, RELEASE);
    made.map_err(|error| fail_with(&error))
}

fn run_use(words: &[String]) -> Result<(), u8> {
    let given = parse_flags("work use", words, &[Flag::Switch("r")])?;
    let context = Context::new(&given).map_err(|error| fail_with(&error))?;
    let file = go_work_path(&context).map_err(|error| fail_with(&error))?;
    let changed = work::add_uses(
        &file,
        &context.working_dir,
        &given.words,
        given.has("r"),
        RELEASE,
        &print_line,
    );
    match changed.map_err(|error| fail_with(&error))? {
        true => Ok(()),
        false => Err(super::FAILURE_STATUS),
    }
}

fn sync(words: &[String]) -> Result<(), u8> {
    let given = parse_flags("work sync", words, &[])?;
    let context = workspace_context(&given)?;
    let mut project =
        context.open_project(WORKSPACE_WITH_LATER_MODULES).map_err(|error| fail_with(&error))?;
    work::sync(&mut project, &|| context.open_store()).map_err(|error| fail_with(&error))?;
    super::command_result(&project)
}

fn vendor(words: &[String]) -> Result<(), u8> {
    let known = [Flag::Switch("e"), Flag::Switch("v"), Flag::Value("o")];
    let given = parse_flags("work vendor", words, &known)?;
    let context = workspace_context(&given)?;
    let mut project =
        context.open_project(WORKSPACE_WITH_LATER_MODULES).map_err(|error| fail_with(&error))?;
    super::vendor_into(&mut project, &given)
}

fn workspace_context(given: &ParsedFlags) -> Result<Context, u8> {
    let context = Context::new(given).map_err(|error| fail_with(&error))?;
    go_work_path(&context).map_err(|error| fail_with(&error))?;
    Ok(context)
}
