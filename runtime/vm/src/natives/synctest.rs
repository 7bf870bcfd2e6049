//! Natives of package `internal/synctest`: operations of a bubble ([`crate::shared::bubbles`]) that need the machine.

use crate::explore::story_recorder;
use crate::goroutine::durable_wait::waits_durably;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use minigo_sched::Reason;
use std::time::Duration;

/// The natives of package `internal/synctest`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("Current", |cx: &mut NativeCx| cx.g().bubble),
        Native::constant_time("begin", begin_bubble),
        Native::constant_time("end", end_bubble),
        Native::constant_time("now", |cx: &mut NativeCx| {
            let bubble = cx.g().bubble;
            cx.shared().bubbles.now_in(bubble)
        }),
        Native::constant_time("nextSleeper", |cx: &mut NativeCx| {
            let bubble = cx.g().bubble;
            cx.shared().bubbles.next_wake_time(bubble)
        }),
        Native::constant_time("setNow", set_now),
        Native::constant_time("wakeSleeper", wake_sleeper),
        Native::constant_time("awaitIdle", await_idle),
        Native::constant_time("waited", |cx: &mut NativeCx| {
            let bubble = cx.g().bubble;
            cx.race_join_bubble(bubble);
        }),
        Native::constant_time("onHeap", on_heap),
        Native::constant_time("order", sleep_order),
        Native::constant_time("isExplored", |cx: &mut NativeCx| cx.shared().explored.is_some()),
        // The search of interleavings recognises calls of the following natives.
        Native::constant_time("point", |_: &mut NativeCx, _: u64| {}),
        Native::constant_time("touch", |_: &mut NativeCx, _: u64| {}),
        Native::constant_time("tell", note_timer_event),
        Native::constant_time("nameTimer", new_timer_number),
        Native::constant_time("nameNext", |cx: &mut NativeCx, timer: u32| {
            if let Some(explored) = cx.shared().explored.as_deref() {
                explored.set_next_timer(timer);
            }
        }),
    ]
}

/// A random number; 0 while interleavings are explored.
fn sleep_order(cx: &mut NativeCx) -> u32 {
    match cx.shared().explored {
        Some(_) => 0,
        None => cx.task().random(u32::MAX),
    }
}

/// The number, as a thread of the exploration, of the timer that the goroutine makes.
fn new_timer_number(cx: &mut NativeCx) -> u32 {
    let (me, shared) = (cx.task().current_task(), cx.shared);
    // SAFETY: the machine outlives its slices.
    let Some(explored) = (unsafe { (*shared).explored.as_deref() }) else { return 0 };
    let timer = explored.name_timer(me);
    if explored.is_story_step() {
        story_recorder::record_timer(cx, explored, timer);
    }
    timer
}

fn note_timer_event(cx: &mut NativeCx, timer: u32, fires: bool) {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let explored = unsafe { (*shared).explored.as_deref() };
    if let Some(explored) = explored.filter(|explored| explored.is_story_step()) {
        story_recorder::record_timer_event(cx, explored, timer, fires);
    }
}

fn set_now(cx: &mut NativeCx, now: i64) {
    let bubble = cx.g().bubble;
    if let Some(explored) = cx.shared().explored.as_deref() {
        let by = now.saturating_sub(cx.shared().bubbles.now_in(bubble));
        explored.note_clock_advance(Duration::from_nanos(by as u64));
    }
    cx.shared().bubbles.set_now(bubble, now);
}

fn begin_bubble(cx: &mut NativeCx) -> u32 {
    let me = cx.task().current_task();
    let id = cx.shared().bubbles.begin_bubble(me);
    cx.g().bubble = id;
    if let Some(explored) = cx.shared().explored.as_deref() {
        explored.note_bubble_join(me, id);
    }
    id
}

fn end_bubble(cx: &mut NativeCx) {
    let id = std::mem::take(&mut cx.g().bubble);
    cx.race_join_bubble(id);
    let me = cx.task().current_task();
    if let Some(explored) = cx.shared().explored.as_deref() {
        explored.note_bubble_join(me, 0);
    }
    cx.shared().bubbles.end_bubble(id);
}

/// Wakes a goroutine whose sleep is over. Reports whether a goroutine was woken.
fn wake_sleeper(cx: &mut NativeCx) -> bool {
    let bubble = cx.g().bubble;
    let due = cx.shared().bubbles.take_due_sleeper(bubble);
    if let Some(task) = due {
        cx.task().wake(task);
    }
    due.is_some()
}

/// Waits until all other goroutines of the bubble wait durably. Returns the number of these goroutines.
fn await_idle(cx: &mut NativeCx) -> Outcome<i64> {
    if cx.must_give_up_wait() {
        return Outcome::End;
    }
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let id = cx.g().bubble;
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    let (mut others, mut idle) = (0, true);
    world.each_task(|_, status, g| {
        if g.bubble == id {
            others += 1;
            idle &= waits_durably(&shared.image, &status, g);
        }
    });
    if idle && let Some(races) = shared.race.as_deref() {
        world.each_task(|_, _, g| {
            if g.bubble == id
                && let Some(part) = &mut g.race_state
            {
                races.note_bubble_wait(id, part);
            }
        });
    }
    drop(world);
    if let Some(explored) = shared.explored.as_deref() {
        match idle {
            true => explored.note_bubble_idle(id, true),
            false => explored.note_bubble_wait(cx.task().current_task()),
        }
    }
    if idle { Outcome::Return(others) } else { Outcome::Park(Reason::SynctestRun) }
}

/// `time.Sleep` by the clock of the goroutine's bubble.
pub(crate) fn sleep(cx: &mut NativeCx, nanos: i64) -> Outcome<()> {
    let (me, bubble) = (cx.task().current_task(), cx.g().bubble);
    if cx.must_give_up_wait() {
        cx.shared().bubbles.forget_sleeper(bubble, me);
        return Outcome::End;
    }
    if cx.is_retry() {
        if cx.shared().bubbles.now_in(bubble) >= cx.g().scratch_word as i64 {
            return Outcome::Return(());
        }
    } else {
        let order = sleep_order(cx);
        cx.g().scratch_word = cx.shared().bubbles.sleep(bubble, nanos, order, me) as u64;
    }
    Outcome::Park(Reason::Sleep)
}

/// Reports whether a pointer points to an object of the heap, rather than to a package-level variable.
fn on_heap(cx: &mut NativeCx, address: u64) -> bool {
    let globals = cx.shared().image.global_words().as_ptr_range();
    !globals.contains(&(address as *const _))
}
