//! Maps whose keys are words and whose values take one slot: the common case, short enough to stand in the instructions.
//!
//! A module of its own because everything here is written a second time, for speed: what it does not find it leaves to the
//! general functions.

use super::{DELETED, HEAD, LIVE, Map, MapError, Table, Writing, candidates, first_place, tag};
use crate::rtype;
use std::sync::atomic::Ordering::Relaxed;

/// Words of an entry.
const ENTRY: usize = 3;

/// The slot of the value of `key`; null when it is not there.
///
/// # Errors
/// [`MapError::ConcurrentReadWrite`]
///
/// # Safety
/// `map` is nil or a map whose keys are words, with values of one slot.
#[inline(always)]
pub(crate) unsafe fn map_get_word(map: *const Map, key: u64) -> Result<*mut u64, MapError> {
    // SAFETY: the caller promises it.
    unsafe {
        let Some(m) = map.as_ref().filter(|m| m.count.load(Relaxed) != 0) else {
            return Ok(std::ptr::null_mut());
        };
        if m.writing.load(Relaxed) != 0 {
            return Err(MapError::ConcurrentReadWrite);
        }
        Ok(find_word(m, key))
    }
}

/// Sets the value of a key that is there; false: it is not, or somebody else is writing.
///
/// # Safety
/// As for [`map_get_word`]; the values are no pointers.
#[inline(always)]
pub(crate) unsafe fn map_set_word(map: *const Map, key: u64, value: u64) -> bool {
    // SAFETY: the caller promises it.
    unsafe {
        let Some(m) = map.as_ref().filter(|m| m.count.load(Relaxed) != 0) else { return false };
        let Ok(_writing) = Writing::begin(m) else { return false };
        let place = find_word(m, key);
        if !place.is_null() {
            *place = value;
        }
        !place.is_null()
    }
}

/// Searches a map with entries.
#[inline(always)]
unsafe fn find_word(m: &Map, key: u64) -> *mut u64 {
    let table = Table(m.table.load(Relaxed));
    let places = table.places();
    // SAFETY: entries below `used` are complete.
    unsafe {
        let entries = table.0.add(HEAD + places);
        let hash = rtype::mix(u64::from(m.seed), key);
        if places == 0 {
            let mut left = candidates(table, hash);
            while left != 0 {
                let entry = entries.add(left.trailing_zeros() as usize / 8 * ENTRY);
                if *entry.add(1) == key && *entry & LIVE != 0 {
                    return entry.add(2);
                }
                left &= left - 1;
            }
            return std::ptr::null_mut();
        }
        let mut at = first_place(hash, places);
        loop {
            let place = table.word(HEAD + at);
            if place == 0 {
                return std::ptr::null_mut();
            }
            if place != DELETED && tag(place) == tag(hash) {
                let number = (place & u64::from(u32::MAX)) as usize - 1;
                let entry = entries.add(number * ENTRY);
                if number < table.capacity() && *entry.add(1) == key {
                    return entry.add(2);
                }
            }
            at = (at + 1) & (places - 1);
        }
    }
}
