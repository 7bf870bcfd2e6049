//! Where a variable lives while its function is generated.

use crate::program::inlining::StaticClosureId;
use minigo_bytecode::func::InlineId;
use minigo_bytecode::operand as bc;
use minigo_syntax::source::Pos;

/// Where a variable lives in the function that is being generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Location {
    /// Not declared yet.
    Undeclared,
    /// In slots.
    Slots(bc::Slot),
    /// Nowhere: a parameter of an inlined function whose argument is this number.
    Const(i64),
    /// Nowhere: a parameter of an inlined function whose argument is the address of a field.
    Field {
        /// The slot of the pointer to the struct; it may be nil.
        ptr: bc::Slot,
        /// Where in the struct the field is.
        off: u16,
        /// Where the argument stands,
        pos: Pos,
        /// and in which inlined call.
        site: Option<InlineId>,
    },
    /// Nowhere: a static closure, whose calls are inlined.
    StaticClosure(StaticClosureId),
    /// In a heap cell whose address is in the slot; of an array the slot after it holds the length.
    Cell(bc::Slot),
    /// In a heap object with other variables of its block: see [`spill`](crate::func::spill).
    Spilled {
        /// The slot of the object's address.
        ptr: bc::Slot,
        /// Where in the object.
        off: u16,
    },
}
