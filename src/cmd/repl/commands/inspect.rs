//! Commands that show what there is.

use super::{Command, Completes, Group};
use crate::cmd::FAILED;
use crate::cmd::repl::{Console, Then};
use crate::report;
use std::io::Write as _;

pub(super) const GROUP: Group = Group {
    heading: "Looking at Go",
    commands: &[
        Command {
            name: "type",
            arguments: "EXPR",
            completes: Completes::Go,
            help: "shows an expression's type without running it",
            run: type_of,
        },
        Command {
            name: "env",
            arguments: "",
            completes: Completes::Nothing,
            help: "lists what has been declared",
            run: env,
        },
        Command {
            name: "time",
            arguments: "INPUT",
            completes: Completes::Go,
            help: "runs an input and says how long it took",
            run: time,
        },
    ],
};

fn type_of(console: &mut Console<'_>, text: &str) -> Then {
    match console.session.type_of(":type", text) {
        Ok(types) => {
            let _ = writeln!(std::io::stdout(), "{}", types.join(", "));
        }
        Err(found) => {
            let format = report::default_format();
            let mut err = std::io::stderr().lock();
            let _ = report::write_list(&mut err, console.session.sources(), &found, format);
            console.status = FAILED;
        }
    }
    Then::Next
}

fn env(console: &mut Console<'_>, _: &str) -> Then {
    let mut out = std::io::stdout().lock();
    for declared in console.session.environment() {
        let _ = match declared.kind {
            "func" => {
                writeln!(out, "func {}{}", declared.name, declared.ty.trim_start_matches("func"))
            }
            kind => writeln!(out, "{kind} {} {}", declared.name, declared.ty),
        };
    }
    Then::Next
}

fn time(console: &mut Console<'_>, text: &str) -> Then {
    console.timed = true;
    console.input(text)
}
