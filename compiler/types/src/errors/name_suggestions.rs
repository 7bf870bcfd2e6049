//! Hints for undeclared names: the nearest declared name, or the missing import.

use crate::checker::Checker;
use crate::ids::PkgId;
use crate::ty::embedding::Embedding;
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::{Ident, Name};
use minigo_syntax::diagnostic::{Code, Diagnostic, Suggestion};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::Span;

/// Keywords that a misspelt name at the start of a statement may stand for.
const KEYWORDS: &[&str] = &[
    "break",
    "case",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "fallthrough",
    "for",
    "func",
    "goto",
    "return",
    "select",
    "switch",
    "var",
];

/// The depth of embedded fields up to which names of fields and methods are collected.
const MAX_EMBEDDING_DEPTH: usize = 4;

impl Checker<'_> {
    /// Reports an undeclared name.
    pub(crate) fn report_undefined_name(&mut self, name: &Name, span: Span) {
        let error = Diagnostic::error(Code::UndeclaredName, span, format!("undefined: {name}"));
        self.report(match self.missing_import(name) {
            Some(help) => error.with_help(help),
            None => error.with_suggestion(self.nearest_in_scope(name, span)),
        });
    }

    /// Reports an assignment to an undeclared name.
    pub(crate) fn report_undefined_assign_target(&mut self, name: &Name, span: Span) {
        let error = Diagnostic::error(Code::UndeclaredName, span, format!("undefined: {name}"));
        let help = format!("`{name} := …` declares a variable, `=` assigns to one that is there");
        let nearest = self.nearest_in_scope(name, span);
        self.report(error.with_help(help).with_suggestion(nearest));
    }

    /// The name among `names` that `name` may be a misspelling of; `None` once the budget of comparisons is exhausted.
    fn nearest_name<'n>(&self, name: &str, names: Vec<&'n str>) -> Option<&'n str> {
        let left = self.remaining_suggestion_comparisons.get().checked_sub(names.len());
        self.remaining_suggestion_comparisons.set(left.unwrap_or_default());
        left.and_then(|_| minigo_syntax::suggest::nearest(name, names))
    }

    /// Reports whether the budget of comparisons is not exhausted. If the budget is exhausted, names need not be
    /// collected.
    fn may_suggest(&self) -> bool {
        self.remaining_suggestion_comparisons.get() > 0
    }

    /// The nearest name in scope, or the nearest keyword.
    fn nearest_in_scope(&self, name: &str, span: Span) -> Option<Suggestion> {
        if !self.may_suggest() {
            return None;
        }
        let mut names = Vec::new();
        let mut at = Some(self.context.scope);
        while let Some(id) = at {
            let scope = self.scope(id);
            names.extend(scope.objects.iter().map(|(name, _)| name.as_str()));
            at = scope.parent;
        }
        names.extend(KEYWORDS);
        self.nearest_name(name, names).map(|found| did_you_mean(span, found))
    }

    /// The advice to import the library's package with this name.
    fn missing_import(&self, name: &str) -> Option<String> {
        let mut paths = (self.library_paths)();
        paths
            .retain(|path| !path.starts_with("internal/") && path.rsplit('/').next() == Some(name));
        paths.small_sort_by_key(|path| (path.len(), *path));
        paths.first().map(|path| format!("import {path:?}?"))
    }

    /// The nearest importable package of the library.
    pub(crate) fn nearest_package(&self, path: &str, span: Span) -> Option<Suggestion> {
        let paths = (self.library_paths)();
        let paths = paths.into_iter().filter(|path| !path.starts_with("internal/"));
        let replacement = format!("{:?}", self.nearest_name(path, paths.collect())?);
        Some(Suggestion { span, message: format!("did you mean {replacement}?"), replacement })
    }

    /// The nearest exported name of a package.
    pub(crate) fn nearest_member(
        &self,
        pkg: PkgId,
        qualifier: &str,
        name: &Ident,
    ) -> Option<Suggestion> {
        if !self.may_suggest() {
            return None;
        }
        let names = self.exported_names(pkg);
        let found = self.nearest_name(&name.name, names.iter().map(Name::as_str).collect())?;
        let message = format!("did you mean `{qualifier}.{found}`?");
        Some(Suggestion { message, ..did_you_mean(name.span(), found) })
    }

    /// The nearest field or method of a type.
    pub(crate) fn nearest_field_or_method(&self, ty: TypeId, name: &Ident) -> Option<Suggestion> {
        if !self.may_suggest() {
            return None;
        }
        let names = self.member_names(ty);
        let found = self.nearest_name(&name.name, names.iter().map(Name::as_str).collect())?;
        Some(did_you_mean(name.span(), found))
    }

    /// The nearest field of a struct.
    pub(crate) fn nearest_field(&self, ty: TypeId, name: &str, span: Span) -> Option<Suggestion> {
        let Type::Struct(fields) = self.types.underlying_structure(ty) else { return None };
        if !self.may_suggest() {
            return None;
        }
        let names = fields.iter().map(|field| field.name.as_str()).collect();
        let found = self.nearest_name(name, names)?;
        Some(did_you_mean(span, found))
    }

    /// The names of the fields and methods of a type, those of embedded ones included.
    fn member_names(&self, ty: TypeId) -> Vec<Name> {
        let (base, pointer) = self.types.deref(ty);
        let mut embedding = Embedding::of(&self.types, base, pointer);
        for _ in 0..MAX_EMBEDDING_DEPTH {
            embedding.descend_level();
        }
        let mut names = Vec::new();
        for level in &embedding.embedded_types {
            if let Type::Named(id) = self.types.get(level.ty) {
                let methods = &self.types.named_type(*id).methods;
                names.extend(methods.iter().map(|method| method.name.clone()));
            }
            match self.types.underlying_structure(level.ty) {
                Type::Struct(fields) => names.extend(fields.iter().map(|field| field.name.clone())),
                Type::Interface(interface) => {
                    names.extend(interface.methods.iter().map(|method| method.name.clone()));
                }
                _ => {}
            }
        }
        names
    }
}

/// The suggestion to replace the name at `span` by `name`.
pub(crate) fn did_you_mean(span: Span, name: &str) -> Suggestion {
    Suggestion { span, replacement: name.to_owned(), message: format!("did you mean `{name}`?") }
}
