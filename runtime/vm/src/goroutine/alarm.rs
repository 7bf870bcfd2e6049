//! The library's `alarm`: a timer that sends to a channel or calls a function.
//!
//! Only this module and `natives::time` know the layout of an alarm.

use crate::channel::chan_of;
use crate::goroutine::spawn::spawn_on;

use crate::goroutine::state::{Goroutine, SpawnProperties};
use crate::race::channels::TransferReporter;
use crate::race::{Known, tag};
use crate::types::value::{GoFunc, Iface};
use hashbrown::HashSet;
use minigo_heap::Heap;
use minigo_heap::ledger::credit_explicitly;
use minigo_race::Key;
use minigo_sched::{Handle, Next, OnP, TimerRef};
use parking_lot::lock_api::RawMutex as _;
use parking_lot::{Mutex, MutexGuard, RawMutex};
use std::sync::Arc;

/// The memory of a timer outside the heap, in bytes, roughly: while the lists of timers do not grow.
pub(crate) const TIMER: usize = 128;

/// The library's `alarm`, in Go's layout. The collector keeps an alarm's memory while a processor's timer refers to the
/// alarm ([`each_root`], [`drop_unreached`]); `when` and the fields up to `loc` change only when the alarm goes off.
/// Only that processor's timer heap knows when the alarm is due.
#[repr(C)]
pub(crate) struct Alarm {
    pub(crate) when: i64,
    period: i64,
    pub(crate) chan: u64,
    func: GoFunc,
    loc: u64,
    /// The alarm's current timer. The lock is held while the alarm is armed, disarmed or going off: after `stopAlarm`
    /// the alarm does not go off any more.
    timer: Mutex<TimerRef>,
}

// SAFETY: a byte has no padding. The library leaves the alarm's `timer` zero, which must be an open lock.
const _: () = assert!(unsafe { std::mem::transmute::<RawMutex, u8>(RawMutex::INIT) } == 0);

/// The timer of an alarm, locked.
///
/// # Safety
/// The alarm is alive until the caller releases the lock.
pub(crate) unsafe fn lock<'a>(alarm: *mut Alarm) -> MutexGuard<'a, TimerRef> {
    // SAFETY: the caller's.
    let timer = unsafe { &(*alarm).timer };
    timer.lock()
}

/// The channel to which an alarm sends; 0 if the alarm calls a function.
fn channel_of(alarm: u64) -> u64 {
    // SAFETY: a timer's alarm is alive, and has the same channel all its life.
    unsafe { (*(alarm as *const Alarm)).chan }
}

/// Calls `visit` with each alarm that the collector must keep: the alarms that call functions. The other alarms only
/// matter as long as their channel is reachable. Now and then `visit` is called with `None`, under no lock.
pub(crate) fn each_root(handle: &Handle<Goroutine>, mut visit: impl FnMut(Option<u64>)) {
    handle.each_timer_object(|alarm| match alarm {
        Some(alarm) if channel_of(alarm) != 0 => {}
        _ => visit(alarm),
    });
}

/// The channels of the armed timers: an alarm will send to them.
pub(crate) fn armed_channels(handle: &Handle<Goroutine>) -> HashSet<u64> {
    let mut armed = HashSet::new();
    handle.retain_timer_objects(|alarm, _| {
        armed.insert(channel_of(alarm));
        true
    });
    armed
}

/// Runs after a marking, before anything is swept: disarms an alarm whose channel is unreachable, and keeps an alarm
/// whose channel is reachable even if no other reference to the alarm is left.
pub(crate) fn drop_unreached(heap: &Heap, handle: &Handle<Goroutine>) {
    handle.retain_timer_objects(|alarm, going_off| {
        let chan = channel_of(alarm);
        let unreached = chan != 0 && heap.is_unreachable(chan as usize);
        if unreached && !going_off {
            credit_explicitly(TIMER);
            return false;
        }
        // An alarm that is going off still needs its channel. The alarm has gone off before the next marking begins,
        // since a marking begins with the world stopped.
        for object in [alarm, chan] {
            if heap.is_unreachable(object as usize) {
                // An alarm refers to nothing else but a location that the library keeps.
                let _ = heap.keep_unreachable(object);
            }
        }
        !unreached
    });
}

/// Reports whether the alarm of a timer makes a goroutine runnable when the alarm goes off: a goroutine that receives
/// from the alarm's channel, or a new one for the alarm's function. (In Go since 1.23 a channel timer is in no heap
/// while no goroutine receives from its channel.)
pub(crate) fn is_awaited(alarm: u64) -> bool {
    // The channel is alive, since the timer is: see `drop_unreached`.
    chan_of(channel_of(alarm)).is_none_or(|chan| chan.channel.has_receiver())
}

/// Sends the time at which the timer was due, `late` nanoseconds before `now`, to the timer's channel, in the location
/// `loc`. Sends nothing if the channel is full.
fn send_time(on: &mut OnP<'_, Goroutine>, chan: u64, loc: u64, now: i64, late: i64) {
    let Some(chan) = chan_of(chan) else { return };
    // SAFETY: the machine outlives its processors.
    let (sec, nsec) = unsafe { &*Arc::as_ptr(&on.local().shared) }.host.wall_clock();
    let due = i128::from(sec) * SECOND + i128::from(nsec) - i128::from(late);
    let (sec, nsec) = (due.div_euclid(SECOND) as i64, due.rem_euclid(SECOND) as i32);
    let value = time_words(sec, nsec, now - late, loc);
    // SAFETY: as above: the machine outlives its processors.
    let races = unsafe { &*Arc::as_ptr(&on.local().shared) }.race.as_deref();
    let _ = match races {
        None => chan.channel.try_send(on, &value),
        Some(races) => chan.channel.try_send(&mut TransferReporter::of_timer(on, races), &value),
    };
}

/// Runs a timer that is due: sends to the alarm's channel or starts a goroutine for its function.
pub(crate) fn fire_timer_object(
    on: &mut OnP<'_, Goroutine>,
    address: u64,
    timer: TimerRef,
) -> Next {
    let alarm = address as *mut Alarm;
    // SAFETY: the alarm of a timer is alive until this function returns.
    let mut counts = unsafe { lock(alarm) };
    if *counts != timer {
        return Next::Done;
    }
    // SAFETY: as above; while the alarm is armed, only this function accesses the fields up to `loc`.
    let (period, func, chan, loc, when) = unsafe {
        ((*alarm).period, (*alarm).func.0, (*alarm).chan, (*alarm).loc, &mut (*alarm).when)
    };
    let now = on.now();
    let late = (now as i64).saturating_sub(*when).max(0);
    let again = period > 0;
    if !again {
        // The alarm is no root any more, and a marking that runs may not have marked it.
        let cache = &mut on.local().cache;
        if cache.is_marking() {
            cache.marker().mark(address);
        }
        *counts = TimerRef::NONE;
        credit_explicitly(TIMER);
    }
    if func != 0 {
        // SAFETY: a func value points to its code; the function takes no arguments.
        unsafe {
            let code = *(func as *const *const _);
            let known = Known::Released(Key { addr: address as usize, tag: tag::TIMER });
            let at = std::ptr::null();
            let made = SpawnProperties {
                parent: 1,
                maker: None,
                at,
                bubble: 0,
                test: 0,
                input: 0,
                labels: None,
                known,
            };
            spawn_on(on, code, func, std::ptr::null(), 0, made);
        }
    } else {
        send_time(on, chan, loc, now as i64, late);
    }
    if !again {
        return Next::Done;
    }
    *when += (late / period + 1) * period;
    Next::At((*when).max(0) as u64)
}

/// Nanoseconds in a second.
const SECOND: i128 = 1_000_000_000;

/// Seconds from the beginning of year 1 to the beginning of the given year, by the Gregorian calendar.
const fn seconds_to(year: i64) -> i64 {
    let y = year - 1;
    (y * 365 + y / 4 - y / 100 + y / 400) * 86_400
}

/// The three words of a `time.Time` with both the wall clock and the monotonic clock.
fn time_words(sec: i64, nsec: i32, mono: i64, loc: u64) -> [u64; 3] {
    let since_1885 = sec + seconds_to(1970) - seconds_to(1885);
    [1 << 63 | (since_1885 as u64) << 30 | nsec as u64, mono as u64, loc]
}

/// Layout checks: an alarm sends values of three words.
const _: () = assert!(size_of::<Iface>() == 16 && size_of::<Alarm>() == 56);
