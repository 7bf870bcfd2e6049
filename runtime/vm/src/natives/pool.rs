//! Natives of `sync.Pool`: objects kept for reuse, separately for each P.
//!
//! A native holds its P from begin to end, so it may use that P's part of a pool without a lock; and pools are aged
//! while the world is stopped at the begin of a marking.
//!
//! # Shape
//! A `Pool` has two tables with a [`PoolLocal`] per P, as in Go: the *local* one is filled, the *victim* is the table
//! that was local until the last collection began. A part has a private slot for its P alone and a list that others
//! steal from (oldest first; the P itself takes the newest). A collection drops the victim and makes the local table
//! the victim (`Pools::age_tables`): so an object that is not taken during a whole cycle dies.
//!
//! # Protocol
//! * Only the P of a part writes the private slot, the end of the list and its address; the begin and the slots of the
//!   list are written under the part's lock. A thief that finds the lock taken skips the part: the P that owns the part
//!   is about to need the objects in the list.
//! * No native allocates or waits with a lock held: an allocation may fail, which unwinds.
//! * A replaced table (after `GOMAXPROCS` grew) lives as long as a native uses it: freeing waits for a stop of the
//!   world, and all natives have ended by then.

use crate::goroutine::native_call::GoError;
use crate::native::{Native, NativeCx};
use crate::race::tag;
use crate::shared::pools::{Pool, pool_at};
use crate::types::DESC_ANY;
use crate::types::value::Iface;
use minigo_race::SyncObjectKey;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The part of a P: 128 bytes, so that no two parts share a cache line, nor a pair of lines that the CPU fetches
/// together.
#[repr(C)]
struct PoolLocal {
    private_slot: PoolSlot,
    /// The list: `capacity` slots, of which those from `first_index` to before `end_index` hold objects.
    list_address: AtomicU64,
    capacity: AtomicU64,
    first_index: AtomicU64,
    end_index: AtomicU64,
    is_locked: AtomicBool,
    cache_padding: [u64; 9],
}

const _: () = assert!(size_of::<PoolLocal>() == 128);
/// An `any` of which the collector may read a word at any time. Empty: all zero.
#[repr(C)]
struct PoolSlot {
    ty: AtomicU64,
    object_data: AtomicU64,
}

impl PoolSlot {
    fn put(&self, x: Iface) {
        self.object_data.store(x.data, Relaxed);
        self.ty.store(x.ty, Relaxed);
    }

    /// Empties the slot and returns the object; `None` if the slot was empty.
    fn take(&self) -> Option<Iface> {
        let x = Iface { ty: self.ty.load(Relaxed), data: self.object_data.load(Relaxed) };
        if x.ty == 0 {
            return None;
        }
        self.put(Iface { ty: 0, data: 0 });
        Some(x)
    }
}

/// The number of slots of a new list.
const INITIAL_SLOTS: u64 = 8;

impl PoolLocal {
    fn slot_at(&self, at: u64) -> &PoolSlot {
        // SAFETY: callers pass a number below `capacity`, and the list lives as long as the part refers to it.
        unsafe { &*(self.list_address.load(Relaxed) as *const PoolSlot).add(at as usize) }
    }

    fn try_lock(&self) -> bool {
        !self.is_locked.load(Relaxed) && !self.is_locked.swap(true, Acquire)
    }

    /// Locks the list; waits while another P takes an object out of it.
    fn lock(&self) {
        let mut tries = 0;
        while !self.try_lock() {
            tries += 1;
            if tries % 64 == 0 {
                std::thread::yield_now();
            }
            std::hint::spin_loop();
        }
    }

    fn unlock(&self) {
        self.is_locked.store(false, Release);
    }

    /// Adds an object. Only the P that owns the part calls this.
    fn put(&self, cx: &mut NativeCx, x: Iface) {
        if self.private_slot.ty.load(Relaxed) == 0 {
            return self.private_slot.put(x);
        }
        if self.end_index.load(Relaxed) == self.capacity.load(Relaxed) {
            self.make_room(cx);
        }
        self.lock();
        let end = self.end_index.load(Relaxed);
        self.slot_at(end).put(x);
        self.end_index.store(end + 1, Relaxed);
        self.unlock();
    }

    /// Makes a list with free slots at its end. The old list is not changed: a marking in progress finds in it the
    /// objects that the new one holds.
    #[cold]
    fn make_room(&self, cx: &mut NativeCx) {
        let used = self.end_index.load(Relaxed) - self.first_index.load(Relaxed);
        let room = (used * 2).max(INITIAL_SLOTS);
        let list = cx.alloc(room as usize * size_of::<PoolSlot>(), DESC_ANY) as u64;
        self.lock();
        let (first, end) = (self.first_index.load(Relaxed), self.end_index.load(Relaxed));
        let old = self.list_address.load(Relaxed);
        for at in first..end {
            let from = self.slot_at(at);
            let x = Iface { ty: from.ty.load(Relaxed), data: from.object_data.load(Relaxed) };
            // SAFETY: the new list has more slots than the old one has used.
            unsafe { &*(list as *const PoolSlot).add((at - first) as usize) }.put(x);
        }
        self.list_address.store(list, Relaxed);
        self.capacity.store(room, Relaxed);
        self.first_index.store(0, Relaxed);
        self.end_index.store(end - first, Relaxed);
        self.unlock();
        cx.shade_word(old);
    }

    /// Removes and returns the private object, or else the newest object of the list. Only the P that owns the part
    /// calls this.
    fn take(&self) -> Option<Iface> {
        if let Some(x) = self.private_slot.take() {
            return Some(x);
        }
        if self.first_index.load(Relaxed) == self.end_index.load(Relaxed) {
            return None;
        }
        self.lock();
        let (first, end) = (self.first_index.load(Relaxed), self.end_index.load(Relaxed));
        let found = if first == end { None } else { self.slot_at(end - 1).take() };
        let end = end - u64::from(found.is_some());
        // An empty list starts again at its first slot.
        let (first, end) = if first == end { (0, 0) } else { (first, end) };
        self.first_index.store(first, Relaxed);
        self.end_index.store(end, Relaxed);
        self.unlock();
        found
    }

    /// Removes and returns the oldest object of the list. Any P may call this.
    fn steal(&self) -> Option<Iface> {
        if self.first_index.load(Relaxed) >= self.end_index.load(Relaxed) || !self.try_lock() {
            return None;
        }
        let (first, end) = (self.first_index.load(Relaxed), self.end_index.load(Relaxed));
        let found = if first == end { None } else { self.slot_at(first).take() };
        self.first_index.store(first + u64::from(found.is_some()), Relaxed);
        self.unlock();
        found
    }
}

/// The parts of a table; none if the address is 0.
fn local_pools<'a>(table: u64) -> &'a [PoolLocal] {
    if table == 0 {
        return &[];
    }
    // SAFETY: a table made by `make_table`: the number of parts, then the parts. The pool refers to the table, or did
    // when this native began.
    unsafe {
        let count = *(table as *const u64);
        std::slice::from_raw_parts((table as *const u64).add(1).cast(), count as usize)
    }
}

/// The natives of package `sync`.
#[must_use]
pub fn natives() -> Vec<Native> {
    vec![Native::constant_time("poolPut", put), Native::constant_time("poolTake", take)]
}

fn nil_error() -> GoError {
    GoError::Text("nil Pool".to_owned())
}

/// For the race detector: taking an object synchronises with the put of this object only.
fn race_key(x: Iface) -> SyncObjectKey {
    SyncObjectKey { addr: x.data as usize, tag: tag::POOLED_OBJECT_KEY }
}

fn put(cx: &mut NativeCx, pool: *mut u64, x: Iface) -> Result<(), GoError> {
    if x.ty == 0 {
        return Ok(());
    }
    if pool.is_null() {
        return Err(nil_error());
    }
    if cx.drops_pool_objects || cx.shared().race.is_some() && is_dropped(cx, x) {
        return Ok(());
    }
    cx.release_key(race_key(x));
    let proc = cx.task().proc().0 as usize;
    let table = pool_at(pool as u64).local_table.load(Acquire);
    match local_pools(table).get(proc) {
        Some(part) => part.put(cx, x),
        None => {
            let table = make_table(cx, pool as u64, proc);
            local_pools(table)[proc].put(cx, x);
        }
    }
    Ok(())
}

/// While races are detected, one in this many objects is dropped.
const DROPPED_ONE_IN: u64 = 4;

/// Chooses the dropped objects, as Go's detector does: taking an object synchronises with its put, and that would hide
/// races of programs that only print.
#[cold]
fn is_dropped(cx: &mut NativeCx, x: Iface) -> bool {
    // The clock chooses the objects: under a seed the clock is the run's own, and otherwise each run drops different
    // objects.
    let any = (cx.task().now() ^ x.data).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    cx.shared().explored.is_none() && (any >> 32).is_multiple_of(DROPPED_ONE_IN)
}

/// Makes a local table that has a part for `proc`, unless another goroutine does meanwhile. As in Go the objects in a
/// smaller table are lost.
#[cold]
fn make_table(cx: &mut NativeCx, address: u64, proc: usize) -> u64 {
    let count = cx.task().procs().max(proc + 1);
    let made = cx.alloc(8 + count * size_of::<PoolLocal>(), DESC_ANY) as u64;
    // SAFETY: the pointer is a new object of this size.
    unsafe { *(made as *mut u64) = count as u64 };
    let pool = pool_at(address);
    let mut lists = cx.shared().pools.0.lock();
    let there = pool.local_table.load(Acquire);
    if local_pools(there).len() > proc {
        return there;
    }
    if there == 0 {
        lists.filled_pools.push(address);
    }
    pool.local_table.store(made, Release);
    drop(lists);
    cx.shade_word(there);
    made
}

fn take(cx: &mut NativeCx, pool: *mut u64) -> Result<Iface, GoError> {
    if pool.is_null() {
        return Err(nil_error());
    }
    let pool = pool_at(pool as u64);
    let proc = cx.task().proc().0 as usize;
    let own = local_pools(pool.local_table.load(Acquire)).get(proc).and_then(PoolLocal::take);
    let found = own.or_else(|| take_from_others(cx, pool, proc));
    if let Some(x) = found {
        cx.acquire_key(race_key(x));
    }
    let x = found.unwrap_or(Iface { ty: 0, data: 0 });
    // The goroutine that takes the object holds it; a marking in progress may find no other reference to it.
    cx.shade_word(x.data);
    Ok(x)
}

/// Takes an object that another P has put, or else one from the victim.
#[inline(never)]
fn take_from_others(cx: &mut NativeCx, pool: &Pool, proc: usize) -> Option<Iface> {
    let steal = |parts: &[PoolLocal]| {
        (0..parts.len()).find_map(|i| parts[(proc + 1 + i) % parts.len()].steal())
    };
    if let Some(x) = steal(local_pools(pool.local_table.load(Acquire))) {
        return Some(x);
    }
    let table = pool.victim_table.load(Acquire);
    if table == 0 {
        return None;
    }
    let victim = local_pools(table);
    let found =
        victim.get(proc).and_then(|part| part.private_slot.take()).or_else(|| steal(victim));
    if found.is_none() {
        // The victim is empty: there is no need to look there again.
        pool.victim_table.store(0, Relaxed);
        cx.shade_word(table);
    }
    found
}
