//! Levels 1 to 6: matches are found by tables of hashes, without chains, and taken at once.
//!
//! # Decisions
//! Each block of up to 65,535 bytes is searched by itself, in one pass; matches may begin in blocks before, up to
//! 32,767 bytes back (up to 32,768 where a match follows another one immediately; up to 32,763 in level 3). Level N has
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
//! A candidate has the same four bytes. A match is extended to its end, which may be any number of bytes away, then
//! backwards to the match before. Which positions within a match are entered in the tables is the level's own: see
//! [`Search::enter`]. No match begins in the last 11 bytes.

mod level_1_2;
mod level_3;
mod level_4;
mod level_5_6;
mod tables;

use level_1_2::Single;
use level_3::Pairs;
use level_4::ShortAndLong;
use level_5_6::ShortAndPairs;
pub(crate) use tables::hash4;

use crate::format::WINDOW;
use crate::tokens::Tokens;

/// No match begins in so many bytes at the end.
const MARGIN: usize = 11;

/// The farthest candidate, as a number that is compared.
pub(super) const REACH: i32 = WINDOW as i32;

/// From here on positions are counted anew.
pub(crate) const MOST_BASE: i32 = 1 << 30;

/// How many words the tables of a level take.
pub(crate) const fn table_words(level: u32) -> usize {
    match level {
        1 => 1 << 15,
        2 | 3 => 1 << 17,
        4 => 2 << 15,
        _ => 3 << 15,
    }
}

/// Takes a level's tables apart, and does something with the search that has them.
macro_rules! with_search {
    ($level:expr, $table:expr, $search:ident => $do:expr) => {{
        let table: &mut [u32] = $table;
        match $level {
            1 => {
                let mut $search = Single::<15, { 1 << 15 }>(table.first_chunk_mut()?);
                $do
            }
            2 => {
                let mut $search = Single::<17, { 1 << 17 }>(table.first_chunk_mut()?);
                $do
            }
            3 => {
                let mut $search = Pairs::new(table.as_chunks_mut().0.first_chunk_mut()?);
                $do
            }
            4 => {
                let (short, long) = table.split_first_chunk_mut()?;
                let mut $search = ShortAndLong { short, long: long.first_chunk_mut()? };
                $do
            }
            5 => {
                let (short, long) = table.split_first_chunk_mut()?;
                let long = long.as_chunks_mut().0.first_chunk_mut()?;
                let mut $search = ShortAndPairs::<5>::new(short, long);
                $do
            }
            _ => {
                let (short, long) = table.split_first_chunk_mut()?;
                let long = long.as_chunks_mut().0.first_chunk_mut()?;
                let mut $search = ShortAndPairs::<6>::new(short, long);
                $do
            }
        }
    }};
}

/// Makes tokens of the block that begins at `start` of `src`, at a level; none if its tables are too small.
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

/// Counts the positions of all entries anew: the base is then [`WINDOW`]. Entries that are too far away become zero.
pub(crate) fn rebase(table: &mut [u32], base: i32, history: usize) {
    let last = base + history as i32 - WINDOW as i32;
    for entry in table {
        let old = *entry as i32;
        *entry = if history == 0 || old <= last { 0 } else { (old - base + WINDOW as i32) as u32 };
    }
}

/// A pass over a block. Positions are those in `src`; entries of tables are positions plus `base`.
pub(crate) struct Scan<'a> {
    /// The history, and the block.
    src: &'a [u8],
    base: i32,
    /// The position that is looked at.
    s: usize,
    /// The one after it.
    next: usize,
    /// Where the bytes begin that no token stands for yet.
    emitted: usize,
    /// No match begins behind this position.
    limit: usize,
    /// The eight bytes at `s`, or as many as a hash needs.
    here: u64,
    /// The distance of the last match.
    last: usize,
}

/// A match that has been found, of at least four bytes.
#[derive(Clone, Copy)]
pub(crate) struct Match {
    /// Where the same bytes lie.
    from: usize,
    /// Its length, if it has been found out; otherwise 0.
    len: usize,
}

/// How a level finds matches.
pub(crate) trait Search {
    /// Goes on from `scan.s` to a match that begins at `scan.s`; none if there is no more.
    fn find(&mut self, scan: &mut Scan<'_>) -> Option<Match>;

    /// Looks for a longer match.
    #[inline]
    fn improve(&mut self, _scan: &mut Scan<'_>, found: Match) -> Match {
        found
    }

    /// Enters positions of a match that has ended before `scan.s`, and sets `scan.here`. Some: a match begins there.
    fn enter(&mut self, scan: &mut Scan<'_>, found: Match) -> Option<Match>;

    /// The same where nothing more is looked for.
    fn enter_last(&mut self, scan: &mut Scan<'_>, found: Match);
}

/// Makes tokens of the block that begins at `start` of `src`. Bytes behind the last match have none if there is no
/// match at all.
pub(crate) fn scan_block(
    search: &mut impl Search,
    src: &[u8],
    start: usize,
    base: i32,
    tokens: &mut Tokens<'_>,
) {
    if src.len() - start < MARGIN + 2 {
        return;
    }
    let limit = src.len() - MARGIN;
    let here = load64(src, start);
    let mut scan = Scan { src, base, s: start, next: start, emitted: start, limit, here, last: 1 };
    'block: while let Some(found) = search.find(&mut scan) {
        let mut found = scan.extended(found);
        found = search.improve(&mut scan, found);
        loop {
            found = scan.take(found, tokens);
            if scan.s >= scan.limit {
                search.enter_last(&mut scan, found);
                break 'block;
            }
            match search.enter(&mut scan, found) {
                Some(next) => found = scan.extended(next),
                None => break,
            }
        }
    }
    if scan.emitted < src.len() && tokens.len != 0 {
        tokens.literals(&src[scan.emitted..]);
    }
}

impl Scan<'_> {
    /// Goes to the next position; false if no match begins there. A step grows with the bytes without a match.
    #[inline]
    fn advance(&mut self, least: usize, growth: u32) -> bool {
        self.next = self.s + least + ((self.s - self.emitted) >> growth);
        self.next <= self.limit
    }

    /// The position of an entry, if it is near enough and has the same four bytes as there are in `here`, at `at`.
    #[inline]
    fn candidate(&self, entry: u32, at: usize, here: u64) -> Option<usize> {
        let from = (entry as i32).wrapping_sub(self.base);
        ((at as i32).wrapping_sub(from) < REACH && load32(self.src, from as usize) == here as u32)
            .then_some(from as usize)
    }

    #[inline]
    fn entry(&self, at: usize) -> u32 {
        (self.base as u32).wrapping_add(at as u32)
    }

    /// The match with its length.
    #[inline]
    fn extended(&self, found: Match) -> Match {
        let mut len = found.len;
        if len == 0 {
            len = 4;
        } else if len != crate::format::LONGEST {
            return found;
        }
        Match { len: len + self.match_len(self.s + len, found.from + len), ..found }
    }

    #[inline]
    fn match_len(&self, a: usize, b: usize) -> usize {
        match_len(&self.src[a..], &self.src[b..])
    }

    /// The length of a match whose first four bytes are known to be the same, up to the longest.
    #[inline]
    fn limited_len(&self, a: usize, b: usize) -> usize {
        let to = self.src.len().min(a + crate::format::LONGEST);
        4 + match_len(&self.src[a + 4..to], &self.src[b + 4..])
    }

    /// Puts the bytes before a match and the match, after it was extended backwards. `s` is then behind it, and behind
    /// `next`.
    #[inline]
    fn take(&mut self, mut found: Match, tokens: &mut Tokens<'_>) -> Match {
        while found.from > 0
            && self.s > self.emitted
            && self.src[found.from - 1] == self.src[self.s - 1]
        {
            self.s -= 1;
            found.from -= 1;
            found.len += 1;
        }
        tokens.literals(&self.src[self.emitted..self.s]);
        self.last = self.s - found.from;
        tokens.long_match(found.len, self.last);
        self.s += found.len;
        self.emitted = self.s;
        if self.next >= self.s {
            self.s = self.next + 1;
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

/// How many bytes at the beginnings are the same.
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
