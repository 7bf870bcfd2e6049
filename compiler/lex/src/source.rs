//! Source texts and positions in them.
//!
//! A position is one number in a space that all files of a compilation share, so that tokens, nodes and instructions
//! hold it in four bytes. Only the source map converts a position to a file, a line and a column.

pub use crate::packed::{Packed, Unpacked};
use std::sync::{Arc, OnceLock};

/// A byte position in the space that all files of a [`SourceMap`] share. Zero means "no position".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos(pub u32);

impl Pos {
    /// The position of objects that are declared in no file.
    pub const NONE: Self = Self(0);

    /// Reports whether the position lies in a file.
    #[must_use]
    pub fn is_known(self) -> bool {
        self.0 != 0
    }
}

/// A half-open range of positions in one file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The position of the first byte.
    pub start: Pos,
    /// The position one past the last byte.
    pub end: Pos,
}

impl Span {
    /// The range from `start` to `end`.
    #[must_use]
    pub fn new(start: Pos, end: Pos) -> Self {
        Self { start, end }
    }

    /// The range of the name that begins at `pos`.
    #[must_use]
    pub fn of_name(name: &str, pos: Pos) -> Self {
        Self { start: pos, end: Pos(pos.0 + name.len() as u32) }
    }

    /// An empty range at `pos`.
    #[must_use]
    pub fn at(pos: Pos) -> Self {
        Self { start: pos, end: pos }
    }
}

/// The index of a file in its [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FileId(pub u32);

/// The text of a file.
#[derive(Clone, Debug)]
pub enum Text {
    /// A text that was read at run time.
    Read(Arc<str>),
    /// A file that is compiled into minigo. Files that are compiled into minigo contain no `//line` comments.
    BuiltIn {
        /// The compressed text.
        packed: &'static Packed,
        /// The text, unpacked when it is first read: a program that imports a package reads few of its files.
        text: Arc<OnceLock<Unpacked>>,
    },
}

impl Text {
    /// The length in bytes. Does not unpack the text.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a text is also a str, which has is_empty")]
    pub fn len(&self) -> usize {
        match self {
            Self::Read(text) => text.len(),
            Self::BuiltIn { packed, .. } => packed.len(),
        }
    }
}

impl From<&'static Packed> for Text {
    fn from(packed: &'static Packed) -> Self {
        Self::BuiltIn { packed, text: Arc::default() }
    }
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Read(text) => text,
            Self::BuiltIn { packed, text } => text.get_or_init(|| packed.unpack()),
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::Read(text.into())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::Read(text.into())
    }
}

/// One file: its displayed name, its text, and its place in the position space.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's index in the map.
    pub id: FileId,
    /// The name as shown in messages.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Text,
    /// The position of the first byte.
    pub base: Pos,
    /// The line table, computed on first use.
    lines: Arc<OnceLock<Box<Lines>>>,
}

impl Source {
    /// The position of the byte at `offset`.
    #[must_use]
    pub fn pos(&self, offset: usize) -> Pos {
        Pos(self.base.0
            + u32::try_from(offset).expect("`SourceMap::add` rejects texts beyond 4 GiB"))
    }

    /// The text of `span`, which must lie in this file.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        let from = (span.start.0 - self.base.0) as usize;
        let to = (span.end.0 - self.base.0) as usize;
        &self.text[from..to]
    }

    /// Line (from 1) and column (from 1, in bytes, as gc counts) of `pos`.
    #[must_use]
    pub fn line_col(&self, pos: Pos) -> (u32, u32) {
        self.lines().line_col(pos.0 - self.base.0)
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Box::new(Lines::of(&self.text)))
    }
}

/// The offsets at which the lines of a file begin, and the file's `//line` comments.
#[derive(Clone, Debug)]
struct Lines {
    /// The byte offset of the first byte of every line.
    starts: Vec<u32>,
    /// The `//line` comments in source order.
    directives: Vec<LineDirective>,
}

/// Returns the offset of the first byte of every line of a text.
#[must_use]
pub fn line_starts(text: &str) -> Vec<u32> {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes());
    std::iter::once(0).chain(ends.map(|at| at as u32 + 1)).collect()
}

/// A comment `//line file:line:column`, which renames the positions after it.
#[derive(Clone, Debug)]
struct LineDirective {
    /// The byte offset of the first position that the comment renames.
    offset: u32,
    /// The file; `None` if the comment keeps the current one.
    file: Option<Arc<str>>,
    /// The line number that the comment gives.
    line: u32,
    /// The column that the comment gives; `None` if it gives no column.
    column: Option<u32>,
}

impl Lines {
    fn of(text: &Text) -> Self {
        let starts = line_starts(text);
        let mut directives = Vec::new();
        let built_in = matches!(text, Text::BuiltIn { .. });
        if !built_in && (text.contains("//line ") || text.contains("/*line ")) {
            for &start in &starts {
                let line = text[start as usize..].lines().next().unwrap_or_default();
                if let Some(rest) = line.strip_prefix("//line ") {
                    directives.extend(LineDirective::parse(rest, start + line.len() as u32 + 1));
                }
            }
            for (at, _) in text.match_indices("/*line ") {
                let rest = &text[at + "/*line ".len()..];
                if let Some(end) = rest.find("*/") {
                    let after = at + "/*line ".len() + end + 2;
                    directives.extend(LineDirective::parse(&rest[..end], after as u32));
                }
            }
            directives.sort_by_key(|d| d.offset);
        }
        Self { starts, directives }
    }

    /// The physical line and column, from 1.
    fn line_col(&self, offset: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|&start| start <= offset);
        (
            u32::try_from(line).expect("a file has fewer lines than bytes"),
            offset - self.starts[line - 1] + 1,
        )
    }

    /// The file, line and column as the last directive before `offset` renames them.
    fn line_directive_position(&self, offset: u32) -> (Option<Arc<str>>, u32, u32) {
        let (line, column) = self.line_col(offset);
        let n = self.directives.partition_point(|d| d.offset <= offset);
        let Some(directive) = n.checked_sub(1).map(|i| &self.directives[i]) else {
            return (None, line, column);
        };
        let (first, first_column) = self.line_col(directive.offset);
        let column = match directive.column {
            Some(start) if line == first => start + column - first_column,
            Some(_) => column,
            None => 0,
        };
        let file = self.directives[..n].iter().rev().find_map(|d| d.file.clone());
        (file, directive.line + line - first, column)
    }
}

impl LineDirective {
    /// Parses `file:line` or `file:line:column`. An empty file means the same file if there is a column.
    fn parse(text: &str, offset: u32) -> Option<Self> {
        let text = text.trim_end();
        let (rest, last) = text.rsplit_once(':')?;
        let last: u32 = last.parse().ok().filter(|&n| n > 0)?;
        let two = rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        let (file, line, column) = match two {
            Some((file, line)) if line > 0 => (file, line, Some(last)),
            _ => (rest, last, None),
        };
        let file = (!file.is_empty() || column.is_none()).then(|| file.into());
        Some(Self { offset, file, line, column })
    }
}

/// A position in readable form: file, line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The name of the file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

/// All files of a compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Source>,
}

/// The error that the texts of a compilation exceed the position space (4 GiB).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourcesTooLarge;

impl SourceMap {
    /// Makes an empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    ///
    /// # Errors
    /// Returns [`SourcesTooLarge`] if all texts together would exceed 4 GiB.
    pub fn add(&mut self, name: &str, text: impl Into<Text>) -> Result<&Source, SourcesTooLarge> {
        let text: Text = text.into();
        let base = self.files.last().map_or(1, |f| f.base.0 as usize + f.text.len() + 1);
        if u32::try_from(base + text.len() + 1).is_err() {
            return Err(SourcesTooLarge);
        }
        let lines = Arc::new(OnceLock::new());
        let id = FileId(self.files.len() as u32);
        self.files.push(Source { id, name: name.into(), text, base: Pos(base as u32), lines });
        Ok(&self.files[id.0 as usize])
    }

    /// The file `id`.
    #[must_use]
    pub fn file(&self, id: FileId) -> &Source {
        &self.files[id.0 as usize]
    }

    /// All files, in the order they were added.
    #[must_use]
    pub fn files(&self) -> &[Source] {
        &self.files
    }

    /// The file in which `pos` lies.
    #[must_use]
    pub fn file_of(&self, pos: Pos) -> Option<&Source> {
        let at = self.files.partition_point(|f| f.base <= pos);
        at.checked_sub(1).map(|i| &self.files[i])
    }

    /// The position as `//line` comments rename it; `None` if its file has no such comments.
    #[must_use]
    pub fn position_by_directive(&self, pos: Pos) -> Option<Position> {
        let lines = self.file_of(pos)?.lines();
        if lines.directives.is_empty() { None } else { self.position(pos) }
    }

    /// The physical line that contains `pos`: its file, its number from 1, and its positions. `None` if the file has
    /// `//line` comments.
    #[must_use]
    pub fn physical_line(&self, pos: Pos) -> Option<(FileId, u32, std::ops::Range<Pos>)> {
        let file = self.file_of(pos)?;
        let lines = file.lines();
        if !lines.directives.is_empty() {
            return None;
        }
        let (line, _) = lines.line_col(pos.0 - file.base.0);
        let start = lines.starts[line as usize - 1];
        let end = lines.starts.get(line as usize).map_or(file.text.len() as u32 + 1, |&next| next);
        Some((file.id, line, Pos(file.base.0 + start)..Pos(file.base.0 + end)))
    }

    /// The file, line and column of `pos`, as `//line` comments rename them.
    #[must_use]
    pub fn position(&self, pos: Pos) -> Option<Position> {
        let file = self.file_of(pos)?;
        let (renamed, line, column) = file.lines().line_directive_position(pos.0 - file.base.0);
        let name =
            renamed.map_or_else(|| file.name.clone(), |to| relative_to_file(&file.name, &to));
        Some(Position { file: name, line, column })
    }
}

/// The name of a file that a `//line` comment names; it is relative to the directory of the file that contains the
/// comment.
fn relative_to_file(name: &str, renamed: &str) -> Arc<str> {
    match name.rfind('/') {
        Some(at) if !renamed.starts_with('/') => format!("{}{renamed}", &name[..=at]).into(),
        _ => renamed.into(),
    }
}

/// Decodes the bytes of a file. Returns the text, and the offsets in the text at which the bytes were not UTF-8.
///
/// Each invalid byte becomes one U+FFFD.
#[must_use]
pub fn decode_utf8(bytes: Vec<u8>) -> (String, Vec<usize>) {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return (text, Vec::new()),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + 16);
    let mut bad = Vec::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for _ in chunk.invalid() {
            bad.push(text.len());
            text.push('\u{fffd}');
        }
    }
    (text, bad)
}
