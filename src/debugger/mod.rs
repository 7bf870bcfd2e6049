//! The debugger: breakpoints, steps, values and expressions of a program that runs in a machine of this process.
//!
//! `minigo debug` and `minigo dap` both use [`Debugger`] and add only their forms of input and output. All goroutines
//! stop together, and no time passes for the program while they stand. [`expr`] evaluates expressions, [`breakpoint`]
//! reads conditions, hit counts and log messages, [`backwards`] repeats a run up to an earlier moment.

mod assign;
pub mod backwards;
pub mod breakpoint;
mod complete;
mod condition;
pub mod data_breakpoint;
pub mod expr;

use backwards::RunHistory;
use breakpoint::{Breakpoint, BreakpointLocation, BreakpointRequest};
use data_breakpoint::{DataBreakpoint, DataWrite};
use expr::{Operand, Scope};
use minigo_vm::Machine;
use minigo_vm::debug::{
    Frame, Hit, HitRule, Instruction, Position, StepKind, StopCause, StoppedMachine, Value,
    Variable, WaitEdge,
};
use std::sync::Arc;
use std::time::Duration;

/// Why the program has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// At these breakpoints.
    Breakpoints(Vec<u32>),
    /// A step is complete.
    Step,
    /// The program was stopped from outside.
    Pause,
    /// A goroutine panics; with the panic's value.
    Panic(String),
    /// A panic or fatal error ends the program; with the message.
    Crash(String),
    /// All goroutines wait for ever.
    Deadlock,
    /// A variable is about to be written.
    Write,
    /// Watched variables have been written.
    Writes(Vec<DataWrite>),
}

/// A stop of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The reason.
    pub reason: StopReason,
    /// The goroutine that stopped the program.
    pub goroutine: u64,
    /// All goroutines that stopped by themselves at the same time.
    pub all_goroutines: Vec<u64>,
    /// Messages about conditions that cannot be evaluated, and of log points that goroutines passed at the same time.
    pub notes: Vec<String>,
}

/// An event of the program after the debugger has let it go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The program has stopped.
    Stopped(Stop),
    /// Goroutines have passed log points, which made these messages; the program has gone on.
    Logged(Vec<String>),
}

/// A debugger of a machine.
pub struct Debugger {
    /// Absent only while another run begins.
    machine: Option<Arc<Machine>>,
    /// Whether the program stops at panics, and at failures that end it.
    stops_at_failures: (bool, bool),
    /// The position of the last stop.
    position: Position,
    stopped: Option<StoppedMachine<'static>>,
    breakpoints: Vec<Breakpoint>,
    data_breakpoints: Vec<DataBreakpoint>,
    last_breakpoint_number: u32,
    history: RunHistory,
}

impl Debugger {
    /// A debugger of a program that has not begun, or runs.
    #[must_use]
    pub fn new(machine: Arc<Machine>) -> Self {
        machine.stop_at_failures(false, true);
        Self {
            machine: Some(machine),
            stops_at_failures: (false, true),
            position: Position::END,
            stopped: None,
            breakpoints: Vec::new(),
            data_breakpoints: Vec::new(),
            last_breakpoint_number: 0,
            history: RunHistory::default(),
        }
    }

    fn machine(&self) -> &Arc<Machine> {
        self.machine.as_ref().expect("a run begins before the debugger is used again")
    }

    /// Reports whether the program stands still.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Chooses whether the program stops at all panics, and whether it stops at panics and other failures that end it.
    pub fn stop_at_failures(&mut self, panics: bool, crashes: bool) {
        self.stops_at_failures = (panics, crashes);
        self.machine().stop_at_failures(panics, crashes);
    }

    /// Calls `act` while the program stands still; a running program stops only for that time.
    pub fn while_stopped<R>(&mut self, act: impl FnOnce(&mut StoppedMachine<'static>) -> R) -> R {
        match &mut self.stopped {
            Some(stopped) => act(stopped),
            None => act(&mut self.machine().stop_shared()),
        }
    }

    /// The breakpoints, in the order in which they were set.
    #[must_use]
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Sets a breakpoint.
    ///
    /// # Errors
    /// A message: there is no code at that place, or a condition is no expression.
    pub fn set_breakpoint(&mut self, wanted: BreakpointRequest) -> Result<&Breakpoint, String> {
        let number = self.last_breakpoint_number + 1;
        let found = self.while_stopped(|stopped| Breakpoint::set(stopped, number, wanted))?;
        self.last_breakpoint_number = number;
        self.note_breakpoints_changed();
        self.breakpoints.push(found);
        Ok(self.breakpoints.last().expect("the breakpoint was pushed just now"))
    }

    /// Removes the breakpoints that `is_gone` selects. Returns the number of removed breakpoints.
    pub fn remove_breakpoints(&mut self, is_gone: impl Fn(&Breakpoint) -> bool) -> usize {
        if self.breakpoints.iter().any(&is_gone) {
            self.note_breakpoints_changed();
        }
        let all = std::mem::take(&mut self.breakpoints);
        let (gone, kept): (Vec<_>, Vec<_>) = all.into_iter().partition(is_gone);
        self.while_stopped(|stopped| {
            for &at in gone.iter().flat_map(|b| &b.instructions) {
                stopped.remove_breakpoint(at);
            }
            // A kept breakpoint may share an instruction with a removed one, so its traps are set again.
            for b in kept.iter().filter(|k| {
                k.instructions.iter().any(|at| gone.iter().any(|g| g.instructions.contains(at)))
            }) {
                b.set_traps(stopped);
            }
        });
        self.breakpoints = kept;
        gone.len()
    }

    fn note_breakpoints_changed(&mut self) {
        let position = self.while_stopped(|stopped| stopped.position());
        self.history.change_breakpoints(position);
    }

    /// Waits until the program has done something, but for no longer than `most`.
    pub fn wait(&mut self, most: Duration) -> Option<Event> {
        if self.is_stopped() || !self.machine().wait_for_hit(most) {
            return None;
        }
        let stopped = self.machine().stop_shared();
        self.handle_hits(stopped)
    }

    /// Handles the hits at which goroutines have stopped. The program goes on if no hit is to stop it.
    fn handle_hits(&mut self, mut stopped: StoppedMachine<'static>) -> Option<Event> {
        let hits = stopped.take_hits();
        let mut logged = Vec::new();
        let mut stops: Vec<(StopReason, u64)> = Vec::new();
        for hit in hits {
            if let StopCause::WatchEnd(number) = hit.cause {
                self.end_data_breakpoint(&mut stopped, number, &mut logged);
            }
            if let Some(reason) = self.decide_stop(&mut stopped, &hit, &mut logged) {
                self.position = hit.position;
                if matches!(reason, StopReason::Breakpoints(_)) {
                    self.history.add_stop((hit.position, hit.goroutine, hit.at));
                }
                stops.push((reason, hit.goroutine));
            }
        }
        let Some((mut reason, goroutine)) = stops.first().cloned() else {
            self.prepare_data_breakpoints(&mut stopped);
            stopped.resume();
            return (!logged.is_empty()).then_some(Event::Logged(logged));
        };
        stopped.end_steps();
        add_writes(&mut reason, &stops[1..], &mut logged);
        let goroutine = match goroutine {
            0 => stopped.goroutines().first().map_or(1, |g| g.id),
            id => id,
        };
        self.stopped = Some(stopped);
        let mut all: Vec<u64> = stops.into_iter().map(|(_, id)| id).collect();
        all.dedup();
        Some(Event::Stopped(Stop { reason, goroutine, all_goroutines: all, notes: logged }))
    }

    /// Decides whether the program stops at a hit: breakpoints have conditions, and log points only write.
    fn decide_stop(
        &mut self,
        stopped: &mut StoppedMachine<'static>,
        hit: &Hit,
        logged: &mut Vec<String>,
    ) -> Option<StopReason> {
        Some(match &hit.cause {
            StopCause::Step if !stopped.completes_step(hit.goroutine) => return None,
            StopCause::Step | StopCause::Reached => StopReason::Step,
            StopCause::Panic(value) => StopReason::Panic(value.clone()),
            StopCause::Crash(message) => StopReason::Crash(message.clone()),
            StopCause::Deadlock => StopReason::Deadlock,
            &StopCause::Write(number) => return self.decide_write(stopped, (hit, number), logged),
            StopCause::WatchEnd(_) => return None,
            StopCause::Breakpoint => {
                let scope = Scope::of_frame(stopped, hit.goroutine, 0);
                let mut numbers = Vec::new();
                for b in self.breakpoints.iter_mut().filter(|b| b.instructions.contains(&hit.at)) {
                    if !b.stops_goroutine(stopped, &scope, logged) {
                        continue;
                    }
                    match &b.request.log {
                        Some(log) => logged.push(breakpoint::fill_message(stopped, &scope, log)),
                        None => numbers.push(b.number),
                    }
                }
                if numbers.is_empty() {
                    return None;
                }
                StopReason::Breakpoints(numbers)
            }
        })
    }

    /// Stops the program from outside. The goroutine of the stop is the first one that runs, or else the oldest.
    pub fn pause(&mut self) -> Stop {
        // A goroutine may have stopped by itself meanwhile.
        if let Some(Event::Stopped(stop)) = self.wait(Duration::ZERO) {
            return stop;
        }
        let mut stopped = self.machine().stop_shared();
        let all = stopped.goroutines();
        let running = all.iter().find(|g| g.state == "running").or(all.first());
        let goroutine = running.map_or(1, |g| g.id);
        stopped.end_steps();
        self.position = stopped.position();
        self.stopped = Some(stopped);
        Stop {
            reason: StopReason::Pause,
            goroutine,
            all_goroutines: vec![goroutine],
            notes: Vec::new(),
        }
    }

    /// Lets the program go on.
    pub fn resume(&mut self) {
        if let Some(mut stopped) = self.stopped.take() {
            self.prepare_data_breakpoints(&mut stopped);
            stopped.resume();
        }
    }

    /// Lets the program go on until a goroutine has completed a step. Returns false if the goroutine cannot step,
    /// because it has no frame of the user's code. The program then stays stopped.
    pub fn step(&mut self, goroutine: u64, kind: StepKind) -> bool {
        let steps = self.while_stopped(|stopped| stopped.step(goroutine, kind));
        if steps {
            self.resume();
        }
        steps
    }

    /// Lets the program go on until the goroutine arrives at the beginning of a function. Returns false if there is no
    /// function with this name.
    pub fn run_to_function(&mut self, goroutine: u64, name: &str) -> bool {
        let found = self.while_stopped(|stopped| {
            let places = stopped.places_of_function(name);
            stopped.run_to(goroutine, &places);
            !places.is_empty()
        });
        self.resume();
        found
    }

    /// The calls on a goroutine's stack, innermost first.
    pub fn frames(&mut self, goroutine: u64) -> Vec<Frame> {
        self.while_stopped(|stopped| stopped.frames(goroutine))
    }

    /// The variables of a frame, numbered from the innermost.
    pub fn variables(&mut self, goroutine: u64, frame: usize) -> Vec<Variable> {
        self.while_stopped(|stopped| {
            let frames = stopped.frames(goroutine);
            frames.get(frame).map(|f| stopped.variables(goroutine, f)).unwrap_or_default()
        })
    }

    /// Evaluates an expression in a frame of a goroutine.
    ///
    /// # Errors
    /// A message.
    pub fn evaluate(
        &mut self,
        goroutine: u64,
        frame: usize,
        text: &str,
    ) -> Result<Operand, String> {
        self.while_stopped(|stopped| {
            let scope = Scope::of_frame(stopped, goroutine, frame);
            expr::evaluate(stopped, &scope, &expr::parse(text)?)
        })
    }

    /// Assigns the value of one expression to the variable that another one names.
    ///
    /// # Errors
    /// A message.
    pub fn assign(
        &mut self,
        goroutine: u64,
        frame: usize,
        target: &str,
        value: &str,
    ) -> Result<Operand, String> {
        let set = self.change_variable((goroutine, frame), target, value)?;
        if self.can_go_back() {
            self.history.add_change(self.position, (goroutine, frame), target, value);
        }
        Ok(set)
    }

    fn change_variable(
        &mut self,
        (goroutine, frame): (u64, usize),
        target: &str,
        value: &str,
    ) -> Result<Operand, String> {
        self.while_stopped(|stopped| {
            let scope = Scope::of_frame(stopped, goroutine, frame);
            let target = expr::evaluate(stopped, &scope, &expr::parse(target)?)?;
            let Operand::Value(target) = target else {
                return Err(String::from(
                    "only variables, fields, elements and existing entries of maps can be set",
                ));
            };
            assign::assign(stopped, &scope, &target, &expr::parse(value)?)?;
            Ok(Operand::Value(target))
        })
    }

    /// Assigns the value of an expression to a variable.
    ///
    /// # Errors
    /// A message.
    pub fn assign_to(
        &mut self,
        goroutine: u64,
        frame: usize,
        target: &Value,
        value: &str,
    ) -> Result<(), String> {
        self.while_stopped(|stopped| {
            let scope = Scope::of_frame(stopped, goroutine, frame);
            assign::assign(stopped, &scope, target, &expr::parse(value)?)
        })
    }

    /// Instructions of the bytecode: see [`Stopped::disassemble`].
    pub fn disassemble(
        &mut self,
        from: usize,
        offset: i64,
        count: usize,
    ) -> (usize, Vec<Instruction>) {
        self.while_stopped(|stopped| stopped.disassemble(from, offset, count))
    }

    /// Explains in words why a goroutine waits, a line each. `None` if there is no such goroutine.
    pub fn explain_wait(&mut self, goroutine: u64) -> Option<Vec<String>> {
        self.while_stopped(|stopped| stopped.explain_wait(goroutine))
    }

    /// Which goroutines wait for which.
    pub fn waits(&mut self) -> Vec<WaitEdge> {
        self.while_stopped(StoppedMachine::waits)
    }

    /// The texts that can stand for the last name of an unfinished expression such as `a.b.c`, sorted.
    pub fn completions(&mut self, goroutine: u64, frame: usize, text: &str) -> Vec<String> {
        self.while_stopped(|stopped| {
            let scope = Scope::of_frame(stopped, goroutine, frame);
            complete::completions(stopped, &scope, text)
        })
    }

    /// Removes everything that stops the program, and lets it go on. Another debugger can follow.
    pub fn release_program(&mut self) {
        self.remove_breakpoints(|_| true);
        self.remove_data_breakpoints(|_| true);
        self.stop_at_failures(false, false);
        let mut stopped = match self.stopped.take() {
            Some(stopped) => stopped,
            None => self.machine().stop_shared(),
        };
        stopped.end_steps();
        // Goroutines that have stopped meanwhile go on too.
        stopped.take_hits();
        stopped.resume();
    }

    /// Removes everything that stops the program for ever, and lets it go on.
    pub fn detach(&mut self) {
        self.stopped = None;
        self.breakpoints.clear();
        self.data_breakpoints.clear();
        self.machine().detach_debugger();
    }

    /// Ends the program.
    pub fn end_program(&mut self) {
        let stopped = self.stopped.take();
        let stopped = stopped.unwrap_or_else(|| self.machine().stop_shared());
        self.machine().abort();
        drop(stopped);
    }
}

/// Adds the writes of further stops to a stop: an instruction can write several watched variables. Beside another
/// reason, they are notes.
fn add_writes(reason: &mut StopReason, further: &[(StopReason, u64)], notes: &mut Vec<String>) {
    for (more, _) in further {
        match (&mut *reason, more) {
            (StopReason::Writes(all), StopReason::Writes(more)) => all.extend_from_slice(more),
            (_, StopReason::Writes(more)) => notes.extend(more.iter().map(DataWrite::change_text)),
            _ => {}
        }
    }
}

/// The rule by which a text says at which arrivals a breakpoint stops: `5` or `==5`, `>3`, `%10`.
///
/// # Errors
/// A message if the text is no such rule.
pub fn parse_hit_rule(text: &str) -> Result<HitRule, String> {
    use minigo_vm::debug::Relation as R;
    let text = text.trim();
    let error = || format!("{text:?} is no hit count: it looks like 5, >=5 or %5");
    let split = text.find(|c: char| c.is_ascii_digit()).ok_or_else(error)?;
    let (operator, number) = text.split_at(split);
    let number: u64 = number.trim().parse().map_err(|_| error())?;
    Ok(match operator.trim() {
        "" | "==" | "=" => HitRule::Compared(R::Equal, number),
        "!=" => HitRule::Compared(R::Unequal, number),
        "<" => HitRule::Compared(R::Less, number),
        "<=" => HitRule::Compared(R::LessOrEqual, number),
        ">" => HitRule::Compared(R::Greater, number),
        ">=" => HitRule::Compared(R::GreaterOrEqual, number),
        "%" if number > 0 => HitRule::Every(number),
        _ => return Err(error()),
    })
}

/// Reads `file.go:12`, `12` in `file`, or the name of a function.
#[must_use]
pub fn parse_location(text: &str, file: Option<&str>) -> BreakpointLocation {
    match text.rsplit_once(':') {
        Some((name, line)) if line.parse::<u32>().is_ok() => {
            BreakpointLocation::Line { file: name.to_owned(), line: line.parse().unwrap_or(0) }
        }
        _ => match (text.parse(), file) {
            (Ok(line), Some(file)) => BreakpointLocation::Line { file: file.to_owned(), line },
            _ => BreakpointLocation::Function(text.to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minigo_vm::debug::Relation;

    #[test]
    fn hit_counts_have_an_operator_or_none() {
        assert_eq!(parse_hit_rule("5"), Ok(HitRule::Compared(Relation::Equal, 5)));
        assert_eq!(parse_hit_rule(" >= 3 "), Ok(HitRule::Compared(Relation::GreaterOrEqual, 3)));
        assert_eq!(parse_hit_rule("% 10"), Ok(HitRule::Every(10)));
        assert!(
            parse_hit_rule("%0").is_err()
                && parse_hit_rule("often").is_err()
                && parse_hit_rule("").is_err()
        );
    }

    #[test]
    fn a_place_is_a_line_or_a_function() {
        let line = |file: &str, line| BreakpointLocation::Line { file: file.into(), line };
        assert_eq!(parse_location("a.go:3", None), line("a.go", 3));
        assert_eq!(parse_location("12", Some("/x/b.go")), line("/x/b.go", 12));
        assert_eq!(
            parse_location("(*T).Get", None),
            BreakpointLocation::Function("(*T).Get".into())
        );
    }
}
