//! The targets of jumps.

use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::Slot;

/// The targets of `break` and `continue` for a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) break_label: Label,
    pub(crate) continue_label: Option<Label>,
}

/// The meaning of `return` in the code of an inlined function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InlineReturn {
    /// The first slot for the results.
    pub(crate) results: Slot,
    /// Whether no code reads the result slots before the return.
    pub(crate) has_unread_results: bool,
    pub(crate) end: Label,
}
