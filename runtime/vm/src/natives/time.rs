//! Natives of package `time` that the scheduler's timers serve.
//!
//! A module of its own because the layout of the library's `alarm` is known here and nowhere else.

use crate::convert::{GoFunc, Iface};
use crate::goroutine::{Goroutine, spawn_on};
use crate::machine::Shared;
use crate::native::{Native, NativeCx, Outcome, Reason};
use crate::object::chan::chan_of;
use hashbrown::HashMap;
use minigo_heap::Heap;
use minigo_sched::{Handle, Next, OnP, TimerRef};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The natives.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![
        Native::new("Sleep", sleep),
        Native::new("startAlarm", start_alarm),
        Native::new("stopAlarm", stop_alarm),
    ]
}

/// The library's `alarm`, in Go's layout.
#[repr(C)]
struct Alarm {
    when: i64,
    period: i64,
    chan: u64,
    func: GoFunc,
    loc: u64,
    state: u64,
}

/// How many parts the alarms are divided into: more than there are processors at most times, so that two seldom want the same.
const PARTS: usize = 64;

/// The alarms that are armed, by address, in parts with a lock each. A part's lock is held while an alarm of it goes off, so that after
/// `stopAlarm` nothing more comes of that one. When each is due only the heaps of the processors know, where they were armed.
pub(crate) struct Alarms {
    parts: Box<[Part]>,
}

/// One to a cache line: processors that arm different alarms share none.
#[derive(Default)]
#[repr(align(64))]
struct Part(Mutex<Armed>);

#[derive(Default)]
struct Armed {
    by_address: HashMap<u64, (TimerRef, u64)>,
    /// Tells an arming from the one before it.
    serial: u64,
}

impl Default for Alarms {
    fn default() -> Self {
        Self { parts: (0..PARTS).map(|_| Part::default()).collect() }
    }
}

impl Alarms {
    /// The part that an address belongs to.
    fn part(&self, address: u64) -> &Mutex<Armed> {
        // The upper bits of a product depend on all bits of the address.
        let hash = address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        &self.parts[hash as usize % PARTS].0
    }

    /// The addresses of all alarms that are armed.
    pub(crate) fn each(&self, mut visit: impl FnMut(u64)) {
        for part in &self.parts {
            part.0.lock().by_address.keys().for_each(|&a| visit(a));
        }
    }

    /// Those that the collector must keep: they call functions. The others only matter as long as somebody has their channel.
    pub(crate) fn each_root(&self, mut visit: impl FnMut(u64)) {
        self.each(|a| {
            // SAFETY: an armed alarm is alive.
            if unsafe { (*(a as *const Alarm)).chan } == 0 {
                visit(a);
            }
        });
    }

    /// After a marking, while nothing is swept: an alarm whose channel nobody has is disarmed, and one whose channel somebody has
    /// is kept even if only that is left of it.
    pub(crate) fn drop_unreached(&self, heap: &Heap, handle: &Handle<Goroutine>) {
        let mut gone = Vec::new();
        let mut keep = |address: u64, timer: TimerRef| {
            // SAFETY: an armed alarm is alive, or was before this marking.
            let chan = unsafe { (*(address as *const Alarm)).chan };
            if chan == 0 {
                return true;
            }
            if heap.is_condemned(chan as usize) {
                gone.push(timer);
                return false;
            }
            if heap.is_condemned(address as usize) {
                // It leads to the channel and to a location that the library keeps.
                let _ = heap.keep_condemned(address);
            }
            true
        };
        for part in &self.parts {
            part.0.lock().by_address.retain(|&address, (timer, _)| keep(address, *timer));
        }
        for &timer in &gone {
            let _ = handle.stop_timer(timer);
        }
    }
}

/// What an armed alarm costs outside the heap, about, while the lists of alarms do not grow.
const ARMED: usize = 200;

/// `time.Sleep`
fn sleep(cx: &mut NativeCx, d: i64) -> Outcome<()> {
    cx.sleep(d, ())
}

impl NativeCx {
    /// How a native that sleeps for so many nanoseconds ends; the deadline is kept in the goroutine while it waits.
    pub fn sleep<R>(&mut self, nanos: i64, result: R) -> Outcome<R> {
        let now = self.task().now();
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

fn start_alarm(cx: &mut NativeCx, alarm: *mut Alarm) -> bool {
    let shared: *const Shared = cx.shared();
    // SAFETY: the machine outlives its slices; the library passes the address of its alarm, which stays where it is.
    let (shared, chan, when) = unsafe { (&*shared, (*alarm).chan, (*alarm).when.max(0) as u64) };
    let address = alarm as u64;
    // What unwinds must not hold the lock.
    cx.need(ARMED);
    let mut armed = shared.timers.part(address).lock();
    let before = armed.by_address.get(&address).map(|(timer, _)| *timer);
    if let Some(timer) = before {
        if cx.task().reset_timer(timer, when) {
            return true;
        }
        // It is about to go off, and will find that it is not the one that counts.
        let _ = cx.task().stop_timer(timer);
    }
    if let Some(chan) = chan_of(chan) {
        chan.timer.store(true, Ordering::Relaxed);
    }
    armed.serial += 1;
    let serial = armed.serial;
    let timer = cx.task().call_at(when, move |on| go_off(on, address, serial));
    armed.by_address.insert(address, (timer, serial));
    before.is_some()
}

fn stop_alarm(cx: &mut NativeCx, alarm: *mut Alarm) -> bool {
    let shared: *const Shared = cx.shared();
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let address = alarm as u64;
    let entry = shared.timers.part(address).lock().by_address.remove(&address);
    if let Some((timer, _)) = entry {
        let _ = cx.task().stop_timer(timer);
    }
    entry.is_some()
}

/// An alarm's time has come.
fn go_off(on: &mut OnP<'_, Goroutine>, address: u64, serial: u64) -> Next {
    // SAFETY: the machine outlives its processors.
    let shared = unsafe { &*Arc::as_ptr(&on.local().shared) };
    let mut armed = shared.timers.part(address).lock();
    if armed.by_address.get(&address).is_none_or(|(_, s)| *s != serial) {
        return Next::Done;
    }
    // SAFETY: an armed alarm is alive; its other fields do not change while it is armed.
    let alarm = unsafe { &mut *(address as *mut Alarm) };
    let now = on.now();
    let again = alarm.period > 0;
    if !again {
        // It is no root any more, and a marking may not have come by.
        let cache = &mut on.local().cache;
        if cache.is_marking() {
            cache.marker().mark(address);
        }
        armed.by_address.remove(&address);
    }
    if alarm.func.0 != 0 {
        // SAFETY: a func value leads to its code; it takes no arguments.
        unsafe {
            let code = *(alarm.func.0 as *const *const _);
            spawn_on(on, code, alarm.func.0, std::ptr::null(), 0, 1, std::ptr::null());
        }
    } else if let Some(chan) = chan_of(alarm.chan) {
        let (sec, nsec) = shared.host.wall();
        let _ = chan.channel.try_send(on, &time_words(sec, nsec, now as i64, alarm.loc));
    }
    if !again {
        return Next::Done;
    }
    let late = (now as i64 - alarm.when).max(0);
    alarm.when += (late / alarm.period + 1) * alarm.period;
    Next::At(alarm.when.max(0) as u64)
}

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
const _: () = assert!(size_of::<Iface>() == 16 && size_of::<Alarm>() == 48);
