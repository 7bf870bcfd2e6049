//! Expressions and types.

use super::{BinaryOp, Block, Ident, LiteralKind, Name};
use crate::source::{Pos, Span};

/// An expression or a type.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The position of the first byte.
    pub pos: Pos,
    /// The position one past the last byte.
    pub end: Pos,
    /// The kind of the expression, with its operands.
    pub kind: ExprKind,
}

impl Expr {
    /// The span of the expression in the source text.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.pos, self.end)
    }

    /// Returns the expression without the parentheses around it.
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
    /// An expression that the parser could not parse; an error has been reported.
    Bad,
    /// `x`
    Ident(Name),
    /// A literal of a basic type, as written (`0x1p-2`, `'\n'`, `` `raw` ``); the literal is well formed.
    Literal(LiteralKind, Name),
    /// `(x)`
    Paren(Box<Expr>),
    /// `func(…) … { … }`
    FuncLit(Box<FuncLit>),
    /// `T{…}`; or `{…}` inside a composite literal, where the type is omitted.
    Composite(Box<CompositeLit>),
    /// `x.name`
    Selector(Box<Expr>, Box<Ident>),
    /// `x[i]` or `f[T, U]`, with at least one index.
    Index(Box<Expr>, Vec<Expr>),
    /// `x[lo:hi:max]`
    Slice(Box<SliceExpr>),
    /// `x.(T)`; without a type `x.(type)`, which is valid only in the head of a type switch.
    TypeAssert(Box<Expr>, Option<Box<Expr>>),
    /// `f(a, b...)`: a call or a conversion.
    Call(Box<CallExpr>),
    /// `*x`: a dereferenced pointer, or a pointer type.
    Star(Box<Expr>),
    /// `op x`
    Unary(UnaryOp, Box<Expr>),
    /// `x op y`
    Binary(Box<BinaryExpr>),

    /// `[n]T`; without a length `[...]T`.
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
    /// The signature.
    pub ty: FuncType,
    /// The body.
    pub body: Block,
}

/// `T{…}`
#[derive(Clone, Debug)]
pub struct CompositeLit {
    /// The type; `None` if it is omitted, inside another composite literal.
    pub ty: Option<Expr>,
    /// The position of the opening brace.
    pub lbrace: Pos,
    /// The text between the braces, if the literal is a [table](crate::int_table): no tree is made for its elements.
    pub table_span: Option<Span>,
    /// The elements; empty for a table.
    pub elems: Vec<Element>,
}

/// `key: value`
#[derive(Clone, Debug)]
pub struct Element {
    /// The key, index or field name. Most elements of large literals have no key.
    pub key: Option<Box<Expr>>,
    /// The value.
    pub value: Expr,
}

/// `x[lo:hi:max]`
#[derive(Clone, Debug)]
pub struct SliceExpr {
    /// The operand.
    pub x: Expr,
    /// The low, high and max indices.
    pub index: [Option<Expr>; 3],
    /// Whether there are two colons.
    pub is_full: bool,
}

/// `f(a, b...)`
#[derive(Clone, Debug)]
pub struct CallExpr {
    /// The function or the type.
    pub func: Expr,
    /// The arguments; for some built-in functions they are types.
    pub args: Vec<Expr>,
    /// The position of `...`, if the last argument is followed by it.
    pub ellipsis: Option<Pos>,
    /// The position of the closing parenthesis.
    pub rparen: Pos,
}

/// `x op y`
#[derive(Clone, Debug)]
pub struct BinaryExpr {
    /// The operator.
    pub op: BinaryOp,
    /// The position of the operator.
    pub op_pos: Pos,
    /// The left operand.
    pub x: Expr,
    /// The right operand.
    pub y: Expr,
}

/// Unary operators.
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
    /// `~`, which is valid only in constraints; the checker reports it elsewhere.
    Tilde,
}

impl UnaryOp {
    /// The operator as Go source writes it.
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

/// The direction of a channel type.
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
    /// The position of `func` or of the parameter list.
    pub pos: Pos,
    /// The parameters, one entry for each: `a, b int` makes two entries, which share one type expression.
    pub params: Vec<Param>,
    /// The results, one entry for each.
    pub results: Vec<Param>,
}

/// One parameter, result, receiver or type parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// The position of the first byte.
    pub pos: Pos,
    /// The name, if there is one.
    pub name: Option<Ident>,
    /// Whether the parameter is written as `...T`.
    pub variadic: bool,
    /// The type, or the constraint of a type parameter. In `a, b int` both parameters have this type.
    pub ty: Expr,
}

/// A field declaration of a struct type.
#[derive(Clone, Debug)]
pub struct Field {
    /// The position of the first byte.
    pub pos: Pos,
    /// The names of `a, b T`; empty for an embedded field.
    pub names: Vec<Ident>,
    /// The type; for an embedded field `T` or `*T`.
    pub ty: Expr,
    /// The tag as written, with its quotation marks.
    pub tag: Option<Name>,
}

/// An element of an interface type.
#[derive(Clone, Debug)]
pub enum InterfaceElem {
    /// `name(…) …`
    Method(Ident, FuncType),
    /// An embedded interface or a union.
    Embedded(Expr),
}

/// A term of a union.
#[derive(Clone, Debug)]
pub struct UnionTerm {
    /// The position of the first byte.
    pub pos: Pos,
    /// Whether the term is `~T`.
    pub tilde: bool,
    /// The type `T`.
    pub ty: Expr,
}
