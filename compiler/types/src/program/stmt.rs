//! Typed statements.

use super::{BinaryOp, Expr, VarId};
use crate::ty::TypeId;
use minigo_syntax::source::Pos;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it starts.
    pub pos: Pos,
}

impl Stmt {
    /// Calls `visit` for the expressions that belong to the statement itself, not to statements in it, from left to
    /// right.
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

/// Names a statement that `break` or `continue` can leave; unique in its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TargetId(pub u32);

/// A point that `goto` can jump to; unique in its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LabelId(pub u32);

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Evaluates and drops the value (of any type, tuples too).
    Expr(Expr),
    /// A new variable, with this value or its zero value. Executed again, it is a new variable again.
    Var(VarId, Option<Expr>),
    /// New variables for the parts of a tuple; parts without one are dropped.
    VarTuple(Vec<Option<VarId>>, Expr),
    /// `a[f()], ok = g()`: new variables for the parts of the tuple, as [`StmtKind::VarTuple`] makes them, and the
    /// assignment that takes its values from them. The operands of its lvalues are evaluated before the tuple.
    AssignTuple(Vec<Option<VarId>>, Expr, Box<Stmt>),
    /// `lvalue = value`; a missing lvalue is the blank identifier.
    Assign(Option<Expr>, Expr),
    /// `a, b = x, y`: first the operands of the lvalues and all values from left to right, then the assignments.
    AssignMany(Vec<Option<Expr>>, Vec<Expr>),
    /// `lvalue op= value`: the lvalue's operands are evaluated once. `x++` too. The value has the lvalue's type, or in
    /// shifts any integer type.
    AssignOp(BinaryOp, Expr, Expr),
    /// `ch <- value`
    Send(Expr, Expr),
    /// A block. Scopes are already resolved: it only groups.
    Block(Vec<Stmt>),
    /// `if`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for`
    For(Box<For>),
    /// `for range` over anything but functions.
    Range(Box<Range>),
    /// An expression switch.
    Switch(Box<Switch>),
    /// A type switch.
    TypeSwitch(Box<TypeSwitch>),
    /// `select`
    Select(Box<Select>),
    /// A labelled block whose end `break` can reach: `L: { … break L … }`.
    Breakable(TargetId, Vec<Stmt>),
    /// Leaves the target.
    Break(TargetId),
    /// Begins the next iteration of the target.
    Continue(TargetId),
    /// Jumps to the label.
    Goto(LabelId),
    /// A label.
    Label(LabelId),
    /// `go f(x)`: the expression is a `Call`. Callee and arguments are evaluated now.
    Go(Expr),
    /// `defer f(x)`: the expression is a `Call`. Callee and arguments are evaluated now.
    Defer(Expr),
    /// Defers calls of the functions that a slice will have when the deferred calls run, the last one first. The
    /// expression is the slice's address.
    DeferEach(Expr),
    /// Stores the values in the results (one each), runs the deferred calls, and leaves. A bare `return` lists nothing:
    /// the result variables hold the values.
    Return(Vec<Expr>),
}

/// `for init; cond; post { body }`
#[derive(Clone, Debug)]
pub struct For {
    /// What `break` and `continue` name.
    pub target: TargetId,
    /// The variables of which each iteration has its own (copied before `post`); none under language versions before
    /// 1.22.
    pub vars: Vec<VarId>,
    /// Before the first iteration; declares `vars`.
    pub init: Vec<Stmt>,
    /// The condition; without one the loop is endless.
    pub cond: Option<Expr>,
    /// After each iteration.
    pub post: Vec<Stmt>,
    /// The body.
    pub body: Vec<Stmt>,
}

/// `for key, value := range x { body }`. Variables are new in each iteration; assignments to existing variables stand
/// at the head of the body.
#[derive(Clone, Debug)]
pub struct Range {
    /// What `break` and `continue` name.
    pub target: TargetId,
    /// Over what.
    pub over: RangeOver,
    /// An integer (its type is the key's), array, pointer to array, slice, string, map or channel; evaluated once.
    /// An array is evaluated (copied) only if `value` is there.
    pub x: Expr,
    /// Index, key, or (of a channel) the element.
    pub key: Option<VarId>,
    /// Element, or rune.
    pub value: Option<VarId>,
    /// The body.
    pub body: Vec<Stmt>,
}

/// What a loop ranges over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RangeOver {
    Int,
    Array,
    ArrayPointer,
    Slice,
    String,
    Map,
    Chan,
}

/// `switch { case a, b: … }`. The tag is a temporary variable, the cases are conditions on it.
#[derive(Clone, Debug)]
pub struct Switch {
    /// What `break` names.
    pub target: TargetId,
    /// The clauses in order.
    pub clauses: Vec<SwitchClause>,
}

/// One clause of a switch.
#[derive(Clone, Debug)]
pub struct SwitchClause {
    /// Boolean expressions, tried in order (`tag == x` is a `Compare` with the tag's `Var` on the left); none in
    /// `default`.
    pub conds: Option<Vec<Expr>>,
    /// The body.
    pub body: Vec<Stmt>,
    /// Whether it falls through to the next clause's body.
    pub fallthrough: bool,
}

/// `switch v := x.(type) { … }`
#[derive(Clone, Debug)]
pub struct TypeSwitch {
    /// What `break` names.
    pub target: TargetId,
    /// The interface value.
    pub x: Expr,
    /// The clauses in order.
    pub clauses: Vec<TypeClause>,
}

/// One clause of a type switch.
#[derive(Clone, Debug)]
pub struct TypeClause {
    /// The types, `None` for `nil`; the whole is none in `default`.
    pub types: Option<Vec<Option<TypeId>>>,
    /// The variable: of the one type listed, else of the interface type.
    pub bind: Option<VarId>,
    /// The body.
    pub body: Vec<Stmt>,
}

/// `select { … }`
#[derive(Clone, Debug)]
pub struct Select {
    /// What `break` names.
    pub target: TargetId,
    /// The clauses in order.
    pub clauses: Vec<SelectClause>,
}

/// One clause of a select.
#[derive(Clone, Debug)]
pub struct SelectClause {
    /// The communication.
    pub comm: Comm,
    /// The body.
    pub body: Vec<Stmt>,
    /// Where `case` stands.
    pub pos: Pos,
}

/// A communication of a select. Channels and values of all clauses are evaluated first, in order.
#[derive(Clone, Debug)]
pub enum Comm {
    /// `case ch <- value:`
    Send(Expr, Expr),
    /// `case v, ok := <-ch:`; assignments to existing variables stand at the head of the body.
    Recv(Expr, Option<VarId>, Option<VarId>),
    /// `default:`
    Default,
}
