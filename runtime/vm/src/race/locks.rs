//! The locks of package sync that goroutines hold, for race reports.
//!
//! The instruction or native that takes a lock reports it to the detector after the acquire, the one that unlocks it
//! before the release. `RWMutex.Lock` takes the inner mutex of writers, which has the lock's own address; readers are
//! counted at another address.

use crate::goroutine::context::Cx;
use crate::goroutine::unwind_records::VmCallKind;
use crate::image::lines::is_user_code;
use crate::race::Races;
use minigo_bytecode::ops::Op;
use minigo_race::{Goroutine, HeldLock};
use minigo_sync::RwState;
use std::mem::offset_of;

/// A mutex, or an RWMutex that is held for writing or for reading.
#[derive(Clone, Copy)]
pub(crate) struct Lock {
    addr: usize,
    for_reading: bool,
}

/// The offset of an RWMutex's count of readers: behind the mutex of writers lie the words of [`RwState`].
const READER_COUNT_OFFSET: u64 = MUTEX_BYTES + offset_of!(RwState, reader_count) as u64;

/// Bytes of a `sync.Mutex`.
const MUTEX_BYTES: u64 = 8;

impl Lock {
    /// The lock with its word at an address: a mutex, or an RWMutex held for writing.
    pub(crate) const fn at_word(addr: u64) -> Self {
        Self { addr: addr as usize, for_reading: false }
    }

    /// The RWMutex whose count of readers has this address, held for reading.
    pub(crate) const fn held_by_readers(count: u64) -> Self {
        Self { addr: count.wrapping_sub(READER_COUNT_OFFSET) as usize, for_reading: true }
    }
}

/// Records that the running goroutine has taken the lock at the instruction before `pc`, in the frame at `r`.
pub(crate) fn note_lock(cx: &mut Cx, lock: Lock, pc: *const Op, r: *mut u64) {
    let me = cx.race_state;
    if me.is_null() {
        return;
    }
    let origin = user_site(cx, pc, r);
    let Some(races) = cx.shared().race.as_deref() else { return };
    let Lock { addr, for_reading } = lock;
    // SAFETY: the pointer is the running goroutine's detector state.
    races
        .detector
        .note_lock(unsafe { &mut *me }, HeldLock { addr, lock_place: origin, for_reading });
}

/// Records that the goroutine is about to unlock the lock. In Go, any goroutine may unlock a lock.
pub(crate) fn note_unlock(races: &Races, me: &mut Goroutine, lock: Lock) {
    if !note_unlock_if_held(races, me, lock) {
        races.detector.note_foreign_unlock(lock.addr);
    }
}

/// Like [`note_unlock`], but does nothing if the goroutine does not hold the lock. Returns whether the goroutine held
/// the
/// lock.
pub(crate) fn note_unlock_if_held(races: &Races, me: &mut Goroutine, lock: Lock) -> bool {
    races.detector.note_unlock(me, lock.addr, lock.for_reading)
}

/// The index of the instruction behind the one at which the innermost frame of the user's functions stands; 0 if there
/// is no such frame.
fn user_site(cx: &mut Cx, pc: *const Op, r: *mut u64) -> u64 {
    let g = cx.g.cast_const();
    let image = &cx.shared().image;
    // SAFETY: the running goroutine, which does not change during the call; the frame lies in its stack.
    let mut stacked = unsafe {
        let base = r.offset_from((*g).stack.base()) as usize;
        (*g).frames_at(image, pc, base)
    };
    let Some(users) = stacked.find(|frame| is_user_code(image, frame.pc)) else { return 0 };
    // A frame that runs its deferred calls stands at an instruction, not behind an instruction.
    let defers = users.vm_call.is_some_and(|act| matches!(act.kind, VmCallKind::Defer));
    (image.offset_of(users.pc) + usize::from(defers)) as u64
}
