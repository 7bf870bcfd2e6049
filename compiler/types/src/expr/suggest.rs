//! Hints for names that are not declared: the nearest name that is, or the import that is missing.

use crate::checker::Checker;
use crate::ids::PkgId;
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::Name;
use minigo_syntax::source::Span;
use minigo_syntax::suggest::nearest;

/// Keywords that a misspelt name may stand for, where statements begin.
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

/// How many embedded fields deep the names of fields and methods are looked for.
const DEPTH: usize = 4;

impl Checker<'_> {
    /// Reports a name that nothing declares.
    pub(crate) fn undefined(&mut self, name: &Name, span: Span) {
        let hint = self.missing_import(name).or_else(|| self.nearest_in_scope(name));
        self.error_hint("UndeclaredName", span, format!("undefined: {name}"), hint);
    }

    /// The nearest name in scope, or keyword.
    fn nearest_in_scope(&self, name: &str) -> Option<String> {
        let mut names = Vec::new();
        let mut at = Some(self.cx.scope);
        while let Some(id) = at {
            let scope = self.scope(id);
            names.extend(scope.list.iter().map(|(name, _)| name.as_str()));
            at = scope.parent;
        }
        names.extend(KEYWORDS);
        let found = nearest(name, names)?;
        Some(did_you_mean(found))
    }

    /// The import of the library's package of this name.
    fn missing_import(&self, name: &str) -> Option<String> {
        let mut paths = (self.library_paths)();
        paths
            .retain(|path| !path.starts_with("internal/") && path.rsplit('/').next() == Some(name));
        paths.sort_by_key(|path| (path.len(), *path));
        paths.first().map(|path| format!("import {path:?}?"))
    }

    /// The nearest importable package of the library.
    pub(crate) fn nearest_package(&self, path: &str) -> Option<String> {
        let paths = (self.library_paths)();
        let paths = paths.into_iter().filter(|path| !path.starts_with("internal/"));
        nearest(path, paths).map(|found| format!("did you mean {found:?}?"))
    }

    /// The nearest exported name of a package.
    pub(crate) fn nearest_member(&self, pkg: PkgId, qualifier: &str, name: &str) -> Option<String> {
        let names = self.exported_names(pkg);
        let found = nearest(name, names.iter().map(Name::as_str))?;
        Some(did_you_mean(&format!("{qualifier}.{found}")))
    }

    /// The nearest field or method of a type.
    pub(crate) fn nearest_field_or_method(&self, ty: TypeId, name: &str) -> Option<String> {
        let mut names = Vec::new();
        self.member_names(ty, DEPTH, &mut names);
        nearest(name, names.iter().map(Name::as_str)).map(did_you_mean)
    }

    fn member_names(&self, ty: TypeId, depth: usize, names: &mut Vec<Name>) {
        let ty = match self.types.get(ty) {
            Type::Pointer(to) => *to,
            _ => ty,
        };
        if let Type::Named(id) = self.types.get(ty) {
            names.extend(self.types.named(*id).methods.iter().map(|method| method.name.clone()));
        }
        match self.types.under(ty) {
            Type::Struct(fields) => {
                for field in fields {
                    names.push(field.name.clone());
                    if field.embedded && depth > 0 {
                        self.member_names(field.ty, depth - 1, names);
                    }
                }
            }
            Type::Interface(interface) => {
                names.extend(interface.methods.iter().map(|method| method.name.clone()));
            }
            _ => {}
        }
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}
