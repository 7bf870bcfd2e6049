//! The table of commands, which begin with a colon.
//!
//! A command is declared once, as a row: its name, its arguments, their completion, its line in `:help`, and its
//! function. Lookup, usage messages, `:help` and completion all read the command's row. Each file in this folder has
//! the rows of one group and their functions; the groups of the laboratory are in `lab/`.

mod files;
mod general;
mod inspect;
mod source;

use super::{Console, NextAction, scheduler_lab};

/// A command: a row of the table.
pub(crate) struct Command {
    /// The command's name, without the colon.
    pub(crate) name: &'static str,
    /// The arguments that the command takes, as `:help` shows them: `FILE`, or `[FILE]` for an optional one. Without
    /// its required arguments, a command is not run.
    pub(crate) arguments: &'static str,
    /// The completion of the command's arguments.
    pub(crate) completion: ArgumentCompletion,
    /// The description in `:help`.
    pub(crate) help: &'static str,
    /// The command's function; receives the text behind the command's name.
    pub(crate) execute: fn(&mut Console<'_>, &str) -> NextAction,
}

/// The completion of a command's arguments.
#[derive(Clone, Copy)]
pub(crate) enum ArgumentCompletion {
    /// No completion.
    Nothing,
    /// Completion as in Go text: names, fields, methods, members of packages.
    Go,
    /// Completion by the names of files.
    Files,
    /// Completion by the names of commands.
    Commands,
    /// Completion by one of these words.
    #[allow(dead_code, reason = "only commands of the laboratory complete fixed words")]
    Words(&'static [&'static str]),
    /// Completion by names that are computed when needed, such as those of goroutines.
    #[allow(dead_code, reason = "only commands about goroutines have computed names")]
    Listed(fn(&mut Console<'_>) -> Vec<String>),
}

/// Commands under one heading of `:help`.
pub(crate) struct Group {
    pub(crate) heading: &'static str,
    pub(crate) commands: &'static [Command],
}

/// Returns all groups, in the order of `:help`.
fn groups() -> impl Iterator<Item = &'static Group> {
    [&general::GROUP, &files::GROUP, &inspect::GROUP, &source::GROUP]
        .into_iter()
        .chain(scheduler_lab::GROUPS.iter().copied())
}

/// Returns all commands.
pub(crate) fn all_commands() -> impl Iterator<Item = &'static Command> {
    groups().flat_map(|group| group.commands)
}

/// Returns the command with this name.
pub(crate) fn command_named(name: &str) -> Option<&'static Command> {
    all_commands().find(|command| command.name == name)
}

/// Parses and runs a command.
pub(crate) fn run_command(console: &mut Console<'_>, text: &str) -> NextAction {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match command_named(name) {
        Some(command) if rest.is_empty() && command.needs_arguments() => {
            console.report_failure(&format!("usage: {}", command.usage()));
            NextAction::Next
        }
        Some(command) => (command.execute)(console, rest),
        None => {
            console.report_failure(&format!("there is no command :{name}; :help lists them"));
            NextAction::Next
        }
    }
}

impl Command {
    fn needs_arguments(&self) -> bool {
        !self.arguments.is_empty() && !self.arguments.starts_with('[')
    }

    /// Returns the command's usage: `:load FILE`.
    pub(crate) fn usage(&self) -> String {
        format!(":{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}
