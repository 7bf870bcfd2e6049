//! The tokens of a file: they distinguish lines with code from lines with only comments or blanks.

use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::Source;
use minigo_syntax::token::Token;
use std::ops::Range;

/// A token, by the offsets of its first byte and of the byte after it.
struct TokenSpan {
    start: usize,
    end: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Brace,
    Semicolon,
    String,
    Other,
}

/// The tokens of a file, without comments.
pub(super) struct CodeTokens<'s> {
    source: &'s Source,
    pieces: Vec<TokenSpan>,
}

impl<'s> CodeTokens<'s> {
    pub(super) fn new(source: &'s Source) -> Self {
        let offset = |pos: minigo_syntax::source::Pos| (pos.0 - source.base.0) as usize;
        let pieces = Lexer::new(source).filter_map(|(start, token, end)| {
            let kind = match token {
                Token::Newline | Token::LineComment | Token::BlockComment(_) => return None,
                Token::LBrace | Token::RBrace => Kind::Brace,
                Token::Semi => Kind::Semicolon,
                Token::Str(_) => Kind::String,
                _ => Kind::Other,
            };
            Some(TokenSpan { start: offset(start), end: offset(end), kind })
        });
        Self { pieces: pieces.collect(), source }
    }

    /// The line of the byte at `offset`, counted from 1.
    fn line(&self, offset: usize) -> u32 {
        self.source.line_col(self.source.pos(offset)).0
    }

    /// The end of the last token before `limit` that is no semicolon. The statement before `limit` ends with that
    /// token.
    pub(super) fn end_before(&self, limit: usize) -> usize {
        let before = self.pieces.partition_point(|piece| piece.end <= limit);
        let last = self.pieces[..before].iter().rev().find(|piece| piece.kind != Kind::Semicolon);
        last.map_or(0, |piece| piece.end)
    }

    /// The offset of the first `{` from `offset` on.
    pub(super) fn brace_from(&self, offset: usize) -> usize {
        let from = self.pieces.partition_point(|piece| piece.start < offset);
        let brace = self.pieces[from..].iter().find(|piece| piece.kind == Kind::Brace);
        brace.map_or(offset, |piece| piece.start)
    }

    /// The parts of a block that contain code: lines without code divide the block. A block without code yields one
    /// empty part, at its start. Braces do not count as code.
    pub(super) fn parts(&self, block: Range<usize>) -> Vec<Range<usize>> {
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut last: Option<(u32, usize)> = None;
        let from = self.pieces.partition_point(|piece| piece.start < block.start);
        let inside = self.pieces[from..].iter().take_while(|piece| piece.start < block.end);
        for piece in inside.filter(|piece| piece.kind != Kind::Brace) {
            let first_line = self.line(piece.start);
            match last {
                Some((line, end)) if first_line > line + 1 => {
                    self.end_last_part(&mut parts, end, block.end);
                    parts.push(piece.start..piece.start);
                }
                None => parts.push(piece.start..piece.start),
                Some(_) => {}
            }
            let line = if piece.kind == Kind::String { self.line(piece.end) } else { first_line };
            last = Some((line, piece.end));
        }
        match last {
            Some((_, end)) => self.end_last_part(&mut parts, end, block.end),
            None => parts.push(block.start..block.start),
        }
        parts
    }

    /// Ends the last part at the end of the line that contains `end`, or at the block's end `limit`.
    fn end_last_part(&self, parts: &mut [Range<usize>], end: usize, limit: usize) {
        let newline = memchr::memchr(b'\n', &self.source.text.as_bytes()[end..limit.max(end)]);
        let next_line = newline.map(|at| end + at + 1).filter(|line| *line < limit);
        if let Some(part) = parts.last_mut() {
            part.end = next_line.unwrap_or(limit);
        }
    }
}
