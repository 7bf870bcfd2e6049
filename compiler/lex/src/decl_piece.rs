//! Declarations that are parsed one by one.

use crate::source::Span;

/// The keywords of declarations that can be groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are Go's")]
pub enum Keyword {
    Const,
    Var,
    Type,
}

/// A declaration to be parsed by itself.
#[derive(Clone, Copy, Debug)]
pub struct DeclPiece {
    /// The span in the file.
    pub span: Span,
    /// The span of a function's body, braces included, which the parser skips.
    pub body: Option<Span>,
    /// The keyword to read before the text, if the declaration is a spec from a group.
    pub keyword: Option<Keyword>,
}
