//! An access to memory: the fast path, for one that repeats, and the report of a race.
//!
//! A module of its own because it is what each load and store of the program runs; machine code will do the same.

use crate::calls::{Frames, Site};
use crate::cell::{Cell, Kind, Position, byte_mask};
use crate::detector::Detector;
use crate::goroutine::Goroutine;
use crate::locks::Held;
use crate::notes::Node;
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
    /// Where the calls return to in which it was made, the innermost first: the numbers of
    /// [`Call::place`](crate::Call::place). `None` if they are unknown.
    pub calls: Option<Vec<u32>>,
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
        site: impl Site,
    ) -> Option<Box<Race>> {
        debug_assert!(size >= 1 && addr % WORD + size <= WORD, "{size} bytes at {addr:#x}");
        let word = self.shadow.word(addr)?;
        let new = g.cell(byte_mask(addr % WORD, size), kind, site.position());
        if is_recorded(word, new) {
            return None;
        }
        self.record(g, word, addr & !(WORD - 1), new, site.frames())
    }

    /// Records an access of `N` words of 8 bytes; the address is a multiple of 8. Gives a race that was found; the
    /// access is recorded for all of them.
    #[inline(always)]
    pub fn words<const N: usize>(
        &self,
        g: &mut Goroutine,
        addr: usize,
        kind: Kind,
        site: impl Site,
    ) -> Option<Box<Race>> {
        let Some(words) = self.shadow.consecutive::<N>(addr) else {
            return self.range(g, addr, N * WORD, kind, site);
        };
        let new = g.cell(byte_mask(0, WORD), kind, site.position());
        if words.iter().all(|word| is_recorded(word, new)) {
            return None;
        }
        self.range(g, addr, N * WORD, kind, site)
    }

    /// Records an access of any `bytes` bytes. Gives the first race found; the access is recorded for all of them.
    /// Bytes that are not watched are left out.
    #[inline(always)]
    pub fn range(
        &self,
        g: &mut Goroutine,
        addr: usize,
        bytes: usize,
        kind: Kind,
        site: impl Site,
    ) -> Option<Box<Race>> {
        let new = g.cell(byte_mask(0, WORD), kind, site.position());
        self.record_range(g, addr, bytes, new, site.frames())
    }

    /// In words: what runs instructions calls this, and ends in a jump to the next one. `whole` is the cell of an
    /// access to a whole word.
    #[inline(never)]
    fn record_range<F: Frames>(
        &self,
        g: &mut Goroutine,
        addr: usize,
        bytes: usize,
        whole: Cell,
        frames: F,
    ) -> Option<Box<Race>> {
        let (mut race, mut node) = (None, None);
        for (from, end, words) in self.shadow.parts(addr, bytes) {
            let mut at = from & !(WORD - 1);
            for word in words {
                let (first, last) = (from.max(at), end.min(at + WORD));
                let new = whole.without(!byte_mask(first - at, last - first));
                if !is_recorded(word, new) {
                    let node = *node.get_or_insert_with(|| self.node(g, frames));
                    let found = self.compare::<F>(g, word, at, new, node);
                    race = race.or(found);
                }
                at += WORD;
            }
        }
        race
    }

    /// Records an access to a word at address `at`.
    #[cold]
    #[inline(never)]
    fn record<F: Frames>(
        &self,
        g: &mut Goroutine,
        word: &Word,
        at: usize,
        new: Cell,
        frames: F,
    ) -> Option<Box<Race>> {
        let node = self.node(g, frames);
        self.compare::<F>(g, word, at, new, node)
    }

    /// Notes an access, compares it with the cells of a word at address `at`, and stores it.
    #[inline(always)]
    fn compare<F: Frames>(
        &self,
        g: &mut Goroutine,
        word: &Word,
        at: usize,
        new: Cell,
        node: Option<Node>,
    ) -> Option<Box<Race>> {
        debug_assert_eq!(g.era, self.era(), "a goroutine that the restart was not given");
        if F::IS_MERGED && !g.is_shared() && self.is_concurrent.load(Relaxed) {
            let cells = word.iter().map(|place| Cell(place.load(Relaxed)));
            let kept = cells.filter(|cell| cell.merges_with(new)).fold(0, |all, c| all | c.bytes());
            self.notes.note_merged(new, self.shadow.number(at), node, kept);
        } else if let Some(node) = node {
            self.notes.note(new, self.shadow.number(at), node);
        }
        self.shadow.touch(at);
        let race = record(g, word, new);
        if race == Cell::EMPTY { None } else { Some(self.describe(race, new, at)) }
    }

    /// The calls under which an access is made, if it is to be noted. Goroutines that share a slot would write over
    /// each other's notes.
    #[inline(always)]
    fn node(&self, g: &mut Goroutine, frames: impl Frames) -> Option<Node> {
        let is_noted = self.is_concurrent.load(Relaxed) && !g.is_shared();
        if is_noted { g.calls.node(frames, &self.notes) } else { None }
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
                calls: self.notes.calls(old, self.shadow.number(at), both & both.wrapping_neg()),
                bytes: old.bytes(),
                held: self.held_at(old.slot(), old.tick()),
            },
        })
    }
}
