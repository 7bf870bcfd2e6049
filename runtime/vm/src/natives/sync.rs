//! Natives of package `internal/rt`: semaphores, fatal errors, questions about types.

use crate::goroutine::native_call::GoError;
use crate::native::outcome::Outcome;
use crate::native::{Native, NativeCx};
use crate::natives::finalizer;
use crate::shared::locks::{Site, leave_note, note_of};
use crate::types::value::{GoStr, Iface};
use minigo_bytecode::operand::TypeId;
use minigo_sched::Reason;
use minigo_sync::{AcquireStep, Handoff, LockStep, Locker, Order, UnlockStep, Word};
use std::sync::atomic::{AtomicU16, AtomicU32};

/// The natives.
#[must_use]
pub fn natives() -> Vec<Native> {
    let mut all = finalizer::rt_natives();
    all.extend([
        Native::new("TryLock", |cx: &mut NativeCx, word: *mut u16| {
            let locked = mutex(word).is_some_and(Word::try_lock);
            if locked {
                note(cx, word);
            }
            locked
        }),
        Native::new("TryUnlock", |word: *mut u16| mutex(word).is_some_and(Word::try_unlock)),
        Native::new("Lock", lock),
        Native::new("Unlock", unlock),
        Native::new("NoteRead", |cx: &mut NativeCx, count: *mut u32| {
            let site = Site::before(cx.s.pc, cx.code);
            cx.g().reads.add(count as u64, site);
        }),
        Native::new("SemAcquire", sem_acquire),
        Native::new("SemRelease", sem_release),
        Native::new("Fatal", fatal),
        Native::new("TypeName", type_name),
        Native::new("Comparable", comparable),
    ]);
    all
}

/// The counter at an address.
fn counter<'a>(addr: *mut u32) -> Option<&'a AtomicU32> {
    // SAFETY: Go gives the address of a `uint32` variable, which is aligned and lives as long as a goroutine waits.
    unsafe { addr.cast::<AtomicU32>().as_ref() }
}

/// The mutex whose word is at an address.
fn mutex<'a>(addr: *mut u16) -> Option<Word<'a>> {
    // SAFETY: as in `counter`; Go's variable is a `uint16`.
    unsafe { addr.cast::<AtomicU16>().as_ref() }.map(Word)
}

/// Leaves in a mutex, which is not nil, that the goroutine has taken it at this call.
fn note(cx: &mut NativeCx, addr: *mut u16) {
    let site = Site::before(cx.s.pc, cx.code);
    if let Some(word) = mutex(addr) {
        // SAFETY: the word is a mutex's.
        unsafe { leave_note(word.0, note_of(word.0, cx.g().id, site)) };
    }
}

fn nil<R>() -> Outcome<R> {
    Outcome::Panic(GoError::Runtime("invalid memory address or nil pointer dereference".into()))
}

fn lock(cx: &mut NativeCx, addr: *mut u16) -> Outcome<()> {
    let Some(word) = mutex(addr) else { return nil() };
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let semas = unsafe { &(*shared).semas };
    let me = cx.task().me();
    let mut locker = Locker { me, since: cx.is_retry().then_some(cx.g().scratch) };
    let step = if cx.is_retry() {
        semas.finish_lock(cx.on(), word, &mut locker)
    } else {
        let spin = cx.task().may_spin();
        Some(semas.lock(cx.on(), word, &mut locker, spin))
    };
    if step == Some(LockStep::Locked) {
        note(cx, addr);
        return Outcome::Return(());
    }
    cx.g().scratch = locker.since.expect("who waits began to wait some time");
    Outcome::Park(Reason::MutexLock)
}

fn unlock(cx: &mut NativeCx, addr: *mut u16) -> Outcome<()> {
    let Some(word) = mutex(addr) else { return nil() };
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let semas = unsafe { &(*shared).semas };
    // If it is handed over, no holder is known until the next one runs.
    // SAFETY: the word is a mutex's.
    unsafe { leave_note(word.0, 0) };
    match semas.unlock(cx.on(), word) {
        UnlockStep::Unlocked => Outcome::Return(()),
        UnlockStep::Handed => Outcome::Yield(()),
        UnlockStep::WasFree => {
            Outcome::Panic(GoError::Fatal("sync: unlock of unlocked mutex".to_owned()))
        }
    }
}

/// `rt.WhyRLock`
const READ_LOCK: i64 = 2;

fn sem_acquire(cx: &mut NativeCx, addr: *mut u32, lifo: bool, why: i64) -> Outcome<()> {
    let Some(counter) = counter(addr) else { return nil() };
    let order = if lifo { Order::Lifo } else { Order::Fifo };
    let me = cx.task().me();
    let retry = cx.is_retry();
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let semas = unsafe { &(*shared).semas };
    let step = if retry {
        semas.finish_acquire(cx.on(), me, counter, order)
    } else {
        Some(semas.acquire(cx.on(), me, counter, order))
    };
    if step == Some(AcquireStep::Acquired) {
        if why == READ_LOCK {
            let site = Site::before(cx.s.pc, cx.code);
            // The count of an `RWMutex` stands behind the semaphore of its readers.
            cx.g().reads.add(addr as u64 + 4, site);
        }
        return Outcome::Return(());
    }
    Outcome::Park(match why {
        1 => Reason::MutexLock,
        READ_LOCK => Reason::RWMutexRLock,
        3 => Reason::RWMutexLock,
        4 => Reason::WaitGroupWait,
        5 => Reason::CondWait,
        _ => Reason::Semacquire,
    })
}

fn sem_release(cx: &mut NativeCx, addr: *mut u32, handoff: bool) -> Outcome<()> {
    let Some(counter) = counter(addr) else { return nil() };
    let shared = cx.m;
    // SAFETY: the machine outlives its slices.
    let semas = unsafe { &(*shared).semas };
    let woken = semas.release(cx.on(), counter, Handoff::Direct);
    if woken && handoff { Outcome::Yield(()) } else { Outcome::Return(()) }
}

fn fatal(msg: GoStr) -> Outcome<()> {
    Outcome::Panic(GoError::Fatal(msg.lossy()))
}

fn type_name(cx: &mut NativeCx, v: Iface) -> String {
    if v.ty == 0 {
        return "<nil>".to_owned();
    }
    cx.rtype(TypeId(v.ty as u32)).string.to_string()
}

fn comparable(cx: &mut NativeCx, v: Iface) -> bool {
    cx.rtype(TypeId(v.ty as u32)).comparable
}
