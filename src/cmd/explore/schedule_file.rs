//! Schedule files: text that another machine, or a later minigo, can run again.
//!
//! ```text
//! minigo schedule 2
//! program bank.go
//! steps 2000
//! failure panic: lost update
//! race ./bank.go:25:1
//! switch 1.1 @2 -> 1.2      ./bank.go:25 writes a.balance
//! select 1 @3 #0 = 1
//! timer 1.2 @4 #0 = 1
//! collect 1 @2 #0 = 1
//! ```
//!
//! A goroutine is named by the path of its creators: `1.2` is the second goroutine that the first one has created,
//! `1.t2` the second timer that it has created in a bubble, `1.r2` its second goroutine of the runtime (for
//! finalizers). `@2` is the goroutine's second point, and `@2+1` the first stop after that point. The text after two
//! blanks says what the goroutine is about to do at the point: it is checked, and a difference is reported. The
//! `select` line says that after its third point goroutine `1` takes the second of the ready cases of a select. The
//! `timer` line says that after the fourth point of `1.2` the next timer fires although goroutines can continue. The
//! `collect` line says that after the second point of `1` the garbage collector runs.
//!
//! The line `steps` is present if goroutines take turns after a number of steps that is not the default (`--steps`).
//!
//! The number in the first line is the version of the rules for counting stops. In version 1, goroutines do not stop
//! before system calls, and channel operations of package reflect are no points. In versions 1 and 2, the points of the
//! goroutine that initialises packages count.

use super::program::{Program, UNEXPLORED_CHOICE_SEED};
use super::shorten::ShortenedRun;
use crate::options::ProgressLimits;
use minigo_vm::search::{ChoiceStream, Schedule, Switch, ThreadNames, ThreadPosition, ValuePick};
use minigo_vm::{Event, ExploredResults, SCHEDULE_VERSION};
use std::fmt::Write as _;

const FIRST_WORDS: &str = "minigo schedule ";

/// The contents of a schedule file.
pub(super) struct ScheduleFile {
    /// The version of the rules for counting stops.
    pub(super) version: u32,
    /// The number of steps after which goroutines take turns, if the file has one.
    pub(super) turn_steps: Option<usize>,
    pub(super) schedule: Schedule,
    /// The source positions of racing instructions.
    pub(super) race_places: Vec<String>,
    /// The expected actions of goroutines at the points of switches.
    expected_actions: Vec<(String, u32, String)>,
}

impl ScheduleFile {
    /// The schedule file of a failing run, as text.
    pub(super) fn schedule_text(program: &Program, short: &ShortenedRun) -> String {
        let names = &program.exploration.thread_names;
        let mut out = format!(
            "{FIRST_WORDS}{}\nprogram {}\nseed {UNEXPLORED_CHOICE_SEED}\nfailure {}\n",
            program.exploration.schedule_version(),
            program.name,
            short.failure.title
        );
        if program.step_limit() != ProgressLimits::default().steps {
            let _ = writeln!(out, "steps {}", program.step_limit());
        }
        for place in program.race_places() {
            let _ = writeln!(out, "race {place}");
        }
        for Switch { previous_thread: from, position: at, next_thread: to } in
            &short.schedule.switches
        {
            let (from, to) = (names.path(*from), names.path(*to));
            let _ = write!(out, "switch {from} {} -> {to}", position_text(*at));
            let does = describe_action(&short.finished_run.explored.events, &from, at.point);
            match does.filter(|_| at.stop_count == 0) {
                Some(does) => writeln!(out, "  {does}"),
                None => writeln!(out),
            }
            .expect("writing to a string cannot fail");
        }
        for ValuePick { stream, thread, position: at, choice_number: nth, value } in
            &short.schedule.value_picks
        {
            let (stream, thread) = (stream.name(), names.path(*thread));
            let _ = writeln!(out, "{stream} {thread} {} #{nth} = {value}", position_text(*at));
        }
        out
    }

    /// Reads the text of a schedule file.
    pub(super) fn parse(text: &str, names: &ThreadNames) -> Result<Self, String> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().and_then(|(_, line)| line.strip_prefix(FIRST_WORDS));
        let version = first.and_then(|version| version.trim_end().parse().ok());
        let Some(version) = version.filter(|version| (1..=SCHEDULE_VERSION).contains(version))
        else {
            return Err(format!(
                "the file does not begin with `{FIRST_WORDS}{SCHEDULE_VERSION}`: it is no schedule of this version"
            ));
        };
        let (steps, schedule, races, checks) = Default::default();
        let mut file = Self {
            version,
            turn_steps: steps,
            schedule,
            race_places: races,
            expected_actions: checks,
        };
        for (number, line) in lines {
            let wrong = || format!("line {}: `{line}` is not understood", number + 1);
            let (word, rest) = line.trim_end().split_once(' ').unwrap_or((line, ""));
            match word {
                "race" => file.race_places.push(rest.to_owned()),
                "steps" => file.turn_steps = Some(rest.parse().map_err(|_| wrong())?),
                "switch" => file.add_switch(rest, names).ok_or_else(wrong)?,
                // Earlier versions of minigo wrote the lines `pick` and `seed`.
                "pick" => file.add_pick(ChoiceStream::Select, rest, names).ok_or_else(wrong)?,
                "seed" if rest != UNEXPLORED_CHOICE_SEED.to_string() => return Err(wrong()),
                "program" | "failure" | "seed" | "" => {}
                _ if word.starts_with('#') => {}
                _ => {
                    let stream = ChoiceStream::ALL.into_iter().find(|stream| stream.name() == word);
                    let stream = stream.ok_or_else(wrong)?;
                    file.add_pick(stream, rest, names).ok_or_else(wrong)?;
                }
            }
        }
        Ok(file)
    }

    fn add_switch(&mut self, text: &str, names: &ThreadNames) -> Option<()> {
        let (text, does) = text.split_once("  ").map_or((text, None), |(t, d)| (t, Some(d.trim())));
        let mut words = text.split(' ');
        let from = words.next()?;
        let at = parse_place(words.next()?)?;
        let to = words.next().filter(|arrow| *arrow == "->").and_then(|_| words.next())?;
        let switch = Switch {
            previous_thread: names.thread_at_path(from)?,
            position: at,
            next_thread: names.thread_at_path(to)?,
        };
        self.schedule.switches.push(switch);
        self.expected_actions.extend(does.map(|does| (from.to_owned(), at.point, does.to_owned())));
        Some(())
    }

    fn add_pick(&mut self, stream: ChoiceStream, text: &str, names: &ThreadNames) -> Option<()> {
        let words: Vec<&str> = text.split(' ').collect();
        let [thread, at, nth, "=", value] = words[..] else { return None };
        self.schedule.value_picks.push(ValuePick {
            stream,
            thread: names.thread_at_path(thread)?,
            position: parse_place(at)?,
            choice_number: nth.strip_prefix('#')?.parse().ok()?,
            value: value.parse().ok()?,
        });
        Some(())
    }

    /// A message that says where a run departs from the schedule, if it does.
    pub(super) fn departure_message(
        &self,
        shown: &ExploredResults,
        names: &ThreadNames,
    ) -> Option<String> {
        for (thread, point, does) in &self.expected_actions {
            let now = describe_action(&shown.events, thread, *point);
            if now.as_deref() != Some(does) {
                let now =
                    now.unwrap_or_else(|| "the goroutine never reaches this point".to_owned());
                return Some(format!(
                    "the run departs from the schedule at point {point} of goroutine {thread}: expected `{does}`, found {now}"
                ));
            }
        }
        let made = Schedule::of(&shown.trace);
        let missing = self.schedule.switches.iter().find(|it| !made.switches.contains(it));
        missing.map(|it| {
            format!(
                "the run departs from the schedule: the switch from goroutine {} {} to {} does not occur",
                names.path(it.previous_thread),
                position_text(it.position),
                names.path(it.next_thread)
            )
        })
    }
}

fn position_text(at: ThreadPosition) -> String {
    if at.stop_count == 0 {
        format!("@{}", at.point)
    } else {
        format!("@{}+{}", at.point, at.stop_count)
    }
}

fn parse_place(text: &str) -> Option<ThreadPosition> {
    let text = text.strip_prefix('@')?;
    let (point, stop) = text.split_once('+').unwrap_or((text, "0"));
    Some(ThreadPosition { point: point.parse().ok()?, stop_count: stop.parse().ok()? })
}

/// The action of a goroutine at a point.
fn describe_action(events: &[Event], thread: &str, point: u32) -> Option<String> {
    let mut points = events.iter().filter_map(Event::goroutine_action);
    let found = points.find(|it| it.thread == thread && it.point_index == point)?;
    Some(format!("{} {}", found.place, found.schedule_text))
}
