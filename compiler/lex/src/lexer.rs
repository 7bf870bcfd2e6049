//! The lexer: from the source text to tokens with positions.
//!
//! Only this module converts byte offsets to positions and scanner errors to diagnostics. The lexer never fails: text
//! that is no token is reported and skipped.

use logos::Logos;

use crate::diagnostic::Code;
use crate::diagnostic::Diagnostics;
use crate::source::{Pos, Source};
use crate::token::Token;
use crate::token::scan::describe_char;

/// A token with the position of its first byte and the position after its last byte.
pub type Spanned<'a> = (Pos, Token<'a>, Pos);

/// The tokens of a part of a file, newlines and comments included.
pub struct Lexer<'a> {
    raw: logos::Lexer<'a, Token<'a>>,
    /// The position of the first byte of the text that logos scans.
    base: u32,
    errors: Diagnostics,
}

impl<'a> Lexer<'a> {
    /// Scans the whole file. A first line that begins with `#!` is skipped.
    #[must_use]
    pub fn new(source: &'a Source) -> Self {
        let text: &str = &source.text;
        let start = if text.starts_with("#!") { text.find('\n').unwrap_or(text.len()) } else { 0 };
        let mut lexer = Self::of_range(source, start, text.len());
        lexer.report_invalid_bytes(text);
        lexer
    }

    /// Scans the text between two byte offsets.
    #[must_use]
    pub fn of_range(source: &'a Source, from: usize, to: usize) -> Self {
        let raw = Token::lexer(&source.text[from..to]);
        Self { raw, base: source.base.0 + from as u32, errors: Diagnostics::new() }
    }

    /// Reports NUL characters, and byte order marks after the start of `text`: both are errors even in a string.
    fn report_invalid_bytes(&mut self, text: &str) {
        for at in memchr::memchr_iter(0, text.as_bytes()) {
            self.errors.error_at(
                Code::InvalidCharacter,
                Pos(self.base + at as u32),
                "invalid NUL character",
            );
        }
        if text.len() > 3 && !text.is_ascii() {
            for (at, _) in text.match_indices('\u{feff}').filter(|&(at, _)| at != 0) {
                self.errors.error_at(
                    Code::InvalidCharacter,
                    Pos(self.base + at as u32),
                    "invalid BOM in the middle of the file",
                );
            }
        }
    }

    fn pos(&self, offset: usize) -> Pos {
        Pos(self.base + offset as u32)
    }

    /// The position after the last token.
    #[must_use]
    pub fn current_pos(&self) -> Pos {
        self.pos(self.raw.span().end)
    }

    /// The text after the last token.
    #[must_use]
    pub fn remaining_text(&self) -> &'a str {
        self.raw.remainder()
    }

    /// Skips `n` bytes.
    pub fn skip_bytes(&mut self, n: usize) {
        self.raw.bump(n);
    }

    #[cold]
    fn report_bad_character(&mut self) {
        let at = self.raw.span().start;
        if let Some(c) = self.raw.slice().chars().next() {
            let text = format!("invalid character {}", describe_char(c));
            self.errors.error_at(Code::InvalidCharacter, self.pos(at), text);
        }
    }

    /// Takes out the errors inside tokens found so far.
    #[must_use]
    pub fn take_errors(&mut self) -> Diagnostics {
        for (code, at, text) in std::mem::take(&mut self.raw.extras) {
            self.errors.error_at(code, Pos(self.base + at as u32), text);
        }
        std::mem::take(&mut self.errors)
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Spanned<'a>;

    #[inline]
    fn next(&mut self) -> Option<Spanned<'a>> {
        loop {
            match self.raw.next()? {
                Ok(token) => {
                    let span = self.raw.span();
                    return Some((self.pos(span.start), token, self.pos(span.end)));
                }
                Err(()) => self.report_bad_character(),
            }
        }
    }
}
