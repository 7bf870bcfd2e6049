//! Timers: a heap per processor; any worker runs what is due.
//!
//! A module of its own because a heap outlives its processor's being in use: it has a lock of its
//! own, and thieves, the alarm and sysmon look at its earliest deadline without it.

use crate::clock::Nanos;
use crate::task::{OnP, Task};
use crate::trace::{Kind, Record};

pub(crate) use crate::timer_heap::Timers;
pub use crate::timer_heap::{Next, Stopped, TimerRef};

/// What a timer calls.
pub(crate) type Callback<T> = Box<dyn FnMut(&mut OnP<'_, T>) -> Next + Send>;

/// What happens when a timer is due.
pub(crate) type Action<T> = crate::timer_heap::Action<Callback<T>>;

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
