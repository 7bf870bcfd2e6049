//! Decisions of the scheduler as text, for `run --step` and the laboratory. Each decision is one line with the rule
//! that made it, and the queues below it; the events that led to it stand above, indented.

use minigo_vm::inspect::{DecisionReport, Kind, ProcId, QueuePlace, Queues, Reason};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;

/// The number of goroutines that are named at the front of a long queue.
const MAX_NAMED_GOROUTINES: usize = 12;

/// The goroutine that each P runs, as far as the events so far say.
#[derive(Default)]
pub(crate) struct RunningGoroutines {
    running: HashMap<Option<ProcId>, u64>,
}

impl RunningGoroutines {
    /// Prints an event on standard error.
    pub(crate) fn print(&mut self, report: &DecisionReport, func: Option<&str>) {
        let text = self.text(report, func);
        // If standard error is closed, the text is lost.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// The lines for an event; empty for an event that says nothing to a reader.
    pub(crate) fn text(&mut self, report: &DecisionReport, func: Option<&str>) -> String {
        let Some(kind) = report.kind else { return String::new() };
        let at = report.p.map_or_else(String::new, |p| format!("P{}: ", p.0));
        let Some(number) = report.number else {
            let text = self.describe_effect(kind, report, func);
            return if text.is_empty() { text } else { format!("         {at}{text}\n") };
        };
        match report.g {
            Some(g) => _ = self.running.insert(report.p, g),
            None => _ = self.running.remove(&report.p),
        }
        let mut out = format!("{number:>6}   {at}{}\n", decision_text(kind, report));
        if let Some(queues) = &report.queues {
            let _ = writeln!(out, "           {}", queues_text(queues));
        }
        out
    }

    /// The text for an event that leads to a decision; `func` is the function of a new goroutine.
    fn describe_effect(&self, kind: Kind, report: &DecisionReport, func: Option<&str>) -> String {
        let g = report.g.map_or_else(String::new, |g| format!("G{g}"));
        let by = self
            .running
            .get(&report.p)
            .map_or_else(|| "the runtime".to_owned(), |g| format!("G{g}"));
        let arg = report.argument;
        match kind {
            Kind::Create => {
                let func = func.map_or_else(String::new, |func| format!(" ({func})"));
                format!("{by} makes {g}{func} → {}", queue_place_text(arg))
            }
            Kind::Wake => format!("{by} readies {g} → {}", queue_place_text(arg)),
            Kind::Kick => format!("{g}, displaced from runnext → {}", queue_place_text(arg)),
            Kind::Overflow => {
                let half = goroutine_names('G', &report.moved_tasks);
                format!(
                    "the local queue is full: half of it and {g} move to the global queue: {half}"
                )
            }
            Kind::Park => {
                match Reason::ALL.get(arg as usize) {
                    // Each goroutine that parks names its wait reason, except the one that returned from main, called
                    // os.Exit or failed.
                    None | Some(Reason::Unknown) => format!("{g} ends the program"),
                    Some(reason) => format!("{g} parks: {}", reason.text()),
                }
            }
            Kind::Unpark => format!("{g} was readied before it had parked"),
            Kind::Yield => format!("{g} yields → {}", queue_place_text(arg)),
            Kind::Preempted => format!("{g} is preempted → {}", queue_place_text(arg)),
            Kind::Displaced => {
                format!(
                    "{g} is moved to make room for another goroutine → {}",
                    queue_place_text(arg)
                )
            }
            Kind::Done => format!("{g} ends → free list"),
            Kind::Timer => "a timer is due".to_owned(),
            Kind::TimerSteal => format!("runs the timers of P{arg}"),
            Kind::Netpoll => format!("netpoller: {arg} ready"),
            Kind::Kept => {
                format!("parking is switched off: the M and the P wait together with {by}")
            }
            Kind::StackGrow => format!("the stack of {g} grows: copied to one of {arg} bytes"),
            Kind::StopWorld => format!("{by} stops the world"),
            Kind::Stopped => "the world has stopped".to_owned(),
            Kind::StartWorld => "the world goes on".to_owned(),
            Kind::Procs => format!("the number of Ps is now {arg}"),
            _ => self.blocking_call_text(kind, &g, arg).unwrap_or_else(|| thread_text(kind, arg)),
        }
    }

    /// The text for events of blocking calls, and for those of sysmon.
    fn blocking_call_text(&self, kind: Kind, g: &str, arg: u32) -> Option<String> {
        let runs = match (g, self.running.get(&Some(ProcId(arg)))) {
            ("" | "G0", Some(g)) => format!("G{g}"),
            ("" | "G0", None) => "the goroutine".to_owned(),
            _ => g.to_owned(),
        };
        Some(match kind {
            Kind::Block if arg == 0 => format!("{g} makes a call that may block"),
            Kind::Block => format!("{g} makes a call that is known to block"),
            Kind::Unblock => format!("the call of {g} was short: its M keeps the P"),
            Kind::ReturnOld => {
                format!("the call of {g} ends: its old P is still idle, and the goroutine takes it")
            }
            Kind::ReturnIdle => {
                format!("the call of {g} ends: this P is idle, and the goroutine takes it")
            }
            Kind::ReturnQueued => format!("the call of {g} ends: no P is idle → global queue"),
            Kind::Handoff => format!("handed off: the M of {g} continues the call without its P"),
            Kind::Retake => format!("sysmon: the call takes long, P{arg} is taken from its M"),
            Kind::PreemptAsk => {
                format!("sysmon: the time slice of {runs} on P{arg} is over, it is asked to yield")
            }
            _ => return None,
        })
    }
}

/// The place to which a readied goroutine is moved.
fn queue_place_text(code: u32) -> String {
    match QueuePlace::of_code(code) {
        QueuePlace::Next => "runnext".to_owned(),
        QueuePlace::Local => "tail of the local queue".to_owned(),
        QueuePlace::Global => "tail of the global queue".to_owned(),
        QueuePlace::Of(p) => format!("queue of P{p}"),
    }
}

/// The text for events of Ms.
fn thread_text(kind: Kind, m: u32) -> String {
    match kind {
        Kind::SpinStart => format!("M{m} searches"),
        Kind::SpinStop => format!("M{m} stops spinning"),
        Kind::ProcStart => format!("M{m} takes the P"),
        Kind::ThreadNew => format!("M{m} is started"),
        Kind::ThreadWake => format!("M{m} is woken"),
        Kind::ThreadIdle => format!("M{m} goes to sleep"),
        Kind::Pinned => format!("the goroutine is locked to M{m}: the P is handed to that M"),
        _ => String::new(),
    }
}

/// The text for a decision: the rule and its result.
fn decision_text(kind: Kind, report: &DecisionReport) -> String {
    let g = report.g.map_or_else(String::new, |g| format!("G{g}"));
    let m = report.m.map_or_else(String::new, |m| format!(" on M{m}"));
    let tried: Vec<String> = report.tried_victims.iter().map(|p| format!("P{}", p.0)).collect();
    let in_vain = match tried.is_empty() {
        true => String::new(),
        false => format!("tried {} in vain, ", tried.join(", ")),
    };
    match kind {
        Kind::Tick61 => format!("every 61st tick the global queue comes first → {g}{m}"),
        Kind::Inherit => match report.slice_left {
            Some(left) => {
                let left = left as f64 / 1e6;
                format!("runnext → {g}{m}, inherits the time slice: {left:.3} ms left")
            }
            None => format!("runnext → {g}{m}, inherits the time slice"),
        },
        Kind::Local => format!("local queue → {g}{m}"),
        Kind::Global => {
            let batch = report.moved_tasks.len();
            let rest = batch.saturating_sub(1);
            match rest {
                0 => format!("nothing local, global queue → {g}{m}"),
                _ => {
                    let moved = goroutine_names('G', &report.moved_tasks[..rest]);
                    format!(
                        "nothing local, global queue gives {batch}: {moved} → local queue, {g}{m}"
                    )
                }
            }
        }
        Kind::Netpoll => format!("readied by the netpoller → {g}{m}"),
        Kind::Steal => {
            let (moved, from) = (goroutine_names('G', &report.moved_tasks), report.argument);
            format!(
                "nothing local, nothing global, {in_vain}steals {moved} from P{from}, runs {g}{m}"
            )
        }
        Kind::StealNext => {
            let from = report.argument;
            format!("nothing local, nothing global, {in_vain}steals runnext of P{from} → {g}{m}")
        }
        Kind::ProcIdle => {
            let in_vain = in_vain.trim_end_matches(", ");
            if report.argument == 1 {
                return "nothing local, nothing global, and enough Ms search (at most half as many as \
                        Ps are busy): idle"
                    .to_owned();
            }
            let and = if in_vain.is_empty() { "" } else { ", " };
            format!("nothing local, nothing global{and}{in_vain}: idle")
        }
        _ => format!("{g} goes on{m}"),
    }
}

/// The names of goroutines (`G`) or Ms; runs of consecutive numbers are written as ranges: `G3 G7–G12`.
pub(crate) fn goroutine_names(letter: char, all: &[u64]) -> String {
    let mut out = String::new();
    let mut rest = all;
    while let Some(&first) = rest.first() {
        let run = rest.iter().zip(first..).take_while(|(g, next)| *g == next).count();
        let last = first + run as u64 - 1;
        let space = if out.is_empty() { "" } else { " " };
        let taken = if run > 2 { run } else { 1 };
        let _ = match run > 2 {
            true => write!(out, "{space}{letter}{first}–{letter}{last}"),
            false => write!(out, "{space}{letter}{first}"),
        };
        rest = &rest[taken..];
    }
    out
}

fn queues_text(queues: &Queues) -> String {
    let mut out = String::new();
    for (p, (next, queue)) in queues.local_queues.iter().enumerate() {
        let next = next.map_or_else(String::new, |g| format!("next G{g} "));
        let _ = write!(out, "P{p} {next}[{}]  ", shorten_queue(queue));
    }
    if let Some(global) = &queues.global_queue {
        let _ = write!(out, "global [{}]", shorten_queue(global));
    }
    out
}

/// The names in a queue, cut if the queue is long.
fn shorten_queue(queue: &[u64]) -> String {
    let text = goroutine_names('G', queue);
    if text.split(' ').count() <= MAX_NAMED_GOROUTINES {
        return text;
    }
    let front: Vec<&str> = text.split(' ').take(MAX_NAMED_GOROUTINES).collect();
    format!("{} … {} in all", front.join(" "), queue.len())
}
