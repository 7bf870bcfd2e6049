//! The locks that goroutines hold at their accesses: for reports.
//!
//! A module of its own because no race depends on it. A cell has no room for locks, but its slot and tick say when the
//! access was made. So a goroutine that takes a lock or gives one back begins an epoch, and holds the same locks during
//! all of a tick; here is from which tick on it has held which.
//!
//! **Locks**: one for each shard, innermost; no two are held at once.

use crate::cell::{Slot, Tick};
use hashbrown::{HashMap, HashSet};
use parking_lot::Mutex;
use std::collections::VecDeque;

/// A lock that a goroutine holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The lock's address.
    pub addr: usize,
    /// Where it was taken. The detector attaches no meaning to the number.
    pub origin: u64,
    /// Whether others may hold it for reading too.
    pub for_reading: bool,
}

/// How many changes are remembered for a slot: the newest.
const MOST: usize = 64;

const SHARDS: usize = 64;

/// From which tick on a slot's goroutine held which locks; before the first one none, unless changes were dropped.
#[derive(Debug, Default)]
struct History {
    changes: VecDeque<(Tick, Box<[Held]>)>,
    is_cut: bool,
}

/// The locks held by the goroutines of a detector, now and at earlier accesses.
#[derive(Debug)]
pub(crate) struct Locks {
    shards: Box<[Mutex<HashMap<Slot, History>>; SHARDS]>,
    /// The locks that a goroutine has unlocked which did not hold them: whoever did is still noted as their holder.
    passed_on: Mutex<HashSet<usize>>,
}

impl Default for Locks {
    fn default() -> Self {
        let shards = Box::new(std::array::from_fn(|_| Mutex::default()));
        Self { shards, passed_on: Mutex::default() }
    }
}

impl Locks {
    fn shard(&self, slot: Slot) -> &Mutex<HashMap<Slot, History>> {
        &self.shards[slot.0 as usize % SHARDS]
    }

    /// From this tick on the slot's goroutine holds these locks.
    pub(crate) fn note(&self, slot: Slot, tick: Tick, held: &[Held]) {
        let mut shard = self.shard(slot).lock();
        // Most goroutines never hold one.
        let last = shard.get(&slot).and_then(|history| history.changes.back());
        if held.is_empty() && last.is_none_or(|(_, last)| last.is_empty()) {
            return;
        }
        let history = shard.entry(slot).or_default();
        if history.changes.back().is_some_and(|(last, _)| *last == tick) {
            history.changes.pop_back();
        }
        if history.changes.len() == MOST {
            history.changes.pop_front();
            history.is_cut = true;
        }
        history.changes.push_back((tick, held.into()));
    }

    /// The locks that the slot's goroutine held in a tick. `None`: that is not known any more.
    pub(crate) fn held(&self, slot: Slot, tick: Tick) -> Option<Vec<Held>> {
        let shard = self.shard(slot).lock();
        let Some(history) = shard.get(&slot) else { return Some(Vec::new()) };
        match history.changes.iter().rev().find(|(first, _)| *first <= tick) {
            Some((_, held)) => Some(self.certain(held)),
            None => (!history.is_cut).then(Vec::new),
        }
    }

    /// Those of the locks that the goroutine which has taken them also gives back.
    pub(crate) fn certain(&self, held: &[Held]) -> Vec<Held> {
        let passed_on = self.passed_on.lock();
        held.iter().filter(|held| !passed_on.contains(&held.addr)).copied().collect()
    }

    /// A goroutine that does not hold the lock has unlocked it.
    pub(crate) fn note_passed_on(&self, addr: usize) {
        self.passed_on.lock().insert(addr);
    }

    /// Forgets all earlier accesses' locks.
    pub(crate) fn forget_all(&self) {
        for shard in self.shards.iter() {
            *shard.lock() = HashMap::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(addr: usize) -> Held {
        Held { addr, origin: 0, for_reading: false }
    }

    fn addrs(locks: &Locks, tick: u16) -> Option<Vec<usize>> {
        let held = locks.held(Slot(3), Tick(tick))?;
        Some(held.iter().map(|held| held.addr).collect())
    }

    #[test]
    fn a_tick_has_the_locks_of_the_change_before() {
        let locks = Locks::default();
        assert_eq!(addrs(&locks, 1), Some(vec![]), "of a slot that never held one");
        locks.note(Slot(3), Tick(4), &[held(8)]);
        locks.note(Slot(3), Tick(6), &[held(8), held(16)]);
        locks.note(Slot(3), Tick(9), &[held(16)]);
        locks.note(Slot(3), Tick(9), &[]);
        let found = [3, 4, 5, 6, 8, 9, 20].map(|tick| addrs(&locks, tick).unwrap());
        assert_eq!(found, [vec![], vec![8], vec![8], vec![8, 16], vec![8, 16], vec![], vec![]]);
    }

    #[test]
    fn dropped_changes_are_not_known() {
        let locks = Locks::default();
        for i in 0..=MOST {
            locks.note(Slot(3), Tick(10 + i as u16), &[held(8 * i)]);
        }
        assert_eq!(addrs(&locks, 10), None);
        assert_eq!(addrs(&locks, 11), Some(vec![8]));
        locks.forget_all();
        assert_eq!(addrs(&locks, 11), Some(vec![]));
    }

    #[test]
    fn a_goroutine_that_ends_with_a_lock_leaves_none_to_the_next() {
        let locks = Locks::default();
        locks.note(Slot(3), Tick(4), &[held(8)]);
        // The next goroutine that gets it.
        locks.note(Slot(3), Tick(7), &[]);
        assert_eq!((addrs(&locks, 6), addrs(&locks, 7)), (Some(vec![8]), Some(vec![])));
    }

    #[test]
    fn a_lock_that_another_goroutine_unlocks_is_not_told() {
        let locks = Locks::default();
        locks.note(Slot(3), Tick(4), &[held(8), held(16)]);
        locks.note_passed_on(8);
        assert_eq!(addrs(&locks, 4), Some(vec![16]));
    }
}
