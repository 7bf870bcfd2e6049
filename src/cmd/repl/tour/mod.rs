//! `minigo tour`: demonstrates the scheduler's mechanisms, one per chapter, live in a session that the reader can then
//! use.
//!
//! A chapter is a file in `chapters/`. The module [`chapter`] divides a file into steps, and [`counter_claims`] checks
//! the claims in it. Inputs and commands run as if the reader had typed them, and their output is genuine. A claim that
//! does not hold is reported, and makes the tour's exit status a failure.

mod chapter;
mod counter_claims;

use super::keys::{Key, KeyReader};
use super::{Console, NextAction, input};
use crate::inspect::{Counters, Detail};
use chapter::Step;
use std::io::{IsTerminal as _, Write as _};

/// The texts of the chapters, in order.
const CHAPTERS: &[&str] = &[
    include_str!("chapters/01-threads.md"),
    include_str!("chapters/02-one-queue.md"),
    include_str!("chapters/03-local-queues.md"),
    include_str!("chapters/04-stealing.md"),
    include_str!("chapters/05-parking.md"),
    include_str!("chapters/06-blocking-calls.md"),
    include_str!("chapters/07-preemption.md"),
    include_str!("chapters/08-runnext.md"),
    include_str!("chapters/09-tick-61.md"),
    include_str!("chapters/10-netpoll.md"),
    include_str!("chapters/11-timers.md"),
    include_str!("chapters/12-free-lists.md"),
    include_str!("chapters/13-stop-the-world.md"),
];

/// Returns a line for each chapter, with its number and title.
pub(crate) fn table_of_contents() -> String {
    let line =
        |(i, text): (usize, &&str)| format!("{:3}  {}\n", i + 1, chapter::split_title(text).0);
    CHAPTERS.iter().enumerate().map(line).collect()
}

/// Returns the number of a chapter if `number` is the number of one.
pub(crate) fn chapter_numbered(number: &str) -> Option<usize> {
    number.parse().ok().filter(|n| (1..=CHAPTERS.len()).contains(n))
}

/// Returns the number of the next chapter, if there is one.
pub(crate) fn next_chapter(number: usize) -> Option<usize> {
    (number < CHAPTERS.len()).then_some(number + 1)
}

/// Plays a chapter, and tells the reader how to continue.
pub(super) fn play_chapter(console: &mut Console<'_>, number: usize) -> NextAction {
    let (title, text) = chapter::split_title(CHAPTERS[number - 1]);
    let steps = match chapter::chapter_steps(text) {
        Ok(steps) => steps,
        Err(why) => {
            console.report_failure(&format!("chapter {number}: {why}"));
            return NextAction::Next;
        }
    };
    console.current_chapter = Some(number);
    let look = OutputStyle { has_colours: std::io::stdout().is_terminal() };
    look.print_heading(&format!("{number}. {title}"));
    let mut before = counters(console);
    for step in &steps {
        match step {
            Step::Heading(text) => {
                if console.is_interactive() && !wait_for_enter() {
                    return NextAction::Next;
                }
                look.print_heading(text);
            }
            Step::Prose(text) => look.print_line(&format!("{text}\n")),
            Step::Inputs(text) => {
                for text in split_inputs(text) {
                    look.print_as_typed_input(text);
                    match console.run_line(text) {
                        NextAction::Next => {}
                        other => return other,
                    }
                    // Claims do not count the events before the last command, such as one that sets the number of Ps.
                    if text.starts_with(':') {
                        before = counters(console);
                    }
                }
                look.print_line("");
            }
            Step::Counts(claims) => {
                let after = counters(console);
                for claim in claims {
                    let (text, holds) = claim.judge_claim(&before, &after);
                    match holds {
                        true => look.print_line(&format!("  counted {text}")),
                        false => console.report_failure(&format!("  counted {text}")),
                    }
                }
                look.print_line("");
                before = after;
            }
        }
    }
    look.print_line(match next_chapter(number) {
        Some(_) => {
            "The session is yours: try what you like. :next is the next chapter, :tour lists them."
        }
        None => "That was the last chapter. The session is yours; :tour lists the chapters.",
    });
    NextAction::Next
}

/// Divides a code block into inputs: an input continues as long as Go's grammar requires more.
fn split_inputs(text: &str) -> Vec<&str> {
    let (mut all, mut start, mut end) = (Vec::new(), 0, 0);
    for line in text.split_inclusive('\n') {
        end += line.len();
        let input = &text[start..end];
        if input.trim().is_empty() {
            start = end;
        } else if !input::is_incomplete(input) {
            all.push(input);
            start = end;
        }
    }
    all
}

/// Waits for Enter; returns false if the user leaves the chapter instead.
fn wait_for_enter() -> bool {
    let mut out = std::io::stdout();
    let hint = "\x1b[2m(Enter goes on, q leaves the chapter)\x1b[0m";
    let _ = write!(out, "{hint}").and_then(|()| out.flush());
    let keys = KeyReader::open();
    let goes_on = loop {
        match keys.next_key(None) {
            Key::GoOn => break true,
            Key::Leave => break false,
            Key::Nothing | Key::Other => {}
        }
    };
    let _ = write!(out, "\r\x1b[K");
    goes_on
}

/// Returns the scheduler's counters.
fn counters(console: &Console<'_>) -> Counters {
    console.session.inspect(Detail::SCHEDULER).scheduler.counters.unwrap_or_default()
}

/// The style of a chapter's output.
struct OutputStyle {
    has_colours: bool,
}

impl OutputStyle {
    fn print_line(&self, text: &str) {
        // If standard output is closed, nobody can read the text.
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "{text}");
        let _ = out.flush();
    }

    fn print_heading(&self, text: &str) {
        self.print_line(&match self.has_colours {
            true => format!("\x1b[1m{text}\x1b[0m\n"),
            false => format!("{text}\n{}\n", "-".repeat(text.chars().count())),
        });
    }

    /// Prints an input as if it had been typed.
    fn print_as_typed_input(&self, text: &str) {
        for (i, line) in text.trim_end().lines().enumerate() {
            self.print_line(&format!("{}{line}", if i == 0 { "> " } else { "  " }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chapter_can_be_read_and_claims_something() {
        for text in CHAPTERS {
            let (title, rest) = chapter::split_title(text);
            let steps = chapter::chapter_steps(rest).unwrap_or_else(|why| panic!("{title}: {why}"));
            assert!(steps.iter().any(|step| matches!(step, Step::Counts(_))), "{title}");
            assert!(steps.contains(&Step::Heading("Question")), "{title}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{title}: a long line");
        }
    }

    #[test]
    fn inputs_end_where_go_lets_them() {
        let text = "func f() {\n\n}\n\n:ps\nx := 1\n";
        assert_eq!(split_inputs(text), ["func f() {\n\n}\n", ":ps\n", "x := 1\n"]);
    }
}
