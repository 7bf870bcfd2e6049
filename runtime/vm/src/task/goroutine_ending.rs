//! Ends a goroutine of a session from outside: its input is interrupted, or has run out of memory.
//!
//! The goroutine of an interrupted input ends where its next slice begins, as by `runtime.Goexit`. When memory has run
//! out for an input, all goroutines that the input has started end in the same way, but without their deferred calls,
//! as by Go's fatal error: each of them would find no memory either, and the waiting ones would hold memory that the
//! next input needs. But no goroutine ends in the middle of an operation that others depend on:
//!
//! * A goroutine first gives up its wait, so that the channel or lock looks as if the goroutine had never waited. This
//!   module handles channels; a native is called again, and undoes its incomplete operation
//!   ([`NativeCx::must_end_goroutine`](crate::native::NativeCx::must_end_goroutine)), with the library's help where the
//!   library has begun more: `Cond.Wait` has its lock again before the goroutine ends.
//! * The result of a blocking call that has returned is accepted: it may be a file that must be closed.
//! * Library code between two waits runs to its end first, in slices of a short budget: package sync holds a lock only
//!   for a few instructions. A goroutine whose library code takes longer than some milliseconds ends in the middle of
//!   that code.

use crate::goroutine::context::Cx;
use crate::goroutine::state::{PendingResume, Wait};
use crate::image::Image;
use crate::image::lines::is_user_code;
use crate::interp::chan::withdraw_wait;
use crate::report::crash::end_goroutine_at_once;
use crate::shared::Shared;
use crate::shared::session_inputs::{InputEnd, OutOfMemoryEnd, SessionInputs};
use crate::task::first_slice::begin_goroutine;
use crate::task::resume::continue_goroutine;
use crate::unwind::panic;
use minigo_sched::{Step, TaskRef};
use minigo_sync::Waiter;
use std::collections::HashSet;

/// The budget of a slice in which a goroutine completes an operation before it ends.
const ENDING_BUDGET: i64 = 1000;

/// Runs a slice of a goroutine that must end.
#[cold]
pub(crate) fn run_ending_slice(cx: &mut Cx, shared: &Shared, inputs: &SessionInputs) -> Step {
    if cx.g().out_of_memory_end == OutOfMemoryEnd::WithInput {
        return end_with_input(cx, shared);
    }
    let mut parked = 0;
    loop {
        if parked > 1 || withdraw_wait(cx) || !must_finish_operation(cx, shared, inputs) {
            return end_input_goroutine(cx, shared)
                .unwrap_or_else(|| continue_goroutine(cx, shared));
        }
        // A metered slice has begun without budget.
        cx.registers.budget =
            if cx.meters_fuel { ENDING_BUDGET } else { cx.registers.budget.min(ENDING_BUDGET) };
        cx.granted_budget = cx.registers.budget;
        match continue_goroutine(cx, shared) {
            // The goroutine may not wait any more; a native is called again at once, and undoes its incomplete
            // operation.
            Step::Park(_) if inputs.must_terminate(cx.g().id, cx.g().out_of_memory_end) => {
                cx.is_retry = std::mem::take(&mut cx.g().is_retry);
                parked += u32::from(cx.is_retry);
            }
            step => return step,
        }
    }
}

/// Reports whether the goroutine must complete an operation before it ends.
fn must_finish_operation(cx: &mut Cx, shared: &Shared, inputs: &SessionInputs) -> bool {
    let retry = cx.is_retry;
    match cx.g().pending_resume {
        PendingResume::Begin(_) | PendingResume::Part(_) | PendingResume::EmbedderCall => false,
        PendingResume::Call(..) => true,
        PendingResume::Nothing | PendingResume::Panic | PendingResume::Crash(..) => {
            retry || is_in_library(cx, &shared.image) && inputs.defer_goroutine_end()
        }
    }
}

/// Reports whether the goroutine's innermost function, apart from wrappers, is the library's. A wrapper counts as its
/// caller; the function that calls an input's parts has no wrapper above it.
fn is_in_library(cx: &mut Cx, image: &Image) -> bool {
    let is_wrapper = |pc| image.program.funcs[image.func_at(pc).0 as usize].is_wrapper;
    let mut frames = cx.store_position().frames(image).map(|frame| frame.pc);
    let function = frames.find(|&pc| !(image.has_pc(pc as u64) && is_wrapper(pc)));
    function.is_some_and(|pc| !is_user_code(image, pc))
}

/// Ends a goroutine for which memory has run out, and all others that its input has started.
#[cold]
pub(crate) fn end_with_input(cx: &mut Cx, shared: &Shared) -> Step {
    let number = cx.g().session_input_number;
    if cx.g().out_of_memory_end == OutOfMemoryEnd::Alone {
        return end_goroutine_at_once(cx, InputEnd::Failed);
    }
    let handle = cx.task().handle();
    let (mut others, mut in_calls) = (Vec::new(), 0);
    if number != 0 {
        let Some(mut world) = cx.task().stop_world() else {
            cx.g().out_of_memory_end = OutOfMemoryEnd::WithInput;
            return Step::Preempted;
        };
        world.each_task(|task, _, g| {
            if g.session_input_number == number {
                g.out_of_memory_end = OutOfMemoryEnd::Alone;
                in_calls += usize::from(matches!(g.pending_resume, PendingResume::Call(..)));
                others.push((task, g.id));
            }
        });
        let woken: HashSet<TaskRef> = others.iter().map(|&(task, _)| task).collect();
        world.stop_wake_timers(|task| woken.contains(&task));
        if let Some(inputs) = &shared.inputs {
            inputs.expect_goroutine_ends(others.len() - in_calls);
        }
        drop(world);
    }
    for (task, id) in others {
        shared.computations.abandon_call(id);
        handle.wake(task);
        handle.thaw(task);
    }
    end_goroutine_at_once(cx, InputEnd::Failed)
}

/// Ends the goroutine of an input: its deferred calls run, and `recover` does not stop that. If the deferred calls run
/// already (the goroutine had to end before, and a deferred call does not return), the goroutine ends at once.
#[cold]
pub(crate) fn end_input_goroutine(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    let id = cx.g().id;
    if let Some(inputs) = &shared.inputs {
        inputs.clear_terminated(id);
    }
    let for_memory = cx.g().out_of_memory_end != OutOfMemoryEnd::No;
    if !for_memory
        && cx.g().first_frame().is_some()
        && let Some(step) = begin_goroutine(cx, shared)
    {
        return Some(step);
    }
    if cx.is_retry {
        let me = cx.task().current_task();
        let waiter: &Waiter = cx.on_p().shared(me).as_ref();
        let _ = waiter.withdraw_wait();
    }
    cx.is_retry = false;
    if for_memory {
        return Some(end_goroutine_at_once(cx, InputEnd::Failed));
    }
    let g = cx.g();
    (g.wait, g.pending_resume, g.scratch_word) = (Wait::Nothing, PendingResume::Nothing, 0);
    if g.unwind_ref().is_some_and(|u| u.panics.iter().any(|panic| panic.is_goexit)) {
        // The end of the input says why the goroutine had to end.
        return Some(end_goroutine_at_once(cx, InputEnd::Goexit));
    }
    panic::goexit(cx)
}
