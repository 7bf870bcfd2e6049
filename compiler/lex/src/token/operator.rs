//! The kinds of literals and the binary operators: the types that tokens and the syntax tree share.

/// The kind of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralKind {
    /// `42`
    Int,
    /// `4.2`
    Float,
    /// `4i`
    Imag,
    /// `'a'`
    Char,
    /// `"a"`, `` `a` ``
    String,
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the variants have go/token's names")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Quo,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    AndNot,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    LAnd,
    LOr,
}

impl BinaryOp {
    /// The operator as Go source writes it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Quo => "/",
            Self::Rem => "%",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::AndNot => "&^",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::LAnd => "&&",
            Self::LOr => "||",
        }
    }

    /// The precedence, from 1 (`||`) to 5 (`*` and others).
    #[must_use]
    pub fn precedence(self) -> u8 {
        match self {
            Self::LOr => 1,
            Self::LAnd => 2,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge => 3,
            Self::Add | Self::Sub | Self::Or | Self::Xor => 4,
            Self::Mul
            | Self::Quo
            | Self::Rem
            | Self::And
            | Self::Shl
            | Self::Shr
            | Self::AndNot => 5,
        }
    }

    /// Reports whether the operator is `<<` or `>>`.
    #[must_use]
    pub fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::Shr)
    }

    /// Reports whether the operator is a comparison: `== != < <= > >=`.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }
}
