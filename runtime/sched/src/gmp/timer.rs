//! Timers as tasks use them: each processor has a heap (`time/timer_heap.rs`), and any worker runs due timers.
//!
//! A heap has its own lock, since it stays alive when its processor goes out of use; thieves, the poll sleeper and
//! sysmon read its earliest deadline without the lock.

use crate::gmp::{FLAG_TIMERS, OnP, Task};
use crate::task::task_ref::TaskRef;
use crate::time::clock::{NEVER, Nanos};
use crate::time::timer_heap::{Next, Stopped, TimerRef, Timers};
use crate::trace::{Kind, Record};
use std::sync::atomic::Ordering;

/// The delay after a deadline, in ns, within which a worker that the operating system wakes in time has run the timer.
pub(crate) const TIMER_TOLERANCE: Nanos = 250_000;

/// The callback of a timer.
pub(crate) type Callback<T> = Box<dyn FnMut(&mut OnP<'_, T>) -> Next + Send>;

/// The action of a due timer.
pub(crate) type Action<T> = crate::time::timer_heap::Action<Callback<T>>;

impl<T: Task> Timers<Callback<T>> {
    /// Runs all timers due at `now`, on `on`'s processor. The lock is not held during callbacks.
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
                Action::Object(object) => {
                    let next = T::fire_timer_object(on, object, due.timer);
                    self.finish(due.timer, due.action, next);
                }
            }
        }
        ran
    }
}

impl<T: Task> OnP<'_, T> {
    /// Reports whether a timer is overdue: then this worker runs it, as if sysmon had asked for it. The worker that
    /// sleeps in the poller, or has just been woken with the timer's processor, and sysmon too, may wait for a core as
    /// long as the operating system lets this thread and others run (3 ms each on Linux).
    pub(crate) fn is_timer_late(&mut self) -> bool {
        let sched = self.sched;
        let first = sched.earliest();
        if first == NEVER || sched.clock.now().saturating_sub(TIMER_TOLERANCE) <= first {
            return false;
        }
        let demands = sched.switches.get().preempt && sched.config.seed.is_none();
        if demands {
            self.p.shared.flag.fetch_or(FLAG_TIMERS, Ordering::SeqCst);
        }
        demands
    }

    /// Wakes `task` at `when`.
    pub fn wake_at(&mut self, when: Nanos, task: TaskRef) -> TimerRef {
        self.start(when, Action::Wake(task))
    }

    /// Runs `callback` at `when`, on whichever processor runs the timer. The callback must be short and must not wait.
    pub fn call_at(
        &mut self,
        when: Nanos,
        callback: impl FnMut(&mut OnP<'_, T>) -> Next + Send + 'static,
    ) -> TimerRef {
        self.start(when, Action::Call(Box::new(callback)))
    }

    /// Fires an object, which is memory of the tasks, at `when` ([`Task::fire_timer_object`]). The existing timer
    /// objects can be [visited](Handle::retain_timer_objects).
    pub fn timer_object_at(&mut self, when: Nanos, object: u64) -> TimerRef {
        self.start(when, Action::Object(object))
    }

    fn start(&mut self, when: Nanos, action: Action<T>) -> TimerRef {
        let timer = self.p.shared.timers.start(when, action);
        self.announce(when);
        timer
    }

    /// Ensures that a worker wakes in time for `when`.
    fn announce(&mut self, when: Nanos) {
        match self.sched.poll_sleeper.sleeps_past(when) {
            Some(true) => {
                self.sched.poll_sleeper.wake(&self.sched.net);
            }
            Some(false) => {}
            None => self.p.wakeup_pending = true,
        }
    }

    /// Stops a timer.
    pub fn stop_timer(&mut self, timer: TimerRef) -> Stopped {
        self.sched.processor(timer.heap).map_or(Stopped::Gone, |proc| proc.timers.stop(timer))
    }

    /// Stops the timers that wake a task; searches all timers.
    pub fn stop_wakes_of(&mut self, task: TaskRef) {
        self.sched.allp().for_each(|proc| proc.timers.stop_wakes_of(|woken| woken == task));
    }

    /// Moves a timer that has not fired; returns false if it has (then start a new one).
    pub fn reset_timer(&mut self, timer: TimerRef, when: Nanos) -> bool {
        let moved = self.sched.processor(timer.heap).is_some_and(|f| f.timers.reset(timer, when));
        if moved {
            self.announce(when);
        }
        moved
    }
}
