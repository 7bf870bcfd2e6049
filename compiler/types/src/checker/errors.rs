//! Reporting errors.

use crate::checker::Checker;
use crate::ty::TypeId;
use minigo_syntax::ast::Ident;
use minigo_syntax::diagnostic::Diagnostic;
use minigo_syntax::source::{FileId, Pos, Span};

impl<'a> Checker<'a> {
    /// Reports an error at a point.
    pub(crate) fn error(&mut self, code: &'static str, pos: Pos, message: impl Into<String>) {
        self.error_span(code, Span::at(pos), message);
    }

    /// Reports an error at a range.
    pub(crate) fn error_span(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) {
        self.error_hint(code, span, message, None);
    }

    /// Reports an error with a hint: what the user can do about it.
    pub(crate) fn error_hint(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        hint: Option<String>,
    ) {
        if self.cx.silent {
            return self.give_up(span.start, || message.into());
        }
        let message = message.into();
        let span = self.cx.errpos.map_or(span, Span::at);
        // gc says the same about one line only once in a row.
        if let Some(last) = self.diags.as_slice().last()
            && last.message == message
            && self.line(last.span.start) == self.line(span.start)
        {
            return;
        }
        self.diags.push(Diagnostic::error(code, span, message).with_hint(hint));
    }

    /// Whether an error about these types would only follow from one that has been reported: a part of one of them is
    /// in error.
    pub(crate) fn follows_from_error(&self, types: &[TypeId]) -> bool {
        self.diags.has_errors() && types.iter().any(|&ty| self.types.mentions_invalid(ty))
    }

    /// Notes that something is omitted from the program though no error has been reported.
    pub(crate) fn give_up(&mut self, pos: Pos, why: impl FnOnce() -> String) {
        if self.given_up.is_none() && !self.diags.has_errors() {
            self.given_up = Some((pos, why()));
        }
    }

    /// Reports what has been given up, if nothing else explains it: an error of the checker's own, for a program must
    /// never run without a part of it.
    pub(crate) fn report_given_up(&mut self) {
        if self.diags.has_errors() {
            return;
        }
        let Some((pos, why)) = self.given_up.take() else { return };
        let message =
            format!("internal compiler error: {why} (a bug of minigo, not of this program)");
        self.error("InternalError", pos, message);
    }

    /// `file:line:col` of a position, as gc writes it inside messages.
    pub(crate) fn position(&self, pos: Pos) -> String {
        let position = self.sources.position(pos);
        position.map_or_else(String::new, |p| format!("{}:{}:{}", p.file, p.line, p.column))
    }

    /// File and line of a position.
    pub(crate) fn line(&self, pos: Pos) -> Option<(FileId, u32)> {
        let source = self.sources.file_of(pos)?;
        Some((source.id, source.line_col(pos).0))
    }

    /// Whether the language version of the file is at least `1.minor`.
    pub(crate) fn allows(&self, minor: u32) -> bool {
        self.cx.version >= (1, minor)
    }

    /// Reports a second declaration of a name.
    pub(crate) fn redeclared(&mut self, name: &Ident, old: Pos, suffix: &str) {
        let at = self.position(old);
        let name_ = &name.name;
        let message = format!("{name_} redeclared{suffix}\n\t{at}: other declaration of {name_}");
        self.error_span("DuplicateDecl", name.span(), message);
    }

    /// Whether the language version allows what came with `1.minor`; reports if not.
    pub(crate) fn require(&mut self, minor: u32, pos: Pos, what: &str) -> bool {
        if self.allows(minor) {
            return true;
        }
        let hint = self.version_hint();
        let message = format!("{what} requires go1.{minor} or later{hint}");
        self.error("UnsupportedFeature", pos, message);
        false
    }
}

impl Checker<'_> {
    /// Where the language version comes from, for messages that ask for a later one.
    pub(crate) fn version_hint(&self) -> String {
        let (major, minor) = self.cx.version;
        if self.cx.version != self.package(self.cx.pkg).version {
            return format!(" (file declares //go:build go{major}.{minor})");
        }
        format!(" (-lang was set to go{major}.{minor}; check go.mod)")
    }
}
