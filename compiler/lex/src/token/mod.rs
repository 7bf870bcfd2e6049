//! The tokens of Go. `tokens.rs` beside `src` is the table of the tokens and of their scanner.

mod operator;
pub(crate) mod scan;

pub use generated::Token;
pub use operator::{BinaryOp, LiteralKind};
pub use scan::is_letter;

#[allow(
    clippy::all,
    clippy::allow_attributes_without_reason,
    clippy::pedantic,
    unused,
    reason = "generated code"
)]
mod generated {
    use super::{BinaryOp, LiteralKind, scan};
    use logos::Logos;

    // Generated from tokens.rs by the crate grammar.
    include!("../../generated/token.rs");
}

impl Token<'_> {
    /// Reports whether a newline after this token ends the statement.
    #[must_use]
    pub fn ends_statement(&self) -> bool {
        matches!(
            self,
            Token::Ident(_)
                | Token::Literal(_)
                | Token::Str(_)
                | Token::BadLiteral(_)
                | Token::Break
                | Token::Continue
                | Token::Fallthrough
                | Token::Return
                | Token::Inc
                | Token::Dec
                | Token::RParen
                | Token::RBrack
                | Token::RBrace
                | Token::DeferredBody
        )
    }
}
