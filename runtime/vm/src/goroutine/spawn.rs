//! `go f(…)`: starts a goroutine.

use crate::goroutine::context::Cx;
use crate::goroutine::out_of_memory;
use crate::goroutine::stack::{NoStack, Stack};
use crate::goroutine::state::{FIRST_ARGS, Goroutine, Made, PendingResume, first_frame};
use crate::image::lines::{code_number, is_users};
use crate::race::{Known, Races};
use crate::shared::Shared;
use minigo_bytecode::ops::Op;
use minigo_sched::{Mark, OnP};
use std::sync::Arc;

/// `go f(…)`: starts a goroutine that runs the function at `code`.
///
/// # Safety
/// `code` is a function's, `closure` its closure or 0, and `args` leads to its `n` argument slots.
#[inline(never)]
pub(crate) unsafe fn spawn(cx: &mut Cx, code: *const Op, closure: u64, args: *const u64, n: usize) {
    let at = cx.s.pc;
    let g = cx.g();
    let labels = g.unwind_ref().and_then(|unwind| unwind.labels.clone());
    let known = Known::Of(cx.race);
    let g = cx.g();
    let made = Made { parent: g.id, at, bubble: g.bubble, test: g.test, labels, known };
    cx.task().local().expect_goroutine();
    if cx.task().is_traced() {
        trace_maker(cx);
    }
    // SAFETY: the caller's promises.
    unsafe { spawn_on(&mut *cx.task, code, closure, args, n, made) };
}

/// For a trace: a goroutine that the library makes for the user (`wg.Go(f)`) is made by the user's line.
#[cold]
#[inline(never)]
fn trace_maker(cx: &mut Cx) {
    let (pc, r) = (cx.s.pc, cx.s.r);
    // SAFETY: the machine outlives its slices.
    let image = unsafe { &(*cx.m).image };
    if is_users(image, pc) {
        return;
    }
    let g = cx.g();
    // SAFETY: the frame lies in the goroutine's stack.
    let base = unsafe { r.offset_from(g.stack.base()) } as usize;
    let user = g.frames_at(image, pc, base).map(|frame| frame.pc).find(|&pc| is_users(image, pc));
    if let Some(user) = user {
        cx.task().trace_made(Mark { object: 0, location: code_number(user) });
    }
}

/// Like [`spawn`], for anything that runs on a processor, whether or not there is room for one more: a function without
/// arguments needs no memory here but its place in the scheduler, and without memory for its stack the new goroutine
/// ends the program.
///
/// # Safety
/// As for [`spawn`].
pub(crate) unsafe fn spawn_on(
    on: &mut OnP<'_, Goroutine>,
    code: *const Op,
    closure: u64,
    args: *const u64,
    n: usize,
    made: Made,
) {
    let local = on.local();
    let id = local.next_id();
    let shared = Arc::as_ptr(&local.shared);
    // SAFETY: the machine outlives its processors.
    let shared = unsafe { &*shared };
    let race = race_of(shared, &made, id);
    if n <= FIRST_ARGS {
        // SAFETY: the caller's promises.
        let first = unsafe { PendingResume::begin(shared, closure, args, n) };
        // In one piece with the call, so that it is made where it stays.
        on.spawn(Goroutine::made(Stack::none(), first, code, id, made, race));
        return;
    }
    // SAFETY: the caller's promises.
    match unsafe { first_frame(shared, || local.take_stack(), code, closure, args, n) } {
        Ok(stack) => {
            on.spawn(Goroutine::made(stack, PendingResume::Nothing, code, id, made, race));
        }
        Err(why) => no_stack(why),
    }
}

/// The detector's part of a new goroutine, if it is watched.
#[inline(always)]
fn race_of(shared: &Shared, made: &Made, id: u64) -> Option<Box<minigo_race::Goroutine>> {
    let races = shared.race.as_deref()?;
    start_race(shared, races, made, id)
}

#[cold]
fn start_race(
    shared: &Shared,
    races: &Races,
    made: &Made,
    id: u64,
) -> Option<Box<minigo_race::Goroutine>> {
    let origin = if made.at.is_null() { 0 } else { shared.image.offset_of(made.at) as u64 };
    // SAFETY: the maker is the goroutine that makes this one.
    (made.bubble == 0).then(|| unsafe { races.start(made.known, id, origin) })
}

/// There is no room for a goroutine's arguments.
#[cold]
fn no_stack(why: NoStack) -> ! {
    match why {
        NoStack::NoMemory(bytes) => out_of_memory::raise(bytes),
        NoStack::TooLarge => unreachable!("the arguments are far below the limit"),
    }
}
