//! A part of a program that grows: what one input of a session adds to what runs.

use crate::operand::{FuncId, TypeId};
use crate::program::Program;
use crate::rtype::RMethod;
use std::sync::Arc;

/// What is added to a program, and what changes in it.
#[derive(Clone, Debug, Default)]
pub struct Growth {
    /// What is new. Its indices, and those in its code, continue those of the program so far: function number 0 here
    /// follows the last one there. `globals_size` is that of all variables; `entry` is what to call.
    pub program: Program,
    /// Functions that are replaced, each with the one that its callers reach from now on.
    pub replaced: Vec<(FuncId, FuncId)>,
    /// Types of the program so far with all methods that they have by now.
    pub methods: Vec<(TypeId, Vec<RMethod>)>,
    /// Types of the program so far that are called otherwise now: as `%T` prints them, and the name alone.
    pub names: Vec<(TypeId, Arc<str>, Arc<str>)>,
    /// The variables that hold the values to be shown when the entry function has returned.
    pub values: Vec<Value>,
}

/// A value in a package-level variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Where the variable is.
    pub offset: u32,
    /// Its type.
    pub ty: TypeId,
}
