//! The growth of a program: the code that one input of a session adds to the running program.

use crate::operand::{FuncId, TypeId};
use crate::program::Program;
use crate::rtype::RMethod;
use std::sync::Arc;

/// The additions to a program, and the changes in it.
#[derive(Clone, Debug, Default)]
pub struct ProgramGrowth {
    /// The new parts. The indices of the additions, and the indices in their code, continue the indices of the program
    /// so far: function 0 of `program` follows the last function of the program so far. `globals_size` is the size of
    /// all variables; `entry` is the function to call.
    pub program: Program,
    /// Functions that are replaced, each with the function that its callers reach from now on.
    pub replaced_funcs: Vec<(FuncId, FuncId)>,
    /// Types of the program so far, with all methods that they have now.
    pub methods: Vec<(TypeId, Vec<RMethod>)>,
    /// Types of the program so far whose names have changed: the name as `%T` prints it, and the name without the
    /// package.
    pub type_names: Vec<(TypeId, Arc<str>, Arc<str>)>,
    /// The variables that hold the values to be shown when the entry function has returned.
    pub shown_values: Vec<InputValue>,
}

/// A value in a package-level variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputValue {
    /// The variable's offset in the block of package-level variables.
    pub offset: u32,
    /// The variable's type.
    pub ty: TypeId,
}
