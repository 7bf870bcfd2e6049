//! Calls of Go functions by an embedder, on a machine that the embedder [drives](crate::DrivenMachine).
//!
//! A goroutine makes each call: it executes function `run` of package `internal/embed`, whose native asks the
//! [`HostCall`] that the goroutine was given which function to call. The call ends when the function has returned, or
//! with its goroutine, by whatever cause; the machine reports the end once. A goroutine whose call has returned waits
//! for the next call. Goroutines that the call has started have its number; when one of them panics, the call ends.

mod channels;
mod maps;

use crate::native::{NativeCx, slots};
use crate::shared::embedding::CallTracker;
pub use crate::shared::embedding::{CallEnd, Crash, CrashFrame, GoFunction, Resource};
use crate::types::Types;
use crate::types::value::GoFunc;
pub(crate) use channels::TrackedChannel;
pub use channels::{ChannelStep, Direction, GoroutineWaker, HostChannel};
pub use maps::{GoMap, UnhashableKey};
use minigo_bytecode::operand::TypeId;
use std::any::Any;
use std::sync::Arc;

/// A call of a Go function by the embedder. A call may call several functions, one after the other.
pub trait HostCall: Send + Sync {
    /// Appends the argument slots of the first function to `args`, and returns the function; `None`: the call ends, and
    /// has its result. If there is no memory for the arguments, the machine calls `begin` again.
    fn begin(&self, cx: &mut NativeCx, args: &mut Vec<u64>) -> Option<CalledFunction>;

    /// Takes the results of a function, which lie at `results`; `returned_count` functions of the call have returned
    /// before. Returns the next function, as [`begin`](Self::begin) does.
    fn take_results(
        &self,
        cx: &mut NativeCx,
        returned_count: u32,
        results: *const u64,
        args: &mut Vec<u64>,
    ) -> Option<CalledFunction>;

    /// The machine calls this once, when the call has ended.
    fn on_end(&self, end: CallEnd);
}

/// A function that a [`HostCall`] calls.
#[derive(Clone, Copy, Debug)]
pub struct CalledFunction {
    /// The closure.
    pub func: GoFunc,
    /// The number of result slots.
    pub result_slots: usize,
}

/// A [`HostCall`] in the form in which [`Embedding`](crate::shared::embedding::Embedding), which does not know that
/// trait, keeps it.
pub(crate) struct TrackedCall(pub(crate) Arc<dyn HostCall>);

impl CallTracker for TrackedCall {
    fn on_end(&self, end: CallEnd) {
        self.0.on_end(end);
    }
}

impl NativeCx {
    /// The embedder's data, if the machine is an embedder's.
    #[must_use]
    pub fn embedder_data(&self) -> Option<&Arc<dyn Any + Send + Sync>> {
        self.shared().embedding.as_deref().map(|embedding| &embedding.embedder_data)
    }

    /// Ends the call that the goroutine makes: its function has returned, and the call has the results.
    pub(crate) fn end_call(&mut self) {
        let id = self.g().id;
        let Some(embedding) = self.shared().embedding.as_deref() else { return };
        embedding.end_returned_call(id);
        if let Some(inputs) = &self.shared().inputs {
            inputs.clear_terminated(id);
        }
    }

    /// The machine's types.
    ///
    /// # Safety
    /// The caller does not use the types when the machine has been dropped.
    #[must_use]
    pub unsafe fn machine_types<'m>(&self) -> &'m Types {
        let shared = self.shared;
        // SAFETY: the caller's promise.
        unsafe { &(*shared).image.types }
    }

    /// Appends the slots of a copy of the value of type `ty` at `from`.
    ///
    /// # Safety
    /// A value of that type lies at `from`.
    pub unsafe fn push_slots(&mut self, ty: TypeId, from: *const u8, into: &mut Vec<u64>) {
        // SAFETY: the caller's promise.
        unsafe { slots::load(self, ty, from, into) };
    }

    /// The Go function that the program has registered under this name.
    #[must_use]
    pub fn registered_function(&self, name: &str) -> Option<GoFunction> {
        self.shared().embedding.as_deref()?.function(name)
    }
}
