//! Level 3: a table of pairs of positions, indexed by hashes of five bytes.

use super::tables::{PairTable, hash5};
use super::{DISTANCE_LIMIT, Match, Scan, Search, load32, load64};

const HASH_BITS: u32 = 16;

/// The table of pairs.
pub(crate) struct PairSearch<'a>(PairTable<'a, { 1 << HASH_BITS }>);

impl<'a> PairSearch<'a> {
    pub(crate) fn new(table: &'a mut [[u32; 2]; 1 << HASH_BITS]) -> Self {
        Self(PairTable(table))
    }

    #[inline]
    fn enter_at(&mut self, scan: &Scan<'_>, at: usize) {
        self.0.push(hash5::<HASH_BITS>(load64(scan.source, at)), scan.entry(at));
    }
}

/// Returns the match at an entry's position, if the entry is at least `nearest` and the position has the same four
/// bytes.
#[inline]
fn same_bytes_match(
    scan: &Scan<'_>,
    entry: u32,
    nearest: i32,
    current_bytes: u64,
) -> Option<Match> {
    let from = (entry as i32).wrapping_sub(scan.entry_base) as usize;
    (entry as i32 >= nearest && load32(scan.source, from) == current_bytes as u32)
        .then_some(Match { start: from, len: 0 })
}

/// Returns the smallest entry that is near enough: a distance larger by four bytes would still be within the window.
#[inline]
fn nearest_entry(scan: &Scan<'_>) -> i32 {
    scan.entry(scan.position) as i32 - (DISTANCE_LIMIT - 4)
}

impl Search for PairSearch<'_> {
    #[inline]
    fn find(&mut self, scan: &mut Scan<'_>) -> Option<Match> {
        scan.next_position = scan.position;
        loop {
            scan.position = scan.next_position;
            if !scan.advance_position(1, 7) {
                return None;
            }
            let current_bytes = scan.current_bytes;
            let hash = hash5::<HASH_BITS>(current_bytes);
            let [last, before] = self.0.get(hash);
            scan.current_bytes = load64(scan.source, scan.next_position);
            self.0.push(hash, scan.entry(scan.position));
            let nearest = nearest_entry(scan);
            if (last as i32) < nearest {
                continue;
            }
            if let Some(found) = same_bytes_match(scan, last, nearest, current_bytes) {
                let Some(other) = same_bytes_match(scan, before, nearest, current_bytes) else {
                    return Some(found);
                };
                let len = scan.match_len(scan.position + 4, found.start + 4);
                let longer = scan.match_len(scan.position + 4, other.start + 4) > len;
                return Some(if longer { other } else { found });
            }
            if let Some(found) = same_bytes_match(scan, before, nearest + 1, current_bytes) {
                return Some(found);
            }
        }
    }

    #[inline]
    fn enter_positions(&mut self, scan: &mut Scan<'_>, found: Match) -> Option<Match> {
        let mut i = scan.position + 2 - found.len;
        while i + 5 < scan.position {
            self.enter_at(scan, i);
            i += 6;
        }
        let bytes = load64(scan.source, scan.position - 2);
        self.0.push(hash5::<HASH_BITS>(bytes), scan.entry(scan.position - 2));
        self.0.push(hash5::<HASH_BITS>(bytes >> 8), scan.entry(scan.position - 1));
        let current_bytes = bytes >> 16;
        let hash = hash5::<HASH_BITS>(current_bytes);
        let [last, before] = self.0.get(hash);
        self.0.push(hash, scan.entry(scan.position));
        let nearest = nearest_entry(scan) + 1;
        if last as i32 >= nearest {
            let found = same_bytes_match(scan, last, nearest, current_bytes)
                .or_else(|| same_bytes_match(scan, before, nearest, current_bytes));
            if found.is_some() {
                return found;
            }
        }
        scan.current_bytes = current_bytes >> 8;
        scan.position += 1;
        None
    }

    #[inline]
    fn insert_last(&mut self, scan: &mut Scan<'_>, found: Match) {
        // Also enter the position behind the source of the match.
        let end = found.start + found.len;
        if end + 8 < scan.source.len() && end > 0 {
            self.enter_at(scan, end);
        }
    }
}
