//! The end of a goroutine whose input is stopped from outside.
//!
//! It ends where its next slice begins, as by `runtime.Goexit`, but not in the middle of what others would be left
//! with:
//!
//! * A wait is given up first, so that what it waited at is as if it had never waited. Channels are dealt with here; a
//!   native is called again, and undoes what it has begun
//!   ([`NativeCx::is_ending`](crate::native::NativeCx::is_ending)), with the library's help where that has begun more:
//!   `Cond.Wait` has its lock again before it ends.
//! * A result that a blocking call has brought is taken: it may be a file that is to be closed.
//! * What the library does between two waits it does to the end, with the world's attention: package sync holds a lock
//!   for a few instructions. What takes it longer than some milliseconds is no such thing, and is ended.

use crate::goroutine::context::Cx;
use crate::goroutine::state::{PendingResume, Wait};
use crate::image::Image;
use crate::image::lines::is_users;
use crate::interp::chan::withdraw;
use crate::report::crash::end_at_once;
use crate::shared::Shared;
use crate::shared::inputs::{InputEnd, Inputs};
use crate::task::begin::begin;
use crate::task::resume::go_on;
use crate::unwind::panic;
use minigo_sched::Step;
use minigo_sync::Waiter;

/// The budget of a slice that brings something to its end.
const SHORT: i64 = 1000;

/// A slice of a goroutine that is to end.
#[cold]
pub(crate) fn slice(cx: &mut Cx, shared: &Shared, inputs: &Inputs) -> Step {
    let mut parked = 0;
    loop {
        if parked > 1 || withdraw(cx) || !is_busy(cx, shared, inputs) {
            return end(cx, shared).unwrap_or_else(|| go_on(cx, shared));
        }
        cx.s.n = cx.s.n.min(SHORT);
        match go_on(cx, shared) {
            // It cannot wait any more; a native is called again at once, and undoes what it has begun.
            Step::Park(_) if inputs.is_condemned(cx.g().id) => {
                cx.retry = std::mem::take(&mut cx.g().retry);
                parked += u32::from(cx.retry);
            }
            step => return step,
        }
    }
}

/// Whether there is something to be brought to its end first.
fn is_busy(cx: &mut Cx, shared: &Shared, inputs: &Inputs) -> bool {
    let retry = cx.retry;
    match cx.g().pending {
        PendingResume::Begin(_) | PendingResume::Part(_) => false,
        PendingResume::Call(..) => true,
        PendingResume::Nothing => retry || is_in_library(cx, &shared.image) && inputs.put_off(),
    }
}

/// Whether the function that it is in is the library's. Wrappers are those of their callers; the function that calls an
/// input's parts has none.
fn is_in_library(cx: &mut Cx, image: &Image) -> bool {
    let is_wrapper = |pc| image.program.funcs[image.func_at(pc).0 as usize].wrapper;
    let mut frames = cx.store_position().frames(image).map(|frame| frame.pc);
    let function = frames.find(|&pc| !(image.has_pc(pc as u64) && is_wrapper(pc)));
    function.is_some_and(|pc| !is_users(image, pc))
}

/// The goroutine of an input ends: its deferred calls run, and nothing recovers that. If they run already (it was to
/// end before, and a deferred call does not return), it ends at once.
#[cold]
pub(crate) fn end(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    if let Some(inputs) = &shared.inputs {
        inputs.obey();
    }
    if cx.g().first().is_some()
        && let Some(step) = begin(cx, shared)
    {
        return Some(step);
    }
    if cx.retry {
        let me = cx.task().me();
        let waiter: &Waiter = cx.on().shared(me).as_ref();
        let _ = waiter.withdraw();
    }
    cx.retry = false;
    let g = cx.g();
    (g.wait, g.pending, g.scratch) = (Wait::Nothing, PendingResume::Nothing, 0);
    if g.unwind_ref().is_some_and(|u| u.panics.iter().any(|panic| panic.goexit)) {
        // The end of the input says why the goroutine was to end.
        return Some(end_at_once(cx, InputEnd::Goexit));
    }
    panic::goexit(cx)
}
