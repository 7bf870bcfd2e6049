//! Iteration over maps.
//!
//! An iteration begins at a random entry of the table of a random hash, goes through that table, continues with the
//! table of the hash behind that table's range, and so on around, until it is back at its beginning. Tables may be
//! split during an iteration, but an entry's hash stays the same: entries in passed ranges have been visited, the
//! others have not. If the current table is replaced, the iteration continues with the old table, and looks each key up
//! in the map: so it visits no entry twice, and no deleted entry.

use crate::map::table::{Table, find_key};
use crate::map::{Map, MapError, MapLayout, shade_word};
use crate::types::equality;
use minigo_bytecode::rtype::RType;
use minigo_heap::Cache;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicPtr, AtomicU64};

/// The number of entries up to which an iteration begins as in Go's smallest maps, which have this many places.
const SMALL_MAP_ENTRIES: u64 = 8;

/// The entry of a table with `used` entries at which an iteration begins. In a small table each of the
/// `SMALL_MAP_ENTRIES` places is equally likely, and a free place stands for the first entry: two keys come in the
/// order in which they were added in seven of eight iterations, as in Go, and programs that rely on the order fail as
/// rarely.
fn first_entry(random: u64, used: u64) -> u64 {
    let place = random % used.max(SMALL_MAP_ENTRIES);
    if place < used { place } else { 0 }
}

/// An iteration over a map: an object in the heap, six words. Markers may read the iterator while it advances.
#[repr(C)]
pub(crate) struct MapIter {
    pub(crate) map: *const Map,
    /// The current table; null at the end.
    table: AtomicPtr<u64>,
    /// In the lower half the index of the table's entry to begin with, [`WRAPPED_FLAG`], and [`FIRST_TABLE_FLAG`]; in
    /// the upper half how many entries of the table have been passed, including deleted ones.
    position: AtomicU64,
    /// The first hash of the first table's range.
    first_range_hash: u64,
    /// The slots of the current key.
    key: AtomicPtr<u64>,
    /// The slots of the current value.
    value: AtomicPtr<u64>,
}

/// Flag: the entries before the beginning entry are being visited.
const WRAPPED_FLAG: u32 = 1 << 31;

/// Flag: the iteration is in its first table.
const FIRST_TABLE_FLAG: u32 = 1 << 30;

impl MapIter {
    /// Bytes of an iterator.
    pub(crate) const SIZE: usize = size_of::<Self>();

    /// An iterator before the first entry of `map`; `random` chooses that entry.
    ///
    /// # Safety
    /// `map` is nil or a map.
    pub(crate) unsafe fn new(map: *const Map, random: u64) -> Self {
        let random = equality::mix_word(random, 1);
        // SAFETY: the caller's promise.
        let table = unsafe { map.as_ref() }.map_or(std::ptr::null_mut(), |m| m.table_of(random).0);
        let (mut start, mut origin) = (FIRST_TABLE_FLAG, 0);
        if !table.is_null() {
            let (used, range) = (Table(table).used_entries() as u64, Table(table).hash_range());
            start |= first_entry(random & u64::from(u32::MAX), used) as u32;
            origin = range.first_hash();
        }
        let [table, key, value] =
            [table, std::ptr::null_mut(), std::ptr::null_mut()].map(AtomicPtr::new);
        Self {
            map,
            table,
            position: AtomicU64::new(u64::from(start)),
            first_range_hash: origin,
            key,
            value,
        }
    }

    #[inline(always)]
    fn table(&self) -> *mut u64 {
        self.table.load(Relaxed)
    }

    /// The entry to begin with and its flags, and the number of passed entries.
    #[inline(always)]
    fn position(&self) -> (u32, u32) {
        let position = self.position.load(Relaxed);
        (position as u32, (position >> 32) as u32)
    }

    #[inline(always)]
    fn set_position(&self, start: u32, passed: u32) {
        self.position.store(u64::from(passed) << 32 | u64::from(start), Relaxed);
    }

    /// Makes `entry` the current entry.
    #[inline(always)]
    fn set_entry(&self, layout: &MapLayout, entry: *mut u64) {
        self.key.store(entry, Relaxed);
        self.value.store(entry.wrapping_add(layout.key_slots), Relaxed);
    }

    /// Marks the current position's objects during a marking, before the iterator advances.
    pub(crate) fn shade_current_position(&self, cache: &mut Cache) {
        shade_word(cache, self.table() as u64);
        shade_word(cache, self.key() as u64);
    }

    /// Clears the current entry, at the end.
    pub(crate) fn finish(&self) {
        self.key.store(std::ptr::null_mut(), Relaxed);
        self.value.store(std::ptr::null_mut(), Relaxed);
    }

    /// The slots of the current key; null before the first entry and after the last.
    pub(crate) fn key(&self) -> *const u64 {
        self.key.load(Relaxed)
    }

    /// The slots of the current value.
    pub(crate) fn value(&self) -> *const u64 {
        self.value.load(Relaxed)
    }

    /// Advances to the next entry; false at the end.
    ///
    /// # Errors
    /// Returns [`MapError::ConcurrentIteration`].
    ///
    /// # Safety
    /// The map has this layout.
    pub(crate) unsafe fn next(
        &self,
        types: &[RType],
        layout: &MapLayout,
    ) -> Result<bool, MapError> {
        if self.table().is_null() {
            return Ok(false);
        }
        // SAFETY: the map is not nil where there is a table.
        let m = unsafe { &*self.map };
        if m.writer_mark.load(Relaxed) != 0 {
            return Err(MapError::ConcurrentIteration);
        }
        while !self.table().is_null() {
            let table = Table(self.table());
            while let Some(at) = self.next_index(table) {
                if !table.is_live(layout, at) {
                    continue;
                }
                self.set_entry(layout, table.entry(layout, at));
                // SAFETY: the key belongs to this map.
                if !table.is_stale() || unsafe { self.look_up(types, layout, m) }? {
                    return Ok(true);
                }
            }
            self.advance_to_next_table(m, table);
        }
        Ok(false)
    }

    /// The index of the next entry to visit: from the beginning entry to the end (which may move), then from 0 to the
    /// beginning entry.
    fn next_index(&self, table: Table) -> Option<usize> {
        let (mut flags, mut passed) = self.position();
        let start = flags & !(WRAPPED_FLAG | FIRST_TABLE_FLAG);
        if flags & WRAPPED_FLAG == 0 {
            let at = start + passed;
            if (at as usize) < table.used_entries() {
                self.set_position(flags, passed + 1);
                return Some(at as usize);
            }
            (flags, passed) = (flags | WRAPPED_FLAG, 0);
        }
        self.set_position(flags, passed + 1);
        (passed < start).then_some(passed as usize)
    }

    /// Continues with the table of the hashes behind those of `table`.
    fn advance_to_next_table(&self, m: &Map, table: Table) {
        let range = table.hash_range();
        let next = range.end_hash();
        // After `clear`, a table's range can contain more hashes than the iteration has left.
        let around =
            self.position().0 & FIRST_TABLE_FLAG == 0 && range.contains(self.first_range_hash);
        let ends = next == self.first_range_hash || range.depth() == 0 || around;
        self.table.store(if ends { std::ptr::null_mut() } else { m.table_of(next).0 }, Relaxed);
        self.set_position(0, 0);
    }

    /// Finds the current key in the map's current table.
    unsafe fn look_up(
        &self,
        types: &[RType],
        layout: &MapLayout,
        m: &Map,
    ) -> Result<bool, MapError> {
        let key = self.key();
        // SAFETY: the current key belongs to this map.
        unsafe {
            if !layout.equal_keys(types, key, key)? {
                // A NaN is never found, and only `clear` can delete it.
                return Ok(m.count.load(Relaxed) != 0);
            }
            let hash = layout.hash(types, m.seed, key)?;
            let now = m.table_of(hash);
            if now.0.is_null() {
                return Ok(false);
            }
            let Some(found) = find_key(types, layout, now, key, hash)? else {
                return Ok(false);
            };
            self.set_entry(layout, found.entry);
            Ok(true)
        }
    }
}
