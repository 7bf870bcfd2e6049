//! The table of what begins with a colon.
//!
//! A command is declared once, as a row: its name, the arguments that it takes, how they are completed, its line of
//! `:help`, what does it. All else (finding it, its usage, `:help`, completion) reads the row. A file of this folder
//! has the rows of one group beside their functions; those of the laboratory are in `lab/`.

mod files;
mod general;
mod inspect;
mod source;

use super::{Console, Then, lab};

/// A command.
pub(crate) struct Command {
    /// Its name, without the colon.
    pub(crate) name: &'static str,
    /// The arguments that it takes, as `:help` shows them: `FILE`; `[FILE]` if it can do without. Without those that it
    /// needs it is not run.
    pub(crate) arguments: &'static str,
    /// How its arguments are completed.
    pub(crate) completes: Completes,
    /// What it does, as `:help` tells it.
    pub(crate) help: &'static str,
    /// Does it, with the text behind its name.
    pub(crate) run: fn(&mut Console<'_>, &str) -> Then,
}

/// How the arguments of a command are completed.
#[derive(Clone, Copy)]
pub(crate) enum Completes {
    /// Not at all.
    Nothing,
    /// As Go: names, fields, methods, members of packages.
    Go,
    /// By the names of files.
    Files,
    /// By the names of commands.
    Commands,
    /// By one of these words.
    #[allow(dead_code, reason = "commands of the laboratory have them")]
    Words(&'static [&'static str]),
    /// By what there is when it is asked for, such as goroutines.
    #[allow(dead_code, reason = "commands about goroutines are to come")]
    Listed(fn(&mut Console<'_>) -> Vec<String>),
}

/// Commands under one heading of `:help`.
pub(crate) struct Group {
    pub(crate) heading: &'static str,
    pub(crate) commands: &'static [Command],
}

/// All groups, in the order of `:help`.
fn groups() -> impl Iterator<Item = &'static Group> {
    [&general::GROUP, &files::GROUP, &inspect::GROUP, &source::GROUP]
        .into_iter()
        .chain(lab::GROUPS.iter().copied())
}

/// All commands.
pub(crate) fn all() -> impl Iterator<Item = &'static Command> {
    groups().flat_map(|group| group.commands)
}

/// The command of this name.
pub(crate) fn named(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name == name)
}

/// Runs a command.
pub(crate) fn run(console: &mut Console<'_>, text: &str) -> Then {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    match named(name) {
        Some(command) if rest.is_empty() && command.needs_arguments() => {
            console.fail(&format!("usage: {}", command.usage()));
            Then::Next
        }
        Some(command) => (command.run)(console, rest),
        None => {
            console.fail(&format!("there is no command :{name}; :help lists them"));
            Then::Next
        }
    }
}

impl Command {
    fn needs_arguments(&self) -> bool {
        !self.arguments.is_empty() && !self.arguments.starts_with('[')
    }

    /// How it is called: `:load FILE`.
    pub(crate) fn usage(&self) -> String {
        format!(":{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}
