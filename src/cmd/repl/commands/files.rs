//! Commands about files.

use super::{ArgumentCompletion, Command, Group};
use crate::cmd::print_error;
use crate::cmd::repl::{Console, NextAction};
use crate::errno;
use std::path::Path;

pub(super) const GROUP: Group = Group {
    heading: "Files",
    commands: &[
        Command {
            name: "load",
            arguments: "FILE|DIR",
            completion: ArgumentCompletion::Files,
            help: "runs a Go file as one input, or enters the package of a directory",
            execute: load,
        },
        Command {
            name: "save",
            arguments: "FILE",
            completion: ArgumentCompletion::Files,
            help: "writes the inputs that were accepted",
            execute: save_inputs,
        },
    ],
};

fn load(console: &mut Console<'_>, file: &str) -> NextAction {
    console.load_path(Path::new(file))
}

fn save_inputs(console: &mut Console<'_>, file: &str) -> NextAction {
    let ends =
        |text: &String| if text.ends_with('\n') { text.clone() } else { format!("{text}\n") };
    let text: String = console.accepted_inputs.iter().map(|input| ends(&input.text)).collect();
    if let Err(error) = std::fs::write(file, text) {
        console.exit_status = print_error(&format!("write {file}: {}", errno::text(&error)));
    }
    NextAction::Next
}
