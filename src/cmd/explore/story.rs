//! A failing run in words: a line for each thing that a goroutine does at a point.

use minigo_vm::search::{Schedule, Stream};
use minigo_vm::{Event, RUNTIME, TIMER, Told};
use std::fmt::Write as _;
use std::time::Duration;

/// How many deviations from the usual order a failure takes.
pub(super) fn takes(schedule: &Schedule) -> String {
    let of = |stream| schedule.picks.iter().filter(|pick| pick.stream == stream).count();
    let (timers, collections) = (of(Stream::Timer), of(Stream::Collect));
    let count = |n: usize, one: &str, more: &str| match n {
        0 => None,
        1 => Some(one.to_owned()),
        n => Some(format!("{n} {more}")),
    };
    let switches = count(schedule.len() - timers - collections, "one switch", "switches");
    let timers = count(timers, "a timer that fires early", "timers that fire early");
    let collections = count(collections, "a collection", "collections");
    let all: Vec<String> = [switches, timers, collections].into_iter().flatten().collect();
    match all.is_empty() {
        true => "It fails without any switch that need not be:".to_owned(),
        false => format!("It takes {}:", all.join(" and ")),
    }
}

/// What happens, a line each.
pub(super) fn story(told: &[Event]) -> Vec<String> {
    let points = || told.iter().filter_map(Event::point);
    let shared = |it: &Told| points().any(|o| o.object == it.object && o.thread != it.thread);
    let is_shown = |it: &&Told| it.name.is_empty() || shared(it);
    let width = |of: fn(&Told) -> usize| points().filter(is_shown).map(of).max().unwrap_or(0);
    let (funcs, places) = (width(|it| it.func.len()), width(|it| it.place.len()));
    let mut lines: Vec<(String, usize)> = Vec::new();
    let mut before: Vec<&Told> = Vec::new();
    for event in told {
        let it = match event {
            Event::Timer(late) => {
                // The few µs that slices have taken are rounded away.
                let unit = if late.as_millis() > 0 { 100 } else { 1 };
                let late =
                    Duration::from_micros((late.as_micros() as u64 + unit / 2) / unit * unit);
                let line = format!("— a timer fires {late:?} ahead of goroutines that can run —");
                lines.push((line, 1));
                continue;
            }
            Event::Clock(by) => {
                let line = format!("— all in the bubble wait: its clock moves on by {by:?} —");
                lines.push((line, 1));
                continue;
            }
            Event::Collects => {
                lines.push(("— the garbage collector runs —".to_owned(), 1));
                continue;
            }
            Event::Point(it) if is_shown(&it) => it,
            Event::Point(_) => continue,
        };
        if before.last().is_some_and(|last| last.thread != it.thread) {
            let was_there = before.iter().any(|other| other.thread == it.thread);
            let how = if was_there { "back to" } else { "switch to" };
            lines.push((format!("— {how} {} —", who(it)), 1));
        }
        let does = does(it);
        let mut line = format!("{:<5} {:<funcs$}  {:<places$}  {does}", who(it), it.func, it.place);
        if let Some(value) = &it.value {
            let _ = write!(line, " = {value}");
        }
        line.push_str(&lost(&before, it));
        match lines.last_mut().filter(|(last, _)| *last == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
        before.push(it);
    }
    let again = |(line, count)| if count > 1 { format!("{line} ({count} times)") } else { line };
    lines.into_iter().map(again).collect()
}

/// What a goroutine does at a point: `reads x`, `mu.Lock`.
pub(super) fn does(it: &Told) -> String {
    match &it.method {
        Some(method) if it.name.is_empty() => method.clone(),
        Some(method) => format!("{}.{method}", it.name),
        None => format!("{} {}", it.verb, it.name).trim_end().to_owned(),
    }
}

fn who(it: &Told) -> String {
    match it.goroutine {
        0 => "main".to_owned(),
        TIMER => "timer".to_owned(),
        RUNTIME => "runtime".to_owned(),
        id => format!("G{id}"),
    }
}

/// What a write is based on that another goroutine has changed since, if it is.
fn lost(before: &[&Told], it: &Told) -> String {
    if it.verb != "writes" || it.name.is_empty() {
        return String::new();
    }
    let same = |other: &&&Told| other.object == it.object;
    let Some(read) =
        before.iter().rposition(|o| same(&o) && o.thread == it.thread && o.verb == "reads")
    else {
        return String::new();
    };
    let between = &before[read + 1..];
    let changed = between.iter().find(|o| same(o) && o.thread != it.thread && o.verb == "writes");
    match (changed, &before[read].value) {
        (Some(other), Some(value)) => {
            format!(", from the {value} read above: {}'s update is lost", who(other))
        }
        _ => String::new(),
    }
}
