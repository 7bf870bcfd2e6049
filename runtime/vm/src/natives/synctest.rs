//! Natives of package `internal/synctest`: what a bubble ([`crate::shared::bubbles`]) needs of the machine.

use crate::goroutine::durable::waits_durably;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use minigo_sched::Reason;

/// The natives.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::constant("Current", |cx: &mut NativeCx| cx.g().bubble),
        Native::constant("begin", begin),
        Native::constant("end", end),
        Native::constant("now", |cx: &mut NativeCx| {
            let bubble = cx.g().bubble;
            cx.shared().bubbles.now(bubble)
        }),
        Native::constant("nextSleeper", |cx: &mut NativeCx| {
            let bubble = cx.g().bubble;
            cx.shared().bubbles.next_sleeper(bubble)
        }),
        Native::constant("setNow", |cx: &mut NativeCx, now: i64| {
            let bubble = cx.g().bubble;
            cx.shared().bubbles.set_now(bubble, now);
        }),
        Native::constant("wakeSleeper", wake_sleeper),
        Native::constant("awaitIdle", await_idle),
        Native::constant("waited", |cx: &mut NativeCx| {
            let bubble = cx.g().bubble;
            cx.race_bubble(bubble);
        }),
        Native::constant("onHeap", on_heap),
    ]
}

fn begin(cx: &mut NativeCx) -> u32 {
    let me = cx.task().me();
    let id = cx.shared().bubbles.begin(me);
    cx.g().bubble = id;
    id
}

fn end(cx: &mut NativeCx) {
    let id = std::mem::take(&mut cx.g().bubble);
    cx.race_bubble(id);
    cx.shared().bubbles.end(id);
}

/// Wakes a goroutine whose sleep is over; whether there was one.
fn wake_sleeper(cx: &mut NativeCx) -> bool {
    let bubble = cx.g().bubble;
    let due = cx.shared().bubbles.take_due_sleeper(bubble);
    if let Some(task) = due {
        cx.task().wake(task);
    }
    due.is_some()
}

/// Waits until all others of the bubble wait durably; how many they are.
fn await_idle(cx: &mut NativeCx) -> Outcome<i64> {
    if cx.gives_up() {
        return Outcome::End;
    }
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let id = cx.g().bubble;
    let Some(mut world) = cx.task().stop_world() else { return Outcome::Again };
    let (mut others, mut idle) = (0, true);
    world.each_task(|_, standing, g| {
        if g.bubble == id {
            others += 1;
            idle &= waits_durably(&shared.image, &standing, g);
        }
    });
    if idle && let Some(races) = shared.race.as_deref() {
        world.each_task(|_, _, g| {
            if g.bubble == id
                && let Some(part) = &mut g.race
            {
                races.bubble_waits(id, part);
            }
        });
    }
    drop(world);
    if idle { Outcome::Return(others) } else { Outcome::Park(Reason::SynctestRun) }
}

/// `time.Sleep` by the clock of the goroutine's bubble.
pub(crate) fn sleep(cx: &mut NativeCx, nanos: i64) -> Outcome<()> {
    let (me, bubble) = (cx.task().me(), cx.g().bubble);
    if cx.gives_up() {
        cx.shared().bubbles.forget(bubble, me);
        return Outcome::End;
    }
    if cx.is_retry() {
        if cx.shared().bubbles.now(bubble) >= cx.g().scratch as i64 {
            return Outcome::Return(());
        }
    } else {
        let order = cx.task().random(u32::MAX);
        cx.g().scratch = cx.shared().bubbles.sleep(bubble, nanos, order, me) as u64;
    }
    Outcome::Park(Reason::Sleep)
}

/// Whether a pointer leads to an object of the heap, and not to a package's variable.
fn on_heap(cx: &mut NativeCx, address: u64) -> bool {
    let globals = cx.shared().image.global_words().as_ptr_range();
    !globals.contains(&(address as *const _))
}
