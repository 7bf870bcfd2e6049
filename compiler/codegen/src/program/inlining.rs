//! The knowledge about inlining that all functions share: the functions whose calls may be inlined, and the static
//! closures, which are function values whose function is known at their calls.

use crate::program::location::Location;
use minigo_syntax::hash::HashSet;
use minigo_types::program::{FuncId, VarId};

/// Whether calls of a function can be inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inlining {
    /// Never: the function is too large, or a part of it needs a frame of its own.
    Never,
    /// The function contains a loop: a call is inlined only if an argument is a static closure that the function calls.
    WithStaticClosure,
    Always,
}

/// The index of a [`StaticClosure`] in [`StaticClosures::closures`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StaticClosureId(pub(crate) u32);

/// A function value whose function is known.
pub(crate) struct StaticClosure {
    pub(crate) func: FuncId,
    /// The locations of its captured variables.
    pub(crate) captures: Vec<(VarId, Location)>,
}

/// The static closures of the program, and the results of the escape analysis of variables that hold functions.
#[derive(Default)]
pub(crate) struct StaticClosures {
    pub(crate) closures: Vec<StaticClosure>,
    /// `escape_scanned_funcs`: the functions whose variables have been examined. `escaping`: variables that are used
    /// other than by a call.
    pub(crate) escape_scanned_funcs: HashSet<FuncId>,
    pub(crate) escaping: HashSet<VarId>,
}
