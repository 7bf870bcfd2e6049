//! The syntax tree: plain data with public fields.
//!
//! Types are expressions, as in the grammar's superset: only the checker can tell `f(x)` the call from `T(x)` the
//! conversion. Every node knows where it starts and ends.

mod decl;
mod expr;
mod stmt;

pub use crate::token::{BinaryOp, LiteralKind};
pub use decl::*;
pub use expr::*;
pub use smol_str::SmolStr as Name;
pub use stmt::*;

use crate::source::{Pos, Span};

/// A name where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name; `_` is the blank identifier.
    pub name: Name,
    /// Where it starts.
    pub pos: Pos,
}

impl Ident {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.pos, Pos(self.pos.0 + self.name.len() as u32))
    }

    /// Whether it is `_`.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.name == "_"
    }
}

/// Whether a name is exported: its first letter is an upper-case one.
#[must_use]
pub fn is_exported(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
}
