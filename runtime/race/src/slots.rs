//! Slots: the indices of goroutines in vector clocks.
//!
//! A module of its own because it alone decides which goroutine gets a slot, which decides what the detector can miss.
//!
//! # Reuse
//! A slot that a goroutine has left, because it ended or its clock overflowed, is *left* with the last tick in which
//! the goroutine accessed memory. The slot is given only to a goroutine whose clock covers that tick. The new owner
//! begins with the next tick. Cells of the earlier owner then keep their meaning for all goroutines: a clock that
//! covers `(slot, tick)` has it from that owner or from a later one, who knew of all that the earlier one did. So reuse
//! neither misses races nor reports false ones. A slot whose clock has reached its last tick is never given again.
//!
//! # The shared slot
//! The last slot is shared by all goroutines for which no other slot was found. The shared slot stays at its last tick.
//! Accesses of its goroutines cannot be distinguished, and a goroutine that knows of one of them counts as knowing all:
//! races are missed, but no false ones are reported. [`Slots::are_scarce`] reports before this happens that a restart
//! would help.

use crate::cell::{ClockSlot, Tick};
use crate::clock::Clock;

/// The numbers of slots and ticks. Only tests use values below the defaults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotLimits {
    /// How many slots there are: 1 to 2^20.
    pub slot_count: u32,
    /// The last tick of a slot's clock: 2 or more.
    pub last_tick: u16,
}

impl Default for SlotLimits {
    fn default() -> Self {
        Self { slot_count: 1 << crate::cell::SLOT_BITS, last_tick: u16::MAX }
    }
}

/// A goroutine, as reports name it. The detector attaches no meaning to the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Owner {
    /// The goroutine's number.
    pub id: u64,
    /// The place of its creation: the value passed to [`Detector::start_goroutine`](crate::Detector::start_goroutine).
    pub creation_place: u64,
    /// The number of the goroutine that created it; 0 if none did.
    pub creator: u64,
}

/// The number of free slots that are tried for a new goroutine: this many of the slots freed last, then this many older
/// ones, taken in turn.
const MAX_CANDIDATES: usize = 4;

/// How many earlier owners are remembered for a slot.
const MAX_EARLIER_OWNERS: usize = 3;

/// A slot that a goroutine gets, and its first tick there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AssignedSlot {
    pub(crate) slot: ClockSlot,
    pub(crate) tick: Tick,
    /// Whether other goroutines may have the slot too.
    pub(crate) is_shared: bool,
}

/// A slot without owner, and the last tick in which it has accesses.
#[derive(Debug)]
struct OwnerlessSlot {
    slot: ClockSlot,
    tick: Tick,
}

/// An owner and its first tick.
type Tenure = (Tick, Owner);

#[derive(Debug)]
struct Tenures {
    current_tenure: Tenure,
    /// Earlier owners, the oldest first.
    earlier_tenures: Vec<Tenure>,
}

/// All slots of a detector.
#[derive(Debug)]
pub(crate) struct Slots {
    limits: SlotLimits,
    released_slots: Vec<OwnerlessSlot>,
    /// Slots whose clock had reached its last tick when their goroutine left them.
    used_up_slots: Vec<ClockSlot>,
    /// The index at which the search among older slots continues.
    search_cursor: usize,
    /// The owners by slot, for slots that were ever given.
    tenures: Vec<Tenures>,
    /// How many goroutines have a slot, the shared one included.
    live_goroutines: usize,
}

impl Slots {
    pub(crate) fn new(limits: SlotLimits) -> Self {
        assert!(
            limits.slot_count >= 1
                && limits.slot_count <= 1 << crate::cell::SLOT_BITS
                && limits.last_tick >= 2
        );
        Self {
            limits,
            released_slots: Vec::new(),
            used_up_slots: Vec::new(),
            search_cursor: 0,
            tenures: Vec::new(),
            live_goroutines: 0,
        }
    }

    const fn shared_slot(&self) -> ClockSlot {
        ClockSlot(self.limits.slot_count - 1)
    }

    /// Gives a slot to a goroutine whose knowledge is `clock`.
    pub(crate) fn assign_slot(&mut self, clock: &Clock, owner: Owner) -> AssignedSlot {
        self.live_goroutines += 1;
        if let Some(OwnerlessSlot { slot, tick }) = self.take_ownerless(clock) {
            let tick = Tick(tick.0 + 1);
            self.tenures[slot.0 as usize].begin_tenure((tick, owner));
            return AssignedSlot { slot, tick, is_shared: false };
        }
        let slot = ClockSlot(self.tenures.len() as u32);
        if slot == self.shared_slot() {
            return AssignedSlot { slot, tick: Tick(self.limits.last_tick), is_shared: true };
        }
        self.tenures
            .push(Tenures { current_tenure: (Tick(1), owner), earlier_tenures: Vec::new() });
        AssignedSlot { slot, tick: Tick(1), is_shared: false }
    }

    fn take_ownerless(&mut self, clock: &Clock) -> Option<OwnerlessSlot> {
        let count = self.released_slots.len();
        let newest = (count.saturating_sub(MAX_CANDIDATES)..count).rev();
        let cursor = self.search_cursor;
        let others = (cursor..cursor + MAX_CANDIDATES.min(count)).map(|i| i % count);
        self.search_cursor = (cursor + MAX_CANDIDATES) % count.max(1);
        let known = |i: &usize| {
            clock.has_happened(self.released_slots[*i].slot, self.released_slots[*i].tick)
        };
        let found = newest.chain(others).find(known)?;
        Some(self.released_slots.swap_remove(found))
    }

    /// Called when a goroutine leaves its slot; `tick` is its last one with accesses.
    pub(crate) fn release_slot(&mut self, slot: ClockSlot, tick: Tick) {
        self.live_goroutines -= 1;
        if slot == self.shared_slot() || tick.0 >= self.limits.last_tick {
            if self.used_up_slots.last() != Some(&slot) {
                self.used_up_slots.push(slot);
            }
        } else {
            self.released_slots.push(OwnerlessSlot { slot, tick });
        }
    }

    /// Calls `visit` with each slot that has no owner, and its last tick with accesses.
    pub(crate) fn each_ownerless(&self, mut visit: impl FnMut(ClockSlot, Tick)) {
        self.released_slots.iter().for_each(|left| visit(left.slot, left.tick));
        self.used_up_slots.iter().for_each(|slot| visit(*slot, Tick(self.limits.last_tick)));
    }

    /// Returns the goroutine that had a slot at a tick, unless that is too long ago. The slot that several goroutines
    /// share has no owner.
    pub(crate) fn owner_at(&self, slot: ClockSlot, tick: Tick) -> Option<Owner> {
        let tenures = self.tenures.get(slot.0 as usize)?;
        let newest_first =
            std::iter::once(&tenures.current_tenure).chain(tenures.earlier_tenures.iter().rev());
        newest_first.into_iter().find(|(first, _)| *first <= tick).map(|(_, owner)| *owner)
    }

    /// Reports whether few new slots remain, and a restart would free many.
    pub(crate) fn are_scarce(&self) -> bool {
        let (slots, given) = (self.limits.slot_count as usize, self.tenures.len());
        given >= slots - 1 - slots / 16 && self.live_goroutines <= slots / 2
    }
}

impl Tenures {
    fn begin_tenure(&mut self, tenure: Tenure) {
        let earlier = std::mem::replace(&mut self.current_tenure, tenure);
        // An owner that made no access has no cells, so it need not be remembered.
        if earlier.0 == tenure.0 {
            return;
        }
        if self.earlier_tenures.len() == MAX_EARLIER_OWNERS {
            self.earlier_tenures.remove(0);
        }
        self.earlier_tenures.push(earlier);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY_LIMITS: SlotLimits = SlotLimits { slot_count: 4, last_tick: 5 };

    fn owner(id: u64) -> Owner {
        Owner { id, ..Owner::default() }
    }

    #[test]
    fn a_slot_is_reused_with_knowledge_only() {
        let mut slots = Slots::new(SlotLimits { slot_count: 64, ..TINY_LIMITS });
        let first = slots.assign_slot(&Clock::default(), owner(1));
        slots.release_slot(first.slot, Tick(3));
        let mut clock = Clock::default();
        clock.raise_to(first.slot, Tick(2));
        let stranger = slots.assign_slot(&clock, owner(2));
        assert_ne!(stranger.slot, first.slot);
        clock.raise_to(first.slot, Tick(3));
        let third = slots.assign_slot(&clock, owner(3));
        assert_eq!((third.slot, third.tick), (first.slot, Tick(4)));
        assert_ne!(
            slots.assign_slot(&clock, owner(4)).slot,
            first.slot,
            "the slot has an owner again"
        );
    }

    #[test]
    fn an_exhausted_slot_is_never_reused() {
        let mut slots = Slots::new(TINY_LIMITS);
        let first = slots.assign_slot(&Clock::default(), owner(1));
        slots.release_slot(first.slot, Tick(TINY_LIMITS.last_tick));
        let mut clock = Clock::default();
        clock.raise_to(first.slot, Tick(TINY_LIMITS.last_tick));
        assert_ne!(slots.assign_slot(&clock, owner(2)).slot, first.slot);
    }

    #[test]
    fn older_slots_are_found_in_turn() {
        let mut slots = Slots::new(SlotLimits { slot_count: 1000, ..TINY_LIMITS });
        let given: Vec<AssignedSlot> =
            (0..100).map(|id| slots.assign_slot(&Clock::default(), owner(id))).collect();
        for given in &given {
            slots.release_slot(given.slot, Tick(1));
        }
        // The goroutine knows the accesses of one slot, in the middle.
        let mut clock = Clock::default();
        clock.raise_to(given[40].slot, Tick(1));
        let tries = 100 / MAX_CANDIDATES + 1;
        let found = (0..tries).find(|_| slots.assign_slot(&clock, owner(7)).slot == given[40].slot);
        assert!(found.is_some(), "the slot is not among those of {tries} searches");
    }

    #[test]
    fn the_last_slot_is_shared() {
        let mut slots = Slots::new(TINY_LIMITS);
        let given: Vec<AssignedSlot> =
            (0..5).map(|id| slots.assign_slot(&Clock::default(), owner(id))).collect();
        let numbers: Vec<u32> = given.iter().map(|g| g.slot.0).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 3]);
        assert_eq!(given[4].tick, Tick(TINY_LIMITS.last_tick));
        assert_eq!(slots.owner_at(given[3].slot, given[3].tick), None);
        slots.release_slot(given[3].slot, given[3].tick);
        let mut clock = Clock::default();
        clock.raise_to(given[3].slot, given[3].tick);
        assert_eq!(
            slots.assign_slot(&clock, owner(6)).slot,
            slots.shared_slot(),
            "the slot stays shared"
        );
    }

    #[test]
    fn scarce_if_a_restart_would_help() {
        let mut slots = Slots::new(SlotLimits { slot_count: 64, ..TINY_LIMITS });
        let given: Vec<AssignedSlot> =
            (0..60).map(|id| slots.assign_slot(&Clock::default(), owner(id))).collect();
        assert!(!slots.are_scarce(), "all live");
        for given in &given[..28] {
            slots.release_slot(given.slot, Tick(1));
        }
        assert!(slots.are_scarce());
    }

    #[test]
    fn all_ownerless_slots_are_visited() {
        let mut slots = Slots::new(TINY_LIMITS);
        let given: Vec<AssignedSlot> =
            (0..5).map(|id| slots.assign_slot(&Clock::default(), owner(id))).collect();
        slots.release_slot(given[0].slot, Tick(3));
        slots.release_slot(given[1].slot, Tick(TINY_LIMITS.last_tick));
        // Two goroutines that have shared the last slot end.
        slots.release_slot(given[3].slot, given[3].tick);
        slots.release_slot(given[4].slot, given[4].tick);
        let mut ownerless = Vec::new();
        slots.each_ownerless(|slot, tick| ownerless.push((slot.0, tick.0)));
        assert_eq!(ownerless, [(0, 3), (1, TINY_LIMITS.last_tick), (3, TINY_LIMITS.last_tick)]);
    }

    #[test]
    fn owners_by_tick() {
        let mut slots = Slots::new(SlotLimits { slot_count: 2, last_tick: 100 });
        let mut clock = Clock::default();
        for id in 1..=6 {
            let given = slots.assign_slot(&clock, owner(id));
            assert_eq!((given.slot, given.tick), (ClockSlot(0), Tick(10 * (id as u16 - 1) + 1)));
            slots.release_slot(given.slot, Tick(10 * id as u16));
            clock.raise_to(given.slot, Tick(10 * id as u16));
        }
        let at = |tick| slots.owner_at(ClockSlot(0), Tick(tick)).map(|owner| owner.id);
        assert_eq!((at(60), at(51), at(50), at(21)), (Some(6), Some(6), Some(5), Some(3)));
        assert_eq!(at(20), None, "forgotten");
    }
}
