//! Positions in a run that can be repeated: one thread drives all goroutines, in the order of a seed or a schedule.
//!
//! The driver of such runs counts the instructions that it begins, so a number names a moment of the run: the same one
//! in each repetition, whatever a debugger looks at on the way. A debugger may not end slices of such a run, since the
//! order of everything that follows would be another one: a goroutine *stands* in the middle of its slice instead, with
//! its thread, until the debugger goes on.

use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A moment of a run that can be repeated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position(u64);

impl Position {
    /// Behind everything else: the run has ended, or no goroutine can continue.
    pub const END: Self = Self(u64::MAX);

    /// The position `instructions` instructions before this one. `None` if the run has begun fewer instructions here,
    /// or the position does not tell how many.
    #[must_use]
    pub fn earlier(self, instructions: u64) -> Option<Self> {
        self.instruction()?.checked_sub(instructions).map(Self::before_instruction)
    }

    /// The position as a number, for another process.
    pub(crate) fn word(self) -> u64 {
        self.0
    }

    /// The position of a number that [`word`](Self::word) has given.
    pub(crate) fn of_word(word: u64) -> Self {
        Self(word)
    }

    /// Reports whether no instruction has begun.
    #[must_use]
    pub fn is_start(self) -> bool {
        self.0 <= 1
    }

    /// The position before the instruction with this number, counted from 0.
    pub(crate) fn before_instruction(count: u64) -> Self {
        Self(2 * count + 1)
    }

    /// Inside the read-modify-write that was begun last, before its store; `count` instructions have begun.
    pub(crate) fn before_store_of(count: u64) -> Self {
        Self(2 * count)
    }

    /// The number of the instruction, if the position is before one.
    pub(crate) fn instruction(self) -> Option<u64> {
        (self != Self::END && self.0 & 1 == 1).then_some(self.0 / 2)
    }
}

/// Where a run stands, and how far it goes.
#[derive(Default, Debug)]
pub(crate) struct RunPosition {
    /// How many instructions the slices that have ended have begun.
    executed_instructions: AtomicU64,
    /// The position of the goroutine that the debugger holds; 0: the debugger holds none.
    held_position: AtomicU64,
    /// The position at which the run stops; 0: the run does not stop by itself.
    target: AtomicU64,
    /// Whether the next slice waits until the debugger lets it begin.
    pauses_next_slice: AtomicBool,
    /// How often the debugger has let the run go on.
    resume_count: AtomicU64,
    is_aborted: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl RunPosition {
    pub(crate) fn executed_instructions(&self) -> u64 {
        self.executed_instructions.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, instructions: u64) {
        self.executed_instructions.fetch_add(instructions, Ordering::Relaxed);
    }

    /// The position at which the run stands.
    pub(crate) fn position(&self) -> Position {
        match self.held_position.load(Ordering::SeqCst) {
            0 => Position::before_instruction(self.executed_instructions()),
            position => Position(position),
        }
    }

    pub(crate) fn set_target(&self, target: Option<Position>) {
        self.target.store(target.map_or(0, |position| position.0), Ordering::SeqCst);
    }

    pub(crate) fn target(&self) -> Option<Position> {
        match self.target.load(Ordering::Relaxed) {
            0 => None,
            position => Some(Position(position)),
        }
    }

    /// Makes the next slice wait before its first instruction, or no longer wait.
    pub(crate) fn set_pauses_next_slice(&self, pauses: bool) {
        let _lock = self.lock.lock();
        self.pauses_next_slice.store(pauses, Ordering::SeqCst);
        self.changed.notify_all();
    }

    pub(crate) fn pauses_next_slice(&self) -> bool {
        self.pauses_next_slice.load(Ordering::Relaxed)
    }

    pub(crate) fn is_aborted(&self) -> bool {
        self.is_aborted.load(Ordering::SeqCst)
    }

    /// Lets the goroutine that the debugger holds go on; with `ends` the program ends.
    pub(crate) fn resume_held_goroutine(&self, ends: bool) {
        let _lock = self.lock.lock();
        self.is_aborted.fetch_or(ends, Ordering::SeqCst);
        self.resume_count.fetch_add(1, Ordering::SeqCst);
        self.changed.notify_all();
    }

    pub(crate) fn begin_debugger_hold(&self, position: Position) -> u64 {
        self.held_position.store(position.0, Ordering::SeqCst);
        self.resume_count.load(Ordering::SeqCst)
    }

    pub(crate) fn end_debugger_hold(&self) {
        self.held_position.store(0, Ordering::SeqCst);
    }

    /// Waits until the debugger lets the run, which has stood still since this round, go on.
    pub(crate) fn wait_for_resume(&self, round: u64) {
        self.wait_while(|| self.resume_count.load(Ordering::SeqCst) == round);
    }

    /// Waits until the next slice may begin.
    pub(crate) fn wait_for_slice(&self) {
        self.wait_while(|| self.pauses_next_slice.load(Ordering::SeqCst));
    }

    fn wait_while(&self, waits: impl Fn() -> bool) {
        let mut lock = self.lock.lock();
        while waits() && !self.is_aborted() {
            self.changed.wait(&mut lock);
        }
    }
}
