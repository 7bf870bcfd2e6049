//! The command line when minigo is called as `go`, through a link with that name: it is read as the go command reads
//! it.
//!
//! The commands that the go command also has read their words as the go command does. Flags of other commands are
//! spelled as minigo spells them.

use super::Cli;
use super::go_flags::{self, BUILD_FLAGS, UsageError, switch_flag, valued_flag};
use clap::CommandFactory as _;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;
use std::process::exit;

const USAGE_TEXT: &str = "Usage: go <command> [arguments]; `go help` lists the commands\n";

/// The exit status for a command line that cannot be read.
const USAGE_STATUS: i32 = 2;

/// The exit status of a command that fails.
const FAILED_STATUS: i32 = 1;

/// Reports whether this process was started under the name `go`.
#[must_use]
pub fn is_invoked_as_go() -> bool {
    std::env::args_os().next().is_some_and(|name| is_go(&name))
}

fn is_go(name: &OsString) -> bool {
    Path::new(name).file_name().is_some_and(|name| name == "go")
}

/// The command line in minigo's form; `None` if minigo was not called as `go`. Exits with a message if there is no such
/// command.
pub(super) fn translate_line(args: &[OsString]) -> Option<Vec<OsString>> {
    let (name, words) = args.split_first()?;
    if !is_go(name) {
        return None;
    }
    let Some((command, rest)) = words.split_first() else {
        print(USAGE_TEXT);
        exit(USAGE_STATUS);
    };
    let command = command.to_string_lossy();
    if command.starts_with('-') && !matches!(&*command, "-h" | "-help" | "--help") {
        let name = command.trim_start_matches('-');
        print(&format!("flag provided but not defined: -{name}\n{USAGE_TEXT}"));
        exit(USAGE_STATUS);
    }
    let is_known =
        command == "help" || Cli::command().get_subcommands().any(|c| command == c.get_name());
    if !is_known {
        print(&format!("go {command}: unknown command\nRun 'go help' for usage.\n"));
        exit(USAGE_STATUS);
    }
    if let Some(topic) = rest.first().filter(|topic| command == "help" && !is_help_topic(topic)) {
        let topic = topic.to_string_lossy();
        print(&format!("go help {topic}: unknown help topic. Run 'go help'.\n"));
        exit(USAGE_STATUS);
    }
    let mut all = vec![name.clone(), command.as_ref().into()];
    match &*command {
        "run" => all.extend(translate_run(rest)),
        _ => all.extend_from_slice(rest),
    }
    Some(all)
}

/// Reports whether `go help` has a topic of this name.
fn is_help_topic(name: &OsString) -> bool {
    name == "help" || Cli::command().get_subcommands().any(|known| name == known.get_name())
}

/// Translates the words behind `go run` for `minigo run`.
fn translate_run(words: &[OsString]) -> Vec<OsString> {
    let line = match go_flags::parse_line(
        "run",
        &[BUILD_FLAGS, &[valued_flag("exec"), switch_flag("json")]],
        words,
    ) {
        Ok(line) => line,
        // A flag that the go command does not have may be one of minigo's.
        Err(_) if has_minigo_flag(words) => return words.to_vec(),
        Err(error) => exit_with_usage(&error),
    };
    if let Err(error) = line.build_flags() {
        exit_with_usage(&error);
    }
    let rest = &words[words.len() - line.words.len()..];
    let first = rest.first().map(|word| word.to_string_lossy().into_owned());
    let Some(first) = first.filter(|word| !word.starts_with('-')) else {
        print("go: no go files listed\n");
        exit(FAILED_STATUS);
    };
    let mut all: Vec<OsString> = Vec::new();
    for name in ["C", "tags", "mod", "modfile"] {
        let dashes = if name == "C" { "-" } else { "--" };
        if let Some(value) = line.value(name) {
            all.extend([format!("{dashes}{name}").into(), value.into()]);
        }
    }
    all.extend(line.values("ldflags").map(|value| OsString::from(format!("--ldflags={value}"))));
    for name in ["race", "trimpath"] {
        all.extend(line.is_on(name).then(|| OsString::from(format!("--{name}"))));
    }
    all.push("--whole-file-names".into());
    all.push("--".into());
    // An empty word means the working directory. The program's own words are not decoded: they may not be UTF-8.
    all.push(if first.is_empty() { ".".into() } else { rest[0].clone() });
    all.extend_from_slice(&rest[1..]);
    all
}

/// Reports whether the first flag that the go command does not have is one of `minigo run`.
fn has_minigo_flag(words: &[OsString]) -> bool {
    let known = |word: &OsString| {
        let word = word.to_string_lossy();
        let name = word.strip_prefix("--")?.split('=').next()?.to_owned();
        (!BUILD_FLAGS.iter().any(|flag| flag.name == name)).then_some(name)
    };
    let mut names = words.iter().take_while(|word| *word != "--").filter_map(known);
    let command = Cli::command();
    let run = command.find_subcommand("run");
    names.next().is_some_and(|name| {
        run.is_some_and(|run| run.get_arguments().any(|arg| arg.get_long() == Some(&*name)))
    })
}

/// Prints why a command line cannot be read, and exits.
fn exit_with_usage(error: &UsageError) -> ! {
    print(&format!("{}\n", error.why));
    exit(error.status.into())
}

fn print(text: &str) {
    // If standard error is closed, the exit status is the only report.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
