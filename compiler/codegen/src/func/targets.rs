//! Where jumps of statements go.

use minigo_bytecode::assembler::Label;
use minigo_bytecode::operand::Slot;

/// Where `break` and `continue` of a statement go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) end: Label,
    pub(crate) next: Option<Label>,
}

/// What `return` does in the code of an inlined function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InlineReturn {
    /// Where the results go.
    pub(crate) to: Slot,
    /// Whether nothing reads those slots before.
    pub(crate) fresh: bool,
    pub(crate) end: Label,
}
