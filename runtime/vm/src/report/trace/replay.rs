//! Goes through the records of all lanes once, in order of time, and passes the states of goroutines to a [`Sink`].
//!
//! The order of records of different lanes may differ from the order of the events: the clocks of cores differ a
//! little, and a record is written before or after its event. So each goroutine has a state of its own here, and a wake
//! of a goroutine that has not parked yet waits for its park. If records at the front of a lane were dropped, nothing
//! is known of a goroutine before its first remaining record.

use super::event::{
    AwaitedObject, ChoiceRule, EventCause, GoroutineFacts, GoroutineState, NO_NUMBER, OtherEvent,
    Queue, QueueMove, Sink, Span, TraceFacts,
};
use hashbrown::HashMap;
use minigo_sched::{Kind, Record, Trace};
use std::collections::VecDeque;

/// The state of the goroutine in a slot.
struct Task {
    goroutine: u32,
    /// The goroutine's current span; `None`: the goroutine has not begun, or has ended.
    current_span: Option<Span>,
    /// Wakes that came before their parks.
    early_wakes: VecDeque<(EventCause, Queue)>,
    /// The cause of the goroutine's next slice.
    origin: Option<EventCause>,
    /// The rule by which the goroutine will run, if its own records contain the rule.
    next_rule: ChoiceRule,
}

/// The state of a processor.
#[derive(Default)]
struct Proc {
    /// The slot of the goroutine that runs on the processor.
    running_task: Option<u32>,
    /// The last record that chose the next goroutine: its task and the rule.
    chosen_task: Option<(u32, ChoiceRule)>,
    /// The kind of the operation that is moving goroutines between queues.
    move_kind: Option<Kind>,
    /// The position of the `go` statement for the next goroutine, unless the statement is in the library.
    next_go_statement: u32,
    /// The time when a goroutine was last put into the queue, if nothing else was recorded since. The goroutines that
    /// this insertion pushes out, and moves to the global queue, are recorded after it, but belong to the same moment:
    /// a queue never exceeds its capacity.
    last_insertion_time: Option<u64>,
}

/// The state of the replay.
pub(crate) struct Replay<'a, S: Sink> {
    sink: &'a mut S,
    facts: TraceFacts,
    tasks: HashMap<u32, Task>,
    procs: HashMap<u32, Proc>,
    objects: HashMap<u64, u32>,
    channel_count: u32,
    /// How many of the next wakes without a processor are the poller's.
    pending_poller_wakes: u32,
    begin_time: u64,
}

/// Passes the contents of the trace from `begin` on to `sink`; returns the facts known of goroutines and objects.
pub(crate) fn replay(trace: &Trace, begin: u64, sink: &mut impl Sink) -> TraceFacts {
    let (facts, tasks, procs, objects) = Default::default();
    let mut replay = Replay {
        sink,
        facts,
        tasks,
        procs,
        objects,
        channel_count: 0,
        pending_poller_wakes: 0,
        begin_time: begin,
    };
    let mut end = begin;
    for (proc, record) in records_in_order(trace) {
        end = record.time;
        replay.replay_record(proc, &record);
    }
    replay.finish_replay(end);
    replay.facts
}

/// The records of all lanes in the order of their times, each with its processor.
pub(crate) fn records_in_order(trace: &Trace) -> impl Iterator<Item = (u32, Record)> {
    let lane = |lane: &'_ minigo_sched::LaneTrace| lane.proc.map_or(NO_NUMBER, |p| p.0);
    let mut lanes: Vec<_> = trace.lanes.iter().map(|l| (lane(l), l.records().peekable())).collect();
    std::iter::from_fn(move || {
        let at = |lane: &mut (u32, std::iter::Peekable<_>)| lane.1.peek().map(|r: &Record| r.time);
        let first = lanes.iter_mut().enumerate().filter_map(|(i, l)| Some((at(l)?, i))).min()?;
        let (proc, records) = &mut lanes[first.1];
        Some((*proc, records.next()?))
    })
}

impl<S: Sink> Replay<'_, S> {
    fn replay_record(&mut self, proc: u32, r: &Record) {
        let r = &self.with_cause_time(proc, *r);
        match r.kind {
            Kind::Create => self.replay_creation(proc, r),
            Kind::There => self.replay_existing_task(proc, r),
            Kind::Made if r.object == 0 => {
                self.procs.entry(proc).or_default().next_go_statement = r.location;
            }
            Kind::Made => self.replay_object(r),
            Kind::Wake => self.wake(proc, r),
            Kind::Start => self.start_task(proc, r),
            Kind::Park => self.park(proc, r),
            Kind::Yield | Kind::Preempted | Kind::Displaced | Kind::ReturnQueued => {
                self.requeue_task(proc, r);
            }
            Kind::Block => self.end_slice(proc, r, Some(GoroutineState::Call), Queue::Global),
            Kind::Done => self.end_slice(proc, r, None, Queue::Global),
            Kind::Unpark => self.continue_task(proc, r, ChoiceRule::Unparked),
            Kind::Unblock | Kind::ReturnOld | Kind::ReturnIdle => {
                self.continue_task(proc, r, ChoiceRule::Returned);
            }
            Kind::Kick | Kind::Moved => self.replay_move(proc, r),
            Kind::Tick61 => self.choose_task(proc, r, ChoiceRule::Tick61),
            Kind::Global => self.choose_task(proc, r, ChoiceRule::Global),
            Kind::Steal => self.choose_task(proc, r, ChoiceRule::Steal),
            Kind::StealNext => self.choose_task(proc, r, ChoiceRule::StealNext),
            Kind::Pinned => self.choose_task(proc, r, ChoiceRule::Pinned),
            Kind::Netpoll => self.pending_poller_wakes = r.argument,
            Kind::Overflow => self.procs.entry(proc).or_default().move_kind = Some(Kind::Overflow),
            _ => {}
        }
        let is_told = matches!(r.kind, Kind::Start | Kind::Moved | Kind::Made | Kind::There);
        if !is_told && r.time >= self.begin_time {
            let g = self.tasks.get(&r.task).map_or(NO_NUMBER, |task| task.goroutine);
            let other =
                OtherEvent { time: r.time, proc, kind: r.kind, goroutine: g, argument: r.argument };
            self.sink.note_other_event(&other);
        }
    }

    /// A record with the time of the record that caused it.
    fn with_cause_time(&mut self, proc: u32, mut r: Record) -> Record {
        let of = self.procs.entry(proc).or_default();
        match r.kind {
            Kind::Create | Kind::Wake => of.last_insertion_time = Some(r.time),
            Kind::Kick | Kind::Overflow | Kind::Moved => {
                r.time = of.last_insertion_time.unwrap_or(r.time);
            }
            _ => of.last_insertion_time = None,
        }
        r
    }

    /// The task of a slot; an unknown task has been in the state that the record implies.
    fn task(&mut self, slot: u32) -> &mut Task {
        let facts = &mut self.facts;
        self.tasks.entry(slot).or_insert_with(|| {
            let g = facts.goroutines.len() as u32;
            facts.goroutines.push(GoroutineFacts {
                id: 0,
                first_function: 0,
                made_at: 0,
                first_slice_end: 0,
                parent_number: NO_NUMBER,
            });
            let (wakes, origin, because) = (VecDeque::new(), None, ChoiceRule::Unknown);
            Task {
                goroutine: g,
                current_span: None,
                early_wakes: wakes,
                origin,
                next_rule: because,
            }
        })
    }

    /// The goroutine that the processor runs, as the cause of an event.
    fn origin_of(&self, proc: u32, at: u64) -> EventCause {
        let slot = self.procs.get(&proc).and_then(|p| p.running_task);
        let g =
            slot.and_then(|slot| self.tasks.get(&slot)).map_or(NO_NUMBER, |task| task.goroutine);
        EventCause { time: at, proc, goroutine: g, is_new: false }
    }

    fn replay_creation(&mut self, proc: u32, r: &Record) {
        let origin = EventCause { is_new: true, ..self.origin_of(proc, r.time) };
        let maker = std::mem::take(&mut self.procs.entry(proc).or_default().next_go_statement);
        self.tasks.remove(&r.task);
        let task = self.task(r.task);
        task.origin = Some(origin);
        let g = task.goroutine;
        let known = &mut self.facts.goroutines[g as usize];
        *known = GoroutineFacts {
            id: r.object,
            first_function: r.location,
            made_at: maker,
            first_slice_end: 0,
            parent_number: origin.goroutine,
        };
        self.begin_span(
            r.task,
            r.time,
            GoroutineState::Runnable,
            Queue::from_code(r.argument, proc),
            r,
        );
    }

    /// Handles a task that existed when recording began.
    fn replay_existing_task(&mut self, proc: u32, r: &Record) {
        let made = std::mem::take(&mut self.procs.entry(proc).or_default().next_go_statement);
        self.tasks.remove(&r.task);
        let g = self.task(r.task).goroutine;
        let known = GoroutineFacts {
            id: r.object,
            first_function: r.location,
            made_at: made,
            first_slice_end: 0,
            parent_number: NO_NUMBER,
        };
        self.facts.goroutines[g as usize] = known;
        self.begin_span(
            r.task,
            r.time,
            GoroutineState::Runnable,
            Queue::from_code(r.argument, proc),
            r,
        );
    }

    fn replay_object(&mut self, r: &Record) {
        self.channel_count += 1;
        let made =
            AwaitedObject { made_at: r.location, first_wait: 0, channel: self.channel_count };
        self.facts.objects.push(made);
        self.objects.insert(r.object, self.facts.objects.len() as u32);
    }

    /// The index plus one of the channel or lock at this address; a goroutine waits for it at `location`.
    fn object_number(&mut self, address: u64, location: u32, channel: bool) -> u32 {
        if address == 0 {
            return 0;
        }
        let objects = &mut self.facts.objects;
        let channels = &mut self.channel_count;
        let number = *self.objects.entry(address).or_insert_with(|| {
            *channels += u32::from(channel);
            let channel = if channel { *channels } else { 0 };
            objects.push(AwaitedObject { made_at: 0, first_wait: 0, channel });
            objects.len() as u32
        });
        let object = &mut objects[number as usize - 1];
        if object.first_wait == 0 {
            object.first_wait = location;
        }
        number
    }

    /// Begins a new span of the task; its current span ends.
    fn begin_span(&mut self, slot: u32, at: u64, state: GoroutineState, queue: Queue, r: &Record) {
        self.end_span(slot, at, r.kind);
        let task = self.task(slot);
        let origin = if state == GoroutineState::Runnable { task.origin } else { None };
        task.current_span = Some(Span {
            goroutine: task.goroutine,
            state,
            from_time: at,
            to_time: at,
            queue,
            proc: NO_NUMBER,
            worker: NO_NUMBER,
            rule: ChoiceRule::Unknown,
            end_kind: r.kind,
            reason: 0,
            object: 0,
            location: 0,
            origin,
        });
    }

    /// Ends the current span of the task.
    fn end_span(&mut self, slot: u32, at: u64, end: Kind) {
        let begin = self.begin_time;
        let Some(task) = self.tasks.get_mut(&slot) else { return };
        let Some(mut span) = task.current_span.take() else { return };
        if span.state == GoroutineState::Running {
            span.end_kind = end;
            if let Some(proc) = self.procs.get_mut(&span.proc)
                && proc.running_task == Some(slot)
            {
                proc.running_task = None;
            }
        }
        span.to_time = at.max(span.from_time);
        span.from_time = span.from_time.max(begin);
        let empty = span.to_time == span.from_time && span.state != GoroutineState::Running;
        if span.to_time >= begin && !empty {
            self.sink.note_span(&span);
        }
    }

    fn wake(&mut self, proc: u32, r: &Record) {
        let origin = self.origin_of(proc, r.time);
        let queue = Queue::from_code(r.argument, proc);
        let begin = self.begin_time;
        let polled = proc == NO_NUMBER && self.pending_poller_wakes > 0;
        self.pending_poller_wakes -= u32::from(polled);
        let task = self.task(r.task);
        task.next_rule = if polled { ChoiceRule::Netpoll } else { ChoiceRule::Unknown };
        match task.current_span {
            Some(Span { state: GoroutineState::Waiting, from_time: from, .. }) => {
                task.origin = Some(origin);
                self.begin_span(r.task, r.time.max(from), GoroutineState::Runnable, queue, r);
            }
            None => {
                // The task was parked before its first remaining record.
                task.origin = Some(origin);
                self.begin_span(r.task, begin.min(r.time), GoroutineState::Waiting, queue, r);
                self.begin_span(r.task, r.time, GoroutineState::Runnable, queue, r);
            }
            Some(_) => task.early_wakes.push_back((origin, queue)),
        }
    }

    fn start_task(&mut self, proc: u32, r: &Record) {
        let lost = self.procs.entry(proc).or_default().running_task.filter(|slot| *slot != r.task);
        if let Some(lost) = lost {
            self.end_span(lost, r.time, Kind::Displaced);
        }
        let known = self.task(r.task).goroutine as usize;
        let known = &mut self.facts.goroutines[known];
        if known.id != r.object && known.id != 0 {
            self.tasks.remove(&r.task);
        }
        let g = self.task(r.task).goroutine;
        let known = &mut self.facts.goroutines[g as usize];
        known.id = r.object;
        if known.made_at == 0 {
            known.made_at = r.location;
        }
        let task = self.task(r.task);
        let was = task.current_span;
        let woken = if was.is_some_and(|s| s.state == GoroutineState::Running) {
            task.early_wakes.pop_front().map(|(origin, _)| origin)
        } else {
            task.origin.take()
        };
        let because = std::mem::replace(&mut task.next_rule, ChoiceRule::Unknown);
        let chosen = self.procs.entry(proc).or_default().chosen_task.take();
        let rule = match (chosen, was) {
            (Some((task, rule)), _) if task == r.task => rule,
            _ if because != ChoiceRule::Unknown => because,
            (_, Some(span)) if span.state == GoroutineState::Runnable => rule_of(&span, proc),
            _ => ChoiceRule::Unknown,
        };
        self.begin_span(r.task, r.time, GoroutineState::Running, Queue::Global, r);
        self.procs.entry(proc).or_default().running_task = Some(r.task);
        if let Some(span) = &mut self.task(r.task).current_span {
            (span.proc, span.worker, span.rule, span.origin) = (proc, r.argument, rule, woken);
        }
    }

    /// Ends a slice; the task's next state is `next`.
    fn end_slice(&mut self, proc: u32, r: &Record, next: Option<GoroutineState>, queue: Queue) {
        let object = self.object_number(r.object, r.location, is_channel(r));
        let g = self.task(r.task).goroutine;
        let known = &mut self.facts.goroutines[g as usize];
        if known.first_slice_end == 0 {
            known.first_slice_end = r.location;
        }
        let task = self.task(r.task);
        let (mut on, mut worker) = (proc, NO_NUMBER);
        if let Some(span) = &mut task.current_span {
            (span.location, span.object) = (r.location, object);
            span.reason = if r.kind == Kind::Park { r.argument as u8 } else { 0 };
            if span.state == GoroutineState::Running {
                (on, worker) = (span.proc, span.worker);
            }
        }
        let Some(state) = next else {
            self.end_span(r.task, r.time, r.kind);
            return;
        };
        self.begin_span(r.task, r.time, state, queue, r);
        if let Some(span) = &mut self.task(r.task).current_span {
            (span.location, span.object) = (r.location, object);
            span.reason = if r.kind == Kind::Park { r.argument as u8 } else { 0 };
            (span.proc, span.worker) = (on, worker);
        }
    }

    fn park(&mut self, proc: u32, r: &Record) {
        self.end_slice(proc, r, Some(GoroutineState::Waiting), Queue::Global);
        if let Some((origin, queue)) = self.task(r.task).early_wakes.pop_front() {
            self.task(r.task).origin = Some(origin);
            self.begin_span(r.task, r.time, GoroutineState::Runnable, queue, r);
        }
    }

    /// Makes the task runnable and queues the task.
    fn requeue_task(&mut self, proc: u32, r: &Record) {
        self.task(r.task).origin = None;
        self.end_slice(proc, r, Some(GoroutineState::Runnable), Queue::from_code(r.argument, proc));
        self.task(r.task).next_rule = ChoiceRule::Unknown;
    }

    /// Continues the task on this processor at once.
    fn continue_task(&mut self, proc: u32, r: &Record, rule: ChoiceRule) {
        let queue = if proc == NO_NUMBER { Queue::Global } else { Queue::Next(proc) };
        self.task(r.task).origin = None;
        self.begin_span(r.task, r.time, GoroutineState::Runnable, queue, r);
        self.task(r.task).next_rule = rule;
    }

    fn choose_task(&mut self, proc: u32, r: &Record, rule: ChoiceRule) {
        let of = self.procs.entry(proc).or_default();
        of.chosen_task = Some((r.task, rule));
        of.move_kind = Some(r.kind);
    }

    fn replay_move(&mut self, proc: u32, r: &Record) {
        let mover = self.procs.entry(proc).or_default().move_kind.filter(|_| r.kind == Kind::Moved);
        let to = Queue::from_code(r.argument, proc);
        let begin = self.begin_time;
        let task = self.task(r.task);
        if let Some((_, queue)) = task.early_wakes.back_mut() {
            *queue = to;
            return;
        }
        let Some(span) =
            task.current_span.filter(|s| s.state == GoroutineState::Runnable && s.queue != to)
        else {
            return;
        };
        let why = mover.unwrap_or(r.kind);
        let moved = QueueMove {
            time: r.time.max(begin),
            goroutine: task.goroutine,
            from_queue: span.queue,
            to_queue: to,
            kind: why,
        };
        if r.time >= begin {
            self.sink.note_move(&moved);
        }
        let end = span.end_kind;
        self.begin_span(r.task, r.time, GoroutineState::Runnable, to, r);
        if let Some(now) = &mut self.task(r.task).current_span {
            now.end_kind = end;
        }
    }

    /// Ends all open spans.
    fn finish_replay(&mut self, at: u64) {
        let mut slots: Vec<(u32, u32)> =
            self.tasks.iter().map(|(slot, t)| (t.goroutine, *slot)).collect();
        slots.sort_unstable();
        for (_, slot) in slots {
            self.end_span(slot, at, Kind::StartWorld);
        }
    }
}

/// Reports whether the object for which a slice ended is a channel.
fn is_channel(r: &Record) -> bool {
    use minigo_sched::Reason;
    let reason = Reason::ALL.get(r.argument as usize);
    matches!(reason, Some(Reason::ChanReceive | Reason::ChanSend | Reason::Select))
}

/// The rule by which a task that has waited in this span runs now.
fn rule_of(span: &Span, proc: u32) -> ChoiceRule {
    match span.queue {
        Queue::Next(of) if of == proc => ChoiceRule::Runnext,
        Queue::Next(_) => ChoiceRule::StealNext,
        Queue::Local(of) if of == proc => ChoiceRule::Local,
        Queue::Local(_) => ChoiceRule::Steal,
        Queue::Global if span.end_kind == Kind::Yield => ChoiceRule::Alone,
        Queue::Global => ChoiceRule::Global,
    }
}

/// Ignores the trace: only the facts known of goroutines and objects at the end are needed.
pub(crate) struct IgnoreEvents;

impl Sink for IgnoreEvents {
    fn note_span(&mut self, _: &Span) {}
    fn note_move(&mut self, _: &QueueMove) {}
    fn note_other_event(&mut self, _: &OtherEvent) {}
}
