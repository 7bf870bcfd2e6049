//! Data breakpoints: the program stops behind each write of a variable, field or element.

use crate::debugger::expr::{self, Operand, Scope};
use crate::debugger::{Debugger, StopReason};
use minigo_syntax::ast::Expr;
use minigo_vm::debug::{Hit, HitRule, NewValue, StoppedMachine, Value, WatchedValue};

/// A data breakpoint as a user asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataBreakpointRequest {
    /// The variable, field or element, as the user calls it.
    pub name: String,
    /// The place of the variable.
    pub watched: WatchedValue,
    /// An expression that must be true, in the function that has written.
    pub condition: Option<String>,
    /// The rule by which some writes stop the program.
    pub rule: HitRule,
}

/// A data breakpoint.
#[derive(Debug)]
pub struct DataBreakpoint {
    /// The number by which users name the breakpoint. Breakpoints at places in the code have other numbers.
    pub number: u32,
    /// The request of the user.
    pub request: DataBreakpointRequest,
    /// The value as text, as it was when the program was let go on, or after the last write since.
    pub value: String,
    condition: Option<Expr>,
    /// How many writes have met the condition.
    hit_count: u64,
}

/// A write of a watched variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataWrite {
    /// The number of the data breakpoint.
    pub number: u32,
    /// The variable, field or element, as the user calls it.
    pub name: String,
    /// The value before the write.
    pub old: String,
    /// The value after the write.
    pub new: String,
    /// The goroutine that has written.
    pub goroutine: u64,
    /// The function, the file and the line of the instruction that has written, if it belongs to the program.
    pub place: Option<(String, String, u32)>,
}

impl DataWrite {
    /// The change in words.
    #[must_use]
    pub fn change_text(&self) -> String {
        let Self { number, name, old, new, .. } = self;
        format!("watch {number}: {name}: {old} → {new}")
    }
}

impl DataBreakpoint {
    fn new(number: u32, request: DataBreakpointRequest) -> Result<Self, String> {
        let condition = match request.condition.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(text) => Some(expr::parse(text)?),
        };
        let value = String::new();
        Ok(Self { number, request, value, condition, hit_count: 0 })
    }

    /// The present value as text; that of the last look if the variable does not exist any more.
    fn update(&mut self, stopped: &mut StoppedMachine<'_>) {
        if let Some(value) = stopped.value_of_watched(&self.request.watched) {
            self.value = stopped.summarize(&value).text;
        }
    }

    /// Reports whether a write stops the program. A condition that cannot be evaluated stops it, with a message in
    /// `notes`.
    fn stops(
        &mut self,
        stopped: &mut StoppedMachine<'_>,
        hit: &Hit,
        notes: &mut Vec<String>,
    ) -> bool {
        if let Some(condition) = &self.condition {
            let scope = Scope::of_frame(stopped, hit.goroutine, 0);
            let value = expr::evaluate(stopped, &scope, condition);
            let why = match value.map(|value| value.constant(stopped)) {
                Ok(Some(NewValue::Bool(false))) => return false,
                Ok(Some(NewValue::Bool(true))) => None,
                Ok(_) => Some(String::from("the condition is not a boolean")),
                Err(why) => Some(why),
            };
            if let Some(why) = why {
                let text = self.request.condition.as_deref().unwrap_or_default();
                notes.push(format!("watch {}: {text}: {why}", self.number));
                return true;
            }
        }
        self.hit_count += 1;
        self.request.rule.stops(self.hit_count)
    }
}

impl Debugger {
    /// The data breakpoints, in the order in which they were set.
    #[must_use]
    pub fn data_breakpoints(&self) -> &[DataBreakpoint] {
        &self.data_breakpoints
    }

    /// The place of the variable, field or element that an expression names, for a data breakpoint.
    ///
    /// # Errors
    /// A message: the expression names nothing that has a place of its own, or its value is too large.
    pub fn watched_variable(
        &mut self,
        goroutine: u64,
        frame: usize,
        text: &str,
    ) -> Result<WatchedValue, String> {
        match self.evaluate(goroutine, frame, text)? {
            Operand::Value(value) => self.watched_value(&value),
            Operand::Computed(_) => Err(format!("{text} is no variable, field or element")),
        }
    }

    /// The place of a value, for a data breakpoint.
    ///
    /// # Errors
    /// A message: the value has no place of its own, or is too large.
    pub fn watched_value(&mut self, value: &Value) -> Result<WatchedValue, String> {
        let watched = self.while_stopped(|stopped| stopped.watched_value(value))?;
        match watched.keeps_place() {
            true => Ok(watched),
            false => {
                Err(String::from("a large value that no pointer points to has no fixed place"))
            }
        }
    }

    /// Sets a data breakpoint.
    ///
    /// # Errors
    /// A message: the condition is no expression.
    pub fn set_data_breakpoint(
        &mut self,
        request: DataBreakpointRequest,
    ) -> Result<&DataBreakpoint, String> {
        let mut new = DataBreakpoint::new(self.last_breakpoint_number + 1, request)?;
        self.last_breakpoint_number += 1;
        self.while_stopped(|stopped| new.update(stopped));
        self.data_breakpoints.push(new);
        self.watch_data();
        Ok(self.data_breakpoints.last().expect("the breakpoint was pushed just now"))
    }

    /// Removes the data breakpoints that `is_gone` selects. Returns the number of removed breakpoints.
    pub fn remove_data_breakpoints(&mut self, is_gone: impl Fn(&DataBreakpoint) -> bool) -> usize {
        let before = self.data_breakpoints.len();
        self.data_breakpoints.retain(|b| !is_gone(b));
        let gone = before - self.data_breakpoints.len();
        if gone > 0 {
            self.watch_data();
        }
        gone
    }

    /// Makes the machine stop at the writes of the data breakpoints.
    fn watch_data(&mut self) {
        let all = std::mem::take(&mut self.data_breakpoints);
        self.while_stopped(|stopped| stop_at_writes(stopped, &all));
        self.data_breakpoints = all;
    }

    /// Prepares the data breakpoints before the program goes on: the debugger may have changed variables, or the run
    /// may be another one.
    pub(super) fn prepare_data_breakpoints(&mut self, stopped: &mut StoppedMachine<'_>) {
        if self.data_breakpoints.is_empty() {
            return;
        }
        self.data_breakpoints.iter_mut().for_each(|b| b.update(stopped));
        stop_at_writes(stopped, &self.data_breakpoints);
    }

    /// Decides whether the program stops at a write, for the data breakpoint with this number.
    pub(super) fn decide_write(
        &mut self,
        stopped: &mut StoppedMachine<'_>,
        (hit, number): (&Hit, u32),
        notes: &mut Vec<String>,
    ) -> Option<StopReason> {
        let found = self.data_breakpoints.iter_mut().find(|b| b.number == number)?;
        let old = found.value.clone();
        found.update(stopped);
        if !found.stops(stopped, hit, notes) {
            return None;
        }
        Some(StopReason::Writes(vec![DataWrite {
            number: found.number,
            name: found.request.name.clone(),
            old,
            new: found.value.clone(),
            goroutine: hit.goroutine,
            place: stopped.position_of(hit.at),
        }]))
    }

    /// Removes a data breakpoint whose variable does not exist any more.
    pub(super) fn end_data_breakpoint(
        &mut self,
        stopped: &mut StoppedMachine<'_>,
        number: u32,
        notes: &mut Vec<String>,
    ) {
        let Some(at) = self.data_breakpoints.iter().position(|b| b.number == number) else {
            return;
        };
        let gone = self.data_breakpoints.remove(at);
        stop_at_writes(stopped, &self.data_breakpoints);
        let name = &gone.request.name;
        notes.push(format!("watch {number} has ended: {name} does not exist any more"));
    }
}

fn stop_at_writes(stopped: &mut StoppedMachine<'_>, all: &[DataBreakpoint]) {
    let all: Vec<(u32, &WatchedValue)> =
        all.iter().map(|b| (b.number, &b.request.watched)).collect();
    stopped.stop_at_writes(&all);
}
