//! Statements.

use super::{BinaryOp, Decl, Expr, Ident};
use crate::source::Pos;

/// `{ … }`
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The position of the opening brace.
    pub pos: Pos,
    /// The position of the closing brace itself, not one past it.
    pub rbrace: Pos,
    /// The statements.
    pub stmts: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The position of the first byte.
    pub pos: Pos,
    /// The kind of the statement, with its parts.
    pub kind: StmtKind,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A statement that the parser could not parse; an error has been reported.
    Bad,
    /// The empty statement.
    Empty,
    /// An expression statement. The checker accepts only a call or a receive.
    Expr(Expr),
    /// `ch <- x`
    Send(Expr, Expr),
    /// `x++`, `x--`
    IncDec(Expr, IncDec),
    /// `a, b = x, y`
    Assign(Vec<Expr>, Vec<Expr>),
    /// `a, b := x, y`; the parser has checked that the left sides are identifiers.
    Define(Vec<Ident>, Vec<Expr>),
    /// `x op= y`
    OpAssign(BinaryOp, Box<(Expr, Expr)>),
    /// A `const`, `var` or `type` declaration inside a function.
    Decl(Box<Decl>),
    /// `label: stmt`
    Labeled(Ident, Box<Stmt>),
    /// `go f()`. The parser accepts any expression; the checker requires a call.
    Go(Expr),
    /// `defer f()`. The parser accepts any expression; the checker requires a call.
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

/// The keyword of a branch statement.
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
    /// The block that is executed if the condition holds.
    pub then: Block,
    /// The `else` branch: an `if` statement or a block.
    pub els: Option<Stmt>,
}

/// `for init; cond; post { … }`
#[derive(Clone, Debug)]
pub struct ForStmt {
    /// The init statement, before the first `;`.
    pub init: Option<Stmt>,
    /// The condition; without a condition the loop is endless.
    pub cond: Option<Expr>,
    /// The post statement, which is executed after each iteration.
    pub post: Option<Stmt>,
    /// The body.
    pub body: Block,
}

/// `for k, v := range x { … }`
#[derive(Clone, Debug)]
pub struct RangeStmt {
    /// The first iteration variable.
    pub key: Option<Expr>,
    /// The second iteration variable.
    pub value: Option<Expr>,
    /// Whether the statement declares the iteration variables (`:=`).
    pub is_define: bool,
    /// The range expression.
    pub x: Expr,
    /// The body.
    pub body: Block,
}

/// `switch init; tag { … }`
#[derive(Clone, Debug)]
pub struct SwitchStmt {
    /// The simple statement before `;`.
    pub init: Option<Stmt>,
    /// The switch expression; `None` means `true`.
    pub tag: Option<Expr>,
    /// The position of the opening brace of the body.
    pub lbrace: Pos,
    /// The clauses.
    pub clauses: Vec<CaseClause>,
    /// The position of the closing brace.
    pub rbrace: Pos,
}

/// `switch init; name := x.(type) { … }`
#[derive(Clone, Debug)]
pub struct TypeSwitchStmt {
    /// The simple statement before `;`.
    pub init: Option<Stmt>,
    /// The variable that each clause declares.
    pub name: Option<Ident>,
    /// The operand `x` of `x.(type)`.
    pub x: Expr,
    /// The clauses; their lists consist of types and `nil`.
    pub clauses: Vec<CaseClause>,
    /// The position of the closing brace.
    pub rbrace: Pos,
}

/// `case a, b: …` or `default: …`
#[derive(Clone, Debug)]
pub struct CaseClause {
    /// The position of `case` or `default`.
    pub pos: Pos,
    /// The expressions or types of the case; `None` for `default`.
    pub list: Option<Vec<Expr>>,
    /// The position of the colon.
    pub colon: Pos,
    /// The statements after the colon.
    pub body: Vec<Stmt>,
}

/// `select { … }`
#[derive(Clone, Debug)]
pub struct SelectStmt {
    /// The clauses.
    pub clauses: Vec<CommClause>,
    /// The position of the closing brace.
    pub rbrace: Pos,
}

/// `case comm: …` or `default: …`
#[derive(Clone, Debug)]
pub struct CommClause {
    /// The position of `case` or `default`.
    pub pos: Pos,
    /// A send statement, or a receive in one of its forms; `None` for `default`.
    pub comm: Option<Stmt>,
    /// The position of the colon.
    pub colon: Pos,
    /// The statements after the colon.
    pub body: Vec<Stmt>,
}
