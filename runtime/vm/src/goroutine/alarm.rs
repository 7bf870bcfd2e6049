//! The library's `alarm`: a timer that sends to a channel or calls a function. `natives::time` arms an alarm, and runs
//! it when it is due.
//!
//! Only this module and `natives::time` know the layout of an alarm.

use crate::channel::chan_of;
use crate::goroutine::state::Goroutine;
use crate::types::value::{GoFunc, Iface};
use hashbrown::HashSet;
use minigo_heap::Heap;
use minigo_heap::ledger::credit_explicitly;
use minigo_sched::{Handle, TimerRef};
use parking_lot::lock_api::RawMutex as _;
use parking_lot::{Mutex, MutexGuard, RawMutex};

/// The memory of a timer outside the heap, in bytes, roughly: while the lists of timers do not grow.
pub(crate) const TIMER_BYTES: usize = 128;

/// The library's `alarm`, in Go's layout. The collector keeps an alarm's memory while a processor's timer refers to the
/// alarm ([`each_root`], [`disarm_unreachable_alarms`]); `due_time` and the fields up to `time_location` change only
/// when the alarm goes off. Only that processor's timer heap knows when the alarm is due.
#[repr(C)]
pub(crate) struct Alarm {
    pub(crate) due_time: i64,
    pub(crate) period: i64,
    pub(crate) chan: u64,
    pub(crate) func: GoFunc,
    pub(crate) time_location: u64,
    /// The alarm's current timer. The lock is held while the alarm is armed, disarmed or going off: after `stopAlarm`
    /// the alarm does not go off any more.
    timer: Mutex<TimerRef>,
    /// The number of the input, or of the embedder's call, whose goroutine armed the alarm: the goroutine that the
    /// alarm starts belongs to this input or call.
    pub(crate) session_input_number: u32,
}

// SAFETY: a byte has no padding. The library leaves the alarm's `timer` zero, which must be an open lock.
const _: () = assert!(unsafe { std::mem::transmute::<RawMutex, u8>(RawMutex::INIT) } == 0);

/// The timer of an alarm, locked.
///
/// # Safety
/// The alarm is alive until the caller releases the lock.
pub(crate) unsafe fn lock_timer<'a>(alarm: *mut Alarm) -> MutexGuard<'a, TimerRef> {
    // SAFETY: the caller's.
    let timer = unsafe { &(*alarm).timer };
    timer.lock()
}

/// The channel to which an alarm sends; 0 if the alarm calls a function.
fn channel_of(alarm: u64) -> u64 {
    // SAFETY: a timer's alarm is alive, and has the same channel all its life.
    unsafe { (*(alarm as *const Alarm)).chan }
}

/// Calls `visit` with each alarm that the collector must keep: the alarms that call functions. An alarm that sends to a
/// channel only matters as long as the channel is reachable. `visit` is called with `None` from time to time, while no
/// lock is held.
pub(crate) fn each_root(handle: &Handle<Goroutine>, mut visit: impl FnMut(Option<u64>)) {
    handle.each_timer_object(|alarm| match alarm {
        Some(alarm) if channel_of(alarm) != 0 => {}
        _ => visit(alarm),
    });
}

/// The channels to which the alarms of armed timers will send.
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
pub(crate) fn disarm_unreachable_alarms(heap: &Heap, handle: &Handle<Goroutine>) {
    handle.retain_timer_objects(|alarm, going_off| {
        let chan = channel_of(alarm);
        let unreached = chan != 0 && heap.is_unreachable(chan as usize);
        if unreached && !going_off {
            credit_explicitly(TIMER_BYTES);
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

/// Disarms the alarms that goroutines of the call with this number have armed; `None`: all alarms. No goroutine runs.
pub(crate) fn disarm_alarms(handle: &Handle<Goroutine>, number: Option<u32>) {
    handle.retain_timer_objects(|alarm, going_off| {
        let alarm = alarm as *mut Alarm;
        // SAFETY: a timer's alarm is alive. `session_input_number` changes only when the alarm is armed.
        let ends = !going_off
            && number.is_none_or(|number| unsafe { (*alarm).session_input_number } == number);
        if ends {
            // SAFETY: as above. A goroutine that arms the alarm locks it before the timers: none does so now.
            *unsafe { lock_timer(alarm) } = TimerRef::NONE;
            credit_explicitly(TIMER_BYTES);
        }
        !ends
    });
}

/// Reports whether the alarm of a timer makes a goroutine runnable when the alarm goes off: a goroutine that receives
/// from the alarm's channel, or a new one for the alarm's function. (In Go since 1.23 a channel timer is in no heap
/// while no goroutine receives from its channel.)
pub(crate) fn is_awaited(alarm: u64) -> bool {
    // The channel is alive, since the timer is: see `disarm_unreachable_alarms`.
    chan_of(channel_of(alarm)).is_none_or(|chan| chan.channel.has_receiver())
}

/// Layout checks: an alarm sends values of three words.
const _: () = assert!(size_of::<Iface>() == 16 && size_of::<Alarm>() == 64);
