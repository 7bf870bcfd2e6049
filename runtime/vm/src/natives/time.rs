//! Natives of package `time` that use the scheduler's timers.
//!
//! Only this module and [`goroutine::alarm`](crate::goroutine::alarm) know the layout of the library's `alarm`.

use crate::channel::chan_of;
use crate::goroutine::alarm::{Alarm, TIMER, lock};
use crate::native::convert::IntoSlots;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::natives::synctest;
use crate::race::tag;
use minigo_heap::ledger::{charge_explicitly, credit_explicitly};
use minigo_race::Key;
use minigo_sched::{Reason, TimerRef};
use std::sync::atomic::Ordering;

/// The natives of package `time`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::constant("Sleep", sleep),
        Native::constant("markTimer", |c: u64| {
            chan_of(c).into_iter().for_each(|chan| chan.timer.store(true, Ordering::Relaxed));
        }),
        Native::constant("hasReceiver", |c: u64| {
            chan_of(c).is_some_and(|chan| chan.channel.has_receiver())
        }),
        Native::constant("startAlarm", start_alarm),
        Native::constant("stopAlarm", stop_alarm),
    ]
}

/// `time.Sleep`.
fn sleep(cx: &mut NativeCx, d: i64) -> Outcome<()> {
    if cx.g().bubble != 0 && d > 0 { synctest::sleep(cx, d) } else { cx.sleep(d, ()) }
}

impl NativeCx {
    /// The outcome of a native that sleeps for `nanos` nanoseconds; the deadline is kept in the goroutine while it
    /// waits.
    pub fn sleep<R>(&mut self, nanos: i64, result: R) -> Outcome<R> {
        let now = self.task().now();
        if self.gives_up() {
            let me = self.task().me();
            self.task().stop_wakes_of(me);
            return Outcome::End;
        }
        if self.is_retry() {
            if now >= self.g().scratch {
                return Outcome::Return(result);
            }
            return Outcome::Park(Reason::Sleep);
        }
        if nanos <= 0 {
            return Outcome::Yield(result);
        }
        let deadline = now.saturating_add(nanos as u64).min(i64::MAX as u64);
        self.g().scratch = deadline;
        let me = self.task().me();
        self.task().wake_at(deadline, me);
        Outcome::Park(Reason::Sleep)
    }
}

impl NativeCx {
    /// Sleeps like [`sleep`](Self::sleep), for a native whose thread must sleep, for long: under a seed its P is handed
    /// off meanwhile, and the time is that of the run.
    pub fn sleep_in_call<R>(&mut self, nanos: i64, result: R) -> Outcome<R>
    where
        R: IntoSlots + Send + 'static,
    {
        match u64::try_from(nanos) {
            Ok(nanos) if nanos > 0 && self.task().is_seeded() => {
                Outcome::pause(nanos, move |_| Outcome::Return(result))
            }
            _ => self.sleep(nanos, result),
        }
    }
}

fn start_alarm(cx: &mut NativeCx, alarm: *mut Alarm) -> bool {
    // Called here since unwinding must not happen with the lock held.
    cx.need(TIMER);
    note_start(cx, alarm);
    // SAFETY: the library passes the address of its alarm, which does not move and which the goroutine keeps alive.
    let (mut timer, chan, when) = unsafe {
        let (chan, when) = ((*alarm).chan, (*alarm).when);
        (lock(alarm), chan, when.max(0) as u64)
    };
    let armed = *timer != TimerRef::NONE;
    if armed {
        if cx.task().reset_timer(*timer, when) {
            return true;
        }
        // The old timer is about to go off, and will find that it is not the current one.
        let _ = cx.task().stop_timer(*timer);
    }
    if let Some(chan) = chan_of(chan) {
        chan.timer.store(true, Ordering::Relaxed);
    }
    *timer = cx.task().timer_object_at(when, alarm as u64);
    if !armed {
        charge_explicitly(TIMER);
    }
    armed
}

/// Reports the start of the timer to the race detector: its func, and receives from its channel, happen after the
/// start.
fn note_start(cx: &mut NativeCx, alarm: *mut Alarm) {
    let Some(races) = cx.shared().race.as_deref() else { return };
    races.note_timer();
    // SAFETY: as for `start_alarm`.
    let chan = chan_of(unsafe { (*alarm).chan });
    let addr = chan.map_or(alarm as usize, |chan| chan.channel.key());
    cx.release_key(Key { addr, tag: tag::TIMER });
}

fn stop_alarm(cx: &mut NativeCx, alarm: *mut Alarm) -> bool {
    // SAFETY: as for `start_alarm`.
    let mut timer = unsafe { lock(alarm) };
    let before = std::mem::replace(&mut *timer, TimerRef::NONE);
    let armed = before != TimerRef::NONE;
    if armed {
        credit_explicitly(TIMER);
        let _ = cx.task().stop_timer(before);
    }
    armed
}
