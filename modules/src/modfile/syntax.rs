//! The text of a `go.mod` or `go.work` as a tree that keeps comments, and the go command's way of printing such a tree.

use super::FileKind;
use crate::path::quote;

/// The comments of a line or block. An empty comment before a line stands for a blank line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comments {
    /// The comments on lines of their own above the line or block.
    pub before: Vec<String>,
    /// The comment at the end of the line.
    pub suffix: Vec<String>,
}

/// A line: its words, which begin with the verb if the line is in no block. A line without words has been removed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The line's comments.
    pub comments: Comments,
    /// The words as they are written.
    pub tokens: Vec<String>,
    /// The line and column of the first word.
    pub position: (usize, usize),
}

/// `verb ( … )`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// The block's comments: the suffix is the one behind the opening parenthesis.
    pub comments: Comments,
    /// The words before the parenthesis.
    pub tokens: Vec<String>,
    /// The lines of the block.
    pub lines: Vec<Line>,
    /// The comments at the closing parenthesis.
    pub closing_comments: Comments,
    /// The line and column of the first word.
    pub position: (usize, usize),
}

/// A part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Comments that belong to no line or block.
    Comments(Vec<String>),
    /// A line.
    Line(Line),
    /// A block.
    Block(Block),
}

/// The tree of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    /// The file's statements.
    pub statements: Vec<Statement>,
}

/// Errors in the form `file:line:column: text`; a column of 1 is left out.
pub(super) struct SyntaxErrors<'a> {
    pub(super) file: &'a str,
    pub(super) messages: Vec<String>,
}

impl SyntaxErrors<'_> {
    pub(super) fn add(&mut self, (line, column): (usize, usize), text: impl AsRef<str>) {
        let (file, text) = (self.file, text.as_ref());
        self.messages.push(match column {
            1 => format!("{file}:{line}: {text}"),
            _ => format!("{file}:{line}:{column}: {text}"),
        });
    }
}

/// A token of a line; `at` is its line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Token {
    position: (usize, usize),
    text: String,
}

/// The statements of a text; `None` after a syntax error.
pub(super) fn parse(text: &str, faults: &mut SyntaxErrors<'_>) -> Option<Tree> {
    let mut tree = Tree::default();
    let mut open: Option<Block> = None;
    let mut pending: Vec<String> = Vec::new();
    let mut number = 0;
    let mut raw_lines = text.split('\n').peekable();
    while let Some(raw) = raw_lines.next() {
        number += 1;
        let (tokens, comment) = tokens(number, raw, faults)?;
        let Some(first) = tokens.first() else {
            match (comment, &open) {
                (Some(comment), _) => pending.push(comment),
                // The text after the last line break is no line.
                (None, _) if raw_lines.peek().is_none() => {}
                (None, Some(block)) => {
                    let after_line = pending.is_empty() && !block.lines.is_empty();
                    if after_line || pending.last().is_some_and(|last| !last.is_empty()) {
                        pending.push(String::new());
                    }
                }
                (None, None) => flush_comments(&mut tree, &mut pending),
            }
            continue;
        };
        let at = first.position;
        let comments = Comments {
            before: std::mem::take(&mut pending),
            suffix: comment.into_iter().collect(),
        };
        if let Some(block) = &mut open {
            if first.text == ")" {
                if let Some(after) = tokens.get(1) {
                    faults
                        .add(after.position, "syntax error (expected newline after closing paren)");
                    return None;
                }
                block.closing_comments = comments;
                tree.statements.extend(open.take().map(Statement::Block));
            } else {
                let tokens = tokens.into_iter().map(|token| token.text).collect();
                block.lines.push(Line { comments, tokens, position: at });
            }
            continue;
        }
        let mut words: Vec<String> = tokens.into_iter().map(|token| token.text).collect();
        let opens = words.len() > 1 && words.last().is_some_and(|word| word == "(");
        let empty = words.len() > 2 && words.ends_with(&["(".into(), ")".into()]);
        if opens || empty {
            words.truncate(words.len() - if opens { 1 } else { 2 });
            let block = Block { comments, tokens: words, position: at, ..Block::default() };
            if opens {
                open = Some(block);
            } else {
                tree.statements.push(Statement::Block(block));
            }
            continue;
        }
        tree.statements.push(Statement::Line(Line { comments, tokens: words, position: at }));
    }
    if let Some(Block { position: (line, column), .. }) = open {
        let file = faults.file;
        let text = format!("syntax error (unterminated block started at {file}:{line}:{column})");
        faults.add((number, 1), text);
        return None;
    }
    flush_comments(&mut tree, &mut pending);
    Some(tree)
}

fn flush_comments(tree: &mut Tree, pending: &mut Vec<String>) {
    if !pending.is_empty() {
        tree.statements.push(Statement::Comments(std::mem::take(pending)));
    }
}

/// The tokens of a line: quoted strings, punctuation and words; and the comment at the end of the line.
fn tokens(
    line: usize,
    text: &str,
    faults: &mut SyntaxErrors<'_>,
) -> Option<(Vec<Token>, Option<String>)> {
    let mut out = Vec::new();
    let mut rest = text;
    // Columns count characters, not bytes.
    let column = |rest: &str| text.chars().count() - rest.chars().count() + 1;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r']);
        let Some(c) = rest.chars().next() else { return Some((out, None)) };
        if rest.starts_with("//") {
            return Some((out, Some(rest.trim_end().to_owned())));
        }
        let at = (line, column(rest));
        let length = match c {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' => 1,
            '"' | '`' => match string_length(rest, c) {
                Some(length) => length,
                None => {
                    faults.add((line, column("")), "unexpected newline in string");
                    return None;
                }
            },
            _ => word_length(rest),
        };
        if rest[length..].starts_with("/*") || rest.starts_with("/*") {
            let at = if rest.starts_with("/*") { rest } else { &rest[length..] };
            let text = "mod files must use // comments (not /* */ comments)";
            faults.add((line, column(at)), text);
            return None;
        }
        if length == 0 {
            faults.add(at, format!("unexpected input character {c:?}"));
            return None;
        }
        out.push(Token { position: at, text: rest[..length].to_owned() });
        rest = &rest[length..];
    }
}

/// The length of the quoted string at the start of `text`, with its quotes, if the string is closed.
fn string_length(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == quote {
            return Some(at + 1);
        } else {
            escaped = c == '\\' && quote == '"';
        }
    }
    None
}

/// The length of the word at the start of `text`: up to a blank, punctuation or a comment.
fn word_length(text: &str) -> usize {
    let ends = |(at, c): (usize, char)| {
        let stop = c.is_whitespace() || c.is_control() || "()[]{},".contains(c);
        (stop || text[at..].starts_with("//") || text[at..].starts_with("/*")).then_some(at)
    };
    text.char_indices().find_map(ends).unwrap_or(text.len())
}

/// Reports whether lines of this directive may be in a block.
pub(super) fn is_block(words: &[String], kind: FileKind) -> bool {
    let [word] = words else { return false };
    match kind {
        FileKind::Work => matches!(&**word, "godebug" | "use" | "replace"),
        FileKind::Main | FileKind::Dependency => matches!(
            &**word,
            "module"
                | "godebug"
                | "require"
                | "exclude"
                | "replace"
                | "retract"
                | "tool"
                | "ignore"
        ),
    }
}

/// The word, in quotes if it needs them.
pub(super) fn quoted(word: &str) -> String {
    let needs = word.is_empty()
        || word.contains("//")
        || word.contains("/*")
        || word.contains([' ', '"', '\'', '`', '(', ')', '[', ']', '{', '}', ',']);
    if needs { quote(word) } else { word.to_owned() }
}

impl Tree {
    /// The text as the go command writes it.
    #[must_use]
    pub fn print(&self) -> String {
        let mut out = String::new();
        for (at, statement) in self.statements.iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            match statement {
                Statement::Comments(comments) => print_comments_before(&mut out, comments, ""),
                Statement::Line(line) => print_line(&mut out, line, ""),
                Statement::Block(block) => print_block(&mut out, block),
            }
        }
        out
    }
}

fn print_comments_before(out: &mut String, comments: &[String], indent: &str) {
    for comment in comments {
        if !comment.is_empty() {
            out.push_str(indent);
            out.push_str(comment);
        }
        out.push('\n');
    }
}

fn print_suffix_comments(out: &mut String, comments: &[String]) {
    for comment in comments {
        out.push(' ');
        out.push_str(comment);
    }
    out.push('\n');
}

fn print_line(out: &mut String, line: &Line, indent: &str) {
    print_comments_before(out, &line.comments.before, indent);
    out.push_str(indent);
    print_words(out, &line.tokens);
    print_suffix_comments(out, &line.comments.suffix);
}

fn print_words(out: &mut String, tokens: &[String]) {
    let mut space = "";
    for token in tokens {
        if !matches!(&**token, "," | ")" | "]" | "}") {
            out.push_str(space);
        }
        out.push_str(token);
        space = if matches!(&**token, "(" | "[" | "{") { "" } else { " " };
    }
}

fn print_block(out: &mut String, block: &Block) {
    print_comments_before(out, &block.comments.before, "");
    print_words(out, &block.tokens);
    out.push_str(" (");
    print_suffix_comments(out, &block.comments.suffix);
    for line in &block.lines {
        print_line(out, line, "\t");
    }
    let close = &block.closing_comments.before;
    // A blank line alone before the parenthesis is not kept.
    if close.iter().any(|comment| !comment.is_empty()) {
        print_comments_before(out, close, "");
    }
    out.push(')');
    print_suffix_comments(out, &block.closing_comments.suffix);
}
