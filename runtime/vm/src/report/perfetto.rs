//! Traces as ui.perfetto.dev opens them: a lane for each P and each M, arrows from wakers to the woken.
//!
//! The scheduler records numbers only; here they get names: functions, lines, channels.
//!
//! The records of all lanes are gone through once, in the order of time. What was forgotten at the front of a lane
//! shows as a slice that begins at the first record, and an arrow whose tail was forgotten is left out, so what is
//! written is always whole.

use crate::image::Image;
use crate::image::lines::{TraceFrame, code_number, position};
use hashbrown::HashMap;
use minigo_bytecode::ops::Op;
use minigo_sched::{GcPhase, Kind, Reason, Record, Trace};
use std::collections::VecDeque;
use std::fmt::Write as _;

/// Groups of lanes, which are processes to the viewer.
const PROCS: u32 = 1;

const THREADS: u32 = 2;
const RUNTIME: u32 = 3;
/// Lanes of the last group.
const WORLD: u32 = 0;

const COLLECTOR: u32 = 1;
const MONITOR: u32 = 2;
const OUTSIDE: u32 = 3;
/// A lane's number as a thread's: the viewer tells threads of different processes apart by it, and 0 means none.
fn thread_number((group, lane): (u32, u32)) -> u32 {
    let first = match group {
        PROCS => 1,
        THREADS => 10_001,
        _ => 100_001,
    };
    first + lane
}

/// A slice that has not ended yet.
struct Open {
    task: u32,
    worker: u32,
    since: u64,
    /// Where the arrow comes from that leads here: group, lane, time.
    woken: Option<(u32, u32, u64)>,
}

/// What is known of a goroutine.
#[derive(Clone, Copy, Default)]
struct Known {
    id: u64,
    runs: Option<u32>,
    made: u32,
}

struct Writer<'a> {
    image: &'a Image,
    out: String,
    /// Goroutines by slot.
    tasks: HashMap<u32, Known>,
    /// Channels by address: a number, and where it was made.
    chans: HashMap<u64, (usize, Option<u32>)>,
    chans_seen: usize,
    /// The goroutines that were woken or made and have not run since, by slot: where and when. A wake has the stamp of
    /// its slice's beginning, which may come before the park that it ends, and before an earlier wake is answered.
    woken: HashMap<u32, VecDeque<(u32, u32, u64)>>,
    /// When tasks parked that have not run since; `None`: they are runnable without a wake.
    parked: HashMap<u32, Option<u64>>,
    running: HashMap<u32, Open>,
    /// Blocking calls, by slot of the goroutine: thread and beginning.
    calls: HashMap<u32, (u32, u64)>,
    /// Which worker held a P last.
    holder: HashMap<u32, u32>,
    spins: HashMap<u32, u64>,
    /// Where the last slice of a thread ended.
    thread_ends: HashMap<u32, u64>,
    stopping: bool,
    collecting: bool,
    arrows: u64,
}

/// The trace as JSON.
pub(crate) fn json(trace: &Trace, image: &Image) -> String {
    let mut w = Writer {
        image,
        out: String::from("{\"displayTimeUnit\":\"ns\",\"traceEvents\":["),
        tasks: HashMap::new(),
        chans: HashMap::new(),
        chans_seen: 0,
        woken: HashMap::new(),
        parked: HashMap::new(),
        running: HashMap::new(),
        calls: HashMap::new(),
        holder: HashMap::new(),
        spins: HashMap::new(),
        thread_ends: HashMap::new(),
        stopping: false,
        collecting: false,
        arrows: 0,
    };
    w.name_lanes(trace);
    w.records(trace);
    w.out.truncate(w.out.trim_end_matches([',', '\n']).len());
    let _ = write!(w.out, "\n],\"otherData\":{{\"dropped\":{},", trace.dropped());
    w.out.push_str(&counts(trace)[1..]);
    w.out.push_str("}\n");
    w.out
}

/// The counts of a trace as a JSON object.
pub(crate) fn counts(trace: &Trace) -> String {
    let each = Kind::ALL.iter().map(|k| format!("\"{}\":{}", k.text(), trace.count(*k)));
    format!("{{{}}}", each.collect::<Vec<_>>().join(","))
}

/// Text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => write!(out, "\\u{:04x}", c as u32).unwrap_or_default(),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Microseconds.
fn micros(ns: u64) -> String {
    format!("{}.{:03}", ns / 1000, ns % 1000)
}

/// How long a slice is said to be that lasts from `from` to `to`. Readers take times for floating-point numbers: the
/// sum of begin and length, rounded as theirs is, must not lie behind the begin of a slice at `to`, or they would show
/// the one inside of the other.
fn length(from: u64, to: u64) -> u64 {
    let read = |ns: u64| micros(ns).parse::<f64>().unwrap_or(0.0);
    let mut length = to.saturating_sub(from);
    while length > 0 && read(from) + read(length) > read(to) {
        length -= 1;
    }
    length
}

impl Writer<'_> {
    /// The records of all lanes, in the order of time.
    fn records(&mut self, trace: &Trace) {
        let lanes = trace.lanes.iter().enumerate();
        let mut order: Vec<(u64, usize, usize)> = lanes
            .flat_map(|(l, lane)| lane.records.iter().enumerate().map(move |(i, r)| (r.at, l, i)))
            .collect();
        order.sort_unstable();
        // What came before the first record of a lane that forgot some may have been answered there.
        let cut = trace.lanes.iter().filter(|lane| lane.dropped > 0);
        let cut = cut.filter_map(|lane| lane.records.first()).map(|r| r.at).max();
        let mut whole = cut.is_none();
        for &(at, l, i) in &order {
            if !whole && cut <= Some(at) {
                self.woken.clear();
                self.parked.clear();
                whole = true;
            }
            let lane = &trace.lanes[l];
            self.record(lane.proc.map(|p| p.0), &lane.records[i]);
        }
        self.finish(order.last().map_or(0, |last| last.0));
    }

    fn name_lanes(&mut self, trace: &Trace) {
        for (pid, name) in [(PROCS, "Ps"), (THREADS, "Ms"), (RUNTIME, "runtime")] {
            self.meta("process_name", pid, 0, name);
        }
        for proc in trace.lanes.iter().filter_map(|lane| lane.proc) {
            self.meta("thread_name", PROCS, proc.0, &format!("P{}", proc.0));
        }
        let records = trace.lanes.iter().flat_map(|lane| &lane.records);
        let starts = records.filter(|r| matches!(r.kind, Kind::Start | Kind::SpinStart));
        let mut workers: Vec<u32> = starts.map(|r| r.arg).collect();
        workers.sort_unstable();
        workers.dedup();
        for m in workers {
            self.meta("thread_name", THREADS, m, &format!("M{m}"));
        }
        let lanes =
            [(WORLD, "world"), (COLLECTOR, "collector"), (MONITOR, "sysmon"), (OUTSIDE, "outside")];
        for (tid, name) in lanes {
            self.meta("thread_name", RUNTIME, tid, name);
        }
    }

    fn meta(&mut self, what: &str, pid: u32, lane: u32, name: &str) {
        let tid = thread_number((pid, lane));
        let _ = writeln!(
            self.out,
            "{{\"ph\":\"M\",\"pid\":{pid},\"tid\":{tid},\"name\":\"{what}\",\"args\":{{\"name\":{}}}}},",
            quoted(name)
        );
    }

    /// An event: phase, group, lane, time, name, and what else belongs to it.
    fn event(&mut self, phase: &str, lane: (u32, u32), at: u64, name: &str, rest: &str) {
        let (pid, tid) = (lane.0, thread_number(lane));
        let (at, name) = (micros(at), quoted(name));
        let _ = writeln!(
            self.out,
            "{{\"ph\":\"{phase}\",\"pid\":{pid},\"tid\":{tid},\"ts\":{at},\"name\":{name}{rest}}},"
        );
    }

    fn slice(&mut self, lane: (u32, u32), from: u64, to: u64, name: &str, args: &str) {
        let rest = format!(",\"dur\":{},\"args\":{{{args}}}", micros(length(from, to)));
        self.event("X", lane, from, name, &rest);
    }

    /// A slice of a thread: never before the end of the one before.
    fn thread_slice(&mut self, worker: u32, from: u64, to: u64, name: &str, args: &str) {
        let end = self.thread_ends.entry(worker).or_default();
        let from = from.max(*end).min(to);
        *end = to;
        self.slice((THREADS, worker), from, to, name, args);
    }

    fn instant(&mut self, lane: (u32, u32), at: u64, name: &str, args: &str) {
        self.event("i", lane, at, name, &format!(",\"s\":\"t\",\"args\":{{{args}}}"));
    }

    /// The instruction of a location, if it is one.
    fn pc(&self, location: u32) -> Option<*const Op> {
        let first = self.image.code.as_ptr();
        let pc = first.wrapping_add(location.wrapping_sub(code_number(first)) as usize);
        (location != 0 && self.image.has_pc(pc as u64)).then_some(pc)
    }

    fn line(&self, location: u32) -> Option<String> {
        let pc = self.pc(location)?;
        let (file, line) = position(self.image, TraceFrame::innermost(self.image, pc));
        Some(format!("{file}:{line}"))
    }

    fn func(&self, location: u32) -> Option<&str> {
        let func = self.image.func_at(self.pc(location)?);
        if func == self.image.program.entry {
            return Some("main.main");
        }
        Some(&self.image.program.funcs[func.0 as usize].name)
    }

    fn name(&self, task: u32) -> String {
        let known = self.tasks.get(&task).copied().unwrap_or_default();
        match known.runs.and_then(|location| self.func(location)) {
            Some(func) => format!("G{} {func}", known.id),
            None => format!("G{}", known.id),
        }
    }

    /// A channel: its number and where it was made.
    fn chan(&mut self, address: u64) -> String {
        let next = self.chans_seen + 1;
        let &mut (number, made) = self.chans.entry(address).or_insert((next, None));
        self.chans_seen = self.chans_seen.max(number);
        match made.and_then(|location| self.line(location)) {
            Some(line) => format!("channel {number} made at {line}"),
            None => format!("channel {number}"),
        }
    }

    fn record(&mut self, proc: Option<u32>, r: &Record) {
        let lane = proc.map_or((RUNTIME, OUTSIDE), |p| (PROCS, p));
        match r.kind {
            Kind::Create => self.create(lane, r),
            Kind::Wake => self.rouse(lane, r),
            Kind::Made => self.make_chan(r),
            Kind::Start => self.start(lane.1, r),
            Kind::Park | Kind::Yield | Kind::Preempted => self.stop(lane.1, r),
            Kind::Displaced | Kind::Done | Kind::Block => self.stop(lane.1, r),
            Kind::Unpark => _ = self.parked.insert(r.task, None),
            Kind::Unblock => self.end_call(r),
            Kind::ReturnOld => self.return_from_call(lane, r, "old P"),
            Kind::ReturnIdle => self.return_from_call(lane, r, "idle P"),
            Kind::ReturnQueued => self.return_from_call(lane, r, "global queue"),
            Kind::SpinStart => _ = self.spins.insert(r.arg, r.at),
            Kind::SpinStop => {
                if let Some(since) = self.spins.remove(&r.arg) {
                    self.thread_slice(r.arg, since, r.at, "spinning", "");
                }
            }
            Kind::Steal | Kind::StealNext => {
                let args = format!("\"from\":\"P{}\",\"g\":{}", r.arg, quoted(&self.name(r.task)));
                self.instant(lane, r.at, r.kind.text(), &args);
            }
            Kind::StopWorld | Kind::Stopped | Kind::StartWorld => self.world(r),
            Kind::Gc => self.collector(r),
            Kind::PreemptAsk | Kind::Retake => self.numbered((RUNTIME, MONITOR), r, "p"),
            Kind::SysmonSlow | Kind::SysmonSleep | Kind::SysmonWake => {
                self.numbered((RUNTIME, MONITOR), r, "n");
            }
            _ => self.numbered(lane, r, "n"),
        }
    }

    /// An instant whose number `what` says.
    fn numbered(&mut self, lane: (u32, u32), r: &Record, what: &str) {
        self.instant(lane, r.at, r.kind.text(), &format!("\"{what}\":{}", r.arg));
    }

    fn create(&mut self, lane: (u32, u32), r: &Record) {
        let known = Known { id: r.object, runs: Some(r.location), made: 0 };
        self.tasks.insert(r.task, known);
        self.woken.remove(&r.task);
        self.parked.remove(&r.task);
        self.rouse(lane, r);
    }

    fn make_chan(&mut self, r: &Record) {
        self.chans_seen += 1;
        self.chans.insert(r.object, (self.chans_seen, Some(r.location)));
    }

    /// A goroutine's blocking call is over.
    fn end_call(&mut self, r: &Record) {
        if let Some((worker, since)) = self.calls.remove(&r.task) {
            let name = format!("syscall of {}", self.name(r.task));
            self.thread_slice(worker, since, r.at, &name, "");
        }
    }

    /// A goroutine has come back from a call whose processor was taken away, and goes on at `to`.
    fn return_from_call(&mut self, lane: (u32, u32), r: &Record, to: &str) {
        self.end_call(r);
        self.instant(lane, r.at, "syscall.return", &format!("\"to\":\"{to}\""));
    }

    /// A goroutine becomes runnable by what happens here.
    fn rouse(&mut self, lane: (u32, u32), r: &Record) {
        if lane.0 != PROCS || !self.running.contains_key(&lane.1) {
            // The arrow needs something to begin at.
            let name = format!("{} {}", r.kind.text(), self.name(r.task));
            self.slice(lane, r.at, r.at, &name, "");
        }
        self.woken.entry(r.task).or_default().push_back((lane.0, lane.1, r.at));
    }

    fn start(&mut self, proc: u32, r: &Record) {
        let known = self.tasks.entry(r.task).or_default();
        if known.id != r.object {
            *known = Known { id: r.object, ..Known::default() };
        }
        known.made = r.location;
        if let Some(lost) = self.running.remove(&proc) {
            self.close(proc, lost, r.at, "");
        }
        self.holder.insert(proc, r.arg);
        let parked = self.parked.remove(&r.task);
        let woken = match (parked, self.woken.get_mut(&r.task)) {
            (Some(None), _) | (_, None) => None,
            (parked, Some(wakes)) => {
                let after = parked.flatten().unwrap_or(0);
                wakes.pop_front().map(|(pid, tid, at)| (pid, tid, at.max(after)))
            }
        };
        self.running.insert(proc, Open { task: r.task, worker: r.arg, since: r.at, woken });
    }

    fn stop(&mut self, proc: u32, r: &Record) {
        let mut args = format!("\"end\":\"{}\"", r.kind.text());
        if r.kind == Kind::Park {
            let reason = Reason::ALL.get(r.arg as usize).map_or("?", |reason| reason.text());
            let _ = write!(args, ",\"waits\":\"{reason}\"");
        }
        if let Some(line) = self.line(r.location) {
            let _ = write!(args, ",\"at\":{}", quoted(&line));
        }
        if r.object != 0 {
            let chan = self.chan(r.object);
            let _ = write!(args, ",\"for\":{}", quoted(&chan));
        }
        self.parked.insert(r.task, (r.kind == Kind::Park).then_some(r.at));
        let Some(open) = self.running.remove(&proc) else {
            // After `Unblock` no slice is open.
            return;
        };
        let (task, worker) = (open.task, open.worker);
        self.close(proc, open, r.at, &args);
        if r.kind == Kind::Block {
            self.calls.insert(task, (worker, r.at));
        }
    }

    fn close(&mut self, proc: u32, open: Open, to: u64, args: &str) {
        let name = self.name(open.task);
        let made = self.tasks.get(&open.task).and_then(|known| self.line(known.made));
        let made = made.map_or(String::new(), |line| format!(",\"made\":{}", quoted(&line)));
        let args = format!("{args}{made}");
        let args = args.trim_start_matches(',');
        self.slice((PROCS, proc), open.since, to, &name, args);
        self.thread_slice(open.worker, open.since, to, &name, &format!("\"p\":{proc}"));
        if let Some((pid, tid, at)) = open.woken {
            self.arrows += 1;
            let id = format!(",\"cat\":\"wake\",\"id\":{}", self.arrows);
            self.event("s", (pid, tid), at.min(open.since), "wake", &id);
            self.event("f", (PROCS, proc), open.since, "wake", &format!("{id},\"bp\":\"e\""));
        }
    }

    fn world(&mut self, r: &Record) {
        let lane = (RUNTIME, WORLD);
        if self.stopping && r.kind != Kind::Stopped {
            self.event("E", lane, r.at, "stop the world", "");
            self.stopping = false;
        }
        match r.kind {
            Kind::StopWorld => {
                self.event("B", lane, r.at, "stop the world", "");
                self.stopping = true;
            }
            _ => self.instant(lane, r.at, r.kind.text(), ""),
        }
    }

    fn collector(&mut self, r: &Record) {
        let lane = (RUNTIME, COLLECTOR);
        if self.collecting {
            self.event("E", lane, r.at, "gc", "");
        }
        let phase = GcPhase::text(r.arg);
        self.collecting = phase.is_some();
        if let Some(phase) = phase {
            self.event("B", lane, r.at, phase, "");
        }
    }

    /// Ends what is still open.
    fn finish(&mut self, at: u64) {
        let mut open: Vec<(u32, Open)> = self.running.drain().collect();
        open.sort_unstable_by_key(|(proc, _)| *proc);
        for (proc, open) in open {
            self.close(proc, open, at, "\"end\":\"the trace ends\"");
        }
        let mut calls: Vec<_> = self.calls.drain().collect();
        calls.sort_unstable();
        for (task, (worker, since)) in calls {
            let name = format!("syscall of {}", self.name(task));
            self.thread_slice(worker, since, at, &name, "");
        }
        let mut spins: Vec<_> = self.spins.drain().collect();
        spins.sort_unstable();
        for (worker, since) in spins {
            self.thread_slice(worker, since, at, "spinning", "");
        }
        if self.stopping {
            self.event("E", (RUNTIME, WORLD), at, "stop the world", "");
        }
        if self.collecting {
            self.event("E", (RUNTIME, COLLECTOR), at, "gc", "");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{length, micros};

    #[test]
    fn slices_that_follow_each_other_do_not_overlap_when_read() {
        let read = |ns: u64| micros(ns).parse::<f64>().unwrap();
        let mut shortened = 0;
        for i in 0..100_000_u64 {
            let from = i * 1_234_577;
            let to = from + 1 + i % 9973;
            let length = length(from, to);
            assert!(read(from) + read(length) <= read(to), "{from} {to}");
            assert!(to - from - length <= 1, "{from} {to} {length}");
            shortened += to - from - length;
        }
        assert!(shortened > 0, "what this is for does occur");
        assert_eq!((length(5, 5), length(6, 5)), (0, 0));
    }
}
