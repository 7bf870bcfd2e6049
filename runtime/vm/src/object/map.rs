//! Go's maps: entries in the order of insertion, and an index of their hashes.
//!
//! A map is a header (what Go's map value points to) and a table, which is replaced as a whole when it grows or is
//! tidied, so that an iterator can go on over the table it began with. Up to [`SMALL`] entries are searched without an
//! index. Keys and values are stored as they lie in slots, which for small types is their memory layout with a tail.
//!
//! The header has a flag that writers set while they write: concurrent misuse is found often, as in Go, and a reader
//! that races sees one table or another, never a mixture.

mod word;

pub(crate) use word::{map_get_word, map_set_word};

use crate::rtype::{self, NotComparable};
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::rtype::{Kind, RType};
use minigo_heap::{Cache, Desc, OutOfMemory};
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering::Relaxed};

/// How keys are compared and hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyKind {
    /// One slot whose bits say it all: integers, pointers, bools, channels.
    Word,
    /// A string.
    Str,
    /// By the type's descriptor.
    General,
}

/// What all maps of one type share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MapLayout {
    pub(crate) map: TypeId,
    pub(crate) key: TypeId,
    pub(crate) kind: KeyKind,
    pub(crate) key_slots: usize,
    pub(crate) value_slots: usize,
    /// What a table holds, for the collector.
    pub(crate) table_desc: Desc,
    /// What a header holds.
    pub(crate) header_desc: Desc,
}

/// Why an operation on a map failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MapError {
    /// The key holds a value of a type without `==`.
    Unhashable(TypeId),
    /// Somebody else is writing to the map.
    ConcurrentWrites,
    /// Somebody else is writing while this one reads.
    ConcurrentReadWrite,
    /// Somebody else is writing while this one walks.
    ConcurrentIteration,
    /// There is no memory.
    OutOfMemory(OutOfMemory),
}

impl From<NotComparable> for MapError {
    fn from(e: NotComparable) -> Self {
        Self::Unhashable(e.0)
    }
}

impl From<OutOfMemory> for MapError {
    fn from(e: OutOfMemory) -> Self {
        Self::OutOfMemory(e)
    }
}

/// Tables of so many entries have no index.
const SMALL: usize = 8;
/// Words of a table before its index.
const HEAD: usize = 4;
/// An index place whose entry was deleted.
const DELETED: u64 = u32::MAX as u64;
/// The bit of an entry's first word that says that the entry is there.
const LIVE: u64 = 1;

/// What a Go map value points to.
#[repr(C)]
pub(crate) struct Map {
    /// Entries that are there: what `len` says.
    count: AtomicU64,
    table: AtomicPtr<u64>,
    /// Not zero while somebody writes.
    writing: AtomicU32,
    seed: u32,
    /// The map's type: iterators and `clear` are not told it.
    pub(crate) ty: TypeId,
}

/// A table: one object of 8-byte words.
///
/// ```text
/// capacity | places of the index (0 or a power of two) | entries used | bytes of hashes | index… | entries…
/// ```
/// Without an index a byte of each entry's hash, never 0, says which entries are worth a look: most searches in vain look at none.
/// A place of the index is 0, or the upper half of a hash and the number of the entry plus one, or `DELETED`.
/// An entry is a word (upper half of the hash, `LIVE`), the key, the value.
#[derive(Clone, Copy)]
struct Table(*mut u64);

impl Table {
    #[inline(always)]
    fn word(self, at: usize) -> u64 {
        // SAFETY: callers name words of the head or of the index, which every table has.
        unsafe { (*self.0.add(at).cast::<AtomicU64>()).load(Relaxed) }
    }

    #[inline(always)]
    fn set(self, at: usize, value: u64) {
        // SAFETY: as in `word`.
        unsafe { (*self.0.add(at).cast::<AtomicU64>()).store(value, Relaxed) }
    }

    #[inline(always)]
    fn capacity(self) -> usize {
        self.word(0) as usize
    }

    #[inline(always)]
    fn places(self) -> usize {
        self.word(1) as usize
    }

    /// Never above the capacity, also when it races.
    #[inline(always)]
    fn used(self) -> usize {
        (self.word(2) as usize).min(self.capacity())
    }

    #[inline(always)]
    fn entry(self, layout: &MapLayout, at: usize) -> *mut u64 {
        let first = HEAD + self.places();
        // SAFETY: `at` is below the capacity, so the entry lies in the table.
        unsafe { self.0.add(first + at * layout.entry_slots()) }
    }

    fn new(cache: &mut Cache, layout: &MapLayout, capacity: usize) -> Result<Self, OutOfMemory> {
        let places = if capacity <= SMALL { 0 } else { (capacity * 2).next_power_of_two() };
        let words = capacity
            .checked_mul(layout.entry_slots())
            .and_then(|w| w.checked_add(places + HEAD))
            .and_then(|w| w.checked_mul(8))
            .ok_or(OutOfMemory { wanted: usize::MAX, used: 0 })?;
        let table = Self(cache.alloc(words, layout.table_desc)?.cast());
        table.set(0, capacity as u64);
        table.set(1, places as u64);
        Ok(table)
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
        Self {
            map: ty,
            key: map.key,
            kind,
            key_slots: key.slots() as usize,
            value_slots: value.slots() as usize,
            table_desc,
            header_desc,
        }
    }

    #[inline(always)]
    fn entry_slots(&self) -> usize {
        1 + self.key_slots + self.value_slots
    }

    #[inline(always)]
    unsafe fn hash(&self, types: &[RType], seed: u32, key: *const u64) -> Result<u64, MapError> {
        let seed = u64::from(seed);
        // SAFETY: the caller promises a key of this map in slots.
        unsafe {
            Ok(match self.kind {
                KeyKind::Word => rtype::mix(seed, *key),
                KeyKind::Str => rtype::hash_bytes(seed, rtype::string_at(key.cast())),
                KeyKind::General => rtype::hash(types, self.key, key.cast(), seed)?,
            })
        }
    }

    #[inline(always)]
    unsafe fn same(&self, types: &[RType], a: *const u64, b: *const u64) -> Result<bool, MapError> {
        // SAFETY: the caller promises keys of this map in slots.
        unsafe {
            Ok(match self.kind {
                KeyKind::Word => *a == *b,
                KeyKind::Str => rtype::string_at(a.cast()) == rtype::string_at(b.cast()),
                KeyKind::General => rtype::equal(types, self.key, a.cast(), b.cast())?,
            })
        }
    }
}

/// Where the search in the index begins: by the upper half of the hash, which entries keep.
#[inline(always)]
fn first_place(hash: u64, places: usize) -> usize {
    (hash >> 32) as usize & (places - 1)
}

/// The upper half of a hash, as it stands in entries and index.
#[inline(always)]
fn tag(hash: u64) -> u64 {
    hash & !u64::from(u32::MAX)
}

/// The byte of a hash that a table without an index keeps.
#[inline(always)]
fn short(hash: u64) -> u64 {
    hash >> 56 | 0x80
}

/// The entries of a table without an index whose byte is that of `hash`: the upper bits of the bytes of the result. (A byte
/// above one that is may be wrong.)
#[inline(always)]
fn candidates(table: Table, hash: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let differ = table.word(3) ^ (ONES * short(hash));
    differ.wrapping_sub(ONES) & !differ & (ONES << 7)
}

/// Where a key was found: its entry, and its place in the index (if there is one).
struct Found {
    entry: *mut u64,
    place: usize,
}

/// Searches the table.
unsafe fn find(
    types: &[RType],
    layout: &MapLayout,
    table: Table,
    key: *const u64,
    hash: u64,
) -> Result<Option<Found>, MapError> {
    let places = table.places();
    // SAFETY: entries below `used` are complete; the caller promises a key of this map.
    unsafe {
        if places == 0 {
            let mut left = candidates(table, hash);
            while left != 0 {
                let entry = table.entry(layout, left.trailing_zeros() as usize / 8);
                if *entry == tag(hash) | LIVE && layout.same(types, entry.add(1), key)? {
                    return Ok(Some(Found { entry, place: 0 }));
                }
                left &= left - 1;
            }
            return Ok(None);
        }
        let mut at = first_place(hash, places);
        loop {
            let place = table.word(HEAD + at);
            if place == 0 {
                return Ok(None);
            }
            if place != DELETED && tag(place) == tag(hash) {
                let number = (place & u64::from(u32::MAX)) as usize - 1;
                if number < table.capacity() {
                    let entry = table.entry(layout, number);
                    if layout.same(types, entry.add(1), key)? {
                        return Ok(Some(Found { entry, place: at }));
                    }
                }
            }
            at = (at + 1) & (places - 1);
        }
    }
}

/// A new map with room for `hint` entries.
///
/// # Errors
/// [`OutOfMemory`]
pub(crate) fn map_new(
    cache: &mut Cache,
    layout: &MapLayout,
    hint: usize,
    seed: u32,
) -> Result<*mut Map, OutOfMemory> {
    let map = cache.alloc(size_of::<Map>(), layout.header_desc)?.cast::<Map>();
    // A hint is only a hint: one that cannot be met is not an error in Go either.
    let capacity = if hint <= 1 << 26 { hint } else { 0 };
    let table = if capacity == 0 {
        std::ptr::null_mut()
    } else {
        Table::new(cache, layout, capacity.max(SMALL))?.0
    };
    // SAFETY: a fresh object of this size.
    unsafe {
        map.write(Map {
            count: AtomicU64::new(0),
            table: AtomicPtr::new(table),
            writing: AtomicU32::new(0),
            seed,
            ty: layout.map,
        });
    }
    Ok(map)
}

/// Entries in the map; nil has none.
///
/// # Safety
/// `map` is nil or a map.
#[inline(always)]
pub(crate) unsafe fn map_len(map: *const Map) -> u64 {
    // SAFETY: the caller promises it.
    unsafe { map.as_ref().map_or(0, |m| m.count.load(Relaxed)) }
}

/// The slots of the value of `key`; null when it is not there.
///
/// # Errors
/// [`MapError::Unhashable`] (also of nil and empty maps, as in Go), [`MapError::ConcurrentReadWrite`]
///
/// # Safety
/// `map` is nil or a map with this layout; `key` leads to a key in slots.
#[inline]
pub(crate) unsafe fn map_get(
    types: &[RType],
    layout: &MapLayout,
    map: *const Map,
    key: *const u64,
) -> Result<*const u64, MapError> {
    // SAFETY: the caller promises it.
    unsafe {
        let Some(m) = map.as_ref().filter(|m| m.count.load(Relaxed) != 0) else {
            if layout.kind == KeyKind::General {
                layout.hash(types, 0, key)?;
            }
            return Ok(std::ptr::null());
        };
        if m.writing.load(Relaxed) != 0 {
            return Err(MapError::ConcurrentReadWrite);
        }
        let hash = layout.hash(types, m.seed, key)?;
        let table = Table(m.table.load(Relaxed));
        Ok(match find(types, layout, table, key, hash)? {
            Some(found) => found.entry.add(1 + layout.key_slots),
            None => std::ptr::null(),
        })
    }
}

/// Marks a map as being written to, until it is dropped.
struct Writing<'a>(&'a Map);

impl<'a> Writing<'a> {
    fn begin(map: &'a Map) -> Result<Self, MapError> {
        if map.writing.load(Relaxed) != 0 {
            return Err(MapError::ConcurrentWrites);
        }
        map.writing.store(1, Relaxed);
        Ok(Self(map))
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.0.writing.store(0, Relaxed);
    }
}

/// The slots of the value of `key`, which is added with a zero value if it is not there. The caller fills them before
/// anything else happens.
///
/// # Errors
/// [`MapError`]
///
/// # Safety
/// `map` is a map with this layout, not nil; `key` leads to a key in slots.
pub(crate) unsafe fn map_set(
    cache: &mut Cache,
    types: &[RType],
    layout: &MapLayout,
    map: *mut Map,
    key: *const u64,
) -> Result<*mut u64, MapError> {
    // SAFETY: the caller promises it.
    unsafe {
        let m = &*map;
        let hash = layout.hash(types, m.seed, key)?;
        let _writing = Writing::begin(m)?;
        let mut table = Table(m.table.load(Relaxed));
        if !table.0.is_null()
            && let Some(found) = find(types, layout, table, key, hash)?
        {
            shade_entry(cache, layout, found.entry);
            // Keys can be equal and differ (+0 and -0): Go stores the new one.
            std::ptr::copy_nonoverlapping(key, found.entry.add(1), layout.key_slots);
            return Ok(found.entry.add(1 + layout.key_slots));
        }
        if table.0.is_null() || table.used() == table.capacity() {
            table = renew(cache, layout, m)?;
        }
        let entry = push(layout, table, hash);
        std::ptr::copy_nonoverlapping(key, entry.add(1), layout.key_slots);
        m.count.fetch_add(1, Relaxed);
        Ok(entry.add(1 + layout.key_slots))
    }
}

/// Takes the next entry of a table that has room, and enters it in the index.
unsafe fn push(layout: &MapLayout, table: Table, hash: u64) -> *mut u64 {
    let number = table.used();
    table.set(2, number as u64 + 1);
    let entry = table.entry(layout, number);
    // SAFETY: the entry lies in the table, nobody uses it yet.
    unsafe { *entry = tag(hash) | LIVE };
    let places = table.places();
    if places == 0 {
        table.set(3, table.word(3) | short(hash) << (number * 8));
    } else {
        let mut at = first_place(hash, places);
        while !matches!(table.word(HEAD + at), 0 | DELETED) {
            at = (at + 1) & (places - 1);
        }
        table.set(HEAD + at, tag(hash) | (number as u64 + 1));
    }
    entry
}

/// Replaces a full table: by a larger one, or, when much was deleted, by one of the same size.
unsafe fn renew(cache: &mut Cache, layout: &MapLayout, m: &Map) -> Result<Table, MapError> {
    let old = Table(m.table.load(Relaxed));
    let count = m.count.load(Relaxed) as usize;
    let capacity = if old.0.is_null() {
        SMALL
    } else if count * 4 < old.capacity() * 3 {
        old.capacity()
    } else {
        old.capacity() * 2
    };
    let new = Table::new(cache, layout, capacity)?;
    if !old.0.is_null() {
        for at in 0..old.used() {
            let from = old.entry(layout, at);
            // SAFETY: entries below `used` are complete; the new table has room for all live ones.
            unsafe {
                if *from & LIVE != 0 {
                    let to = push(layout, new, *from);
                    std::ptr::copy_nonoverlapping(from.add(1), to.add(1), layout.entry_slots() - 1);
                }
            }
        }
    }
    shade(cache, old.0 as u64);
    m.table.store(new.0, Relaxed);
    Ok(new)
}

/// Tells a marking that goes on of a pointer that is about to be overwritten.
#[inline]
fn shade(cache: &mut Cache, word: u64) {
    if cache.is_marking() {
        cache.marker().mark(word);
    }
}

/// The same for all of an entry.
#[inline]
unsafe fn shade_entry(cache: &mut Cache, layout: &MapLayout, entry: *const u64) {
    if cache.is_marking() && layout.table_desc != Desc::NO_SCAN {
        for at in 1..layout.entry_slots() {
            // SAFETY: the caller names an entry of a table of this layout.
            cache.marker().mark(unsafe { *entry.add(at) });
        }
    }
}

/// Removes `key`, if it is there.
///
/// # Errors
/// [`MapError`] but for memory.
///
/// # Safety
/// `map` is nil or a map with this layout; `key` leads to a key in slots.
pub(crate) unsafe fn map_delete(
    cache: &mut Cache,
    types: &[RType],
    layout: &MapLayout,
    map: *mut Map,
    key: *const u64,
) -> Result<(), MapError> {
    // SAFETY: the caller promises it.
    unsafe {
        let Some(m) = map.as_ref().filter(|m| m.count.load(Relaxed) != 0) else {
            if layout.kind == KeyKind::General {
                layout.hash(types, 0, key)?;
            }
            return Ok(());
        };
        let hash = layout.hash(types, m.seed, key)?;
        let _writing = Writing::begin(m)?;
        let table = Table(m.table.load(Relaxed));
        let Some(found) = find(types, layout, table, key, hash)? else {
            return Ok(());
        };
        shade_entry(cache, layout, found.entry);
        // Zero, so that what it pointed to can be collected.
        std::ptr::write_bytes(found.entry, 0, layout.entry_slots());
        if table.places() != 0 {
            table.set(HEAD + found.place, DELETED);
        }
        m.count.fetch_sub(1, Relaxed);
        Ok(())
    }
}

/// Removes all entries.
///
/// # Errors
/// [`MapError::ConcurrentWrites`]
///
/// # Safety
/// `map` is nil or a map.
pub(crate) unsafe fn map_clear(cache: &mut Cache, map: *mut Map) -> Result<(), MapError> {
    // SAFETY: the caller promises it.
    let Some(m) = (unsafe { map.as_ref() }) else { return Ok(()) };
    let _writing = Writing::begin(m)?;
    m.count.store(0, Relaxed);
    shade(cache, m.table.load(Relaxed) as u64);
    m.table.store(std::ptr::null_mut(), Relaxed);
    Ok(())
}

/// A walk over a map: an object in the heap, six words.
///
/// It begins at a random entry of the table that the map has now. When the map gets another table it stays with the old
/// one, and looks each key up in the new one: so it gives no entry twice, and none that was deleted.
#[repr(C)]
pub(crate) struct MapIter {
    pub(crate) map: *const Map,
    table: *mut u64,
    /// The entry to begin with.
    start: u64,
    /// Entries passed, the deleted ones too.
    passed: u64,
    /// Slots of the key that the iterator is at.
    key: *const u64,
    /// Slots of its value.
    value: *const u64,
}

impl MapIter {
    /// Bytes of an iterator.
    pub(crate) const SIZE: usize = size_of::<Self>();

    /// An iterator before the first entry of `map`; `random` chooses which that is.
    ///
    /// # Safety
    /// `map` is nil or a map.
    pub(crate) unsafe fn new(map: *const Map, random: u64) -> Self {
        // SAFETY: the caller promises it.
        let table = unsafe { map.as_ref() }.map_or(std::ptr::null_mut(), |m| m.table.load(Relaxed));
        let used = if table.is_null() { 0 } else { Table(table).used() as u64 };
        let start = if used == 0 { 0 } else { random % used };
        let (key, value) = (std::ptr::null(), std::ptr::null());
        Self { map, table, start, passed: 0, key, value }
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
        // SAFETY: the map is not nil where there is a table.
        unsafe {
            if self.table.is_null() {
                return Ok(false);
            }
            let m = &*self.map;
            if m.writing.load(Relaxed) != 0 {
                return Err(MapError::ConcurrentIteration);
            }
            let table = Table(self.table);
            while let Some(at) = self.step(table) {
                let entry = table.entry(layout, at);
                if *entry & LIVE == 0 {
                    continue;
                }
                self.key = entry.add(1);
                self.value = entry.add(1 + layout.key_slots);
                if m.table.load(Relaxed) == self.table || self.look_up(types, layout, m)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }

    /// The number of the next entry to look at: from `start` to the end (which may move), then from 0 to `start`.
    fn step(&mut self, table: Table) -> Option<usize> {
        // Whether the turn of the entries before `start` has come is told by the top bit.
        if self.start & TURNED == 0 {
            let at = self.start + self.passed;
            self.passed += 1;
            if at < table.used() as u64 {
                return Some(at as usize);
            }
            (self.start, self.passed) = (TURNED | self.start, 0);
        }
        let at = self.passed;
        self.passed += 1;
        (at < self.start & !TURNED).then_some(at as usize)
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
            let now = Table(m.table.load(Relaxed));
            if now.0.is_null() {
                return Ok(false);
            }
            let hash = layout.hash(types, m.seed, self.key)?;
            let Some(found) = find(types, layout, now, self.key, hash)? else {
                return Ok(false);
            };
            self.key = found.entry.add(1);
            self.value = found.entry.add(1 + layout.key_slots);
            Ok(true)
        }
    }
}

const TURNED: u64 = 1 << 63;

#[cfg(test)]
mod tests;
