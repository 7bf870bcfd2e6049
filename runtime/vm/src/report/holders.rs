//! Finds the goroutines that hold a lock, by the notes that they have left.

use crate::goroutine::state::Goroutine;
use crate::shared::Shared;
use crate::shared::locks::{Holder, LockSite, OrphanedReadLocks, decode_lock_note};
use minigo_jit::abi::LOCK_SITE_BITS;

/// The goroutine that holds the mutex at `at`, and whether the mutex is a copy of the one that this goroutine has
/// locked (one of 16 copies is not recognised). `None` if no goroutine holds it, or the holder is unknown. The number
/// is the goroutine's number according to [`is_locker_number_of`].
pub(crate) fn holder_of(shared: &Shared, at: u64) -> Option<(Holder, bool)> {
    const LOCKED_BIT: u64 = 1;
    // SAFETY: a mutex lies there, in readable memory, which does not change while the world is stopped.
    let bytes = u64::from_le(unsafe { (at as *const u64).read_unaligned() });
    let (id, site, copied) = decode_lock_note(bytes, at);
    // In a larger image the number does not identify the instruction.
    let site_fits = shared.image.code.len() < 1 << LOCK_SITE_BITS;
    let site = if site_fits { LockSite(site) } else { LockSite::UNKNOWN };
    (bytes & LOCKED_BIT != 0 && id != 0).then_some((Holder { id, lock_site: site }, copied))
}

/// The goroutines noted as readers of the lock whose count is at `lock`; ended goroutines come last.
pub(crate) fn readers_of<'w>(
    goroutines: impl Iterator<Item = &'w Goroutine>,
    orphans: &OrphanedReadLocks,
    lock: u64,
) -> Vec<Holder> {
    let mut found = Vec::new();
    for g in goroutines {
        let of = g.read_locks.iter().filter(|&(l, _)| l == lock);
        found.extend(of.map(|(_, site)| Holder { id: g.id, lock_site: site }));
    }
    let ended = orphans.orphans.lock();
    found.extend(ended.iter().filter(|(l, _)| *l == lock).map(|(_, holder)| *holder));
    found
}
