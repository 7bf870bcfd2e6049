//! Blocking calls of natives: one object, shared by the thread that makes the call and the goroutine that waits for it.
//!
//! The two use the object in turn, without a lock: first the thread, then the goroutine. Programs that read files spend
//! their time in blocking calls, so a call takes one allocation; a lock around an object that is only used in turn
//! would cost as much as a short system call.

use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::native_call::{BlockingNativeCall, Control, GoError};
use crate::native::NativeCx;
use crate::native::convert::IntoSlots;
use crate::native::outcome::{IntoOutcome, Outcome};
use crate::shared::Shared;
use crate::shared::computations::{CallAnswer, Handover};
use minigo_sched::Blocking;
use parking_lot::Mutex;
use std::any::Any;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

enum State<W, V, T> {
    Begun(W, T),
    Ended(V, T),
    /// The call has panicked, with this text.
    Failed(String),
    Over,
}

struct AlternatingCell<W, V, T>(UnsafeCell<State<W, V, T>>);

// SAFETY: the thread that makes the call and the goroutine of the native do not access the object at the same time: the
// scheduler resumes a goroutine only after its call has returned, and makes each call once. The values that the two
// threads exchange are `Send`.
unsafe impl<W: Send, V: Send, T: Send> Sync for AlternatingCell<W, V, T> {}

/// A call of `work`, whose value is passed to `continuation`.
pub(crate) fn call_then<W, V, T, R>(work: W, continuation: T) -> Arc<dyn BlockingNativeCall>
where
    W: FnOnce() -> V + Send + 'static,
    V: Send + 'static,
    T: FnOnce(&mut NativeCx, V) -> Outcome<R> + Send + 'static,
    R: IntoSlots + 'static,
{
    Arc::new(AlternatingCell(UnsafeCell::new(State::Begun(work, continuation))))
}

impl<W, V, T> Blocking for AlternatingCell<W, V, T>
where
    W: FnOnce() -> V + Send,
    V: Send,
    T: Send,
{
    fn call(&self) {
        // SAFETY: the goroutine waits for this call.
        let state = unsafe { &mut *self.0.get() };
        let State::Begun(work, continuation) = std::mem::replace(state, State::Over) else {
            unreachable!("a blocking call is made once")
        };
        // A panic ends the goroutine that made the call: the thread belongs to the scheduler.
        *state = match catch_unwind(AssertUnwindSafe(work)) {
            Ok(value) => State::Ended(value, continuation),
            Err(panic) => State::Failed(panic_message(&*panic)),
        };
    }
}

impl<W, V, T, R> BlockingNativeCall for AlternatingCell<W, V, T>
where
    W: FnOnce() -> V + Send,
    V: Send,
    T: FnOnce(&mut NativeCx, V) -> Outcome<R> + Send,
    R: IntoSlots + 'static,
{
    unsafe fn complete_call(&self, cx: &mut NativeCx, at: *mut u64) -> Control {
        // SAFETY: the call has returned, by the caller's promise.
        let state = unsafe { &mut *self.0.get() };
        let outcome = match std::mem::replace(state, State::Over) {
            State::Ended(value, continuation) => continuation(cx, value),
            State::Failed(text) => Outcome::Panic(GoError::Fatal(text)),
            State::Begun(..) | State::Over => unreachable!("the call has ended"),
        };
        // SAFETY: the caller's promise.
        unsafe { outcome.store_results(cx, at) }
    }
}

/// The fatal error's text for a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("no text");
    format!("minigo: a call of the system panicked (a bug of minigo or of its host): {text}")
}

/// A computation by the goroutine with this id that a session may abandon; `reads` are the objects that it reads.
pub(crate) fn abandonable_call<W, V, T, R>(
    shared: Arc<Shared>,
    goroutine: u64,
    reads: Vec<u64>,
    work: W,
    continuation: T,
) -> Arc<dyn BlockingNativeCall>
where
    W: FnOnce() -> V + Send + 'static,
    V: Send + 'static,
    T: FnOnce(&mut NativeCx, V) -> Outcome<R> + Send + 'static,
    R: IntoSlots + 'static,
{
    let work = move || Box::new(work()) as WorkValue;
    let continuation = move |cx: &mut NativeCx, value: WorkValue, at: *mut u64| {
        let value = value.downcast().expect("the work returns values of this type");
        // SAFETY: the promise of the caller of `complete_call`, which alone calls this.
        unsafe { continuation(cx, *value).store_results(cx, at) }
    };
    Arc::new(AbandonableCall {
        shared,
        goroutine,
        pending_work: Mutex::new(Some((Box::new(work), reads))),
        handover: Arc::new(Handover::new()),
        continuation: Mutex::new(Some(Box::new(continuation))),
    })
}

/// The value that the work of an [`AbandonableCall`] returns.
type WorkValue = Box<dyn Any + Send>;

/// Its closures are boxed, because the code that starts threads would otherwise be compiled for each native.
struct AbandonableCall {
    shared: Arc<Shared>,
    goroutine: u64,
    /// The work, and the objects that it reads.
    #[allow(clippy::type_complexity, reason = "the only use of the type")]
    pending_work: Mutex<Option<(Box<dyn FnOnce() -> WorkValue + Send>, Vec<u64>)>>,
    handover: Arc<Handover<WorkValue>>,
    continuation: Mutex<Option<Continuation>>,
}

/// Passes a value on to the native's continuation, which stores its results at the address.
type Continuation = Box<dyn FnOnce(&mut NativeCx, WorkValue, *mut u64) -> Control + Send>;

/// Unregisters the computation of a thread when dropped, however the thread ends.
struct ComputationGuard {
    shared: Arc<Shared>,
    computation: u64,
    handover: Arc<Handover<WorkValue>>,
}

impl Drop for ComputationGuard {
    fn drop(&mut self) {
        // There is an answer already, from the thread or from the session that abandoned the computation, unless the
        // thread panics.
        let _ = self.handover.set_answer(CallAnswer::Failed);
        self.shared.computations.end_computation(self.computation, self.handover.was_abandoned());
    }
}

impl Blocking for AbandonableCall {
    fn call(&self) {
        let (work, reads) = self.pending_work.lock().take().expect("a blocking call is made once");
        let computing = &self.shared.computations;
        let Some(number) = computing.begin_computation(reads) else {
            let _ = self.handover.set_answer(CallAnswer::Value(work()));
            return;
        };
        let handover = self.handover.clone();
        let ending = ComputationGuard {
            shared: self.shared.clone(),
            computation: number,
            handover: handover.clone(),
        };
        let work = Arc::new(Mutex::new(Some(work)));
        let given = work.clone();
        let compute = move || {
            let ending = ending;
            let work = given.lock().take().expect("a computation's work runs once");
            let _ = ending.handover.set_answer(CallAnswer::Value(work()));
        };
        computing.register_wait(self.goroutine, handover.clone());
        let builder = std::thread::Builder::new().name("compute".to_owned());
        let thread = minigo_heap::ledger::spawn(builder, compute);
        if thread.is_err() {
            // The closure was dropped, and has given an answer as it was dropped.
            let work =
                work.lock().take().expect("the work is still there, since no thread was started");
            handover.reset_answer();
            let _ = handover.set_answer(CallAnswer::Value(work()));
        }
        // The goroutine may have been terminated before its wait was registered.
        if self.shared.inputs.as_ref().is_some_and(|inputs| inputs.is_terminated(self.goroutine)) {
            computing.abandon_call(self.goroutine);
        }
        handover.wait_for_answer();
        computing.unregister_wait(self.goroutine);
    }
}

impl BlockingNativeCall for AbandonableCall {
    unsafe fn complete_call(&self, cx: &mut NativeCx, at: *mut u64) -> Control {
        let continuation = self
            .continuation
            .lock()
            .take()
            .expect("the call has ended, and complete_call runs once");
        match self.handover.take_answer() {
            CallAnswer::Value(value) => continuation(cx, value, at),
            // The goroutine must end.
            CallAnswer::Abandoned => cx.exit_interpreter(InterpreterExit::End),
            _ => panic!("a computation has panicked"),
        }
    }
}

/// A call that is made after `pause_nanos` nanoseconds.
pub(crate) fn pause_then_call(
    pause: u64,
    call: Arc<dyn BlockingNativeCall>,
) -> Arc<dyn BlockingNativeCall> {
    Arc::new(DelayedCall { pause_nanos: pause, call })
}

struct DelayedCall {
    pause_nanos: u64,
    call: Arc<dyn BlockingNativeCall>,
}

impl Blocking for DelayedCall {
    fn call(&self) {
        self.call.call();
    }

    fn pause_time(&self) -> u64 {
        self.pause_nanos
    }
}

impl BlockingNativeCall for DelayedCall {
    unsafe fn complete_call(&self, cx: &mut NativeCx, at: *mut u64) -> Control {
        // SAFETY: the caller's promise.
        unsafe { self.call.complete_call(cx, at) }
    }
}
