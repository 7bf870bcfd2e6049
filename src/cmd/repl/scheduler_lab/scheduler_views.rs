//! Shows the scheduler as text.

use super::goroutine_listing::multiplicity_text;
use crate::cmd::scheduler_decisions::goroutine_names;
use minigo_vm::inspect::{
    Direction, GoId, Inspection, Kind, LOCAL_QUEUE_CAPACITY, M, MActivity, Nanos, P, Snapshot,
    Status, Timer,
};
use std::fmt::Write as _;

/// The number of goroutines of a queue that are named.
const MAX_NAMED_GOROUTINES: usize = 16;

/// Returns the Ps with their queues, the global queue, and other sources of runnable goroutines.
pub(super) fn processors_view(seen: &Inspection) -> String {
    let it = &seen.scheduler;
    let mut out = String::new();
    for (p, stacks) in it.ps.iter().zip(&seen.kept_stack_counts) {
        write_processor(&mut out, it, p, *stacks);
    }
    let _ =
        writeln!(out, "global queue ({}){}", it.global_queue.len(), queue_text(&it.global_queue));
    if !it.idle_ps.is_empty() {
        let idle: String = it.idle_ps.iter().rev().map(|p| format!(" P{}", p.0)).collect();
        let _ = writeln!(out, "idle Ps, in the order in which they will be taken:{idle}");
    }
    write_net_poller(&mut out, it);
    sysmon_line(&mut out, it);
    write_counters(&mut out, it);
    out
}

fn write_processor(out: &mut String, it: &Snapshot<GoId>, p: &P<GoId>, stacks: usize) {
    let _ = write!(out, "P{}  {:<22} tick {:<5}", p.id.0, status_text(&p.status), p.tick);
    if let Some(left) = p.slice_left {
        let _ = write!(out, " slice: {} left", time_text(left));
    }
    let next = p.runnext.map_or_else(|| "–".to_owned(), |g| g.to_string());
    let _ = writeln!(out, " runnext {next}");
    let _ = writeln!(
        out,
        "    queue ({} of {LOCAL_QUEUE_CAPACITY}){}",
        p.queue.len(),
        queue_text(&p.queue)
    );
    if !p.outgoing_tasks.is_empty() {
        let _ = writeln!(
            out,
            "    yielded, on the way to the global queue:{}",
            queue_text(&p.outgoing_tasks)
        );
    }
    if !p.handed_over_tasks.is_empty() {
        let _ = writeln!(out, "    readied by the netpoller:{}", queue_text(&p.handed_over_tasks));
    }
    let _ = writeln!(
        out,
        "    free: {} Gs and {stacks} stacks of ended goroutines, {} new Gs",
        p.free_slots, p.unused_slots
    );
    if !p.timers.is_empty() {
        let _ =
            writeln!(out, "    timers ({}):{}", p.timers.len(), timers_text(&p.timers, it.time));
    }
}

fn status_text(status: &Status<GoId>) -> String {
    match status {
        Status::Idle => "idle".to_owned(),
        Status::Running { m, g } => format!("runs {g} on M{m}"),
        Status::Finding { m, spinning: true } => format!("M{m} searches"),
        Status::Finding { m, spinning: false } => format!("M{m} looks for work"),
        Status::InCall { m, g } => format!("M{m} in a call of {g}"),
        Status::Assigned { m, .. } => format!("M{m} is waking"),
        Status::Kept { m, g } => format!("kept by {g}, M{m}"),
    }
}

/// The number of Ms from which on Ms in the same state share a line.
const MIN_MACHINES_TO_GROUP: usize = 16;

/// Returns the list of Ms. If there are many Ms, those in the same state share a line, unless `all` is set.
pub(super) fn machines_view(seen: &Inspection, all: bool) -> String {
    let it = &seen.scheduler;
    let mut out = String::new();
    let mut groups: Vec<MachineGroup> = Vec::new();
    for m in &it.ms {
        let group = group_of(m);
        let alike = groups
            .iter_mut()
            .find(|g| !all && it.ms.len() >= MIN_MACHINES_TO_GROUP && g.is_like(&group));
        match alike {
            Some(alike) => alike.add(&group),
            None => groups.push(group),
        }
    }
    groups.iter().for_each(|group| group.write(&mut out));
    let searching = it.ps.iter().filter(|p| is_searching(p)).count();
    let busy = it.ps.iter().filter(|p| p.status != Status::Idle).count();
    let _ = writeln!(
        out,
        "{searching} searching, {busy} of {} Ps busy: at most half as many search",
        it.ps.len()
    );
    if it.seed.is_some() {
        out.push_str("with a seed, one thread runs all Ps and simulates an M for each\n");
    }
    out
}

/// Ms (threads) that have the same activity, which share a line.
struct MachineGroup {
    machine_numbers: Vec<u64>,
    /// The Ms' activity, before the name of a goroutine.
    activity: &'static str,
    /// The goroutines for which the Ms work; empty if the activity concerns none.
    goroutine_names: Vec<u64>,
    /// The text behind the goroutine's name, with the P.
    processor_text: String,
    locked_goroutine: Option<GoId>,
}

fn group_of(m: &M<GoId>) -> MachineGroup {
    let (activity, g, rest) = match &m.activity {
        MActivity::Parked => ("sleeps, without a P", None, String::new()),
        MActivity::Running { p, g } => ("runs ", Some(*g), format!(" on P{}", p.0)),
        MActivity::Finding { p, spinning: true } => ("searches, with ", None, format!("P{}", p.0)),
        MActivity::Finding { p, spinning: false } => {
            ("looks for work, with ", None, format!("P{}", p.0))
        }
        MActivity::InCall { p: Some(p), g } => {
            ("in a call of ", Some(*g), format!(", still with P{}", p.0))
        }
        MActivity::InCall { p: None, g } => ("in a call of ", Some(*g), ", without a P".to_owned()),
        MActivity::Polling => {
            ("sleeps in the netpoller, for timers and the network", None, String::new())
        }
        MActivity::Waking { p } => ("is waking, with ", None, format!("P{}", p.0)),
        MActivity::Kept { p, g } => ("waits with ", Some(*g), format!(", and keeps P{}", p.0)),
        MActivity::Between => ("has no P", None, String::new()),
    };
    let gs = g.iter().map(|g| g.0).collect();
    MachineGroup {
        machine_numbers: vec![m.number.into()],
        activity,
        goroutine_names: gs,
        processor_text: rest,
        locked_goroutine: m.locked_task,
    }
}

impl MachineGroup {
    fn is_like(&self, other: &Self) -> bool {
        (self.activity, &self.processor_text) == (other.activity, &other.processor_text)
            && self.locked_goroutine.is_none()
            && other.locked_goroutine.is_none()
    }

    fn add(&mut self, other: &Self) {
        self.machine_numbers.extend(&other.machine_numbers);
        self.goroutine_names.extend(&other.goroutine_names);
    }

    fn write(&self, out: &mut String) {
        let locked = self.locked_goroutine.map_or_else(String::new, |g| format!(", locked to {g}"));
        let times = if self.machine_numbers.len() > 1 {
            multiplicity_text(self.machine_numbers.len())
        } else {
            String::new()
        };
        let (ms, gs) = (
            goroutine_names('M', &self.machine_numbers),
            goroutine_names('G', &self.goroutine_names),
        );
        let _ = writeln!(out, "{ms}{times}  {}{gs}{}{locked}", self.activity, self.processor_text);
    }
}

fn is_searching(p: &P<GoId>) -> bool {
    matches!(
        p.status,
        Status::Finding { spinning: true, .. } | Status::Assigned { spinning: true, .. }
    )
}

/// Returns the text of a queue, shortened if the queue is long.
fn queue_text(queue: &[GoId]) -> String {
    let mut out = String::new();
    for g in queue.iter().take(MAX_NAMED_GOROUTINES) {
        let _ = write!(out, " {g}");
    }
    if queue.len() > MAX_NAMED_GOROUTINES {
        let _ = write!(out, " … {}", queue[queue.len() - 1]);
    }
    out
}

fn timers_text(timers: &[Timer<GoId>], now: Nanos) -> String {
    let mut out = String::new();
    for timer in timers.iter().take(MAX_NAMED_GOROUTINES / 2) {
        let what = timer.woken_task.map_or_else(|| "calls".to_owned(), |g| format!("wakes {g}"));
        let _ = match timer.when.checked_sub(now) {
            Some(left) => write!(out, " {what} in {};", time_text(left)),
            None => write!(out, " {what} now;"),
        };
    }
    let more = timers.len().saturating_sub(MAX_NAMED_GOROUTINES / 2);
    if more > 0 {
        let _ = write!(out, " {more} more");
    }
    out.trim_end_matches(';').to_owned()
}

fn write_net_poller(out: &mut String, it: &Snapshot<GoId>) {
    for wait in &it.net.waits {
        let what = if wait.direction == Direction::Read { "read" } else { "write" };
        let _ = writeln!(out, "netpoller: {} waits to {what} descriptor {}", wait.g, wait.fd);
    }
}

fn sysmon_line(out: &mut String, it: &Snapshot<GoId>) {
    let _ = match it.seed {
        Some(seed) => writeln!(
            out,
            "sysmon: does not run with a seed; all choices are drawn from seed {seed}"
        ),
        None if it.sysmon.asleep => writeln!(out, "sysmon: sleeps until a P is in use"),
        None => writeln!(out, "sysmon: looks every {}", time_text(it.sysmon.pause_length)),
    };
}

/// The counters that are shown, with their names.
const SHOWN_COUNTERS: &[(Kind, &str)] = &[
    (Kind::Start, "slices"),
    (Kind::Inherit, "slices from runnext"),
    (Kind::Local, "slices from local queues"),
    (Kind::Global, "batches from the global queue"),
    (Kind::Tick61, "61st ticks"),
    (Kind::Steal, "steals"),
    (Kind::StealNext, "steals of a runnext"),
    (Kind::Overflow, "overflows"),
    (Kind::Handoff, "hand-offs"),
    (Kind::Retake, "Ps retaken"),
    (Kind::Preempted, "preemptions"),
    (Kind::Netpoll, "netpoller polls that found ready goroutines"),
    (Kind::Timer, "timers"),
    (Kind::SpinStart, "searches"),
    (Kind::ThreadNew, "Ms started"),
];

fn write_counters(out: &mut String, it: &Snapshot<GoId>) {
    let Some(counters) = &it.counters else { return };
    let shown = SHOWN_COUNTERS.iter().map(|(kind, name)| (counters.of(*kind), name));
    let some: Vec<String> =
        shown.filter(|(n, _)| *n > 0).map(|(n, name)| format!("{name} {n}")).collect();
    if !some.is_empty() {
        let _ = writeln!(out, "so far: {}", some.join(", "));
    }
    let off: Vec<&str> = it.switches.disabled().collect();
    if !off.is_empty() {
        let _ = writeln!(out, "without {}", off.join(", "));
    }
}

/// Returns a time with about three digits.
pub(super) fn time_text(ns: Nanos) -> String {
    match ns {
        0..1_000 => format!("{ns}ns"),
        1_000..1_000_000 => format!("{}µs", ns / 1_000),
        1_000_000..1_000_000_000 => format!("{:.1}ms", ns as f64 / 1e6),
        _ => format!("{:.1}s", ns as f64 / 1e9),
    }
}
