//! A trace as lanes of a viewer: one for each P, M and goroutine, curves for queues and threads, arrows from wakers to
//! the woken. A [`Format`] encodes the lanes.

use super::event::{Move, NONE, OtherEvent, Rule, Sink, Span, State, TraceFacts};
use super::levels::{Curve, Levels};
use super::names::Names;
use hashbrown::HashMap;
use minigo_sched::{GcPhase, Kind, Reason};

/// A lane: its group, and its number in the group.
pub(crate) type Lane = (u32, u32);

/// Groups of lanes; the viewer shows them as processes.
pub(crate) const PROCS: u32 = 1;
pub(crate) const THREADS: u32 = 2;
pub(crate) const RUNTIME: u32 = 3;
pub(crate) const GOROUTINES: u32 = 4;
pub(crate) const GROUPS: [(u32, &str); 4] =
    [(PROCS, "Ps"), (THREADS, "Ms"), (RUNTIME, "runtime"), (GOROUTINES, "goroutines")];

/// The lanes of the runtime.
const WORLD: Lane = (RUNTIME, 0);
const COLLECTOR: Lane = (RUNTIME, 1);
const MONITOR: Lane = (RUNTIME, 2);
const OUTSIDE_LANE: Lane = (RUNTIME, 3);

/// How many goroutines get a lane of their own: the first ones.
const LANES: u32 = 10_000;

/// The arguments of a slice or an instant: names and values.
pub(crate) type Args<'a> = &'a [(&'static str, String)];

/// An encoding of lanes. A lane is named before anything is written to it.
pub(crate) trait Format {
    fn name_lane(&mut self, lane: Lane, name: &str);
    /// Writes a slice; `head` is the number of the arrow that ends at it.
    fn slice(&mut self, lane: Lane, time: (u64, u64), name: &str, args: Args<'_>, head: u64);
    fn instant(&mut self, lane: Lane, at: u64, name: &str, args: Args<'_>);
    /// Writes the begin of an arrow; `within`: in a slice of that lane.
    fn arrow_tail(&mut self, lane: Lane, at: u64, name: &str, arrow: u64, within: bool);
    fn level(&mut self, curve: Curve, at: u64, value: i64);
}

/// Writes the contents of a trace as lanes.
pub(crate) struct Lanes<'a, F: Format> {
    pub(crate) out: F,
    names: &'a Names<'a>,
    /// The final state of the facts: a goroutine may get its name after its first span.
    facts: &'a TraceFacts,
    begin: u64,
    levels: Levels,
    named: hashbrown::HashSet<Lane>,
    /// The times since when workers spin.
    spins: HashMap<u32, u64>,
    /// The end of each thread's last slice.
    thread_ends: HashMap<u32, u64>,
    /// The time since when the world is stopped or being stopped, and the collector's phase with the time of its begin.
    stopping: Option<u64>,
    collecting: Option<(u64, &'static str)>,
    arrows: u64,
    last: u64,
}

impl<'a, F: Format> Lanes<'a, F> {
    pub(crate) fn new(out: F, names: &'a Names<'a>, facts: &'a TraceFacts, begin: u64) -> Self {
        let (named, spins, thread_ends) = Default::default();
        let mut lanes = Self {
            out,
            names,
            facts,
            begin,
            levels: Levels::default(),
            named,
            spins,
            thread_ends,
            stopping: None,
            collecting: None,
            arrows: 0,
            last: 0,
        };
        let runtime = ["world", "collector", "sysmon", "outside"];
        for (number, name) in (0..).zip(runtime) {
            lanes.out.name_lane((RUNTIME, number), name);
        }
        lanes
    }

    /// Ends all open slices, and draws the curves.
    pub(crate) fn finish(mut self) -> F {
        let at = self.last;
        let mut spins: Vec<_> = self.spins.drain().collect();
        spins.sort_unstable();
        for (worker, since) in spins {
            self.thread_slice(worker, (since, at), "spinning", &[]);
        }
        if let Some(since) = self.stopping.take() {
            self.out.slice(WORLD, (since, at), "stop the world", &[], 0);
        }
        if let Some((since, phase)) = self.collecting.take() {
            self.out.slice(COLLECTOR, (since, at), phase, &[], 0);
        }
        let Self { mut out, levels, .. } = self;
        levels.each(|curve, at, value| out.level(curve, at, value));
        out
    }

    fn lane_of(&mut self, proc: u32) -> Lane {
        if proc == NONE {
            return OUTSIDE_LANE;
        }
        self.named((PROCS, proc), || format!("P{proc}"))
    }

    fn named(&mut self, lane: Lane, name: impl FnOnce() -> String) -> Lane {
        if self.named.insert(lane) {
            self.out.name_lane(lane, &name());
        }
        lane
    }

    /// Writes a slice of a thread, which never begins before the end of the thread's previous slice.
    fn thread_slice(&mut self, worker: u32, (from, to): (u64, u64), name: &str, args: Args<'_>) {
        if worker == NONE {
            return;
        }
        let lane = self.named((THREADS, worker), || format!("M{worker}"));
        let end = self.thread_ends.entry(worker).or_default();
        let from = from.max(*end).min(to);
        *end = to;
        self.out.slice(lane, (from, to), name, args, 0);
    }

    fn name(&self, g: u32) -> String {
        let known = self.facts.goroutines.get(g as usize);
        known.map_or_else(|| "?".to_owned(), |known| self.names.goroutine(*known))
    }

    /// The number of the arrow to a slice that begins; 0 for no arrow.
    fn arrow(&mut self, span: &Span, name: &str) -> u64 {
        let Some(origin) = span.origin.filter(|o| o.at >= self.begin) else { return 0 };
        self.arrows += 1;
        let lane = self.lane_of(origin.proc);
        let what = if origin.is_new { "create" } else { "wake" };
        let (at, within) = (origin.at.min(span.from), origin.proc != NONE && origin.g != NONE);
        self.out.arrow_tail(lane, at, &format!("{what} {name}"), self.arrows, within);
        self.arrows
    }

    fn run(&mut self, span: &Span) {
        let name = self.name(span.g);
        let mut args = vec![("rule", span.rule.text().to_owned()), ("end", end_text(span))];
        args.extend(self.wait_args(span));
        let made = self.facts.goroutines[span.g as usize].made_at;
        args.extend(self.names.line(made).map(|line| ("made", line)));
        let lane = self.lane_of(span.proc);
        let head = self.arrow(span, &name);
        let time = (span.from, span.to);
        self.out.slice(lane, time, &name, &args, head);
        self.thread_slice(span.worker, time, &name, &[("p", span.proc.to_string())]);
    }

    /// The arguments of a wait, or of the slice that ends in it: reason, place and object.
    fn wait_args(&self, span: &Span) -> Vec<(&'static str, String)> {
        let mut args = Vec::new();
        if span.end == Kind::Park {
            args.push(("waits", reason_text(span.reason).to_owned()));
        }
        args.extend(self.names.line(span.location).map(|line| ("at", line)));
        let wanted = self.names.wait(span.location).map(str::to_owned);
        args.extend(
            wanted.or_else(|| self.names.object(self.facts, span.object)).map(|n| ("for", n)),
        );
        args.extend(self.names.about_object(self.facts, span.object).map(|o| ("object", o)));
        args
    }

    /// Writes the slice in the goroutine's own lane.
    fn in_own_lane(&mut self, span: &Span) {
        if span.g >= LANES {
            return;
        }
        let lane = (GOROUTINES, span.g);
        if self.named.insert(lane) {
            let name = self.name(span.g);
            self.out.name_lane(lane, &name);
        }
        let mut args = Vec::new();
        let name = match span.state {
            State::Running => {
                args.push(("p", format!("P{}", span.proc)));
                "running".to_owned()
            }
            State::Runnable => {
                args.push(("in", span.queue.text()));
                "runnable".to_owned()
            }
            State::Waiting => {
                args.extend(self.wait_args(span));
                reason_text(span.reason).to_owned()
            }
            State::Call => {
                args.extend(self.names.line(span.location).map(|line| ("at", line)));
                "blocking call".to_owned()
            }
        };
        self.out.slice(lane, (span.from, span.to), &name, &args, 0);
    }

    fn world(&mut self, other: &OtherEvent) {
        if other.kind == Kind::StopWorld {
            self.stopping.get_or_insert(other.at);
            return;
        }
        self.out.instant(WORLD, other.at, other.kind.text(), &[]);
        if other.kind == Kind::StartWorld
            && let Some(since) = self.stopping.take()
        {
            self.out.slice(WORLD, (since, other.at), "stop the world", &[], 0);
        }
    }

    fn collector(&mut self, other: &OtherEvent) {
        if let Some((since, phase)) = self.collecting.take() {
            self.out.slice(COLLECTOR, (since, other.at), phase, &[], 0);
        }
        self.collecting = GcPhase::text(other.arg).map(|phase| (other.at, phase));
    }
}

impl<F: Format> Sink for Lanes<'_, F> {
    fn span(&mut self, span: &Span) {
        self.last = self.last.max(span.to);
        self.levels.span(span);
        match span.state {
            State::Running => self.run(span),
            State::Call => {
                let name = format!("syscall of {}", self.name(span.g));
                self.thread_slice(span.worker, (span.from, span.to), &name, &[]);
            }
            State::Runnable | State::Waiting => {}
        }
        if span.to > span.from {
            self.in_own_lane(span);
        }
    }

    fn moved(&mut self, moved: &Move) {
        let lane = self.lane_of(moved.to.proc());
        let args = [
            ("g", self.name(moved.g)),
            ("from", moved.from.text()),
            ("to", moved.to.text()),
            ("by", moved.kind.text().to_owned()),
        ];
        self.out.instant(lane, moved.at, "moved", &args);
    }

    fn other_event(&mut self, other: &OtherEvent) {
        self.last = self.last.max(other.at);
        self.levels.other_event(other);
        let lane = self.lane_of(other.proc);
        let number = |name| [(name, other.arg.to_string())];
        match other.kind {
            Kind::Create | Kind::Wake | Kind::Park | Kind::Yield | Kind::Preempted => {}
            Kind::Displaced | Kind::Done | Kind::Block | Kind::Unpark | Kind::Unblock => {}
            Kind::SpinStart => _ = self.spins.insert(other.arg, other.at),
            Kind::SpinStop => {
                if let Some(since) = self.spins.remove(&other.arg) {
                    self.thread_slice(other.arg, (since, other.at), "spinning", &[]);
                }
            }
            Kind::Steal | Kind::StealNext => {
                let args = [("from", format!("P{}", other.arg)), ("g", self.name(other.g))];
                self.out.instant(lane, other.at, other.kind.text(), &args);
            }
            Kind::StopWorld | Kind::Stopped | Kind::StartWorld => self.world(other),
            Kind::Gc => self.collector(other),
            Kind::PreemptAsk | Kind::Retake => {
                self.out.instant(MONITOR, other.at, other.kind.text(), &number("p"));
            }
            Kind::SysmonSlow | Kind::SysmonSleep | Kind::SysmonWake => {
                self.out.instant(MONITOR, other.at, other.kind.text(), &number("n"));
            }
            _ if other.g != NONE => {
                let args = [("g", self.name(other.g)), ("n", other.arg.to_string())];
                self.out.instant(lane, other.at, other.kind.text(), &args);
            }
            _ => self.out.instant(lane, other.at, other.kind.text(), &number("n")),
        }
    }
}

/// The text of why a slice ended.
fn end_text(span: &Span) -> String {
    match span.end {
        Kind::StartWorld => "the trace ends".to_owned(),
        kind => kind.text().to_owned(),
    }
}

/// The text of a reason.
pub(crate) fn reason_text(number: u8) -> &'static str {
    Reason::ALL.get(usize::from(number)).map_or("?", |reason| reason.text())
}

const _: () = assert!(Rule::TEXTS.len() == Rule::Pinned as usize + 1);
