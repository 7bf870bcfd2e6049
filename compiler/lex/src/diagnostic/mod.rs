//! Diagnostics: findings about a program, each with a code, positions, notes and suggestions. Every stage reports
//! through them; none prints. The forms in which they are shown are made from them: gc's lines, excerpts of the source,
//! JSON.

mod code;

pub use code::{Code, Explanation};

use crate::source::{Pos, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program is not valid Go.
    Error,
    /// The program is valid, yet probably not meant.
    Warning,
}

/// A second position that explains the first, such as that of another declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there.
    pub message: String,
    /// Whether gc prints it too, as a line below the message.
    pub in_gc: bool,
}

/// A change of the text that may be what was meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The text to replace; empty where something is to be inserted.
    pub span: Span,
    /// The text to put there.
    pub replacement: String,
    /// The change in words, as a question or an advice.
    pub message: String,
}

/// One finding about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is; gc's line and column are those of `span.start`.
    pub span: Span,
    /// The text, in gc's wording. Lines after the first begin with a tab, as gc prints them.
    pub message: String,
    /// What is at `span`, in a few words; not part of gc's form.
    pub label: Option<String>,
    /// Further positions.
    pub labels: Vec<Label>,
    /// Facts without a position, such as the range of a type; not part of gc's form.
    pub notes: Vec<String>,
    /// What the user can do about it; not part of gc's form.
    pub help: Option<String>,
    /// Changes that would mend it; not part of gc's form.
    pub suggestions: Vec<Suggestion>,
}

impl Diagnostic {
    /// An error of kind `code` at `span`.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            span,
            message: message.into(),
            label: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            suggestions: Vec::new(),
        }
    }

    /// A warning of kind `code` at `span`.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// With these words at its own position.
    #[must_use]
    pub fn with_label(mut self, message: impl Into<String>) -> Self {
        self.label = Some(message.into());
        self
    }

    /// With a further position.
    #[must_use]
    pub fn with_label_at(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into(), in_gc: false });
        self
    }

    /// With a further position that gc prints too.
    #[must_use]
    pub fn with_gc_line(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into(), in_gc: true });
        self
    }

    /// With a fact that explains it.
    #[must_use]
    pub fn with_note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(message.into());
        self
    }

    /// With what the user can do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a change that would mend it, if there is one.
    #[must_use]
    pub fn with_suggestion(mut self, suggestion: Option<Suggestion>) -> Self {
        self.suggestions.extend(suggestion);
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
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(code, span, message));
    }

    /// Adds an error of kind `code` at the point `pos`.
    pub fn error_at(&mut self, code: Code, pos: Pos, message: impl Into<String>) {
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

    /// The findings as they came, to add what is known of them later.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Diagnostic] {
        &mut self.list
    }

    /// Drops the findings that `keep` refuses; it sees them as they came.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(keep);
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
