//! `go f(…)`: starts a goroutine.

use crate::goroutine::context::Cx;
use crate::goroutine::out_of_memory;
use crate::goroutine::processor::ProcLocal;
use crate::goroutine::stack::{NoStack, Stack};
use crate::goroutine::state::{
    Goroutine, MAX_FIRST_ARGS, PendingResume, SpawnProperties, first_frame,
};
use crate::image::lines::{code_number, is_user_code};
use crate::race::{KnownAccesses, Races};
use crate::shared::Shared;
use minigo_bytecode::ops::Op;
use minigo_sched::{ProcessorCx, TaskRef, TraceMark};
use std::sync::Arc;

/// `go f(…)`: starts a goroutine that runs the function at `code`.
///
/// # Safety
/// `code` is a function's first instruction, `closure` its closure or 0, and `args` points to its `n` argument slots.
#[inline(never)]
pub(crate) unsafe fn spawn(
    cx: &mut Cx,
    code: *const Op,
    closure: u64,
    args: *const u64,
    n: usize,
) -> TaskRef {
    let at = cx.registers.pc;
    let g = cx.g();
    let labels = g.unwind_ref().and_then(|unwind| unwind.labels.clone());
    let known = known_accesses_at_spawn(cx);
    let g = cx.g();
    let (parent, bubble, test, input) = (g.id, g.bubble, g.test_number, g.session_input_number);
    let maker = Some(cx.task().current_task());
    let made = SpawnProperties {
        parent_id: parent,
        maker,
        go_statement: at,
        bubble,
        test_number: test,
        session_input_number: input,
        labels,
        known_accesses: known,
    };
    ProcLocal::require_goroutine_room(cx.task());
    if cx.task().is_traced() {
        note_maker_for_trace(cx);
    }
    // SAFETY: the caller's promises.
    unsafe { spawn_on_processor(&mut *cx.task, code, closure, args, n, made) }
}

/// For a trace: if the library starts a goroutine for the user (`wg.Go(f)`), the trace shows the user's line as its
/// maker.
#[cold]
#[inline(never)]
fn note_maker_for_trace(cx: &mut Cx) {
    // SAFETY: the machine outlives its slices.
    if is_user_code(unsafe { &(*cx.shared).image }, cx.registers.pc) {
        return;
    }
    if let Some(user) = user_position(cx) {
        cx.task().trace_object_made(TraceMark { object: 0, location: code_number(user) });
    }
}

/// The position of the user's innermost frame.
fn user_position(cx: &mut Cx) -> Option<*const Op> {
    let (pc, r) = (cx.registers.pc, cx.registers.frame_base);
    // SAFETY: the machine outlives its slices.
    let image = unsafe { &(*cx.shared).image };
    let g = cx.g();
    // SAFETY: the frame lies in the goroutine's stack.
    let base = unsafe { r.offset_from(g.stack.base()) } as usize;
    g.frames_at(image, pc, base).map(|frame| frame.pc).find(|&pc| is_user_code(image, pc))
}

/// For the race detector: the accesses that happen before the new goroutine's, and the user's line that starts the
/// goroutine.
#[inline(always)]
fn known_accesses_at_spawn(cx: &mut Cx) -> KnownAccesses {
    if cx.race_state.is_null() { KnownAccesses::Nothing } else { inherited_accesses(cx) }
}

#[cold]
#[inline(never)]
fn inherited_accesses(cx: &mut Cx) -> KnownAccesses {
    let (maker, at) = (cx.race_state, user_position(cx).unwrap_or(cx.registers.pc));
    KnownAccesses::Of { maker, origin: cx.shared().image.offset_of(at) as u64 }
}

/// Like [`spawn`], for any code that runs on a processor, whether or not there is room for one more goroutine. A
/// function without arguments needs no memory but its place in the scheduler; if there is no memory for its stack, the
/// new goroutine ends the program.
///
/// # Safety
/// As for [`spawn`].
pub(crate) unsafe fn spawn_on_processor(
    on: &mut ProcessorCx<'_, Goroutine>,
    code: *const Op,
    closure: u64,
    args: *const u64,
    n: usize,
    made: SpawnProperties,
) -> TaskRef {
    let local = on.local_data();
    let id = local.next_id();
    let shared = Arc::as_ptr(&local.shared);
    // SAFETY: the machine outlives its processors.
    let shared = unsafe { &*shared };
    let race = new_race_state(shared, &made, id);
    if n <= MAX_FIRST_ARGS {
        // SAFETY: the caller's promises.
        let first = unsafe { PendingResume::begin(shared, closure, args, n) };
        // The goroutine is constructed within the call, so that it is built in its final place.
        let maker = made.maker;
        let task = on.spawn(Goroutine::started_by_goroutine(
            Stack::without_slots(),
            first,
            code,
            id,
            made,
            race,
        ));
        note_spawn(shared, maker, task, id);
        return task;
    }
    // SAFETY: the caller's promises.
    match unsafe { first_frame(shared, || local.take_stack(), code, closure, args, n) } {
        Ok(stack) => {
            let maker = made.maker;
            let pending = PendingResume::Nothing;
            let task =
                on.spawn(Goroutine::started_by_goroutine(stack, pending, code, id, made, race));
            note_spawn(shared, maker, task, id);
            task
        }
        Err(why) => fail_without_stack(why),
    }
}

/// While interleavings are explored: records that goroutine `id` was started by another one.
#[inline(always)]
fn note_spawn(shared: &Shared, maker: Option<TaskRef>, task: TaskRef, id: u64) {
    if let Some(explored) = shared.explored.as_deref() {
        explored.note_goroutine_started(maker, task, id);
    }
}

/// The race detector's state of a new goroutine, if accesses are watched.
#[inline(always)]
fn new_race_state(
    shared: &Shared,
    made: &SpawnProperties,
    id: u64,
) -> Option<Box<minigo_race::Goroutine>> {
    let races = shared.race.as_deref()?;
    start_race_state(races, made, id)
}

#[cold]
fn start_race_state(
    races: &Races,
    made: &SpawnProperties,
    id: u64,
) -> Option<Box<minigo_race::Goroutine>> {
    // SAFETY: the maker is the goroutine that starts this one.
    Some(unsafe { races.start_goroutine(made.known_accesses, id) })
}

/// Unwinds the instruction, since there is no memory for a goroutine's arguments.
#[cold]
fn fail_without_stack(why: NoStack) -> ! {
    match why {
        NoStack::NoMemory(bytes) => out_of_memory::raise_out_of_memory(bytes),
        NoStack::TooLarge => unreachable!("the arguments are far below the limit"),
    }
}
