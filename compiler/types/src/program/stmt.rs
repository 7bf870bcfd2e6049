//! Typed statements.

use super::{BinaryOp, Expr, VarId};
use crate::ty::TypeId;
use minigo_syntax::source::Pos;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The kind of the statement, with its parts.
    pub kind: StmtKind,
    /// The position where the statement starts.
    pub pos: Pos,
}

impl Stmt {
    /// Calls `visit` for the expressions of the statement itself, from left to right, and not for those of statements
    /// inside it.
    pub fn each_operand_mut(&mut self, mut visit: impl FnMut(&mut Expr)) {
        use StmtKind as S;
        match &mut self.kind {
            S::Expr(e)
            | S::Var(_, Some(e))
            | S::VarTuple(_, e)
            | S::AssignTuple(_, e, _)
            | S::Assign(None, e)
            | S::Go(e)
            | S::Defer(e)
            | S::DeferEach(e)
            | S::If(e, ..) => visit(e),
            S::Assign(Some(x), y) | S::AssignOp(_, x, y) | S::Send(x, y) => {
                visit(x);
                visit(y);
            }
            S::AssignMany(lvalues, values) => {
                lvalues.iter_mut().flatten().chain(values).for_each(visit);
            }
            S::Return(values) => values.iter_mut().for_each(visit),
            S::For(f) => f.cond.iter_mut().for_each(visit),
            S::Range(r) => visit(&mut r.x),
            S::Switch(s) => {
                s.clauses.iter_mut().flat_map(|c| c.conds.iter_mut().flatten()).for_each(visit);
            }
            S::TypeSwitch(s) => visit(&mut s.x),
            S::Select(s) => {
                for clause in &mut s.clauses {
                    match &mut clause.comm {
                        Comm::Send(ch, value) => {
                            visit(ch);
                            visit(value);
                        }
                        Comm::Recv(ch, ..) => visit(ch),
                        Comm::Default => {}
                    }
                }
            }
            S::Block(_)
            | S::Breakable(..)
            | S::Var(_, None)
            | S::Break(_)
            | S::Continue(_)
            | S::Goto(_)
            | S::Label(_) => {}
        }
    }
}

/// A statement that `break` or `continue` can name; unique in its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TargetId(pub u32);

/// A label that `goto` can jump to; unique in its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LabelId(pub u32);

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Evaluates the expression and drops its value (of any type, tuples too).
    Expr(Expr),
    /// Declares a variable with this value or its zero value. Each execution creates a new variable.
    Var(VarId, Option<Expr>),
    /// Declares variables for the values of a tuple; a value without a variable is dropped.
    VarTuple(Vec<Option<VarId>>, Expr),
    /// `a[f()], ok = g()`: declares variables for the values of the tuple, as [`StmtKind::VarTuple`] does, and executes
    /// the assignment that reads these variables. The operands of the assignment's lvalues are evaluated before the
    /// tuple.
    AssignTuple(Vec<Option<VarId>>, Expr, Box<Stmt>),
    /// `lvalue = value`; a missing lvalue is the blank identifier.
    Assign(Option<Expr>, Expr),
    /// `a, b = x, y`: the operands of the lvalues and all values are evaluated from left to right; the assignments
    /// follow.
    AssignMany(Vec<Option<Expr>>, Vec<Expr>),
    /// `lvalue op= value`, `x++` included: the lvalue's operands are evaluated once. The value has the lvalue's type;
    /// in shifts it has any integer type.
    AssignOp(BinaryOp, Expr, Expr),
    /// `ch <- value`
    Send(Expr, Expr),
    /// A block, which only groups statements: scopes are already resolved.
    Block(Vec<Stmt>),
    /// `if`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for`
    For(Box<For>),
    /// `for range` over any operand but a function.
    Range(Box<Range>),
    /// An expression switch.
    Switch(Box<Switch>),
    /// A type switch.
    TypeSwitch(Box<TypeSwitch>),
    /// `select`
    Select(Box<Select>),
    /// A labelled block whose end `break` can reach: `L: { … break L … }`.
    Breakable(TargetId, Vec<Stmt>),
    /// `break`: jumps behind the target.
    Break(TargetId),
    /// Begins the next iteration of the target.
    Continue(TargetId),
    /// Jumps to the label.
    Goto(LabelId),
    /// A label.
    Label(LabelId),
    /// `go f(x)`: the expression is a `Call`. The callee and the arguments are evaluated by the statement, not by the
    /// new goroutine.
    Go(Expr),
    /// `defer f(x)`: the expression is a `Call`. The callee and the arguments are evaluated by the statement, not when
    /// the deferred call runs.
    Defer(Expr),
    /// Defers calls of all functions that a slice contains when the deferred calls run; the last function is called
    /// first. The expression is the slice's address.
    DeferEach(Expr),
    /// Stores the values in the result variables, one each, runs the deferred calls and returns. A bare `return` has no
    /// values: the result variables have been assigned already.
    Return(Vec<Expr>),
}

/// `for init; cond; post { body }`
#[derive(Clone, Debug)]
pub struct For {
    /// The target that `break` and `continue` in the body name.
    pub target: TargetId,
    /// The variables of which each iteration has its own copy (made before `post`); empty for language versions before
    /// 1.22.
    pub vars: Vec<VarId>,
    /// The init statements, which declare `vars`.
    pub init: Vec<Stmt>,
    /// The condition; without one the loop is endless.
    pub cond: Option<Expr>,
    /// The post statements, executed after each iteration.
    pub post: Vec<Stmt>,
    /// The body.
    pub body: Vec<Stmt>,
}

/// `for key, value := range x { body }`. The variables are new in each iteration. Assignments to existing variables
/// stand at the start of the body.
#[derive(Clone, Debug)]
pub struct Range {
    /// The target that `break` and `continue` in the body name.
    pub target: TargetId,
    /// The kind of the range expression.
    pub over_kind: RangeOver,
    /// The range expression, evaluated once: an integer (of the key's type), array, pointer to array, slice, string,
    /// map or channel. An array is evaluated (copied) only if there is a `value`.
    pub x: Expr,
    /// The variable for the index or the key; for a channel, the variable for the element.
    pub key: Option<VarId>,
    /// The variable for the element or the rune.
    pub value: Option<VarId>,
    /// The body.
    pub body: Vec<Stmt>,
}

/// The kind of a range expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the variants' names say what they are")]
pub enum RangeOver {
    Int,
    Array,
    ArrayPointer,
    Slice,
    String,
    Map,
    Chan,
}

/// `switch { case a, b: … }`. The switch expression is stored in a temporary variable; the cases are conditions on the
/// variable.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The target that `break` names.
    pub target: TargetId,
    /// The clauses in order.
    pub clauses: Vec<SwitchClause>,
}

/// One clause of a switch.
#[derive(Clone, Debug)]
pub struct SwitchClause {
    /// The conditions, tried in order (`tag == x` is a `Compare` with the tag's `Var` on the left); `None` for
    /// `default`.
    pub conds: Option<Vec<Expr>>,
    /// The body.
    pub body: Vec<Stmt>,
    /// Whether the body ends with `fallthrough`, so that the next clause's body is executed too.
    pub fallthrough: bool,
}

/// `switch v := x.(type) { … }`
#[derive(Clone, Debug)]
pub struct TypeSwitch {
    /// The target that `break` names.
    pub target: TargetId,
    /// The interface value.
    pub x: Expr,
    /// The clauses in order.
    pub clauses: Vec<TypeClause>,
}

/// One clause of a type switch.
#[derive(Clone, Debug)]
pub struct TypeClause {
    /// The types of the case, `None` for `nil`; the list itself is `None` for `default`.
    pub types: Option<Vec<Option<TypeId>>>,
    /// The variable that the clause declares. If the clause lists one type, the variable has that type, else the
    /// interface type.
    pub bound_var: Option<VarId>,
    /// The body.
    pub body: Vec<Stmt>,
}

/// `select { … }`
#[derive(Clone, Debug)]
pub struct Select {
    /// The target that `break` names.
    pub target: TargetId,
    /// The clauses in order.
    pub clauses: Vec<SelectClause>,
}

/// One clause of a select.
#[derive(Clone, Debug)]
pub struct SelectClause {
    /// The send, the receive or `default`.
    pub comm: Comm,
    /// The body.
    pub body: Vec<Stmt>,
    /// The position of `case`.
    pub pos: Pos,
}

/// A communication of a select clause. The channels and sent values of all clauses are evaluated first, in order.
#[derive(Clone, Debug)]
pub enum Comm {
    /// `case ch <- value:`
    Send(Expr, Expr),
    /// `case v, ok := <-ch:`. Assignments to existing variables stand at the start of the body.
    Recv(Expr, Option<VarId>, Option<VarId>),
    /// `default:`
    Default,
}
