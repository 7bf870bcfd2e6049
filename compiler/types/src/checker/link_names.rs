//! The link names that `//go:linkname` directives of the user's packages give.

use crate::ids::FuncId;
use crate::scope::object::ObjId;
use minigo_syntax::ast::Name;
use minigo_syntax::hash::HashMap;

/// The link names of the user's packages.
#[derive(Debug, Default)]
pub(crate) struct LinkNames {
    /// The link name of each function or variable that has one.
    pub names: HashMap<ObjId, Name>,
    /// By link name, the functions with bodies and the variables.
    pub linkable_objects: HashMap<Name, ObjId>,
    /// The functions whose link names are undefined.
    pub undefined_funcs: HashMap<FuncId, Name>,
}
