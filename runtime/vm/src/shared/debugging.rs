//! The state of a debugger: where goroutines stop, and which have stopped.
//!
//! A *trap* is an instruction whose opcode was replaced by `hot`, with
//! [`BREAKPOINT_ENTRY`](minigo_jit::abi::BREAKPOINT_ENTRY) in the table of entries: a goroutine that arrives there asks
//! [`Debugging::arrive_at_trap`]. Code without traps runs as without a debugger: it reads no flag. Traps are only set
//! and removed while the world is stopped.
//!
//! A goroutine that must stop is frozen before the instruction and reported; the debugger then stops the world. When
//! the debugger lets the world go on, the goroutine is thawed and executes the trapped instruction without asking
//! again: a *pass*. The pass stays until the instruction has completed, since an instruction can be executed several
//! times (to grow the stack, or after a wait).

use crate::host::PausableClock;
use crate::shared::condition::Condition;
use crate::shared::lookahead::{Lookahead, LookaheadResult};
use crate::shared::run_position::{Position, RunPosition};
use crate::shared::write_watch::{WatchedWrite, WriteWatches};
use hashbrown::HashMap;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Why a goroutine has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopCause {
    /// The goroutine is about to execute an instruction at which a breakpoint was set.
    Breakpoint,
    /// A step is complete.
    Step,
    /// The goroutine has called `panic`, or an instruction has panicked; deferred calls have not run. The string is the
    /// panic's value.
    Panic(String),
    /// A panic that nobody has recovered, or a fatal error, ends the program. The string is the message.
    Crash(String),
    /// No goroutine can continue; the program ends.
    Deadlock,
    /// The run has come to the position to which the debugger has let it go.
    Reached,
    /// The goroutine has written the watched place with this number, and stands behind the instruction.
    Write(u32),
    /// The watched place with this number does not exist any more: the call with the variable has returned, or its
    /// scope has ended, or the object was freed.
    WatchEnd(u32),
}

/// A stop of a goroutine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The goroutine; 0 if none of them has stopped, but all wait.
    pub goroutine: u64,
    /// The reason.
    pub cause: StopCause,
    /// For a breakpoint or a write: the index of the instruction in the program's code.
    pub at: usize,
    /// The position of the run, if it can be repeated.
    pub position: Position,
}

/// How two operands are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Relation {
    /// Reports whether the relation holds between two numbers.
    #[must_use]
    pub fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::Greater => a > b,
            Self::GreaterOrEqual => a >= b,
        }
    }
}

/// At which arrivals, counted from 1, a breakpoint stops.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum HitRule {
    /// At each.
    #[default]
    Always,
    /// At the arrivals whose number is in this relation to the given number.
    Compared(Relation, u64),
    /// At every nth.
    Every(u64),
}

impl HitRule {
    /// Reports whether the breakpoint stops at this arrival.
    #[must_use]
    pub fn stops(self, count: u64) -> bool {
        match self {
            Self::Always => true,
            Self::Compared(relation, n) => relation.holds(i128::from(count), i128::from(n)),
            Self::Every(n) => n != 0 && count.is_multiple_of(n),
        }
    }
}

/// A breakpoint at an instruction.
#[derive(Clone, Default, Debug)]
pub(crate) struct Breakpoint {
    pub(crate) condition: Option<Condition>,
    pub(crate) rule: HitRule,
    /// Whether the debugger decides which arrivals stop the program.
    pub(crate) is_decided_by_debugger: bool,
    /// How often goroutines have arrived and met the condition.
    pub(crate) hit_count: u64,
}

/// The next action of a goroutine that has arrived at a trapped instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// The goroutine stops before the instruction.
    Stops,
    /// The goroutine executes the instruction, before which it has stopped already.
    Passes,
    /// The goroutine executes the instruction.
    GoesOn,
}

/// The frame in which a step ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StepEnd {
    pub(crate) goroutine: u64,
    /// The frame's first slot; `None`: any frame.
    pub(crate) base: Option<usize>,
}

/// The arrivals that are recorded for a step back: of a goroutine at the beginning of a line, in the frame at `base` or
/// in a frame of a caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineBegin {
    pub(crate) goroutine: u64,
    /// The first slot of the innermost frame in which arrivals are recorded.
    pub(crate) base: usize,
    /// The file and the line.
    pub(crate) line: (u32, u32),
}

/// An arrival that was recorded instead of a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedArrival {
    /// The position of the run.
    pub position: Position,
    /// The goroutine that arrived.
    pub goroutine: u64,
    /// The index of the instruction in the program's code.
    pub at: usize,
    line: Option<((u32, u32), usize)>,
}

impl RecordedArrival {
    pub(crate) fn at(position: Position, goroutine: u64, at: usize) -> Self {
        Self { position, goroutine, at, line: None }
    }
}

#[derive(Default, Debug)]
struct Trap {
    breakpoint: Option<Breakpoint>,
    step: Option<StepEnd>,
    line: Option<LineBegin>,
}

/// The state of a debugger.
#[derive(Debug)]
pub(crate) struct Debugging {
    state: Mutex<State>,
    changed: Condvar,
    stops_at_panics: AtomicBool,
    stops_at_crashes: AtomicBool,
    /// The number of stops of the machine.
    stop_count: AtomicU64,
    pub(crate) clock: Arc<PausableClock>,
    /// The position of the run, if the run can be repeated.
    pub(crate) run_position: RunPosition,
    pub(crate) lookahead: Lookahead,
    write_watches: Mutex<Option<Box<WriteWatches>>>,
    /// The watches, for the thread that runs goroutines.
    watches_of_worker: AtomicPtr<WriteWatches>,
    /// While writes stop the program: how many processors there are otherwise. 0 while writes do not stop it.
    pub(crate) hidden_procs: AtomicUsize,
    /// The entries of compiled code of functions with traps, by function; they were removed, so that the functions are
    /// interpreted.
    pub(crate) removed_entries: Mutex<HashMap<u32, RemovedEntries>>,
}

/// The entries of compiled code that a function had before it got its first trap.
#[derive(Default, Debug)]
pub(crate) struct RemovedEntries {
    /// The index of the instruction, the address of the code and the number of the entry.
    pub(crate) entries: Vec<(usize, u64, u16)>,
    /// How many traps the function has.
    pub(crate) trap_count: usize,
}

#[derive(Default, Debug)]
struct State {
    traps: HashMap<usize, Trap>,
    /// The instructions that goroutines execute without stopping.
    passed_instructions: HashMap<u64, usize>,
    /// The goroutines that were frozen when they stopped.
    frozen_goroutines: Vec<u64>,
    hits: Vec<Hit>,
    /// Whether the end of the program waits for the debugger.
    is_program_end_held: bool,
    is_detached: bool,
    /// Whether goroutines do not stop at breakpoints and lines, but only record their last arrival.
    records_arrivals: bool,
    /// Arrivals at breakpoints are not recorded.
    ignores_breakpoints: bool,
    last_arrival: Option<RecordedArrival>,
    /// For a step over a line: the first slot of the frame in which a loop over a function may be entered.
    loop_frame: Option<usize>,
}

impl Debugging {
    pub(crate) fn new(clock: Arc<PausableClock>) -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            stops_at_panics: AtomicBool::new(false),
            stops_at_crashes: AtomicBool::new(false),
            stop_count: AtomicU64::new(0),
            clock,
            run_position: RunPosition::default(),
            lookahead: Lookahead::default(),
            write_watches: Mutex::default(),
            watches_of_worker: AtomicPtr::default(),
            hidden_procs: AtomicUsize::new(0),
            removed_entries: Mutex::default(),
        }
    }

    /// Returns the number of a new stop: a value with another number belongs to an earlier stop.
    pub(crate) fn next_stop_number(&self) -> u64 {
        self.stop_count.fetch_add(1, Ordering::Relaxed)
    }

    /// Chooses whether goroutines stop at panics, and before the program ends by a panic, a fatal error or a deadlock.
    pub(crate) fn stop_at(&self, panics: bool, crashes: bool) {
        self.stops_at_panics.store(panics, Ordering::Relaxed);
        self.stops_at_crashes.store(crashes, Ordering::Relaxed);
    }

    pub(crate) fn stops_at_panics(&self) -> bool {
        self.stops_at_panics.load(Ordering::Relaxed)
    }

    pub(crate) fn stops_at_crashes(&self) -> bool {
        self.stops_at_crashes.load(Ordering::Relaxed)
    }

    pub(crate) fn set_breakpoint(&self, at: usize, breakpoint: Breakpoint) {
        self.state.lock().traps.entry(at).or_default().breakpoint = Some(breakpoint);
    }

    /// Removes a breakpoint. Reports whether the instruction needs no trap any more.
    pub(crate) fn remove_breakpoint(&self, at: usize) -> bool {
        let mut state = self.state.lock();
        let Some(trap) = state.traps.get_mut(&at) else { return false };
        trap.breakpoint = None;
        let unused = trap.step.is_none() && trap.line.is_none();
        if unused {
            state.traps.remove(&at);
        }
        unused
    }

    pub(crate) fn set_step(&self, at: usize, end: StepEnd) {
        self.state.lock().traps.entry(at).or_default().step = Some(end);
    }

    pub(crate) fn set_loop_frame(&self, base: Option<usize>) {
        self.state.lock().loop_frame = base;
    }

    pub(crate) fn loop_frame(&self) -> Option<usize> {
        self.state.lock().loop_frame
    }

    /// Removes all traps of steps. Returns the instructions that need no trap any more.
    pub(crate) fn remove_steps(&self) -> Vec<usize> {
        let mut unused = Vec::new();
        self.state.lock().traps.retain(|&at, trap| {
            (trap.step, trap.line) = (None, None);
            if trap.breakpoint.is_none() {
                unused.push(at);
            }
            trap.breakpoint.is_some()
        });
        unused
    }

    /// How often goroutines have arrived at a breakpoint and met its condition.
    pub(crate) fn hit_count(&self, at: usize) -> u64 {
        let state = self.state.lock();
        state.traps.get(&at).and_then(|t| t.breakpoint.as_ref()).map_or(0, |b| b.hit_count)
    }

    /// Called when a goroutine is about to execute the trapped instruction at index `at` in the frame at `base`, whose
    /// first slot is `frame`. Reports the goroutine's next action.
    ///
    /// # Safety
    /// The frame is that of the instruction, and whole.
    pub(crate) unsafe fn arrive_at_trap(
        &self,
        id: u64,
        at: usize,
        base: usize,
        frame: *const u64,
        position: Position,
    ) -> Arrival {
        let mut state = self.state.lock();
        let state = &mut *state;
        let passes = !state.passed_instructions.is_empty()
            && state.passed_instructions.get(&id) == Some(&at);
        if passes {
            return Arrival::Passes;
        }
        let Some(trap) = state.traps.get_mut(&at) else { return Arrival::GoesOn };
        let mut cause = None;
        if let Some(breakpoint) = &mut trap.breakpoint {
            let condition = breakpoint.condition.as_ref();
            // SAFETY: the caller's promise.
            let holds = condition.map_or(Some(true), |c| unsafe { c.holds(frame) });
            breakpoint.hit_count += u64::from(holds == Some(true));
            // If the goroutine could not evaluate the condition, the debugger evaluates it, and tells the user what is
            // wrong.
            if holds.is_none() || holds == Some(true) && breakpoint.rule.stops(breakpoint.hit_count)
            {
                cause = Some(StopCause::Breakpoint);
            }
            let is_decided = holds.is_some() && !breakpoint.is_decided_by_debugger;
            if state.records_arrivals && state.ignores_breakpoints {
                cause = None;
            } else if state.records_arrivals && cause.is_some() && is_decided {
                state.last_arrival = Some(RecordedArrival::at(position, id, at));
                cause = None;
            }
        }
        if state.records_arrivals
            && let Some(begin) = trap.line.filter(|l| l.goroutine == id && base <= l.base)
        {
            let line = Some((begin.line, base));
            // The code of a line may lie in several parts: only the arrival at the first part is recorded.
            let continues =
                state.last_arrival.is_some_and(|last| last.line == line && last.at < at);
            if !continues {
                state.last_arrival = Some(RecordedArrival { position, goroutine: id, at, line });
            }
        }
        let ends = |s: StepEnd| s.goroutine == id && s.base.is_none_or(|b| b == base);
        if cause.is_none() && trap.step.is_some_and(ends) {
            cause = Some(StopCause::Step);
        }
        let Some(cause) = cause else { return Arrival::GoesOn };
        state.passed_instructions.insert(id, at);
        state.frozen_goroutines.push(id);
        state.hits.push(Hit { goroutine: id, cause, at, position });
        self.changed.notify_all();
        Arrival::Stops
    }

    /// Called when the goroutine has executed a trapped instruction, or has left it in order to execute it again.
    pub(crate) fn finish_trapped_instruction(&self, id: u64, at: usize, again: bool) {
        let mut state = self.state.lock();
        if again {
            state.passed_instructions.insert(id, at);
        } else {
            state.passed_instructions.remove(&id);
        }
    }

    /// Reports a stop of a goroutine, which is frozen. False if no debugger is attached any more.
    pub(crate) fn report_stop(&self, goroutine: u64, cause: StopCause, position: Position) -> bool {
        let mut state = self.state.lock();
        self.end_lookahead_copy(&state);
        if state.is_detached {
            return false;
        }
        state.frozen_goroutines.push(goroutine);
        state.hits.push(Hit { goroutine, cause, at: usize::MAX, position });
        self.changed.notify_all();
        true
    }

    /// Takes the goroutines that are to be thawed. Drops passes of instructions without a trap, since no trapped
    /// instruction would end them.
    pub(crate) fn take_frozen_goroutines(&self) -> Vec<u64> {
        let mut state = self.state.lock();
        let State { passed_instructions: passes, traps, .. } = &mut *state;
        passes.retain(|_, at| traps.contains_key(at));
        std::mem::take(&mut state.frozen_goroutines)
    }

    /// Reports whether the goroutine stopped before the instruction at index `at`.
    pub(crate) fn stands_before(&self, id: u64, at: usize) -> bool {
        self.state.lock().passed_instructions.get(&id) == Some(&at)
    }

    /// Makes arrivals at an instruction, where a line begins, be recorded for a step back.
    pub(crate) fn record_line_arrivals(&self, at: usize, line: LineBegin) {
        self.state.lock().traps.entry(at).or_default().line = Some(line);
    }

    /// Chooses whether arrivals are recorded instead of stopping goroutines. Returns the arrival that was recorded
    /// last.
    pub(crate) fn set_recording(&self, records: bool) -> Option<RecordedArrival> {
        let mut state = self.state.lock();
        state.records_arrivals = records;
        state.last_arrival.take()
    }

    /// Chooses whether only arrivals at lines are recorded.
    pub(crate) fn ignore_breakpoints(&self, ignores: bool) {
        self.state.lock().ignores_breakpoints = ignores;
    }

    /// Ends this process if it is a copy that looks ahead.
    fn end_lookahead_copy(&self, state: &State) {
        if self.lookahead.is_copy() {
            let write = self.write_watches.lock().as_deref_mut().and_then(last_write);
            self.lookahead.end_copy(&LookaheadResult { recorded: state.last_arrival, write });
        }
    }

    /// Records a stop whose condition the debugger has found to hold.
    pub(crate) fn record_hit(&self, hit: &Hit) {
        self.state.lock().last_arrival =
            Some(RecordedArrival::at(hit.position, hit.goroutine, hit.at));
    }

    /// Watches places instead of the earlier ones. To be called while the program stands still.
    pub(crate) fn watch(&self, watches: Option<WriteWatches>) {
        let mut present = self.write_watches.lock();
        *present = watches.map(Box::new);
        let watches = present.as_deref_mut().map_or(std::ptr::null_mut(), std::ptr::from_mut);
        self.watches_of_worker.store(watches, Ordering::Release);
    }

    /// Reports whether writes stop the program.
    pub(crate) fn awaits_writes(&self) -> bool {
        self.write_watches.lock().as_deref().is_some_and(|watches| watches.stops)
    }

    /// Ends the watch, and takes the last write of the watched place. To be called while the run stands still.
    pub(crate) fn take_write(&self) -> Option<WatchedWrite> {
        self.watches_of_worker.store(std::ptr::null_mut(), Ordering::Release);
        last_write(&mut *self.write_watches.lock().take()?)
    }

    /// The watches, or null. The only thread that runs goroutines alone reads and changes them while it runs.
    pub(crate) fn watches_of_worker(&self) -> *mut WriteWatches {
        self.watches_of_worker.load(Ordering::Acquire)
    }

    /// Makes the watches see the places as the debugger leaves them. To be called while the program stands still.
    pub(crate) fn begin_watching_again(&self) {
        if let Some(watches) = self.write_watches.lock().as_deref_mut() {
            watches.begin_again();
        }
    }

    /// Reports writes, behind which a goroutine stops. Without writes the goroutine stops because another one has
    /// reported some. False if no debugger is attached any more.
    pub(crate) fn report_writes(&self, stopping: u64, writes: Vec<Hit>) -> bool {
        let mut state = self.state.lock();
        if state.is_detached {
            return false;
        }
        state.frozen_goroutines.push(stopping);
        state.hits.extend(writes);
        self.changed.notify_all();
        true
    }

    /// While writes stop the program, there is one processor, which the program must not notice: chooses how many there
    /// are otherwise, if `n` is positive, and returns the number before.
    pub(crate) fn set_hidden_procs(&self, n: i64) -> Option<i64> {
        let before = self.hidden_procs.load(Ordering::Relaxed);
        if before == 0 {
            return None;
        }
        if n > 0 {
            self.hidden_procs.store(n.min(256) as usize, Ordering::Relaxed);
        }
        Some(before as i64)
    }

    /// Takes the stops since the last call.
    pub(crate) fn take_hits(&self) -> Vec<Hit> {
        std::mem::take(&mut self.state.lock().hits)
    }

    /// Waits until a goroutine has stopped, but for no longer than `most`. Reports whether a goroutine has stopped.
    pub(crate) fn wait_for_hit(&self, most: Duration) -> bool {
        let until = Instant::now() + most;
        let mut state = self.state.lock();
        while state.hits.is_empty() {
            if self.changed.wait_until(&mut state, until).timed_out() {
                return !state.hits.is_empty();
            }
        }
        true
    }

    /// Reports that the program ends by a deadlock, and waits until the debugger goes on.
    pub(crate) fn hold_program_end(&self) {
        let mut state = self.state.lock();
        self.end_lookahead_copy(&state);
        if state.is_detached {
            return;
        }
        state.is_program_end_held = true;
        let position = Position::END;
        state.hits.push(Hit { goroutine: 0, cause: StopCause::Deadlock, at: usize::MAX, position });
        self.changed.notify_all();
        while state.is_program_end_held && !state.is_detached {
            self.changed.wait(&mut state);
        }
    }

    /// Lets the end of the program go on.
    pub(crate) fn release_program_end(&self) {
        self.state.lock().is_program_end_held = false;
        self.changed.notify_all();
    }

    /// Forgets all traps, and stops nothing any more. Returns the instructions that had traps.
    pub(crate) fn detach(&self) -> Vec<usize> {
        self.stop_at(false, false);
        let mut state = self.state.lock();
        state.is_detached = true;
        state.hits.clear();
        self.changed.notify_all();
        state.traps.drain().map(|(at, _)| at).collect()
    }
}

/// The last write of the watched place.
fn last_write(watches: &mut WriteWatches) -> Option<WatchedWrite> {
    watches.watches.first_mut()?.last_write.take()
}
