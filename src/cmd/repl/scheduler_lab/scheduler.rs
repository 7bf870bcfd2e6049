//! Commands that show the scheduler. Each command makes its text from one snapshot.

use super::scheduler_views;
use crate::cmd::repl::commands::{ArgumentCompletion, Command, Group};
use crate::cmd::repl::keys::{Key, KeyReader};
use crate::cmd::repl::{Console, NextAction};
use crate::inspect::Detail;
use std::io::Write as _;
use std::time::Duration;

pub(super) const GROUP: Group = Group {
    heading: "The scheduler",
    commands: &[
        Command {
            name: "ps",
            arguments: "",
            completion: ArgumentCompletion::Nothing,
            help: "shows each P: what it runs, runnext, its queue, free lists, timers; and the global queue",
            execute: |console, _| {
                show_reply(&scheduler_views::processors_view(
                    &console.session.inspect(Detail::SCHEDULER),
                ))
            },
        },
        Command {
            name: "ms",
            arguments: "[all]",
            completion: ArgumentCompletion::Words(&["all"]),
            help: "shows each M with its activity and its P; Ms with the same activity share a line unless `all` is given",
            execute: |console, text| {
                let seen = console.session.inspect(Detail::SCHEDULER);
                show_reply(&scheduler_views::machines_view(&seen, text == "all"))
            },
        },
        Command {
            name: "top",
            arguments: "[SECONDS]",
            completion: ArgumentCompletion::Nothing,
            help: "shows Ps and Ms continuously until a key is pressed or the time has passed; once if the output is a pipe",
            execute: show_top,
        },
    ],
};

fn show_reply(text: &str) -> NextAction {
    // If standard output is closed, nobody can read the text.
    let _ = std::io::stdout().write_all(text.as_bytes());
    NextAction::Next
}

/// The time between two frames of `:top`.
const REFRESH_INTERVAL: Duration = Duration::from_millis(200);

fn show_top(console: &mut Console<'_>, seconds: &str) -> NextAction {
    let frame = |console: &Console<'_>| {
        let seen = console.session.inspect(Detail::SCHEDULER);
        format!(
            "{}{}",
            scheduler_views::processors_view(&seen),
            scheduler_views::machines_view(&seen, false)
        )
    };
    if !console.is_interactive() {
        return show_reply(&frame(console));
    }
    let limit = match seconds.parse::<f64>() {
        Ok(seconds) => Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
        Err(_) if seconds.is_empty() => None,
        Err(_) => {
            console.report_failure(&format!("{seconds} is no number of seconds"));
            return NextAction::Next;
        }
    };
    let began = std::time::Instant::now();
    let mut out = std::io::stdout();
    // Move the cursor home, and clear each line and the area below: clearing the whole screen would flicker.
    let mut before = "\x1b[2J";
    let keys = KeyReader::open();
    loop {
        let text = frame(console).replace('\n', "\x1b[K\r\n");
        let all = format!("{before}\x1b[H{text}\x1b[2m(any key ends this)\x1b[0m\x1b[K\x1b[J");
        before = "";
        if out.write_all(all.as_bytes()).and_then(|()| out.flush()).is_err() {
            break;
        }
        if limit.is_some_and(|limit| began.elapsed() >= limit)
            || keys.next_key(Some(REFRESH_INTERVAL)) != Key::Nothing
        {
            break;
        }
    }
    let _ = out.write_all(b"\r\x1b[K");
    NextAction::Next
}
