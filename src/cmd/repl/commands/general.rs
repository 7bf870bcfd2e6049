//! Commands about the session as a whole.

use super::{ArgumentCompletion, Command, Group, command_named, groups};
use crate::cmd::repl::show::print_note;
use crate::cmd::repl::{Console, NextAction, tour};

pub(super) const GROUP: Group = Group {
    heading: "The session",
    commands: &[
        Command {
            name: "help",
            arguments: "[COMMAND]",
            completion: ArgumentCompletion::Commands,
            help: "lists the commands",
            execute: help,
        },
        Command {
            name: "quit",
            arguments: "",
            completion: ArgumentCompletion::Nothing,
            help: "ends the session",
            execute: |console, _| NextAction::Leave(console.status_at_end()),
        },
        Command {
            name: "reset",
            arguments: "",
            completion: ArgumentCompletion::Nothing,
            help: "begins a new session",
            execute: |_, _| NextAction::Reset,
        },
        Command {
            name: "tour",
            arguments: "[CHAPTER]",
            completion: ArgumentCompletion::Nothing,
            help: "lists the chapters of the tour, or begins one in a new session",
            execute: play_chapter,
        },
        Command {
            name: "next",
            arguments: "",
            completion: ArgumentCompletion::Nothing,
            help: "begins the next chapter of the tour, in a new session",
            execute: play_next,
        },
    ],
};

fn play_chapter(console: &mut Console<'_>, chapter: &str) -> NextAction {
    if chapter.is_empty() {
        print_note(tour::table_of_contents().trim_end());
        return NextAction::Next;
    }
    match tour::chapter_numbered(chapter) {
        Some(number) => NextAction::Chapter(number),
        None => {
            console.report_failure(&format!("{chapter} is no chapter; :tour lists the chapters"));
            NextAction::Next
        }
    }
}

fn play_next(console: &mut Console<'_>, _: &str) -> NextAction {
    match console.current_chapter.map_or(Some(1), tour::next_chapter) {
        Some(number) => NextAction::Chapter(number),
        None => {
            console.report_failure("that was the last chapter; :tour lists them");
            NextAction::Next
        }
    }
}

/// The width of the column of usages in the list.
const USAGE_COLUMN_WIDTH: usize = 22;

fn help(console: &mut Console<'_>, name: &str) -> NextAction {
    let line =
        |command: &Command| format!("{:<USAGE_COLUMN_WIDTH$} {}", command.usage(), command.help);
    let name = name.trim_start_matches(':');
    if !name.is_empty() {
        match command_named(name) {
            Some(command) => print_note(&line(command)),
            None => console.report_failure(&format!("there is no command :{name}")),
        }
        return NextAction::Next;
    }
    for group in groups() {
        print_note(group.heading);
        group.commands.iter().for_each(|command| print_note(&format!("  {}", line(command))));
    }
    NextAction::Next
}
