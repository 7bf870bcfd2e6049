//! Levels 5 and 6: a table indexed by hashes of four bytes, and a table of pairs indexed by hashes of seven.

use super::tables::{PairTable, hash4, hash7};
use super::{DISTANCE_LIMIT, Match, Scan, Search, load32, load64};

const HASH_BITS: u32 = 15;

/// The tables of levels 5 and 6.
pub(crate) struct ShortPairSearch<'a, const LEVEL: u32> {
    short_table: &'a mut [u32; 1 << HASH_BITS],
    long_table: PairTable<'a, { 1 << HASH_BITS }>,
}

impl<'a, const LEVEL: u32> ShortPairSearch<'a, LEVEL> {
    pub(crate) fn new(
        short: &'a mut [u32; 1 << HASH_BITS],
        long: &'a mut [[u32; 2]; 1 << HASH_BITS],
    ) -> Self {
        Self { short_table: short, long_table: PairTable(long) }
    }

    #[inline]
    fn insert_short(&mut self, scan: &Scan<'_>, bytes: u64, at: usize) {
        self.short_table[hash4::<HASH_BITS>(bytes)] = scan.entry(at);
    }

    #[inline]
    fn insert_long(&mut self, scan: &Scan<'_>, bytes: u64, at: usize) {
        self.long_table.push(hash7::<HASH_BITS>(bytes), scan.entry(at));
    }

    #[inline]
    fn insert_both(&mut self, scan: &Scan<'_>, bytes: u64, at: usize) {
        self.insert_short(scan, bytes, at);
        self.insert_long(scan, bytes, at);
    }

    /// Returns a match that the long hash has found.
    #[inline]
    fn find_long(&mut self, scan: &Scan<'_>, [last, before]: [u32; 2]) -> Option<Match> {
        let current_bytes = scan.current_bytes;
        if scan.entry(scan.position).wrapping_sub(last) as i32 >= DISTANCE_LIMIT {
            return None;
        }
        let older = scan.candidate_position(before, scan.position, current_bytes);
        let Some(from) = scan.candidate_position(last, scan.position, current_bytes) else {
            return older.map(|from| Match { start: from, len: 0 });
        };
        let Some(older) = older else {
            return Some(Match { start: from, len: 0 });
        };
        let found = Match { start: from, len: scan.limited_len(scan.position, from) };
        Some(longer_match(scan, found, scan.position, older).unwrap_or(found))
    }

    /// Returns the match at `from`, which the short hash has found, or a longer match at the next position; then
    /// `scan.position` becomes that position.
    #[inline]
    fn choose_match(
        &mut self,
        scan: &mut Scan<'_>,
        from: usize,
        then: u64,
        next: [u32; 2],
    ) -> Match {
        let mut found = Match { start: from, len: scan.limited_len(scan.position, from) };
        if LEVEL == 6 {
            // Try the last distance, one byte later.
            let repeated = scan.position + 1 - scan.last_distance;
            if load32(scan.source, repeated) == (scan.current_bytes >> 8) as u32
                && let Some(found) = longer_match(scan, found, scan.position + 1, repeated)
            {
                scan.position += 1;
                return found;
            }
        }
        let [last, before] = next;
        if scan.entry(scan.next_position).wrapping_sub(last) as i32 >= DISTANCE_LIMIT {
            return found;
        }
        let mut at = scan.position;
        for entry in [last, before] {
            if let Some(from) = scan.candidate_position(entry, scan.next_position, then)
                && let Some(better) = longer_match(scan, found, scan.next_position, from)
            {
                (found, at) = (better, scan.next_position);
                if LEVEL == 5 {
                    break;
                }
            }
        }
        scan.position = at;
        found
    }
}

/// Returns the match of the bytes at `at` with those at `from` if it is longer than `than`. The first four bytes must
/// be equal.
#[inline]
fn longer_match(scan: &Scan<'_>, than: Match, at: usize, from: usize) -> Option<Match> {
    let len = scan.limited_len(at, from);
    (len > than.len).then_some(Match { start: from, len })
}

impl<const LEVEL: u32> Search for ShortPairSearch<'_, LEVEL> {
    #[inline]
    fn find(&mut self, scan: &mut Scan<'_>) -> Option<Match> {
        scan.next_position = scan.position;
        loop {
            scan.position = scan.next_position;
            if !scan.advance_position(1, if LEVEL == 5 { 6 } else { 7 }) {
                return None;
            }
            let current_bytes = scan.current_bytes;
            let short = self.short_table[hash4::<HASH_BITS>(current_bytes)];
            let long = self.long_table.get(hash7::<HASH_BITS>(current_bytes));
            let then = load64(scan.source, scan.next_position);
            self.insert_both(scan, current_bytes, scan.position);
            if let Some(found) = self.find_long(scan, long) {
                self.insert_both(scan, then, scan.next_position);
                return Some(found);
            }
            if let Some(from) = scan.candidate_position(short, scan.position, current_bytes) {
                let next = self.long_table.get(hash7::<HASH_BITS>(then));
                self.insert_both(scan, then, scan.next_position);
                return Some(self.choose_match(scan, from, then, next));
            }
            scan.current_bytes = then;
        }
    }

    /// Looks for a longer match by the hash of the bytes behind the match; the first two bytes of the longer match may
    /// differ, and it then begins behind these two bytes.
    #[inline]
    fn improve_match(&mut self, scan: &mut Scan<'_>, mut found: Match) -> Match {
        let end = scan.position + found.len;
        if LEVEL == 5 && found.len >= 30 || end >= scan.last_match_start {
            return found;
        }
        let at = scan.position + 2;
        let entries = self.long_table.get(hash7::<HASH_BITS>(load64(scan.source, end)));
        for entry in &entries[..if LEVEL == 5 { 1 } else { 2 }] {
            let from = (*entry as i32).wrapping_sub(scan.entry_base) - found.len as i32 + 2;
            let distance = (at as i32).wrapping_sub(from);
            if distance >= DISTANCE_LIMIT {
                break;
            }
            if distance > 0 && from >= 0 {
                let len = scan.match_len(at, from as usize);
                if len > found.len {
                    found = Match { start: from as usize, len };
                    scan.position = at;
                }
            }
        }
        found
    }

    #[inline]
    fn enter_positions(&mut self, scan: &mut Scan<'_>, found: Match) -> Option<Match> {
        if LEVEL == 6 {
            let mut i = scan.next_position + 1;
            while i + 1 < scan.position {
                let bytes = load64(scan.source, i);
                self.insert_both(scan, bytes, i);
                self.insert_long(scan, bytes >> 8, i + 1);
                i += 2;
            }
            scan.current_bytes = load64(scan.source, scan.position);
            return None;
        }
        let mut i = scan.position + 1 - found.len;
        if i + 1 < scan.position {
            let bytes = load64(scan.source, i);
            self.insert_both(scan, bytes, i);
            self.insert_long(scan, bytes >> 8, i + 1);
            self.insert_short(scan, bytes >> 16, i + 2);
            i += 4;
            while i + 1 < scan.position {
                let bytes = load64(scan.source, i);
                self.insert_long(scan, bytes, i);
                self.insert_short(scan, bytes >> 8, i + 1);
                i += 3;
            }
        }
        let bytes = load64(scan.source, scan.position - 1);
        self.insert_both(scan, bytes, scan.position - 1);
        scan.current_bytes = bytes >> 8;
        None
    }

    #[inline]
    fn insert_last(&mut self, scan: &mut Scan<'_>, _found: Match) {
        if LEVEL == 6 {
            let mut i = scan.next_position + 1;
            while i + 8 < scan.source.len() {
                self.insert_both(scan, load64(scan.source, i), i);
                i += 2;
            }
        }
    }
}
