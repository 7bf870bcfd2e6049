//! The locks that goroutines hold at their accesses: for reports.
//!
//! A module of its own because the detection of races does not depend on it. A cell has no room for locks, but its slot
//! and tick say when the access was made. So a goroutine that takes or releases a lock begins an epoch, and holds the
//! same locks during a whole tick. This module records from which tick on a goroutine held which locks.
//!
//! **Locks**: one mutex for each shard and for each history, innermost; no two are held at once.

use crate::cell::{ClockSlot, Tick};
use hashbrown::{HashMap, HashSet};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;

/// A lock that a goroutine holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldLock {
    /// The lock's address.
    pub addr: usize,
    /// The place at which it was taken. The detector attaches no meaning to the number.
    pub lock_place: u64,
    /// Whether it is held for reading, so that other goroutines may hold it too.
    pub for_reading: bool,
}

/// How many changes are kept for a slot: the newest ones, 24 bytes each, so that 100,000 goroutines with one lock each
/// stay below 1 KB per goroutine.
const MAX_CHANGES: usize = 32;

const SHARDS: usize = 64;

/// The changes of the set of locks that a slot's goroutine held, each with its first tick (`None`: no locks); before
/// the first change it held none, unless changes were dropped.
#[derive(Debug, Default)]
pub(crate) struct LockHistory {
    changes: VecDeque<(Tick, Option<Arc<[HeldLock]>>)>,
    is_truncated: bool,
}

/// The history of a slot: the goroutine that has the slot changes it, reports read it.
pub(crate) type SharedHistory = Arc<Mutex<LockHistory>>;

impl LockHistory {
    /// Records that the slot's goroutine holds these locks from this tick on.
    pub(crate) fn note_locks(&mut self, tick: Tick, held: &[HeldLock]) {
        if self.changes.back().is_some_and(|(last, _)| *last == tick) {
            self.changes.pop_back();
        }
        // A goroutine that takes one lock again and again held the same set of locks two changes ago: so this change
        // shares that change's list.
        let before = self.changes.iter().rev().nth(1).and_then(|(_, before)| before.as_ref());
        let held = match before.filter(|before| before[..] == *held) {
            Some(before) => Some(before.clone()),
            None => (!held.is_empty()).then(|| held.into()),
        };
        if self.changes.len() == MAX_CHANGES {
            self.changes.pop_front();
            self.is_truncated = true;
        }
        self.changes.push_back((tick, held));
    }

    /// The locks that were held in a tick; `None` if these are no longer known.
    fn locks_at(&self, tick: Tick) -> Option<&[HeldLock]> {
        match self.changes.iter().rev().find(|(first, _)| *first <= tick) {
            Some((_, held)) => Some(held.as_deref().unwrap_or_default()),
            None => (!self.is_truncated).then_some(&[]),
        }
    }
}

/// The locks held by the goroutines of a detector, now and at earlier accesses.
#[derive(Debug)]
pub(crate) struct Locks {
    /// The histories by slot, for slots of which a goroutine ever held a lock.
    shards: Box<[Mutex<HashMap<ClockSlot, SharedHistory>>; SHARDS]>,
    /// The locks that were unlocked by a goroutine that did not hold them: the goroutine that took such a lock is still
    /// recorded as its holder.
    foreign_unlocked_addresses: Mutex<HashSet<usize>>,
}

impl Default for Locks {
    fn default() -> Self {
        let shards = Box::new(std::array::from_fn(|_| Mutex::default()));
        Self { shards, foreign_unlocked_addresses: Mutex::default() }
    }
}

impl Locks {
    fn shard(&self, slot: ClockSlot) -> &Mutex<HashMap<ClockSlot, SharedHistory>> {
        &self.shards[slot.0 as usize % SHARDS]
    }

    /// Returns the history of a slot whose new goroutine holds these locks; `None` if neither it nor an earlier
    /// goroutine of the slot ever held a lock.
    pub(crate) fn begin_history(
        &self,
        slot: ClockSlot,
        tick: Tick,
        held: &[HeldLock],
    ) -> Option<SharedHistory> {
        let mut shard = self.shard(slot).lock();
        let history = match held {
            [] => shard.get(&slot)?.clone(),
            _ => shard.entry(slot).or_default().clone(),
        };
        drop(shard);
        // The slot's previous goroutine may have ended with locks held.
        history.lock().note_locks(tick, held);
        Some(history)
    }

    /// The locks that the slot's goroutine held in a tick; `None` if these are no longer known.
    pub(crate) fn locks_at(&self, slot: ClockSlot, tick: Tick) -> Option<Vec<HeldLock>> {
        let history = self.shard(slot).lock().get(&slot).cloned();
        let Some(history) = history else { return Some(Vec::new()) };
        let held = history.lock().locks_at(tick)?.to_vec();
        Some(self.with_certain_holder(&held))
    }

    /// The locks among `held` whose holder is certain: no other goroutine has ever unlocked them.
    pub(crate) fn with_certain_holder(&self, held: &[HeldLock]) -> Vec<HeldLock> {
        let passed_on = self.foreign_unlocked_addresses.lock();
        held.iter().filter(|held| !passed_on.contains(&held.addr)).copied().collect()
    }

    /// Records that a goroutine has unlocked a lock that it does not hold.
    pub(crate) fn note_foreign_unlock(&self, addr: usize) {
        self.foreign_unlocked_addresses.lock().insert(addr);
    }

    /// Discards the locks of all earlier accesses.
    pub(crate) fn forget_all(&self) {
        for shard in self.shards.iter() {
            *shard.lock() = HashMap::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held_lock(addr: usize) -> HeldLock {
        HeldLock { addr, lock_place: 0, for_reading: false }
    }

    fn note_locks(locks: &Locks, tick: u16, held: &[HeldLock]) {
        locks.begin_history(ClockSlot(3), Tick(tick), held);
    }

    fn addrs(locks: &Locks, tick: u16) -> Option<Vec<usize>> {
        let held = locks.locks_at(ClockSlot(3), Tick(tick))?;
        Some(held.iter().map(|held| held.addr).collect())
    }

    #[test]
    fn a_tick_has_the_locks_of_the_change_before() {
        let locks = Locks::default();
        assert_eq!(addrs(&locks, 1), Some(vec![]), "the slot never held a lock");
        note_locks(&locks, 4, &[held_lock(8)]);
        note_locks(&locks, 6, &[held_lock(8), held_lock(16)]);
        note_locks(&locks, 9, &[held_lock(16)]);
        note_locks(&locks, 9, &[]);
        let found = [3, 4, 5, 6, 8, 9, 20].map(|tick| addrs(&locks, tick).unwrap());
        assert_eq!(found, [vec![], vec![8], vec![8], vec![8, 16], vec![8, 16], vec![], vec![]]);
    }

    #[test]
    fn dropped_changes_are_not_known() {
        let locks = Locks::default();
        for i in 0..=MAX_CHANGES {
            note_locks(&locks, 10 + i as u16, &[held_lock(8 * i)]);
        }
        assert_eq!(addrs(&locks, 10), None);
        assert_eq!(addrs(&locks, 11), Some(vec![8]));
        locks.forget_all();
        assert_eq!(addrs(&locks, 11), Some(vec![]));
    }

    #[test]
    fn a_goroutine_that_ends_with_a_lock_leaves_none_to_the_next() {
        let locks = Locks::default();
        note_locks(&locks, 4, &[held_lock(8)]);
        // The next goroutine in the slot holds no locks.
        note_locks(&locks, 7, &[]);
        assert_eq!((addrs(&locks, 6), addrs(&locks, 7)), (Some(vec![8]), Some(vec![])));
    }

    #[test]
    fn a_lock_unlocked_by_another_goroutine_is_not_reported() {
        let locks = Locks::default();
        note_locks(&locks, 4, &[held_lock(8), held_lock(16)]);
        locks.note_foreign_unlock(8);
        assert_eq!(addrs(&locks, 4), Some(vec![16]));
    }
}
