//! `:freeze`, `:thaw`, `:step`: control which goroutines may run, and how far.

use super::find_goroutine;
use crate::cmd::repl::commands::{ArgumentCompletion, Command, Group};
use crate::cmd::repl::show::{print_note, print_text};
use crate::cmd::repl::{Console, NextAction};
use crate::inspect::{Detail, GoroutineView, SourceLine, StepEnd};

pub(super) const GROUP: Group = Group {
    heading: "Steering goroutines",
    commands: &[
        Command {
            name: "freeze",
            arguments: "G7",
            completion: ArgumentCompletion::Listed(find_goroutine::goroutine_names),
            help: "holds a goroutine where it is until it is thawed",
            execute: freeze_goroutine,
        },
        Command {
            name: "thaw",
            arguments: "[G7]",
            completion: ArgumentCompletion::Listed(find_goroutine::goroutine_names),
            help: "lets a frozen goroutine go on, or all of them",
            execute: thaw_goroutine,
        },
        Command {
            name: "step",
            arguments: "G7 [LINES] | go f(x)",
            completion: ArgumentCompletion::Listed(find_goroutine::goroutine_names),
            help: "executes one line of a goroutine; it stays frozen between steps while the others run; a new goroutine begins at its first line",
            execute: step_goroutine,
        },
    ],
};

fn step_goroutine(console: &mut Console<'_>, text: &str) -> NextAction {
    if text.starts_with("go ") {
        return console.run_with_frozen_goroutines(text);
    }
    let (which, lines) = text.split_once(char::is_whitespace).unwrap_or((text, "1"));
    let Some(lines) = lines.trim().parse().ok().filter(|n| (1..=MAX_LINES).contains(n)) else {
        console.report_failure(&format!(
            "{} is no number of lines from 1 to {MAX_LINES}",
            lines.trim()
        ));
        return NextAction::Next;
    };
    let remote = console.session.remote();
    let snapshot =
        find_goroutine::all_goroutines(&remote, console.is_interactive(), Detail::GOROUTINES);
    let id = match find_goroutine::find_goroutine(&snapshot, console.session.package(), which) {
        Ok(g) => g.id,
        Err(why) => {
            console.report_failure(&why);
            return NextAction::Next;
        }
    };
    let Some(stepped) = remote.step(id, lines) else {
        console.report_failure(&format!("goroutine {id} has ended"));
        return NextAction::Next;
    };
    let mut out = String::new();
    for at in &stepped.lines {
        let text = source_line(console, at).unwrap_or_default();
        out.push_str(format!("{}:{}  {text}", at.file, at.line).trim_end());
        out.push('\n');
    }
    print_text(&out);
    match stepped.end {
        StepEnd::Stopped => {}
        StepEnd::Ended => print_note(&format!("G{id} has ended")),
        StepEnd::Waits => print_note(&format!("G{id} waits, frozen: :why G{id} says for what")),
        StepEnd::Busy => {
            print_note(&format!("G{id} did not reach another line in time; it is frozen"));
        }
    }
    NextAction::Next
}

/// The largest number of lines for one `:step`.
const MAX_LINES: usize = 10_000;

/// Returns the source text of a line in an input or loaded file.
fn source_line(console: &Console<'_>, at: &SourceLine) -> Option<String> {
    let file = console.session.sources().files().iter().rev().find(|f| *f.name == *at.file)?;
    let line = file.text.lines().nth(at.line as usize - 1)?;
    Some(line.to_owned())
}

fn freeze_goroutine(console: &mut Console<'_>, text: &str) -> NextAction {
    let remote = console.session.remote();
    let snapshot =
        find_goroutine::all_goroutines(&remote, console.is_interactive(), Detail::GOROUTINES);
    match find_goroutine::find_goroutine(&snapshot, console.session.package(), text) {
        Ok(g) if remote.freeze(g.id) => print_note(&format!("G{} is frozen", g.id)),
        Ok(g) => console.report_failure(&format!("goroutine {} has ended", g.id)),
        Err(why) => console.report_failure(&why),
    }
    NextAction::Next
}

fn thaw_goroutine(console: &mut Console<'_>, text: &str) -> NextAction {
    let remote = console.session.remote();
    let snapshot = remote.inspect_all(Detail::GOROUTINES);
    let frozen: Vec<&GoroutineView> = match text {
        "" => snapshot.goroutines.iter().filter(|g| g.frozen).collect(),
        text => match find_goroutine::find_goroutine(&snapshot, console.session.package(), text) {
            Ok(g) => vec![g],
            Err(why) => {
                console.report_failure(&why);
                return NextAction::Next;
            }
        },
    };
    if frozen.is_empty() {
        print_note("no goroutine is frozen");
    }
    for g in frozen {
        match remote.thaw(g.id) {
            true => print_note(&format!("G{} goes on", g.id)),
            false => console.report_failure(&format!("goroutine {} is not frozen", g.id)),
        }
    }
    NextAction::Next
}
