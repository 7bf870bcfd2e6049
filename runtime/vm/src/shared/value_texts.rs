//! The texts of the values that a session shows: exchanged between the machine, which needs the texts, and the
//! goroutine that calls the values' methods.

use crate::types::shown_value::ShownValue;
use minigo_bytecode::growth::InputValue;
use minigo_bytecode::operand::TypeId;
use parking_lot::Mutex;

/// The values that are being shown.
#[derive(Default)]
pub(crate) struct ValueTexts(Mutex<Option<TextCalls>>);

/// The state of showing some values by their methods.
#[derive(Default)]
pub(crate) struct TextCalls {
    /// The goroutine that calls the methods.
    pub(crate) goroutine: u64,
    /// The locations of the values.
    pub(crate) values: Vec<InputValue>,
    /// The values as they were read, each with the name of its type.
    pub(crate) shown_values: Vec<(ShownValue, String)>,
    /// The types of the values whose methods were called.
    pub(crate) called_types: Vec<TypeId>,
    /// The texts that the methods have returned so far.
    pub(crate) texts: Vec<String>,
}

impl ValueTexts {
    pub(crate) fn begin_calls(&self, goroutine: u64, values: Vec<InputValue>) {
        *self.0.lock() = Some(TextCalls { goroutine, values, ..TextCalls::default() });
    }

    /// Ends the exchange and returns its state. If the goroutine continues, its texts are ignored.
    pub(crate) fn end_calls(&self) -> TextCalls {
        self.0.lock().take().unwrap_or_default()
    }

    /// Calls `work` with the state, if `goroutine` is still the one that calls the methods.
    pub(crate) fn with_state<R>(
        &self,
        goroutine: u64,
        work: impl FnOnce(&mut TextCalls) -> R,
    ) -> Option<R> {
        self.0.lock().as_mut().filter(|telling| telling.goroutine == goroutine).map(work)
    }
}
