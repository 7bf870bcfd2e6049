//! The texts of a package's files with their comments: the comment that belongs to a declaration, and the text of a
//! node without comments.
//!
//! The parser drops comments. As in go/parser, a comment belongs to the node that begins in the next line, or to the
//! node that ends in the comment's own line.

use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Pos, Source, SourceMap, Span};
use minigo_syntax::token::Token;

/// The texts of a package's files, with their comments.
#[derive(Debug, Default)]
pub(super) struct Sources {
    /// The files and their positions.
    pub(super) source_map: SourceMap,
    /// The comment groups of each file, in order.
    comment_groups: Vec<Vec<CommentGroup>>,
}

/// Comments with neither code nor an empty line between them.
#[derive(Debug)]
pub(super) struct CommentGroup {
    /// The comments in the group.
    pub(super) comments: Vec<Span>,
    /// Whether the group begins in a line that has code before it.
    is_trailing: bool,
}

impl CommentGroup {
    /// Returns the position at which the group begins.
    pub(super) fn start(&self) -> Pos {
        self.comments[0].start
    }

    /// Returns the position at which the group ends.
    pub(super) fn end(&self) -> Pos {
        self.comments[self.comments.len() - 1].end
    }
}

impl Sources {
    /// Adds a file; returns none if all texts together are too large.
    pub(super) fn add(&mut self, name: &str, text: String) -> Option<Source> {
        let source = self.source_map.add(name, text).ok()?.clone();
        self.comment_groups.push(comment_groups_of(&source));
        Some(source)
    }

    fn file_at(&self, pos: Pos) -> &Source {
        self.source_map.file_of(pos).expect("nodes lie in files")
    }

    fn groups_of(&self, pos: Pos) -> &[CommentGroup] {
        &self.comment_groups[self.file_at(pos).id.0 as usize]
    }

    /// Returns all comment groups of all files.
    pub(super) fn all_groups(&self) -> impl Iterator<Item = &CommentGroup> {
        self.comment_groups.iter().flatten()
    }

    /// Returns the line of a position.
    pub(super) fn line(&self, pos: Pos) -> u32 {
        self.file_at(pos).line_col(pos).0
    }

    /// Returns the number of tabs at the beginning of a position's line.
    pub(super) fn indentation_at(&self, pos: Pos) -> usize {
        let file = self.file_at(pos);
        let before = &file.text[..(pos.0 - file.base.0) as usize];
        let line = &file.text[before.rfind('\n').map_or(0, |at| at + 1)..];
        line.bytes().take_while(|b| *b == b'\t').count()
    }

    /// Returns the text of a span as it is written.
    pub(super) fn raw_text(&self, span: Span) -> &str {
        self.file_at(span.start).slice(span)
    }

    /// Returns the rest of the file from a position on.
    pub(super) fn text_from(&self, pos: Pos) -> &str {
        let file = self.file_at(pos);
        &file.text[(pos.0 - file.base.0) as usize..]
    }

    /// Returns the tokens from a position on.
    pub(super) fn tokens_from(&self, pos: Pos) -> Lexer<'_> {
        let file = self.file_at(pos);
        Lexer::of_range(file, (pos.0 - file.base.0) as usize, file.text.len())
    }

    /// Returns the comment that ends in the line before `pos`, where code begins.
    pub(super) fn doc_before(&self, pos: Pos) -> Option<&CommentGroup> {
        let groups = self.groups_of(pos);
        let last = groups[..groups.partition_point(|group| group.end() <= pos)].last()?;
        let adjacent = self.line(last.end()) + 1 == self.line(pos);
        let between = self.raw_text(Span::new(last.end(), pos));
        (!last.is_trailing && adjacent && between.trim().is_empty()).then_some(last)
    }

    /// Returns the comment in the same line behind a node that ends at `end`.
    pub(super) fn line_comment(&self, end: Pos) -> Option<&CommentGroup> {
        let groups = self.groups_of(end);
        let next = groups.get(groups.partition_point(|group| group.start() < end))?;
        let between = self.raw_text(Span::new(end, next.start()));
        let near = between.chars().all(|c| matches!(c, ' ' | '\t' | ';' | ',' | ')'));
        (next.is_trailing && near).then_some(next)
    }

    /// Returns the text of a comment group without comment markers, as go/ast's `CommentGroup.Text` does.
    pub(super) fn comment_text(&self, group: Option<&CommentGroup>) -> String {
        self.comments_text(group.map_or(&[], |group| &group.comments))
    }

    /// Returns the text of some of a group's comments, as [`Self::comment_text`] does.
    pub(super) fn comments_text(&self, comments: &[Span]) -> String {
        let texts: Vec<&str> = comments.iter().map(|&span| self.raw_text(span)).collect();
        text_without_markers(&texts)
    }

    /// Returns the text without comments. Lines that contained only comments are removed, and several empty lines
    /// become one.
    pub(super) fn text_without_comments(&self, span: Span) -> String {
        let groups = self.groups_of(span.start);
        let from = groups.partition_point(|group| group.end() <= span.start);
        let mut comments = groups[from..].iter().flat_map(|group| &group.comments).peekable();
        if comments.peek().is_none_or(|first| first.start >= span.end) {
            return self.raw_text(span).to_owned();
        }
        let (mut text, mut at) = (String::new(), span.start);
        for comment in comments.take_while(|comment| comment.start < span.end) {
            text.push_str(self.raw_text(Span::new(at, comment.start)));
            at = comment.end.min(span.end);
            let bare = text.trim_end_matches([' ', '\t']).len();
            if text[..bare].ends_with('\n') {
                // Whatever follows the comment in its line takes the comment's column.
                let rest = self.raw_text(Span::new(at, span.end));
                at = Pos(at.0 + (rest.len() - rest.trim_start_matches([' ', '\t']).len()) as u32);
            } else {
                text.truncate(bare);
            }
        }
        text.push_str(self.raw_text(Span::new(at, span.end)));
        let mut lines: Vec<&str> = Vec::new();
        for line in text.split('\n').map(str::trim_end) {
            if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
                lines.push(line);
            }
        }
        if let [.., empty, last] = lines[..]
            && empty.is_empty()
            && last.trim_start().starts_with(['}', ')'])
        {
            let at = lines.len() - 2;
            lines.remove(at);
        }
        lines.join("\n")
    }
}

/// Returns the comment groups of a file.
fn comment_groups_of(source: &Source) -> Vec<CommentGroup> {
    let line = |pos: Pos| source.line_col(pos).0;
    let mut groups: Vec<CommentGroup> = Vec::new();
    // The line in which the last token of code ended, and whether a comment has followed that token.
    let (mut code, mut open) = (0, false);
    for (start, token, end) in Lexer::new(source) {
        match token {
            Token::Newline => {}
            Token::LineComment | Token::BlockComment(_) => {
                let comment = Span::new(start, end);
                let last = groups.last_mut().filter(|_| open);
                let gap = last.as_ref().map(|group| line(start) - line(group.end()));
                match (last, gap) {
                    (Some(group), Some(gap)) if gap <= u32::from(!group.is_trailing) => {
                        group.comments.push(comment);
                    }
                    (last, _) => {
                        let trailing = last.is_none() && line(start) == code;
                        groups
                            .push(CommentGroup { comments: vec![comment], is_trailing: trailing });
                        open = true;
                    }
                }
            }
            _ => (code, open) = (line(end), false),
        }
    }
    groups
}

/// Returns the text of comments without comment markers and directives, with runs of empty lines reduced to one.
fn text_without_markers(comments: &[&str]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for comment in comments {
        let text = match comment.strip_prefix("//") {
            Some(text) => match text.strip_prefix(' ') {
                Some(text) => text,
                None if is_directive(text) => continue,
                None => text,
            },
            None => comment.trim_start_matches("/*").strip_suffix("*/").unwrap_or_default(),
        };
        for line in text.split('\n').map(|line| line.trim_end_matches([' ', '\t', '\r'])) {
            if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
                lines.push(line);
            }
        }
    }
    if lines.last().is_some_and(|last| !last.is_empty()) {
        lines.push("");
    }
    lines.join("\n")
}

/// Reports whether a comment is a directive for tools: `//go:noinline`, `//line`, `//export`.
fn is_directive(text: &str) -> bool {
    if ["line ", "extern ", "export "].iter().any(|word| text.starts_with(word)) {
        return true;
    }
    let small = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    text.split_once(':').is_some_and(|(tool, rest)| {
        !tool.is_empty() && tool.bytes().all(small) && rest.bytes().next().is_some_and(small)
    })
}
