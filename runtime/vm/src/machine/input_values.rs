//! Texts for the values of a session's input: component by component, or from the values' own methods.
//!
//! Methods are the program's code, so a goroutine calls them, as an input of its own: a panic becomes part of the text,
//! a program exit ends that goroutine only, and a method that does not return is stopped. For each value at most one
//! call of a method is made. If that fails, the values are shown component by component.

use crate::machine::Machine;
use crate::machine::session::ProgramPart;
use crate::report::value_text::{self, TextMethods};
use crate::shared::session_inputs::InputEnd;
use crate::shared::value_texts::TextCalls;
use crate::types::shown_value::ShownValue;
use minigo_bytecode::growth::InputValue;
use minigo_bytecode::operand::FuncId;
use std::time::Duration;

/// The library's function that calls the methods of values.
const TEXT_METHOD_CALLER: &str = "internal/display.run";

/// The time that a goroutine that must end has for its deferred calls.
const DEFERRED_CALLS_TIME_LIMIT: Duration = Duration::from_millis(200);

/// The values of an input as text.
#[derive(Debug, Default)]
pub struct DisplayedValues {
    /// The text of each value with its type.
    pub values: Vec<(String, String)>,
    /// How the goroutine that called the methods ended, if it did not return.
    pub end: Option<InputEnd>,
    /// The type whose method did not return in time.
    pub timed_out_type: Option<String>,
}

/// Why the values' methods have produced no texts.
enum TextFailure {
    /// The goroutine that called the methods ended.
    Ended(InputEnd),
    /// A value of this type took too long.
    TookTooLong(String),
    /// The program has no code to call the methods.
    NoCode,
}

impl Machine {
    /// Shows the values of a part that has been executed. Values that package fmt would print by their Error or String
    /// methods are shown by these methods, if that takes no longer than `time_limit` in total.
    #[must_use]
    pub fn show_values(&self, part: &ProgramPart, time_limit: Duration) -> DisplayedValues {
        let world = self.scheduler.stop_world();
        let read = value_text::read_values(&self.shared, &part.shown_values, TextMethods::Called);
        drop(world);
        if read.text_requests.is_empty() {
            return DisplayedValues {
                values: value_texts(read.shown_values),
                ..DisplayedValues::default()
            };
        }
        let failed = match self.call_text_methods(&part.shown_values, time_limit) {
            Ok(shown) => {
                return DisplayedValues {
                    values: value_texts(shown),
                    ..DisplayedValues::default()
                };
            }
            Err(failed) => failed,
        };
        let world = self.scheduler.stop_world();
        let read = value_text::read_values(&self.shared, &part.shown_values, TextMethods::Ignored);
        drop(world);
        let (end, unanswered) = match failed {
            TextFailure::Ended(end) => (Some(end), None),
            TextFailure::TookTooLong(ty) => (None, Some(ty)),
            TextFailure::NoCode => (None, None),
        };
        DisplayedValues { values: value_texts(read.shown_values), end, timed_out_type: unanswered }
    }

    /// Calls the values' methods for their texts.
    fn call_text_methods(
        &self,
        values: &[InputValue],
        time_limit: Duration,
    ) -> Result<Vec<(ShownValue, String)>, TextFailure> {
        let funcs = &self.shared.image.program.funcs;
        let run = funcs
            .iter()
            .position(|func| &*func.name == TEXT_METHOD_CALLER)
            .ok_or(TextFailure::NoCode)?;
        let inputs = self.inputs();
        self.launch(FuncId(run as u32), |id| inputs.value_texts.begin_calls(id, values.to_vec()));
        let (id, mut end) = (inputs.current_goroutine(), inputs.wait_for_end_at_most(time_limit));
        let in_time = end.is_some();
        if !in_time {
            self.terminate_goroutine(id, InputEnd::Goexit);
            end = inputs.wait_for_end_at_most(DEFERRED_CALLS_TIME_LIMIT);
        }
        let TextCalls { shown_values: mut shown, called_types: asked, texts, .. } =
            inputs.value_texts.end_calls();
        match end {
            Some(InputEnd::Returned) => {
                shown.iter_mut().for_each(|(shown, _)| shown.fill_in_texts(&texts));
                return Ok(shown);
            }
            Some(end) if in_time || end == InputEnd::Interrupted => {
                return Err(TextFailure::Ended(end));
            }
            Some(_) => {}
            None => inputs.abandon_input(id),
        }
        let ty = asked.get(texts.len()).map_or("", |&ty| &*self.shared.image.types.get(ty).string);
        Err(TextFailure::TookTooLong(ty.to_owned()))
    }
}

fn value_texts(shown: Vec<(ShownValue, String)>) -> Vec<(String, String)> {
    shown.into_iter().map(|(shown, ty)| (shown.layout_text(), ty)).collect()
}
