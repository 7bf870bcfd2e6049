//! `recover`: determines whether a frame is the deferred call that a panic runs.

use crate::goroutine::context::Cx;
use crate::goroutine::state::Goroutine;
use crate::goroutine::unwind_records::VmCallKind;
use crate::unwind::defer::running_base;
use minigo_bytecode::ops::Op;

/// `recover()`, called by the running frame.
#[inline(always)]
pub(crate) fn recover_value(cx: &mut Cx) -> [u64; 2] {
    // The result is passed as words, for the handler that calls this.
    recovered_frame(cx).into()
}

#[inline(never)]
fn recovered_frame(cx: &mut Cx) -> (u64, u64) {
    let base = running_base(cx);
    let Some(top) = cx.g().unwind_ref().and_then(|u| u.panics.last()) else { return (0, 0) };
    let (running, open) = (top.running_call_base, !top.is_goexit && !top.is_recovered);
    if !open || !is_deferred_call(cx, base, running) {
        return (0, 0);
    }
    let top = cx.g().unwind_record().panics.last_mut().expect("it was there");
    top.is_recovered = true;
    top.value.into()
}

/// Reports whether the frame at `base` is the deferred call at `running`, or is called by it only through wrappers and
/// reflection.
fn is_deferred_call(cx: &mut Cx, base: u32, running: u32) -> bool {
    let pc = cx.registers.pc;
    let g: *const Goroutine = cx.g();
    let image = &cx.shared().image;
    // SAFETY: nothing changes the goroutine during the call.
    let g = unsafe { &*g };
    let adapts = |pc: *const Op| {
        let f = &image.program.funcs[image.func_at(pc).0 as usize];
        !image.has_pc(pc as u64) || f.is_wrapper || f.name.starts_with("reflect.")
    };
    // A wrapper around `recover` itself counts as the caller of `recover`, as for `defer recover()`.
    let mut own = image.program.funcs[image.func_at(pc).0 as usize].is_wrapper;
    let mut base = base as usize;
    let mut callers = g.frames_at(image, pc, base).skip(1);
    while own || base != running as usize {
        if base < running as usize {
            return false;
        }
        let Some(caller) = callers.next() else { return false };
        match caller.vm_call.map(|act| &act.kind) {
            None | Some(VmCallKind::Native(_) | VmCallKind::Embedder(..)) => {}
            Some(VmCallKind::Defer | VmCallKind::Recovered(_)) if own => {}
            Some(_) => return false,
        }
        if !own && !adapts(caller.pc) {
            return false;
        }
        (own, base) = (false, caller.base);
    }
    true
}
