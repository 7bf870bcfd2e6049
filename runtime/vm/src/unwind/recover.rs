//! `recover`: whether a frame is the deferred call that a panic runs.

use crate::goroutine::context::Cx;
use crate::goroutine::records::{ActKind, Unwind};
use crate::goroutine::state::Goroutine;
use crate::image::code::window_before;
use crate::unwind::defer::base_of;
use minigo_bytecode::ops::Op;

/// `recover()` of the running frame.
#[inline(never)]
pub(crate) fn recover(cx: &mut Cx) -> [u64; 2] {
    let base = base_of(cx);
    let Some(top) = cx.g().unwind_ref().and_then(|u| u.panics.last()) else { return [0, 0] };
    let (running, open) = (top.running, !top.goexit && !top.recovered);
    if !open || !is_deferred_call(cx, base, running) {
        return [0, 0];
    }
    let top = cx.g().unwind().panics.last_mut().expect("it was there");
    top.recovered = true;
    top.value
}

/// Whether the frame at `base` is the deferred call at `running`, or is called by it through wrappers and reflection only.
fn is_deferred_call(cx: &mut Cx, base: u32, running: u32) -> bool {
    let pc = cx.s.pc;
    let g: *const Goroutine = cx.g();
    let image = &cx.shared().image;
    // SAFETY: nothing changes the goroutine meanwhile.
    let g = unsafe { &*g };
    let adapts = |pc: *const Op| {
        let f = &image.program.funcs[image.func_at(pc).0 as usize];
        !image.has_pc(pc as u64) || f.wrapper || f.name.starts_with("reflect.")
    };
    let mut acts = g.unwind_ref().map_or(&[][..], Unwind::acts);
    let mut at = (pc, base);
    // A wrapper around `recover` itself stands for its caller: `defer recover()`.
    let mut own = image.program.funcs[image.func_at(pc).0 as usize].wrapper;
    while own || at.1 != running {
        if at.1 < running {
            return false;
        }
        let back = g.stack.words()[at.1 as usize - 1] as *const Op;
        if back == image.leave() {
            let Some((act, rest)) = acts.split_last() else { return false };
            acts = rest;
            match act.kind {
                ActKind::Native(_) => {}
                ActKind::Defer | ActKind::Recovered(_) if own => {}
                _ => return false,
            }
            at = (act.pc, act.base);
        } else {
            // SAFETY: return addresses are behind calls.
            at = (back, at.1 - unsafe { window_before(back) } as u32);
        }
        if !own && !adapts(at.0) {
            return false;
        }
        own = false;
    }
    true
}
