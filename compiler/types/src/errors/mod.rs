//! The functions that report errors, and in the submodules the errors that have labels or suggestions.
//!
//! * [`assign_errors`]: a value does not fit its destination
//! * [`name_suggestions`]: a name is not declared

mod assign_errors;
pub(crate) mod name_suggestions;

use crate::checker::Checker;
use crate::ty::TypeId;
use minigo_syntax::ast::Ident;
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::source::{FileId, Pos, Span};

impl<'a> Checker<'a> {
    /// Reports an error at a point.
    pub(crate) fn error(&mut self, code: Code, pos: Pos, message: impl Into<String>) {
        self.error_span(code, Span::at(pos), message);
    }

    /// Reports an error at a range.
    pub(crate) fn error_span(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    /// Reports an error.
    pub(crate) fn report(&mut self, mut error: Diagnostic) {
        if self.context.suppresses_errors {
            return self.note_unreported_failure(error.span.start, || error.message);
        }
        error.span = self.context.error_pos.map_or(error.span, Span::at);
        // gc reports the same message for the same line only once in a row.
        if let Some(last) = self.diags.as_slice().last()
            && last.message == error.message
            && self.file_and_line(last.span.start) == self.file_and_line(error.span.start)
        {
            return;
        }
        self.diags.push(error);
    }

    /// Reports whether an error about these types would only be a follow-on error: a part of one of them is in error.
    pub(crate) fn follows_from_error(&self, types: &[TypeId]) -> bool {
        self.diags.has_errors() && types.iter().any(|&ty| self.types.mentions_invalid(ty))
    }

    /// Records that a part of the program is omitted although no error has been reported.
    pub(crate) fn note_unreported_failure(&mut self, pos: Pos, why: impl FnOnce() -> String) {
        if self.unreported_failure.is_none() && !self.diags.has_errors() {
            self.unreported_failure = Some((pos, why()));
        }
    }

    /// Reports the part that [`Self::note_unreported_failure`] recorded as an internal error, unless another error
    /// explains the omission: a program must never run with a part missing.
    pub(crate) fn report_unreported_failure(&mut self) {
        let given_up = self.unreported_failure.take();
        let Some((pos, why)) = given_up.filter(|_| !self.diags.has_errors()) else { return };
        let message =
            format!("internal compiler error: {why} (a bug of minigo, not of this program)");
        self.error(Code::InternalError, pos, message);
    }

    /// `file:line:col` of a position, as gc writes it inside messages.
    pub(crate) fn position_text(&self, pos: Pos) -> String {
        let position = self.sources.position(pos);
        position.map_or_else(String::new, |p| format!("{}:{}:{}", p.file, p.line, p.column))
    }

    /// The file and the line of a position.
    pub(crate) fn file_and_line(&self, pos: Pos) -> Option<(FileId, u32)> {
        let source = self.sources.file_of(pos)?;
        Some((source.id, source.line_col(pos).0))
    }

    /// Reports whether the language version of the file is at least `1.minor`.
    pub(crate) fn allows_language(&self, minor: u32) -> bool {
        self.context.version >= (1, minor)
    }

    /// Reports a second declaration of a name.
    pub(crate) fn report_redeclared(&mut self, name: &Ident, old: Pos, suffix: &str) {
        let name_ = &name.name;
        let message = format!("{name_} redeclared{suffix}");
        let other = Span::of_name(name_, old);
        let error = Diagnostic::error(Code::DuplicateDecl, name.span(), message);
        self.report(error.with_go_compiler_label(other, format!("other declaration of {name_}")));
    }

    /// Reports a second method of a name.
    pub(crate) fn report_duplicate_method(&mut self, ty: &str, name: &str, pos: Pos, old: Pos) {
        let position = self.position_text(old);
        let message = format!("method {ty}.{name} already declared at {position}");
        let error = Diagnostic::error(Code::DuplicateMethod, Span::of_name(name, pos), message);
        self.report(error.with_label_at(Span::of_name(name, old), "the first declaration"));
    }

    /// Checks that the language version has the features of `1.minor`, and reports an error if not.
    pub(crate) fn require_language(&mut self, minor: u32, pos: Pos, what: &str) -> bool {
        if self.allows_language(minor) {
            return true;
        }
        let hint = self.version_hint();
        let message = format!("{what} requires go1.{minor} or later{hint}");
        self.error(Code::UnsupportedFeature, pos, message);
        false
    }
}

impl Checker<'_> {
    /// The source of the language version, for messages that require a later one.
    pub(crate) fn version_hint(&self) -> String {
        let (major, minor) = self.context.version;
        if self.context.version != self.package(self.context.pkg).version {
            return format!(" (file declares //go:build go{major}.{minor})");
        }
        format!(" (-lang was set to go{major}.{minor}; check go.mod)")
    }
}
