//! The detector's part of a goroutine.
//!
//! A module of its own because of its one invariant, the meaning of `has_access_in_epoch`, on which publishing and the
//! reuse of slots rest.

use crate::calls::Calls;
use crate::cell::{AccessKind, Cell, ClockSlot, Position, Tick, pack_epoch};
use crate::clock::Clock;
use crate::locks::{HeldLock, SharedHistory};
use crate::rng::Rng;
use crate::slots::{AssignedSlot, Owner};
use std::mem::offset_of;
use std::sync::atomic::AtomicBool;

/// A goroutine's epoch and vector clock. The thread that runs the goroutine uses it; a goroutine that completes the
/// operation of a parked one uses the parked one's too.
#[derive(Debug)]
#[repr(C)]
pub struct Goroutine {
    /// Slot and tick, in their places in a cell.
    epoch: u64,
    slot: ClockSlot,
    tick: Tick,
    /// Whether a cell may have the current epoch. An epoch begins untouched, and its first access cannot be a repeated
    /// one, so the slow path sees it. Other goroutines need to know nothing of an untouched epoch: see
    /// [`last_known_tick`](Self::last_known_tick).
    ///
    /// The epoch of the shared slot is always touched: other goroutines with that slot may have stored the cell.
    has_access_in_epoch: bool,
    has_shared_slot: bool,
    /// The active calls, in the cache line of the epoch.
    pub(crate) calls: Calls,
    /// The address of the byte that tells machine code whether accesses are recorded.
    recording_flag: usize,
    /// The accesses of other goroutines that have happened before this goroutine's current operation.
    pub(crate) clock: Clock,
    /// The tick in which the goroutine last learned of accesses. A goroutine that knows of this one's accesses in that
    /// tick has learned of them by a release at the tick's end or later, and so knows of all accesses in its clock.
    last_join_tick: Tick,
    pub(crate) rng: Rng,
    pub(crate) owner: Owner,
    /// How many restarts of the detector there were before the goroutine got its slot.
    pub(crate) restart_count: u32,
    /// If above zero, the goroutine's synchronisation establishes no order.
    ignore_depth: i64,
    /// The locks that the goroutine holds, in the order in which it took them.
    pub(crate) held_locks: Vec<HeldLock>,
    /// The history of the goroutine's slot, if a goroutine of the slot ever held a lock. A goroutine in the shared slot
    /// has none.
    pub(crate) lock_history: Option<SharedHistory>,
}

impl Goroutine {
    /// The offset at which machine code finds the epoch: the bytes of slot and clock of a cell (see
    /// [`cell`](crate::cell)), all other bytes zero.
    pub const EPOCH_OFFSET: usize = offset_of!(Self, epoch);

    /// The offset of the address of a byte that tells machine code whether the calls of accesses are recorded.
    pub const RECORDING_FLAG_OFFSET: usize = offset_of!(Self, recording_flag);

    pub(crate) fn new(
        given: AssignedSlot,
        clock: Clock,
        owner: Owner,
        restarts: u32,
        recording_flag: &AtomicBool,
    ) -> Self {
        let AssignedSlot { slot, tick, is_shared } = given;
        Self {
            epoch: pack_epoch(slot, tick),
            slot,
            tick,
            has_shared_slot: is_shared,
            has_access_in_epoch: is_shared,
            clock,
            last_join_tick: tick,
            rng: Rng::new(owner.id),
            owner,
            restart_count: restarts,
            ignore_depth: 0,
            held_locks: Vec::new(),
            lock_history: None,
            calls: Calls::new(),
            recording_flag: std::ptr::from_ref(recording_flag).addr(),
        }
    }

    /// Changes the count of requests to ignore the goroutine's synchronisation; it is ignored while the count is above
    /// zero.
    pub const fn change_ignore_depth(&mut self, delta: i64) {
        self.ignore_depth = self.ignore_depth.saturating_add(delta);
    }

    pub(crate) const fn ignores_order(&self) -> bool {
        self.ignore_depth > 0
    }

    /// The goroutine's number.
    #[inline]
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.owner.id
    }

    /// The goroutine's name in reports.
    #[must_use]
    pub const fn owner(&self) -> Owner {
        self.owner
    }

    #[inline(always)]
    pub(crate) const fn cell(&self, bytes: u8, kind: AccessKind, position: Position) -> Cell {
        Cell::new(self.epoch, bytes, kind, position)
    }

    pub(crate) const fn slot(&self) -> ClockSlot {
        self.slot
    }

    pub(crate) const fn tick(&self) -> Tick {
        self.tick
    }

    /// Reports whether other goroutines may have the same slot.
    pub(crate) const fn has_shared_slot(&self) -> bool {
        self.has_shared_slot
    }

    /// Reports whether the current epoch has to end when others learn of it.
    pub(crate) const fn must_begin_epoch(&self) -> bool {
        self.has_access_in_epoch && !self.has_shared_slot
    }

    /// Records that a cell gets the current epoch.
    pub(crate) const fn note_access_in_epoch(&mut self) {
        self.has_access_in_epoch = true;
    }

    /// The last tick of which other goroutines may know: the current tick if it has accesses, since the next one begins
    /// with the release; otherwise the tick before, so that the current one can continue.
    pub(crate) const fn last_known_tick(&self) -> Tick {
        if self.has_access_in_epoch { self.tick } else { Tick(self.tick.0 - 1) }
    }

    /// Resets the goroutine's clock, and gives it a new slot and tick.
    pub(crate) fn restart(&mut self, given: AssignedSlot, restarts: u32) {
        self.move_to(given);
        self.last_join_tick = given.tick;
        self.clock = Clock::default();
        self.restart_count = restarts;
    }

    /// Begins an epoch.
    pub(crate) const fn move_to(&mut self, given: AssignedSlot) {
        if given.slot.0 != self.slot.0 {
            self.last_join_tick = given.tick;
        }
        self.slot = given.slot;
        self.tick = given.tick;
        self.epoch = pack_epoch(given.slot, given.tick);
        self.has_shared_slot = given.is_shared;
        self.has_access_in_epoch = given.is_shared;
    }

    /// Reports whether the access has happened before the goroutine's current operation.
    pub(crate) fn is_after(&self, cell: Cell) -> bool {
        cell.slot() == self.slot || self.clock.has_happened(cell.slot(), cell.tick())
    }

    /// Records that all accesses of `other`, and all that happened before them, have happened before this goroutine's
    /// further operations. (The goroutine `other` must then begin an epoch.)
    pub(crate) fn join_goroutine(&mut self, other: &Self) {
        self.join_clock(&other.clock);
        self.clock.raise_to(other.slot, other.last_known_tick());
    }

    /// Records that all accesses in `clock` have happened before this goroutine's further operations. For two large
    /// clocks each node would have to be compared: 50 µs for 100,000 goroutines.
    pub(crate) fn join_clock(&mut self, clock: &Clock) {
        if !self.has_shared_slot && clock.has_happened(self.slot, self.last_join_tick) {
            self.clock.clone_from(clock);
        } else {
            self.clock.join(clock);
        }
        self.last_join_tick = self.tick;
    }
}
