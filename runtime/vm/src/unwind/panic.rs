//! Panics and `Goexit`: run deferred calls on top of the stack, and continue in the frame that has recovered.

use crate::goroutine::access::FaultedAccess;
use crate::goroutine::context::Cx;
use crate::goroutine::state::PendingResume;
use crate::goroutine::unwind_records::{LIST_DEFER_FLAG, Panic, VmCall, VmCallKind};
use crate::shared::debugging::StopCause;
use crate::shared::session_inputs::InputEnd;
use crate::unwind::defer::{
    call_last_deferred, expand_list, frame_top, has_defers, running_base, set_frame,
};
use crate::unwind::panic_print::{panicked_while_printing, print_panics, show_value};
use crate::unwind::panic_values::text_of;
use minigo_bytecode::ops::Op;
use minigo_sched::Step;
use std::sync::atomic::Ordering;

/// Ends a goroutine after `Goexit`.
pub(crate) fn end_after_goexit(cx: &mut Cx) -> Step {
    if cx.g().id == 1 {
        cx.shared().main_exited.store(true, Ordering::SeqCst);
    }
    cx.end_input(InputEnd::Goexit);
    Step::Done
}

/// Starts a panic at the registers. `None`: the interpreter continues with a deferred call.
pub(crate) fn panic_with(
    cx: &mut Cx,
    value: [u64; 2],
    access: Option<FaultedAccess>,
) -> Option<Step> {
    begin_unwinding(cx, value, false, access)
}

/// Starts `runtime.Goexit` at the registers.
pub(crate) fn goexit(cx: &mut Cx) -> Option<Step> {
    begin_unwinding(cx, [0, 0], true, None)
}

fn begin_unwinding(
    cx: &mut Cx,
    value: [u64; 2],
    goexit: bool,
    access: Option<FaultedAccess>,
) -> Option<Step> {
    if !goexit {
        cx.shared().panicking_goroutines.fetch_add(1, Ordering::SeqCst);
    }
    let (origin, pc) = (running_base(cx), cx.registers.pc);
    cx.g().unwind_record().panics.push(Panic {
        value,
        is_goexit: goexit,
        is_recovered: false,
        access,
        origin_base: origin,
        pc,
        running_call_base: u32::MAX,
        deferring_frame_base: 0,
        frame_pc: std::ptr::null(),
        text: None,
    });
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    if let Some(debugging) = unsafe { &(*shared).debugging }
        && !goexit
        && debugging.stops_at_panics()
        && debugging.report_stop(cx.g().id, StopCause::Panic(panic_text(cx, value)), cx.position())
    {
        cx.g().pending_resume = PendingResume::Panic;
        if cx.counts_instructions && cx.wait_for_debugger(cx.position()) {
            cx.g().pending_resume = PendingResume::Nothing;
            return run_next_deferred_call(cx);
        }
        cx.task().freeze_current();
        return Some(Step::Preempted);
    }
    run_next_deferred_call(cx)
}

/// The value of a panic, for a debugger: its text, as far as that is known without calling methods of the value.
fn panic_text(cx: &mut Cx, value: [u64; 2]) -> String {
    let text = text_of(cx, value).unwrap_or_else(|| {
        let mut text = Vec::new();
        show_value(cx, value, &mut text);
        text
    });
    String::from_utf8_lossy(&text).into_owned()
}

/// Makes the last panic run the next deferred call, or ends the panic when there is none.
pub(crate) fn run_next_deferred_call(cx: &mut Cx) -> Option<Step> {
    while cx.g().unwind_record().defers.last().is_some_and(|meta| meta & LIST_DEFER_FLAG != 0) {
        expand_list(cx);
    }
    let unwind = cx.g().unwind_record();
    let top = unwind.panics.last_mut().expect("a panic is in progress");
    let (origin, pc) = (top.origin_base, top.pc);
    if unwind.defers.is_empty() {
        if top.is_goexit {
            unwind.has_finished_goexit = true;
            unwind.vm_calls.clear();
            let aborted = unwind.panics.drain(..).filter(|p| !p.is_goexit).count();
            cx.shared().panicking_goroutines.fetch_sub(aborted as u32, Ordering::SeqCst);
            return Some(finish_goroutine(cx));
        }
        let (printing, value) = (unwind.prints_panics, top.value);
        set_frame(cx, origin, pc);
        return if printing { Some(panicked_while_printing(cx, value)) } else { print_panics(cx) };
    }
    let end = unwind.defers.len();
    (top.deferring_frame_base, top.frame_pc) =
        (unwind.defers[end - 1] as u32, unwind.defers[end - 2] as *const Op);
    unwind.vm_calls.push(VmCall { base: origin, pc, kind: VmCallKind::Panic });
    set_frame(cx, origin, pc);
    let at = frame_top(cx);
    cx.g().unwind_record().panics.last_mut().expect("a panic is in progress").running_call_base =
        origin + at as u32;
    if call_last_deferred(cx, at) {
        return None;
    }
    // The deferred func is nil, or the stack is full: a new panic.
    cx.handle_deferred_exit()
}

fn finish_goroutine(cx: &mut Cx) -> Step {
    end_after_goexit(cx)
}

/// Continues after the last panic was recovered and the deferred call that did it has returned.
pub(crate) fn end_recovered_panic(cx: &mut Cx) -> Option<Step> {
    let unwind = cx.g().unwind_record();
    let top = unwind.panics.last().expect("a panic is in progress");
    let (frame, frame_pc) = (top.deferring_frame_base, top.frame_pc);
    let (mut goexit, mut over) = (false, 0);
    while let Some(last) = unwind.panics.last()
        && last.origin_base >= frame
    {
        goexit |= last.is_goexit;
        over += u32::from(!last.is_goexit);
        unwind.panics.pop();
    }
    while unwind.vm_calls.last().is_some_and(|a| a.base >= frame) {
        unwind.vm_calls.pop();
    }
    cx.shared().panicking_goroutines.fetch_sub(over, Ordering::SeqCst);
    let image = &cx.shared().image;
    let func = image.func_at(frame_pc);
    let entry = image.entry_pc(func);
    let recover_pc = image.program.funcs[func.0 as usize].recover_pc;
    set_frame(cx, frame, frame_pc);
    if goexit {
        // A Goexit that a panic had interrupted continues.
        return begin_unwinding(cx, [0, 0], true, None);
    }
    let to = recover_pc.expect("a function with deferred calls has a recover address");
    // SAFETY: the offset lies in the function.
    let to = unsafe { entry.add(to as usize) };
    if run_remaining_defers(cx, to) { None } else { cx.handle_deferred_exit() }
}

/// Runs the remaining deferred calls of the running frame, one after the other; then continues at `to`.
pub(crate) fn run_remaining_defers(cx: &mut Cx, to: *const Op) -> bool {
    if !has_defers(cx) {
        cx.registers.pc = to;
        return true;
    }
    let (base, pc) = (running_base(cx), cx.registers.pc);
    let at = frame_top(cx);
    cx.g().unwind_record().vm_calls.push(VmCall { base, pc, kind: VmCallKind::Recovered(to) });
    call_last_deferred(cx, at)
}
