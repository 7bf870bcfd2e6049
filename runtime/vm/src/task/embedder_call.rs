//! The calls of an embedder: see [`crate::embed`].
//!
//! The goroutine stands behind the native `call` of package `internal/embed` all the time: while it waits, and, below
//! the frame of the called function, while it calls. So a call takes one slice, in which the interpreter runs once.

use crate::embed::{CalledFunction, TrackedCall};
use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::native_call::EmbedderCall;
use crate::goroutine::state::PendingResume;
use crate::goroutine::unwind_records::Unwind;
use crate::image::code::call_window_before;
use crate::shared::Shared;
use crate::task::interpreter_exit::handle_part_done;
use crate::unwind::vm_call::call_for_embedder;
use minigo_sched::{Reason, Step};
use std::any::Any;
use std::sync::Arc;

/// Makes the call that the goroutine was given, or parks the goroutine until it gets one; `None`: the interpreter
/// continues.
pub(super) fn make_next_call(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    // Calls may be too short to reach a safepoint, so a collection that is due begins here.
    if cx.cache().wants_gc() {
        return handle_part_done(cx, shared);
    }
    let given = shared.embedding.as_deref().and_then(|embedding| embedding.call_of(cx.g().id));
    let continues = match given {
        Some((number, call)) => {
            cx.g().session_input_number = number;
            let call: Arc<dyn Any + Send + Sync> = call;
            let call = call.downcast::<TrackedCall>();
            begin_call(cx, call.expect("the machine tracks calls by this type alone"))
        }
        None => wait_for_call(cx),
    };
    if continues { None } else { cx.handle_deferred_exit() }
}

/// Calls the call's function. Returns whether the interpreter continues.
fn begin_call(cx: &mut Cx, call: Arc<TrackedCall>) -> bool {
    let mut args = std::mem::take(&mut cx.task().local_data().embedder_args);
    args.clear();
    // If there is no memory for the arguments, the slice is unwound as by the native, which is then called again.
    cx.is_running = true;
    let function = call.0.begin(cx, &mut args);
    cx.is_running = false;
    // The native is not called again. A native that the function calls is called for the first time.
    cx.is_retry = false;
    call_or_end(cx, call, function, args, 0)
}

/// Calls the call's next function; `None`: the call has its result and ends. Returns whether the interpreter continues.
fn call_or_end(
    cx: &mut Cx,
    call: Arc<TrackedCall>,
    function: Option<CalledFunction>,
    args: Vec<u64>,
    returned_count: u32,
) -> bool {
    let continues = match function {
        Some(CalledFunction { func, result_slots }) => {
            call_for_embedder(cx, (func, result_slots), &args, (call, returned_count))
        }
        None => {
            cx.end_call();
            wait_for_call(cx)
        }
    };
    cx.task().local_data().embedder_args = args;
    continues
}

impl EmbedderCall for TrackedCall {
    fn take_results(
        self: Arc<Self>,
        cx: &mut Cx,
        returned_count: u32,
        results: *const u64,
    ) -> bool {
        let mut args = std::mem::take(&mut cx.task().local_data().embedder_args);
        args.clear();
        let function = self.0.take_results(cx, returned_count, results, &mut args);
        call_or_end(cx, self, function, args, returned_count + 1)
    }
}

/// Makes the goroutine wait for the next call, if it is as good as a new one and no other goroutine waits; or else the
/// native returns false, and the goroutine ends. Returns whether the interpreter continues.
fn wait_for_call(cx: &mut Cx) -> bool {
    let (id, me) = (cx.g().id, cx.task().current_task());
    let is_as_new = cx.g().unwind_ref().is_none_or(Unwind::is_reusable) && cx.g().pin_count == 0;
    // A goroutine whose call was cancelled before it began must end, and gets no other call.
    let can_wait = is_as_new && !cx.must_end_goroutine();
    let embedding = cx.shared().embedding.as_deref();
    if !can_wait || !embedding.is_some_and(|embedding| embedding.wait_for_call(id, me)) {
        // SAFETY: the native's window, for its result, lies in the running frame.
        unsafe { *cx.registers.frame_base.add(call_window_before(cx.registers.pc)) = 0 };
        return true;
    }
    cx.g().session_input_number = 0;
    cx.g().pending_resume = PendingResume::EmbedderCall;
    cx.set_exit(InterpreterExit::Park(Reason::Unknown));
    false
}
