//! Diagnostics: findings about a program, each with a code, positions, notes and suggestions. Every stage of the
//! compiler reports through diagnostics; no stage prints. The printed forms are made from diagnostics: gc's lines,
//! excerpts of the source, JSON.
//!
//! Each code is declared once, in a section of `compiler/lex/codes/*.md`: its rule, an example that a test compiles,
//! and a remedy. Type errors have the names that Go gives them (`internal/types/errors`).

use crate::source::{Pos, Span};

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The program is not valid Go.
    Error,
    /// The program is valid, but probably not as intended.
    Warning,
}

/// A second position that explains the first, such as that of another declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The span of the source text.
    pub span: Span,
    /// A description of the text at the span.
    pub message: String,
    /// Whether gc prints the label too, as a line below the message.
    pub is_printed_by_go_compiler: bool,
}

/// A change of the text that may be the intended one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The text to replace; empty for an insertion.
    pub span: Span,
    /// The replacement.
    pub replacement: String,
    /// A description of the change, as a question or as advice.
    pub message: String,
}

/// A change that go vet suggests for a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VetFix {
    /// A description of the change.
    pub message: String,
    /// The texts to replace, and their replacements; `None` if go vet shows no edits.
    pub edits: Option<Vec<(Span, String)>>,
}

/// The parts of a warning that only `vet -json` shows, as go vet does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VetForm {
    /// The end of the finding. The diagnostic's own span ends at the end of its first line.
    pub end: Pos,
    /// The changes that go vet suggests.
    pub fixes: Vec<VetFix>,
}

/// An error or a warning about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The code, which names the kind of the finding.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The span of the finding; gc prints the line and column of `span.start`.
    pub span: Span,
    /// The text, in gc's wording. Lines after the first begin with a tab, as gc prints them.
    pub message: String,
    /// A description of the text at `span`, in a few words; not part of gc's form.
    pub label: Option<String>,
    /// Further positions, each with a message.
    pub labels: Vec<Label>,
    /// Facts without a position, such as the range of a type; not part of gc's form.
    pub notes: Vec<String>,
    /// Advice to the user; not part of gc's form.
    pub help: Option<String>,
    /// Changes that would fix the finding; not part of gc's form.
    pub suggestions: Vec<Suggestion>,
    /// What `vet -json` shows besides; `None` for a finding of another kind than go vet's.
    pub vet: Option<Box<VetForm>>,
}

impl Diagnostic {
    /// Makes an error with code `code` at `span`.
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
            vet: None,
        }
    }

    /// Makes a warning with code `code` at `span`.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Adds a description of the text at the diagnostic's own span.
    #[must_use]
    pub fn with_label(mut self, message: impl Into<String>) -> Self {
        self.label = Some(message.into());
        self
    }

    /// Adds a label at a further span.
    #[must_use]
    pub fn with_label_at(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into(), is_printed_by_go_compiler: false });
        self
    }

    /// Adds a label at a further span that gc prints too.
    #[must_use]
    pub fn with_go_compiler_label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into(), is_printed_by_go_compiler: true });
        self
    }

    /// Adds a fact that explains the diagnostic.
    #[must_use]
    pub fn with_note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(message.into());
        self
    }

    /// Adds advice to the user.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a change that would fix the finding, if there is one.
    #[must_use]
    pub fn with_suggestion(mut self, suggestion: Option<Suggestion>) -> Self {
        self.suggestions.extend(suggestion);
        self
    }
}

impl Diagnostic {
    /// Sets the end that `vet -json` shows.
    #[must_use]
    pub fn with_vet_end(mut self, end: Pos) -> Self {
        self.vet_form().end = end;
        self
    }

    /// Adds a change that `vet -json` shows.
    #[must_use]
    pub fn with_vet_fix(mut self, message: &str, edits: Option<Vec<(Span, String)>>) -> Self {
        self.vet_form().fixes.push(VetFix { message: message.into(), edits });
        self
    }

    fn vet_form(&mut self) -> &mut VetForm {
        self.vet.get_or_insert_with(|| Box::new(VetForm { end: self.span.end, fixes: Vec::new() }))
    }
}

/// A list of findings, sorted by position when it is converted with `into_sorted`.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    diagnostics: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Makes an empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds an error with code `code` at `span`.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(code, span, message));
    }

    /// Adds an error with code `code` at the point `pos`.
    pub fn error_at(&mut self, code: Code, pos: Pos, message: impl Into<String>) {
        self.error(code, Span::at(pos), message);
    }

    /// Adds all diagnostics of `other`.
    pub fn extend(&mut self, other: Self) {
        self.diagnostics.extend(other.diagnostics);
    }

    /// Reports whether any finding is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }

    /// The number of findings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// Reports whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The findings in the order in which they were reported.
    #[must_use]
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The findings in the order in which they were reported, mutable, so that later stages can complete them.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Diagnostic] {
        &mut self.diagnostics
    }

    /// Drops the findings for which `keep` returns `false`. `keep` is called in the order of reporting.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.diagnostics.retain(keep);
    }

    /// Drops all findings after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.diagnostics.truncate(len);
    }

    /// The findings in the order of their positions, without duplicates.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|d| d.span.start);
        self.diagnostics.dedup();
        self.diagnostics
    }
}

/// The explanation that `minigo explain` prints for a [`Code`], in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The subject, such as constants: the heading of the section.
    pub subject: &'static str,
    /// The code's name, such as `UndeclaredName`.
    pub name: &'static str,
    /// The rule that the program breaks. The first sentence of the rule is also the entry in the list of all codes.
    pub rule: &'static str,
    /// A program that breaks the rule; empty if no program can, as for internal errors of minigo. Several files are
    /// separated by lines `-- name --`.
    pub example: &'static str,
    /// The remedy. A program between fences is a corrected version of the example.
    pub remedy: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/codes.rs"));

impl Code {
    /// The rule, the example and the remedy.
    #[must_use]
    pub fn explanation(self) -> &'static Explanation {
        &EXPLANATIONS[self as usize].1
    }

    /// The name, which is stable from version to version.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.explanation().name
    }

    /// All codes, subject by subject.
    pub fn all() -> impl Iterator<Item = Self> {
        EXPLANATIONS.iter().map(|(code, _)| *code)
    }
}
