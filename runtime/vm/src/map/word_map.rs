//! Maps whose keys are words and whose values have one slot: the common case, short enough to be inlined into
//! instructions.
//!
//! Everything here is a second, faster implementation: other cases are left to the general functions.

use crate::map::table::{candidate_entry, first_bucket, matching_bytes};
use crate::map::{Map, MapError, WriteGuard};
use crate::types::equality;
use std::sync::atomic::Ordering::Relaxed;

/// The words of an entry.
const ENTRY_WORDS: usize = 2;

/// The slot of the value of `key`; null if the key is not in the map.
///
/// # Errors
/// Returns [`MapError::ConcurrentReadWrite`].
///
/// # Safety
/// `map` is nil or a map whose keys are words, with values of one slot.
#[inline(always)]
pub(crate) unsafe fn map_get_word(map: *const Map, key: u64) -> Result<*mut u64, MapError> {
    // SAFETY: the caller's promise.
    unsafe {
        let Some(m) = map.as_ref().filter(|m| m.count.load(Relaxed) != 0) else {
            return Ok(std::ptr::null_mut());
        };
        if m.writer_mark.load(Relaxed) != 0 {
            return Err(MapError::ConcurrentReadWrite);
        }
        Ok(find_word(m, key))
    }
}

/// Sets the value of an existing key; returns false if the key is not in the map, or another goroutine is writing.
///
/// # Safety
/// As for [`map_get_word`]; the values are no pointers.
#[inline(always)]
pub(crate) unsafe fn map_set_word(map: *const Map, key: u64, value: u64) -> bool {
    // SAFETY: the caller's promise.
    unsafe {
        let Some(m) = map.as_ref().filter(|m| m.count.load(Relaxed) != 0) else { return false };
        let Ok(_writing) = WriteGuard::begin(m) else { return false };
        let at = find_word(m, key);
        if !at.is_null() {
            *at = value;
        }
        !at.is_null()
    }
}

/// Searches a map that has entries.
#[inline(always)]
unsafe fn find_word(m: &Map, key: u64) -> *mut u64 {
    let hash = equality::mix_word(u64::from(m.seed), key);
    let table = m.table_of(hash);
    // If goroutines race, the table may have become null since it was checked.
    if table.0.is_null() {
        return std::ptr::null_mut();
    }
    let buckets = table.bucket_count();
    // SAFETY: existing entries are complete.
    unsafe {
        let entries = table.entries(buckets);
        if buckets == 0 {
            let mut left = matching_bytes(table, hash);
            while left != 0 {
                let number = left.trailing_zeros() as usize / 8;
                let entry = entries.add(number * ENTRY_WORDS);
                // The key of a deleted entry is 0; its byte of the hash is 0 too, and that of an existing entry is not.
                if *entry == key && table.word_at(3) >> (number * 8) & 0xff != 0 {
                    return entry.add(1);
                }
                left &= left - 1;
            }
            return std::ptr::null_mut();
        }
        let mut at = first_bucket(hash, buckets);
        loop {
            let bucket = table.bucket_at(at);
            if bucket == 0 {
                return std::ptr::null_mut();
            }
            if let Some(number) = candidate_entry(bucket, hash)
                && number < table.capacity()
            {
                let entry = entries.add(number * ENTRY_WORDS);
                if *entry == key {
                    return entry.add(1);
                }
            }
            at = (at + 1) & (buckets - 1);
        }
    }
}
