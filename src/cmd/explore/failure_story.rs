//! The story of a failing run: a line for each action of a goroutine at a point.

use super::source::Sources;
use minigo_vm::search::{ChoiceStream, Schedule};
use minigo_vm::{Event, GoroutineAction, RUNTIME_GOROUTINE_ID, TIMER_GOROUTINE_ID};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// A sentence that says how many deviations from the usual order a failure takes.
pub(super) fn deviations_sentence(schedule: &Schedule) -> String {
    let of = |stream| schedule.value_picks.iter().filter(|pick| pick.stream == stream).count();
    let count = |n: usize, one: &str, more: &str| match n {
        0 => None,
        1 => Some(one.to_owned()),
        n => Some(format!("{n} {more}")),
    };
    let switches = count(schedule.switches.len(), "one switch", "switches");
    let selects = count(
        of(ChoiceStream::Select),
        "another case of a select",
        "selects that take another case",
    );
    let timers =
        count(of(ChoiceStream::Timer), "a timer that fires early", "timers that fire early");
    let collections = count(of(ChoiceStream::Collect), "a collection", "collections");
    let clocks = count(of(ChoiceStream::Clock), "a slow clock", "slow clocks");
    let all = [switches, selects, timers, collections, clocks];
    let all: Vec<String> = all.into_iter().flatten().collect();
    match all.is_empty() {
        true => "It fails in the usual order, without extra switches:".to_owned(),
        false => format!("It takes {}:", all.join(" and ")),
    }
}

/// A line of a story.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum StoryLine {
    /// The run continues with another goroutine.
    Switch {
        to: String,
        /// Whether the story has shown this goroutine before.
        back: bool,
    },
    /// A timer fires although goroutines can continue, the duration `ahead` before its time.
    Timer { ahead: String },
    /// All goroutines of a bubble wait, and the bubble's clock advances by this much.
    Clock { by: String },
    /// The garbage collector runs because the search has chosen it.
    Collects,
    /// The action of a goroutine.
    #[serde(rename = "does")]
    GoroutineStep(GoroutineStep),
}

/// The action of a goroutine at a point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct GoroutineStep {
    /// `main`, or `G18`.
    pub(super) goroutine: String,
    /// The number of the step in the run, from 1.
    pub(super) step: usize,
    pub(super) function: String,
    /// `file:line`.
    pub(super) place: String,
    /// The text of the source line.
    pub(super) source: String,
    /// The action with its value: `reads a.balance = 0`.
    pub(super) does: String,
    /// A remark if the action overwrites a value that another goroutine has written meanwhile.
    pub(super) lost: Option<String>,
    /// How often the action is repeated in a row.
    pub(super) times: u32,
}

impl StoryLine {
    /// The action of a goroutine, if the line is one.
    pub(super) fn goroutine_step(&self) -> Option<&GoroutineStep> {
        match self {
            Self::GoroutineStep(does) => Some(does),
            _ => None,
        }
    }
}

/// The kinds of events that a story shows beyond accesses to shared objects.
#[derive(Clone, Copy, Default)]
pub(super) struct EventSelection {
    /// Whether to show the last action of each goroutine, where the goroutine may wait forever.
    pub(super) shows_last: bool,
    /// Whether to show selects, if the run depends on which ready case they choose.
    pub(super) shows_selects: bool,
}

impl EventSelection {
    /// The numbers of the events that the story shows: accesses to objects that several goroutines access, and some
    /// others.
    pub(super) fn shown_events(self, events: &[Event]) -> Vec<usize> {
        // Maps each object to one thread that accesses it, and to whether other threads access it too.
        let mut objects: HashMap<u64, (&str, bool)> = HashMap::new();
        let mut last: HashMap<&str, usize> = HashMap::new();
        for (number, event) in events.iter().enumerate() {
            let Some(it) = event.goroutine_action() else { continue };
            last.insert(&it.thread, number);
            for object in &it.objects {
                let known = objects.entry(*object).or_insert((&it.thread, false));
                known.1 |= known.0 != it.thread;
            }
        }
        let is_told = |(number, event): &(usize, &Event)| match event {
            Event::Timer(_) | Event::Clock(_) | Event::Collects => true,
            Event::Point(it) => {
                let shared = it.objects.iter().any(|object| objects[object].1);
                let is_last = self.shows_last && last[&*it.thread] == *number;
                let is_timers = it.verb == TIMER_VERB;
                let is_weak = it.verb == "follows";
                shared
                    || is_last
                    || is_timers
                    || is_weak
                    || self.shows_selects && it.verb == "selects"
            }
        };
        events.iter().enumerate().filter(is_told).map(|(number, _)| number).collect()
    }
}

/// The lines of the story for these events of a run.
pub(super) fn story_lines(
    events: &[Event],
    shown: &[usize],
    sources: &mut Sources,
) -> Vec<StoryLine> {
    let mut lines: Vec<StoryLine> = Vec::new();
    let mut before: Vec<&GoroutineAction> = Vec::new();
    let mut seen = HashSet::new();
    for event in shown.iter().map(|number| &events[*number]) {
        let it = match event {
            Event::Timer(ahead) => {
                lines.push(StoryLine::Timer { ahead: timer_advance(*ahead) });
                continue;
            }
            Event::Clock(by) => {
                lines.push(StoryLine::Clock { by: format!("{by:?}") });
                continue;
            }
            Event::Collects => {
                lines.push(StoryLine::Collects);
                continue;
            }
            Event::Point(it) => it,
        };
        let is_new = seen.insert(&*it.thread);
        if before.last().is_some_and(|last| last.thread != it.thread) {
            lines.push(StoryLine::Switch { to: goroutine_name(it), back: !is_new });
        }
        let does = GoroutineStep { lost: lost_update_remark(&before, it), ..step_of(it, sources) };
        let same = |known: &GoroutineStep| {
            (&known.goroutine, &known.place, &known.does, &known.lost)
                == (&does.goroutine, &does.place, &does.does, &does.lost)
        };
        match lines.last_mut() {
            Some(StoryLine::GoroutineStep(known)) if same(known) => {
                known.times += u32::from(!it.is_part_of_call);
            }
            _ => lines.push(StoryLine::GoroutineStep(does)),
        }
        before.push(it);
    }
    lines
}

/// The time by which a timer fires early, rounded.
fn timer_advance(ahead: Duration) -> String {
    // The few microseconds that time slices have taken are rounded away.
    let unit = if ahead.as_millis() > 0 { 100 } else { 1 };
    let micros = (ahead.as_micros() as u64 + unit / 2) / unit * unit;
    format!("{:?}", Duration::from_micros(micros))
}

/// The story as lines of text.
pub(super) fn line_texts(lines: &[StoryLine]) -> Vec<String> {
    let all = || lines.iter().filter_map(StoryLine::goroutine_step);
    let width = |of: fn(&GoroutineStep) -> usize| all().map(of).max().unwrap_or(0);
    let (funcs, places) =
        (width(|it| it.function.chars().count()), width(|it| it.place.chars().count()));
    let text = |line: &StoryLine| match line {
        StoryLine::Switch { to, back } => {
            format!("— {} {to} —", if *back { "back to" } else { "switch to" })
        }
        StoryLine::Timer { ahead } => {
            format!("— a timer fires {ahead} early, while goroutines can run —")
        }
        StoryLine::Clock { by } => {
            format!("— all goroutines of the bubble wait: its clock advances by {by} —")
        }
        StoryLine::Collects => "— the garbage collector runs —".to_owned(),
        StoryLine::GoroutineStep(it) => {
            let GoroutineStep { goroutine, function, place, does, .. } = it;
            let lost = it.lost.as_ref().map(|lost| format!(", {lost}")).unwrap_or_default();
            let times = if it.times > 1 { format!(" ({} times)", it.times) } else { String::new() };
            format!("{goroutine:<5} {function:<funcs$}  {place:<places$}  {does}{lost}{times}")
        }
    };
    lines.iter().map(text).collect()
}

/// The action of a goroutine at a point, without regard to the actions before it.
pub(super) fn step_of(it: &GoroutineAction, sources: &mut Sources) -> GoroutineStep {
    GoroutineStep {
        goroutine: goroutine_name(it),
        step: it.step + 1,
        function: it.func.clone(),
        place: it.place.clone(),
        source: sources.line(&it.place),
        does: action_phrase(it),
        lost: None,
        times: 1,
    }
}

/// The verb of the actions of timers, and of actions on timers that are due.
const TIMER_VERB: &str = "fires";

/// The number of characters that are shown of a value.
const LONGEST_VALUE: usize = 120;

/// The action with its value and its result.
fn action_phrase(it: &GoroutineAction) -> String {
    let mut phrase = shorten_value(&it.action);
    if let Some(value) = &it.value {
        phrase.push_str(" = ");
        phrase.push_str(&shorten_value(value));
    }
    if let Some(outcome) = &it.outcome {
        let is_value = ["now ", "counter "].iter().any(|prefix| outcome.starts_with(prefix));
        let join = match it.verb {
            "selects" => ": ",
            _ if is_value => ", ",
            _ => " ",
        };
        phrase.push_str(join);
        phrase.push_str(&shorten_value(outcome));
    }
    phrase
}

/// A value in one line, cut if it is long.
fn shorten_value(value: &str) -> String {
    let line = value.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        // Spaces inside a value are kept if it has no line breaks.
        None if !value.contains('\n') => value.to_owned(),
        None => line,
    }
}

pub(super) fn goroutine_name(it: &GoroutineAction) -> String {
    match it.goroutine {
        0 => "main".to_owned(),
        TIMER_GOROUTINE_ID => "timer".to_owned(),
        RUNTIME_GOROUTINE_ID => "runtime".to_owned(),
        id => format!("G{id}"),
    }
}

/// A remark if a write overwrites a value that another goroutine has written after the writer read the variable.
fn lost_update_remark(before: &[&GoroutineAction], it: &GoroutineAction) -> Option<String> {
    const WRITE_VERBS: [&str; 2] = ["writes", "stores"];
    if !WRITE_VERBS.contains(&it.verb) || it.name.is_empty() {
        return None;
    }
    let same = |other: &&&GoroutineAction| other.objects == it.objects;
    let reads = |other: &&GoroutineAction| ["reads", "loads"].contains(&other.verb);
    let read = before.iter().rposition(|o| same(&o) && o.thread == it.thread && reads(o))?;
    let between = &before[read + 1..];
    let writes = |o: &&&GoroutineAction| same(o) && WRITE_VERBS.contains(&o.verb);
    // If the goroutine has already written the variable since its read, the earlier write has used the value read.
    if between.iter().any(|o| writes(&o) && o.thread == it.thread) {
        return None;
    }
    let changed = between.iter().rev().find(|o| writes(o) && o.thread != it.thread)?;
    let (read, by) = (before[read], goroutine_name(changed));
    // A read and write in one statement are an update; a write elsewhere need not depend on the value read.
    match (&read.value, &changed.value) {
        (Some(value), _) if read.place == it.place && it.verb == "writes" => {
            Some(format!("from the {value} read above: {by}'s update is lost"))
        }
        (_, Some(value)) if read.place == it.place || it.value.as_ref() != Some(value) => Some(
            format!("over the {} that {by} has written since it was read", shorten_value(value)),
        ),
        _ => None,
    }
}
