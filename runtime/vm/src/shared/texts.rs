//! What the values that a session shows tell of themselves: between the machine, which wants the texts, and the
//! goroutine that calls the methods.

use crate::types::shown::Shown;
use minigo_bytecode::growth::Value;
use minigo_bytecode::operand::TypeId;
use parking_lot::Mutex;

/// The values that are shown just now.
#[derive(Default)]
pub(crate) struct Texts(Mutex<Option<Telling>>);

/// Values that tell their texts.
#[derive(Default)]
pub(crate) struct Telling {
    /// The goroutine that asks them.
    pub(crate) goroutine: u64,
    /// Where they are.
    pub(crate) values: Vec<Value>,
    /// As they were read, each with the name of its type.
    pub(crate) shown: Vec<(Shown, String)>,
    /// The types of those that are asked.
    pub(crate) asked: Vec<TypeId>,
    /// What these have told so far.
    pub(crate) told: Vec<String>,
}

impl Texts {
    pub(crate) fn begin(&self, goroutine: u64, values: Vec<Value>) {
        *self.0.lock() = Some(Telling { goroutine, values, ..Telling::default() });
    }

    /// What came of it. A goroutine that goes on finds that nobody listens.
    pub(crate) fn end(&self) -> Telling {
        self.0.lock().take().unwrap_or_default()
    }

    /// Works on what `goroutine` asks for, if it is still wanted.
    pub(crate) fn with<R>(
        &self,
        goroutine: u64,
        work: impl FnOnce(&mut Telling) -> R,
    ) -> Option<R> {
        self.0.lock().as_mut().filter(|telling| telling.goroutine == goroutine).map(work)
    }
}
