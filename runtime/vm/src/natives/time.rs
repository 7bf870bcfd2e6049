//! Natives of package `time` that use the scheduler's timers, and what happens when such a timer is due.
//!
//! Only this module and [`goroutine::alarm`](crate::goroutine::alarm) know the layout of the library's `alarm`.

use crate::channel::chan_of;
use crate::goroutine::alarm::{self, Alarm, TIMER_BYTES, lock_timer};
use crate::goroutine::spawn::spawn_on_processor;
use crate::goroutine::state::{Goroutine, SpawnProperties};
use crate::native::convert::IntoSlots;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::natives::synctest;
use crate::race::channels::TransferReporter;
use crate::race::{KnownAccesses, tag};
use minigo_heap::ledger::{charge_explicitly, credit_explicitly};
use minigo_race::SyncObjectKey;
use minigo_sched::{AfterFiring, ProcessorCx, Reason, TimerObjects, TimerRef};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The natives of package `time`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("Sleep", sleep),
        Native::constant_time("markTimer", |c: u64| {
            chan_of(c).into_iter().for_each(|chan| chan.is_timer.store(true, Ordering::Relaxed));
        }),
        Native::constant_time("hasReceiver", |c: u64| {
            chan_of(c).is_some_and(|chan| chan.channel.has_receiver())
        }),
        Native::constant_time("startAlarm", start_alarm),
        Native::constant_time("stopAlarm", stop_alarm),
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
        if self.must_give_up_wait() {
            let me = self.task().current_task();
            self.task().stop_wake_timers(me);
            return Outcome::End;
        }
        if self.is_retry() {
            if now >= self.g().scratch_word {
                return Outcome::Return(result);
            }
            return Outcome::Park(Reason::Sleep);
        }
        if nanos <= 0 {
            return Outcome::Yield(result);
        }
        let deadline = now.saturating_add(nanos as u64).min(i64::MAX as u64);
        self.g().scratch_word = deadline;
        let me = self.task().current_task();
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
    // The memory is required before the alarm is locked, since unwinding must not happen with the lock held.
    cx.require_memory(TIMER_BYTES);
    note_alarm_start(cx, alarm);
    // SAFETY: the library passes the address of its alarm, which does not move and which the goroutine keeps alive.
    let (mut timer, chan, when) = unsafe {
        let (chan, when) = ((*alarm).chan, (*alarm).due_time);
        (lock_timer(alarm), chan, when.max(0) as u64)
    };
    let armed = *timer != TimerRef::NONE;
    if armed {
        if cx.task().reset_timer(*timer, when) {
            return true;
        }
        // The old timer is about to go off, and will find that it is not the alarm's current timer.
        let _ = cx.task().stop_timer(*timer);
    }
    if let Some(chan) = chan_of(chan) {
        chan.is_timer.store(true, Ordering::Relaxed);
    }
    // SAFETY: as above; the alarm is locked.
    unsafe { (*alarm).session_input_number = cx.g().session_input_number };
    *timer = cx.task().fire_object_at(when, alarm as u64);
    if !armed {
        charge_explicitly(TIMER_BYTES);
    }
    armed
}

/// Reports the start of the timer to the race detector: its func, and receives from its channel, happen after the
/// start.
fn note_alarm_start(cx: &mut NativeCx, alarm: *mut Alarm) {
    let Some(races) = cx.shared().race.as_deref() else { return };
    races.note_timer();
    // SAFETY: as for `start_alarm`.
    let chan = chan_of(unsafe { (*alarm).chan });
    let addr = chan.map_or(alarm as usize, |chan| chan.channel.race_key());
    cx.release_key(SyncObjectKey { addr, tag: tag::TIMER_KEY });
}

fn stop_alarm(cx: &mut NativeCx, alarm: *mut Alarm) -> bool {
    // SAFETY: as for `start_alarm`.
    let mut timer = unsafe { lock_timer(alarm) };
    let before = std::mem::replace(&mut *timer, TimerRef::NONE);
    let armed = before != TimerRef::NONE;
    if armed {
        credit_explicitly(TIMER_BYTES);
        let _ = cx.task().stop_timer(before);
    }
    armed
}

impl TimerObjects for Goroutine {
    fn is_timer_object_awaited(alarm: u64) -> bool {
        alarm::is_awaited(alarm)
    }

    /// Runs a timer that is due: sends to the alarm's channel or starts a goroutine for its function.
    fn fire_timer_object(
        on: &mut ProcessorCx<'_, Self>,
        address: u64,
        timer: TimerRef,
    ) -> AfterFiring {
        let alarm = address as *mut Alarm;
        // SAFETY: the alarm of a timer is alive until this function returns.
        let mut counts = unsafe { lock_timer(alarm) };
        if *counts != timer {
            return AfterFiring::Done;
        }
        // SAFETY: as above; while the alarm is armed, only this function accesses the fields up to `loc`.
        let (period, func, chan, loc, when) = unsafe {
            (
                (*alarm).period,
                (*alarm).func.0,
                (*alarm).chan,
                (*alarm).time_location,
                &mut (*alarm).due_time,
            )
        };
        // SAFETY: as above.
        let input = unsafe { (*alarm).session_input_number };
        let now = on.now();
        let late = (now as i64).saturating_sub(*when).max(0);
        let again = period > 0;
        if !again {
            // The alarm is no root any more, and a marking that runs may not have marked it.
            let cache = &mut on.local_data().cache;
            if cache.is_marking() {
                cache.marker().mark_word(address);
            }
            *counts = TimerRef::NONE;
            credit_explicitly(TIMER_BYTES);
        }
        if func != 0 {
            // SAFETY: a func value points to its code; the function takes no arguments.
            unsafe {
                let code = *(func as *const *const _);
                let known = KnownAccesses::Released(SyncObjectKey {
                    addr: address as usize,
                    tag: tag::TIMER_KEY,
                });
                let at = std::ptr::null();
                let made = SpawnProperties {
                    parent_id: 1,
                    maker: None,
                    go_statement: at,
                    bubble: 0,
                    test_number: 0,
                    session_input_number: input,
                    labels: None,
                    known_accesses: known,
                };
                spawn_on_processor(on, code, func, std::ptr::null(), 0, made);
            }
        } else {
            send_time(on, chan, loc, now as i64, late);
        }
        if !again {
            return AfterFiring::Done;
        }
        *when += (late / period + 1) * period;
        AfterFiring::At((*when).max(0) as u64)
    }
}

/// Sends the time at which the timer was due, `late` nanoseconds before `now`, to the timer's channel, in the location
/// `loc`. Sends nothing if the channel is full.
fn send_time(on: &mut ProcessorCx<'_, Goroutine>, chan: u64, loc: u64, now: i64, late: i64) {
    let Some(chan) = chan_of(chan) else { return };
    // SAFETY: the machine outlives its processors.
    let (sec, nsec) = unsafe { &*Arc::as_ptr(&on.local_data().shared) }.host.wall_clock();
    let due = i128::from(sec) * SECOND_NANOS + i128::from(nsec) - i128::from(late);
    let (sec, nsec) = (due.div_euclid(SECOND_NANOS) as i64, due.rem_euclid(SECOND_NANOS) as i32);
    let value = time_words(sec, nsec, now - late, loc);
    // SAFETY: as above: the machine outlives its processors.
    let races = unsafe { &*Arc::as_ptr(&on.local_data().shared) }.race.as_deref();
    let _ = match races {
        None => chan.channel.try_send(on, &value),
        Some(races) => chan.channel.try_send(&mut TransferReporter::of_timer(on, races), &value),
    };
}

/// Nanoseconds in a second.
const SECOND_NANOS: i128 = 1_000_000_000;

/// Seconds from the beginning of year 1 to the beginning of the given year, by the Gregorian calendar.
const fn seconds_before_year(year: i64) -> i64 {
    let y = year - 1;
    (y * 365 + y / 4 - y / 100 + y / 400) * 86_400
}

/// The three words of a `time.Time` with both the wall clock and the monotonic clock.
fn time_words(sec: i64, nsec: i32, mono: i64, loc: u64) -> [u64; 3] {
    let since_1885 = sec + seconds_before_year(1970) - seconds_before_year(1885);
    [1 << 63 | (since_1885 as u64) << 30 | nsec as u64, mono as u64, loc]
}
