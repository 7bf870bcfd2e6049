//! What is known about inlining, for all functions: which bodies may stand in place of their calls, and which
//! function values are static closures, whose function is known where they are called.

use crate::program::location::Location;
use minigo_syntax::hash::HashSet;
use minigo_types::program::{FuncId, VarId};

/// Whether a function's body can stand in place of its calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inlining {
    /// It is too large, or something in it belongs to a frame.
    Never,
    /// It loops: it is inlined only where it calls a static closure that it is given.
    WithStaticClosure,
    Always,
}

/// Index of a [`StaticClosure`] in [`StaticClosures::all`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StaticClosureId(pub(crate) u32);

/// A function value whose function is known.
pub(crate) struct StaticClosure {
    pub(crate) func: FuncId,
    /// Where its captured variables are.
    pub(crate) captures: Vec<(VarId, Location)>,
}

/// The static closures of the program, and what escape analysis found about variables that hold functions.
#[derive(Default)]
pub(crate) struct StaticClosures {
    pub(crate) all: Vec<StaticClosure>,
    /// The functions whose variables have been looked at, and those variables that are not only called.
    pub(crate) scanned: HashSet<FuncId>,
    pub(crate) escaping: HashSet<VarId>,
}
