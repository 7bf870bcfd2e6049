//! An access to memory: the fast path, for one that repeats, and the report of a race.
//!
//! A module of its own because it is what each load and store of the program runs; machine code will do the same.

use crate::cell::{Cell, Kind, Position, byte_mask};
use crate::detector::Detector;
use crate::goroutine::Goroutine;
use crate::locks::Held;
use crate::record::record;
use crate::shadow::{WORD, Word};
use crate::slots::Owner;
use std::sync::atomic::Ordering::Relaxed;

/// Two accesses that conflict, neither of which happened before the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// The address of the first byte that both touch.
    pub addr: usize,
    /// How the current access, in which the race was found, touches it.
    pub current: Kind,
    /// The access that was recorded.
    pub previous: Previous,
}

/// An access that was recorded in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Previous {
    /// The goroutine that made it. `None` if it has ended and too many others had its slot afterwards, or if it was
    /// one of those that shared a slot.
    pub owner: Option<Owner>,
    /// How it touched the bytes.
    pub kind: Kind,
    /// Where in the program. Unknown if it was one of more than four accesses to parts of the word.
    pub position: Position,
    /// Which bytes of the word (at `Race::addr` rounded down to 8), a bit for each. Accesses of one goroutine at one
    /// position between two synchronisations are kept as one.
    pub bytes: u8,
    /// The locks that the goroutine held then. `None` if that is not known any more.
    pub held: Option<Vec<Held>>,
}

/// Whether an access was recorded already in its epoch. One that races with it and came since has found the cell. Two
/// cells are looked at, since data that was written in an earlier epoch and is now read has its write in the first.
#[inline(always)]
fn is_recorded(word: &Word, new: Cell) -> bool {
    Cell(word[0].load(Relaxed)).covers(new) || Cell(word[1].load(Relaxed)).covers(new)
}

impl Detector {
    /// Records an access of `size` bytes, 1 to 8, that lie in one word of 8 bytes. Gives the first race found. The
    /// caller calls it before or behind the access, with no synchronisation of the goroutine between the two.
    #[inline(always)]
    pub fn access(
        &self,
        g: &mut Goroutine,
        addr: usize,
        size: usize,
        kind: Kind,
        position: Position,
    ) -> Option<Box<Race>> {
        debug_assert!(size >= 1 && addr % WORD + size <= WORD, "{size} bytes at {addr:#x}");
        let word = self.shadow.word(addr)?;
        self.access_word(g, word, addr & !(WORD - 1), byte_mask(addr % WORD, size), kind, position)
    }

    /// Records an access of `N` words of 8 bytes; the address is a multiple of 8. Gives a race that was found; the
    /// access is recorded for all of them.
    #[inline(always)]
    pub fn words<const N: usize>(
        &self,
        g: &mut Goroutine,
        addr: usize,
        kind: Kind,
        position: Position,
    ) -> Option<Box<Race>> {
        let Some(words) = self.shadow.consecutive::<N>(addr) else {
            return self.range(g, addr, N * WORD, kind, position);
        };
        let new = g.cell(byte_mask(0, WORD), kind, position);
        if words.iter().all(|word| is_recorded(word, new)) {
            return None;
        }
        self.range(g, addr, N * WORD, kind, position)
    }

    /// Records an access of any `bytes` bytes. Gives the first race found; the access is recorded for all of them.
    /// Bytes that are not watched are left out.
    #[inline(never)]
    pub fn range(
        &self,
        g: &mut Goroutine,
        addr: usize,
        bytes: usize,
        kind: Kind,
        position: Position,
    ) -> Option<Box<Race>> {
        let mut race = None;
        for (from, end, words) in self.shadow.parts(addr, bytes) {
            let mut at = from & !(WORD - 1);
            for word in words {
                let (first, last) = (from.max(at), end.min(at + WORD));
                let mask = byte_mask(first - at, last - first);
                let found = self.access_word(g, word, at, mask, kind, position);
                race = race.or(found);
                at += WORD;
            }
        }
        race
    }

    #[inline(always)]
    fn access_word(
        &self,
        g: &mut Goroutine,
        word: &Word,
        at: usize,
        bytes: u8,
        kind: Kind,
        position: Position,
    ) -> Option<Box<Race>> {
        let new = g.cell(bytes, kind, position);
        if is_recorded(word, new) {
            return None;
        }
        self.record(g, word, at, new)
    }

    /// Compares an access with the cells of a word at address `at`, and stores it.
    #[cold]
    #[inline(never)]
    fn record(&self, g: &mut Goroutine, word: &Word, at: usize, new: Cell) -> Option<Box<Race>> {
        debug_assert_eq!(g.era, self.era(), "a goroutine that the restart was not given");
        let race = record(g, word, new);
        if race == Cell::EMPTY { None } else { Some(self.describe(race, new, at)) }
    }

    #[cold]
    #[inline(never)]
    fn describe(&self, old: Cell, new: Cell, at: usize) -> Box<Race> {
        let both = old.bytes() & new.bytes();
        Box::new(Race {
            addr: at + both.trailing_zeros() as usize,
            current: new.kind(),
            previous: Previous {
                owner: self.owner(old.slot(), old.tick()),
                kind: old.kind(),
                position: old.position(),
                bytes: old.bytes(),
                held: self.held_at(old.slot(), old.tick()),
            },
        })
    }
}
