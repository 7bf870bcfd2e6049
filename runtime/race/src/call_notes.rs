//! Notes of recorded accesses: the calls under which each access was made.
//!
//! A module of its own because the detection of races does not depend on it. A cell has no room for a stack; a note has
//! a cell, its word and the node of the access's innermost call. A new note replaces another one: a note may be lost,
//! but a note that is found is correct. So a report shows the stack of the access, or none.
//!
//! **Nodes** are calls: each has its caller's node and its return place. Nodes are never discarded, since they do not
//! depend on accesses. If there is no room for a node, the stack is unknown.
//!
//! **Notes** of a word are in one set, a cache line, so that goroutines that access the same words or neighbouring ones
//! touch the same memory. (With places chosen by one hash over all notes, notes cost `spawn_tree` four times as much.)
//! A note replaces the note of its slot, position and kind, else the oldest of the set. Threads write notes without a
//! lock, and may mix two notes at one place: so the second half of a note contains a check, a checksum of the first
//! half. The check also contains the number of the last [`forget_all`](CallNotes::forget_all), so that earlier notes
//! are invalid.

use crate::calls::{Call, MAX_CALLS};
use crate::cell::{Cell, Position};
use crate::os::Mapping;
use std::io;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, fence};

/// Half a million nodes: 4 MB, and 2 MB of notes; the operating system provides only the touched pages. (Under Miri all
/// of the memory is provided at once, so the tables are smaller.)
const NODE_COUNT: usize = 1 << if cfg!(miri) { 9 } else { 19 };
const SET_BITS: u32 = if cfg!(miri) { 8 } else { 15 };
const SET_COUNT: usize = 1 << SET_BITS;

/// The number of entries that are searched for a node: one cache line.
const BUCKET_ENTRIES: usize = 8;

/// How many notes a set has.
const NOTES_PER_SET: usize = 4;

/// The two halves of a note: the cell, and the result of [`CallNotes::second_word`].
type CallNote = [AtomicU64; 2];

/// How many bits of a note's second half are its check, below the node.
const NOTE_CHECK_BITS: u32 = u64::BITS - CallNode::BITS;

/// 2⁶⁴ divided by the golden ratio: multiplying neighbouring numbers by it gives distant results.
const HASH_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A call, together with the calls in which it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CallNode(u32);

impl CallNode {
    /// No call: the goroutine's first function.
    pub(crate) const NO_CALL: Self = Self(0);
    /// Stands for several stacks, or an unknown one.
    const UNKNOWN: Self = Self((1 << Self::BITS) - 1);
    /// How many bits a node's number has.
    const BITS: u32 = 20;
}

/// The nodes, and behind them the notes. Zero is an empty entry.
#[derive(Debug)]
pub(crate) struct CallNotes {
    mapping: Mapping,
    /// The number of times that all notes were discarded. Relaxed: it changes while no goroutine runs.
    forget_all_count: AtomicU64,
}

impl CallNotes {
    pub(crate) fn new() -> io::Result<Self> {
        let bytes = NODE_COUNT * size_of::<AtomicU64>()
            + SET_COUNT * size_of::<[CallNote; NOTES_PER_SET]>();
        let mapping = Mapping::reserve(0, bytes)?;
        Ok(Self { mapping, forget_all_count: AtomicU64::new(0) })
    }

    /// Discards all notes.
    pub(crate) fn forget_all(&self) {
        self.forget_all_count.fetch_add(1, Relaxed);
    }

    #[inline(always)]
    fn entries(&self) -> &[AtomicU64; NODE_COUNT] {
        // SAFETY: the mapping begins with `NODE_COUNT` words, zero at first, and every thread accesses them as atomics.
        unsafe { self.mapping.start().cast().as_ref() }
    }

    /// The set of a word.
    #[inline(always)]
    fn note_set(&self, word: u64) -> &[CallNote; NOTES_PER_SET] {
        // SAFETY: behind the nodes the mapping has `SET_COUNT` sets, zero at first, which every thread accesses as
        // atomics.
        unsafe {
            let first = self.mapping.start().cast::<AtomicU64>().add(NODE_COUNT).cast();
            first.add(word as usize % SET_COUNT).as_ref()
        }
    }

    /// Sets the node of each call, the outermost first; `caller` is the node of the first call's caller. Returns the
    /// node of the last call.
    pub(crate) fn resolve_nodes(
        &self,
        caller: CallNode,
        calls: &mut [(Call, CallNode)],
    ) -> Option<CallNode> {
        let mut node = caller;
        for (call, its) in calls {
            node = self.find_or_add_node(node, call.return_place)?;
            *its = node;
        }
        Some(node)
    }

    /// The node of a call, found by its caller's node and its return place.
    fn find_or_add_node(&self, caller: CallNode, place: u32) -> Option<CallNode> {
        let wanted = u64::from(caller.0 + 1) << 32 | u64::from(place);
        let bucket = wanted.wrapping_mul(HASH_FACTOR) as usize >> (u64::BITS - NODE_COUNT.ilog2())
            & !(BUCKET_ENTRIES - 1);
        // A node's entry is stored after its caller's entry.
        let mut entries = (bucket..).zip(&self.entries()[bucket..bucket + BUCKET_ENTRIES]);
        let is_it = |entry: &AtomicU64| {
            entry.load(Acquire) == wanted
                || match entry.compare_exchange(0, wanted, Release, Acquire) {
                    Ok(_) => true,
                    Err(other) => other == wanted,
                }
        };
        let (at, _) = entries.find(|(_, entry)| is_it(entry))?;
        Some(CallNode(at as u32 + 1))
    }

    /// The return places of the calls, the innermost first.
    fn return_places(&self, mut node: CallNode) -> Option<Vec<u32>> {
        let mut places = Vec::new();
        while node != CallNode::NO_CALL {
            let entry = self.entries().get(node.0 as usize - 1)?.load(Acquire);
            if entry == 0 || places.len() == MAX_CALLS {
                return None;
            }
            places.push(entry as u32);
            node = CallNode((entry >> 32) as u32 - 1);
        }
        Some(places)
    }

    /// The place for the note of an access to a word, and the existing note with its slot, position and kind, if there
    /// is one. The other notes of the set become older by one place, and the oldest is lost.
    #[inline(always)]
    fn note_location(&self, cell: Cell, word: u64) -> (&CallNote, [u64; 2]) {
        let set = self.note_set(word);
        let load = |i: usize| set[i].each_ref().map(|half| half.load(Relaxed));
        let is_its = |[first, _]: [u64; 2]| first == 0 || Cell(first ^ cell.0).site_bits() == 0;
        let at = (0..NOTES_PER_SET - 1).find(|&i| is_its(load(i))).unwrap_or(NOTES_PER_SET - 1);
        let old = load(at);
        for i in (0..at).rev() {
            set[i + 1].iter().zip(load(i)).for_each(|(half, older)| half.store(older, Relaxed));
        }
        (&set[0], old)
    }

    /// The second half of a note: the node, and a check, which mixes the bits of the word's number that its set does
    /// not determine with bits of a product.
    #[inline(always)]
    fn second_word(&self, cell: Cell, word: u64, node: CallNode) -> u64 {
        let first = cell.0.wrapping_add(self.forget_all_count.load(Relaxed));
        let check = first.wrapping_mul(HASH_FACTOR) >> CallNode::BITS;
        u64::from(node.0) << NOTE_CHECK_BITS
            | (check ^ word >> SET_BITS) & ((1 << NOTE_CHECK_BITS) - 1)
    }

    /// Writes the note of an access that is about to be stored in a word's cells.
    #[inline(always)]
    pub(crate) fn write_note(&self, cell: Cell, word: u64, node: CallNode) {
        let (place, [first, second]) = self.note_location(cell, word);
        let old = Cell(first);
        let is_part = old.merges_with(cell) && second == self.second_word(old, word, node);
        self.store_note(place, if is_part { old.merge_with(cell) } else { cell }, word, node);
    }

    /// Like [`write_note`](Self::write_note), for an access with whose cell accesses to other bytes may be merged;
    /// `kept`: the bytes of the cell with which it will itself be merged. The note stands for all bytes, unless other
    /// bytes were accessed under other calls.
    pub(crate) fn write_merged_note(
        &self,
        cell: Cell,
        word: u64,
        node: Option<CallNode>,
        kept: u8,
    ) {
        let (place, [first, second]) = self.note_location(cell, word);
        let old = Cell(first);
        let is_one = |node: &CallNode| {
            let is_known = old.merges_with(cell) && kept & !old.bytes() == 0;
            kept == 0 || is_known && second == self.second_word(old, word, *node)
        };
        let node = node.filter(is_one).unwrap_or(CallNode::UNKNOWN);
        self.store_note(place, cell.with_all_bytes(), word, node);
    }

    #[inline(always)]
    fn store_note(&self, [first, second]: &CallNote, cell: Cell, word: u64, node: CallNode) {
        first.store(cell.0, Relaxed);
        second.store(self.second_word(cell, word, node), Relaxed);
        // A thread that reports a race has read the cell, and so reads this note or a later one in `calls`.
        fence(Release);
    }

    /// The return places of the calls under which the access in `cell` touched one byte of a word, the innermost call
    /// first; `byte` is the byte's bit.
    pub(crate) fn calls_of(&self, cell: Cell, word: u64, byte: u8) -> Option<Vec<u32>> {
        fence(Acquire);
        let node = self.note_set(word).iter().find_map(|[first, second]| {
            let (noted, second) = (Cell(first.load(Relaxed)), second.load(Relaxed));
            let node = CallNode((second >> NOTE_CHECK_BITS) as u32);
            let is_it = noted.merges_with(cell)
                && noted.bytes() & byte != 0
                && second == self.second_word(noted, word, node);
            is_it.then_some(node)
        });
        let is_known = cell.position() != Position::UNKNOWN;
        self.return_places(node.filter(|node| is_known && *node != CallNode::UNKNOWN)?)
    }
}
