//! The state of checking function bodies.

use crate::constant::ConstValue;
use crate::ids::{FuncId, PkgId, VarId};
use crate::program::{LabelId, TargetId};
use crate::scope::object::ObjId;
use crate::ty::TypeId;
use minigo_syntax::ast::Name;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::{Pos, Span};

/// The state that the checks of all bodies share.
#[derive(Debug, Default)]
pub(crate) struct BodiesState {
    /// Untyped constants in expressions whose type is not known yet.
    pub(crate) untyped_consts: Vec<UntypedConst>,
    /// Calls in generic bodies, by the position of their parenthesis, that look constant once the type arguments are
    /// known but are not constant in Go.
    pub(crate) nonconstant_calls: HashSet<Pos>,
    /// For each function and kind, the number of closures that have been named.
    pub closure_counts: HashMap<(FuncId, &'static str), u32>,
    /// The function literals in initialisers of package-level variables, in the order in which they were named: the
    /// package, the first variable of the initialiser, the number in the literal's name.
    pub init_literals: Vec<(PkgId, ObjId, u32)>,
    pub branch_target_count: u32,
    /// The variables and functions made while a generic body is checked with opaque type parameters: they are discarded
    /// with the body.
    pub discarded_generic_body_vars: Vec<VarId>,
    pub discarded_generic_body_funcs: Vec<FuncId>,
}

/// The function body being checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyContext {
    /// The enclosing functions, innermost last.
    pub(crate) enclosing: Vec<FuncId>,
    /// The result variables of the innermost function in the source.
    pub(crate) results: Vec<ResultVar>,
    /// The statements that `break` and `continue` can name.
    pub(crate) targets: Vec<BranchTarget>,
    /// The bodies of enclosing range-over-func loops, inside the innermost function in the source.
    pub(crate) range_funcs: Vec<crate::checker::body::RangeFunc>,
    /// Labels that a `goto` has named or that have been declared so far.
    pub(crate) labels: HashMap<Name, LabelId>,
    /// The positions of calls of `panic`, which are terminating statements.
    pub(crate) panic_calls: HashSet<Pos>,
    /// Whether the current expression contains a call or a receive.
    pub(crate) has_call: bool,
    /// The variable that collects the calls deferred by bodies of range-over-func loops.
    pub(crate) deferred_calls_var: Option<VarId>,
}

/// A result variable of the function under check.
#[derive(Clone, Debug)]
pub(crate) struct ResultVar {
    pub(crate) var: VarId,
    pub(crate) ty: TypeId,
    /// The object of a named result.
    pub(crate) obj: Option<ObjId>,
}

/// A statement that `break` or `continue` can name.
#[derive(Clone, Debug)]
pub(crate) struct BranchTarget {
    pub(crate) id: TargetId,
    pub(crate) label: Option<Name>,
    pub(crate) is_loop: bool,
    pub(crate) func: FuncId,
}

/// The body of a range-over-func loop under check.
#[derive(Clone, Debug)]
pub(crate) struct RangeFunc {
    /// The closure that the body becomes.
    pub closure: FuncId,
    /// The target of the loop.
    pub target: TargetId,
    pub state_var: VarId,
    /// The variable with the number of the exit that the body took, from 1.
    pub exit_code_var: VarId,
    pub exits: Vec<RangeFuncExit>,
    /// The labels that the body declares.
    pub labels: HashSet<Name>,
}

/// The destination of a jump out of a range-over-func body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RangeFuncExit {
    Break(TargetId),
    Continue(TargetId),
    Goto(Name, LabelId),
    /// A return; the result variables contain the results.
    Return,
}

/// An untyped constant in an untyped expression that is not constant. The typed value is filled in once the type is
/// known.
#[derive(Clone, Debug)]
pub(crate) struct UntypedConst {
    pub(crate) value: ConstValue,
    pub(crate) ty: TypeId,
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Whether the constant is the left operand of a shift, which must be an integer.
    pub(crate) is_shift_operand: bool,
}
