//! The signature of natives: how the interpreter calls one, and what else than results may come of it.

use crate::goroutine::context::Cx as NativeCx;
use crate::types::value::{GoFunc, Iface};
use minigo_sched::Blocking;
use std::any::Any;

/// A blocking call, and what is left to do afterwards.
pub trait Call: Blocking {
    /// Does it, and stores the native's results.
    ///
    /// # Safety
    /// The call has ended, and this is the goroutine that has made it. At `at` is the native's window.
    unsafe fn then(&self, cx: &mut NativeCx, at: *mut u64) -> Control;
}

/// Whether the interpreter goes on after a native.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Control {
    /// The results lie in the window.
    Next,
    /// The context says why not.
    Leave,
}

/// A native as the interpreter calls it: arguments lie at the pointer, results go there.
pub type NativeFn = unsafe fn(&mut NativeCx, *mut u64) -> Control;

/// What an instruction has come to that was left between two [parts](crate::native::parts) of its work.
pub(crate) struct Suspended {
    pub(crate) state: Box<dyn Any + Send>,
    /// The addresses of objects that it makes, or 0.
    pub(crate) roots: [u64; 3],
}

/// What is left to do when a Go call of a native has ended, whose results lie at the first pointer.
pub(crate) type ThenResults =
    Box<dyn FnOnce(&mut NativeCx, *const u64, *mut u64) -> Control + Send>;

/// A panic or worse, raised by a native.
#[derive(Clone, Debug)]
pub enum GoError {
    /// A `runtime.Error`: "runtime error: " and this.
    Runtime(String),
    /// A `runtime.Error` whose text is just this.
    Plain(String),
    /// A `runtime.Error` raised by a look-up in a map: `hash of unhashable type: []int`.
    Unhashable(String),
    /// `panic("…")` with a string.
    Text(String),
    /// `panic(v)`.
    Value(Iface),
    /// A fatal error, which cannot be recovered: exit status 2.
    Fatal(String),
}

/// A call of a Go function by a native: for reflection.
pub struct GoCall {
    /// What to call.
    pub func: GoFunc,
    /// Slots of the arguments.
    pub args: Vec<u64>,
    /// Slots of the results.
    pub result_slots: usize,
    /// Addresses of objects that `then` needs, and to which there may be no other reference.
    pub(crate) keep: Vec<u64>,
    /// What to do with the results, which lie at the first pointer; the native's own results go to the second.
    pub(crate) then: ThenResults,
}
