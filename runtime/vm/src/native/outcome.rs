//! How a native ends: with results, a panic, a wait, a blocking call, or a call of a Go function.

use crate::goroutine::context::Cx as NativeCx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::native_call::{BlockingNativeCall, Control, GoCall, GoError};
use crate::native::blocking;
use crate::native::convert::IntoSlots;
use crate::shared::ExitStatus;
use crate::types::value::GoFunc;
use minigo_sched::Reason;
use std::sync::Arc;

/// How a native ends.
pub enum Outcome<R> {
    /// With results.
    Return(R),
    /// With results; other goroutines run before the goroutine continues.
    Yield(R),
    /// With a panic.
    Panic(GoError),
    /// Not yet: the goroutine waits for a wake ([`NativeCx::me`] names it), then the native is called again with the
    /// same arguments, and [`NativeCx::is_retry`] is true. A wake may be spurious.
    Park(Reason),
    /// Not yet: other goroutines run, then the native is called again with the same arguments.
    Again,
    /// A part is done: the native, whose state is [kept](crate::native::parts), is called again with the same
    /// arguments.
    Part,
    /// Makes a call that may block, without a P: see [`Outcome::block`].
    Block {
        /// The work to run without a P, and the conversion of its value to the result.
        call: Arc<dyn BlockingNativeCall>,
        /// Whether the work is known to take long: the P is handed off at once.
        is_long: bool,
    },
    /// Calls a Go function: see [`Outcome::call_go`].
    CallGo(GoCall),
    /// The goroutine makes the next call of the [embedder](crate::embed), or waits for one; the native returns once the
    /// goroutine is to make no more calls.
    EmbedderCall,
    /// Ends the goroutine after its deferred calls.
    Goexit,
    /// The goroutine [must end](NativeCx::must_end_goroutine), and has undone its incomplete operation.
    End,
    /// Ends the program with this status.
    Exit(i32),
    /// Ends the program by this signal.
    Kill(i32),
}

impl<R> Outcome<R> {
    /// Applies `f` to the results, if there are any now. The results of a blocking call are made by its own
    /// `continuation`, and `f` does not see them.
    ///
    /// # Panics
    /// Panics when the native waits, or ends its goroutine.
    #[inline]
    pub fn map<U>(self, cx: &mut NativeCx, f: impl FnOnce(&mut NativeCx, R) -> U) -> Outcome<U> {
        match self {
            Self::Return(value) => Outcome::Return(f(cx, value)),
            Self::Yield(value) => Outcome::Yield(f(cx, value)),
            Self::Panic(error) => Outcome::Panic(error),
            Self::Part => Outcome::Part,
            Self::Block { call, is_long: long } => Outcome::Block { call, is_long: long },
            _ => unreachable!("the outcome of work is a return, a panic or a continuation"),
        }
    }
}

impl<R: IntoSlots + 'static> Outcome<R> {
    /// Runs `work` without a P, so that other goroutines run meanwhile (it must not access the heap, except for buffers
    /// that the arguments point to); then passes its value to `continuation`.
    pub fn block<V: Send + 'static>(
        work: impl FnOnce() -> V + Send + 'static,
        continuation: impl FnOnce(&mut NativeCx, V) -> Self + Send + 'static,
    ) -> Self {
        Self::Block { call: blocking::call_then(work, continuation), is_long: false }
    }

    /// Marks the work as long: the P is handed off at once, without waiting for sysmon to notice.
    #[must_use]
    pub fn as_long_work(mut self) -> Self {
        if let Self::Block { is_long: long, .. } = &mut self {
            *long = true;
        }
        self
    }

    /// A pause of a thread, on a clock that only a seeded scheduler advances: the P is handed off at once, as for [long
    /// work](Self::as_long_work).
    pub(crate) fn pause(
        nanos: u64,
        continuation: impl FnOnce(&mut NativeCx) -> Self + Send + 'static,
    ) -> Self {
        let call = blocking::call_then(|| (), |cx, ()| continuation(cx));
        Self::Block { call: blocking::pause_then_call(nanos, call), is_long: true }
    }

    /// Calls a Go function with these argument slots, then `continuation` with its result slots.
    pub fn call_go(
        func: GoFunc,
        args: Vec<u64>,
        result_slots: usize,
        continuation: impl FnOnce(&mut NativeCx, &[u64]) -> Self + Send + 'static,
    ) -> Self {
        let continuation = Box::new(move |cx: &mut NativeCx, results: *const u64, at: *mut u64| {
            // SAFETY: the results of the call lie where its frame was, above the native's window; nothing is called
            // there before the continuation has returned.
            let results = unsafe { std::slice::from_raw_parts(results, result_slots) };
            // SAFETY: `at` is the native's own window.
            unsafe { continuation(cx, results).store_results(cx, at) }
        });
        Self::CallGo(GoCall { func, args, result_slots, kept_objects: Vec::new(), continuation })
    }
}

/// A type that a native's function may return.
pub trait IntoOutcome {
    /// The number of result slots.
    const SLOTS: usize;

    /// Stores the results, or stores in the context why there are none.
    ///
    /// # Safety
    /// `SLOTS` slots at `at` can be written.
    unsafe fn store_results(self, cx: &mut NativeCx, at: *mut u64) -> Control;
}

impl<R: IntoSlots> IntoOutcome for R {
    const SLOTS: usize = R::SLOTS;
    #[inline(always)]
    unsafe fn store_results(self, cx: &mut NativeCx, at: *mut u64) -> Control {
        // SAFETY: the caller's promise.
        unsafe { self.into_slots(cx, at) };
        Control::Next
    }
}

impl<R: IntoSlots> IntoOutcome for Result<R, GoError> {
    const SLOTS: usize = R::SLOTS;
    #[inline(always)]
    unsafe fn store_results(self, cx: &mut NativeCx, at: *mut u64) -> Control {
        match self {
            // SAFETY: the caller's promise.
            Ok(value) => unsafe { value.store_results(cx, at) },
            Err(error) => cx.exit_interpreter(InterpreterExit::Error(error)),
        }
    }
}

impl<R: IntoSlots + 'static> IntoOutcome for Outcome<R> {
    const SLOTS: usize = R::SLOTS;
    #[inline]
    unsafe fn store_results(self, cx: &mut NativeCx, at: *mut u64) -> Control {
        let exit = match self {
            // SAFETY: the caller's promise.
            Self::Return(value) => return unsafe { value.store_results(cx, at) },
            Self::Yield(value) => {
                // SAFETY: the caller's promise.
                unsafe { value.into_slots(cx, at) };
                InterpreterExit::Yield
            }
            Self::Panic(error) => InterpreterExit::Error(error),
            Self::Park(reason) => InterpreterExit::ParkNative(reason),
            Self::Again => InterpreterExit::Again,
            Self::Part => InterpreterExit::Part,
            Self::Block { call, is_long: long } => InterpreterExit::Block { call, long },
            Self::CallGo(call) => InterpreterExit::CallGo(Box::new(call)),
            Self::EmbedderCall => InterpreterExit::EmbedderCall,
            Self::Goexit => InterpreterExit::Goexit,
            Self::End => InterpreterExit::End,
            Self::Exit(code) => InterpreterExit::Program(ExitStatus::Exited(code)),
            Self::Kill(signal) => InterpreterExit::Program(ExitStatus::Killed(signal)),
        };
        cx.exit_interpreter(exit)
    }
}
