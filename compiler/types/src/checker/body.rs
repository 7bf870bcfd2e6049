//! What the checking of function bodies needs.

use crate::constant::ConstValue;
use crate::ids::{FuncId, VarId};
use crate::program::{LabelId, TargetId};
use crate::scope::object::ObjId;
use crate::ty::TypeId;
use minigo_syntax::ast::Name;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::{Pos, Span};

/// What the checking of bodies keeps for the whole check.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    /// Untyped constants inside expressions whose type is not known yet.
    pub(crate) untyped: Vec<UntypedConst>,
    /// Calls in generic bodies, by the position of their parenthesis, that look like constants once the type arguments
    /// are known but are none.
    pub(crate) variable: HashSet<Pos>,
    /// How many closures of each function and kind have a name.
    pub closures: HashMap<(FuncId, &'static str), u32>,
    pub targets: u32,
    /// Made while a generic body is checked with its type parameters: to be discarded with it.
    pub opaque_vars: Vec<VarId>,
    pub opaque_funcs: Vec<FuncId>,
}

/// The function body being checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyContext {
    /// The enclosing functions, the innermost last.
    pub(crate) enclosing: Vec<FuncId>,
    /// The results of the innermost function of the source.
    pub(crate) results: Vec<ResultVar>,
    /// What `break` and `continue` can name.
    pub(crate) targets: Vec<Target>,
    /// The bodies of enclosing loops over functions, inside the innermost function of the source.
    pub(crate) range_funcs: Vec<crate::checker::body::RangeFunc>,
    /// Labels that `goto` has named or that have been passed.
    pub(crate) labels: HashMap<Name, LabelId>,
    /// Where `panic` is called: such calls end a function.
    pub(crate) panics: HashSet<Pos>,
    /// Whether the current expression calls or receives.
    pub(crate) has_call: bool,
    /// Functions deferred by the bodies of loops over functions.
    pub(crate) deferred: Option<VarId>,
}

/// A result of the function being checked.
#[derive(Clone, Debug)]
pub(crate) struct ResultVar {
    pub(crate) var: VarId,
    pub(crate) ty: TypeId,
    /// Its object, if it has a name.
    pub(crate) obj: Option<ObjId>,
}

/// A statement that `break` or `continue` can leave.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) id: TargetId,
    pub(crate) label: Option<Name>,
    pub(crate) is_loop: bool,
    pub(crate) func: FuncId,
}

/// The body of a loop over a function, under check.
#[derive(Clone, Debug)]
pub(crate) struct RangeFunc {
    /// The closure it becomes.
    pub closure: FuncId,
    /// The loop.
    pub target: TargetId,
    pub state: VarId,
    /// Which of the exits was taken: its number from 1.
    pub code: VarId,
    pub exits: Vec<Exit>,
    /// The labels inside the body.
    pub labels: HashSet<Name>,
}

/// The destination of a jump out of the body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    Break(TargetId),
    Continue(TargetId),
    Goto(Name, LabelId),
    /// The result variables hold the results.
    Return,
}

/// An untyped constant inside an untyped expression that is not constant: its value once the type is known.
#[derive(Clone, Debug)]
pub(crate) struct UntypedConst {
    pub(crate) value: ConstValue,
    pub(crate) ty: TypeId,
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Whether it is the left operand of a shift, which must be an integer.
    pub(crate) shifted: bool,
}
