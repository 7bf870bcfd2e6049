//! Timers: a heap per processor; any worker runs what is due.
//!
//! A module of its own because a heap outlives its processor's being in use: it has a lock of its
//! own, and thieves, the alarm and sysmon look at its earliest deadline without it.

use crate::gmp::{FLAG_TIMERS, OnP, Task};
use crate::task::task_ref::TaskRef;
use crate::time::clock::{NEVER, Nanos};
use crate::time::timer_heap::{Next, Stopped, TimerRef, Timers};
use crate::trace::{Kind, Record};
use std::sync::atomic::Ordering;

/// A sleeper that was woken by the OS in time is there before this has passed since.
pub(crate) const LATE: Nanos = 250_000;

/// What a timer calls.
pub(crate) type Callback<T> = Box<dyn FnMut(&mut OnP<'_, T>) -> Next + Send>;

/// What happens when a timer is due.
pub(crate) type Action<T> = crate::time::timer_heap::Action<Callback<T>>;

impl<T: Task> Timers<Callback<T>> {
    /// Runs everything due at `now`, with `on`'s processor. The lock is not held during callbacks.
    pub(crate) fn run_due(&self, now: Nanos, on: &mut OnP<'_, T>) -> bool {
        let mut ran = false;
        while self.earliest() <= now {
            let Some(due) = self.take_due(now) else { break };
            ran = true;
            on.p.note(Kind::Timer, Record::NO_TASK, 0);
            match due.action {
                Action::Wake(task) => on.wake_in_order(task),
                Action::Call(mut callback) => {
                    let next = callback(on);
                    self.finish(due.timer, Action::Call(callback), next);
                }
                Action::Alarm(alarm) => {
                    let next = T::go_off(on, alarm, due.timer);
                    self.finish(due.timer, due.action, next);
                }
            }
        }
        ran
    }
}

impl<T: Task> OnP<'_, T> {
    /// Whether a timer is overdue: then it is seen to here, as if sysmon had asked for it. Whoever sleeps at the alarm, or has just got
    /// up with the timer's processor, and sysmon too, may wait for a core as long as the OS lets this thread and others run (3 ms
    /// each on Linux).
    pub(crate) fn is_timer_late(&mut self) -> bool {
        let sched = self.sched;
        let first = sched.earliest();
        if first == NEVER || sched.clock.now().saturating_sub(LATE) <= first {
            return false;
        }
        let demands = sched.config.switches.preempt && sched.config.seed.is_none();
        if demands {
            self.p.face.flag.fetch_or(FLAG_TIMERS, Ordering::SeqCst);
        }
        demands
    }

    /// Wakes `task` at `when`.
    pub fn wake_at(&mut self, when: Nanos, task: TaskRef) -> TimerRef {
        self.start(when, Action::Wake(task))
    }

    /// Runs `callback` at `when`, on whichever processor sees to it. It must be short and must not
    /// wait.
    pub fn call_at(
        &mut self,
        when: Nanos,
        callback: impl FnMut(&mut OnP<'_, T>) -> Next + Send + 'static,
    ) -> TimerRef {
        self.start(when, Action::Call(Box::new(callback)))
    }

    /// Has an alarm, memory of the tasks' own, [go off](Task::go_off) at `when`. Which alarms there are can be
    /// [looked through](Handle::retain_alarms).
    pub fn alarm_at(&mut self, when: Nanos, alarm: u64) -> TimerRef {
        self.start(when, Action::Alarm(alarm))
    }

    fn start(&mut self, when: Nanos, action: Action<T>) -> TimerRef {
        let timer = self.p.face.timers.start(when, action);
        self.announce(when);
        timer
    }

    /// Sees to it that somebody wakes in time for `when`.
    fn announce(&mut self, when: Nanos) {
        match self.sched.alarm.oversleeps(when) {
            Some(true) => {
                self.sched.alarm.ring(&self.sched.net);
            }
            Some(false) => {}
            None => self.p.owed = true,
        }
    }

    /// Stops a timer.
    pub fn stop_timer(&mut self, timer: TimerRef) -> Stopped {
        self.sched.face(timer.heap).map_or(Stopped::Gone, |face| face.timers.stop(timer))
    }

    /// Moves a timer that has not fired; false if it has (then start a new one).
    pub fn reset_timer(&mut self, timer: TimerRef, when: Nanos) -> bool {
        let moved = self.sched.face(timer.heap).is_some_and(|f| f.timers.reset(timer, when));
        if moved {
            self.announce(when);
        }
        moved
    }
}
