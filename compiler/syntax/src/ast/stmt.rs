//! Statements.

use super::{BinaryOp, Decl, Expr, Ident};
use crate::source::Pos;

/// `{ … }`
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The opening brace.
    pub pos: Pos,
    /// The closing brace (its own position, not one past it).
    pub rbrace: Pos,
    /// The statements.
    pub stmts: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Where it starts.
    pub pos: Pos,
    /// What it is.
    pub kind: StmtKind,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// What stood here could not be parsed; an error has been reported.
    Bad,
    /// Nothing.
    Empty,
    /// A call or receive (the checker refuses the rest).
    Expr(Expr),
    /// `ch <- x`
    Send(Expr, Expr),
    /// `x++`, `x--`
    IncDec(Expr, IncDec),
    /// `a, b = x, y`
    Assign(Vec<Expr>, Vec<Expr>),
    /// `a, b := x, y`; the parser has checked that the left sides are names.
    Define(Vec<Ident>, Vec<Expr>),
    /// `x op= y`
    OpAssign(BinaryOp, Box<(Expr, Expr)>),
    /// `const`, `var` or `type` inside a function.
    Decl(Box<Decl>),
    /// `label: stmt`
    Labeled(Ident, Box<Stmt>),
    /// `go f()`: any expression, the checker wants a call.
    Go(Expr),
    /// `defer f()`: any expression, the checker wants a call.
    Defer(Expr),
    /// `return x, y`
    Return(Vec<Expr>),
    /// `break`, `continue`, `goto`, `fallthrough`
    Branch(BranchKind, Option<Ident>),
    /// `{ … }`
    Block(Box<Block>),
    /// `if`
    If(Box<IfStmt>),
    /// `for` without `range`
    For(Box<ForStmt>),
    /// `for … range`
    Range(Box<RangeStmt>),
    /// `switch x { … }`
    Switch(Box<SwitchStmt>),
    /// `switch x := y.(type) { … }`
    TypeSwitch(Box<TypeSwitchStmt>),
    /// `select { … }`
    Select(Box<SelectStmt>),
}

/// `++` or `--`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IncDec {
    /// `++`
    Inc,
    /// `--`
    Dec,
}

/// Which jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchKind {
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `goto`
    Goto,
    /// `fallthrough`
    Fallthrough,
}

/// `if init; cond { … } else …`
#[derive(Clone, Debug)]
pub struct IfStmt {
    /// The simple statement before `;`.
    pub init: Option<Stmt>,
    /// The condition.
    pub cond: Expr,
    /// The block of the true case.
    pub then: Block,
    /// An `if` or a block.
    pub els: Option<Stmt>,
}

/// `for init; cond; post { … }`
#[derive(Clone, Debug)]
pub struct ForStmt {
    /// Before the first `;`.
    pub init: Option<Stmt>,
    /// The condition; none means for ever.
    pub cond: Option<Expr>,
    /// After every turn.
    pub post: Option<Stmt>,
    /// The body.
    pub body: Block,
}

/// `for k, v := range x { … }`
#[derive(Clone, Debug)]
pub struct RangeStmt {
    /// First iteration variable.
    pub key: Option<Expr>,
    /// Second iteration variable.
    pub value: Option<Expr>,
    /// Whether `:=` declares them.
    pub define: bool,
    /// What is ranged over.
    pub x: Expr,
    /// The body.
    pub body: Block,
}

/// `switch init; tag { … }`
#[derive(Clone, Debug)]
pub struct SwitchStmt {
    /// The simple statement before `;`.
    pub init: Option<Stmt>,
    /// What is compared; none means `true`.
    pub tag: Option<Expr>,
    /// The opening brace of the body.
    pub lbrace: Pos,
    /// The clauses.
    pub clauses: Vec<CaseClause>,
    /// The closing brace.
    pub rbrace: Pos,
}

/// `switch init; name := x.(type) { … }`
#[derive(Clone, Debug)]
pub struct TypeSwitchStmt {
    /// The simple statement before `;`.
    pub init: Option<Stmt>,
    /// The name each clause declares.
    pub name: Option<Ident>,
    /// `x` of `x.(type)`.
    pub x: Expr,
    /// The clauses; `nil` and types in their lists.
    pub clauses: Vec<CaseClause>,
    /// The closing brace.
    pub rbrace: Pos,
}

/// `case a, b: …` or `default: …`
#[derive(Clone, Debug)]
pub struct CaseClause {
    /// Where `case` or `default` stands.
    pub pos: Pos,
    /// The list; none means `default`.
    pub list: Option<Vec<Expr>>,
    /// Where the colon stands.
    pub colon: Pos,
    /// The statements.
    pub body: Vec<Stmt>,
}

/// `select { … }`
#[derive(Clone, Debug)]
pub struct SelectStmt {
    /// The clauses.
    pub clauses: Vec<CommClause>,
    /// The closing brace.
    pub rbrace: Pos,
}

/// `case comm: …` or `default: …`
#[derive(Clone, Debug)]
pub struct CommClause {
    /// Where `case` or `default` stands.
    pub pos: Pos,
    /// A send, or a receive in one of its forms; none means `default`.
    pub comm: Option<Stmt>,
    /// Where the colon stands.
    pub colon: Pos,
    /// The statements.
    pub body: Vec<Stmt>,
}
