//! The list of memory accesses that the running instruction makes.

use minigo_bytecode::ops::MemoryAccessKind;
use std::cell::{Cell, RefCell};

/// Bytes of memory that an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AccessedBytes {
    /// Whether the instruction reads or writes the bytes.
    pub(crate) access: MemoryAccessKind,
    /// The address of the first byte.
    pub(crate) address: u64,
    /// The number of bytes.
    pub(crate) bytes: u64,
}

thread_local! {
    /// Whether this thread runs an instruction whose accesses are checked.
    static IS_RECORDING_ACCESSES: Cell<bool> = const { Cell::new(false) };
    /// The accesses of the checked instruction that this thread runs or ran last.
    static LAST_ACCESSES: RefCell<Vec<AccessedBytes>> = const { RefCell::new(Vec::new()) };
}

/// Records that a handler reads or writes memory. Does nothing without debug assertions.
#[inline(always)]
pub(crate) fn note_access(access: MemoryAccessKind, address: *const u8, bytes: usize) {
    if cfg!(debug_assertions) && IS_RECORDING_ACCESSES.get() {
        let accessed = AccessedBytes { access, address: address as u64, bytes: bytes as u64 };
        LAST_ACCESSES.with_borrow_mut(|made| made.push(accessed));
    }
}

/// Begins this thread's list of accesses.
pub(crate) fn begin_access_list() {
    LAST_ACCESSES.with_borrow_mut(Vec::clear);
    IS_RECORDING_ACCESSES.set(true);
}

/// Ends this thread's list, if there is one.
pub(crate) fn end_access_list() {
    IS_RECORDING_ACCESSES.set(false);
}

/// Calls `look` with the last completed list.
pub(crate) fn with_accesses(look: impl FnOnce(&[AccessedBytes])) {
    LAST_ACCESSES.with_borrow(|made| look(made));
}
