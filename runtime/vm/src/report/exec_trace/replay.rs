//! Replays the records of a generation, and writes the events that lead from state to state.
//!
//! If a record does not fit, the missing events are added: a goroutine that begins to run without having been woken is
//! woken first. Each event is at least a nanosecond after the previous one, so readers see the same order.

use super::format::{GenerationWriter, event_types};
use super::states::{
    Goroutine, GoroutineStatus, MONITOR_THREAD, ProcStatus, Processor, States, Thread,
};
use super::{Annotation, AnnotationKind, GenerationSnapshot, StopPosition};
use crate::report::trace::replay::records_in_order;
use minigo_sched::{GcPhase, Kind, Reason, Record};
use std::collections::btree_map::Entry;

/// Writes the events of a generation.
pub(super) fn replay_generation(
    states: &mut States,
    cut: &GenerationSnapshot,
    out: &mut GenerationWriter<'_>,
) {
    let mut replay = Replay { states, writer: out, annotations: &cut.annotations };
    replay.begin_generation(cut.stop_position.procs);
    for (proc, record) in records_in_order(&cut.trace) {
        replay.states.current_time = replay.states.current_time.max(record.time);
        replay.replay_record(proc, &record);
    }
    replay.end_generation(cut.stop_position);
}

/// The state of writing a generation.
struct Replay<'a, 'b> {
    states: &'a mut States,
    writer: &'a mut GenerationWriter<'b>,
    annotations: &'a [Annotation],
}

impl Replay<'_, '_> {
    fn write_event(&mut self, thread: u64, kind: u8, args: &[u64]) {
        self.writer.write_event(thread, self.states.current_time, kind, args);
        self.states.current_time += 1;
    }

    fn thread(&mut self, thread: u64) -> &mut Thread {
        self.states.threads.entry(thread).or_default()
    }

    /// Writes the state of every processor and goroutine at the begin of the generation, on the thread that has begun
    /// it.
    fn begin_generation(&mut self, count: u32) {
        let worker = self.states.stopping_thread;
        let procs: Vec<u32> = self.states.procs.keys().copied().collect();
        for p in procs {
            let Some(of) = self.states.procs.get_mut(&p) else { continue };
            of.sequence = 0;
            let args = [u64::from(p), of.status as u64];
            self.write_event(worker, event_types::PROC_STATUS, &args);
        }
        let goroutines: Vec<u64> = self.states.goroutines.keys().copied().collect();
        for id in goroutines {
            let Some(g) = self.states.goroutines.get_mut(&id) else { continue };
            g.sequence = 0;
            if g.unannounced_stacks.is_some() {
                // The numbers of these stacks belong to the previous generation, so they are dropped.
                g.unannounced_stacks = Some((0, 0));
                continue;
            }
            let bound = matches!(g.status, GoroutineStatus::Running | GoroutineStatus::Call);
            let args = [id, if bound { g.thread } else { u64::MAX }, g.status as u64];
            self.write_event(worker, event_types::GO_STATUS, &args);
        }
        self.write_event(worker, event_types::PROCS_CHANGE, &[u64::from(count), 0]);
    }

    /// Writes the events that lead to the state of the stopped world, in which only the goroutine that cuts the trace
    /// runs.
    fn end_generation(&mut self, stop_position: StopPosition) {
        let worker = u64::from(stop_position.worker);
        self.start_goroutine(stop_position.goroutine, worker, stop_position.proc);
        let procs: Vec<u32> = self.states.procs.keys().copied().collect();
        for p in procs {
            if p != stop_position.proc {
                self.take_processor(p, worker);
            }
        }
        self.states.stopping_thread = worker;
    }

    /// Takes a processor from the thread that holds it; `by` is the thread that takes it.
    fn take_processor(&mut self, p: u32, by: u64) {
        let Some(of) = self.states.procs.get_mut(&p) else { return };
        let holder = of.thread;
        match of.status {
            ProcStatus::Idle => return,
            ProcStatus::Call if holder == by => {
                self.write_event(holder, event_types::PROC_STOP, &[]);
            }
            ProcStatus::Call => {
                of.sequence += 1;
                let args = [u64::from(p), of.sequence, holder];
                self.write_event(by, event_types::PROC_STEAL, &args);
            }
            ProcStatus::Running => {
                if let Some(g) = self.thread(holder).goroutine {
                    self.stop_running(g, holder);
                }
                self.write_event(holder, event_types::PROC_STOP, &[]);
            }
        }
        self.thread(holder).proc = None;
        if let Some(of) = self.states.procs.get_mut(&p) {
            of.status = ProcStatus::Idle;
        }
    }

    /// Gives the processor to the thread, which runs no goroutine.
    fn give_processor(&mut self, thread: u64, p: u32) {
        if self.thread(thread).proc == Some(p) {
            return;
        }
        if let Some(old) = self.thread(thread).proc {
            self.take_processor(old, thread);
        }
        if let Entry::Vacant(unknown) = self.states.procs.entry(p) {
            unknown.insert(Processor::idle());
            self.write_event(
                thread,
                event_types::PROC_STATUS,
                &[u64::from(p), ProcStatus::Idle as u64],
            );
        }
        self.take_processor(p, thread);
        let Some(of) = self.states.procs.get_mut(&p) else { return };
        of.sequence += 1;
        (of.status, of.thread) = (ProcStatus::Running, thread);
        let args = [u64::from(p), of.sequence];
        self.write_event(thread, event_types::PROC_START, &args);
        self.thread(thread).proc = Some(p);
    }

    /// Ends the running of a goroutine.
    fn stop_running(&mut self, g: u64, thread: u64) {
        let reason = self.writer.intern_string("preempted");
        self.write_event(thread, event_types::GO_STOP, &[reason, 0]);
        self.states.set_goroutine(g, GoroutineStatus::Runnable, thread);
        self.thread(thread).goroutine = None;
    }

    /// Ends the blocking call of a goroutine; `same`: the goroutine still has its processor.
    fn end_blocking_call(&mut self, g: u64, same: bool) {
        let Some(it) = self.states.goroutines.get(&g) else { return };
        let thread = it.thread;
        let proc = self.thread(thread).proc;
        if let Some(p) = proc.filter(|_| same)
            && let Some(of) = self.states.procs.get_mut(&p)
        {
            of.status = ProcStatus::Running;
            self.write_event(thread, event_types::GO_SYSCALL_END, &[]);
            self.states.set_goroutine(g, GoroutineStatus::Running, thread);
            return;
        }
        if let Some(p) = proc {
            self.take_processor(p, thread);
        }
        self.write_event(thread, event_types::GO_SYSCALL_END_BLOCKED, &[]);
        self.states.set_goroutine(g, GoroutineStatus::Runnable, thread);
        self.thread(thread).goroutine = None;
    }

    /// A thread on which an event of a processor can be recorded.
    fn thread_of_proc(&self, proc: u32) -> u64 {
        match self.states.procs.get(&proc) {
            Some(p) if p.status == ProcStatus::Running => p.thread,
            _ => MONITOR_THREAD,
        }
    }

    fn unblock_goroutine(&mut self, id: u64, by: u64) {
        let Some(g) = self.states.goroutines.get_mut(&id) else { return };
        g.sequence += 1;
        g.status = GoroutineStatus::Runnable;
        let args = [id, g.sequence, 0];
        self.write_event(by, event_types::GO_UNBLOCK, &args);
    }

    /// Makes the goroutine run on this thread and processor.
    fn start_goroutine(&mut self, id: u64, thread: u64, p: u32) {
        let unknown = || Goroutine::new(Some((0, 0)));
        let g = self.states.goroutines.entry(id).or_insert_with(unknown);
        let (does, at) = (g.status, g.thread);
        g.prewritten_wakes += u32::from(does == GoroutineStatus::Waiting);
        match does {
            GoroutineStatus::Running if at == thread && self.thread(at).proc == Some(p) => return,
            GoroutineStatus::Running => self.stop_running(id, at),
            GoroutineStatus::Call => self.end_blocking_call(id, false),
            GoroutineStatus::Waiting => {
                let by = self.thread_of_proc(p);
                self.unblock_goroutine(id, by);
            }
            GoroutineStatus::Runnable => {}
        }
        self.leave_goroutine(thread);
        self.give_processor(thread, p);
        let Some(g) = self.states.goroutines.get_mut(&id) else { return };
        if let Some((runs, made)) = g.unannounced_stacks.take() {
            self.write_event(thread, event_types::GO_CREATE, &[id, runs, made]);
        }
        let Some(g) = self.states.goroutines.get_mut(&id) else { return };
        g.sequence += 1;
        (g.status, g.thread) = (GoroutineStatus::Running, thread);
        let args = [id, g.sequence];
        self.write_event(thread, event_types::GO_START, &args);
        self.thread(thread).goroutine = Some(id);
        if let Some(begins) = self.states.pending_collection.take() {
            self.replay_collection(begins, thread);
        }
        if let Some(count) = self.states.pending_proc_count.take() {
            self.write_event(thread, event_types::PROCS_CHANGE, &[u64::from(count), 0]);
        }
    }

    /// Makes the thread run no goroutine.
    fn leave_goroutine(&mut self, thread: u64) {
        let Some(g) = self.thread(thread).goroutine else { return };
        match self.states.goroutines.get(&g).map(|g| g.status) {
            Some(GoroutineStatus::Running) => self.stop_running(g, thread),
            Some(GoroutineStatus::Call) => self.end_blocking_call(g, false),
            _ => self.thread(thread).goroutine = None,
        }
    }

    fn replay_record(&mut self, proc: u32, r: &Record) {
        if r.kind == Kind::Create {
            return self.replay_creation(proc, r);
        }
        if r.kind == Kind::Start {
            self.states.goroutines_by_slot.insert(r.task, r.object);
            return self.start_goroutine(r.object, u64::from(r.argument), proc);
        }
        if r.task == Record::NO_TASK {
            return self.replay_other(proc, r);
        }
        let Some(&g) = self.states.goroutines_by_slot.get(&r.task) else { return };
        self.replay_goroutine_record(g, proc, r);
    }

    /// Handles a record of a goroutine.
    fn replay_goroutine_record(&mut self, g: u64, proc: u32, r: &Record) {
        match r.kind {
            Kind::Wake => self.wake(g, proc),
            Kind::Unpark if self.status_of(g) == Some(GoroutineStatus::Waiting) => {
                let by = self.thread_of_proc(proc);
                self.unblock_goroutine(g, by);
            }
            Kind::Park => {
                let reason = reason_text(r.argument);
                self.end_slice(
                    g,
                    proc,
                    event_types::GO_BLOCK,
                    Some((reason, r.location)),
                    GoroutineStatus::Waiting,
                );
                self.wake_parked(g, proc);
            }
            Kind::Yield => {
                let what = ("runtime.Gosched", r.location);
                self.end_slice(
                    g,
                    proc,
                    event_types::GO_STOP,
                    Some(what),
                    GoroutineStatus::Runnable,
                );
            }
            Kind::Preempted | Kind::Displaced => {
                self.end_slice(
                    g,
                    proc,
                    event_types::GO_STOP,
                    Some(("preempted", r.location)),
                    GoroutineStatus::Runnable,
                );
            }
            Kind::Done
                if self.end_slice(
                    g,
                    proc,
                    event_types::GO_DESTROY,
                    None,
                    GoroutineStatus::Runnable,
                ) =>
            {
                self.states.goroutines.remove(&g);
                self.states.goroutines_by_slot.remove(&r.task);
            }
            Kind::Block => self.replay_blocking_call(g, proc, r.location),
            Kind::Handoff if self.states.is_in_blocking_call(proc) => {
                self.take_processor(proc, self.states.procs[&proc].thread);
            }
            Kind::Unblock if self.status_of(g) == Some(GoroutineStatus::Call) => {
                self.end_blocking_call(g, true);
            }
            Kind::ReturnOld | Kind::ReturnIdle | Kind::ReturnQueued
                if self.status_of(g) == Some(GoroutineStatus::Call) =>
            {
                self.end_blocking_call(g, false);
            }
            Kind::Said => self.write_annotation(g, proc, r.object),
            _ => {}
        }
    }

    fn status_of(&self, g: u64) -> Option<GoroutineStatus> {
        self.states.goroutines.get(&g).map(|g| g.status)
    }

    fn replay_creation(&mut self, proc: u32, r: &Record) {
        let made = self.states.next_go_statements.remove(&proc).unwrap_or(0);
        let (runs, made) =
            (self.writer.intern_stack_at(r.location), self.writer.intern_stack_at(made));
        self.states.goroutines_by_slot.insert(r.task, r.object);
        if self.states.goroutines.contains_key(&r.object) {
            return;
        }
        let mut g = Goroutine::new(Some((runs, made)));
        let teller = self.thread_of_proc(proc);
        // Readers require a processor where a goroutine is made, and, if a goroutine makes it, that the maker is
        // running.
        let maker = self.states.threads.get(&teller).and_then(|thread| thread.goroutine);
        let runs_there =
            maker.is_none_or(|maker| self.status_of(maker) == Some(GoroutineStatus::Running));
        if teller != MONITOR_THREAD && runs_there {
            g.unannounced_stacks = None;
            self.write_event(teller, event_types::GO_CREATE, &[r.object, runs, made]);
        }
        self.states.goroutines.insert(r.object, g);
    }

    fn wake(&mut self, g: u64, proc: u32) {
        let by = self.thread_of_proc(proc);
        let Some(it) = self.states.goroutines.get_mut(&g) else { return };
        if it.prewritten_wakes > 0 {
            it.prewritten_wakes -= 1;
        } else if it.status == GoroutineStatus::Waiting {
            self.unblock_goroutine(g, by);
        } else {
            it.wakes_before_park += 1;
        }
    }

    /// Handles the park of a goroutine: a wake that came before the park wakes the goroutine now.
    fn wake_parked(&mut self, g: u64, proc: u32) {
        let by = self.thread_of_proc(proc);
        if let Some(it) = self.states.goroutines.get_mut(&g)
            && it.wakes_before_park > 0
        {
            it.wakes_before_park -= 1;
            self.unblock_goroutine(g, by);
        }
    }

    /// The thread that runs the goroutine; starts the goroutine if it should be running.
    fn thread_running(&mut self, g: u64, proc: u32) -> Option<u64> {
        if self.status_of(g)? != GoroutineStatus::Running {
            let of = self.states.procs.get(&proc).filter(|of| of.status == ProcStatus::Running)?;
            self.start_goroutine(g, of.thread, proc);
        }
        let it =
            self.states.goroutines.get(&g).filter(|it| it.status == GoroutineStatus::Running)?;
        Some(it.thread)
    }

    /// Ends a slice by an event with a reason and a place. Reports whether the goroutine was running.
    fn end_slice(
        &mut self,
        g: u64,
        proc: u32,
        kind: u8,
        why: Option<(&str, u32)>,
        next: GoroutineStatus,
    ) -> bool {
        let Some(thread) = self.thread_running(g, proc) else { return false };
        match why {
            Some((reason, at)) => {
                let args = [self.writer.intern_string(reason), self.writer.intern_stack_at(at)];
                self.write_event(thread, kind, &args);
            }
            None => self.write_event(thread, kind, &[]),
        }
        self.states.set_goroutine(g, next, thread);
        self.thread(thread).goroutine = None;
        true
    }

    /// Begins a call of the goroutine that may block.
    fn replay_blocking_call(&mut self, g: u64, proc: u32, at: u32) {
        let Some(thread) = self.thread_running(g, proc) else { return };
        let Some(p) = self.thread(thread).proc else { return };
        let Some(of) = self.states.procs.get_mut(&p) else { return };
        of.sequence += 1;
        of.status = ProcStatus::Call;
        let args = [of.sequence, self.writer.intern_stack_at(at)];
        self.write_event(thread, event_types::GO_SYSCALL_BEGIN, &args);
        self.states.set_goroutine(g, GoroutineStatus::Call, thread);
    }

    /// Writes an annotation of the program.
    fn write_annotation(&mut self, g: u64, proc: u32, number: u64) {
        let Some(annotations) = self.annotations.get(number as usize) else { return };
        let Some(thread) = self.thread_running(g, proc) else { return };
        let stack = self.writer.intern_stack(&annotations.stack);
        let [a, b] = [
            self.writer.intern_string(&annotations.texts[0]),
            self.writer.intern_string(&annotations.texts[1]),
        ];
        let task = annotations.task;
        match annotations.kind {
            AnnotationKind::TaskBegin => {
                self.write_event(
                    thread,
                    event_types::USER_TASK_BEGIN,
                    &[task, annotations.parent, a, stack],
                );
            }
            AnnotationKind::TaskEnd => {
                self.write_event(thread, event_types::USER_TASK_END, &[task, stack]);
            }
            AnnotationKind::RegionBegin => {
                self.write_event(thread, event_types::USER_REGION_BEGIN, &[task, a, stack]);
            }
            AnnotationKind::RegionEnd => {
                self.write_event(thread, event_types::USER_REGION_END, &[task, a, stack]);
            }
            AnnotationKind::Log => {
                self.write_event(thread, event_types::USER_LOG, &[task, a, b, stack]);
            }
        }
    }

    /// Handles a record of no goroutine.
    fn replay_other(&mut self, proc: u32, r: &Record) {
        match r.kind {
            Kind::Made if r.object == 0 => {
                _ = self.states.next_go_statements.insert(proc, r.location);
            }
            Kind::Retake => self.detach_blocking_call_processor(r.argument),
            Kind::ProcIdle => {
                let of = self.states.procs.get(&proc).filter(|of| of.status == ProcStatus::Running);
                if let Some(thread) = of.map(|of| of.thread)
                    && self.thread(thread).goroutine.is_none()
                {
                    self.take_processor(proc, thread);
                }
            }
            Kind::ProcStart => {
                let thread = u64::from(r.argument);
                if self.thread(thread).goroutine.is_none() {
                    self.give_processor(thread, proc);
                }
            }
            Kind::Procs => match self.running_thread() {
                Some(by) => {
                    self.write_event(by, event_types::PROCS_CHANGE, &[u64::from(r.argument), 0]);
                }
                None => self.states.pending_proc_count = Some(r.argument),
            },
            Kind::Gc => self.replay_gc_phase(r.argument),
            _ => {}
        }
    }

    fn detach_blocking_call_processor(&mut self, p: u32) {
        if self.states.is_in_blocking_call(p) {
            self.take_processor(p, MONITOR_THREAD);
        }
    }

    /// Handles a phase of the collector: for readers the phases from the roots to the end of marking are a collection.
    fn replay_gc_phase(&mut self, phase: u32) {
        let marks = [GcPhase::Roots, GcPhase::Mark, GcPhase::Terminate];
        let begins = marks.iter().any(|p| *p as u32 == phase);
        if begins == self.states.is_collecting {
            return;
        }
        self.states.is_collecting = begins;
        if self.states.pending_collection.take().is_some() {
            // The collection began and ended before any goroutine ran.
            return;
        }
        match self.running_thread() {
            Some(thread) => self.replay_collection(begins, thread),
            None => self.states.pending_collection = Some(begins),
        }
    }

    /// A thread that runs any goroutine, for events that require one.
    fn running_thread(&self) -> Option<u64> {
        let runs = |(_, t): &(&u64, &Thread)| {
            t.proc.is_some()
                && t.goroutine.and_then(|g| self.status_of(g)) == Some(GoroutineStatus::Running)
        };
        self.states.threads.iter().find(runs).map(|(thread, _)| *thread)
    }

    fn replay_collection(&mut self, begins: bool, thread: u64) {
        if !begins && self.states.collection_count == 0 {
            // The collection began before the trace.
            return;
        }
        self.states.collection_count += 1;
        let number = self.states.collection_count;
        match begins {
            true => self.write_event(thread, event_types::GC_BEGIN, &[number, 0]),
            false => self.write_event(thread, event_types::GC_END, &[number]),
        }
    }
}

/// The reason of a wait in the words of Go's traces.
fn reason_text(number: u32) -> &'static str {
    match Reason::ALL.get(number as usize) {
        Some(Reason::ChanReceive) => "chan receive",
        Some(Reason::ChanSend) => "chan send",
        Some(Reason::ChanReceiveNil | Reason::ChanSendNil | Reason::SelectNoCases) => "forever",
        Some(Reason::Select) => "select",
        Some(Reason::Sleep) => "sleep",
        Some(
            Reason::Semacquire
            | Reason::MutexLock
            | Reason::RWMutexRLock
            | Reason::RWMutexLock
            | Reason::WaitGroupWait,
        ) => "sync",
        Some(Reason::CondWait) => "sync.(*Cond).Wait",
        Some(Reason::IoWait) => "network",
        Some(Reason::GcWait) => "wait until GC ends",
        Some(Reason::SynctestRun | Reason::SynctestWait) => "synctest",
        Some(Reason::FinalizerWait) => "system goroutine wait",
        Some(Reason::Coroutine) => "coroutine",
        _ => "unspecified",
    }
}
