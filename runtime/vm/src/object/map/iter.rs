//! Walks over maps.
//!
//! A module of its own because what an iterator may rely on while the map changes is a matter for itself.
//!
//! A walk begins at a random entry of the table of a random hash, goes through that table, then on to the table of the hash behind that
//! table's range, and so on around, until it is where it began. Tables are split while it is on its way, but an entry's hash stays:
//! what lies in ranges that it has passed was seen, the rest was not. A table that is replaced while it is in it, it goes through
//! to the end all the same, and looks each key up in the map: so it gives no entry twice, and none that was deleted.

use super::table::{Table, find};
use super::{Map, MapError, MapLayout, shade};
use crate::rtype;
use minigo_bytecode::rtype::RType;
use minigo_heap::Cache;
use std::sync::atomic::Ordering::Relaxed;

/// A walk over a map: an object in the heap, six words.
#[repr(C)]
pub(crate) struct MapIter {
    pub(crate) map: *const Map,
    /// The table it is in; null at the end.
    table: *mut u64,
    /// The entry of the table to begin with, [`TURNED`], and [`FIRST`].
    start: u32,
    /// Entries of the table passed, the deleted ones too.
    passed: u32,
    /// The first hash of the range of the first table.
    origin: u64,
    /// Slots of the key that the iterator is at.
    key: *const u64,
    /// Slots of its value.
    value: *const u64,
}

/// The turn of the entries before the first one has come.
const TURNED: u32 = 1 << 31;
/// The walk is in its first table.
const FIRST: u32 = 1 << 30;

impl MapIter {
    /// Bytes of an iterator.
    pub(crate) const SIZE: usize = size_of::<Self>();

    /// An iterator before the first entry of `map`; `random` chooses which that is.
    ///
    /// # Safety
    /// `map` is nil or a map.
    pub(crate) unsafe fn new(map: *const Map, random: u64) -> Self {
        let random = rtype::mix(random, 1);
        // SAFETY: the caller promises it.
        let table = unsafe { map.as_ref() }.map_or(std::ptr::null_mut(), |m| m.table_of(random).0);
        let (mut start, mut origin) = (FIRST, 0);
        if !table.is_null() {
            let (used, range) = (Table(table).used() as u64, Table(table).range());
            start |= if used == 0 { 0 } else { (random & u64::from(u32::MAX)) % used } as u32;
            origin = range.first();
        }
        let (key, value) = (std::ptr::null(), std::ptr::null());
        Self { map, table, start, passed: 0, origin, key, value }
    }

    /// Tells a marking that goes on where the iterator was: it is about to move.
    pub(crate) fn shade(&self, cache: &mut Cache) {
        shade(cache, self.table as u64);
        shade(cache, self.key as u64);
    }

    /// Forgets the entry it was at: there is no further one.
    pub(crate) fn finish(&mut self) {
        (self.key, self.value) = (std::ptr::null(), std::ptr::null());
    }

    /// The slots of the current key; null before the first entry and after the last.
    pub(crate) fn key(&self) -> *const u64 {
        self.key
    }

    /// The slots of the current value.
    pub(crate) fn value(&self) -> *const u64 {
        self.value
    }

    /// Goes on to the next entry; false at the end.
    ///
    /// # Errors
    /// [`MapError::ConcurrentIteration`]
    ///
    /// # Safety
    /// The map has this layout.
    pub(crate) unsafe fn next(
        &mut self,
        types: &[RType],
        layout: &MapLayout,
    ) -> Result<bool, MapError> {
        if self.table.is_null() {
            return Ok(false);
        }
        // SAFETY: the map is not nil where there is a table.
        let m = unsafe { &*self.map };
        if m.writing.load(Relaxed) != 0 {
            return Err(MapError::ConcurrentIteration);
        }
        while !self.table.is_null() {
            let table = Table(self.table);
            while let Some(at) = self.step(table) {
                if !table.is_live(layout, at) {
                    continue;
                }
                self.key = table.entry(layout, at);
                // SAFETY: the value lies behind the key; the key is one of this map.
                unsafe {
                    self.value = self.key.add(layout.key_slots);
                    if !table.is_stale() || self.look_up(types, layout, m)? {
                        return Ok(true);
                    }
                }
            }
            self.turn_to_next(m, table);
        }
        Ok(false)
    }

    /// The number of the next entry to look at: from the first one to the end (which may move), then from 0 to the first one.
    fn step(&mut self, table: Table) -> Option<usize> {
        let start = self.start & !(TURNED | FIRST);
        if self.start & TURNED == 0 {
            let at = start + self.passed;
            self.passed += 1;
            if (at as usize) < table.used() {
                return Some(at as usize);
            }
            (self.start, self.passed) = (self.start | TURNED, 0);
        }
        let at = self.passed;
        self.passed += 1;
        (at < start).then_some(at as usize)
    }

    /// Goes on to the table that has the hashes behind those of this one.
    fn turn_to_next(&mut self, m: &Map, table: Table) {
        let range = table.range();
        let next = range.end();
        // After `clear` a table can have more hashes than are left.
        let around = self.start & FIRST == 0 && range.contains(self.origin);
        let ends = next == self.origin || range.depth() == 0 || around;
        self.table = if ends { std::ptr::null_mut() } else { m.table_of(next).0 };
        (self.start, self.passed) = (0, 0);
    }

    /// Finds the current key in the table that the map has now.
    unsafe fn look_up(
        &mut self,
        types: &[RType],
        layout: &MapLayout,
        m: &Map,
    ) -> Result<bool, MapError> {
        // SAFETY: the current key is a key of this map.
        unsafe {
            if !layout.same(types, self.key, self.key)? {
                // A NaN is found by nobody, nor can it be deleted, but by `clear`.
                return Ok(m.count.load(Relaxed) != 0);
            }
            let hash = layout.hash(types, m.seed, self.key)?;
            let now = m.table_of(hash);
            if now.0.is_null() {
                return Ok(false);
            }
            let Some(found) = find(types, layout, now, self.key, hash)? else {
                return Ok(false);
            };
            self.key = found.entry;
            self.value = found.entry.add(layout.key_slots);
            Ok(true)
        }
    }
}
