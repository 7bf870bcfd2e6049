//! Bubbles ([`crate::shared::bubbles`]) under exploration: their goroutines, their controllers, and their timers, which
//! are threads of the search too.
//!
//! A controller that waits until its bubble is idle is not able to run before. The controller then runs after the last
//! steps of all goroutines of the bubble, as a goroutine that waits for a group runs after the goroutines of the group:
//! so the search tries no other order of the controller's actions with theirs.
//!
//! When the clock advances, all goroutines whose sleep is over become able to run, and each due timer gets a goroutine
//! in which the timer fires. A timer is the same thread each time: so neither the order in which goroutines make
//! timers, nor how often timers have fired, changes the name of another thread.

use crate::explore::run_record::{ExploredRun, WaitCondition};
use crate::explore::story::Event;
use minigo_explore::{Access, Kind, Thread};
use minigo_sched::TaskRef;
use std::time::Duration;

/// Marks the numbers of objects that stand for bubbles.
const BUBBLE_OBJECT_FLAG: u64 = 1 << 59;

/// A timer of a bubble.
#[derive(Default)]
pub(super) struct Timer {
    /// The number of goroutines that the timer has made.
    pub(super) goroutines_made: u32,
    /// The user's function that made the timer, with file and line; `None` if the run has no story.
    maker: Option<(String, String)>,
}

/// A goroutine that could run, with the facts that concern its bubble.
pub(super) struct BubbleMember {
    pub(super) bubble: u32,
    pub(super) wait_condition: Option<WaitCondition>,
    pub(super) is_enabled: bool,
}

/// Opens and closes the gates of each bubble's goroutines. The controller runs when no other goroutine can. Goroutines
/// that stand before a lock or a group then run first, until they really wait: whether the bubble is idle depends on
/// what they wait for.
pub(super) fn update_enabled_members<'a>(members: impl Iterator<Item = &'a mut BubbleMember>) {
    let mut all: Vec<&mut BubbleMember> = members.filter(|member| member.bubble != 0).collect();
    let is_controller =
        |member: &BubbleMember| matches!(member.wait_condition, Some(WaitCondition::Bubble));
    for at in 0..all.len() {
        let bubble = all[at].bubble;
        if all[..at].iter().any(|member| member.bubble == bubble) {
            continue;
        }
        let mut rest: Vec<&mut &mut BubbleMember> =
            all[at..].iter_mut().filter(|member| member.bubble == bubble).collect();
        let goes_on = rest.iter().any(|member| member.is_enabled && !is_controller(member));
        let is_only = rest.iter().all(|member| is_controller(member));
        for member in &mut rest {
            member.is_enabled = match is_controller(member) {
                true => is_only,
                false => member.is_enabled || !goes_on,
            };
        }
    }
}

impl ExploredRun {
    /// Records that the goroutine `me`, and all that it starts, belong to this bubble from now on; 0: to no bubble.
    pub(crate) fn note_bubble_join(&self, me: TaskRef, bubble: u32) {
        if let Some(known) = self.state().goroutines.get_mut(&me) {
            known.bubble = bubble;
        }
    }

    /// Records that the controller of a bubble waits until the bubble is idle.
    pub(crate) fn note_bubble_wait(&self, me: TaskRef) {
        if let Some(known) = self.state().goroutines.get_mut(&me) {
            known.wait_condition = Some(WaitCondition::Bubble);
        }
    }

    /// Records that the running goroutine is the controller, which has found the bubble idle, or another goroutine,
    /// which waits or has ended.
    pub(crate) fn note_bubble_idle(&self, bubble: u32, is_idle: bool) {
        let kind = if is_idle { Kind::Await } else { Kind::Release };
        self.state().run.note_access(Access::new(BUBBLE_OBJECT_FLAG | u64::from(bubble), kind));
    }

    /// Records that the clock of a bubble advances.
    pub(crate) fn note_clock_advance(&self, by: Duration) {
        self.state().add_event(Event::Clock(by));
    }

    /// The thread of the search for the next timer that the goroutine `me` makes.
    pub(crate) fn name_timer(&self, me: TaskRef) -> Thread {
        let mut state = self.state();
        let Some(known) = state.goroutines.get_mut(&me) else { return 0 };
        known.timer_count += 1;
        let thread = self.thread_names().timer_of(known.thread, known.timer_count);
        state.timers.insert(thread, Timer::default());
        thread
    }

    /// Records the function and place where a timer was made.
    pub(crate) fn note_timer_maker(&self, timer: Thread, func: String, place: String) {
        if let Some(timer) = self.state().timers.get_mut(&timer) {
            timer.maker = Some((func, place));
        }
    }

    /// The function and the place where a timer was made.
    pub(crate) fn timer_maker(&self, timer: Thread) -> Option<(String, String)> {
        self.state().timers.get(&timer)?.maker.clone()
    }

    /// Makes the next goroutine that is started the thread of this timer.
    pub(crate) fn set_next_timer(&self, timer: Thread) {
        self.state().next_timer = Some(timer);
    }
}
