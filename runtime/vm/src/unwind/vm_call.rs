//! Calls made by the VM, and the continuation of each when it has returned.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::frames::HEADER_SLOT_COUNT;
use crate::goroutine::native_call::{Control, EmbedderCall, GoCall};
use crate::goroutine::stack::grow_stack;
use crate::goroutine::state::Wait;
use crate::goroutine::unwind_records::{Callee, VmCall, VmCallKind};
use crate::image::code::call_window_before;
use crate::types::equality;
use crate::types::value::GoFunc;
use crate::unwind::defer::{enter_callee, frame_top, running_base, set_frame};
use crate::unwind::panic::{end_recovered_panic, run_next_deferred_call, run_remaining_defers};
use crate::unwind::panic_print::compute_panic_texts;
use minigo_sched::Step;
use std::sync::Arc;

/// Continues after a call made by the VM has returned. False if that leaves the interpreter.
#[inline(never)]
pub(crate) fn vm_call_returned(cx: &mut Cx) -> bool {
    let Some(mut act) = cx.g().unwind_mut().and_then(|u| u.vm_calls.pop()) else {
        cx.set_exit(InterpreterExit::Done);
        return false;
    };
    let results = cx.registers.frame_base;
    set_frame(cx, act.base, act.pc);
    match &mut act.kind {
        VmCallKind::Defer => true,
        VmCallKind::Embedder(call, returned_count) => {
            call.clone().take_results(cx, *returned_count, results)
        }
        VmCallKind::Panic => {
            let top = cx
                .g()
                .unwind_record()
                .panics
                .last()
                .expect("the panic is in the goroutine's list of panics");
            let step =
                if top.is_recovered { end_recovered_panic(cx) } else { run_next_deferred_call(cx) };
            handler_result(cx, step)
        }
        VmCallKind::Recovered(to) => run_remaining_defers(cx, *to),
        VmCallKind::Native(call) => {
            let call = call.take().expect("the record of a VM call is taken once");
            // SAFETY: the native's window lies in the frame, which stands behind the native's instruction.
            let at = unsafe { cx.registers.frame_base.add(call_window_before(cx.registers.pc)) };
            (call.continuation)(cx, results, at) == Control::Next
        }
        VmCallKind::Print(i) => {
            // SAFETY: both methods return a string, in two slots.
            let text = unsafe { equality::string_at(results.cast()) }.to_vec();
            cx.g().unwind_record().panics[*i].text = Some(text);
            let step = compute_panic_texts(cx, *i);
            handler_result(cx, step)
        }
    }
}

/// Turns a step (`None`: continue) into the result of a handler. For any step other than `Step::Done`, the goroutine
/// parks forever.
fn handler_result(cx: &mut Cx, step: Option<Step>) -> bool {
    match step {
        None => matches!(cx.exit, InterpreterExit::None),
        Some(Step::Done) => {
            cx.set_exit(InterpreterExit::Done);
            false
        }
        Some(_) => {
            cx.g().wait = Wait::Forever;
            cx.set_exit(InterpreterExit::Park(minigo_sched::Reason::Unknown));
            false
        }
    }
}

/// Makes a native's call of a Go function.
pub(crate) fn call_go(cx: &mut Cx, mut call: Box<GoCall>) -> Option<Step> {
    // The native is not called again. A native that the function calls is called for the first time.
    cx.is_retry = false;
    let (base, pc) = (running_base(cx), cx.registers.pc);
    let at = frame_top(cx);
    let args = std::mem::take(&mut call.args);
    let (func, results) = (call.func.0, call.result_slots);
    let kind = VmCallKind::Native(Some(call));
    cx.g().unwind_record().vm_calls.push(VmCall { base, pc, kind });
    let slots = at + results;
    let room =
        cx.registers.frame_base.wrapping_add(slots) <= cx.stack_limit || grow_stack(cx, slots);
    if room && enter_callee(cx, Callee::Closure(func), at, &args) {
        return None;
    }
    cx.handle_deferred_exit()
}

/// Calls a function for an embedder, at the native that asks for the embedder's calls; the call gets the results. False
/// if the interpreter must be left first.
pub(crate) fn call_for_embedder(
    cx: &mut Cx,
    (func, result_slots): (GoFunc, usize),
    args: &[u64],
    (call, returned_count): (Arc<dyn EmbedderCall>, u32),
) -> bool {
    let (base, pc) = (running_base(cx), cx.registers.pc);
    let at = cx.shared().embedding.as_deref().map_or_else(|| frame_top(cx), |e| e.caller_frame_top);
    let kind = VmCallKind::Embedder(call, returned_count);
    cx.g().unwind_record().vm_calls.push(VmCall { base, pc, kind });
    let slots = at + result_slots;
    let has_room =
        cx.registers.frame_base.wrapping_add(slots) <= cx.stack_limit || grow_stack(cx, slots);
    has_room && enter_callee(cx, Callee::Closure(func.0), at, args)
}

/// Makes a function that reflection made call its server, above the `room` slots of its own frame. After the call
/// `continuation`, for which the objects in `keep` stay alive, stores the results at the frame's base, and the function
/// returns.
pub(crate) fn call_make_func_handler(
    cx: &mut Cx,
    serve: GoFunc,
    args: Vec<u64>,
    keep: Vec<u64>,
    room: usize,
    continuation: impl FnOnce(&mut Cx, *mut u64) + Send + 'static,
) -> bool {
    let (base, pc) = (running_base(cx), cx.shared().image.reflect_return_pc());
    let continuation = Box::new(move |cx: &mut Cx, _: *const u64, at: *mut u64| {
        continuation(cx, at);
        Control::Next
    });
    let call =
        GoCall { func: serve, args: Vec::new(), result_slots: 0, kept_objects: keep, continuation };
    let kind = VmCallKind::Native(Some(Box::new(call)));
    cx.g().unwind_record().vm_calls.push(VmCall { base, pc, kind });
    enter_callee(cx, Callee::Closure(serve.0), room + HEADER_SLOT_COUNT, &args)
}
