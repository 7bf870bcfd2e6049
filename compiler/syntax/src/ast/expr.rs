//! Expressions and types.

use super::{BinaryOp, Block, Ident, LiteralKind, Name};
use crate::source::{Pos, Span};

/// An expression or a type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// First byte.
    pub pos: Pos,
    /// One past the last byte.
    pub end: Pos,
    /// What it is.
    pub kind: ExprKind,
}

impl Expr {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.pos, self.end)
    }

    /// The expression without the parentheses around it.
    #[must_use]
    pub fn unparen(&self) -> &Self {
        let mut e = self;
        while let ExprKind::Paren(inner) = &e.kind {
            e = inner;
        }
        e
    }
}

/// The kinds of expressions and types.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// What stood here could not be parsed; an error has been reported.
    Bad,
    /// `x`
    Ident(Name),
    /// A literal of a basic type, as written (`0x1p-2`, `'\n'`, `` `raw` ``); it is well formed.
    Literal(LiteralKind, Name),
    /// `(x)`
    Paren(Box<Expr>),
    /// `func(…) … { … }`
    FuncLit(Box<FuncLit>),
    /// `T{…}`, or `{…}` inside a composite literal, where the type is left out.
    Composite(Box<CompositeLit>),
    /// `x.name`
    Selector(Box<Expr>, Box<Ident>),
    /// `x[i]`, `f[T, U]`; at least one index.
    Index(Box<Expr>, Vec<Expr>),
    /// `x[lo:hi:max]`
    Slice(Box<SliceExpr>),
    /// `x.(T)`; without a type it is `x.(type)`, which stands only in the head of a type switch.
    TypeAssert(Box<Expr>, Option<Box<Expr>>),
    /// `f(a, b...)`, conversions too.
    Call(Box<CallExpr>),
    /// `*x`: the pointed-to variable, or the pointer type.
    Star(Box<Expr>),
    /// `op x`
    Unary(UnaryOp, Box<Expr>),
    /// `x op y`
    Binary(Box<BinaryExpr>),

    /// `[n]T`; without a length it is `[...]T`.
    ArrayType(Option<Box<Expr>>, Box<Expr>),
    /// `[]T`
    SliceType(Box<Expr>),
    /// `map[K]V`
    MapType(Box<Expr>, Box<Expr>),
    /// `chan T`
    ChanType(ChanDir, Box<Expr>),
    /// `func(…) …`
    FuncType(Box<FuncType>),
    /// `struct { … }`
    StructType(Vec<Field>),
    /// `interface { … }`
    InterfaceType(Vec<InterfaceElem>),
    /// `~T | U`, in constraints only.
    Union(Vec<UnionTerm>),
}

/// `func(…) … { … }`
#[derive(Clone, Debug)]
pub struct FuncLit {
    /// Its signature.
    pub ty: FuncType,
    /// Its body.
    pub body: Block,
}

/// `T{…}`
#[derive(Clone, Debug)]
pub struct CompositeLit {
    /// The type; left out inside another composite literal.
    pub ty: Option<Expr>,
    /// The opening brace.
    pub lbrace: Pos,
    /// All between the braces, if it is a [table](crate::table) of which no tree was made.
    pub table: Option<Span>,
    /// The elements; none of a table.
    pub elems: Vec<Element>,
}

/// `key: value`
#[derive(Clone, Debug)]
pub struct Element {
    /// The key, index or field name. Most elements of large literals have none.
    pub key: Option<Box<Expr>>,
    /// The value.
    pub value: Expr,
}

/// `x[lo:hi:max]`
#[derive(Clone, Debug)]
pub struct SliceExpr {
    /// What is sliced.
    pub x: Expr,
    /// Low, high and max.
    pub index: [Option<Expr>; 3],
    /// Whether there are two colons.
    pub full: bool,
}

/// `f(a, b...)`
#[derive(Clone, Debug)]
pub struct CallExpr {
    /// The function or the type.
    pub func: Expr,
    /// The arguments; types for some built-in functions.
    pub args: Vec<Expr>,
    /// The position of `...`.
    pub ellipsis: Option<Pos>,
    /// The closing parenthesis.
    pub rparen: Pos,
}

/// `x op y`
#[derive(Clone, Debug)]
pub struct BinaryExpr {
    /// The operator.
    pub op: BinaryOp,
    /// Where the operator stands.
    pub op_pos: Pos,
    /// Left operand.
    pub x: Expr,
    /// Right operand.
    pub y: Expr,
}

/// Operators before one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Neg,
    /// `!`
    Not,
    /// `^`
    Compl,
    /// `&`
    Addr,
    /// `<-`
    Recv,
    /// `~`, which is valid only in constraints; reported by the checker elsewhere.
    Tilde,
}

impl UnaryOp {
    /// As written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Neg => "-",
            Self::Not => "!",
            Self::Compl => "^",
            Self::Addr => "&",
            Self::Recv => "<-",
            Self::Tilde => "~",
        }
    }
}

/// What may be done with a channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChanDir {
    /// `chan T`
    Both,
    /// `chan<- T`
    Send,
    /// `<-chan T`
    Recv,
}

/// Parameters and results.
#[derive(Clone, Debug, Default)]
pub struct FuncType {
    /// Where `func` or the parameter list starts.
    pub pos: Pos,
    /// One entry a parameter: `a, b int` are two, which share a copy of the type.
    pub params: Vec<Param>,
    /// One entry a result.
    pub results: Vec<Param>,
}

/// One parameter, result, receiver or type parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Where it starts.
    pub pos: Pos,
    /// Its name, if it has one.
    pub name: Option<Ident>,
    /// Whether it is `...T`.
    pub variadic: bool,
    /// Its type (the constraint of a type parameter); of `a, b int` both have it.
    pub ty: Expr,
}

/// A field declaration of a struct type.
#[derive(Clone, Debug)]
pub struct Field {
    /// Where it starts.
    pub pos: Pos,
    /// The names of `a, b T`; none for an embedded field.
    pub names: Vec<Ident>,
    /// The type; of an embedded field `T` or `*T`.
    pub ty: Expr,
    /// The tag as written, with its quotes.
    pub tag: Option<Name>,
}

/// An element of an interface type.
#[derive(Clone, Debug)]
pub enum InterfaceElem {
    /// `name(…) …`
    Method(Ident, FuncType),
    /// An embedded interface, or a union.
    Embedded(Expr),
}

/// A term of a union.
#[derive(Clone, Debug)]
pub struct UnionTerm {
    /// Where it starts.
    pub pos: Pos,
    /// Whether it is `~T`.
    pub tilde: bool,
    /// `T`
    pub ty: Expr,
}
