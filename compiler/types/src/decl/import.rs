//! Imports.

use crate::checker::Checker;
use crate::checker::package::FileState;
use crate::ids::PkgId;
use crate::input::PackageInput;
use crate::scope::ScopeId;
use crate::scope::object::{ObjId, ObjectKind};
use minigo_syntax::ast::{self, Ident, Name};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::source::{Pos, Span};

impl<'a> Checker<'a> {
    pub(crate) fn import(
        &mut self,
        state: &mut FileState,
        input: &PackageInput,
        import: &ast::Import,
    ) {
        let path = &import.path;
        let at = import.path_span.start;
        if let Some(bad) = bad_import_path(path) {
            self.error(Code::BadImportPath, at, format!("invalid import path ({bad})"));
            return;
        }
        if let Some(clean) = cleaner_path(path) {
            let message = format!("non-canonical import path {path:?} (should be {clean:?})");
            self.error(Code::BadImportPath, at, message);
            return;
        }
        let imported = if path == "unsafe" {
            self.unsafe_package()
        } else if let Some(&index) = input.imports.get(path) {
            self.collected_decls.loaded_packages[index]
        } else {
            let why = input.missing_imports.get(path).map_or("not found", String::as_str);
            let message = format!("could not import {path} ({why})");
            let nearest = self.nearest_package(path, import.path_span);
            let error = Diagnostic::error(Code::BrokenImport, import.path_span, message);
            self.report(error.with_suggestion(nearest));
            self.fake_package(path)
        };
        let own = self.package(imported).name.clone();
        let name = import.name.as_ref().map_or(own, |n| n.name.clone());
        if name == "init" {
            let message = "cannot import package as init - init must be a func";
            self.error(Code::InvalidInitDecl, import.pos, message);
            return;
        }
        let pos = import.name.as_ref().map_or(at, |n| n.pos);
        let ident = Ident { name: name.clone(), pos };
        let obj = self.new_object(&ident, ObjectKind::Package(imported));
        if self.package(imported).is_placeholder {
            self.object_mut(obj).is_used = true;
        }
        state.imports.push(obj);
        match name.as_str() {
            "." => self.dot_import(state.scope, imported, pos),
            "_" => {
                self.object_mut(obj).is_used = true;
                self.mark_used_for_init_effects(imported);
            }
            _ => {
                self.insert(state.scope, obj);
            }
        }
    }

    pub(crate) fn dot_import(&mut self, file: ScopeId, imported: PkgId, pos: Pos) {
        self.collected_decls.has_dot_imports = true;
        for name in self.exported_names(imported) {
            let Some(obj) = self.object_in_package(imported, &name) else { continue };
            if let Some(old) = self.scopes[file.0 as usize].insert(name.clone(), obj) {
                let message = format!("{name} redeclared in this block");
                let error = Diagnostic::error(Code::DuplicateDecl, Span::at(pos), message);
                self.report(self.with_other_declaration(error, old));
            }
        }
    }

    pub(crate) fn check_file_scopes(&mut self, package: ScopeId, files: &[FileState]) {
        for file in files {
            for (name, obj) in self.scope(file.scope).objects.clone() {
                let Some(alt) = self.scope(package).get(&name) else { continue };
                let message = if let ObjectKind::Package(imported) = self.object(obj).kind {
                    let state = self.package(imported);
                    let what = format!("package {} ({:?})", state.name, state.path.as_str());
                    format!("{name} already declared through import of {what}")
                } else {
                    let pkg =
                        self.object(obj).pkg.expect("an imported object belongs to a package");
                    let state = self.package(pkg);
                    let what = format!("package {} ({:?})", state.name, state.path.as_str());
                    format!("{name} already declared through dot-import of {what}")
                };
                let span = Span::of_name(&name, self.object(alt).pos);
                let error = Diagnostic::error(Code::DuplicateDecl, span, message);
                self.report(self.with_other_declaration(error, obj));
            }
        }
    }

    /// The package unsafe, which is made on first use.
    pub(crate) fn unsafe_package(&mut self) -> PkgId {
        if let Some(pkg) = self.collected_decls.unsafe_pkg {
            return pkg;
        }
        let scope = self.new_scope(None);
        let pkg = self.add_package("unsafe".into(), "unsafe".into(), scope, true);
        self.declare_unsafe(scope, pkg);
        self.collected_decls.unsafe_pkg = Some(pkg);
        pkg
    }

    /// Makes a package that replaces one that could not be loaded: each name in it exists and is in error.
    pub(crate) fn fake_package(&mut self, path: &Name) -> PkgId {
        let scope = self.new_scope(None);
        let pkg =
            self.add_package(path.clone(), Name::new(assumed_package_name(path)), scope, true);
        self.package_mut(pkg).is_placeholder = true;
        pkg
    }

    /// Reports the imports that are not used.
    pub(crate) fn report_unused_imports(&mut self, pkg: PkgId) {
        let imports: Vec<ObjId> =
            self.package(pkg).files.iter().flat_map(|f| f.imports.iter().copied()).collect();
        for obj in imports {
            let object = self.object(obj);
            let ObjectKind::Package(imported) = object.kind else { continue };
            if object.is_used {
                continue;
            }
            let (name, pos) = (object.name.clone(), object.pos);
            let path = self.package(imported).path.clone();
            let elem = path.rsplit('/').next().unwrap_or_default();
            let message = if name == "." || name == elem {
                format!("{:?} imported and not used", path.as_str())
            } else {
                format!("{:?} imported as {name} and not used", path.as_str())
            };
            let error = Diagnostic::error(Code::UnusedImport, Span::at(pos), message);
            self.report(error.with_help(format!(
                "remove the import, or write `_ {:?}` if it is only to be initialised",
                path.as_str()
            )));
        }
    }

    pub(crate) fn mark_dot_import_used(&mut self, obj: ObjId) {
        let Some(pkg) = self.object(obj).pkg else { return };
        let mut at = Some(self.context.scope);
        while let Some(scope) = at {
            let files = &self.package(self.context.pkg).files;
            if let Some(file) = files.iter().find(|f| f.scope == scope) {
                let imports = file.imports.clone();
                for import in imports {
                    let object = self.object_mut(import);
                    let same = matches!(object.kind, ObjectKind::Package(p) if p == pkg);
                    if same && object.name == "." {
                        object.is_used = true;
                    }
                }
                return;
            }
            at = self.scope(scope).parent;
        }
    }
}

/// The error of an import path, if it is invalid.
pub(crate) fn bad_import_path(path: &str) -> Option<String> {
    if path.is_empty() {
        return Some("empty string".to_owned());
    }
    let illegal = "!\"#$%&'()*,:;<=>?[\\]^{|}`\u{fffd}";
    let bad = |c: &char| c.is_control() || c.is_whitespace() || illegal.contains(*c);
    let c = path.chars().find(bad)?;
    let code = u32::from(c);
    let shown = if c.is_control() { String::new() } else { format!(" '{c}'") };
    Some(format!("invalid character U+{code:04X}{shown}"))
}

/// The path without empty elements, if it has any.
pub(crate) fn cleaner_path(path: &str) -> Option<String> {
    let relative = path.starts_with('.') || path.starts_with('/');
    if relative || !(path.contains("//") || path.ends_with('/')) {
        return None;
    }
    let parts: Vec<&str> = path.split('/').filter(|p| !p.is_empty()).collect();
    Some(parts.join("/"))
}

/// The likely name of the package at a path: `b` for `a/b/v2`, `yaml` for `gopkg.in/yaml.v3`, `x` for `a/go-x`.
fn assumed_package_name(path: &str) -> &str {
    let is_major = |part: &str| {
        part.strip_prefix('v')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut parts = path.rsplit('/').filter(|part| !part.is_empty());
    let mut last = parts.next().unwrap_or_default();
    if is_major(last) {
        last = parts.next().unwrap_or(last);
    }
    let name = last.strip_prefix("go-").unwrap_or(last);
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
    end.filter(|end| *end > 0).map_or(name, |end| &name[..end])
}
