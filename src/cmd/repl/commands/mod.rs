//! What begins with a colon. A group of commands is a file, which has its rows of the table; another group is another
//! file and one line in [`groups`].

mod files;
mod inspect;

use super::{Console, Then};
use crate::cmd::print_error;

/// A command.
pub(crate) struct Command {
    /// Its name, without the colon.
    pub(crate) name: &'static str,
    /// What it wants to be told, as `:help` shows it.
    pub(crate) arguments: &'static str,
    /// What it does, as `:help` tells it.
    pub(crate) help: &'static str,
    /// Does it, with the text behind its name.
    pub(crate) run: fn(&mut Console<'_>, &str) -> Then,
}

/// All commands, by group.
fn groups() -> [&'static [Command]; 3] {
    [GENERAL, files::COMMANDS, inspect::COMMANDS]
}

const GENERAL: &[Command] = &[
    Command { name: "help", arguments: "", help: "lists the commands", run: help },
    Command { name: "quit", arguments: "", help: "ends the session", run: quit },
    Command { name: "reset", arguments: "", help: "begins a new session", run: |_, _| Then::Reset },
];

/// The names of all commands.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    groups().into_iter().flatten().map(|command| command.name)
}

/// Runs a command.
pub(crate) fn run(console: &mut Console<'_>, text: &str) -> Then {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let known = groups().into_iter().flatten().find(|command| command.name == name);
    match known {
        Some(command) => (command.run)(console, rest.trim()),
        None => {
            console.status = print_error(&format!("there is no command :{name}; :help lists them"));
            Then::Next
        }
    }
}

fn help(_: &mut Console<'_>, _: &str) -> Then {
    for command in groups().into_iter().flatten() {
        let call = format!(":{} {}", command.name, command.arguments);
        print_error(&format!("{call:<18} {}", command.help));
    }
    Then::Next
}

fn quit(console: &mut Console<'_>, _: &str) -> Then {
    Then::Leave(console.status)
}
