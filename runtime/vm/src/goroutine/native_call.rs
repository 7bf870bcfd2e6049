//! The signature of natives: how the interpreter calls a native, and how a native can end other than by results.

use crate::goroutine::context::Cx as NativeCx;
use crate::types::value::{GoFunc, Iface};
use minigo_sched::Blocking;
use std::any::Any;
use std::sync::Arc;

/// A blocking call, and the work that remains when the call has returned.
pub trait BlockingNativeCall: Blocking {
    /// Completes the call on the goroutine: stores the native's results.
    ///
    /// # Safety
    /// The call has returned, and the goroutine that calls this function has made the call. `at` points to the native's
    /// window.
    unsafe fn complete_call(&self, cx: &mut NativeCx, at: *mut u64) -> Control;
}

/// Whether the interpreter continues after a native.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Control {
    /// Continue: the results lie in the window.
    Next,
    /// Leave the interpreter; the context says why.
    Leave,
}

/// A native as the interpreter calls it: the pointer leads to the arguments, and the native stores its results there.
pub type NativeFn = unsafe fn(&mut NativeCx, *mut u64) -> Control;

/// The state of an instruction that was interrupted between two [parts](crate::native::parts) of its work.
pub(crate) struct SuspendedInstruction {
    pub(crate) state: Box<dyn Any + Send>,
    /// The addresses of the objects that the instruction is making, or 0.
    pub(crate) roots: [u64; 3],
}

/// The work that remains when a Go function called by a native has returned; its results lie at the first pointer.
pub(crate) type GoCallContinuation =
    Box<dyn FnOnce(&mut NativeCx, *const u64, *mut u64) -> Control + Send>;

/// An embedder's call of a Go function: takes the results when a function that the VM called for it has returned.
pub(crate) trait EmbedderCall: Send + Sync {
    /// Takes the results, which lie at `results`; `returned_count` functions have returned before. Returns whether the
    /// interpreter continues: the call has called another function, or the goroutine ends.
    fn take_results(
        self: Arc<Self>,
        cx: &mut NativeCx,
        returned_count: u32,
        results: *const u64,
    ) -> bool;
}

/// A panic, or a fatal error, raised by a native.
#[derive(Clone, Debug)]
pub enum GoError {
    /// A `runtime.Error` whose text is "runtime error: " and this string.
    Runtime(String),
    /// A `runtime.Error` whose text is this string alone.
    Plain(String),
    /// A `runtime.Error` of a map look-up, with this text, such as `hash of unhashable type: []int`.
    Unhashable(String),
    /// `panic("…")` with a string as the value.
    Text(String),
    /// `panic(v)`.
    Value(Iface),
    /// A fatal error, which cannot be recovered: exit status 2.
    Fatal(String),
}

/// A call of a Go function by a native: for reflection.
pub struct GoCall {
    /// The function to call.
    pub func: GoFunc,
    /// The argument slots.
    pub args: Vec<u64>,
    /// The number of result slots.
    pub result_slots: usize,
    /// Addresses of objects that `complete_call` needs, and that nothing else may refer to.
    pub(crate) kept_objects: Vec<u64>,
    /// Called with the results, which lie at the first pointer; stores the native's own results at the second.
    pub(crate) continuation: GoCallContinuation,
}
