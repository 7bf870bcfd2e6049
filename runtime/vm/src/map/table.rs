//! Tables and directories: their layout in memory, and searching, adding, removing.
//!
//! This module knows nothing of maps: it never replaces one table by another.

use crate::map::{MapError, MapLayout};
use crate::types::Types;
use minigo_bytecode::rtype::RType;
use minigo_heap::{Cache, OutOfMemory, round_up};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU16, AtomicU64};

/// Tables of at most this many entries have no index.
pub(crate) const SMALL_TABLE_ENTRIES: usize = 8;

/// The words of a table before its index.
pub(super) const HEAD_WORDS: usize = 4;

/// The most buckets of a table's index. At most five eighths of the buckets have entries, so free buckets always end a
/// search.
const MAX_BUCKETS: usize = 2048;

pub(crate) const MAX_ENTRIES: usize = MAX_BUCKETS / 8 * 5;

/// The approximate number of entries at which tables of small entries are split.
const SPLIT_ENTRIES: usize = 1012;

/// The words of the largest table that has at least [`MIN_ENTRIES`] entries: the largest object of a size class.
const MAX_WORDS: usize = 4096;

const MIN_ENTRIES: usize = 32;
/// The bits of a bucket with the entry's index plus one; the bits above are part of the entry's hash.
const INDEX_MASK: u16 = 0x7ff;

/// The bucket of a deleted entry.
pub(super) const DELETED_BUCKET: u16 = u16::MAX;

/// Flag in the first word: this is a directory, whose depth is in the lower bits.
const DIRECTORY_FLAG: u64 = 1 << 63;

/// Flag in the first word: another table has replaced this one.
const STALE_FLAG: u64 = 1 << 62;

/// The largest depth of a directory: it has 2 to this power tables.
const MAX_DEPTH: u32 = 24;

const _: () = assert!(MAX_ENTRIES < INDEX_MASK as usize, "an entry's number fits a bucket");
/// The most entries of a table whose entries have `slots` slots.
pub(crate) fn max_entries(slots: usize) -> usize {
    let words =
        MAX_WORDS - HEAD_WORDS - MAX_BUCKETS / BUCKETS_PER_WORD - SPLIT_ENTRIES.div_ceil(64);
    (words / slots).clamp(MIN_ENTRIES, SPLIT_ENTRIES)
}

const BUCKETS_PER_WORD: usize = 4;
/// The hashes of a table: all hashes that begin with the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HashRange {
    /// The first hash; all bits below the shared ones are 0, so the number of shared bits is kept there.
    packed_hash: u64,
}

impl HashRange {
    /// All hashes.
    pub(super) const ALL: Self = Self { packed_hash: 0 };

    /// The number of first bits that the hashes share.
    pub(super) fn depth(self) -> u32 {
        (self.packed_hash & 63) as u32
    }

    /// The first hash.
    pub(super) fn first_hash(self) -> u64 {
        self.packed_hash & !63
    }

    /// The hash after the last one; 0 for the last range.
    pub(super) fn end_hash(self) -> u64 {
        self.first_hash().wrapping_add(1u64.checked_shl(64 - self.depth()).unwrap_or(0))
    }

    pub(super) fn contains(self, hash: u64) -> bool {
        let depth = self.depth();
        depth == 0 || (hash ^ self.first_hash()) >> (64 - depth) == 0
    }

    /// The hash itself if it is in this range or in the other half of the range that was split, otherwise another hash
    /// of one of these two ranges.
    pub(super) fn hash_in_range(self, hash: u64) -> u64 {
        let shared = self.depth() - 1;
        let below = u64::MAX.checked_shr(shared).unwrap_or(0);
        self.first_hash() & !below | hash & below
    }

    /// The two halves of the range; `None` when a half would be too small.
    pub(super) fn split_halves(self) -> Option<[Self; 2]> {
        let depth = self.depth() + 1;
        let half = |bit: u64| Self {
            packed_hash: self.first_hash() | bit << (64 - depth) | u64::from(depth),
        };
        (depth <= MAX_DEPTH).then(|| [half(0), half(1)])
    }

    /// Calls `visit` with the indexes of this range in a directory of `depth`, which is less than the range's depth
    /// only if writers race.
    pub(super) fn each_directory_index(self, depth: u32, visit: impl FnMut(usize)) {
        if depth < self.depth() {
            return;
        }
        let first = (self.first_hash() >> (64 - depth)) as usize;
        (first..first + (1 << (depth - self.depth()))).for_each(visit);
    }
}

/// A table or a directory: one object of 8-byte words.
///
/// ```text
/// table:      capacity | buckets of the index (0 or a power of two) | entries used | range, or bytes of hashes
///             | index… | entries… | live…
/// directory:  depth | tables…
/// ```
/// Without an index, one byte of each entry's hash, never 0 for an existing entry, says which entries to compare: most
/// unsuccessful searches compare none. With an index a bucket is 0, or bits of a hash and the index of the entry plus
/// one, or `DELETED_BUCKET`; and a bit for each entry, behind them all, says whether the entry exists. An entry is the
/// key, then the value.
#[derive(Clone, Copy)]
pub(crate) struct Table(pub(super) *mut u64);

impl Table {
    #[inline(always)]
    pub(super) fn word_at(self, at: usize) -> u64 {
        // SAFETY: callers pass indexes of words that the object has.
        unsafe { (*self.0.add(at).cast::<AtomicU64>()).load(Relaxed) }
    }

    #[inline(always)]
    fn set(self, at: usize, value: u64) {
        // SAFETY: as in `word_at`.
        unsafe { (*self.0.add(at).cast::<AtomicU64>()).store(value, Relaxed) }
    }

    #[inline(always)]
    fn bucket(self, at: usize) -> &'static AtomicU16 {
        // SAFETY: callers pass indexes below `bucket_count`; the reference is used at once, while the table exists.
        unsafe { &*self.0.add(HEAD_WORDS).cast::<AtomicU16>().add(at) }
    }

    /// The bucket of the index at this position.
    #[inline(always)]
    pub(super) fn bucket_at(self, at: usize) -> u16 {
        self.bucket(at).load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn capacity(self) -> usize {
        self.word_at(0) as u32 as usize
    }

    #[inline(always)]
    pub(super) fn bucket_count(self) -> usize {
        self.word_at(1) as usize
    }

    /// The number of used entries; never above the capacity, even under a race.
    #[inline(always)]
    pub(super) fn used_entries(self) -> usize {
        (self.word_at(2) as usize).min(self.capacity())
    }

    /// The range of the table's hashes.
    pub(super) fn hash_range(self) -> HashRange {
        if self.bucket_count() == 0 {
            HashRange::ALL
        } else {
            HashRange { packed_hash: self.word_at(3) }
        }
    }

    /// Reports whether another table has replaced this one.
    pub(super) fn is_stale(self) -> bool {
        self.word_at(0) & STALE_FLAG != 0
    }

    /// Marks this table as replaced.
    pub(super) fn set_stale(self) {
        self.set(0, self.word_at(0) | STALE_FLAG);
    }

    /// The address of the entries.
    #[inline(always)]
    pub(super) fn entries(self, buckets: usize) -> *mut u64 {
        // SAFETY: the entries follow the index.
        unsafe { self.0.add(HEAD_WORDS + buckets / BUCKETS_PER_WORD) }
    }

    #[inline(always)]
    pub(super) fn entry(self, layout: &MapLayout, at: usize) -> *mut u64 {
        // SAFETY: `at` is below the capacity, so the entry lies in the table.
        unsafe { self.entries(self.bucket_count()).add(at * layout.entry_slots()) }
    }

    /// The index of the word with the entry's live bit, and the bit.
    fn live_bit(self, layout: &MapLayout, at: usize) -> (usize, u64) {
        let first = HEAD_WORDS
            + self.bucket_count() / BUCKETS_PER_WORD
            + self.capacity() * layout.entry_slots();
        (first + at / 64, 1 << (at % 64))
    }

    /// Reports whether an entry below `used_entries` exists.
    #[inline]
    pub(super) fn is_live(self, layout: &MapLayout, at: usize) -> bool {
        if self.bucket_count() == 0 {
            return self.word_at(3) >> (at * 8) & 0xff != 0;
        }
        let (word, bit) = self.live_bit(layout, at);
        self.word_at(word) & bit != 0
    }

    /// The number of existing entries.
    pub(super) fn live_entries(self, layout: &MapLayout) -> usize {
        (0..self.used_entries()).filter(|&at| self.is_live(layout, at)).count()
    }

    /// A table with room for at least `capacity` entries of a range.
    pub(super) fn new(
        cache: &mut Cache,
        layout: &MapLayout,
        capacity: usize,
        range: HashRange,
    ) -> Result<Self, OutOfMemory> {
        let slots = layout.entry_slots();
        // A table in a directory has an index, since its range is stored with it.
        let small = capacity <= SMALL_TABLE_ENTRIES && range == HashRange::ALL;
        let buckets =
            if small { 0 } else { (capacity * 2).max(4 * SMALL_TABLE_ENTRIES).next_power_of_two() };
        let capacity = if small { SMALL_TABLE_ENTRIES } else { capacity.max(SMALL_TABLE_ENTRIES) };
        let first = HEAD_WORDS + buckets / BUCKETS_PER_WORD;
        let bits = |capacity: usize| if small { 0 } else { capacity.div_ceil(64) };
        let bytes = |capacity: usize| {
            let words = capacity.checked_mul(slots)?.checked_add(first + bits(capacity))?;
            words.checked_mul(8)
        };
        let least = bytes(capacity).ok_or(OutOfMemory { requested: usize::MAX, in_use: 0 })?;
        // The size class may have more room than required.
        let room = round_up(least, false);
        let mut full = (capacity + (room - least) / (8 * slots)).min(buckets / 8 * 5).max(capacity);
        while full > capacity && bytes(full).is_none_or(|bytes| bytes > room) {
            full -= 1;
        }
        let words = bytes(full).unwrap_or(least);
        let table = Self(cache.alloc(words, layout.table_desc)?.cast());
        table.set(0, full as u64);
        table.set(1, buckets as u64);
        if !small {
            table.set(3, range.packed_hash);
        }
        Ok(table)
    }

    /// The root of a new map for `hint` entries: a table, or a directory with all its tables.
    pub(super) fn new_root(
        cache: &mut Cache,
        layout: &MapLayout,
        hint: usize,
    ) -> Result<Self, OutOfMemory> {
        let most = layout.max_entries();
        if hint <= most {
            return Self::new(cache, layout, hint, HashRange::ALL);
        }
        // Hashes are not distributed quite evenly: some tables will have a few more entries than others.
        let depth = hint.div_ceil(most / 8 * 7).next_power_of_two().trailing_zeros();
        let each = hint >> depth;
        let root = Self::directory(cache, layout, depth)?;
        for number in 0..1usize << depth {
            let word = (number as u64) << (64 - depth) | u64::from(depth);
            let table = Self::new(
                cache,
                layout,
                (each + each / 8).min(most),
                HashRange { packed_hash: word },
            )?;
            root.set_table(number, table);
        }
        Ok(root)
    }

    /// A directory without tables.
    pub(super) fn directory(
        cache: &mut Cache,
        layout: &MapLayout,
        depth: u32,
    ) -> Result<Self, OutOfMemory> {
        let root = Self(cache.alloc((1 + (1 << depth)) * 8, layout.header_desc)?.cast());
        root.set(0, DIRECTORY_FLAG | u64::from(depth));
        Ok(root)
    }

    /// The depth of a directory; `None` for a table.
    #[inline(always)]
    pub(super) fn depth(self) -> Option<u32> {
        let head = self.word_at(0);
        (head & DIRECTORY_FLAG != 0).then_some(head as u32)
    }

    /// The table of a hash: this table, or the one in this directory.
    #[inline(always)]
    pub(super) fn for_hash(self, hash: u64) -> Self {
        match self.depth() {
            None => self,
            Some(depth) => self.table((hash >> (64 - depth)) as usize),
        }
    }

    /// The table at an index of a directory.
    #[inline(always)]
    pub(super) fn table(self, number: usize) -> Self {
        Self(self.word_at(1 + number) as *mut u64)
    }

    pub(super) fn set_table(self, number: usize, table: Self) {
        self.set(1 + number, table.0 as u64);
    }

    /// Calls `visit` with each table of a directory, or with the table itself.
    pub(super) fn each_table(self, visit: impl FnMut(Self)) {
        match self.depth() {
            None => [self].into_iter().for_each(visit),
            Some(depth) => (0..1 << depth).map(|at| self.table(at)).for_each(visit),
        }
    }

    /// Copies all entries of another table to this one, which is still empty. The table `old` has as many buckets as
    /// this table, no deleted entries, and no more entries than this table has room for.
    pub(super) unsafe fn copy_all(self, layout: &MapLayout, old: Self) {
        let (buckets, used) = (self.bucket_count(), old.used_entries());
        // SAFETY: the entries follow the index in both tables, and this one has room for as many.
        unsafe {
            let words = buckets / BUCKETS_PER_WORD + used * layout.entry_slots();
            std::ptr::copy_nonoverlapping(old.0.add(HEAD_WORDS), self.0.add(HEAD_WORDS), words);
        }
        self.set(2, used as u64);
        if buckets == 0 {
            return self.set(3, old.word_at(3));
        }
        for at in 0..used {
            let (word, bit) = self.live_bit(layout, at);
            self.set(word, self.word_at(word) | bit);
        }
    }

    /// Removes an entry that was found.
    pub(super) fn remove_entry(self, layout: &MapLayout, found: &FoundEntry) {
        let buckets = self.bucket_count();
        if buckets == 0 {
            return self.set(3, self.word_at(3) & !(0xff << (found.entry_number * 8)));
        }
        let (word, bit) = self.live_bit(layout, found.entry_number);
        self.set(word, self.word_at(word) & !bit);
        // No search goes past a bucket that stands before a free bucket.
        let last = self.bucket_at((found.bucket_index + 1) & (buckets - 1)) == 0;
        self.bucket(found.bucket_index).store(if last { 0 } else { DELETED_BUCKET }, Relaxed);
    }
}

/// The bucket at which the search in the index begins.
#[inline(always)]
pub(crate) fn first_bucket(hash: u64, buckets: usize) -> usize {
    (hash >> 32) as usize & (buckets - 1)
}

/// The bits of a hash that a bucket holds, which differ from the bits that choose the table and the bucket.
#[inline(always)]
fn hash_tag(hash: u64) -> u16 {
    (hash >> 32) as u16 & !INDEX_MASK
}

/// The index of a bucket's entry, if the entry may have this hash. A deleted bucket gives an index that no entry has.
#[inline(always)]
pub(crate) fn candidate_entry(bucket: u16, hash: u64) -> Option<usize> {
    ((bucket ^ hash_tag(hash)) <= INDEX_MASK)
        .then(|| usize::from(bucket & INDEX_MASK).wrapping_sub(1))
}

/// The byte of a hash that a table without an index keeps.
#[inline(always)]
fn short_hash(hash: u64) -> u64 {
    hash >> 56 | 0x80
}

/// The entries, of a table without an index, whose byte is equal to that of `hash`: for each entry the uppermost bit of
/// its byte is set in the result. (The byte above a matching byte may be a false match.)
#[inline(always)]
pub(crate) fn matching_bytes(table: Table, hash: u64) -> u64 {
    const ONE_IN_EACH_BYTE: u64 = u64::MAX / 255;
    let differ = table.word_at(3) ^ (ONE_IN_EACH_BYTE * short_hash(hash));
    differ.wrapping_sub(ONE_IN_EACH_BYTE) & !differ & (ONE_IN_EACH_BYTE << 7)
}

/// The place of a key: its entry, and its bucket in the index (if there is one).
pub(crate) struct FoundEntry {
    pub(super) entry: *mut u64,
    entry_number: usize,
    bucket_index: usize,
}

/// Searches the table for a key.
pub(crate) unsafe fn find_key(
    types: &[RType],
    layout: &MapLayout,
    table: Table,
    key: *const u64,
    hash: u64,
) -> Result<Option<FoundEntry>, MapError> {
    let buckets = table.bucket_count();
    // SAFETY: existing entries are complete; the caller promises a key of this map.
    unsafe {
        if buckets == 0 {
            let mut left = matching_bytes(table, hash);
            while left != 0 {
                let number = left.trailing_zeros() as usize / 8;
                let entry = table.entry(layout, number);
                if table.is_live(layout, number) && layout.equal_keys(types, entry, key)? {
                    return Ok(Some(FoundEntry { entry, entry_number: number, bucket_index: 0 }));
                }
                left &= left - 1;
            }
            return Ok(None);
        }
        let (entries, slots) = (table.entries(buckets), layout.entry_slots());
        let mut at = first_bucket(hash, buckets);
        loop {
            let bucket = table.bucket_at(at);
            if bucket == 0 {
                return Ok(None);
            }
            if let Some(number) = candidate_entry(bucket, hash)
                && number < table.capacity()
            {
                let entry = entries.add(number * slots);
                if layout.equal_keys(types, entry, key)? {
                    return Ok(Some(FoundEntry { entry, entry_number: number, bucket_index: at }));
                }
            }
            at = (at + 1) & (buckets - 1);
        }
    }
}

/// Adds an entry to a table that has room, also to the index. Returns the entry.
pub(crate) fn push_entry(layout: &MapLayout, table: Table, hash: u64) -> *mut u64 {
    // There is room unless writers race.
    let number = table.used_entries().min(table.capacity() - 1);
    table.set(2, number as u64 + 1);
    let entry = table.entry(layout, number);
    let buckets = table.bucket_count();
    if buckets == 0 {
        table.set(3, table.word_at(3) | short_hash(hash) << (number * 8));
        return entry;
    }
    let (word, bit) = table.live_bit(layout, number);
    table.set(word, table.word_at(word) | bit);
    let mut at = first_bucket(hash, buckets);
    while !matches!(table.bucket_at(at), 0 | DELETED_BUCKET) {
        at = (at + 1) & (buckets - 1);
    }
    table.bucket(at).store(hash_tag(hash) | (number as u16 + 1), Relaxed);
    entry
}

/// The entries of a table of `words` words, including deleted ones. If there is no table at `table`, because that is an
/// old pointer or no pointer at all, the results are arbitrary addresses within these words.
///
/// # Safety
/// `words` words of a table of a map of this type, or of free memory, lie at `table`.
pub(crate) unsafe fn entries_of(
    types: &Types,
    map: &RType,
    table: *const u64,
    words: usize,
) -> impl Iterator<Item = *const u64> {
    let head = Table(table.cast_mut());
    let slots = (types.get(map.key).slots() + types.get(map.elem).slots()).max(1) as usize;
    let first = HEAD_WORDS.saturating_add(head.bucket_count() / BUCKETS_PER_WORD);
    let room = words.saturating_sub(first) / slots;
    // SAFETY: all entries within the capacity lie within these words.
    (0..head.used_entries().min(room)).map(move |at| unsafe { table.add(first + at * slots) })
}
