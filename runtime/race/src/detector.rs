//! The detector of one machine: starts, ends and synchronisation of its goroutines, and restarts.
//!
//! A module of its own because it alone holds the parts together; none of them knows another one's locks.

use crate::cell::{Slot, Tick};
use crate::clock::Clock;
use crate::goroutine::Goroutine;
use crate::locks::{Held, Locks};
use crate::notes::Notes;
use crate::objects::{Key, Objects};
use crate::shadow::{Region, Shadow};
use crate::slots::{Given, Limits, Owner, Slots};
use parking_lot::Mutex;
use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Finds the data races of one machine's goroutines. All its memory goes with it.
///
/// ```
/// use minigo_race::{Detector, Key, Kind, Position, Region};
///
/// let x = 0xc0_0000_0040;
/// let mutex = Key { addr: 0xc0_0000_0080, tag: 0 };
/// let detector = Detector::new(&[Region { start: 0xc0_0000_0000, bytes: 1 << 20 }])?;
/// let mut main = detector.start(None, 1, 0);
/// let mut other = detector.start(Some(&mut main), 2, 0);
/// assert!(detector.access(&mut main, x, 8, Kind::Write, Position::new(10)).is_none());
/// detector.release(&mut main, mutex);
///
/// let race = detector.access(&mut other, x, 8, Kind::Read, Position::new(11)).unwrap();
/// assert_eq!(race.previous.owner.unwrap().id, 1);
/// detector.acquire(&mut other, mutex);
/// assert!(detector.access(&mut other, x, 8, Kind::Write, Position::new(12)).is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Detector {
    pub(crate) shadow: Shadow,
    limits: Limits,
    /// A leaf lock, taken where goroutines start and end, and for reports.
    slots: Mutex<Slots>,
    objects: Objects,
    pub(crate) locks: Locks,
    pub(crate) notes: Notes,
    /// Whether accesses are noted. Relaxed: it is set before another goroutine runs.
    pub(crate) is_concurrent: AtomicBool,
    /// [`Slots::are_scarce`], without the lock. Relaxed: its reader asks again at the next stop.
    scarce: AtomicBool,
    /// Restarts so far. Relaxed: it changes while the world stands still.
    era: AtomicU32,
}

impl Detector {
    /// A detector that watches these regions; the one that is used most comes first. Empty ones are left out.
    ///
    /// # Errors
    /// That of mmap(2), if the address space has no room for four times their size; `InvalidInput` without regions.
    pub fn new(regions: &[Region]) -> io::Result<Self> {
        Self::with_limits(regions, Limits::default())
    }

    /// A detector with fewer slots, or clocks that are used up earlier: for tests.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_limits(regions: &[Region], limits: Limits) -> io::Result<Self> {
        Ok(Self {
            shadow: Shadow::new(regions)?,
            limits,
            slots: Mutex::new(Slots::new(limits)),
            objects: Objects::default(),
            locks: Locks::default(),
            notes: Notes::new()?,
            is_concurrent: AtomicBool::new(false),
            scarce: AtomicBool::new(false),
            era: AtomicU32::new(0),
        })
    }

    /// The detector will be [renewed](Self::renew) often: it keeps a list of the pages that it writes, and empties
    /// those instead of giving all back. To be called before it is used.
    ///
    /// # Errors
    /// That of mmap(2), if the address space has no room for a thousandth of the regions.
    pub fn to_be_renewed(mut self) -> io::Result<Self> {
        self.shadow.list_pages()?;
        Ok(self)
    }

    /// Becomes like a [new](Self::new) one for these regions, in the memory that it has; false if they have other sizes
    /// than its own, and it is as before.
    pub fn renew(&mut self, regions: &[Region]) -> bool {
        if !self.shadow.move_to(regions) {
            return false;
        }
        self.forget_all();
        self.era.store(0, Relaxed);
        self.scarce.store(false, Relaxed);
        self.is_concurrent.store(false, Relaxed);
        true
    }

    fn forget_all(&self) {
        self.objects.forget_all();
        self.locks.forget_all();
        self.notes.forget_all();
        *self.slots.lock() = Slots::new(self.limits);
    }

    /// The region that is used most, rounded to words, with the address of its first cell: a word's four cells lie at
    /// four times its offset from there. For machine code, which may use the addresses as long as the detector lives.
    pub fn first_region(&self) -> (Region, NonNull<AtomicU64>) {
        self.shadow.first_region()
    }

    /// A goroutine that is made by another one, or by none (the main one, a timer): its maker's accesses before have
    /// happened before all of its own. `id` and `origin` (where it is made) are for reports.
    #[must_use]
    pub fn start(&self, maker: Option<&mut Goroutine>, id: u64, origin: u64) -> Box<Goroutine> {
        let owner = Owner { id, origin, maker: maker.as_ref().map_or(0, |maker| maker.id()) };
        let Some(maker) = maker else { return self.place(Clock::default(), owner) };
        self.expect_concurrency();
        let mut clock = maker.clock.clone();
        clock.raise(maker.slot(), maker.known());
        self.begin_epoch(maker);
        self.place(clock, owner)
    }

    /// A goroutine that no other one makes, but that begins with what was released at an object: a timer's.
    #[must_use]
    pub fn start_after(&self, key: Key, id: u64, origin: u64) -> Box<Goroutine> {
        self.expect_concurrency();
        let mut clock = Clock::default();
        self.objects.read(key, |released| clock.clone_from(released));
        self.place(clock, Owner { id, origin, maker: 0 })
    }

    /// From now on reports show the stacks of earlier accesses: a goroutine that is not made by another one, and begins
    /// with what is released somewhere, may start. Called where goroutines make others, too. A goroutine that is all
    /// alone races with none.
    pub fn expect_concurrency(&self) {
        if !self.is_concurrent.load(Relaxed) {
            self.is_concurrent.store(true, Relaxed);
        }
    }

    fn place(&self, clock: Clock, owner: Owner) -> Box<Goroutine> {
        let given = self.take_slot(&clock, owner);
        let mut g = Box::new(Goroutine::new(given, clock, owner, self.era(), &self.is_concurrent));
        self.begin_history(&mut g);
        g
    }

    fn take_slot(&self, clock: &Clock, owner: Owner) -> Given {
        let mut slots = self.slots.lock();
        let given = slots.take(clock, owner);
        self.scarce.store(slots.are_scarce(), Relaxed);
        given
    }

    /// A goroutine has ended. Nobody learns of it by this alone.
    #[allow(clippy::boxed_local, reason = "it takes what `start` gave")]
    pub fn end(&self, g: Box<Goroutine>) {
        // A restart that was not given the goroutine has taken its slot.
        if g.era == self.era() {
            self.slots.lock().leave(g.slot(), g.known());
        }
    }

    /// The operation of `g` was on this object: whatever was released there has happened before. Called behind the
    /// operation: before it, the goroutine would know of what it has not waited for, and races would be missed.
    pub fn acquire(&self, g: &mut Goroutine, key: Key) {
        if g.ignores_order() {
            return;
        }
        self.objects.read(key, |clock| g.learn(clock));
    }

    /// The operation of `g` will be on this object: whoever acquires it then knows of all that `g` has done, and of all
    /// that was released there earlier. Called before the operation: behind it, a goroutine that has already seen the
    /// operation would learn nothing, and races would be invented.
    pub fn release(&self, g: &mut Goroutine, key: Key) {
        if g.ignores_order() {
            return;
        }
        self.objects.change(key, |clock| {
            clock.join(&g.clock);
            clock.raise(g.slot(), g.known());
        });
        self.begin_epoch(g);
    }

    /// As [`release`](Self::release), but what was released there earlier is forgotten. It is cheaper, and the same
    /// where `g` has acquired the object since the last release: a mutex that it unlocks.
    pub fn release_store(&self, g: &mut Goroutine, key: Key) {
        if g.ignores_order() {
            return;
        }
        self.objects.change(key, |clock| {
            clock.clone_from(&g.clock);
            clock.raise(g.slot(), g.known());
        });
        self.begin_epoch(g);
    }

    /// [Acquires](Self::acquire), then [releases](Self::release): an atomic update, or an element of a buffered
    /// channel.
    pub fn acquire_release(&self, g: &mut Goroutine, key: Key) {
        if g.ignores_order() {
            return;
        }
        self.objects.change(key, |clock| {
            g.learn(clock);
            clock.clone_from(&g.clock);
            clock.raise(g.slot(), g.known());
        });
        self.begin_epoch(g);
    }

    /// Releases an object for all goroutines that have ended, as if each had done so at its end: for finalizers, whose
    /// objects none of them reaches.
    pub fn release_ended(&self, key: Key) {
        let mut left = Vec::new();
        self.slots.lock().each_left(|slot, tick| left.push((slot, tick)));
        self.objects.change(key, |clock| {
            left.iter().for_each(|(slot, tick)| clock.raise(*slot, *tick));
        });
    }

    /// Two goroutines wait for each other: what either one has done has happened before for both. For an unbuffered
    /// channel, when the caller has both in its hands.
    pub fn meet(&self, a: &mut Goroutine, b: &mut Goroutine) {
        if a.ignores_order() || b.ignores_order() {
            return;
        }
        a.learn_from(b);
        b.learn_from(a);
        self.begin_epoch(a);
        self.begin_epoch(b);
    }

    /// The accesses of `from` have happened before for `g`, as by a release and an acquire.
    pub fn join_from(&self, g: &mut Goroutine, from: &mut Goroutine) {
        if g.ignores_order() || from.ignores_order() {
            return;
        }
        g.learn_from(from);
        self.begin_epoch(from);
    }

    /// The goroutine has taken a lock, and acquired it.
    pub fn hold(&self, g: &mut Goroutine, lock: Held) {
        self.begin_epoch(g);
        g.held.push(lock);
        self.note_held(g);
    }

    /// The goroutine is about to unlock the lock at this address, and to release it. False: it does not hold it.
    pub fn let_go(&self, g: &mut Goroutine, addr: usize, for_reading: bool) -> bool {
        let is_it = |held: &Held| held.addr == addr && held.for_reading == for_reading;
        let Some(at) = g.held.iter().rposition(is_it) else { return false };
        self.begin_epoch(g);
        g.held.remove(at);
        self.note_held(g);
        true
    }

    /// The running goroutine unlocks the lock at this address, which another one has taken. From now on no report names
    /// a goroutine that holds it.
    pub fn note_passed_on(&self, addr: usize) {
        self.locks.note_passed_on(addr);
    }

    /// The locks that the goroutine holds.
    pub fn held(&self, g: &Goroutine) -> Vec<Held> {
        self.locks.certain(&g.held)
    }

    /// The goroutine holds other locks from now on.
    fn note_held(&self, g: &mut Goroutine) {
        match &g.history {
            Some(history) => history.lock().note(g.tick(), &g.held),
            None => self.begin_history(g),
        }
    }

    /// The goroutine has got its slot, or takes the first lock there.
    fn begin_history(&self, g: &mut Goroutine) {
        g.history = match g.is_shared() {
            true => None,
            false => self.locks.begin(g.slot(), g.tick(), &g.held),
        };
    }

    /// The object is gone: whoever acquires it learns nothing. Those in memory that is [reset](Self::reset) need no
    /// call.
    pub fn forget(&self, key: Key) {
        self.objects.forget(key);
    }

    /// As [`forget`](Self::forget), for all objects with addresses among these `bytes` bytes.
    pub fn forget_range(&self, addr: usize, bytes: usize) {
        self.objects.forget_range(addr, bytes);
    }

    /// How many objects have a clock.
    pub fn objects(&self) -> usize {
        self.objects.count()
    }

    /// These bytes are free, or about to be used for something new: accesses and objects there are forgotten. They must
    /// be unreachable for all goroutines. Words that belong only partly to them keep the accesses to their other bytes,
    /// but then no goroutine may access these other bytes during the call.
    pub fn reset(&self, addr: usize, bytes: usize) {
        self.shadow.reset(addr, bytes);
        self.objects.forget_range(addr, bytes);
    }

    /// Whether slots are running out: goroutines will soon have to share one, which misses races, until a
    /// [restart](Self::restart). Cheap.
    #[inline]
    pub fn needs_restart(&self) -> bool {
        self.scarce.load(Relaxed)
    }

    /// Forgets all accesses, all objects and what the goroutines know, and gives slots anew. Races with accesses before
    /// are missed; none is invented, since no cell from before remains. Called while no goroutine runs, with every
    /// goroutine that has started and not ended.
    pub fn restart<'a>(&self, goroutines: impl IntoIterator<Item = &'a mut Goroutine>) {
        self.shadow.reset_all();
        self.forget_all();
        self.era.fetch_add(1, Relaxed);
        for g in goroutines {
            let given = self.take_slot(&Clock::default(), g.owner);
            g.restart(given, self.era());
            self.begin_history(g);
        }
        self.scarce.store(false, Relaxed);
    }

    pub(crate) fn era(&self) -> u32 {
        self.era.load(Relaxed)
    }

    /// Which goroutine had a slot at a tick.
    pub(crate) fn owner(&self, slot: Slot, tick: Tick) -> Option<Owner> {
        self.slots.lock().owner(slot, tick)
    }

    /// The locks that the goroutine with a slot held at a tick, if that is known.
    pub(crate) fn held_at(&self, slot: Slot, tick: Tick) -> Option<Vec<Held>> {
        if slot.0 == self.limits.slots - 1 {
            // Goroutines that share it are not told apart.
            return None;
        }
        self.locks.held(slot, tick)
    }

    /// Ends the epoch that others have been told of, so that they do not know of the accesses that follow.
    fn begin_epoch(&self, g: &mut Goroutine) {
        if !g.must_begin_epoch() {
            return;
        }
        let tick = g.tick();
        if tick.0 < self.limits.last_tick {
            g.move_to(Given { slot: g.slot(), tick: Tick(tick.0 + 1), is_shared: false });
        } else {
            self.change_slot(g);
        }
    }

    /// The clock of the goroutine's slot is used up. It remembers its accesses there as those of a goroutine that it
    /// knows all of, and so do all who learn from it.
    #[cold]
    fn change_slot(&self, g: &mut Goroutine) {
        g.clock.raise(g.slot(), g.tick());
        self.slots.lock().leave(g.slot(), g.tick());
        let given = self.take_slot(&g.clock, g.owner);
        g.move_to(given);
        self.begin_history(g);
    }
}
