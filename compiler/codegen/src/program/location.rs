//! The locations of variables during the generation of a function.

use crate::program::inlining::StaticClosureId;
use minigo_bytecode::func::InlineId;
use minigo_bytecode::operand as bc;
use minigo_syntax::source::Pos;

/// The location of a variable in the function that is being generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Location {
    /// The variable is not declared yet.
    Undeclared,
    /// The variable is in slots of the frame.
    Slots(bc::Slot),
    /// No storage: a parameter of an inlined function whose argument is this constant.
    Const(i64),
    /// No storage: a parameter of an inlined function whose argument is the address of a field.
    Field {
        /// The slot of the pointer to the struct; it may be nil.
        ptr: bc::Slot,
        /// The offset of the field in the struct.
        off: u16,
        /// The position of the argument.
        pos: Pos,
        /// The inlined call that contains the argument.
        inline_site: Option<InlineId>,
    },
    /// No storage: a static closure, whose calls are inlined.
    StaticClosure(StaticClosureId),
    /// A heap cell whose address is in the slot. For an array, the next slot contains the length.
    Cell(bc::Slot),
    /// A heap object shared with other variables of the block: see [`spill`](crate::func::spill).
    Spilled {
        /// The slot of the object's address.
        ptr: bc::Slot,
        /// The offset in the object.
        off: u16,
    },
}
