//! Declarations that are parsed by themselves.

use crate::source::Span;

/// The keywords that begin groups of specifications.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are Go's")]
pub enum Keyword {
    Const,
    Var,
    Type,
}

/// A declaration to be parsed by itself.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Where it lies in its file.
    pub span: Span,
    /// The body of a function, braces included: the parser leaves it out.
    pub body: Option<Span>,
    /// What comes before it, if it is a specification out of a group.
    pub keyword: Option<Keyword>,
}
