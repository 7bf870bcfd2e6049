//! Automatic semicolons: an iterator over the lexer that drops newlines and comments.

use crate::int_table::end_of_table;
use crate::lexer::{Lexer, Spanned};
use crate::token::Token;

/// The tokens of the spec's grammar, with semicolons inserted.
pub struct Semicolons<'a> {
    /// The lexer that delivers the tokens.
    pub lexer: Lexer<'a>,
    /// Whether the last token may end a statement, so that a newline becomes a semicolon.
    may_insert: bool,
}

impl<'a> Semicolons<'a> {
    /// Inserts semicolons between the tokens of `lexer`.
    #[must_use]
    pub fn new(lexer: Lexer<'a>) -> Self {
        Self { lexer, may_insert: false }
    }

    /// Skips the elements of a composite literal whose opening brace was the last token, if they form a table. Returns
    /// the one token that replaces the elements.
    #[must_use]
    pub fn skip_table(&mut self) -> Option<Spanned<'a>> {
        let start = self.lexer.current_pos();
        let n = end_of_table(self.lexer.remaining_text(), 0)?;
        self.lexer.skip_bytes(n);
        self.may_insert = false;
        Some((start, Token::Table, self.lexer.current_pos()))
    }

    /// Skips the next `n` bytes, which are the rest of a function body whose opening brace was the last token. Returns
    /// the one token that replaces the body.
    pub fn skip_body(&mut self, n: usize) -> Token<'a> {
        self.lexer.skip_bytes(n);
        self.may_insert = true;
        Token::DeferredBody
    }
}

impl<'a> Iterator for Semicolons<'a> {
    type Item = Spanned<'a>;

    #[inline]
    fn next(&mut self) -> Option<Spanned<'a>> {
        loop {
            let Some((start, token, end)) = self.lexer.next() else {
                let here = self.lexer.current_pos();
                return std::mem::take(&mut self.may_insert).then_some((here, Token::Semi, here));
            };
            match token {
                Token::Newline | Token::BlockComment(true) => {
                    if std::mem::take(&mut self.may_insert) {
                        return Some((start, Token::Semi, start));
                    }
                }
                Token::BlockComment(false) | Token::LineComment => {}
                _ => {
                    self.may_insert = token.ends_statement();
                    return Some((start, token, end));
                }
            }
        }
    }
}
