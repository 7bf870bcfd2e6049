//! The end of a goroutine of a session from outside: its input is stopped, or has run out of memory.
//!
//! The goroutine of an input that is stopped ends where its next slice begins, as by `runtime.Goexit`. When memory has
//! run out for an input, all goroutines that it has made end so, without their deferred calls, as by Go's fatal error:
//! each of them would find no memory either, and those that wait would hold what the next input needs. But none ends in
//! the middle of what others would be left with:
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
use crate::shared::inputs::{Ends, InputEnd, Inputs};
use crate::task::begin::begin;
use crate::task::resume::go_on;
use crate::unwind::panic;
use minigo_sched::{Step, TaskRef};
use minigo_sync::Waiter;
use std::collections::HashSet;

/// The budget of a slice that brings something to its end.
const SHORT: i64 = 1000;

/// A slice of a goroutine that is to end.
#[cold]
pub(crate) fn slice(cx: &mut Cx, shared: &Shared, inputs: &Inputs) -> Step {
    if cx.g().ends == Ends::WithInput {
        return end_with_input(cx, shared);
    }
    let mut parked = 0;
    loop {
        if parked > 1 || withdraw(cx) || !is_busy(cx, shared, inputs) {
            return end(cx, shared).unwrap_or_else(|| go_on(cx, shared));
        }
        cx.s.n = cx.s.n.min(SHORT);
        match go_on(cx, shared) {
            // It cannot wait any more; a native is called again at once, and undoes what it has begun.
            Step::Park(_) if inputs.terminates(cx.g().id, cx.g().ends) => {
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

/// Memory has run out for the goroutine: it ends, as do all others that its input has made.
#[cold]
pub(crate) fn end_with_input(cx: &mut Cx, shared: &Shared) -> Step {
    let number = cx.g().input;
    if cx.g().ends == Ends::Alone {
        return end_at_once(cx, InputEnd::Failed);
    }
    let handle = cx.task().handle();
    let (mut others, mut in_calls) = (Vec::new(), 0);
    if number != 0 {
        let Some(mut world) = cx.task().stop_world() else {
            cx.g().ends = Ends::WithInput;
            return Step::Preempted;
        };
        world.each_task(|task, _, g| {
            if g.input == number {
                g.ends = Ends::Alone;
                in_calls += usize::from(matches!(g.pending, PendingResume::Call(..)));
                others.push((task, g.id));
            }
        });
        let woken: HashSet<TaskRef> = others.iter().map(|&(task, _)| task).collect();
        world.stop_wakes_of(|task| woken.contains(&task));
        if let Some(inputs) = &shared.inputs {
            inputs.expect_ends(others.len() - in_calls);
        }
        drop(world);
    }
    for (task, id) in others {
        shared.computing.abandon(id);
        handle.wake(task);
        handle.thaw(task);
    }
    end_at_once(cx, InputEnd::Failed)
}

/// The goroutine of an input ends: its deferred calls run, and nothing recovers that. If they run already (it was to
/// end before, and a deferred call does not return), it ends at once.
#[cold]
pub(crate) fn end(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    let id = cx.g().id;
    if let Some(inputs) = &shared.inputs {
        inputs.obey(id);
    }
    let for_memory = cx.g().ends != Ends::No;
    if !for_memory
        && cx.g().first().is_some()
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
    if for_memory {
        return Some(end_at_once(cx, InputEnd::Failed));
    }
    let g = cx.g();
    (g.wait, g.pending, g.scratch) = (Wait::Nothing, PendingResume::Nothing, 0);
    if g.unwind_ref().is_some_and(|u| u.panics.iter().any(|panic| panic.goexit)) {
        // The end of the input says why the goroutine was to end.
        return Some(end_at_once(cx, InputEnd::Goexit));
    }
    panic::goexit(cx)
}
