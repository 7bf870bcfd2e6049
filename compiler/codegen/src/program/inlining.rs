//! What is known about inlining, for all functions: which bodies may stand in place of their calls, and which
//! function values are static closures.

use crate::program::location::Home;
use minigo_syntax::hash::HashSet;
use minigo_types::program::{FuncId, VarId};

/// Whether a function's body can stand in place of its calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inlining {
    /// It is too large, or something in it belongs to a frame.
    Never,
    /// It loops: it only does if a function that it calls in there is known.
    WithKnown,
    Always,
}

/// Index of a [`Known`] in [`Functions::known`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KnownId(pub(crate) u32);

/// A function value.
pub(crate) struct Known {
    pub(crate) func: FuncId,
    /// Where its captured variables are.
    pub(crate) captures: Vec<(VarId, Home)>,
}

/// What is known of function values, in the whole program.
#[derive(Default)]
pub(crate) struct Functions {
    pub(crate) known: Vec<Known>,
    /// The functions whose variables have been looked at, and those variables that are not only called.
    pub(crate) scanned: HashSet<FuncId>,
    pub(crate) escaping: HashSet<VarId>,
}
