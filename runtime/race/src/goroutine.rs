//! The detector's part of a goroutine.
//!
//! A module of its own because of its one invariant, the meaning of `touched`, on which publishing and the reuse of
//! slots rest.

use crate::calls::Calls;
use crate::cell::{Cell, Kind, Position, Slot, Tick, epoch};
use crate::clock::Clock;
use crate::locks::{Held, Shared};
use crate::rng::Rng;
use crate::slots::{Given, Owner};
use std::mem::offset_of;
use std::sync::atomic::AtomicBool;

/// A goroutine's epoch and vector clock. The thread that runs the goroutine uses it; a goroutine that completes the
/// operation of a parked one uses the parked one's too.
#[derive(Debug)]
#[repr(C)]
pub struct Goroutine {
    /// Slot and tick, in their places in a cell.
    epoch: u64,
    slot: Slot,
    tick: Tick,
    /// Whether a cell may have the current epoch. An epoch begins untouched, and its first access is no repeated one,
    /// so the slow path sees it. Nothing needs to be known of an untouched epoch: see [`known`](Self::known).
    ///
    /// The epoch of the shared slot is always touched: others that have it may have stored the cell.
    touched: bool,
    is_shared: bool,
    /// In the cache line of the epoch.
    pub(crate) calls: Calls,
    /// The address of what says whether accesses are noted, for machine code.
    noting: usize,
    /// The accesses of others that have happened before.
    pub(crate) clock: Clock,
    /// The tick in which it has last learned of accesses. Whoever knows of its accesses in this tick has learned of
    /// them by a release at the tick's end or later, and so knows all that the clock says.
    learned: Tick,
    pub(crate) rng: Rng,
    pub(crate) owner: Owner,
    /// How many restarts there were before it got its slot.
    pub(crate) era: u32,
    /// Above zero: its synchronisation orders nothing.
    ignores: i64,
    /// The locks that it holds, in the order in which it has taken them.
    pub(crate) held: Vec<Held>,
    /// The history of its slot, if a goroutine of the slot ever held a lock. One that shares its slot has none.
    pub(crate) history: Option<Shared>,
}

impl Goroutine {
    /// Where machine code finds the epoch: the bytes of slot and clock of a cell (see [`cell`](crate::cell)), all
    /// others zero.
    pub const EPOCH_OFFSET: usize = offset_of!(Self, epoch);

    /// Where machine code finds the address of a byte that says whether it is noted under which calls accesses are
    /// made.
    pub const NOTING_OFFSET: usize = offset_of!(Self, noting);

    pub(crate) fn new(
        given: Given,
        clock: Clock,
        owner: Owner,
        era: u32,
        noting: &AtomicBool,
    ) -> Self {
        let Given { slot, tick, is_shared } = given;
        Self {
            epoch: epoch(slot, tick),
            slot,
            tick,
            is_shared,
            touched: is_shared,
            clock,
            learned: tick,
            rng: Rng::new(owner.id),
            owner,
            era,
            ignores: 0,
            held: Vec::new(),
            history: None,
            calls: Calls::new(),
            noting: std::ptr::from_ref(noting).addr(),
        }
    }

    /// Changes how often it was told that its synchronisation orders nothing; at zero and below it does.
    pub const fn ignore(&mut self, delta: i64) {
        self.ignores = self.ignores.saturating_add(delta);
    }

    pub(crate) const fn ignores_order(&self) -> bool {
        self.ignores > 0
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.owner.id
    }

    /// How reports name it.
    #[must_use]
    pub const fn owner(&self) -> Owner {
        self.owner
    }

    #[inline(always)]
    pub(crate) const fn cell(&self, bytes: u8, kind: Kind, position: Position) -> Cell {
        Cell::new(self.epoch, bytes, kind, position)
    }

    pub(crate) const fn slot(&self) -> Slot {
        self.slot
    }

    pub(crate) const fn tick(&self) -> Tick {
        self.tick
    }

    /// Whether others may have its slot too.
    pub(crate) const fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Whether the current epoch has to end where others learn of it.
    pub(crate) const fn must_begin_epoch(&self) -> bool {
        self.touched && !self.is_shared
    }

    /// A cell gets the current epoch.
    pub(crate) const fn touch(&mut self) {
        self.touched = true;
    }

    /// The last tick of which others may know: the current one if it has accesses, since the next one begins with the
    /// release; otherwise the one before, so that the current one can go on.
    pub(crate) const fn known(&self) -> Tick {
        if self.touched { self.tick } else { Tick(self.tick.0 - 1) }
    }

    /// Forgets all that it knows.
    pub(crate) fn restart(&mut self, given: Given, era: u32) {
        self.move_to(given);
        self.learned = given.tick;
        self.clock = Clock::default();
        self.era = era;
    }

    /// Begins an epoch.
    pub(crate) const fn move_to(&mut self, given: Given) {
        if given.slot.0 != self.slot.0 {
            self.learned = given.tick;
        }
        self.slot = given.slot;
        self.tick = given.tick;
        self.epoch = epoch(given.slot, given.tick);
        self.is_shared = given.is_shared;
        self.touched = given.is_shared;
    }

    /// Whether the access has happened before the goroutine's current operation.
    pub(crate) fn is_after(&self, cell: Cell) -> bool {
        cell.slot() == self.slot || self.clock.covers(cell.slot(), cell.tick())
    }

    /// From now on all accesses have happened before that have for the other one, and its own. (The other one must then
    /// begin an epoch.)
    pub(crate) fn learn_from(&mut self, other: &Self) {
        self.learn(&other.clock);
        self.clock.raise(other.slot, other.known());
    }

    /// From now on all accesses have happened before that this clock says. Of two large clocks each node would have to
    /// be compared: 50 µs for 100,000 goroutines.
    pub(crate) fn learn(&mut self, clock: &Clock) {
        if !self.is_shared && clock.covers(self.slot, self.learned) {
            self.clock.clone_from(clock);
        } else {
            self.clock.join(clock);
        }
        self.learned = self.tick;
    }
}
