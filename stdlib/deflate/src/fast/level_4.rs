//! Level 4: a table indexed by hashes of four bytes, and one indexed by hashes of seven.

use super::tables::{hash4, hash7};
use super::{Match, Scan, Search, load64, match_len};

const HASH_BITS: u32 = 15;

/// The tables of level 4.
pub(crate) struct ShortLongSearch<'a> {
    pub(crate) short_table: &'a mut [u32; 1 << HASH_BITS],
    pub(crate) long_table: &'a mut [u32; 1 << HASH_BITS],
}

impl ShortLongSearch<'_> {
    #[inline]
    fn insert_both(&mut self, scan: &Scan<'_>, bytes: u64, at: usize) {
        self.short_table[hash4::<HASH_BITS>(bytes)] = scan.entry(at);
        self.long_table[hash7::<HASH_BITS>(bytes)] = scan.entry(at);
    }
}

impl Search for ShortLongSearch<'_> {
    #[inline]
    fn find(&mut self, scan: &mut Scan<'_>) -> Option<Match> {
        scan.next_position = scan.position;
        loop {
            scan.position = scan.next_position;
            if !scan.advance_position(1, 6) {
                return None;
            }
            let current_bytes = scan.current_bytes;
            let short = self.short_table[hash4::<HASH_BITS>(current_bytes)];
            let long = self.long_table[hash7::<HASH_BITS>(current_bytes)];
            let then = load64(scan.source, scan.next_position);
            self.insert_both(scan, current_bytes, scan.position);
            if let Some(from) = scan.candidate_position(long, scan.position, current_bytes) {
                return Some(Match { start: from, len: 0 });
            }
            if let Some(from) = scan.candidate_position(short, scan.position, current_bytes) {
                let long = self.long_table[hash7::<HASH_BITS>(then)];
                if let Some(next_from) = scan.candidate_position(long, scan.next_position, then) {
                    let len = scan.match_len(scan.position + 4, from + 4);
                    // Go uses the distance as an offset in its history, and compares with the bytes at that offset.
                    let distance = scan.next_position - next_from;
                    let other = match_len(
                        &scan.source[scan.next_position + 4..],
                        &scan.source[distance + 4..],
                    );
                    if other > len {
                        scan.position = scan.next_position;
                        return Some(Match { start: next_from, len: 0 });
                    }
                }
                return Some(Match { start: from, len: 0 });
            }
            scan.current_bytes = then;
        }
    }

    #[inline]
    fn enter_positions(&mut self, scan: &mut Scan<'_>, _found: Match) -> Option<Match> {
        let mut i = scan.next_position;
        while i + 1 < scan.position {
            let bytes = load64(scan.source, i);
            self.long_table[hash7::<HASH_BITS>(bytes)] = scan.entry(i);
            self.long_table[hash7::<HASH_BITS>(bytes >> 8)] = scan.entry(i + 1);
            self.short_table[hash4::<HASH_BITS>(bytes >> 8)] = scan.entry(i + 1);
            i += 3;
        }
        let bytes = load64(scan.source, scan.position - 1);
        self.insert_both(scan, bytes, scan.position - 1);
        scan.current_bytes = bytes >> 8;
        None
    }

    #[inline]
    fn insert_last(&mut self, scan: &mut Scan<'_>, _found: Match) {
        if scan.position + 8 < scan.source.len() {
            self.insert_both(scan, load64(scan.source, scan.position), scan.position);
        }
    }
}
