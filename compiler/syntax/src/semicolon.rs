//! Automatic semicolons: an iterator over the lexer that drops newlines and comments.

use crate::lexer::{Lexer, Spanned};
use crate::token::Token;

/// The tokens of the spec's grammar, semicolons inserted.
pub struct Semicolons<'a> {
    /// What they are made from.
    pub(crate) lexer: Lexer<'a>,
    /// Whether the last token may end a statement.
    need: bool,
}

impl<'a> Semicolons<'a> {
    /// Inserts semicolons into `lexer`'s tokens.
    #[must_use]
    pub fn new(lexer: Lexer<'a>) -> Self {
        Self { lexer, need: false }
    }

    /// Tells that the last token was replaced by one that ends a statement.
    pub(crate) fn statement_may_end(&mut self) {
        self.need = true;
    }
}

impl<'a> Iterator for Semicolons<'a> {
    type Item = Spanned<'a>;

    #[inline]
    fn next(&mut self) -> Option<Spanned<'a>> {
        loop {
            let Some((start, token, end)) = self.lexer.next() else {
                let here = self.lexer.here();
                return std::mem::take(&mut self.need).then_some((here, Token::Semi, here));
            };
            match token {
                Token::Newline | Token::BlockComment(true) => {
                    if std::mem::take(&mut self.need) {
                        return Some((start, Token::Semi, start));
                    }
                }
                Token::BlockComment(false) | Token::LineComment => {}
                _ => {
                    self.need = token.ends_statement();
                    return Some((start, token, end));
                }
            }
        }
    }
}
