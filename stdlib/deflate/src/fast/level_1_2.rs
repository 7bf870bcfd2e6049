//! Levels 1 and 2: one table indexed by hashes of five bytes.

use super::tables::hash5;
use super::{Match, Scan, Search, load32, load64};
use crate::format::WINDOW;

/// The table; level 1's has 2^15 entries, level 2's 2^17.
pub(crate) struct Single<'a, const BITS: u32, const N: usize>(pub(crate) &'a mut [u32; N]);

impl<const BITS: u32, const N: usize> Single<'_, BITS, N> {
    const IS_LEVEL_1: bool = BITS == 15;

    #[inline]
    fn slot(&mut self, bytes: u64) -> &mut u32 {
        &mut self.0[hash5::<BITS>(bytes)]
    }
}

impl<const BITS: u32, const N: usize> Search for Single<'_, BITS, N> {
    #[inline]
    fn find(&mut self, scan: &mut Scan<'_>) -> Option<Match> {
        scan.next = scan.s;
        loop {
            scan.s = scan.next;
            if !scan.advance(2, 5) {
                return None;
            }
            let mut then = load64(scan.src, scan.next);
            let entry = std::mem::replace(self.slot(scan.current_bytes), scan.entry(scan.s));
            let next_hash = hash5::<BITS>(then);
            if let Some(from) = scan.candidate(entry, scan.s, scan.current_bytes) {
                self.0[next_hash] = scan.entry(scan.next);
                return Some(Match { from, len: 0 });
            }
            scan.current_bytes = then;
            scan.s = scan.next;
            scan.next += 1;
            then >>= 8;
            let entry = std::mem::replace(&mut self.0[next_hash], scan.entry(scan.s));
            if let Some(from) = scan.candidate(entry, scan.s, scan.current_bytes) {
                if Self::IS_LEVEL_1 {
                    // Go's level 1 overwrites the entry of `s`, whose hash this is, with the next position.
                    self.0[next_hash] = scan.entry(scan.next);
                }
                return Some(Match { from, len: 0 });
            }
            scan.current_bytes = then;
        }
    }

    #[inline]
    fn enter(&mut self, scan: &mut Scan<'_>, found: Match) -> Option<Match> {
        if !Self::IS_LEVEL_1 {
            // From the match's third byte on, enter the first, third and fifth of every seven positions.
            let mut i = scan.s + 2 - found.len;
            while i + 5 < scan.s {
                let bytes = load64(scan.src, i);
                *self.slot(bytes) = scan.entry(i);
                *self.slot(bytes >> 16) = scan.entry(i + 2);
                *self.slot(bytes >> 32) = scan.entry(i + 4);
                i += 7;
            }
        }
        let bytes = load64(scan.src, scan.s - 2);
        *self.slot(bytes) = scan.entry(scan.s - 2);
        if !Self::IS_LEVEL_1 {
            *self.slot(bytes >> 8) = scan.entry(scan.s - 1);
        }
        let current_bytes = bytes >> 16;
        let entry = std::mem::replace(self.slot(current_bytes), scan.entry(scan.s));
        let distance = scan.entry(scan.s).wrapping_sub(entry) as i32;
        let from = scan.s.wrapping_sub(distance as usize);
        if distance <= WINDOW as i32 && load32(scan.src, from) == current_bytes as u32 {
            return Some(Match { from, len: 0 });
        }
        scan.current_bytes = current_bytes >> 8;
        scan.s += 1;
        None
    }

    #[inline]
    fn insert_last(&mut self, scan: &mut Scan<'_>, found: Match) {
        if scan.s + found.len + 8 < scan.src.len() {
            *self.slot(load64(scan.src, scan.s)) = scan.entry(scan.s);
        }
    }
}
