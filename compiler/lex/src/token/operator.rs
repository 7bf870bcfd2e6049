//! The kind of a literal, and the operator between two operands: what tokens and the tree share.

/// Which kind of literal.
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

/// Operators between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it: as in go/token")]
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
    /// As written.
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

    /// How tightly it binds: from 1, that of `||`, to 5.
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

    /// Whether it is `<<` or `>>`.
    #[must_use]
    pub fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::Shr)
    }

    /// Whether it compares: `== != < <= > >=`.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }
}
