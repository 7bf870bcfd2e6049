//! Levels 1 to 6: matches are found by hash tables, without chains, and taken at once.
//!
//! # Decisions
//! Each block of up to 65,535 bytes is searched separately, in one pass. A match may refer to bytes of earlier blocks,
//! up to 32,767 bytes back (up to 32,768 where a match directly follows another; up to 32,764 at level 3). The levels
//! have:
//!
//! | level | tables of how many entries, of hashes of | a step grows by 1 for each … bytes without match | also |
//! |---|---|---|---|
//! | 1 | 2^15, of 5 bytes | 32 (and is 2 at first, every other time 1) | |
//! | 2 | 2^17, of 5 bytes | 32 (the same) | |
//! | 3 | 2^16 pairs, of 5 bytes | 128 | the longer one of two matches |
//! | 4 | 2^15, of 4 bytes; 2^15, of 7 bytes | 64 | the next position's long hash |
//! | 5 | 2^15, of 4 bytes; 2^15 pairs, of 7 bytes | 64 | the same; the hash at the match's end |
//! | 6 | 2^15, of 4 bytes; 2^15 pairs, of 7 bytes | 128 | the same; the last distance |
//!
//! A candidate is an earlier position with the same four bytes as the current position. A match is extended forwards to
//! its end, which may be any number of bytes away, then backwards to the end of the previous match. Each level has its
//! own rule for the positions within a match that it enters in the tables: see [`Search::enter_positions`]. No match
//! begins in the last 11 bytes.

mod level_1_2;
mod level_3;
mod level_4;
mod level_5_6;
mod tables;

use level_1_2::SingleEntrySearch;
use level_3::PairSearch;
use level_4::ShortLongSearch;
use level_5_6::ShortPairSearch;
pub(crate) use tables::hash4;

use crate::format::WINDOW;
use crate::tokens::Tokens;

/// The number of bytes at the end of a block in which no match begins.
const END_MARGIN: usize = 11;

/// The distance at which a candidate is too far away, in the type of the comparison.
pub(super) const DISTANCE_LIMIT: i32 = WINDOW as i32;

/// The value of the base from which on the entries are renumbered.
pub(crate) const MAX_BASE: i32 = 1 << 30;

/// Returns the number of words in the tables of a level.
pub(crate) const fn table_words(level: u32) -> usize {
    match level {
        1 => 1 << 15,
        2 | 3 => 1 << 17,
        4 => 2 << 15,
        _ => 3 << 15,
    }
}

/// Splits a level's tables and runs `$do` with the level's search.
macro_rules! with_search {
    ($level:expr, $table:expr, $search:ident => $do:expr) => {{
        let table: &mut [u32] = $table;
        match $level {
            1 => {
                let mut $search = SingleEntrySearch::<15, { 1 << 15 }>(table.first_chunk_mut()?);
                $do
            }
            2 => {
                let mut $search = SingleEntrySearch::<17, { 1 << 17 }>(table.first_chunk_mut()?);
                $do
            }
            3 => {
                let mut $search = PairSearch::new(table.as_chunks_mut().0.first_chunk_mut()?);
                $do
            }
            4 => {
                let (short_table, long) = table.split_first_chunk_mut()?;
                let mut $search =
                    ShortLongSearch { short_table, long_table: long.first_chunk_mut()? };
                $do
            }
            5 => {
                let (short_table, long) = table.split_first_chunk_mut()?;
                let long = long.as_chunks_mut().0.first_chunk_mut()?;
                let mut $search = ShortPairSearch::<5>::new(short_table, long);
                $do
            }
            _ => {
                let (short_table, long) = table.split_first_chunk_mut()?;
                let long = long.as_chunks_mut().0.first_chunk_mut()?;
                let mut $search = ShortPairSearch::<6>::new(short_table, long);
                $do
            }
        }
    }};
}

/// Makes tokens of the block that begins at `start` of `src`; returns none if the level's tables are too small.
pub(crate) fn scan_at_level(
    level: u32,
    table: &mut [u32],
    src: &[u8],
    start: usize,
    base: i32,
    tokens: &mut Tokens<'_>,
) -> Option<()> {
    with_search!(level, table, search => scan_block(&mut search, src, start, base, tokens));
    Some(())
}

/// Renumbers all entries for the base [`WINDOW`]. Entries that are too far away become zero.
pub(crate) fn rebase_entries(table: &mut [u32], base: i32, history: usize) {
    let last = base + history as i32 - WINDOW as i32;
    for entry in table {
        let old = *entry as i32;
        *entry = if history == 0 || old <= last { 0 } else { (old - base + WINDOW as i32) as u32 };
    }
}

/// A pass over a block. Positions are offsets in `source`; entries of tables are positions plus `base`.
pub(crate) struct Scan<'a> {
    /// The history followed by the block.
    source: &'a [u8],
    entry_base: i32,
    /// The current position.
    position: usize,
    /// The position after the current one.
    next_position: usize,
    /// The offset behind the last token; the bytes from there on have no token yet.
    emitted_bytes: usize,
    /// The last position at which a match may begin.
    last_match_start: usize,
    /// The eight bytes at `position`, or as many as the hash needs.
    current_bytes: u64,
    /// The distance of the last match.
    last_distance: usize,
}

/// A match of at least four bytes.
#[derive(Clone, Copy)]
pub(crate) struct Match {
    /// The earlier position of the same bytes.
    start: usize,
    /// The length in bytes, or 0 if it has not been determined yet.
    len: usize,
}

/// A level's method of finding matches.
pub(crate) trait Search {
    /// Searches from `scan.position` on, moves `scan.position` to the beginning of the next match and returns the
    /// match; none at the end of the block.
    fn find(&mut self, scan: &mut Scan<'_>) -> Option<Match>;

    /// Looks for a longer match; by default returns the match itself.
    #[inline]
    fn improve_match(&mut self, _scan: &mut Scan<'_>, found: Match) -> Match {
        found
    }

    /// Enters positions of a match that ends before `scan.position`, and sets `scan.current_bytes`. Returns a match
    /// that begins at `scan.position`, if any.
    fn enter_positions(&mut self, scan: &mut Scan<'_>, found: Match) -> Option<Match>;

    /// Enters positions of the block's last match.
    fn insert_last(&mut self, scan: &mut Scan<'_>, found: Match);
}

/// Makes tokens of the block that begins at `start` of `src`. Makes no tokens if the block has no match.
pub(crate) fn scan_block(
    search: &mut impl Search,
    src: &[u8],
    start: usize,
    base: i32,
    tokens: &mut Tokens<'_>,
) {
    if src.len() - start < END_MARGIN + 2 {
        return;
    }
    let limit = src.len() - END_MARGIN;
    let current_bytes = load64(src, start);
    let mut scan = Scan {
        source: src,
        entry_base: base,
        position: start,
        next_position: start,
        emitted_bytes: start,
        last_match_start: limit,
        current_bytes,
        last_distance: 1,
    };
    'block: while let Some(found) = search.find(&mut scan) {
        let mut found = scan.with_full_length(found);
        found = search.improve_match(&mut scan, found);
        loop {
            found = scan.extend_match(found, tokens);
            if scan.position >= scan.last_match_start {
                search.insert_last(&mut scan, found);
                break 'block;
            }
            match search.enter_positions(&mut scan, found) {
                Some(next) => found = scan.with_full_length(next),
                None => break,
            }
        }
    }
    if scan.emitted_bytes < src.len() && tokens.len != 0 {
        tokens.push_literals(&src[scan.emitted_bytes..]);
    }
}

impl Scan<'_> {
    /// Computes the next position, with a step that grows with the number of bytes since the last match; returns false
    /// if no match may begin there.
    #[inline]
    fn advance_position(&mut self, least: usize, growth: u32) -> bool {
        self.next_position =
            self.position + least + ((self.position - self.emitted_bytes) >> growth);
        self.next_position <= self.last_match_start
    }

    /// Returns the position of an entry, if it is near enough to `at` and has the same four bytes as `current_bytes`,
    /// the bytes at `at`.
    #[inline]
    fn candidate_position(&self, entry: u32, at: usize, current_bytes: u64) -> Option<usize> {
        let from = (entry as i32).wrapping_sub(self.entry_base);
        ((at as i32).wrapping_sub(from) < DISTANCE_LIMIT
            && load32(self.source, from as usize) == current_bytes as u32)
            .then_some(from as usize)
    }

    #[inline]
    fn entry(&self, at: usize) -> u32 {
        (self.entry_base as u32).wrapping_add(at as u32)
    }

    /// Returns the match with its full length.
    #[inline]
    fn with_full_length(&self, found: Match) -> Match {
        let mut len = found.len;
        if len == 0 {
            len = 4;
        } else if len != crate::format::LONGEST_MATCH {
            return found;
        }
        Match { len: len + self.match_len(self.position + len, found.start + len), ..found }
    }

    #[inline]
    fn match_len(&self, a: usize, b: usize) -> usize {
        match_len(&self.source[a..], &self.source[b..])
    }

    /// Returns the length of a match whose first four bytes are known to be equal, at most the format's longest.
    #[inline]
    fn limited_len(&self, a: usize, b: usize) -> usize {
        let to = self.source.len().min(a + crate::format::LONGEST_MATCH);
        4 + match_len(&self.source[a + 4..to], &self.source[b + 4..])
    }

    /// Extends the match backwards, and writes the bytes before it and the match. Moves `position` behind the match,
    /// and also behind `next` if the match ends at or before `next`.
    #[inline]
    fn extend_match(&mut self, mut found: Match, tokens: &mut Tokens<'_>) -> Match {
        while found.start > 0
            && self.position > self.emitted_bytes
            && self.source[found.start - 1] == self.source[self.position - 1]
        {
            self.position -= 1;
            found.start -= 1;
            found.len += 1;
        }
        tokens.push_literals(&self.source[self.emitted_bytes..self.position]);
        self.last_distance = self.position - found.start;
        tokens.push_long_match(found.len, self.last_distance);
        self.position += found.len;
        self.emitted_bytes = self.position;
        if self.next_position >= self.position {
            self.position = self.next_position + 1;
        }
        found
    }
}

#[inline]
pub(crate) fn load32(src: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(*src[at..].first_chunk().unwrap_or(&[0; 4]))
}

#[inline]
pub(crate) fn load64(src: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*src[at..].first_chunk().unwrap_or(&[0; 8]))
}

/// Returns the length of the common prefix.
#[inline]
pub(crate) fn match_len(a: &[u8], b: &[u8]) -> usize {
    let n = a.len().min(b.len());
    let (a, b) = (&a[..n], &b[..n]);
    let (eights, others) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    for (i, (x, y)) in eights.iter().zip(others).enumerate() {
        let differs = u64::from_le_bytes(*x) ^ u64::from_le_bytes(*y);
        if differs != 0 {
            return 8 * i + differs.trailing_zeros() as usize / 8;
        }
    }
    let whole = 8 * eights.len();
    whole + a[whole..].iter().zip(&b[whole..]).take_while(|(x, y)| x == y).count()
}
