//! The detector's positions, and the instructions that they stand for.
//!
//! A position has 18 bits, and a large program has more instructions than that. Far fewer instructions access memory
//! while it is watched, so an instruction gets its position at its first access.

use crate::image::Image;
use crate::image::lines::{LIBRARY_PREFIX, position, push_frames};
use minigo_race::Position;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// An instruction as the detector sees it: the number of its position plus one, and flags.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(u32);

/// The accesses of this instruction are not reported.
const UNREPORTED_ACCESS_FLAG: u32 = 1 << 31;
/// The instruction's accesses do not synchronise.
const NO_SYNC_FLAG: u32 = 1 << 29;
/// The instruction changes the counter of a `sync.WaitGroup`.
const WAIT_GROUP_FLAG: u32 = 1 << 30;
const INDEX_MASK: u32 = NO_SYNC_FLAG - 1;

/// `sync.Cond` protects its list by a mutex of its own, which would order goroutines that the Cond does not order.
const COND_FILE: &str = "$GOROOT/src/sync/cond.go";
/// The machine owns a timer's memory while the timer is armed; the timer's lock protects it.
const TIMERS_FILE: &str = "$GOROOT/src/time/sleep.go";
/// The first goroutine that asks for the local zone computes its index; concurrent goroutines compute the same index.
const ZONES_FILE: &str = "$GOROOT/src/time/zone.go";
/// A file's descriptor is read without the lock under which it is closed: as in Go, the two may be concurrent.
const OS_FILE: &str = "$GOROOT/src/os/file.go";
/// The number of synctest bubbles is read without an order: a goroutine in a bubble was started after the bubble was.
const BUBBLES_FILE: &str = "$GOROOT/src/internal/synctest/bubble.go";
/// `sync.WaitGroup` counts by one atomic update, which orders only in `Done`, and only for `Wait`.
const WAITGROUP_FILE: &str = "$GOROOT/src/sync/waitgroup.go";

impl Place {
    /// The position, unless the instruction is hidden.
    #[inline(always)]
    pub(crate) fn shown_position(self) -> Option<Position> {
        (self.0 < UNREPORTED_ACCESS_FLAG).then(|| Position::new((self.0 & INDEX_MASK) - 1))
    }

    /// Reports whether the instruction orders goroutines, if it is an atomic access or a lock.
    pub(crate) fn is_ordering(self) -> bool {
        self.0 & NO_SYNC_FLAG == 0
    }

    pub(crate) fn changes_wait_group(self) -> bool {
        self.0 & WAIT_GROUP_FLAG != 0
    }
}

/// The positions of a program's instructions. Clones share the positions: machines that run one program many times
/// share them.
#[derive(Clone)]
pub(crate) struct Places {
    /// For each instruction, by the index of its successor: the place; 0: it has not accessed memory yet. Relaxed: only
    /// the number is published.
    place_numbers: Arc<[AtomicU32]>,
    /// The instruction of each position. A leaf lock.
    instructions: Arc<Mutex<Vec<u32>>>,
}

impl Places {
    /// The positions of a machine whose code has, or may grow to, `instructions` instructions.
    pub(crate) fn new(instructions: usize) -> Self {
        Self {
            // The system zeroes the memory without touching its pages: most instructions for which a session has room
            // do not exist.
            // SAFETY: zero bytes are a valid atomic word.
            place_numbers: unsafe { Arc::new_zeroed_slice(instructions + 1).assume_init() },
            instructions: Arc::default(),
        }
    }

    /// The place of the instruction before index `at` of the code.
    #[inline(always)]
    pub(crate) fn place_of(&self, image: &Image, at: usize) -> Place {
        match self.place_numbers.get(at).map(|number| number.load(Relaxed)) {
            Some(number) if number != 0 => Place(number),
            _ => self.assign_place(image, at),
        }
    }

    #[cold]
    #[inline(never)]
    fn assign_place(&self, image: &Image, at: usize) -> Place {
        let flags = flags_of(image, at);
        let mut instructions = self.instructions.lock();
        let number = self.place_numbers[at].load(Relaxed);
        if number != 0 {
            return Place(number);
        }
        let index = (instructions.len() as u32).min(Position::UNKNOWN.index());
        if index < Position::UNKNOWN.index() {
            instructions.push(at as u32);
        }
        let place = Place(flags | (index + 1));
        self.place_numbers[at].store(place.0, Relaxed);
        place
    }

    /// The instructions that have positions, in the order of their positions, with their flags: for
    /// [`restore_numbers`](Self::restore_numbers).
    pub(crate) fn numbered_instructions(&self) -> Vec<(u32, u32)> {
        let flags = |at: u32| self.place_numbers[at as usize].load(Relaxed) & !INDEX_MASK;
        self.instructions.lock().iter().map(|&at| (at, flags(at))).collect()
    }

    /// Gives these instructions the positions that they had in another run; `false`: some instructions have positions
    /// already.
    pub(crate) fn restore_numbers(&self, all: &[(u32, u32)]) -> bool {
        let mut instructions = self.instructions.lock();
        let exist = all.iter().all(|&(at, _)| (at as usize) < self.place_numbers.len());
        if !instructions.is_empty() || !exist {
            return false;
        }
        for (index, &(at, flags)) in (1..).zip(all) {
            self.place_numbers[at as usize].store(flags | index, Relaxed);
        }
        instructions.extend(all.iter().map(|(at, _)| at));
        true
    }

    /// The index of the instruction behind the one at a position.
    pub(crate) fn instruction(&self, position: Position) -> Option<usize> {
        self.instructions.lock().get(position.index() as usize).map(|at| *at as usize)
    }
}

/// The flags of the instruction before index `at` of the code: by the file in which it was written, and by the library
/// functions into which it is inlined.
fn flags_of(image: &Image, at: usize) -> u32 {
    let mut frames = Vec::new();
    push_frames(image, image.code.first_instruction().wrapping_add(at), &mut frames);
    let mut files = frames.iter().map(|frame| position(image, *frame).0).peekable();
    let own = match files.peek() {
        Some(&(TIMERS_FILE | ZONES_FILE | OS_FILE | BUBBLES_FILE)) => UNREPORTED_ACCESS_FLAG,
        Some(&WAITGROUP_FILE) => WAIT_GROUP_FLAG,
        _ => 0,
    };
    let of_cond =
        files.take_while(|file| file.starts_with(LIBRARY_PREFIX)).any(|file| file == COND_FILE);
    if of_cond { own | UNREPORTED_ACCESS_FLAG | NO_SYNC_FLAG } else { own }
}
