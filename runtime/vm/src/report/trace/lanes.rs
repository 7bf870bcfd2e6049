//! A trace as lanes of a viewer: one for each P, M and goroutine, curves for queues and threads, arrows from wakers to
//! the woken. A [`LaneFormat`] encodes the lanes.

use super::event::{
    ChoiceRule, GoroutineState, NO_NUMBER, OtherEvent, QueueMove, Sink, Span, TraceFacts,
};
use super::levels::{Curve, CurveLevels};
use super::names::Names;
use hashbrown::HashMap;
use minigo_sched::{GcPhase, Kind, Reason};

/// A lane: its group, and its number in the group.
pub(crate) type Lane = (u32, u32);

/// Groups of lanes; the viewer shows them as processes.
pub(crate) const PROC_GROUP: u32 = 1;
pub(crate) const THREAD_GROUP: u32 = 2;
pub(crate) const RUNTIME_GROUP: u32 = 3;
pub(crate) const GOROUTINE_GROUP: u32 = 4;
pub(crate) const GROUPS: [(u32, &str); 4] = [
    (PROC_GROUP, "Ps"),
    (THREAD_GROUP, "Ms"),
    (RUNTIME_GROUP, "runtime"),
    (GOROUTINE_GROUP, "goroutines"),
];

/// The lanes of the runtime.
const WORLD_LANE: Lane = (RUNTIME_GROUP, 0);
const COLLECTOR_LANE: Lane = (RUNTIME_GROUP, 1);
const MONITOR_LANE: Lane = (RUNTIME_GROUP, 2);
const OUTSIDE_LANE: Lane = (RUNTIME_GROUP, 3);

/// How many goroutines get a lane of their own: the first ones.
const MAX_GOROUTINE_LANES: u32 = 10_000;

/// The arguments of a slice or an instant: names and values.
pub(crate) type Args<'a> = &'a [(&'static str, String)];

/// An encoding of lanes. A lane is named before anything is written to it.
pub(crate) trait LaneFormat {
    fn name_lane(&mut self, lane: Lane, name: &str);
    /// Writes a slice; `head` is the number of the arrow that ends at it.
    fn write_slice(&mut self, lane: Lane, time: (u64, u64), name: &str, args: Args<'_>, head: u64);
    fn write_instant(&mut self, lane: Lane, at: u64, name: &str, args: Args<'_>);
    /// Writes the begin of an arrow; `within`: in a slice of that lane.
    fn write_arrow_tail(&mut self, lane: Lane, at: u64, name: &str, arrow: u64, within: bool);
    fn write_level(&mut self, curve: Curve, at: u64, value: i64);
}

/// Writes the contents of a trace as lanes.
pub(crate) struct Lanes<'a, F: LaneFormat> {
    pub(crate) format: F,
    names: &'a Names<'a>,
    /// The final state of the facts: a goroutine may get its name after its first span.
    facts: &'a TraceFacts,
    begin_time: u64,
    levels: CurveLevels,
    named_lanes: hashbrown::HashSet<Lane>,
    /// For each worker that spins, the time at which it began to spin.
    spin_begins: HashMap<u32, u64>,
    /// The end of each thread's last slice.
    thread_ends: HashMap<u32, u64>,
    /// The time at which the current stop of the world was requested, and the collector's phase with the time of its
    /// begin.
    world_stop_begin: Option<u64>,
    open_collection: Option<(u64, &'static str)>,
    arrow_count: u64,
    last_time: u64,
}

impl<'a, F: LaneFormat> Lanes<'a, F> {
    pub(crate) fn new(out: F, names: &'a Names<'a>, facts: &'a TraceFacts, begin: u64) -> Self {
        let (named, spins, thread_ends) = Default::default();
        let mut lanes = Self {
            format: out,
            names,
            facts,
            begin_time: begin,
            levels: CurveLevels::default(),
            named_lanes: named,
            spin_begins: spins,
            thread_ends,
            world_stop_begin: None,
            open_collection: None,
            arrow_count: 0,
            last_time: 0,
        };
        let runtime = ["world", "collector", "sysmon", "outside"];
        for (number, name) in (0..).zip(runtime) {
            lanes.format.name_lane((RUNTIME_GROUP, number), name);
        }
        lanes
    }

    /// Ends all open slices, and draws the curves.
    pub(crate) fn finish(mut self) -> F {
        let at = self.last_time;
        let mut spins: Vec<_> = self.spin_begins.drain().collect();
        spins.sort_unstable();
        for (worker, since) in spins {
            self.thread_slice(worker, (since, at), "spinning", &[]);
        }
        if let Some(since) = self.world_stop_begin.take() {
            self.format.write_slice(WORLD_LANE, (since, at), "stop the world", &[], 0);
        }
        if let Some((since, phase)) = self.open_collection.take() {
            self.format.write_slice(COLLECTOR_LANE, (since, at), phase, &[], 0);
        }
        let Self { format: mut out, levels, .. } = self;
        levels.for_each_value(|curve, at, value| out.write_level(curve, at, value));
        out
    }

    fn lane_of(&mut self, proc: u32) -> Lane {
        if proc == NO_NUMBER {
            return OUTSIDE_LANE;
        }
        self.name_lane((PROC_GROUP, proc), || format!("P{proc}"))
    }

    fn name_lane(&mut self, lane: Lane, name: impl FnOnce() -> String) -> Lane {
        if self.named_lanes.insert(lane) {
            self.format.name_lane(lane, &name());
        }
        lane
    }

    /// Writes a slice of a thread, which never begins before the end of the thread's previous slice.
    fn thread_slice(&mut self, worker: u32, (from, to): (u64, u64), name: &str, args: Args<'_>) {
        if worker == NO_NUMBER {
            return;
        }
        let lane = self.name_lane((THREAD_GROUP, worker), || format!("M{worker}"));
        let end = self.thread_ends.entry(worker).or_default();
        let from = from.max(*end).min(to);
        *end = to;
        self.format.write_slice(lane, (from, to), name, args, 0);
    }

    fn goroutine_name(&self, g: u32) -> String {
        let known = self.facts.goroutines.get(g as usize);
        known.map_or_else(|| "?".to_owned(), |known| self.names.goroutine(*known))
    }

    /// The number of the arrow to a slice that begins; 0 for no arrow.
    fn write_arrow(&mut self, span: &Span, name: &str) -> u64 {
        let Some(origin) = span.origin.filter(|o| o.time >= self.begin_time) else { return 0 };
        self.arrow_count += 1;
        let lane = self.lane_of(origin.proc);
        let what = if origin.is_new { "create" } else { "wake" };
        let (at, within) = (
            origin.time.min(span.from_time),
            origin.proc != NO_NUMBER && origin.goroutine != NO_NUMBER,
        );
        self.format.write_arrow_tail(lane, at, &format!("{what} {name}"), self.arrow_count, within);
        self.arrow_count
    }

    fn write_run(&mut self, span: &Span) {
        let name = self.goroutine_name(span.goroutine);
        let mut args = vec![("rule", span.rule.text().to_owned()), ("end", end_text(span))];
        args.extend(self.wait_args(span));
        let made = self.facts.goroutines[span.goroutine as usize].made_at;
        args.extend(self.names.line(made).map(|line| ("made", line)));
        let lane = self.lane_of(span.proc);
        let head = self.write_arrow(span, &name);
        let time = (span.from_time, span.to_time);
        self.format.write_slice(lane, time, &name, &args, head);
        self.thread_slice(span.worker, time, &name, &[("p", span.proc.to_string())]);
    }

    /// The arguments of a wait, or of the slice that ends in it: reason, place and object.
    fn wait_args(&self, span: &Span) -> Vec<(&'static str, String)> {
        let mut args = Vec::new();
        if span.end_kind == Kind::Park {
            args.push(("waits", reason_text(span.reason).to_owned()));
        }
        args.extend(self.names.line(span.location).map(|line| ("at", line)));
        let wanted = self.names.awaited_name(span.location).map(str::to_owned);
        args.extend(
            wanted.or_else(|| self.names.object_name(self.facts, span.object)).map(|n| ("for", n)),
        );
        args.extend(self.names.object_description(self.facts, span.object).map(|o| ("object", o)));
        args
    }

    /// Writes the slice in the goroutine's own lane.
    fn write_goroutine_lane(&mut self, span: &Span) {
        if span.goroutine >= MAX_GOROUTINE_LANES {
            return;
        }
        let lane = (GOROUTINE_GROUP, span.goroutine);
        if self.named_lanes.insert(lane) {
            let name = self.goroutine_name(span.goroutine);
            self.format.name_lane(lane, &name);
        }
        let mut args = Vec::new();
        let name = match span.state {
            GoroutineState::Running => {
                args.push(("p", format!("P{}", span.proc)));
                "running".to_owned()
            }
            GoroutineState::Runnable => {
                args.push(("in", span.queue.text()));
                "runnable".to_owned()
            }
            GoroutineState::Waiting => {
                args.extend(self.wait_args(span));
                reason_text(span.reason).to_owned()
            }
            GoroutineState::Call => {
                args.extend(self.names.line(span.location).map(|line| ("at", line)));
                "blocking call".to_owned()
            }
        };
        self.format.write_slice(lane, (span.from_time, span.to_time), &name, &args, 0);
    }

    fn note_world_event(&mut self, other: &OtherEvent) {
        if other.kind == Kind::StopWorld {
            self.world_stop_begin.get_or_insert(other.time);
            return;
        }
        self.format.write_instant(WORLD_LANE, other.time, other.kind.text(), &[]);
        if other.kind == Kind::StartWorld
            && let Some(since) = self.world_stop_begin.take()
        {
            self.format.write_slice(WORLD_LANE, (since, other.time), "stop the world", &[], 0);
        }
    }

    fn note_collector_event(&mut self, other: &OtherEvent) {
        if let Some((since, phase)) = self.open_collection.take() {
            self.format.write_slice(COLLECTOR_LANE, (since, other.time), phase, &[], 0);
        }
        self.open_collection = GcPhase::text(other.argument).map(|phase| (other.time, phase));
    }
}

impl<F: LaneFormat> Sink for Lanes<'_, F> {
    fn note_span(&mut self, span: &Span) {
        self.last_time = self.last_time.max(span.to_time);
        self.levels.note_span(span);
        match span.state {
            GoroutineState::Running => self.write_run(span),
            GoroutineState::Call => {
                let name = format!("syscall of {}", self.goroutine_name(span.goroutine));
                self.thread_slice(span.worker, (span.from_time, span.to_time), &name, &[]);
            }
            GoroutineState::Runnable | GoroutineState::Waiting => {}
        }
        if span.to_time > span.from_time {
            self.write_goroutine_lane(span);
        }
    }

    fn note_move(&mut self, moved: &QueueMove) {
        let lane = self.lane_of(moved.to_queue.proc());
        let args = [
            ("g", self.goroutine_name(moved.goroutine)),
            ("from", moved.from_queue.text()),
            ("to", moved.to_queue.text()),
            ("by", moved.kind.text().to_owned()),
        ];
        self.format.write_instant(lane, moved.time, "moved", &args);
    }

    fn note_other_event(&mut self, other: &OtherEvent) {
        self.last_time = self.last_time.max(other.time);
        self.levels.note_other_event(other);
        let lane = self.lane_of(other.proc);
        let number = |name| [(name, other.argument.to_string())];
        match other.kind {
            Kind::Create | Kind::Wake | Kind::Park | Kind::Yield | Kind::Preempted => {}
            Kind::Displaced | Kind::Done | Kind::Block | Kind::Unpark | Kind::Unblock => {}
            Kind::SpinStart => _ = self.spin_begins.insert(other.argument, other.time),
            Kind::SpinStop => {
                if let Some(since) = self.spin_begins.remove(&other.argument) {
                    self.thread_slice(other.argument, (since, other.time), "spinning", &[]);
                }
            }
            Kind::Steal | Kind::StealNext => {
                let args = [
                    ("from", format!("P{}", other.argument)),
                    ("g", self.goroutine_name(other.goroutine)),
                ];
                self.format.write_instant(lane, other.time, other.kind.text(), &args);
            }
            Kind::StopWorld | Kind::Stopped | Kind::StartWorld => self.note_world_event(other),
            Kind::Gc => self.note_collector_event(other),
            Kind::PreemptAsk | Kind::Retake => {
                self.format.write_instant(
                    MONITOR_LANE,
                    other.time,
                    other.kind.text(),
                    &number("p"),
                );
            }
            Kind::SysmonSlow | Kind::SysmonSleep | Kind::SysmonWake => {
                self.format.write_instant(
                    MONITOR_LANE,
                    other.time,
                    other.kind.text(),
                    &number("n"),
                );
            }
            _ if other.goroutine != NO_NUMBER => {
                let args = [
                    ("g", self.goroutine_name(other.goroutine)),
                    ("n", other.argument.to_string()),
                ];
                self.format.write_instant(lane, other.time, other.kind.text(), &args);
            }
            _ => self.format.write_instant(lane, other.time, other.kind.text(), &number("n")),
        }
    }
}

/// The text of why a slice ended.
fn end_text(span: &Span) -> String {
    match span.end_kind {
        Kind::StartWorld => "the trace ends".to_owned(),
        kind => kind.text().to_owned(),
    }
}

/// The text of a reason.
pub(crate) fn reason_text(number: u8) -> &'static str {
    Reason::ALL.get(usize::from(number)).map_or("?", |reason| reason.text())
}

const _: () = assert!(ChoiceRule::TEXTS.len() == ChoiceRule::Pinned as usize + 1);
