//! Notes on locks: which goroutine has taken a lock, and where; for reports of deadlocks and leaks.
//!
//! The notes are made in the fastest paths of package sync, and read when the world is stopped.
//!
//! # Where the notes are
//! * A mutex has eight bytes, as in Go. The mutex's word takes two of them; the goroutine that locks it writes a note
//!   to the other six: its number and the place. Unlocking leaves the note as it is. A copy of a locked mutex therefore
//!   carries the note too.
//! * An `RWMutex` has no room for its readers. Each goroutine records the locks that it holds for reading: two in
//!   itself, more in a list. Locks that a goroutine still holds for reading when it ends are kept for the machine,
//!   until the lock is unlocked or collected.
//!
//! # Limits of the notes
//! Go lets any goroutine unlock a lock. So the goroutine that is noted as the holder of a mutex may not hold it any
//! more, and a goroutine may be noted as reader after another one has unlocked for it: `report::waits` compares the
//! notes with the lock's own count, and says which readers are certain.

use crate::image::Image;
use minigo_bytecode::ops::Op;
use minigo_heap::Heap;
use minigo_jit::abi::{DIGEST_FACTOR, LOCK_DIGEST_BITS, LOCK_SITE_BITS, LOCKER_BITS};
use parking_lot::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicUsize};

/// An instruction of the image: the index of the instruction behind it. 0: unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub(crate) struct LockSite(pub(crate) u32);

impl LockSite {
    /// An unknown instruction.
    pub(crate) const UNKNOWN: Self = Self(0);

    /// The site of the instruction before `pc`, in code that begins at `code`.
    #[inline(always)]
    pub(crate) fn before(pc: *const Op, code: *const Op) -> Self {
        Self(((pc as usize).wrapping_sub(code as usize) / size_of::<Op>()) as u32)
    }

    /// The address behind the instruction, if the instruction is in a function of the program.
    pub(crate) fn pc(self, image: &Image) -> Option<*const Op> {
        let pc = image.code.first_instruction().wrapping_add(self.0 as usize);
        (self.0 != 0 && image.has_pc(pc as u64)).then_some(pc)
    }
}

/// A digest of an address: it tells a locked mutex from a copy at another address.
#[inline(always)]
pub(crate) fn address_digest(at: u64) -> u64 {
    at.wrapping_mul(DIGEST_FACTOR) >> (64 - LOCK_DIGEST_BITS)
}

/// The note to be left in a mutex: the goroutine that locks it, and the place. The note is computed before the mutex is
/// locked, since instructions behind a locked instruction wait for it.
#[inline(always)]
pub(crate) fn lock_note(word: &AtomicU16, id: u64, site: LockSite) -> u64 {
    id & ((1 << LOCKER_BITS) - 1)
        | (u64::from(site.0) & ((1 << LOCK_SITE_BITS) - 1)) << LOCKER_BITS
        | address_digest(word.as_ptr() as u64) << (LOCKER_BITS + LOCK_SITE_BITS)
}

/// Stores in a mutex which goroutine locks it, and where. A goroutine that locks a mutex repeatedly at one place finds
/// its note there: unnecessary stores are skipped, since the next locked instruction would wait for them.
///
/// # Safety
/// `word` is the word of a `sync.Mutex`, whose other six bytes are for the note.
#[inline(always)]
pub(crate) unsafe fn write_lock_note(word: &AtomicU16, note: u64) {
    // SAFETY: the caller's promise; the mutex is aligned as its type says, to four bytes.
    let (high, low) = unsafe {
        let behind = word.as_ptr().add(1);
        (AtomicU16::from_ptr(behind), AtomicU32::from_ptr(behind.add(1).cast()))
    };
    // The note is written only now that this goroutine holds the mutex: before, another goroutine could still have
    // written its own note.
    if low.load(Relaxed) != note as u32 {
        low.store(note as u32, Relaxed);
    }
    if high.load(Relaxed) != (note >> 32) as u16 {
        high.store((note >> 32) as u16, Relaxed);
    }
}

/// The goroutine that holds a lock, and the place where the goroutine locked the lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Holder {
    /// The goroutine's number.
    pub(crate) id: u64,
    pub(crate) lock_site: LockSite,
}

/// The note in the bytes of the mutex at `at`: a goroutine's number, a site's, and whether the note was written for
/// another address.
pub(crate) fn decode_lock_note(bytes: u64, at: u64) -> (u64, u32, bool) {
    let note = bytes >> 32 | (bytes >> 16 & 0xffff) << 32;
    let id = note & ((1 << LOCKER_BITS) - 1);
    let site = (note >> LOCKER_BITS & ((1 << LOCK_SITE_BITS) - 1)) as u32;
    (id, site, note >> (LOCKER_BITS + LOCK_SITE_BITS) != address_digest(at))
}

/// Reports whether a goroutine's number in a mutex is the number of the goroutine `id`.
pub(crate) fn is_locker_number_of(number: u64, id: u64) -> bool {
    number == id & ((1 << LOCKER_BITS) - 1)
}

/// Reports whether numbers in mutexes identify goroutines uniquely, given the newest goroutine id.
pub(crate) fn are_locker_numbers_unique(newest: u64) -> bool {
    newest < 1 << LOCKER_BITS
}

/// The `RWMutex`es that a goroutine holds for reading, by the address of their counts.
#[derive(Default)]
pub(crate) struct ReadLocks {
    inline_locks: [u64; 2],
    inline_sites: [LockSite; 2],
    #[allow(
        clippy::box_collection,
        reason = "the field takes one word in each goroutine, and few goroutines use it"
    )]
    more_locks: Option<Box<Vec<(u64, LockSite)>>>,
}

/// The most locks in a list. Longer lists only arise in programs where other goroutines unlock a goroutine's locks.
pub(crate) const MAX_LISTED_LOCKS: usize = 256;

impl ReadLocks {
    /// The offsets of `inline_locks` and `inline_sites` in bytes, for compiled code.
    pub(crate) const INLINE_LOCKS_OFFSET: usize = std::mem::offset_of!(Self, inline_locks);
    pub(crate) const INLINE_SITES_OFFSET: usize = std::mem::offset_of!(Self, inline_sites);

    /// Records a lock in one of the two inline places and returns its index; `None`: both are in use.
    #[inline(always)]
    pub(crate) fn note_inline(&mut self, lock: u64, site: LockSite) -> Option<usize> {
        let at = match self.inline_locks {
            [0, _] => 0,
            [_, 0] => 1,
            _ => return None,
        };
        (self.inline_locks[at], self.inline_sites[at]) = (lock, site);
        Some(at)
    }

    /// Removes the lock at an index that [`note_inline`](Self::note_inline) returned.
    #[inline(always)]
    pub(crate) fn remove_inline(&mut self, at: usize) {
        self.inline_locks[at & 1] = 0;
    }

    /// Removes a lock from the inline places; returns false if the lock is in neither place.
    #[inline(always)]
    pub(crate) fn forget_inline(&mut self, lock: u64) -> bool {
        match self.inline_locks {
            [_, last] if last == lock => self.inline_locks[1] = 0,
            [first, _] if first == lock => self.inline_locks[0] = 0,
            _ => return false,
        }
        true
    }

    /// Records a lock, in the list if the inline places are in use.
    pub(crate) fn add(&mut self, lock: u64, site: LockSite) {
        if self.note_inline(lock, site).is_some() {
            return;
        }
        let more = self.more_locks.get_or_insert_default();
        if more.len() == MAX_LISTED_LOCKS {
            more.remove(0);
        }
        more.push((lock, site));
    }

    /// Removes a lock from the list; returns false if the lock is not in the list.
    pub(crate) fn remove_listed_lock(&mut self, lock: u64) -> bool {
        let Some(more) = &mut self.more_locks else { return false };
        let at = more.iter().rposition(|&(l, _)| l == lock);
        at.map(|at| more.remove(at)).is_some()
    }

    /// Reports whether no lock was ever recorded in the list and none is in the inline places.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.inline_locks == [0; 2] && self.more_locks.is_none()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, LockSite)> {
        let here = self.inline_locks.into_iter().zip(self.inline_sites);
        here.chain(self.more_locks.iter().flat_map(|m| m.iter().copied()))
            .filter(|&(lock, _)| lock != 0)
    }
}

/// The locks that ended goroutines still hold for reading.
#[derive(Default)]
pub(crate) struct OrphanedReadLocks {
    orphan_count: AtomicUsize,
    pub(crate) orphans: Mutex<Vec<(u64, Holder)>>,
}

/// The most orphans that are kept; the newest stay.
pub(crate) const MAX_ORPHANED_LOCKS: usize = 1024;

impl OrphanedReadLocks {
    /// Takes over the locks that a goroutine still held for reading when it ended.
    #[cold]
    pub(crate) fn inherit_read_locks(&self, id: u64, reads: &ReadLocks) {
        let mut all = self.orphans.lock();
        for (lock, site) in reads.iter() {
            if all.len() == MAX_ORPHANED_LOCKS {
                all.remove(0);
            }
            all.push((lock, Holder { id, lock_site: site }));
        }
        self.orphan_count.store(all.len(), Relaxed);
    }

    /// Removes an orphan: a goroutine has unlocked the lock for reading.
    pub(crate) fn forget_orphan(&self, lock: u64) {
        if self.orphan_count.load(Relaxed) == 0 {
            return;
        }
        let mut all = self.orphans.lock();
        if let Some(at) = all.iter().position(|&(l, _)| l == lock) {
            all.remove(at);
        }
        self.orphan_count.store(all.len(), Relaxed);
    }

    /// Removes the locks that the finished marking has not reached.
    pub(crate) fn clear(&self, heap: &Heap) {
        let mut all = self.orphans.lock();
        all.retain(|&(lock, _)| !heap.is_unreachable(lock as usize));
        self.orphan_count.store(all.len(), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_mutex_note_differs_from_its_original() {
        let mut locks = [0_u64; 64];
        let first = locks.as_mut_ptr().cast::<u16>();
        // SAFETY: the eight bytes are aligned, and are used here only.
        unsafe {
            let word = AtomicU16::from_ptr(first);
            write_lock_note(word, lock_note(word, 77, LockSite(1234)));
        }
        let note = locks[0];
        let read = |l: &u64| decode_lock_note(u64::from_le(*l), std::ptr::from_ref(l) as u64);
        assert_eq!(read(&locks[0]), (77, 1234, false));
        locks.fill(note);
        let copies = locks.iter().filter(|l| read(l) == (77, 1234, true)).count();
        assert!(copies > 48, "{copies} of 63");
    }

    #[test]
    fn reads_are_found_however_many_there_are() {
        let mut reads = ReadLocks::default();
        let note = |reads: &mut ReadLocks, lock| reads.add(lock, LockSite(lock as u32));
        for lock in [8, 16, 24, 8] {
            note(&mut reads, lock);
        }
        let locks = |reads: &ReadLocks| {
            let mut all: Vec<u64> = reads.iter().map(|(lock, _)| lock).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(locks(&reads), [8, 8, 16, 24]);
        assert!(
            reads.forget_inline(16) && !reads.forget_inline(24) && reads.remove_listed_lock(24)
        );
        assert!(
            reads.forget_inline(8)
                && !reads.forget_inline(8)
                && reads.remove_listed_lock(8)
                && !reads.remove_listed_lock(8)
        );
        assert_eq!(locks(&reads), []);
    }
}
