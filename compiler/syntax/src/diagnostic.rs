//! Diagnostics: errors with a position, a code, notes and a hint. Every stage reports through them; none prints.

use crate::source::{Pos, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program is not valid Go.
    Error,
    /// The program is valid, yet probably not meant.
    Warning,
}

/// A second position that explains the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Where, if anywhere.
    pub span: Option<Span>,
    /// What it says.
    pub message: String,
}

/// One finding about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// A stable name of the kind of error, as `types2` names them (`MismatchedTypes`, `Syntax`, …).
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is; gc's line and column are those of `span.start`.
    pub span: Span,
    /// The text, in gc's wording. Lines after the first begin with a tab, as gc prints them.
    pub message: String,
    /// Further positions.
    pub notes: Vec<Note>,
    /// What the user can do about it; not part of gc's form.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error of kind `code` at `span`.
    #[must_use]
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, severity: Severity::Error, span, message, notes: Vec::new(), hint: None }
    }

    /// With what the user can do about it.
    #[must_use]
    pub fn with_hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint;
        self
    }

    /// With a note at `span`.
    #[must_use]
    pub fn with_note(mut self, span: Option<Span>, message: impl Into<String>) -> Self {
        self.notes.push(Note { span, message: message.into() });
        self
    }
}

/// Where findings go; sorted by position when taken out.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds an error of kind `code` at `span`.
    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(code, span, message));
    }

    /// Adds an error of kind `code` at the point `pos`.
    pub fn error_at(&mut self, code: &'static str, pos: Pos, message: impl Into<String>) {
        self.error(code, Span::at(pos), message);
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: Self) {
        self.list.extend(other.list);
    }

    /// Whether any finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// How many findings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The findings as they came.
    #[must_use]
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Drops what came after the first `len` findings.
    pub fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    /// The findings in the order of their positions, without repetitions.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| d.span.start);
        self.list.dedup();
        self.list
    }
}
