//! The names that `//go:linkname` lines of the user's packages give.

use crate::ids::FuncId;
use crate::scope::object::ObjId;
use minigo_syntax::ast::Name;
use minigo_syntax::hash::HashMap;

/// The link names of the user's packages.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// The names of functions and variables.
    pub names: HashMap<ObjId, Name>,
    /// The functions with bodies, and the variables, that have a name.
    pub given: HashMap<Name, ObjId>,
    /// The functions whose names nothing has.
    pub undefined: HashMap<FuncId, Name>,
}
