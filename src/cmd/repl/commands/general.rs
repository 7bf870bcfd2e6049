//! Commands about the session as a whole.

use super::{Command, Completes, Group, groups, named};
use crate::cmd::repl::show::print_note;
use crate::cmd::repl::{Console, Then, tour};

pub(super) const GROUP: Group = Group {
    heading: "The session",
    commands: &[
        Command {
            name: "help",
            arguments: "[COMMAND]",
            completes: Completes::Commands,
            help: "lists the commands",
            run: help,
        },
        Command {
            name: "quit",
            arguments: "",
            completes: Completes::Nothing,
            help: "ends the session",
            run: |console, _| Then::Leave(console.status_at_end()),
        },
        Command {
            name: "reset",
            arguments: "",
            completes: Completes::Nothing,
            help: "begins a new session",
            run: |_, _| Then::Reset,
        },
        Command {
            name: "tour",
            arguments: "[CHAPTER]",
            completes: Completes::Nothing,
            help: "lists the chapters of the tour, or begins one in a new session",
            run: play,
        },
        Command {
            name: "next",
            arguments: "",
            completes: Completes::Nothing,
            help: "begins the next chapter of the tour, in a new session",
            run: play_next,
        },
    ],
};

fn play(console: &mut Console<'_>, chapter: &str) -> Then {
    if chapter.is_empty() {
        print_note(tour::contents().trim_end());
        return Then::Next;
    }
    match tour::numbered(chapter) {
        Some(number) => Then::Chapter(number),
        None => {
            console.fail(&format!("there is no chapter {chapter}; :tour lists them"));
            Then::Next
        }
    }
}

fn play_next(console: &mut Console<'_>, _: &str) -> Then {
    match console.chapter.map_or(Some(1), tour::after) {
        Some(number) => Then::Chapter(number),
        None => {
            console.fail("that was the last chapter; :tour lists them");
            Then::Next
        }
    }
}

/// The width of the column of usages in the list.
const WIDTH: usize = 22;

fn help(console: &mut Console<'_>, name: &str) -> Then {
    let line = |command: &Command| format!("{:<WIDTH$} {}", command.usage(), command.help);
    let name = name.trim_start_matches(':');
    if !name.is_empty() {
        match named(name) {
            Some(command) => print_note(&line(command)),
            None => console.fail(&format!("there is no command :{name}")),
        }
        return Then::Next;
    }
    for group in groups() {
        print_note(group.heading);
        group.commands.iter().for_each(|command| print_note(&format!("  {}", line(command))));
    }
    Then::Next
}
