//! Makes the records of deferred calls, and runs deferred calls.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::fault::Fault;
use crate::goroutine::frames::HEADER_SLOT_COUNT;
use crate::goroutine::stack::grow_stack;
use crate::goroutine::unwind_records::{
    CLOSURE_DEFER_FLAG, Callee, LIST_DEFER_FLAG, VmCall, VmCallKind, callee_of,
    deferred_closures_at,
};
use crate::image::code::frame_slots;
use minigo_bytecode::ops::Op;

pub(crate) fn running_base(cx: &mut Cx) -> u32 {
    let r = cx.registers.frame_base;
    // SAFETY: the frame lies in the stack.
    unsafe { r.offset_from(cx.g().stack.base()) as u32 }
}

pub(crate) fn set_frame(cx: &mut Cx, base: u32, pc: *const Op) {
    // SAFETY: the frame lies in the stack.
    cx.registers.frame_base = unsafe { cx.g().stack.base().add(base as usize) };
    cx.registers.pc = pc;
}

/// `defer f(…)`.
///
/// # Safety
/// `args` points to `n` slots.
#[inline(always)]
pub(crate) unsafe fn defer(cx: &mut Cx, callee: Callee, args: *const u64, n: usize) {
    // The callee is passed as two words, for the handlers that call this.
    let (word, kind) = match callee {
        Callee::Code(offset) => (u64::from(offset), 0),
        Callee::Closure(f) => (f, CLOSURE_DEFER_FLAG),
    };
    // SAFETY: the caller's promise.
    unsafe { push_record(cx, word, kind, args, n) };
}

/// Defers calls of the closures that a slice will hold when the deferred calls run; `list` is the slice's address.
pub(crate) fn defer_each(cx: &mut Cx, list: u64) {
    // SAFETY: the function has no arguments.
    unsafe { push_record(cx, list, LIST_DEFER_FLAG, std::ptr::null(), 0) };
}

#[inline(never)]
unsafe fn push_record(cx: &mut Cx, word: u64, kind: u64, args: *const u64, n: usize) {
    let (base, pc) = (running_base(cx), cx.registers.pc);
    // SAFETY: the caller's promise.
    let args = if n == 0 { &[] } else { unsafe { std::slice::from_raw_parts(args, n) } };
    if cx.g().unwind_ref().is_none()
        && let Some(used) = cx.task().local_data().take_unwind()
    {
        cx.g().reuse_unwind(used);
    }
    let defers = &mut cx.g().unwind_record().defers;
    if defers.capacity() - defers.len() < n + 3 {
        // The records lie outside the heap, so room for them must be requested.
        let bytes = defers.capacity() * 16;
        cx.require_memory(bytes);
    }
    let defers = &mut cx.g().unwind_record().defers;
    defers.extend_from_slice(args);
    defers.extend([word, pc as u64, u64::from(base) | (n as u64) << 32 | kind]);
}

/// The last record of the running frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LastDefer {
    None,
    Call,
    /// A list of closures: [`expand_list`] must replace the list by its closures before it is known whether there is a
    /// call.
    List,
}

/// The kind of the running frame's last record.
#[inline]
pub(crate) fn last_defer(cx: &mut Cx) -> LastDefer {
    let base = running_base(cx);
    match cx.g().unwind_ref().and_then(|u| u.defers.last().copied()) {
        Some(meta) if meta as u32 == base => {
            if meta & LIST_DEFER_FLAG == 0 {
                LastDefer::Call
            } else {
                LastDefer::List
            }
        }
        _ => LastDefer::None,
    }
}

/// Reports whether the running frame has deferred calls.
#[inline]
pub(crate) fn has_defers(cx: &mut Cx) -> bool {
    loop {
        match last_defer(cx) {
            LastDefer::None => return false,
            LastDefer::Call => return true,
            LastDefer::List => expand_list(cx),
        }
    }
}

/// Replaces the last record, which is a list, by a record for each function of the list.
#[cold]
#[inline(never)]
pub(crate) fn expand_list(cx: &mut Cx) {
    let [.., list, pc, meta] = cx.g().unwind_record().defers[..] else { return };
    // SAFETY: the record keeps the variable alive; the bodies of the loop, which assign to it, do not run any more.
    let funcs = unsafe { deferred_closures_at(list) };
    let (words, defers) = (funcs.len() * 3, &mut cx.g().unwind_record().defers);
    if defers.capacity() - defers.len() < words {
        // The new records lie outside the heap too, so room for them must be requested.
        let bytes = (defers.capacity() + words) * 8;
        cx.require_memory(bytes);
    }
    let defers = &mut cx.g().unwind_record().defers;
    defers.truncate(defers.len() - 3);
    for &f in funcs {
        defers.extend([f, pc, meta & !LIST_DEFER_FLAG | CLOSURE_DEFER_FLAG]);
    }
}

/// The code of the last deferred call; `None` if its func is nil.
pub(crate) fn last_deferred_code(cx: &mut Cx) -> Option<*const Op> {
    let defers = &cx.g().unwind_record().defers;
    let end = defers.len();
    match callee_of(defers[end - 3], defers[end - 1]) {
        // SAFETY: the offset is a function's, so it lies in the code.
        Callee::Code(offset) => Some(unsafe { cx.code.add(offset as usize) }),
        // SAFETY: a func value points to its code.
        Callee::Closure(f) => (f >= 4096).then(|| unsafe { *(f as *const *const Op) }),
    }
}

/// Slots of the arguments of the last deferred call.
pub(crate) fn last_arg_slots(cx: &mut Cx) -> usize {
    let meta = cx.g().unwind_record().defers.last().copied().unwrap_or(0);
    (meta >> 32 & 0x3fff_ffff) as usize
}

/// Removes the last record and calls it with a frame at `at` (slots from the running frame's base). Returns false if
/// the call has left the interpreter.
pub(crate) fn call_last_deferred(cx: &mut Cx, at: usize) -> bool {
    let defers = &mut cx.g().unwind_record().defers;
    let end = defers.len();
    let (word, meta) = (defers[end - 3], defers[end - 1]);
    let n = (meta >> 32 & 0x3fff_ffff) as usize;
    let first = end - 3 - n;
    let mut few = [0; 8];
    let many: Vec<u64>;
    let args = if n <= few.len() {
        few[..n].copy_from_slice(&defers[first..first + n]);
        &few[..n]
    } else {
        many = defers[first..first + n].to_vec();
        &many
    };
    defers.truncate(first);
    enter_callee(cx, callee_of(word, meta), at, args)
}

/// Makes a call that returns to `leave`, with its frame `at` slots above the running frame's base. False if that has
/// left the interpreter.
pub(crate) fn enter_callee(cx: &mut Cx, callee: Callee, at: usize, args: &[u64]) -> bool {
    let (code, closure) = match callee {
        // SAFETY: the offset is a function's, so it lies in the code.
        Callee::Code(offset) => (unsafe { cx.code.add(offset as usize) }, 0),
        Callee::Closure(f) if f < 4096 => return cx.fail_with(Fault::Nil),
        // SAFETY: a func value points to its code.
        Callee::Closure(f) => (unsafe { *(f as *const *const Op) }, f),
    };
    // SAFETY: the code is a function's first instruction.
    let slots = at + unsafe { frame_slots(code) }.max(args.len());
    if cx.registers.frame_base.wrapping_add(slots) > cx.stack_limit && !grow_stack(cx, slots) {
        cx.set_exit(InterpreterExit::Grow(slots));
        return false;
    }
    let leave = cx.shared().image.vm_return_address();
    // SAFETY: the stack has room for the frame now.
    unsafe {
        let base = cx.registers.frame_base.add(at);
        base.copy_from_nonoverlapping(args.as_ptr(), args.len());
        *base.sub(1) = leave as u64;
        *base.sub(2) = closure;
        cx.registers.frame_base = base;
        cx.registers.pc = code;
    }
    true
}

/// Runs the last deferred call of the running frame in a window at `win`; then the instruction is executed again.
#[inline(never)]
pub(crate) fn run_defers(cx: &mut Cx, win: usize) -> bool {
    let base = running_base(cx);
    // SAFETY: the registers stand behind the `run.defers`.
    let pc = unsafe { cx.registers.pc.sub(1) };
    cx.g().unwind_record().vm_calls.push(VmCall { base, pc, kind: VmCallKind::Defer });
    call_last_deferred(cx, win)
}

/// The first slot above the running frame, whichever call the frame is in.
pub(crate) fn frame_top(cx: &Cx) -> usize {
    let image = &cx.shared().image;
    let code = image.entry_pc(image.func_at(cx.registers.pc));
    // SAFETY: the code is a function's first instruction.
    unsafe { frame_slots(code) + HEADER_SLOT_COUNT }
}
