//! Natives of package `internal/rt`: semaphores, fatal errors, properties of types.

use crate::goroutine::durable_wait;
use crate::goroutine::native_call::GoError;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::natives::{exec_trace, finalizer};
use crate::race::hook::{GROUP_START_BYTES, wait_group_start_address};
use crate::race::locks::Lock;
use crate::race::tag;
use crate::report::profile_samples;
use crate::shared::locks::{LockSite, lock_note, write_lock_note};
use crate::types::value::{GoStr, Iface};
use minigo_race::SyncObjectKey;
use minigo_sched::Reason;
use minigo_sync::{
    AcquireStep, GroupState, Handoff, LockStep, Locker, MutexWord, QueueEnd, RwState, SemaTable,
    UnlockStep,
};
use std::sync::atomic::{AtomicU16, AtomicU32};

/// `rt.WhyCond`.
const WAITS_AT_COND: i64 = 1;

/// `rt.WhySynctest`.
const WAITS_FOR_BUBBLE: i64 = 2;

/// `rt.WhyCoroutine`.
const WAITS_FOR_COROUTINE: i64 = 3;

/// The natives of package `internal/rt`.
#[must_use]
pub fn natives() -> Vec<Native> {
    let mut all = finalizer::rt_natives();
    all.extend(exec_trace::natives());
    all.extend([
        Native::constant_time("TryLock", |cx: &mut NativeCx, word: *mut u16| {
            let locked = mutex_word(word).is_some_and(MutexWord::try_lock);
            if locked {
                note_lock_holder(cx, word);
                cx.race_acquire(word as usize);
                cx.race_lock(Lock::at_word(word as u64));
            }
            locked
        }),
        Native::constant_time("TryUnlock", |cx: &mut NativeCx, word: *mut u16| {
            cx.race_unlock(Lock::at_word(word as u64));
            cx.race_release(word as usize);
            mutex_word(word).is_some_and(MutexWord::try_unlock)
        }),
        Native::constant_time("Lock", lock),
        Native::constant_time("Unlock", unlock),
        Native::constant_time("NoteRead", |cx: &mut NativeCx, count: *mut u32| {
            let site = LockSite::before(cx.registers.pc, cx.code);
            cx.g().read_locks.add(count as u64, site);
            cx.race_lock(Lock::held_by_readers(count as u64));
        }),
        Native::constant_time("ProcPin", |cx: &mut NativeCx| {
            cx.g().pin_count += 1;
            cx.task().proc().0 as i64
        }),
        Native::constant_time("ProcUnpin", |cx: &mut NativeCx| {
            let pins = &mut cx.g().pin_count;
            *pins = pins.saturating_sub(1);
        }),
        Native::constant_time("LockReader", lock_reader),
        Native::constant_time("LockWriter", lock_writer),
        Native::constant_time("ReaderLeft", |cx: &mut NativeCx, state: *mut u32| {
            if let Some(rw) = rw_state(state) {
                profile_samples::note_unlock(cx, state as u64);
                sema_table(cx).finish_reader_unlock(cx.on_p(), rw);
            }
        }),
        Native::constant_time("WriterLeft", |cx: &mut NativeCx, state: *mut u32| {
            if let Some(rw) = rw_state(state) {
                profile_samples::note_unlock(cx, state as u64);
                // In Go, the unlocking writer hands the lock to all waiting readers. With one P, or under a seed, no
                // goroutine runs concurrently with the writer, and a program can rely on the order of readers and
                // writers.
                let hand_over = cx.task().is_seeded() || cx.task().procs() == 1;
                sema_table(cx).finish_writer_unlock(cx.on_p(), rw, hand_over);
            }
        }),
        Native::constant_time("WaitForGroup", wait_for_group),
        Native::constant_time("GroupIsDone", |cx: &mut NativeCx, state: *mut u64| {
            group_state(state)
                .is_none_or(|group| sema_table(cx).wake_group_waiters(cx.on_p(), group))
        }),
        Native::constant_time("End", |_: &mut NativeCx| -> Outcome<()> { Outcome::End }),
        Native::constant_time("SemAcquire", sem_acquire),
        Native::constant_time("SemRelease", sem_release),
        Native::constant_time("Fatal", fatal),
        Native::constant_time("TypeName", type_name),
        Native::constant_time("Comparable", comparable),
    ]);
    all
}

/// The counter at an address.
fn counter_at<'a>(addr: *mut u32) -> Option<&'a AtomicU32> {
    // SAFETY: Go passes the address of a `uint32` variable, which is aligned and lives as long as a goroutine waits.
    unsafe { addr.cast::<AtomicU32>().as_ref() }
}

/// The mutex whose word is at an address.
fn mutex_word<'a>(addr: *mut u16) -> Option<MutexWord<'a>> {
    // SAFETY: as in `counter`; Go's variable is a `uint16`.
    unsafe { addr.cast::<AtomicU16>().as_ref() }.map(MutexWord)
}

/// Writes a note to a mutex, which is not nil: the goroutine has locked it at this call.
fn note_lock_holder(cx: &mut NativeCx, addr: *mut u16) {
    let site = LockSite::before(cx.registers.pc, cx.code);
    if let Some(word) = mutex_word(addr) {
        // SAFETY: the word belongs to a mutex.
        unsafe { write_lock_note(word.0, lock_note(word.0, cx.g().id, site)) };
    }
}

fn nil_dereference<R>() -> Outcome<R> {
    Outcome::Panic(GoError::Runtime("invalid memory address or nil pointer dereference".into()))
}

/// The table of semaphores at which goroutines wait.
fn sema_table<'a>(cx: &NativeCx) -> &'a SemaTable {
    // SAFETY: the machine outlives its slices.
    unsafe { &(*cx.shared).sema_table }
}

fn lock(cx: &mut NativeCx, addr: *mut u16) -> Outcome<()> {
    let Some(word) = mutex_word(addr) else { return nil_dereference() };
    let semas = sema_table(cx);
    let me = cx.task().current_task();
    if cx.must_give_up_wait() {
        semas.withdraw_lock(cx.on_p(), word, me);
        return Outcome::End;
    }
    let mut locker =
        Locker { locking_task: me, waiting_since: cx.is_retry().then_some(cx.g().scratch_word) };
    let step = if cx.is_retry() {
        semas.finish_lock(cx.on_p(), word, &mut locker)
    } else {
        let spin = cx.task().may_spin();
        Some(semas.lock(cx.on_p(), word, &mut locker, spin))
    };
    if step == Some(LockStep::Locked) {
        if cx.is_retry() {
            profile_samples::end_lock_wait(cx, addr as u64);
        }
        note_lock_holder(cx, addr);
        cx.race_acquire(addr as usize);
        cx.race_lock(Lock::at_word(addr as u64));
        return Outcome::Return(());
    }
    cx.g().scratch_word = locker.waiting_since.expect("the goroutine has begun to wait");
    Outcome::Park(Reason::MutexLock)
}

fn unlock(cx: &mut NativeCx, addr: *mut u16) -> Outcome<()> {
    let Some(word) = mutex_word(addr) else { return nil_dereference() };
    cx.race_unlock_if_held(Lock::at_word(addr as u64));
    cx.race_release(addr as usize);
    // If the mutex is handed over, no holder is known until the next goroutine runs.
    // SAFETY: the word belongs to a mutex.
    unsafe { write_lock_note(word.0, 0) };
    if word.is_waited_for() {
        profile_samples::note_unlock(cx, addr as u64);
    }
    match sema_table(cx).unlock(cx.on_p(), word) {
        UnlockStep::Unlocked => Outcome::Return(()),
        UnlockStep::Handed => Outcome::Yield(()),
        UnlockStep::WasFree => {
            Outcome::Panic(GoError::Fatal("sync: unlock of unlocked mutex".to_owned()))
        }
    }
}

/// The reader/writer lock whose words begin at an address.
fn rw_state<'a>(addr: *mut u32) -> Option<&'a RwState> {
    // SAFETY: as in `counter`; Go's variables are those of an `RWMutex`, in this order.
    unsafe { addr.cast::<RwState>().as_ref() }
}

/// The group whose words begin at an address.
fn group_state<'a>(addr: *mut u64) -> Option<&'a GroupState> {
    // SAFETY: as in `counter`; Go's variables are those of a `WaitGroup`, in this order.
    unsafe { addr.cast::<GroupState>().as_ref() }
}

fn lock_reader(cx: &mut NativeCx, addr: *mut u32) -> Outcome<()> {
    let Some(rw) = rw_state(addr) else { return nil_dereference() };
    let (semas, me) = (sema_table(cx), cx.task().current_task());
    if cx.must_give_up_wait() {
        semas.withdraw_reader(cx.on_p(), rw, me);
        return Outcome::End;
    }
    let mut reader =
        Locker { locking_task: me, waiting_since: cx.is_retry().then_some(cx.g().scratch_word) };
    let step = if cx.is_retry() {
        semas.finish_reader_lock(cx.on_p(), rw, &mut reader)
    } else {
        Some(semas.lock_reader(cx.on_p(), rw, &mut reader))
    };
    if step != Some(LockStep::Locked) {
        cx.g().scratch_word = reader.waiting_since.expect("the goroutine has begun to wait");
        return Outcome::Park(Reason::RWMutexRLock);
    }
    if cx.is_retry() {
        profile_samples::end_lock_wait(cx, addr as u64);
    }
    let site = LockSite::before(cx.registers.pc, cx.code);
    let count = std::ptr::from_ref(&rw.reader_count) as usize;
    cx.g().read_locks.add(count as u64, site);
    cx.race_acquire(count);
    cx.race_lock(Lock::held_by_readers(count as u64));
    Outcome::Return(())
}

/// Locks for writing. Returns false if the goroutine must end, and has given up its wait.
fn lock_writer(cx: &mut NativeCx, addr: *mut u32) -> Outcome<bool> {
    let Some(rw) = rw_state(addr) else { return nil_dereference() };
    let (semas, me) = (sema_table(cx), cx.task().current_task());
    if cx.must_give_up_wait() {
        semas.withdraw_writer(cx.on_p(), rw, me);
        cx.note_terminated_end();
        return Outcome::Return(false);
    }
    let over = match cx.is_retry() {
        true => semas.finish_wait(cx.on_p(), me),
        false => semas.lock_writer(cx.on_p(), rw, me) == LockStep::Locked,
    };
    if over && cx.is_retry() {
        profile_samples::end_lock_wait(cx, addr as u64);
    }
    if !over {
        return Outcome::Park(Reason::RWMutexLock);
    }
    let count = std::ptr::from_ref(&rw.reader_count) as usize;
    cx.race_acquire(count);
    cx.acquire_key(SyncObjectKey { addr: count, tag: tag::READERS_KEY });
    Outcome::Return(true)
}

/// Waits for a WaitGroup. Returns true if the goroutine has parked.
fn wait_for_group(cx: &mut NativeCx, addr: *mut u64, durable: bool) -> Outcome<bool> {
    let Some(group) = group_state(addr) else { return nil_dereference() };
    let (semas, me) = (sema_table(cx), cx.task().current_task());
    if cx.must_give_up_wait() {
        semas.withdraw_from_group(cx.on_p(), group, me);
        return Outcome::End;
    }
    let over = match cx.is_retry() {
        true => semas.finish_wait(cx.on_p(), me),
        false => semas.wait_for_group(cx.on_p(), group, me) == LockStep::Locked,
    };
    if over {
        cx.race_acquire(addr as usize);
        return Outcome::Return(cx.is_retry());
    }
    if !cx.is_retry() && group.waiter_count() == 1 {
        // The first `Wait` of a round counts as a write, so that the detector finds an unordered `Add`, as in Go: see
        // `race::hook`.
        cx.race_write(wait_group_start_address(addr as usize), GROUP_START_BYTES);
    }
    durable_wait::note_durable_wait(cx.g(), durable);
    Outcome::Park(Reason::WaitGroupWait)
}

/// Acquires a semaphore. Returns false if the goroutine must end, and has given up its wait.
fn sem_acquire(cx: &mut NativeCx, addr: *mut u32, lifo: bool, why: i64) -> Outcome<bool> {
    let Some(counter) = counter_at(addr) else { return nil_dereference() };
    let order = if lifo { QueueEnd::Lifo } else { QueueEnd::Fifo };
    let (semas, me) = (sema_table(cx), cx.task().current_task());
    if cx.must_give_up_wait() {
        cx.note_terminated_end();
        return Outcome::Return(semas.withdraw_acquire(cx.on_p(), me, counter));
    }
    let step = if cx.is_retry() {
        semas.finish_acquire(cx.on_p(), me, counter, order)
    } else {
        Some(semas.acquire(cx.on_p(), me, counter, order))
    };
    match (step, why) {
        (Some(AcquireStep::Acquired), _) => {
            cx.race_acquire(addr as usize);
            Outcome::Return(true)
        }
        (_, WAITS_AT_COND) => Outcome::Park(Reason::CondWait),
        (_, WAITS_FOR_BUBBLE) => Outcome::Park(Reason::SynctestWait),
        (_, WAITS_FOR_COROUTINE) => Outcome::Park(Reason::Coroutine),
        _ => Outcome::Park(Reason::Semacquire),
    }
}

fn sem_release(cx: &mut NativeCx, addr: *mut u32, handoff: bool) -> Outcome<()> {
    let Some(counter) = counter_at(addr) else { return nil_dereference() };
    cx.race_release(addr as usize);
    let woken = sema_table(cx).release(cx.on_p(), counter, Handoff::Direct);
    if woken && handoff { Outcome::Yield(()) } else { Outcome::Return(()) }
}

fn fatal(msg: GoStr) -> Outcome<()> {
    Outcome::Panic(GoError::Fatal(msg.lossy()))
}

fn type_name(cx: &mut NativeCx, v: Iface) -> String {
    if v.ty == 0 {
        return "<nil>".to_owned();
    }
    cx.type_descriptor(v.type_id()).string.to_string()
}

fn comparable(cx: &mut NativeCx, v: Iface) -> bool {
    cx.type_descriptor(v.type_id()).is_comparable
}
