//! The syntax tree: plain data with public fields.
//!
//! Types are expressions, as in the grammar, which accepts a superset of Go: only the checker can tell a call `f(x)`
//! from a conversion `T(x)`. Every node has the positions where it starts and ends.

mod decl;
mod expr;
mod stmt;

pub use crate::token::{BinaryOp, LiteralKind};
pub use decl::*;
pub use expr::*;
pub use smol_str::SmolStr as Name;
pub use stmt::*;

use crate::source::{Pos, Span};

/// An identifier and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name; `_` is the blank identifier.
    pub name: Name,
    /// The position of the first byte.
    pub pos: Pos,
}

impl Ident {
    /// The span of the identifier in the source text.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.pos, Pos(self.pos.0 + self.name.len() as u32))
    }

    /// Reports whether the identifier is `_`.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.name == "_"
    }
}

/// Reports whether a name is exported: whether its first letter is an upper-case letter.
#[must_use]
pub fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}
