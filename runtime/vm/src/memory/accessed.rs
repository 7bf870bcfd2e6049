//! Accesses to memory, and the list of those that the instruction which runs makes.

use minigo_bytecode::ops::Access;
use std::cell::{Cell, RefCell};

/// Bytes in memory that an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Accessed {
    /// Whether it reads or writes.
    pub(crate) access: Access,
    /// The first one.
    pub(crate) address: u64,
    /// How many.
    pub(crate) bytes: u64,
}

thread_local! {
    /// Whether this thread runs an instruction that is checked.
    static CHECKS: Cell<bool> = const { Cell::new(false) };
    /// The accesses of that instruction.
    static MADE: RefCell<Vec<Accessed>> = const { RefCell::new(Vec::new()) };
}

/// Notes that a handler reads or writes memory. Without debug assertions this is nothing.
#[inline(always)]
pub(crate) fn note(access: Access, address: *const u8, bytes: usize) {
    if cfg!(debug_assertions) && CHECKS.get() {
        let accessed = Accessed { access, address: address as u64, bytes: bytes as u64 };
        MADE.with_borrow_mut(|made| made.push(accessed));
    }
}

/// Begins a list of accesses of this thread.
pub(crate) fn begin() {
    MADE.with_borrow_mut(Vec::clear);
    CHECKS.set(true);
}

/// Ends the list, if there is one.
pub(crate) fn end() {
    CHECKS.set(false);
}

/// Calls `look` with the list that was ended last.
pub(crate) fn with_made(look: impl FnOnce(&[Accessed])) {
    MADE.with_borrow(|made| look(made));
}
