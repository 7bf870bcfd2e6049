//! Breakpoints: where they are, under which condition they stop, and the messages of log points.
//!
//! A condition of variables, fields, elements, pointers and operators is decided by the goroutine itself, without a
//! stop ([`condition`]). For any other condition the program stops, the debugger evaluates the condition, and the
//! program goes on if the condition is false.

use crate::debugger::condition;
use crate::debugger::expr::{self, Operand, Scope};
use minigo_syntax::ast::Expr;
use minigo_vm::debug::{HitRule, NewValue, StoppedMachine};

/// Where a breakpoint is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BreakpointLocation {
    /// At a line of a file: an absolute path, or the end of one.
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// At the first line of a function.
    Function(String),
}

/// A breakpoint as a user asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BreakpointRequest {
    /// The place.
    pub place: BreakpointLocation,
    /// An expression that must be true.
    pub condition: Option<String>,
    /// The rule by which some arrivals stop the program.
    pub rule: HitRule,
    /// The message that is written instead of a stop, with expressions in braces.
    pub log: Option<String>,
}

impl BreakpointRequest {
    /// A breakpoint that always stops.
    #[must_use]
    pub fn at(place: BreakpointLocation) -> Self {
        Self { place, condition: None, rule: HitRule::Always, log: None }
    }
}

/// A breakpoint.
#[derive(Debug)]
pub struct Breakpoint {
    /// The number by which users name the breakpoint.
    pub number: u32,
    /// The request of the user: the place, the condition, the hit count and the log text.
    pub request: BreakpointRequest,
    /// The file that contains the breakpoint's line.
    pub file: String,
    /// The line: the wanted one, or the next one that has code.
    pub line: u32,
    /// The instructions.
    pub(super) instructions: Vec<usize>,
    condition: Option<Expr>,
    /// Whether goroutines decide the condition, and count, without a stop.
    is_checked_without_stop: bool,
    /// How often the condition was true, if the debugger counts.
    hit_count: u64,
}

impl Breakpoint {
    pub(super) fn set(
        stopped: &mut StoppedMachine<'_>,
        number: u32,
        request: BreakpointRequest,
    ) -> Result<Self, String> {
        let condition = match request.condition.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(text) => Some(expr::parse(text)?),
        };
        let (file, line, at) = match &request.place {
            BreakpointLocation::Line { file, line } => {
                let found = stopped.places_of_line(file, *line);
                let found = found.ok_or_else(|| format!("no code at {file}:{line}"))?;
                (found.file, found.line, found.instructions)
            }
            BreakpointLocation::Function(name) => {
                let at = stopped.places_of_function(name);
                let first = at.first().and_then(|&at| stopped.position_of(at));
                let (_, file, line) = first.ok_or_else(|| format!("no function {name}"))?;
                (file, line, at)
            }
        };
        let mut new = Self {
            number,
            request,
            file,
            line,
            instructions: at,
            condition,
            is_checked_without_stop: false,
            hit_count: 0,
        };
        new.is_checked_without_stop = new.set_traps(stopped);
        Ok(new)
    }

    /// Sets the traps in another run, whose arrivals are counted from the first on.
    pub(super) fn reset_traps(&mut self, stopped: &mut StoppedMachine<'_>) {
        self.hit_count = 0;
        self.set_traps(stopped);
    }

    /// Sets the traps. Reports whether goroutines decide the condition, and count, without a stop.
    pub(super) fn set_traps(&self, stopped: &mut StoppedMachine<'_>) -> bool {
        let rule = self.request.rule;
        let term = match &self.condition {
            None => {
                self.instructions.iter().for_each(|&at| stopped.set_breakpoint(at, rule));
                return true;
            }
            Some(condition) => condition::condition_term(condition),
        };
        // Goroutines count arrivals at each instruction apart, so the debugger counts the arrivals at a breakpoint that
        // has several instructions.
        let counts = rule != HitRule::Always && self.instructions.len() > 1;
        if let Some(term) = term.filter(|_| !counts)
            && self.instructions.iter().all(|&at| stopped.set_condition(at, rule, &term))
        {
            return true;
        }
        self.instructions.iter().for_each(|&at| stopped.set_debugger_decided_breakpoint(at));
        false
    }

    /// Reports whether the breakpoint stops a goroutine that has arrived. A condition that cannot be evaluated stops
    /// it, with a message in `logged`.
    pub(super) fn stops_goroutine(
        &mut self,
        stopped: &mut StoppedMachine<'_>,
        scope: &Scope,
        logged: &mut Vec<String>,
    ) -> bool {
        let Some(condition) = &self.condition else { return true };
        let holds = match expr::evaluate(stopped, scope, condition) {
            Ok(value) => match value.constant(stopped) {
                Some(NewValue::Bool(holds)) => Ok(holds),
                _ => Err(String::from("the condition is not a boolean")),
            },
            Err(why) => Err(why),
        };
        match holds {
            Ok(false) => false,
            Ok(true) if self.is_checked_without_stop => true,
            Ok(true) => {
                self.hit_count += 1;
                self.request.rule.stops(self.hit_count)
            }
            Err(why) => {
                let text = self.request.condition.as_deref().unwrap_or_default();
                logged.push(format!("breakpoint {}: {text}: {why}", self.number));
                true
            }
        }
    }
}

/// A log point's message with the values of the expressions in braces.
pub(super) fn fill_message(
    stopped: &mut StoppedMachine<'_>,
    scope: &Scope,
    message: &str,
) -> String {
    let (mut out, mut rest) = (String::new(), message);
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((text, behind)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            break;
        };
        let value = expr::parse(text).and_then(|e| expr::evaluate(stopped, scope, &e));
        out.push_str(&match value {
            Ok(value) => value.plain_text(stopped),
            Err(why) => format!("{{{text}: {why}}}"),
        });
        rest = behind;
    }
    out.push_str(rest);
    out
}

impl Operand {
    /// The value as a line of text; a string without quotes.
    #[must_use]
    pub fn plain_text(&self, stopped: &StoppedMachine<'_>) -> String {
        match self.constant(stopped) {
            Some(NewValue::Text(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
            _ => self.show(stopped).text,
        }
    }
}
