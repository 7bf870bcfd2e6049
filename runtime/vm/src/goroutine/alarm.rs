//! The library's `alarm`: a timer that sends to a channel or calls a function.
//!
//! Its layout is known here and in `natives::time`, and nowhere else.

use crate::channel::chan_of;
use crate::goroutine::spawn::spawn_on;

use crate::goroutine::state::{Goroutine, Made};
use crate::race::channels::Watching;
use crate::race::{Known, tag};
use crate::types::value::{GoFunc, Iface};
use hashbrown::HashSet;
use minigo_heap::Heap;
use minigo_heap::ledger::discharge_by_hand;
use minigo_race::Key;
use minigo_sched::{Handle, Next, OnP, TimerRef};
use parking_lot::lock_api::RawMutex as _;
use parking_lot::{Mutex, MutexGuard, RawMutex};
use std::sync::Arc;

/// What a timer costs outside the heap, about, while the lists of timers do not grow.
pub(crate) const TIMER: usize = 128;

/// The library's `alarm`, in Go's layout. While a timer of a processor has it, its memory is kept ([`each_root`],
/// [`drop_unreached`]), and `when` and the fields up to `loc` change only when it goes off. When it is due only that
/// processor's heap knows.
#[repr(C)]
pub(crate) struct Alarm {
    pub(crate) when: i64,
    period: i64,
    pub(crate) chan: u64,
    func: GoFunc,
    loc: u64,
    /// The timer that counts; the lock is held while the alarm is armed, is disarmed or goes off: after `stopAlarm`
    /// nothing more comes of it.
    timer: Mutex<TimerRef>,
}

// SAFETY: a byte has no padding. The library leaves the alarm's `timer` zero, which is to be an open lock.
const _: () = assert!(unsafe { std::mem::transmute::<RawMutex, u8>(RawMutex::INIT) } == 0);

/// The timer of an alarm, locked.
///
/// # Safety
/// The alarm is alive until the lock is let go.
pub(crate) unsafe fn lock<'a>(alarm: *mut Alarm) -> MutexGuard<'a, TimerRef> {
    // SAFETY: the caller's.
    let timer = unsafe { &(*alarm).timer };
    timer.lock()
}

/// The channel that an alarm sends to, 0 if it calls a function.
fn channel_of(alarm: u64) -> u64 {
    // SAFETY: a timer's alarm is alive, and has the same channel all its life.
    unsafe { (*(alarm as *const Alarm)).chan }
}

/// The alarms that the collector must keep: they call functions. The others only matter as long as their channel is
/// reachable. Now and then `visit` is called with `None`, under no lock.
pub(crate) fn each_root(handle: &Handle<Goroutine>, mut visit: impl FnMut(Option<u64>)) {
    handle.each_timer_object(|alarm| match alarm {
        Some(alarm) if channel_of(alarm) != 0 => {}
        _ => visit(alarm),
    });
}

/// The channels to which an alarm will send: those of timers that are armed.
pub(crate) fn armed_channels(handle: &Handle<Goroutine>) -> HashSet<u64> {
    let mut armed = HashSet::new();
    handle.retain_timer_objects(|alarm, _| {
        armed.insert(channel_of(alarm));
        true
    });
    armed
}

/// After a marking, while nothing is swept: an alarm whose channel is unreachable is disarmed, and one whose channel is
/// reachable is kept even if only that is left of it.
pub(crate) fn drop_unreached(heap: &Heap, handle: &Handle<Goroutine>) {
    handle.retain_timer_objects(|alarm, going_off| {
        let chan = channel_of(alarm);
        let unreached = chan != 0 && heap.is_unreachable(chan as usize);
        if unreached && !going_off {
            discharge_by_hand(TIMER);
            return false;
        }
        // What goes off needs its channel once more, and has ended when the next marking begins: that stops the world.
        for object in [alarm, chan] {
            if heap.is_unreachable(object as usize) {
                // It leads to nothing else but a location that the library keeps.
                let _ = heap.keep_unreachable(object);
            }
        }
        !unreached
    });
}

/// Whether a goroutine can go on when the alarm, which a timer has, goes off: one receives from its channel, or one is
/// started for its function. (In Go since 1.23 a channel timer is in no heap while no goroutine receives from it.)
pub(crate) fn is_awaited(alarm: u64) -> bool {
    // The channel is alive, since the timer is: see `drop_unreached`.
    chan_of(channel_of(alarm)).is_none_or(|chan| chan.channel.has_receiver())
}

/// Sends the time `late` nanoseconds before `now`, when a timer was due, to its channel, in the location `loc`; a
/// channel that is full gets nothing.
fn send_time(on: &mut OnP<'_, Goroutine>, chan: u64, loc: u64, now: i64, late: i64) {
    let Some(chan) = chan_of(chan) else { return };
    // SAFETY: the machine outlives its processors.
    let (sec, nsec) = unsafe { &*Arc::as_ptr(&on.local().shared) }.host.wall();
    let due = i128::from(sec) * SECOND + i128::from(nsec) - i128::from(late);
    let (sec, nsec) = (due.div_euclid(SECOND) as i64, due.rem_euclid(SECOND) as i32);
    let value = time_words(sec, nsec, now - late, loc);
    // SAFETY: as above.
    let races = unsafe { &*Arc::as_ptr(&on.local().shared) }.race.as_deref();
    let _ = match races {
        None => chan.channel.try_send(on, &value),
        Some(races) => chan.channel.try_send(&mut Watching::of_timer(on, races), &value),
    };
}

/// An alarm's time has come.
pub(crate) fn fire_timer_object(
    on: &mut OnP<'_, Goroutine>,
    address: u64,
    timer: TimerRef,
) -> Next {
    let alarm = address as *mut Alarm;
    // SAFETY: the alarm of a timer is alive until this has ended.
    let mut counts = unsafe { lock(alarm) };
    if *counts != timer {
        return Next::Done;
    }
    // SAFETY: as above; the fields up to `loc` are this function's while it is armed.
    let (period, func, chan, loc, when) = unsafe {
        ((*alarm).period, (*alarm).func.0, (*alarm).chan, (*alarm).loc, &mut (*alarm).when)
    };
    let now = on.now();
    let late = (now as i64).saturating_sub(*when).max(0);
    let again = period > 0;
    if !again {
        // It is no root any more, and a marking may not have come by.
        let cache = &mut on.local().cache;
        if cache.is_marking() {
            cache.marker().mark(address);
        }
        *counts = TimerRef::NONE;
        discharge_by_hand(TIMER);
    }
    if func != 0 {
        // SAFETY: a func value leads to its code; it takes no arguments.
        unsafe {
            let code = *(func as *const *const _);
            let known = Known::Released(Key { addr: address as usize, tag: tag::TIMER });
            let at = std::ptr::null();
            let made = Made {
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

/// Nanoseconds of a second.
const SECOND: i128 = 1_000_000_000;

/// Days from year 1 to the given year, by the Gregorian calendar, in seconds.
const fn seconds_to(year: i64) -> i64 {
    let y = year - 1;
    (y * 365 + y / 4 - y / 100 + y / 400) * 86_400
}

/// A `time.Time` with both clocks.
fn time_words(sec: i64, nsec: i32, mono: i64, loc: u64) -> [u64; 3] {
    let since_1885 = sec + seconds_to(1970) - seconds_to(1885);
    [1 << 63 | (since_1885 as u64) << 30 | nsec as u64, mono as u64, loc]
}

/// Kept for readers: an alarm sends values of three words.
const _: () = assert!(size_of::<Iface>() == 16 && size_of::<Alarm>() == 56);
