//! Levels 1 and 2: one table indexed by hashes of five bytes.

use super::tables::hash5;
use super::{Match, Scan, Search, load32, load64};
use crate::format::WINDOW;

/// The hash table; level 1's table has 2^15 entries, level 2's 2^17.
pub(crate) struct SingleEntrySearch<'a, const BITS: u32, const N: usize>(
    pub(crate) &'a mut [u32; N],
);

impl<const BITS: u32, const N: usize> SingleEntrySearch<'_, BITS, N> {
    const IS_LEVEL_1: bool = BITS == 15;

    #[inline]
    fn entry_of(&mut self, bytes: u64) -> &mut u32 {
        &mut self.0[hash5::<BITS>(bytes)]
    }
}

impl<const BITS: u32, const N: usize> Search for SingleEntrySearch<'_, BITS, N> {
    #[inline]
    fn find(&mut self, scan: &mut Scan<'_>) -> Option<Match> {
        scan.next_position = scan.position;
        loop {
            scan.position = scan.next_position;
            if !scan.advance_position(2, 5) {
                return None;
            }
            let mut then = load64(scan.source, scan.next_position);
            let entry =
                std::mem::replace(self.entry_of(scan.current_bytes), scan.entry(scan.position));
            let next_hash = hash5::<BITS>(then);
            if let Some(from) = scan.candidate_position(entry, scan.position, scan.current_bytes) {
                self.0[next_hash] = scan.entry(scan.next_position);
                return Some(Match { start: from, len: 0 });
            }
            scan.current_bytes = then;
            scan.position = scan.next_position;
            scan.next_position += 1;
            then >>= 8;
            let entry = std::mem::replace(&mut self.0[next_hash], scan.entry(scan.position));
            if let Some(from) = scan.candidate_position(entry, scan.position, scan.current_bytes) {
                if Self::IS_LEVEL_1 {
                    // Go's level 1 overwrites the entry of the current position, whose hash this is, with the next
                    // position.
                    self.0[next_hash] = scan.entry(scan.next_position);
                }
                return Some(Match { start: from, len: 0 });
            }
            scan.current_bytes = then;
        }
    }

    #[inline]
    fn enter_positions(&mut self, scan: &mut Scan<'_>, found: Match) -> Option<Match> {
        if !Self::IS_LEVEL_1 {
            // From the match's third byte on, enter the first, third and fifth of every seven positions.
            let mut i = scan.position + 2 - found.len;
            while i + 5 < scan.position {
                let bytes = load64(scan.source, i);
                *self.entry_of(bytes) = scan.entry(i);
                *self.entry_of(bytes >> 16) = scan.entry(i + 2);
                *self.entry_of(bytes >> 32) = scan.entry(i + 4);
                i += 7;
            }
        }
        let bytes = load64(scan.source, scan.position - 2);
        *self.entry_of(bytes) = scan.entry(scan.position - 2);
        if !Self::IS_LEVEL_1 {
            *self.entry_of(bytes >> 8) = scan.entry(scan.position - 1);
        }
        let current_bytes = bytes >> 16;
        let entry = std::mem::replace(self.entry_of(current_bytes), scan.entry(scan.position));
        let distance = scan.entry(scan.position).wrapping_sub(entry) as i32;
        let from = scan.position.wrapping_sub(distance as usize);
        if distance <= WINDOW as i32 && load32(scan.source, from) == current_bytes as u32 {
            return Some(Match { start: from, len: 0 });
        }
        scan.current_bytes = current_bytes >> 8;
        scan.position += 1;
        None
    }

    #[inline]
    fn insert_last(&mut self, scan: &mut Scan<'_>, found: Match) {
        if scan.position + found.len + 8 < scan.source.len() {
            *self.entry_of(load64(scan.source, scan.position)) = scan.entry(scan.position);
        }
    }
}
