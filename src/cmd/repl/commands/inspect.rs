//! Commands that show declarations, values and packages of the session.

use super::{ArgumentCompletion, Command, Group};
use crate::cmd::FAILURE_STATUS;
use crate::cmd::repl::show::print_text;
use crate::cmd::repl::{Console, NextAction};
use crate::report;
use crate::session::SessionDeclaration;
use std::fmt::Write as _;
use std::io::Write as _;

pub(super) const GROUP: Group = Group {
    heading: "Looking at Go",
    commands: &[
        Command {
            name: "type",
            arguments: "EXPR",
            completion: ArgumentCompletion::Go,
            help: "shows an expression's type without running it",
            execute: type_of,
        },
        Command {
            name: "env",
            arguments: "",
            completion: ArgumentCompletion::Nothing,
            help: "lists the declarations, with the values of variables",
            execute: list_environment,
        },
        Command {
            name: "time",
            arguments: "INPUT",
            completion: ArgumentCompletion::Go,
            help: "runs an input and says how long it took",
            execute: time_input,
        },
    ],
};

fn type_of(console: &mut Console<'_>, text: &str) -> NextAction {
    match console.session.type_of(":type", text) {
        Ok(types) => {
            let _ = writeln!(std::io::stdout(), "{}", types.join(", "));
        }
        Err(found) => {
            let format = report::default_format();
            let mut err = std::io::stderr().lock();
            let _ = report::write_list(&mut err, console.session.sources(), &found, format);
            console.exit_status = FAILURE_STATUS;
        }
    }
    NextAction::Next
}

fn list_environment(console: &mut Console<'_>, _: &str) -> NextAction {
    let mut text = String::new();
    for declared in console.session.environment() {
        let SessionDeclaration { name, kind, params, ty, global, value } = &declared;
        let _ = match *kind {
            "func" => write!(text, "func {name}{params}{}", ty.trim_start_matches("func")),
            kind => write!(text, "{kind} {name}{params} {ty}"),
        };
        let value = value.clone().or_else(|| console.session.value_of((*global)?));
        if let Some(value) = value {
            let _ = write!(text, " = {}", one_line_text(&value));
        }
        text.push('\n');
    }
    print_text(&text);
    NextAction::Next
}

/// The number of a value's characters that a list shows.
const VALUE_WIDTH: usize = 80;

/// Returns the beginning of a value, in one line.
fn one_line_text(value: &str) -> String {
    let joined = value.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    match joined.char_indices().nth(VALUE_WIDTH) {
        Some((end, _)) => format!("{}…", &joined[..end]),
        None => joined,
    }
}

fn time_input(console: &mut Console<'_>, text: &str) -> NextAction {
    console.shows_times = true;
    console.run_input(text)
}
