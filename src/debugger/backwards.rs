//! Backwards in a run that can be repeated: the program runs again from its start, up to an earlier moment.
//!
//! A repetition finds out which moment that is: it runs up to the present one, and the machine records the last arrival
//! at a line or a breakpoint on the way, or the last write of a variable. A second repetition stops at that moment.
//!
//! Most lines and writes are found shortly before the present moment. So the first repetition stops before that time,
//! and a copy of the process looks at the rest: if the copy finds the moment, the repetition goes on to it, and no
//! second one is needed.

use crate::debugger::expr::Operand;
use crate::debugger::{Debugger, Stop, StopReason};
use minigo_vm::Machine;
use minigo_vm::debug::{
    Frame, Hit, Position, RecordedArrival, StopCause, StoppedMachine, WatchedValue,
};
use std::sync::Arc;
use std::time::Duration;

/// The debugger first looks for lines and writes among this many instructions before the present moment, since
/// examining an instruction takes ten times as long as executing it.
const RECENT_INSTRUCTIONS: u64 = 1 << 20;

/// The time between two checks whether a run has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Runs a program again and again.
pub trait RepeatableProgram {
    /// Called before the debugger ends the present run: its end and its further output are not reported.
    fn discard_run(&mut self);

    /// Ends the present run, whose machine is `old`, and returns the machine of another run, which has not started.
    ///
    /// # Errors
    /// A message: the program cannot be run again.
    fn repeat_machine(&mut self, old: Arc<Machine>) -> Result<Arc<Machine>, String>;

    /// Chooses whether the present run's output is discarded.
    fn set_output_muted(&mut self, mutes: bool);

    /// Starts the run.
    fn start_repeat(&mut self);

    /// Reports whether the run has ended.
    fn has_ended(&mut self) -> bool;
}

/// How far to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackTarget<'t> {
    /// To the previous line of the goroutine, in the same call or in a caller.
    Line,
    /// To the last stop at a breakpoint.
    Breakpoint,
    /// To the last write of the variable that an expression names.
    Write(&'t str),
}

/// A moment of a run: the position, the goroutine and the instruction.
pub(super) type Moment = (Position, u64, usize);

/// A change of a variable, which repetitions of the run make too.
pub(super) struct Change {
    position: Position,
    goroutine: u64,
    frame: usize,
    target: String,
    value: String,
}

/// The past of a run that can be repeated.
pub(super) struct RunHistory {
    /// The stops at breakpoints so far; `None` if the breakpoints were others for a part of the run.
    stops: Option<Vec<Moment>>,
    /// The changes of variables, in the order of the run.
    changes: Vec<Change>,
    /// How many of the changes the present run has made.
    made_change_count: usize,
}

impl Default for RunHistory {
    fn default() -> Self {
        Self { stops: Some(Vec::new()), changes: Vec::new(), made_change_count: 0 }
    }
}

impl RunHistory {
    /// Notes a stop at a breakpoint.
    pub(super) fn add_stop(&mut self, moment: Moment) {
        if let Some(stops) = &mut self.stops {
            stops.push(moment);
        }
    }

    /// Notes that the breakpoints have changed, at a position of the run.
    pub(super) fn change_breakpoints(&mut self, position: Position) {
        self.stops = position.is_start().then(Vec::new);
    }

    /// Notes a change of a variable that was made where the run stands.
    pub(super) fn add_change(
        &mut self,
        position: Position,
        (goroutine, frame): (u64, usize),
        target: &str,
        value: &str,
    ) {
        let (target, value) = (target.to_owned(), value.to_owned());
        self.changes.push(Change { position, goroutine, frame, target, value });
        self.made_change_count = self.changes.len();
    }

    /// Whether variables were changed between two positions.
    fn has_changes_between(&self, from: Position, to: Position) -> bool {
        self.changes.iter().any(|change| from < change.position && change.position < to)
    }

    /// Forgets what came after a position, to which the run has gone back.
    fn forget_after(&mut self, position: Position) {
        self.changes.retain(|change| change.position <= position);
        self.made_change_count = self.made_change_count.min(self.changes.len());
        if let Some(stops) = &mut self.stops {
            stops.retain(|(at, ..)| *at <= position);
        }
    }
}

/// Which arrivals at instructions belong to the way to a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArrivalsToReplay {
    /// Those before the position.
    Before,
    /// Those before the position. The arrivals that the debugger decides are recorded too.
    BeforeRecorded,
    /// That at the position too.
    AtEnd,
}

/// The stops that the debugger records while the run is repeated up to the present position.
enum WantedStops {
    Lines(Vec<(usize, usize)>),
    Breakpoints,
    Write(WatchedValue),
}

impl Debugger {
    /// Reports whether the run can be repeated.
    #[must_use]
    pub fn can_go_back(&self) -> bool {
        self.machine().is_run_repeatable()
    }

    /// Goes back to an earlier moment, from a frame of a goroutine. If there is no such moment, the program comes to
    /// the present moment again.
    ///
    /// # Errors
    /// A message: the run cannot be repeated, or there is no such moment.
    pub fn go_back(
        &mut self,
        program: &mut dyn RepeatableProgram,
        (goroutine, frame): (u64, usize),
        back: BackTarget<'_>,
    ) -> Result<Stop, String> {
        if !self.can_go_back() {
            return Err(String::from("only a run with --seed or --replay can go backwards"));
        }
        if !self.is_stopped() && back != BackTarget::Breakpoint {
            return Err(String::from("the program has ended: it can only go back to a breakpoint"));
        }
        let wanted = match back {
            BackTarget::Line => WantedStops::Lines(
                self.while_stopped(|stopped| stopped.line_starts_of_calls(goroutine)),
            ),
            BackTarget::Breakpoint => WantedStops::Breakpoints,
            BackTarget::Write(text) => {
                WantedStops::Write(self.written_variable(goroutine, frame, text)?)
            }
        };
        let present = if self.is_stopped() { self.position } else { Position::END };
        let near = match present {
            // The run stands at its end.
            Position::END if self.is_stopped() => self.while_stopped(|stopped| stopped.position()),
            present => present,
        };
        let recent = near
            .earlier(RECENT_INSTRUCTIONS)
            .filter(|_| !matches!(wanted, WantedStops::Breakpoints));
        let recent = recent.filter(|from| !self.history.has_changes_between(*from, present));
        let (mut found, mut is_on_the_way) = (None, false);
        if let (WantedStops::Breakpoints, Some(stops)) = (&wanted, &self.history.stops) {
            found = stops.iter().rfind(|(position, ..)| *position < present).copied();
            if found.is_none() {
                return Err(no_earlier_stop_message(back));
            }
        }
        if let Some(from) = recent {
            found = match self.find_recent_moment(program, goroutine, &wanted, (from, present))? {
                Some(found) => {
                    is_on_the_way = found.is_some();
                    found
                }
                None => self.find_last_moment(program, goroutine, &wanted, (recent, present))?,
            };
        }
        if found.is_none() {
            found = self.find_last_moment(program, goroutine, &wanted, (None, present))?;
        }
        if !is_on_the_way {
            self.begin_repeat(program)?;
            self.set_all_traps(true);
        }
        let target = found.map_or(present, |(position, ..)| position);
        let hit = self.run_to_position(program, target, ArrivalsToReplay::AtEnd)?;
        self.while_stopped(StoppedMachine::end_recording_arrivals);
        self.position = target;
        self.history.forget_after(target);
        // A breakpoint or step at this very instruction does not stop the goroutine a second time.
        let standing = hit.as_ref().map_or(goroutine, |hit| hit.goroutine);
        self.while_stopped(|stopped| stopped.pass_instruction(standing));
        let Some((_, goroutine, at)) = found else { return Err(no_earlier_stop_message(back)) };
        let stands_at = self.frames(goroutine).iter().find_map(Frame::instruction);
        if hit.is_none_or(|hit| hit.cause != StopCause::Reached) || stands_at != Some(at) {
            return Err(String::from(
                "the repeated run differs from the first one: it has stopped at another place",
            ));
        }
        let reason = self.reason_of(back, at);
        Ok(Stop { reason, goroutine, all_goroutines: vec![goroutine], notes: Vec::new() })
    }

    fn reason_of(&self, back: BackTarget<'_>, at: usize) -> StopReason {
        match back {
            BackTarget::Line => StopReason::Step,
            BackTarget::Write(_) => StopReason::Write,
            BackTarget::Breakpoint => {
                let here = self.breakpoints.iter().filter(|b| b.instructions.contains(&at));
                StopReason::Breakpoints(here.map(|b| b.number).collect())
            }
        }
    }

    /// Runs the program up to a position, and looks from there for the last moment of the wanted kind before the
    /// present one. The run stands at that position afterwards. `None` if that could not be found out.
    fn find_recent_moment(
        &mut self,
        program: &mut dyn RepeatableProgram,
        goroutine: u64,
        wanted: &WantedStops,
        (from, present): (Position, Position),
    ) -> Result<Option<Option<Moment>>, String> {
        self.begin_repeat(program)?;
        // The run goes on from the position: so arrivals at breakpoints are counted from the start.
        self.set_all_traps(true);
        self.run_to_position(program, from, ArrivalsToReplay::Before)?;
        self.record_wanted_stops(goroutine, wanted);
        let Some(stopped) = self.stopped.take() else { return Ok(None) };
        program.set_output_muted(true);
        let ahead = stopped.run_ahead_in_copy(present);
        program.set_output_muted(false);
        let mut stopped = self.machine().stop_shared();
        stopped.end_recording_arrivals();
        stopped.end_steps();
        stopped.take_write();
        self.stopped = Some(stopped);
        Ok(ahead.map(|ahead| match wanted {
            WantedStops::Write(_) => ahead.write.map(|w| (w.position, w.goroutine, w.at)),
            _ => ahead.recorded.map(|r| (r.position, r.goroutine, r.at)),
        }))
    }

    /// Makes the run record the moments of the wanted kind.
    fn record_wanted_stops(&mut self, goroutine: u64, wanted: &WantedStops) {
        match wanted {
            WantedStops::Lines(lines) => {
                self.while_stopped(|stopped| stopped.record_lines(goroutine, lines));
            }
            WantedStops::Breakpoints => self.set_all_traps(false),
            WantedStops::Write(watched) => self.while_stopped(|stopped| stopped.watch(watched)),
        }
    }

    /// Runs the program up to the present moment, and returns the last moment of the wanted kind on the way, from a
    /// position on: the position, the goroutine and the instruction.
    fn find_last_moment(
        &mut self,
        program: &mut dyn RepeatableProgram,
        goroutine: u64,
        wanted: &WantedStops,
        (from, present): (Option<Position>, Position),
    ) -> Result<Option<Moment>, String> {
        self.begin_repeat(program)?;
        if let Some(from) = from {
            self.run_to_position(program, from, ArrivalsToReplay::Before)?;
        }
        self.record_wanted_stops(goroutine, wanted);
        self.run_to_position(program, present, ArrivalsToReplay::BeforeRecorded)?;
        let (recorded, write) =
            self.while_stopped(|stopped| (stopped.end_recording_arrivals(), stopped.take_write()));
        Ok(match wanted {
            WantedStops::Write(_) => write.map(|w| (w.position, w.goroutine, w.at)),
            _ => recorded
                .map(|RecordedArrival { position, goroutine, at, .. }| (position, goroutine, at)),
        })
    }

    fn written_variable(
        &mut self,
        goroutine: u64,
        frame: usize,
        text: &str,
    ) -> Result<WatchedValue, String> {
        match self.evaluate(goroutine, frame, text)? {
            Operand::Value(value) => self.while_stopped(|stopped| stopped.watched_value(&value)),
            Operand::Computed(_) => Err(format!("{text} is no variable, field or element")),
        }
    }

    /// Makes another run, which has not started, the present one.
    fn begin_repeat(&mut self, program: &mut dyn RepeatableProgram) -> Result<(), String> {
        program.discard_run();
        self.end_program();
        self.stopped = None;
        let Some(old) = self.machine.take() else { return Ok(()) };
        let machine = program.repeat_machine(old)?;
        let (panics, crashes) = self.stops_at_failures;
        machine.stop_at_failures(panics, crashes);
        self.machine = Some(machine);
        self.history.made_change_count = 0;
        Ok(())
    }

    /// Sets the traps of all breakpoints, or of those that are no log points.
    fn set_all_traps(&mut self, logs: bool) {
        let mut all = std::mem::take(&mut self.breakpoints);
        self.while_stopped(|stopped| {
            for b in all.iter_mut().filter(|b| logs || b.request.log.is_none()) {
                b.reset_traps(stopped);
            }
        });
        self.breakpoints = all;
    }

    /// Starts the run, or lets it go on, and waits until it comes to a position, fails or ends. Variables are changed
    /// on the way as they were: after the goroutine that stands there has arrived at its instruction.
    fn run_to_position(
        &mut self,
        program: &mut dyn RepeatableProgram,
        position: Position,
        arrivals: ArrivalsToReplay,
    ) -> Result<Option<Hit>, String> {
        self.while_stopped(StoppedMachine::begin_recording_arrivals);
        let judges = arrivals == ArrivalsToReplay::BeforeRecorded;
        let arrives = |at: Position| at < position || arrivals == ArrivalsToReplay::AtEnd;
        let mut reached: Option<(Position, Hit)> = None;
        while let Some(change) = self.history.changes.get(self.history.made_change_count)
            && change.position <= position
        {
            let (at, here) = (change.position, (change.goroutine, change.frame));
            let (target, value) = (change.target.clone(), change.value.clone());
            if reached.as_ref().is_none_or(|(known, _)| *known != at) {
                match self.run_without_stops_to(program, at, arrives(at), judges)? {
                    Some(hit) if hit.cause == StopCause::Reached => reached = Some((at, hit)),
                    other => return Ok(other),
                }
            }
            self.change_variable(here, &target, &value)?;
            self.history.made_change_count += 1;
        }
        let hit = match reached {
            Some((known, hit)) if known == position => Some(hit),
            _ => self.run_without_stops_to(program, position, arrives(position), judges)?,
        };
        // The lines that are recorded are traps of steps.
        if let Some(stopped) = &mut self.stopped {
            stopped.end_steps();
        }
        Ok(hit)
    }

    /// Makes the goroutine that stands at a position arrive at its instruction.
    fn arrive_at_instruction(&mut self, goroutine: u64, judges: bool) {
        let Some(mut stopped) = self.stopped.take() else { return };
        stopped.record_arrival(goroutine);
        for hit in stopped.take_hits() {
            self.decide_recorded_hit(&mut stopped, &hit, judges);
        }
        self.stopped = Some(stopped);
    }

    /// Decides about an arrival at a breakpoint, and with `judges` records it if it would stop the program.
    fn decide_recorded_hit(
        &mut self,
        stopped: &mut StoppedMachine<'static>,
        hit: &Hit,
        judges: bool,
    ) {
        // The debugger counts the arrivals that it decides.
        if self.decide_stop(stopped, hit, &mut Vec::new()).is_some() && judges {
            stopped.record_hit(hit);
        }
    }

    fn run_without_stops_to(
        &mut self,
        program: &mut dyn RepeatableProgram,
        position: Position,
        arrives: bool,
        judges: bool,
    ) -> Result<Option<Hit>, String> {
        self.while_stopped(|stopped| stopped.stop_at(Some(position)));
        match self.stopped.take() {
            // The run has stopped already, before the position.
            Some(stopped) => stopped.resume(),
            None => program.start_repeat(),
        }
        loop {
            if self.machine().wait_for_hit(POLL_INTERVAL) {
                let mut stopped = self.machine().stop_shared();
                for hit in stopped.take_hits() {
                    match hit.cause {
                        StopCause::Reached | StopCause::Crash(_) | StopCause::Deadlock => {
                            self.stopped = Some(stopped);
                            if arrives && hit.cause == StopCause::Reached {
                                self.arrive_at_instruction(hit.goroutine, judges);
                            }
                            return Ok(Some(hit));
                        }
                        StopCause::Breakpoint => {
                            self.decide_recorded_hit(&mut stopped, &hit, judges);
                        }
                        _ => {}
                    }
                }
                stopped.resume();
            } else if program.has_ended() {
                return Ok(None);
            }
        }
    }
}

fn no_earlier_stop_message(back: BackTarget<'_>) -> String {
    match back {
        BackTarget::Line => String::from("no earlier line: the goroutine has begun here"),
        BackTarget::Breakpoint => String::from("no earlier stop at a breakpoint"),
        BackTarget::Write(text) => format!("{text} has not been written"),
    }
}
