//! Go's maps: small tables of entries in the order of insertion, each with an index of their hashes, and a directory
//! that maps the upper bits of a hash to a table.
//!
//! A map is a header (the target of Go's map value) that points to its only table or, once that has become too large,
//! to a directory. A full table is replaced by a larger one, and a table of about a thousand entries by two, each for
//! half of the hashes. So no operation moves more than one table's entries, however large the map is, and growth does
//! not need the memory of a second map. A replaced table stays unchanged: an iterator continues with its table, and
//! looks its keys up in the map. Keys and values are stored as they lie in slots, which for small types is their memory
//! layout with padding.
//!
//! The header has a flag that writers set while they write: concurrent misuse is detected often, as in Go, and a reader
//! that races sees one table or another, never a mixture.
//!
//! # Rejected
//! * One table that doubles: moving four million entries takes 100 ms, during which the world cannot be stopped, and
//!   both tables exist.
//! * Storing the hash beside each entry, so that nothing is hashed twice: the hashes would take a third of the memory
//!   of a `map[int]int`.

pub(crate) mod iter;
pub(crate) mod table;
#[cfg(test)]
mod tests;
pub(crate) mod word_map;

use crate::map::table::{HashRange, MAX_ENTRIES, SMALL_TABLE_ENTRIES, Table, find_key, push_entry};
use crate::memory::words;
use crate::types::equality::{self, NotComparable};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_heap::{Cache, Desc, OutOfMemory, publication_barrier};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64};

/// How keys are compared and hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyKind {
    /// A slot whose bits determine equality: integers, pointers, bools, channels.
    Word,
    /// A string.
    Str,
    /// The type's descriptor determines how keys are compared and hashed.
    General,
}

/// The properties that all maps of one type share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MapLayout {
    pub(crate) map: TypeId,
    pub(crate) key: TypeId,
    pub(crate) kind: KeyKind,
    /// Whether a key's slot contains the key's address.
    key_is_indirect: bool,
    pub(crate) key_slots: usize,
    /// The slots of an entry.
    entry_slots: usize,
    /// The descriptor of a table, for the collector.
    pub(crate) table_desc: Desc,
    /// The descriptor of a header, for the collector.
    pub(crate) header_desc: Desc,
}

/// Why an operation on a map failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MapError {
    /// The key holds a value of a type without `==`.
    Unhashable(TypeId),
    /// The key holds a value of a type without `==`, and the map has no entries.
    UnhashableLookup(TypeId),
    /// The key is nested so deeply that Go's stack would overflow.
    TooDeep,
    /// Another goroutine is writing to the map.
    ConcurrentWrites,
    /// Another goroutine is writing to the map that this goroutine reads.
    ConcurrentReadWrite,
    /// Another goroutine is writing to the map over which this goroutine iterates.
    ConcurrentIteration,
    /// An allocation failed.
    OutOfMemory(OutOfMemory),
}

impl From<NotComparable> for MapError {
    fn from(e: NotComparable) -> Self {
        match e {
            NotComparable::Type(ty) => Self::Unhashable(ty),
            NotComparable::TooDeep => Self::TooDeep,
        }
    }
}

impl From<OutOfMemory> for MapError {
    fn from(e: OutOfMemory) -> Self {
        Self::OutOfMemory(e)
    }
}

/// The header of a map: the target of a Go map value.
#[repr(C)]
pub(crate) struct Map {
    /// The number of entries: the result of `len`.
    count: AtomicU64,
    /// The map's table, its directory, or null.
    root: AtomicPtr<u64>,
    /// Nonzero while a goroutine writes.
    writer_mark: AtomicU32,
    seed: u32,
    /// The map's type, for iterators and `clear`, which do not get it as an argument.
    pub(crate) ty: TypeId,
}

impl Map {
    /// The table of a hash; null in a map that never had an entry.
    #[inline(always)]
    fn table_of(&self, hash: u64) -> Table {
        let root = Table(self.root.load(Relaxed));
        if root.0.is_null() { root } else { root.for_hash(hash) }
    }
}

impl MapLayout {
    /// The layout of map type `ty`; the descriptions are the collector's.
    pub(crate) fn new(types: &[RType], ty: TypeId, header_desc: Desc, table_desc: Desc) -> Self {
        let map = &types[ty.0 as usize];
        let key = &types[map.key.0 as usize];
        let kind = match key.kind {
            Kind::String => KeyKind::Str,
            Kind::Bool
            | Kind::Int
            | Kind::Int8
            | Kind::Int16
            | Kind::Int32
            | Kind::Int64
            | Kind::Uint
            | Kind::Uint8
            | Kind::Uint16
            | Kind::Uint32
            | Kind::Uint64
            | Kind::Uintptr
            | Kind::Chan
            | Kind::Pointer
            | Kind::UnsafePointer => KeyKind::Word,
            _ => KeyKind::General,
        };
        let value = &types[map.elem.0 as usize];
        let (key_slots, value_slots) = (key.slots() as usize, value.slots() as usize);
        Self {
            map: ty,
            key: map.key,
            kind,
            key_is_indirect: key.is_indirect(),
            key_slots,
            entry_slots: (key_slots + value_slots).max(1),
            table_desc,
            header_desc,
        }
    }

    #[inline(always)]
    fn entry_slots(&self) -> usize {
        self.entry_slots
    }

    /// The most entries of a table; a larger table is split.
    fn max_entries(&self) -> usize {
        table::max_entries(self.entry_slots())
    }

    /// The address of the key in these slots.
    #[inline(always)]
    unsafe fn key_address(&self, key: *const u64) -> *const u8 {
        // SAFETY: the caller promises a key of this map in slots.
        if self.key_is_indirect { unsafe { *key as *const u8 } } else { key.cast() }
    }

    #[inline(always)]
    unsafe fn hash(&self, types: &[RType], seed: u32, key: *const u64) -> Result<u64, MapError> {
        let seed = u64::from(seed);
        // SAFETY: the caller promises a key of this map in slots.
        unsafe {
            Ok(match self.kind {
                KeyKind::Word => equality::mix_word(seed, *key),
                KeyKind::Str => equality::hash_bytes(seed, equality::string_at(key.cast())),
                KeyKind::General => equality::hash(types, self.key, self.key_address(key), seed)?,
            })
        }
    }

    /// Checks that the key can be hashed, as Go does for maps without entries.
    unsafe fn check_hashable(&self, types: &[RType], key: *const u64) -> Result<(), MapError> {
        if self.kind != KeyKind::General {
            return Ok(());
        }
        // SAFETY: the caller promises a key of this map in slots.
        match unsafe { equality::hash(types, self.key, self.key_address(key), 0) } {
            Ok(_) => Ok(()),
            Err(NotComparable::Type(ty)) => Err(MapError::UnhashableLookup(ty)),
            Err(NotComparable::TooDeep) => Err(MapError::TooDeep),
        }
    }

    #[inline(always)]
    unsafe fn equal_keys(
        &self,
        types: &[RType],
        a: *const u64,
        b: *const u64,
    ) -> Result<bool, MapError> {
        // SAFETY: the caller promises keys of this map in slots.
        unsafe {
            Ok(match self.kind {
                KeyKind::Word => *a == *b,
                KeyKind::Str => equality::string_at(a.cast()) == equality::string_at(b.cast()),
                KeyKind::General => equality::values_equal(
                    types,
                    self.key,
                    self.key_address(a),
                    self.key_address(b),
                )?,
            })
        }
    }
}

/// A new map with room for `hint` entries.
///
/// # Errors
/// Returns [`OutOfMemory`].
pub(crate) fn map_new(
    cache: &mut Cache,
    layout: &MapLayout,
    hint: usize,
    seed: u32,
) -> Result<*mut Map, OutOfMemory> {
    let map = cache.alloc(size_of::<Map>(), layout.header_desc)?.cast::<Map>();
    // If there is no memory for a hint, it is ignored, as in Go.
    let root = match hint {
        0 => std::ptr::null_mut(),
        1..=MAX_HINT => Table::new_root(cache, layout, hint)?.0,
        _ => std::ptr::null_mut(),
    };
    // SAFETY: the pointer is a new object of this size.
    unsafe {
        map.write(Map {
            count: AtomicU64::new(0),
            root: AtomicPtr::new(root),
            writer_mark: AtomicU32::new(0),
            seed,
            ty: layout.map,
        });
    }
    // Publishes the map, so that a racing goroutine that reads it finds it initialised.
    publication_barrier();
    Ok(map)
}

/// The most entries for which room is made at once.
const MAX_HINT: usize = 1 << 26;

/// The number of entries in the map; 0 for nil.
///
/// # Safety
/// `map` is nil or a map.
#[inline(always)]
pub(crate) unsafe fn map_len(map: *const Map) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { map.as_ref().map_or(0, |m| m.count.load(Relaxed)) }
}

/// The slots of the value of `key`; null if the key is not in the map.
///
/// # Errors
/// Returns [`MapError::Unhashable`] (also for nil and empty maps, as in Go), [`MapError::ConcurrentReadWrite`].
///
/// # Safety
/// `map` is nil or a map with this layout; `key` points to a key in slots.
#[inline]
pub(crate) unsafe fn map_get(
    types: &[RType],
    layout: &MapLayout,
    map: *const Map,
    key: *const u64,
) -> Result<*const u64, MapError> {
    // SAFETY: the caller's promise.
    unsafe {
        let Some(m) = map.as_ref().filter(|m| m.count.load(Relaxed) != 0) else {
            layout.check_hashable(types, key)?;
            return Ok(std::ptr::null());
        };
        if m.writer_mark.load(Relaxed) != 0 {
            return Err(MapError::ConcurrentReadWrite);
        }
        let hash = layout.hash(types, m.seed, key)?;
        let table = m.table_of(hash);
        // If goroutines race, the table may have become null since it was checked.
        if table.0.is_null() {
            return Ok(std::ptr::null());
        }
        Ok(match find_key(types, layout, table, key, hash)? {
            Some(found) => found.entry.add(layout.key_slots),
            None => std::ptr::null(),
        })
    }
}

/// Marks a map as being written to, until this value is dropped.
pub(crate) struct WriteGuard<'a>(&'a Map);

impl<'a> WriteGuard<'a> {
    #[inline(always)]
    fn begin(map: &'a Map) -> Result<Self, MapError> {
        if map.writer_mark.load(Relaxed) != 0 {
            return Err(MapError::ConcurrentWrites);
        }
        map.writer_mark.store(1, Relaxed);
        Ok(Self(map))
    }
}

impl Drop for WriteGuard<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.0.writer_mark.store(0, Relaxed);
    }
}

/// The slots of the value of `key`, which is added with a zero value if it is not in the map. The caller must store the
/// value before anything else happens.
///
/// # Errors
/// Returns [`MapError`].
///
/// # Safety
/// `map` is a map with this layout, not nil; `key` points to a key in slots.
pub(crate) unsafe fn map_set(
    cache: &mut Cache,
    types: &[RType],
    layout: &MapLayout,
    map: *mut Map,
    key: *const u64,
) -> Result<*mut u64, MapError> {
    // SAFETY: the caller's promise.
    unsafe {
        let m = &*map;
        let hash = layout.hash(types, m.seed, key)?;
        let _writing = WriteGuard::begin(m)?;
        let mut table = m.table_of(hash);
        if !table.0.is_null()
            && let Some(found) = find_key(types, layout, table, key, hash)?
        {
            shade_entry(cache, layout, found.entry);
            // Keys can be equal and differ (+0 and -0): as in Go the new one is stored.
            words::copy(found.entry.cast(), key.cast(), layout.key_slots * 8);
            return Ok(found.entry.add(layout.key_slots));
        }
        while table.0.is_null() || table.used_entries() == table.capacity() {
            make_room(cache, types, layout, m, table)?;
            table = m.table_of(hash);
        }
        let entry = push_entry(layout, table, hash);
        words::copy(entry.cast(), key.cast(), layout.key_slots * 8);
        m.count.fetch_add(1, Relaxed);
        Ok(entry.add(layout.key_slots))
    }
}

/// Replaces a full table: by one of the same size if many entries were deleted, otherwise by a larger one, or by two.
#[inline(never)]
unsafe fn make_room(
    cache: &mut Cache,
    types: &[RType],
    layout: &MapLayout,
    m: &Map,
    old: Table,
) -> Result<(), MapError> {
    if old.0.is_null() {
        m.link_table(Table::new(cache, layout, SMALL_TABLE_ENTRIES, HashRange::ALL)?);
        return Ok(());
    }
    let (live, capacity, most) = (old.live_entries(layout), old.capacity(), layout.max_entries());
    let much_deleted = live * 4 < capacity * 3;
    if capacity >= most && !much_deleted {
        // SAFETY: the caller promises a map of this layout.
        return unsafe { split_table(cache, types, layout, m, old) };
    }
    let wanted = if much_deleted { capacity } else { larger_capacity(capacity, most) };
    let new = Table::new(cache, layout, wanted, old.hash_range())?;
    // SAFETY: the caller promises a map of this layout; the new table has room for all entries.
    unsafe {
        if live == old.used_entries() && new.bucket_count() == old.bucket_count() {
            new.copy_all(layout, old);
        } else {
            for at in (0..old.used_entries()).filter(|&at| old.is_live(layout, at)) {
                let from = old.entry(layout, at);
                let to = push_entry(layout, new, layout.hash(types, m.seed, from)?);
                std::ptr::copy_nonoverlapping(from, to, layout.entry_slots());
            }
        }
        retire_table(cache, old);
        m.link_table(new);
    }
    Ok(())
}

/// The next larger capacity after `capacity`.
fn larger_capacity(capacity: usize, most: usize) -> usize {
    let next = if capacity < 128 { capacity * 2 } else { capacity / 2 * 3 };
    if next > most / 4 * 3 { most } else { next }
}

/// Replaces a table by two, each for half of its hashes.
unsafe fn split_table(
    cache: &mut Cache,
    types: &[RType],
    layout: &MapLayout,
    m: &Map,
    old: Table,
) -> Result<(), MapError> {
    let ranges =
        old.hash_range().split_halves().ok_or(OutOfMemory { requested: usize::MAX, in_use: 0 })?;
    // Each key is hashed once, since a NaN has another hash each time.
    let mut hashes = [0; MAX_ENTRIES];
    let mut counts = [0; 2];
    let side = |hash| usize::from(ranges[1].contains(hash));
    // SAFETY: the caller promises a map of this layout.
    unsafe {
        for at in (0..old.used_entries()).filter(|&at| old.is_live(layout, at)) {
            // A NaN may have a hash of another table.
            hashes[at] =
                ranges[0].hash_in_range(layout.hash(types, m.seed, old.entry(layout, at))?);
            counts[side(hashes[at])] += 1;
        }
        let mut made = [old; 2];
        for (at, count) in counts.into_iter().enumerate() {
            let wanted =
                larger_capacity(count.max(SMALL_TABLE_ENTRIES) / 5 * 4, layout.max_entries())
                    .max(count);
            made[at] = Table::new(cache, layout, wanted, ranges[at])?;
        }
        m.make_directory(cache, layout, ranges[0])?;
        for at in (0..old.used_entries()).filter(|&at| old.is_live(layout, at)) {
            let to = push_entry(layout, made[side(hashes[at])], hashes[at]);
            std::ptr::copy_nonoverlapping(old.entry(layout, at), to, layout.entry_slots());
        }
        retire_table(cache, old);
        made.into_iter().for_each(|table| m.link_table(table));
    }
    Ok(())
}

/// Marks a table as replaced.
fn retire_table(cache: &mut Cache, table: Table) {
    shade_word(cache, table.0 as u64);
    table.set_stale();
}

impl Map {
    /// Makes the hashes of a table's range refer to the table.
    fn link_table(&self, table: Table) {
        // The table is published first, so that a racing reader finds an initialised table.
        publication_barrier();
        let root = Table(self.root.load(Relaxed));
        // The root is null only if goroutines race.
        match (!root.0.is_null()).then(|| root.depth()).flatten() {
            Some(depth) => {
                table.hash_range().each_directory_index(depth, |at| root.set_table(at, table));
            }
            None => self.root.store(table.0, Relaxed),
        }
    }

    /// Makes sure that there is a directory with an index for each range of this depth.
    fn make_directory(
        &self,
        cache: &mut Cache,
        layout: &MapLayout,
        range: HashRange,
    ) -> Result<(), OutOfMemory> {
        let root = Table(self.root.load(Relaxed));
        if root.0.is_null() {
            return Ok(());
        }
        let depth = root.depth().unwrap_or(0);
        // The depth is only smaller if writers race.
        if depth + 1 != range.depth() {
            return Ok(());
        }
        let new = Table::directory(cache, layout, depth + 1)?;
        for at in 0..1 << depth {
            let table = if depth == 0 { root } else { root.table(at) };
            new.set_table(2 * at, table);
            new.set_table(2 * at + 1, table);
        }
        shade_word(cache, root.0 as u64);
        publication_barrier();
        self.root.store(new.0, Relaxed);
        Ok(())
    }
}

/// Marks the object of a pointer that is about to be overwritten, during a marking.
#[inline]
pub(crate) fn shade_word(cache: &mut Cache, word: u64) {
    if cache.is_marking() {
        cache.marker().mark_word(word);
    }
}

/// Marks all words of an entry that is about to be overwritten, during a marking.
#[inline]
unsafe fn shade_entry(cache: &mut Cache, layout: &MapLayout, entry: *const u64) {
    if cache.is_marking() && layout.table_desc != Desc::NO_SCAN {
        for at in 0..layout.entry_slots() {
            // SAFETY: the caller names an entry of a table of this layout.
            cache.marker().mark_word(unsafe { *entry.add(at) });
        }
    }
}

/// Removes `key`, if it is in the map.
///
/// # Errors
/// Returns [`MapError`], except for lack of memory.
///
/// # Safety
/// `map` is nil or a map with this layout; `key` points to a key in slots.
pub(crate) unsafe fn map_delete(
    cache: &mut Cache,
    types: &[RType],
    layout: &MapLayout,
    map: *mut Map,
    key: *const u64,
) -> Result<(), MapError> {
    // SAFETY: the caller's promise.
    unsafe {
        let Some(m) = map.as_ref().filter(|m| m.count.load(Relaxed) != 0) else {
            layout.check_hashable(types, key)?;
            return Ok(());
        };
        let hash = layout.hash(types, m.seed, key)?;
        let _writing = WriteGuard::begin(m)?;
        let table = m.table_of(hash);
        if table.0.is_null() {
            return Ok(());
        }
        let Some(found) = find_key(types, layout, table, key, hash)? else {
            return Ok(());
        };
        shade_entry(cache, layout, found.entry);
        // The entry is zeroed, so that objects to which it pointed can be collected.
        words::zero_words(found.entry.cast(), layout.entry_slots() * 8);
        table.remove_entry(layout, &found);
        m.count.fetch_sub(1, Relaxed);
        Ok(())
    }
}

/// Removes all entries.
///
/// # Errors
/// Returns [`MapError::ConcurrentWrites`].
///
/// # Safety
/// `map` is nil or a map.
pub(crate) unsafe fn map_clear(cache: &mut Cache, map: *mut Map) -> Result<(), MapError> {
    // SAFETY: the caller's promise.
    let Some(m) = (unsafe { map.as_ref() }) else { return Ok(()) };
    let _writing = WriteGuard::begin(m)?;
    m.count.store(0, Relaxed);
    let root = Table(m.root.load(Relaxed));
    if !root.0.is_null() {
        shade_word(cache, root.0 as u64);
        root.each_table(Table::set_stale);
        m.root.store(std::ptr::null_mut(), Relaxed);
    }
    Ok(())
}
