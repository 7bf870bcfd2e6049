//! The detector of one machine: starts, ends and synchronisation of its goroutines, and restarts.
//!
//! A module of its own because it alone combines the parts; no part knows another part's locks.

use crate::call_notes::CallNotes;
use crate::cell::{ClockSlot, Tick};
use crate::clock::Clock;
use crate::goroutine::Goroutine;
use crate::locks::{HeldLock, Locks};
use crate::shadow::{Region, Shadow};
use crate::slots::{AssignedSlot, Owner, SlotLimits, Slots};
use crate::sync_objects::{SyncObjectKey, SyncObjects};
use parking_lot::Mutex;
use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Finds the data races of one machine's goroutines. A detector's memory is freed when the detector is dropped.
///
/// ```
/// use minigo_race::{Detector, SyncObjectKey, AccessKind, Position, Region};
///
/// let x = 0xc0_0000_0040;
/// let mutex = SyncObjectKey { addr: 0xc0_0000_0080, tag: 0 };
/// let detector = Detector::new(&[Region { start: 0xc0_0000_0000, bytes: 1 << 20 }])?;
/// let mut main = detector.start_goroutine(None, 1, 0);
/// let mut other = detector.start_goroutine(Some(&mut main), 2, 0);
/// assert!(detector.record_access(&mut main, x, 8, AccessKind::Write, Position::new(10)).is_none());
/// detector.release(&mut main, mutex);
///
/// let race = detector.record_access(&mut other, x, 8, AccessKind::Read, Position::new(11)).unwrap();
/// assert_eq!(race.previous.owner.unwrap().id, 1);
/// detector.acquire(&mut other, mutex);
/// assert!(detector.record_access(&mut other, x, 8, AccessKind::Write, Position::new(12)).is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Detector {
    pub(crate) shadow: Shadow,
    limits: SlotLimits,
    /// A leaf lock, taken where goroutines start and end, and for reports.
    slots: Mutex<Slots>,
    sync_objects: SyncObjects,
    pub(crate) locks: Locks,
    pub(crate) call_notes: CallNotes,
    /// Whether accesses are recorded with their stacks. Relaxed: it is set before another goroutine runs.
    pub(crate) is_concurrent: AtomicBool,
    /// The value of [`Slots::are_scarce`], to be read without the lock of `slots`. Relaxed: its reader checks again at
    /// the next stop.
    are_slots_scarce: AtomicBool,
    /// The number of restarts so far. Relaxed: it changes while the world is stopped.
    restart_count: AtomicU32,
}

impl Detector {
    /// Creates a detector that watches these regions; the one that is used most comes first. Empty regions are left
    /// out.
    ///
    /// # Errors
    /// Returns the error of mmap(2), if the address space has no room for four times the regions' size; `InvalidInput`
    /// without regions.
    pub fn new(regions: &[Region]) -> io::Result<Self> {
        Self::with_limits(regions, SlotLimits::default())
    }

    /// Creates a detector with fewer slots, or with clocks that overflow earlier: for tests.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    pub fn with_limits(regions: &[Region], limits: SlotLimits) -> io::Result<Self> {
        Ok(Self {
            shadow: Shadow::new(regions)?,
            limits,
            slots: Mutex::new(Slots::new(limits)),
            sync_objects: SyncObjects::default(),
            locks: Locks::default(),
            call_notes: CallNotes::new()?,
            is_concurrent: AtomicBool::new(false),
            are_slots_scarce: AtomicBool::new(false),
            restart_count: AtomicU32::new(0),
        })
    }

    /// Prepares a detector that will be [renewed](Self::renew_for) often: it keeps a list of the pages that it writes,
    /// and empties these pages instead of freeing all pages. To be called before the detector is used.
    ///
    /// # Errors
    /// Returns the error of mmap(2), if the address space has no room for a thousandth of the regions' size.
    pub fn into_renewable(mut self) -> io::Result<Self> {
        self.shadow.track_written_pages()?;
        Ok(self)
    }

    /// Makes the detector like a [new](Self::new) one for these regions, in the memory that it already has. Returns
    /// false and changes nothing if the regions' sizes differ from the sizes of its present regions.
    pub fn renew_for(&mut self, regions: &[Region]) -> bool {
        if !self.shadow.watch_instead(regions) {
            return false;
        }
        self.forget_all();
        self.restart_count.store(0, Relaxed);
        self.are_slots_scarce.store(false, Relaxed);
        self.is_concurrent.store(false, Relaxed);
        true
    }

    fn forget_all(&self) {
        self.sync_objects.forget_all();
        self.locks.forget_all();
        self.call_notes.forget_all();
        *self.slots.lock() = Slots::new(self.limits);
    }

    /// The region that is used most, rounded to words, with the address of its first cell: a word's four cells lie at
    /// four times its offset from there. For machine code, which may use the addresses as long as the detector lives.
    pub fn first_region(&self) -> (Region, NonNull<AtomicU64>) {
        self.shadow.first_region()
    }

    /// Starts a goroutine. `maker` is the goroutine that creates it; the main goroutine and timers have none. The
    /// creator's earlier accesses have happened before all accesses of the new goroutine. `id` and `origin` (the place
    /// of its creation) are for reports.
    #[must_use]
    pub fn start_goroutine(
        &self,
        maker: Option<&mut Goroutine>,
        id: u64,
        origin: u64,
    ) -> Box<Goroutine> {
        let owner = Owner {
            id,
            creation_place: origin,
            creator: maker.as_ref().map_or(0, |maker| maker.id()),
        };
        let Some(maker) = maker else { return self.new_goroutine(Clock::default(), owner) };
        self.expect_concurrency();
        let mut clock = maker.clock.clone();
        clock.raise_to(maker.slot(), maker.last_known_tick());
        self.begin_epoch(maker);
        self.new_goroutine(clock, owner)
    }

    /// Starts a goroutine that no other goroutine creates, such as a timer's. All accesses that were released at the
    /// object `key` have happened before its own.
    #[must_use]
    pub fn start_goroutine_after(
        &self,
        key: SyncObjectKey,
        id: u64,
        origin: u64,
    ) -> Box<Goroutine> {
        self.expect_concurrency();
        let mut clock = Clock::default();
        self.sync_objects.with_clock(key, |released| clock.clone_from(released));
        self.new_goroutine(clock, Owner { id, creation_place: origin, creator: 0 })
    }

    /// Makes reports show the stacks of earlier accesses from now on. [`start_goroutine`](Self::start_goroutine) with a
    /// creator and [`start_goroutine_after`](Self::start_goroutine_after) call this function; the detector's user also
    /// calls it before an event, such as the start of a timer, that may lead to a call of `start_goroutine_after`.
    /// Before a second goroutine exists no access can race.
    pub fn expect_concurrency(&self) {
        if !self.is_concurrent.load(Relaxed) {
            self.is_concurrent.store(true, Relaxed);
        }
    }

    fn new_goroutine(&self, clock: Clock, owner: Owner) -> Box<Goroutine> {
        let given = self.take_slot(&clock, owner);
        let mut g = Box::new(Goroutine::new(
            given,
            clock,
            owner,
            self.restart_count(),
            &self.is_concurrent,
        ));
        self.begin_lock_history(&mut g);
        g
    }

    fn take_slot(&self, clock: &Clock, owner: Owner) -> AssignedSlot {
        let mut slots = self.slots.lock();
        let given = slots.assign_slot(clock, owner);
        self.are_slots_scarce.store(slots.are_scarce(), Relaxed);
        given
    }

    /// Called when a goroutine has ended. The end by itself does not order the goroutine's accesses before those of any
    /// other goroutine.
    #[allow(clippy::boxed_local, reason = "the function takes the box that `start` returned")]
    pub fn end_goroutine(&self, g: Box<Goroutine>) {
        // A restart that this goroutine was not passed to has assigned its slot to another goroutine.
        if g.restart_count == self.restart_count() {
            self.slots.lock().release_slot(g.slot(), g.last_known_tick());
        }
    }

    /// Called after an operation of `g` on this object: all accesses that were released there have happened before the
    /// further accesses of `g`. The call must come after the operation. Before the operation, the goroutine would learn
    /// of accesses for which it has not waited, and races would be missed.
    pub fn acquire(&self, g: &mut Goroutine, key: SyncObjectKey) {
        if g.ignores_order() {
            return;
        }
        self.sync_objects.with_clock(key, |clock| g.join_clock(clock));
    }

    /// Called before an operation of `g` on this object: a goroutine that acquires the object later knows of all
    /// accesses of `g`, and of all that were released there earlier. The call must come before the operation: after the
    /// operation, a goroutine that has already seen the operation would learn nothing, and false races would be
    /// reported.
    pub fn release(&self, g: &mut Goroutine, key: SyncObjectKey) {
        if g.ignores_order() {
            return;
        }
        self.sync_objects.change_clock(key, |clock| {
            clock.join(&g.clock);
            clock.raise_to(g.slot(), g.last_known_tick());
        });
        self.begin_epoch(g);
    }

    /// Like [`release`](Self::release), but discards everything released there earlier. This call is cheaper than
    /// `release`, and equivalent if `g` has acquired the object since the last release, as with a mutex that `g`
    /// unlocks.
    pub fn release_store(&self, g: &mut Goroutine, key: SyncObjectKey) {
        if g.ignores_order() {
            return;
        }
        self.sync_objects.change_clock(key, |clock| {
            clock.clone_from(&g.clock);
            clock.raise_to(g.slot(), g.last_known_tick());
        });
        self.begin_epoch(g);
    }

    /// [Acquires](Self::acquire), then [releases](Self::release): an atomic update, or an element of a buffered
    /// channel.
    pub fn acquire_release(&self, g: &mut Goroutine, key: SyncObjectKey) {
        if g.ignores_order() {
            return;
        }
        self.sync_objects.change_clock(key, |clock| {
            g.join_clock(clock);
            clock.clone_from(&g.clock);
            clock.raise_to(g.slot(), g.last_known_tick());
        });
        self.begin_epoch(g);
    }

    /// Releases an object on behalf of all goroutines that have ended, as if each had done so at its end. The function
    /// is for finalizers: no running goroutine reaches their objects.
    pub fn release_for_ended_goroutines(&self, key: SyncObjectKey) {
        let mut left = Vec::new();
        self.slots.lock().each_ownerless(|slot, tick| left.push((slot, tick)));
        self.sync_objects.change_clock(key, |clock| {
            left.iter().for_each(|(slot, tick)| clock.raise_to(*slot, *tick));
        });
    }

    /// Called when two goroutines meet: the accesses of each have happened before the other's further ones. The
    /// function serves unbuffered channels, where the caller has both goroutines.
    pub fn join_goroutines(&self, a: &mut Goroutine, b: &mut Goroutine) {
        if a.ignores_order() || b.ignores_order() {
            return;
        }
        a.join_goroutine(b);
        b.join_goroutine(a);
        self.begin_epoch(a);
        self.begin_epoch(b);
    }

    /// Called when the accesses of `from` have happened before those of `g`, as after a release and an acquire.
    pub fn join_from(&self, g: &mut Goroutine, from: &mut Goroutine) {
        if g.ignores_order() || from.ignores_order() {
            return;
        }
        g.join_goroutine(from);
        self.begin_epoch(from);
    }

    /// Records that the goroutine has taken a lock; called after [`acquire`](Self::acquire).
    pub fn note_lock(&self, g: &mut Goroutine, lock: HeldLock) {
        self.begin_epoch(g);
        g.held_locks.push(lock);
        self.note_held_locks(g);
    }

    /// Records that the goroutine is about to unlock the lock at this address; called before
    /// [`release`](Self::release). Returns false if the goroutine does not hold the lock.
    pub fn note_unlock(&self, g: &mut Goroutine, addr: usize, for_reading: bool) -> bool {
        let is_it = |held: &HeldLock| held.addr == addr && held.for_reading == for_reading;
        let Some(at) = g.held_locks.iter().rposition(is_it) else { return false };
        self.begin_epoch(g);
        g.held_locks.remove(at);
        self.note_held_locks(g);
        true
    }

    /// Records that the running goroutine unlocks the lock at this address, which another goroutine has taken. From now
    /// on no report names a goroutine that holds that lock.
    pub fn note_foreign_unlock(&self, addr: usize) {
        self.locks.note_foreign_unlock(addr);
    }

    /// The locks that the goroutine holds.
    pub fn held_locks(&self, g: &Goroutine) -> Vec<HeldLock> {
        self.locks.with_certain_holder(&g.held_locks)
    }

    /// Records in the history that the goroutine's set of locks has changed.
    fn note_held_locks(&self, g: &mut Goroutine) {
        match &g.lock_history {
            Some(history) => history.lock().note_locks(g.tick(), &g.held_locks),
            None => self.begin_lock_history(g),
        }
    }

    /// Called when the goroutine has got its slot, or takes its first lock since it got the slot.
    fn begin_lock_history(&self, g: &mut Goroutine) {
        g.lock_history = match g.has_shared_slot() {
            true => None,
            false => self.locks.begin_history(g.slot(), g.tick(), &g.held_locks),
        };
    }

    /// Discards the clock of an object that no longer exists: a goroutine that acquires it learns nothing. Objects in
    /// memory that is [reset](Self::reset_memory) need no call.
    pub fn forget_object(&self, key: SyncObjectKey) {
        self.sync_objects.forget_clock(key);
    }

    /// Like [`forget_object`](Self::forget_object), for all objects with addresses among these `bytes` bytes.
    pub fn forget_range(&self, addr: usize, bytes: usize) {
        self.sync_objects.forget_range(addr, bytes);
    }

    /// The number of objects that have a clock.
    pub fn object_count(&self) -> usize {
        self.sync_objects.object_count()
    }

    /// Discards accesses and objects in bytes that are free or about to be reused. During the call no goroutine may
    /// access these bytes. A word that belongs only partly to them keeps the accesses to its other bytes, but then no
    /// goroutine may access those other bytes during the call.
    pub fn reset_memory(&self, addr: usize, bytes: usize) {
        self.shadow.reset_words(addr, bytes);
        self.sync_objects.forget_range(addr, bytes);
    }

    /// Reports whether slots are running out: goroutines will soon have to share one, which misses races, until a
    /// [restart](Self::restart). Cheap.
    #[inline]
    pub fn needs_restart(&self) -> bool {
        self.are_slots_scarce.load(Relaxed)
    }

    /// Discards all accesses, all objects and all knowledge of goroutines, and gives each of `goroutines` a new slot.
    /// Races with earlier accesses are missed. No false race is reported, since the cells of all earlier accesses are
    /// discarded. Called while no goroutine runs, with every goroutine that has started and not ended.
    pub fn restart<'a>(&self, goroutines: impl IntoIterator<Item = &'a mut Goroutine>) {
        self.shadow.reset_all();
        self.forget_all();
        self.restart_count.fetch_add(1, Relaxed);
        for g in goroutines {
            let given = self.take_slot(&Clock::default(), g.owner);
            g.restart(given, self.restart_count());
            self.begin_lock_history(g);
        }
        self.are_slots_scarce.store(false, Relaxed);
    }

    pub(crate) fn restart_count(&self) -> u32 {
        self.restart_count.load(Relaxed)
    }

    /// Returns the goroutine that had a slot at a tick.
    pub(crate) fn owner_at(&self, slot: ClockSlot, tick: Tick) -> Option<Owner> {
        self.slots.lock().owner_at(slot, tick)
    }

    /// The locks that the goroutine with a slot held at a tick, if that is known.
    pub(crate) fn held_locks_at(&self, slot: ClockSlot, tick: Tick) -> Option<Vec<HeldLock>> {
        if slot.0 == self.limits.slot_count - 1 {
            // Goroutines in the shared slot cannot be distinguished.
            return None;
        }
        self.locks.locks_at(slot, tick)
    }

    /// Ends the current epoch after a release, so that other goroutines do not count later accesses as known.
    fn begin_epoch(&self, g: &mut Goroutine) {
        if !g.must_begin_epoch() {
            return;
        }
        let tick = g.tick();
        if tick.0 < self.limits.last_tick {
            g.move_to(AssignedSlot { slot: g.slot(), tick: Tick(tick.0 + 1), is_shared: false });
        } else {
            self.change_slot(g);
        }
    }

    /// Moves the goroutine to another slot because its slot's clock has overflowed. The goroutine's accesses in the old
    /// slot then count as accesses of another goroutine, all of which happened before its further accesses; the clocks
    /// of goroutines that learn from this one say the same.
    #[cold]
    fn change_slot(&self, g: &mut Goroutine) {
        g.clock.raise_to(g.slot(), g.tick());
        self.slots.lock().release_slot(g.slot(), g.tick());
        let given = self.take_slot(&g.clock, g.owner);
        g.move_to(given);
        self.begin_lock_history(g);
    }
}
