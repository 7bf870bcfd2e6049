//! Backwards in a run that can be repeated: the program runs again from its start, up to an earlier moment.
//!
//! A repetition finds out which moment that is: it runs up to the present one, and the machine records the last arrival
//! at a line or a breakpoint on the way, or the last write of a variable. A second repetition stops at that moment.

use crate::debugger::{Debugger, Reason, Stop};
use minigo_vm::Machine;
use minigo_vm::debug::{Cause, Hit, Position, Recorded, Stopped, Watched};
use std::sync::Arc;
use std::time::Duration;

/// The debugger first looks for lines and writes among this many instructions before the present moment, since
/// examining an instruction takes ten times as long as executing it.
const RECENT: u64 = 1 << 20;

/// The time between two checks whether a run has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Runs a program again and again.
pub trait Repeat {
    /// Called before the debugger ends the present run: its end and its further output are not reported.
    fn discard_run(&mut self);

    /// Ends the present run, whose machine is `old`, and returns the machine of another run, which has not started.
    ///
    /// # Errors
    /// A message: the program cannot be run again.
    fn again(&mut self, old: Arc<Machine>) -> Result<Arc<Machine>, String>;

    /// Starts the run.
    fn start_again(&mut self);

    /// Reports whether the run has ended.
    fn has_ended(&mut self) -> bool;
}

/// How far to go back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back<'t> {
    /// To the previous line of the goroutine, in the same call or in a caller.
    Line,
    /// To the last stop at a breakpoint.
    Breakpoint,
    /// To the last write of the variable that an expression names.
    Write(&'t str),
}

/// The stops that the debugger records while the run is repeated up to the present position.
enum Wanted {
    Lines(Vec<(usize, usize)>),
    Breakpoints,
    Write(Watched),
}

impl Debugger {
    /// Reports whether the run can be repeated.
    #[must_use]
    pub fn can_go_back(&self) -> bool {
        self.machine().can_be_repeated()
    }

    /// Goes back to an earlier moment, from a frame of a goroutine. If there is no such moment, the program comes to
    /// the present moment again.
    ///
    /// # Errors
    /// A message: the run cannot be repeated, or there is no such moment.
    pub fn back(
        &mut self,
        program: &mut dyn Repeat,
        (goroutine, frame): (u64, usize),
        back: Back<'_>,
    ) -> Result<Stop, String> {
        if !self.can_go_back() {
            return Err(String::from("only a run with --seed or --replay goes backwards"));
        }
        if !self.is_stopped() && back != Back::Breakpoint {
            return Err(String::from("the program has ended: only to a breakpoint it goes back"));
        }
        let wanted = match back {
            Back::Line => Wanted::Lines(self.with(|stopped| stopped.lines_of_calls(goroutine))),
            Back::Breakpoint => Wanted::Breakpoints,
            Back::Write(text) => Wanted::Write(self.watched(goroutine, frame, text)?),
        };
        let present = if self.is_stopped() { self.position } else { Position::END };
        let recent = present.earlier(RECENT).filter(|_| !matches!(wanted, Wanted::Breakpoints));
        let mut found = None;
        if recent.is_some() {
            found = self.find(program, goroutine, &wanted, (recent, present))?;
        }
        if found.is_none() {
            found = self.find(program, goroutine, &wanted, (None, present))?;
        }
        self.begin_again(program)?;
        self.set_all_traps(true);
        let target = found.map_or(present, |(position, ..)| position);
        let hit = self.run_to(program, target, false)?;
        self.with(Stopped::end_recording);
        self.position = target;
        let Some((_, goroutine, at)) = found else { return Err(nothing_before(back)) };
        if hit.is_none_or(|hit| hit.cause != Cause::Reached) {
            return Err(String::from(
                "the repetition of the run went otherwise: it has stopped elsewhere",
            ));
        }
        let reason = match back {
            Back::Line => Reason::Step,
            Back::Write(_) => Reason::Write,
            Back::Breakpoint => {
                let here = self.breakpoints.iter().filter(|b| b.at.contains(&at));
                Reason::Breakpoints(here.map(|b| b.number).collect())
            }
        };
        Ok(Stop { reason, goroutine, all: vec![goroutine], notes: Vec::new() })
    }

    /// Runs the program up to the present moment, and returns the last moment of the wanted kind on the way, from a
    /// position on: the position, the goroutine and the instruction.
    fn find(
        &mut self,
        program: &mut dyn Repeat,
        goroutine: u64,
        wanted: &Wanted,
        (from, present): (Option<Position>, Position),
    ) -> Result<Option<(Position, u64, usize)>, String> {
        self.begin_again(program)?;
        if let Some(from) = from {
            self.run_to(program, from, false)?;
        }
        match wanted {
            Wanted::Lines(lines) => self.with(|stopped| stopped.record_lines(goroutine, lines)),
            Wanted::Breakpoints => self.set_all_traps(false),
            Wanted::Write(watched) => self.with(|stopped| stopped.watch(watched)),
        }
        self.run_to(program, present, true)?;
        let (recorded, write) =
            self.with(|stopped| (stopped.end_recording(), stopped.take_write()));
        Ok(match wanted {
            Wanted::Write(_) => write.map(|w| (w.position, w.goroutine, w.at)),
            _ => recorded.map(|Recorded { position, goroutine, at, .. }| (position, goroutine, at)),
        })
    }

    fn watched(&mut self, goroutine: u64, frame: usize, text: &str) -> Result<Watched, String> {
        let value = self.evaluate(goroutine, frame, text)?;
        match value {
            crate::debugger::expr::Operand::Value(value) => {
                self.with(|stopped| stopped.watched(&value))
            }
            crate::debugger::expr::Operand::Computed(_) => {
                Err(format!("{text} is no variable, field or element"))
            }
        }
    }

    /// Makes another run, which has not started, the present one.
    fn begin_again(&mut self, program: &mut dyn Repeat) -> Result<(), String> {
        program.discard_run();
        self.end_program();
        self.stopped = None;
        let Some(old) = self.machine.take() else { return Ok(()) };
        let machine = program.again(old)?;
        let (panics, crashes) = self.failures;
        machine.stop_at_failures(panics, crashes);
        self.machine = Some(machine);
        Ok(())
    }

    /// Sets the traps of all breakpoints, or of those that are no log points.
    fn set_all_traps(&mut self, logs: bool) {
        let mut all = std::mem::take(&mut self.breakpoints);
        self.with(|stopped| {
            for b in all.iter_mut().filter(|b| logs || b.request.log.is_none()) {
                b.begin_again(stopped);
            }
        });
        self.breakpoints = all;
    }

    /// Starts the run, or lets it go on, and waits until it comes to a position, fails or ends. Arrivals are recorded
    /// on the way; with `judges` the debugger decides conditions that goroutines cannot decide.
    fn run_to(
        &mut self,
        program: &mut dyn Repeat,
        position: Position,
        judges: bool,
    ) -> Result<Option<Hit>, String> {
        self.with(|stopped| {
            stopped.begin_recording();
            stopped.stop_at(Some(position));
        });
        match self.stopped.take() {
            // The run has stopped already, before the position.
            Some(stopped) => stopped.resume(),
            None => program.start_again(),
        }
        loop {
            if self.machine().wait_for_hit(POLL_INTERVAL) {
                let mut stopped = self.machine().stop_shared();
                for hit in stopped.take_hits() {
                    match hit.cause {
                        Cause::Reached | Cause::Crash(_) | Cause::Deadlock => {
                            stopped.end_steps();
                            self.stopped = Some(stopped);
                            return Ok(Some(hit));
                        }
                        Cause::Breakpoint
                            if judges
                                && self.judge(&mut stopped, &hit, &mut Vec::new()).is_some() =>
                        {
                            stopped.record_hit(&hit);
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

fn nothing_before(back: Back<'_>) -> String {
    match back {
        Back::Line => String::from("no earlier line: the goroutine has begun here"),
        Back::Breakpoint => String::from("no earlier stop at a breakpoint"),
        Back::Write(text) => format!("{text} has not been written"),
    }
}
