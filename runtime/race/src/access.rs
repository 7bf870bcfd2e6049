//! An access to memory: the fast path, for an access that repeats an earlier one, and the report of a race.
//!
//! A module of its own because every load and store of the program runs this code; machine code contains the same
//! steps.

use crate::call_notes::CallNode;
use crate::calls::{Frames, Site};
use crate::cell::{AccessKind, Cell, Position, byte_mask};
use crate::cell_recording::record_access;
use crate::detector::Detector;
use crate::goroutine::Goroutine;
use crate::locks::HeldLock;
use crate::shadow::{WORD_BYTES, Word};
use crate::slots::Owner;
use std::sync::atomic::Ordering::Relaxed;

/// Two accesses that conflict and of which neither happened before the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// The address of the first byte that both accesses touch.
    pub addr: usize,
    /// The kind of the current access, in which the race was found.
    pub current_kind: AccessKind,
    /// The access that was recorded.
    pub previous: PreviousAccess,
}

/// An access that was recorded in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreviousAccess {
    /// The goroutine that made the access. `None` if the goroutine has ended and too many others had its slot
    /// afterwards, or if it was in the shared slot.
    pub owner: Option<Owner>,
    /// The kind of the access.
    pub kind: AccessKind,
    /// The access's position in the program. Unknown if the access was one of more than four to parts of the word.
    pub position: Position,
    /// The return places of the calls in which it was made, the innermost first: the numbers of
    /// [`Call::return_place`](crate::Call::return_place). `None` if the calls are unknown.
    pub call_places: Option<Vec<u32>>,
    /// The touched bytes of the word (at `Race::addr` rounded down to 8), a bit for each. Accesses of one goroutine at
    /// one position between two synchronisations are recorded as one.
    pub touched_bytes: u8,
    /// The locks that the goroutine held at the access. `None` if the locks are no longer known.
    pub held_locks: Option<Vec<HeldLock>>,
}

/// Reports whether an access was already recorded in its epoch: then each racing access made since has found its cell.
/// Two cells are checked, because the first cell of data that was written in an earlier epoch and is now read holds the
/// write.
#[inline(always)]
fn is_recorded(word: &Word, new: Cell) -> bool {
    Cell(word[0].load(Relaxed)).covers_cell(new) || Cell(word[1].load(Relaxed)).covers_cell(new)
}

impl Detector {
    /// Records an access of `size` bytes, 1 to 8, within one word of 8 bytes. Returns the first race found. Must be
    /// called before or after the access, with no synchronisation of the goroutine in between.
    #[inline(always)]
    pub fn record_access(
        &self,
        g: &mut Goroutine,
        addr: usize,
        size: usize,
        kind: AccessKind,
        site: impl Site,
    ) -> Option<Box<Race>> {
        debug_assert!(
            size >= 1 && addr % WORD_BYTES + size <= WORD_BYTES,
            "{size} bytes at {addr:#x}"
        );
        let word = self.shadow.word_at(addr)?;
        let new = g.cell(byte_mask(addr % WORD_BYTES, size), kind, site.position());
        if is_recorded(word, new) {
            return None;
        }
        self.record_word(g, word, addr & !(WORD_BYTES - 1), new, site.frames())
    }

    /// Records an access of `N` words of 8 bytes; the address is a multiple of 8. Returns a race that was found; the
    /// access is recorded for all words.
    #[inline(always)]
    pub fn record_words<const N: usize>(
        &self,
        g: &mut Goroutine,
        addr: usize,
        kind: AccessKind,
        site: impl Site,
    ) -> Option<Box<Race>> {
        let Some(words) = self.shadow.consecutive_words::<N>(addr) else {
            return self.record_bytes(g, addr, N * WORD_BYTES, kind, site);
        };
        let new = g.cell(byte_mask(0, WORD_BYTES), kind, site.position());
        if words.iter().all(|word| is_recorded(word, new)) {
            return None;
        }
        self.record_bytes(g, addr, N * WORD_BYTES, kind, site)
    }

    /// Records an access of any `bytes` bytes. Returns the first race found; the access is recorded for all bytes.
    /// Bytes that are not watched are left out.
    #[inline(always)]
    pub fn record_bytes(
        &self,
        g: &mut Goroutine,
        addr: usize,
        bytes: usize,
        kind: AccessKind,
        site: impl Site,
    ) -> Option<Box<Race>> {
        let new = g.cell(byte_mask(0, WORD_BYTES), kind, site.position());
        self.record_range(g, addr, bytes, new, site.frames())
    }

    /// Records an access to any bytes. Handlers of instructions call this and end in a jump to the next handler.
    /// `whole` is the cell of an access to a whole word.
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
        for (from, end, words) in self.shadow.watched_parts(addr, bytes) {
            let mut at = from & !(WORD_BYTES - 1);
            for word in words {
                let (first, last) = (from.max(at), end.min(at + WORD_BYTES));
                let new = whole.without_bytes(!byte_mask(first - at, last - first));
                if !is_recorded(word, new) {
                    let node = *node.get_or_insert_with(|| self.call_node(g, frames));
                    let found = self.compare_and_store::<F>(g, word, at, new, node);
                    race = race.or(found);
                }
                at += WORD_BYTES;
            }
        }
        race
    }

    /// Records an access to a word at address `at`.
    #[cold]
    #[inline(never)]
    fn record_word<F: Frames>(
        &self,
        g: &mut Goroutine,
        word: &Word,
        at: usize,
        new: Cell,
        frames: F,
    ) -> Option<Box<Race>> {
        let node = self.call_node(g, frames);
        self.compare_and_store::<F>(g, word, at, new, node)
    }

    /// Records the calls of an access, compares the access with the cells of the word at address `at`, and stores it.
    #[inline(always)]
    fn compare_and_store<F: Frames>(
        &self,
        g: &mut Goroutine,
        word: &Word,
        at: usize,
        new: Cell,
        node: Option<CallNode>,
    ) -> Option<Box<Race>> {
        debug_assert_eq!(
            g.restart_count,
            self.restart_count(),
            "the restart was not passed this goroutine"
        );
        if F::CAN_MERGE_ACCESSES && !g.has_shared_slot() && self.is_concurrent.load(Relaxed) {
            let cells = word.iter().map(|place| Cell(place.load(Relaxed)));
            let kept = cells.filter(|cell| cell.merges_with(new)).fold(0, |all, c| all | c.bytes());
            self.call_notes.write_merged_note(new, self.shadow.word_number(at), node, kept);
        } else if let Some(node) = node {
            self.call_notes.write_note(new, self.shadow.word_number(at), node);
        }
        self.shadow.note_written(at);
        let race = record_access(g, word, new);
        if race == Cell::EMPTY { None } else { Some(self.describe(race, new, at)) }
    }

    /// The innermost call under which an access is made, if calls have to be recorded. For goroutines in the shared
    /// slot no calls are recorded, since they would overwrite each other's notes.
    #[inline(always)]
    fn call_node(&self, g: &mut Goroutine, frames: impl Frames) -> Option<CallNode> {
        let is_noted = self.is_concurrent.load(Relaxed) && !g.has_shared_slot();
        if is_noted { g.calls.innermost_node(frames, &self.call_notes) } else { None }
    }

    #[cold]
    #[inline(never)]
    fn describe(&self, old: Cell, new: Cell, at: usize) -> Box<Race> {
        let both = old.bytes() & new.bytes();
        Box::new(Race {
            addr: at + both.trailing_zeros() as usize,
            current_kind: new.kind(),
            previous: PreviousAccess {
                owner: self.owner_at(old.slot(), old.tick()),
                kind: old.kind(),
                position: old.position(),
                call_places: self.call_notes.calls_of(
                    old,
                    self.shadow.word_number(at),
                    both & both.wrapping_neg(),
                ),
                touched_bytes: old.bytes(),
                held_locks: self.held_locks_at(old.slot(), old.tick()),
            },
        })
    }
}
