//! Goes through the records of all lanes once, in order of time, and passes the states of goroutines to a [`Sink`].
//!
//! The order of records of different lanes may differ from the order of the events: the clocks of cores differ a
//! little, and a record is written before or after its event. So each goroutine has a state of its own here, and a wake
//! of a goroutine that has not parked yet waits for its park. If records at the front of a lane were dropped, nothing
//! is known of a goroutine before its first remaining record.

use super::event::{
    Known, Move, NONE, Object, Origin, OtherEvent, Queue, Rule, Sink, Span, State, TraceFacts,
};
use hashbrown::HashMap;
use minigo_sched::{Kind, Record, Trace};
use std::collections::VecDeque;

/// The state of the goroutine in a slot.
struct Task {
    g: u32,
    /// The goroutine's current span; `None`: the goroutine has not begun, or has ended.
    now: Option<Span>,
    /// Wakes that came before their parks.
    wakes: VecDeque<(Origin, Queue)>,
    /// The cause of the goroutine's next slice.
    origin: Option<Origin>,
    /// The rule by which the goroutine will run, if its own records contain the rule.
    because: Rule,
}

/// The state of a processor.
#[derive(Default)]
struct Proc {
    /// The slot of the goroutine that runs there.
    runs: Option<u32>,
    /// The last record that chose the next goroutine: its task and the rule.
    chosen: Option<(u32, Rule)>,
    /// The kind of the operation that is moving goroutines between queues.
    mover: Option<Kind>,
    /// The position of the `go` statement for the next goroutine, unless the statement is in the library.
    maker: u32,
    /// The time when a goroutine was last put into the queue, if nothing else was recorded since. The goroutines that
    /// this pushes out, and moves to the global queue, are recorded after it, but belong to the same moment: a queue
    /// never exceeds its capacity.
    placed: Option<u64>,
}

/// The state of the replay.
pub(crate) struct Replay<'a, S: Sink> {
    sink: &'a mut S,
    facts: TraceFacts,
    tasks: HashMap<u32, Task>,
    procs: HashMap<u32, Proc>,
    objects: HashMap<u64, u32>,
    channels: u32,
    /// How many of the next wakes without a processor are the poller's.
    polled: u32,
    begin: u64,
}

/// Passes the contents of the trace from `begin` on to `sink`; returns the facts known of goroutines and objects.
pub(crate) fn replay(trace: &Trace, begin: u64, sink: &mut impl Sink) -> TraceFacts {
    let (facts, tasks, procs, objects) = Default::default();
    let mut replay = Replay { sink, facts, tasks, procs, objects, channels: 0, polled: 0, begin };
    let mut end = begin;
    for (proc, record) in in_order(trace) {
        end = record.at;
        replay.record(proc, &record);
    }
    replay.finish(end);
    replay.facts
}

/// The records of all lanes in the order of their times, each with its processor.
pub(crate) fn in_order(trace: &Trace) -> impl Iterator<Item = (u32, Record)> {
    let lane = |lane: &'_ minigo_sched::LaneTrace| lane.proc.map_or(NONE, |p| p.0);
    let mut lanes: Vec<_> = trace.lanes.iter().map(|l| (lane(l), l.records().peekable())).collect();
    std::iter::from_fn(move || {
        let at = |lane: &mut (u32, std::iter::Peekable<_>)| lane.1.peek().map(|r: &Record| r.at);
        let first = lanes.iter_mut().enumerate().filter_map(|(i, l)| Some((at(l)?, i))).min()?;
        let (proc, records) = &mut lanes[first.1];
        Some((*proc, records.next()?))
    })
}

impl<S: Sink> Replay<'_, S> {
    fn record(&mut self, proc: u32, r: &Record) {
        let r = &self.with_cause_time(proc, *r);
        match r.kind {
            Kind::Create => self.create(proc, r),
            Kind::There => self.existing_task(proc, r),
            Kind::Made if r.object == 0 => self.procs.entry(proc).or_default().maker = r.location,
            Kind::Made => self.make(r),
            Kind::Wake => self.wake(proc, r),
            Kind::Start => self.start(proc, r),
            Kind::Park => self.park(proc, r),
            Kind::Yield | Kind::Preempted | Kind::Displaced | Kind::ReturnQueued => {
                self.requeue(proc, r);
            }
            Kind::Block => self.stop(proc, r, Some(State::Call), Queue::Global),
            Kind::Done => self.stop(proc, r, None, Queue::Global),
            Kind::Unpark => self.go_on(proc, r, Rule::Unparked),
            Kind::Unblock | Kind::ReturnOld | Kind::ReturnIdle => {
                self.go_on(proc, r, Rule::Returned);
            }
            Kind::Kick | Kind::Moved => self.moved(proc, r),
            Kind::Tick61 => self.choose(proc, r, Rule::Tick61),
            Kind::Global => self.choose(proc, r, Rule::Global),
            Kind::Steal => self.choose(proc, r, Rule::Steal),
            Kind::StealNext => self.choose(proc, r, Rule::StealNext),
            Kind::Pinned => self.choose(proc, r, Rule::Pinned),
            Kind::Netpoll => self.polled = r.arg,
            Kind::Overflow => self.procs.entry(proc).or_default().mover = Some(Kind::Overflow),
            _ => {}
        }
        let is_told = matches!(r.kind, Kind::Start | Kind::Moved | Kind::Made | Kind::There);
        if !is_told && r.at >= self.begin {
            let g = self.tasks.get(&r.task).map_or(NONE, |task| task.g);
            let other = OtherEvent { at: r.at, proc, kind: r.kind, g, arg: r.arg };
            self.sink.other_event(&other);
        }
    }

    /// A record with the time of the record that caused it.
    fn with_cause_time(&mut self, proc: u32, mut r: Record) -> Record {
        let of = self.procs.entry(proc).or_default();
        match r.kind {
            Kind::Create | Kind::Wake => of.placed = Some(r.at),
            Kind::Kick | Kind::Overflow | Kind::Moved => r.at = of.placed.unwrap_or(r.at),
            _ => of.placed = None,
        }
        r
    }

    /// The task of a slot; an unknown task has been in the state that the record implies.
    fn task(&mut self, slot: u32) -> &mut Task {
        let facts = &mut self.facts;
        self.tasks.entry(slot).or_insert_with(|| {
            let g = facts.goroutines.len() as u32;
            facts.goroutines.push(Known { id: 0, runs: 0, made_at: 0, stopped: 0, parent: NONE });
            let (wakes, origin, because) = (VecDeque::new(), None, Rule::Unknown);
            Task { g, now: None, wakes, origin, because }
        })
    }

    /// The goroutine that the processor runs, as the cause of an event.
    fn origin(&self, proc: u32, at: u64) -> Origin {
        let slot = self.procs.get(&proc).and_then(|p| p.runs);
        let g = slot.and_then(|slot| self.tasks.get(&slot)).map_or(NONE, |task| task.g);
        Origin { at, proc, g, is_new: false }
    }

    fn create(&mut self, proc: u32, r: &Record) {
        let origin = Origin { is_new: true, ..self.origin(proc, r.at) };
        let maker = std::mem::take(&mut self.procs.entry(proc).or_default().maker);
        self.tasks.remove(&r.task);
        let task = self.task(r.task);
        task.origin = Some(origin);
        let g = task.g;
        let known = &mut self.facts.goroutines[g as usize];
        *known =
            Known { id: r.object, runs: r.location, made_at: maker, stopped: 0, parent: origin.g };
        self.begin_span(r.task, r.at, State::Runnable, Queue::of(r.arg, proc), r);
    }

    /// Handles a task that existed when recording began.
    fn existing_task(&mut self, proc: u32, r: &Record) {
        let made = std::mem::take(&mut self.procs.entry(proc).or_default().maker);
        self.tasks.remove(&r.task);
        let g = self.task(r.task).g;
        let known =
            Known { id: r.object, runs: r.location, made_at: made, stopped: 0, parent: NONE };
        self.facts.goroutines[g as usize] = known;
        self.begin_span(r.task, r.at, State::Runnable, Queue::of(r.arg, proc), r);
    }

    fn make(&mut self, r: &Record) {
        self.channels += 1;
        let made = Object { made_at: r.location, first_wait: 0, channel: self.channels };
        self.facts.objects.push(made);
        self.objects.insert(r.object, self.facts.objects.len() as u32);
    }

    /// The index plus one of the channel or lock at this address; a goroutine waits for it at `location`.
    fn object(&mut self, address: u64, location: u32, channel: bool) -> u32 {
        if address == 0 {
            return 0;
        }
        let objects = &mut self.facts.objects;
        let channels = &mut self.channels;
        let number = *self.objects.entry(address).or_insert_with(|| {
            *channels += u32::from(channel);
            let channel = if channel { *channels } else { 0 };
            objects.push(Object { made_at: 0, first_wait: 0, channel });
            objects.len() as u32
        });
        let object = &mut objects[number as usize - 1];
        if object.first_wait == 0 {
            object.first_wait = location;
        }
        number
    }

    /// Begins a new span of the task; its current span ends.
    fn begin_span(&mut self, slot: u32, at: u64, state: State, queue: Queue, r: &Record) {
        self.end_span(slot, at, r.kind);
        let task = self.task(slot);
        let origin = if state == State::Runnable { task.origin } else { None };
        task.now = Some(Span {
            g: task.g,
            state,
            from: at,
            to: at,
            queue,
            proc: NONE,
            worker: NONE,
            rule: Rule::Unknown,
            end: r.kind,
            reason: 0,
            object: 0,
            location: 0,
            origin,
        });
    }

    /// Ends the current span of the task.
    fn end_span(&mut self, slot: u32, at: u64, end: Kind) {
        let begin = self.begin;
        let Some(task) = self.tasks.get_mut(&slot) else { return };
        let Some(mut span) = task.now.take() else { return };
        if span.state == State::Running {
            span.end = end;
            if let Some(proc) = self.procs.get_mut(&span.proc)
                && proc.runs == Some(slot)
            {
                proc.runs = None;
            }
        }
        span.to = at.max(span.from);
        span.from = span.from.max(begin);
        let empty = span.to == span.from && span.state != State::Running;
        if span.to >= begin && !empty {
            self.sink.span(&span);
        }
    }

    fn wake(&mut self, proc: u32, r: &Record) {
        let origin = self.origin(proc, r.at);
        let queue = Queue::of(r.arg, proc);
        let begin = self.begin;
        let polled = proc == NONE && self.polled > 0;
        self.polled -= u32::from(polled);
        let task = self.task(r.task);
        task.because = if polled { Rule::Netpoll } else { Rule::Unknown };
        match task.now {
            Some(Span { state: State::Waiting, from, .. }) => {
                task.origin = Some(origin);
                self.begin_span(r.task, r.at.max(from), State::Runnable, queue, r);
            }
            None => {
                // The task was parked before its first remaining record.
                task.origin = Some(origin);
                self.begin_span(r.task, begin.min(r.at), State::Waiting, queue, r);
                self.begin_span(r.task, r.at, State::Runnable, queue, r);
            }
            Some(_) => task.wakes.push_back((origin, queue)),
        }
    }

    fn start(&mut self, proc: u32, r: &Record) {
        let lost = self.procs.entry(proc).or_default().runs.filter(|slot| *slot != r.task);
        if let Some(lost) = lost {
            self.end_span(lost, r.at, Kind::Displaced);
        }
        let known = self.task(r.task).g as usize;
        let known = &mut self.facts.goroutines[known];
        if known.id != r.object && known.id != 0 {
            self.tasks.remove(&r.task);
        }
        let g = self.task(r.task).g;
        let known = &mut self.facts.goroutines[g as usize];
        known.id = r.object;
        if known.made_at == 0 {
            known.made_at = r.location;
        }
        let task = self.task(r.task);
        let was = task.now;
        let woken = if was.is_some_and(|s| s.state == State::Running) {
            task.wakes.pop_front().map(|(origin, _)| origin)
        } else {
            task.origin.take()
        };
        let because = std::mem::replace(&mut task.because, Rule::Unknown);
        let chosen = self.procs.entry(proc).or_default().chosen.take();
        let rule = match (chosen, was) {
            (Some((task, rule)), _) if task == r.task => rule,
            _ if because != Rule::Unknown => because,
            (_, Some(span)) if span.state == State::Runnable => rule_of(&span, proc),
            _ => Rule::Unknown,
        };
        self.begin_span(r.task, r.at, State::Running, Queue::Global, r);
        self.procs.entry(proc).or_default().runs = Some(r.task);
        if let Some(span) = &mut self.task(r.task).now {
            (span.proc, span.worker, span.rule, span.origin) = (proc, r.arg, rule, woken);
        }
    }

    /// Ends a slice; the task's next state is `next`.
    fn stop(&mut self, proc: u32, r: &Record, next: Option<State>, queue: Queue) {
        let object = self.object(r.object, r.location, is_channel(r));
        let g = self.task(r.task).g;
        let known = &mut self.facts.goroutines[g as usize];
        if known.stopped == 0 {
            known.stopped = r.location;
        }
        let task = self.task(r.task);
        let (mut on, mut worker) = (proc, NONE);
        if let Some(span) = &mut task.now {
            (span.location, span.object) = (r.location, object);
            span.reason = if r.kind == Kind::Park { r.arg as u8 } else { 0 };
            if span.state == State::Running {
                (on, worker) = (span.proc, span.worker);
            }
        }
        let Some(state) = next else {
            self.end_span(r.task, r.at, r.kind);
            return;
        };
        self.begin_span(r.task, r.at, state, queue, r);
        if let Some(span) = &mut self.task(r.task).now {
            (span.location, span.object) = (r.location, object);
            span.reason = if r.kind == Kind::Park { r.arg as u8 } else { 0 };
            (span.proc, span.worker) = (on, worker);
        }
    }

    fn park(&mut self, proc: u32, r: &Record) {
        self.stop(proc, r, Some(State::Waiting), Queue::Global);
        if let Some((origin, queue)) = self.task(r.task).wakes.pop_front() {
            self.task(r.task).origin = Some(origin);
            self.begin_span(r.task, r.at, State::Runnable, queue, r);
        }
    }

    /// Makes the task runnable and queues it.
    fn requeue(&mut self, proc: u32, r: &Record) {
        self.task(r.task).origin = None;
        self.stop(proc, r, Some(State::Runnable), Queue::of(r.arg, proc));
        self.task(r.task).because = Rule::Unknown;
    }

    /// Continues the task on this processor at once.
    fn go_on(&mut self, proc: u32, r: &Record, rule: Rule) {
        let queue = if proc == NONE { Queue::Global } else { Queue::Next(proc) };
        self.task(r.task).origin = None;
        self.begin_span(r.task, r.at, State::Runnable, queue, r);
        self.task(r.task).because = rule;
    }

    fn choose(&mut self, proc: u32, r: &Record, rule: Rule) {
        let of = self.procs.entry(proc).or_default();
        of.chosen = Some((r.task, rule));
        of.mover = Some(r.kind);
    }

    fn moved(&mut self, proc: u32, r: &Record) {
        let mover = self.procs.entry(proc).or_default().mover.filter(|_| r.kind == Kind::Moved);
        let to = Queue::of(r.arg, proc);
        let begin = self.begin;
        let task = self.task(r.task);
        if let Some((_, queue)) = task.wakes.back_mut() {
            *queue = to;
            return;
        }
        let Some(span) = task.now.filter(|s| s.state == State::Runnable && s.queue != to) else {
            return;
        };
        let why = mover.unwrap_or(r.kind);
        let moved = Move { at: r.at.max(begin), g: task.g, from: span.queue, to, kind: why };
        if r.at >= begin {
            self.sink.moved(&moved);
        }
        let end = span.end;
        self.begin_span(r.task, r.at, State::Runnable, to, r);
        if let Some(now) = &mut self.task(r.task).now {
            now.end = end;
        }
    }

    /// Ends all open spans.
    fn finish(&mut self, at: u64) {
        let mut slots: Vec<(u32, u32)> = self.tasks.iter().map(|(slot, t)| (t.g, *slot)).collect();
        slots.sort_unstable();
        for (_, slot) in slots {
            self.end_span(slot, at, Kind::StartWorld);
        }
    }
}

/// Reports whether the object for which a slice ended is a channel.
fn is_channel(r: &Record) -> bool {
    use minigo_sched::Reason;
    let reason = Reason::ALL.get(r.arg as usize);
    matches!(reason, Some(Reason::ChanReceive | Reason::ChanSend | Reason::Select))
}

/// The rule by which a task that has waited in this span runs now.
fn rule_of(span: &Span, proc: u32) -> Rule {
    match span.queue {
        Queue::Next(of) if of == proc => Rule::Runnext,
        Queue::Next(_) => Rule::StealNext,
        Queue::Local(of) if of == proc => Rule::Local,
        Queue::Local(_) => Rule::Steal,
        Queue::Global if span.end == Kind::Yield => Rule::Alone,
        Queue::Global => Rule::Global,
    }
}

/// Ignores the trace: only the facts known of goroutines and objects at the end are needed.
pub(crate) struct IgnoreEvents;

impl Sink for IgnoreEvents {
    fn span(&mut self, _: &Span) {}
    fn moved(&mut self, _: &Move) {}
    fn other_event(&mut self, _: &OtherEvent) {}
}
