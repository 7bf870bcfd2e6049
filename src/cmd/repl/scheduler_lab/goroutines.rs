//! `:gs`, `:why`, `:bt`, `:chan`, `:leaks`: show the goroutines, where they are, and the objects that they wait for.

use super::find_goroutine;
use super::goroutine_listing::{self, Row};
use super::table::Table;
use crate::cmd::FAILURE_STATUS;
use crate::cmd::repl::commands::{ArgumentCompletion, Command, Group};
use crate::cmd::repl::show::{self, print_note, print_text};
use crate::cmd::repl::{Console, NextAction};
use crate::inspect::{
    AwaitedObject, ChannelView, Detail, FrameView, GoroutineView, HeldBy, Hold, Inspection,
    NoChannel, SourceLine, State, Variable,
};
use crate::session::ChannelLookup;
use std::fmt::Write as _;

pub(super) const GROUP: Group = Group {
    heading: "Goroutines",
    commands: &[
        Command {
            name: "gs",
            arguments: "[all] [by COLUMN] [TEXT]",
            completion: ArgumentCompletion::Words(goroutine_listing::ARGUMENT_WORDS),
            help: "lists the goroutines with state, position and wait reason; equal ones share a line unless `all` is given",
            execute: list_goroutines,
        },
        Command {
            name: "why",
            arguments: "[G7]",
            completion: ArgumentCompletion::Listed(find_goroutine::goroutine_names),
            help: "shows what a goroutine waits for and which goroutines could wake it; without an argument, for the last deadlock",
            execute: explain_wait,
        },
        Command {
            name: "bt",
            arguments: "G7",
            completion: ArgumentCompletion::Listed(find_goroutine::goroutine_names),
            help: "shows a goroutine's stack, with variables",
            execute: show_stack,
        },
        Command {
            name: "chan",
            arguments: "EXPR",
            completion: ArgumentCompletion::Go,
            help: "shows a channel's buffer and the goroutines that wait for it",
            execute: show_channel,
        },
        Command {
            name: "leaks",
            arguments: "",
            completion: ArgumentCompletion::Nothing,
            help: "lists the goroutines that nothing can wake any more",
            execute: list_leaks,
        },
    ],
};

fn list_goroutines(console: &mut Console<'_>, text: &str) -> NextAction {
    let wanted = match goroutine_listing::GoroutineFilter::parse_filter(text) {
        Ok(wanted) => wanted,
        Err(why) => {
            console.report_failure(&why);
            return NextAction::Next;
        }
    };
    let remote = console.session.remote();
    let snapshot =
        find_goroutine::all_goroutines(&remote, console.is_interactive(), Detail::GOROUTINES);
    if snapshot.goroutines.is_empty() {
        print_note("there are no goroutines");
        return NextAction::Next;
    }
    let row = |g: &GoroutineView| {
        let waits: Vec<String> = g.waits_for.iter().map(|a| awaited_text(&snapshot, a)).collect();
        Row {
            ids: vec![g.id],
            state_text: state_text(g),
            waiting_time: g.waited_time,
            processor: g.proc.map_or_else(String::new, |p| format!("P{p}")),
            position: g.user_line.as_ref().map_or_else(String::new, place_text),
            awaited_object: waits.join("; "),
            creation: g
                .created
                .as_ref()
                .map(|c| (format!("{}:{}", c.place.file, c.place.line), c.by_goroutine)),
        }
    };
    let rows = goroutine_listing::sort_rows(snapshot.goroutines.iter().map(row).collect(), &wanted);
    if rows.is_empty() {
        print_note(&format!("no goroutine matches {:?}", wanted.text()));
        return NextAction::Next;
    }
    let mut table = Table::default();
    table.push(["id", "state", "since", "P", "where", "waits for", "created"].map(String::from));
    rows.into_iter().for_each(|row| table.push(row.into_cells()));
    print_text(&table.text());
    NextAction::Next
}

fn place_text(place: &SourceLine) -> String {
    format!("{} at {}:{}", place.func, place.file, place.line)
}

/// Returns the state of a goroutine in a few words.
fn state_text(g: &GoroutineView) -> String {
    let what = match g.state {
        State::Running => "running",
        State::Runnable => "runnable",
        State::InCall => "syscall",
        State::Waiting => g.reason.unwrap_or("waiting"),
    };
    if g.frozen { format!("frozen, {what}") } else { what.to_owned() }
}

/// Returns the object that a goroutine waits for, and the goroutines that hold it.
fn awaited_text(snapshot: &Inspection, thing: &AwaitedObject) -> String {
    let held = |h: &HeldBy| {
        let id = h.goroutine;
        let ended = if snapshot.goroutine(id).is_none() { " (ended)" } else { "" };
        match h.hold {
            Hold::Locked => format!(", locked by G{id}{ended}"),
            Hold::Reads => format!(", locked for reading by G{id}{ended}"),
            Hold::WaitsToWrite => format!(", with writer G{id} waiting before this reader"),
            Hold::LockedOriginal => format!(", a copy of one locked by G{id}{ended}"),
        }
    };
    let held: String = thing.held_by.iter().map(held).collect();
    format!("{}{held}", thing.name)
}

fn explain_wait(console: &mut Console<'_>, text: &str) -> NextAction {
    let remote = console.session.remote();
    if text.is_empty() {
        match remote.last_deadlock() {
            Some(graph) => print_text(graph.trim_start()),
            None => console.report_failure("no input has deadlocked: usage: :why G7"),
        }
        return NextAction::Next;
    }
    find_goroutine::wait_until_idle(&remote, console.is_interactive());
    let package = console.session.package().to_owned();
    let mut failed = format!("{text} has ended");
    let lines =
        remote.explain_chosen(Detail::GOROUTINES, |snapshot| match find_goroutine::find_goroutine(
            snapshot, &package, text,
        ) {
            Ok(g) => Some(g.id),
            Err(why) => {
                failed = why;
                None
            }
        });
    match lines {
        Some(lines) => print_text(&(lines.join("\n") + "\n")),
        None => console.report_failure(&failed),
    }
    NextAction::Next
}

fn show_stack(console: &mut Console<'_>, text: &str) -> NextAction {
    let remote = console.session.remote();
    let detail = Detail { variables: true, ..Detail::GOROUTINES };
    let snapshot = find_goroutine::all_goroutines(&remote, console.is_interactive(), detail);
    match find_goroutine::find_goroutine(&snapshot, console.session.package(), text) {
        Ok(g) => print_text(&stack_text(g)),
        Err(why) => console.report_failure(&why),
    }
    NextAction::Next
}

/// Returns a goroutine's frames with their variables, as text.
fn stack_text(g: &GoroutineView) -> String {
    let mut out = format!("goroutine {} [{}]\n", g.id, state_text(g));
    for frame in &g.frames {
        write_frame(frame, &mut out);
    }
    if let Some(created) = &g.created {
        let at = place_text(&created.place);
        let _ = writeln!(out, "created by {at} in goroutine {}", created.by_goroutine);
    }
    out
}

fn write_frame(frame: &FrameView, out: &mut String) {
    let inlined = if frame.is_inlined { " (inlined)" } else { "" };
    let _ = writeln!(out, "{}{inlined}", place_text(&frame.place));
    let width = |of: fn(&Variable) -> &str| {
        frame.variables.iter().map(|v| of(v).chars().count()).max().unwrap_or(0)
    };
    let (names, types) = (width(|v| &v.name), width(|v| &v.ty).min(24));
    for var in &frame.variables {
        let value = var
            .value
            .as_deref()
            .unwrap_or("(value not available: no code reads the variable any more)");
        let head = format!("    {:names$}  {:types$}  ", var.name, var.ty);
        // Further lines of a value are indented below its first.
        let value = value.replace('\n', &format!("\n{:1$}", "", 4));
        let _ = writeln!(out, "{head}{value}");
    }
}

fn show_channel(console: &mut Console<'_>, text: &str) -> NextAction {
    match console.session.look_up_channel(":chan", text) {
        ChannelLookup::Channel(view) => print_text(&channel_text(&view)),
        ChannelLookup::None(NoChannel::Nil) => {
            print_text("a nil channel: sends to it and receives from it wait for ever\n");
        }
        ChannelLookup::None(NoChannel::OfType(ty)) => {
            console.report_failure(&format!("{text} is no channel: its type is {ty}"));
        }
        ChannelLookup::Failed(result) => {
            show::print_findings(&console.session, &result);
            console.exit_status = FAILURE_STATUS;
        }
    }
    NextAction::Next
}

/// Returns a channel's state and the goroutines that wait for it, as text.
fn channel_text(view: &ChannelView) -> String {
    let mut out = view.ty.clone();
    if view.belongs_to_timer {
        out.push_str(", a timer's");
    } else if view.capacity == 0 {
        out.push_str(", unbuffered");
    } else {
        let _ = write!(out, ", {} of {} buffer slots used", view.buffer.len(), view.capacity);
    }
    out.push_str(if view.closed { ", closed" } else { "" });
    if let Some(made) = &view.made_at {
        let _ = write!(out, ", created in {}", place_text(made));
    }
    out.push('\n');
    if !view.buffer.is_empty() {
        let _ = writeln!(out, "    buffer: {}", view.buffer.join(", "));
    }
    let select = |selects: bool| if selects { " (in a select)" } else { "" };
    let senders = view.senders.iter();
    let sends =
        senders.map(|(id, value, selects)| (*id, format!("to send {value}{}", select(*selects))));
    let receivers = view.receivers.iter();
    let receives = receivers.map(|(id, selects)| (*id, format!("to receive{}", select(*selects))));
    write_waiting_goroutines(sends.chain(receives), &mut out);
    if view.senders.is_empty() && view.receivers.is_empty() {
        out.push_str("    no goroutine waits for it\n");
    }
    out
}

/// The number of goroutines, or of ranges of goroutines, that a line names.
const MAX_ID_RANGES: usize = 12;

/// The number of lines about goroutines that wait for a channel.
const MAX_WAITING_LINES: usize = 40;

/// Writes the goroutines that wait for a channel, in queue order. Successive goroutines that wait for the same
/// operation share a line.
fn write_waiting_goroutines(all: impl Iterator<Item = (u64, String)>, out: &mut String) {
    let mut groups: Vec<(Vec<u64>, String)> = Vec::new();
    for (id, what) in all {
        match groups.last_mut() {
            Some((ids, same)) if *same == what => ids.push(id),
            _ => groups.push((vec![id], what)),
        }
    }
    for (ids, what) in groups.iter().take(MAX_WAITING_LINES) {
        let _ = match &ids[..] {
            [id] => writeln!(out, "    G{id} waits {what}"),
            _ => writeln!(
                out,
                "    {} wait {what}{}",
                goroutine_listing::shorten_ids(ids, MAX_ID_RANGES),
                goroutine_listing::multiplicity_text(ids.len())
            ),
        };
    }
    let more: usize = groups.iter().skip(MAX_WAITING_LINES).map(|(ids, _)| ids.len()).sum();
    if more > 0 {
        let _ = writeln!(out, "    … and {more} more goroutines wait");
    }
}

fn list_leaks(console: &mut Console<'_>, _: &str) -> NextAction {
    let remote = console.session.remote();
    // Goroutines that are about to block are no leaks yet, so wait until they have blocked.
    drop(find_goroutine::all_goroutines(&remote, console.is_interactive(), Detail::GOROUTINES));
    print_text(&remote.leak_report());
    NextAction::Next
}

#[cfg(test)]
mod tests {
    use super::write_waiting_goroutines;

    #[test]
    fn goroutines_with_equal_waits_share_a_line() {
        let same = (1..=500).map(|id| (id, "to receive".to_owned()));
        let mut out = String::new();
        write_waiting_goroutines([(900, "to send 1".to_owned())].into_iter().chain(same), &mut out);
        assert_eq!(out, "    G900 waits to send 1\n    G1–G500 wait to receive ×500\n");
        let (mut out, odd) = (String::new(), (0..100).map(|i| (2 * i, "to receive".to_owned())));
        write_waiting_goroutines(odd, &mut out);
        assert!(
            out.starts_with("    G0 G2 G4 ") && out.ends_with(" … wait to receive ×100\n"),
            "{out}"
        );
        let (mut out, all) = (String::new(), (0..50).map(|i| (i, format!("to send {i}"))));
        write_waiting_goroutines(all, &mut out);
        assert!(out.ends_with("    … and 10 more goroutines wait\n"), "{out}");
    }
}
