//! Types of the library are complete wherever they are first used: each exported type of each package in a conversion,
//! a literal, a method expression and as an embedded field, at package level, before anything else has resolved it.
//!
//! The programs are made from the library's own sources and only have to compile. Each use has a program of its own,
//! since the first use of a type would complete it for later uses. A second program has the types in reverse order.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use minigo_syntax::ast::{Decl, Expr, ExprKind as E, File, InterfaceElem, TypeSpec, is_exported};
use minigo_syntax::parse_file;
use minigo_syntax::source::SourceMap;
use std::collections::HashMap;
use support::{Dir, minigo_with_env};

/// The kind of a type's underlying type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Number,
    Text,
    Bool,
    Struct,
    Array,
    /// A slice or a map: it has literals and `nil`.
    Slice,
    /// A function, a channel or a pointer: it has `nil`.
    Nilable,
    Interface,
    /// A constraint, which only type parameters can use.
    Constraint,
}

/// A parsed package of the library.
struct Package {
    files: Vec<File>,
}

struct Library {
    packages: HashMap<String, Package>,
}

impl Library {
    fn parse() -> Self {
        let mut sources = SourceMap::new();
        let mut packages = HashMap::new();
        for path in minigo_stdlib::import_paths() {
            let files = minigo_stdlib::files(path).iter();
            let files = files.map(|(name, text)| parse_file(sources.add(name, text).unwrap()).file);
            packages.insert(path.to_owned(), Package { files: files.collect() });
        }
        Self { packages }
    }

    /// Returns the import paths that a program may import, sorted.
    fn importable_paths(&self) -> Vec<&str> {
        let hidden = |path: &str| path.split('/').any(|part| part == "internal");
        let all = self.packages.keys().map(String::as_str);
        let mut paths: Vec<&str> = all.filter(|path| !hidden(path) && *path != "builtin").collect();
        paths.sort_unstable();
        paths
    }

    fn spec(&self, path: &str, name: &str) -> Option<(&File, &TypeSpec)> {
        self.packages.get(path)?.files.iter().find_map(|file| {
            let specs = file.decls.iter().filter_map(|decl| match decl {
                Decl::Type(specs) => Some(specs),
                _ => None,
            });
            let spec = specs.flatten().find(|spec| spec.name.name == name)?;
            Some((file, spec))
        })
    }

    /// Returns the package and name of the declaration that `x.name` in a file denotes.
    fn resolve_qualified<'e>(
        &self,
        file: &File,
        x: &Expr,
        name: &'e str,
    ) -> Option<(String, &'e str)> {
        let E::Ident(package) = &x.kind else { return None };
        let import = file.imports.iter().find(|import| match &import.name {
            Some(given) => given.name == *package,
            None => import.path.rsplit('/').next() == Some(package.as_str()),
        })?;
        Some((import.path.to_string(), name))
    }

    /// Returns the kind of a type expression in a file of a package; none if it cannot be determined.
    fn kind(&self, path: &str, file: &File, ty: &Expr) -> Option<Kind> {
        Some(match &ty.kind {
            E::Paren(inner) => self.kind(path, file, inner)?,
            E::Ident(name) => match self.spec(path, name) {
                Some((file, spec)) => self.kind(path, file, &spec.ty)?,
                None => match name.as_str() {
                    "string" => Kind::Text,
                    "bool" => Kind::Bool,
                    "any" | "error" => Kind::Interface,
                    "comparable" => Kind::Constraint,
                    _ => Kind::Number,
                },
            },
            E::Selector(x, sel) => {
                let (path, name) = self.resolve_qualified(file, x, &sel.name)?;
                let (file, spec) = self.spec(&path, name)?;
                self.kind(&path, file, &spec.ty)?
            }
            E::Index(x, _) => self.kind(path, file, x)?,
            E::StructType(_) => Kind::Struct,
            E::ArrayType(..) => Kind::Array,
            E::SliceType(_) | E::MapType(..) => Kind::Slice,
            E::FuncType(_) | E::ChanType(..) | E::Star(_) => Kind::Nilable,
            E::InterfaceType(elems) => {
                let constraint = elems.iter().any(|elem| match elem {
                    InterfaceElem::Embedded(inner) => {
                        self.kind(path, file, inner) == Some(Kind::Constraint)
                    }
                    InterfaceElem::Method(..) => false,
                });
                if constraint { Kind::Constraint } else { Kind::Interface }
            }
            E::Union(_) => Kind::Constraint,
            _ => return None,
        })
    }

    /// Returns an exported method of the type; an alias has the methods of its type.
    fn exported_method(&self, path: &str, name: &str) -> Option<String> {
        let (file, spec) = self.spec(path, name)?;
        if let E::InterfaceType(elems) = &spec.ty.kind {
            return elems.iter().find_map(|elem| match elem {
                InterfaceElem::Method(method, _) if is_exported(&method.name) => {
                    Some(method.name.to_string())
                }
                _ => None,
            });
        }
        match &spec.ty.kind {
            E::Selector(x, sel) if spec.is_alias => {
                let (path, name) = self.resolve_qualified(file, x, &sel.name)?;
                return self.exported_method(&path, name);
            }
            E::Ident(other) if spec.is_alias => return self.exported_method(path, other),
            _ => {}
        }
        let decls = self.packages[path].files.iter().flat_map(|file| &file.decls);
        let mut funcs = decls.filter_map(|decl| match decl {
            Decl::Func(func) => Some(func),
            _ => None,
        });
        let owned = funcs.find(|func| {
            let recv = func.recv.as_ref().and_then(|list| list.first());
            let of_type = recv.is_some_and(|recv| receiver_type_name(&recv.ty) == Some(name));
            of_type && is_exported(&func.name.name) && func.tparams.is_empty()
        });
        owned.map(|func| func.name.name.to_string())
    }
}

/// Returns the name of a receiver's type.
fn receiver_type_name(ty: &Expr) -> Option<&str> {
    match &ty.kind {
        E::Star(inner) | E::Paren(inner) | E::Index(inner, _) => receiver_type_name(inner),
        E::Ident(name) => Some(name),
        _ => None,
    }
}

/// A type that a program can use.
struct ExportedType {
    /// The number of the package in the program.
    package: usize,
    /// The type in source form: `p7.List[int]`.
    text: String,
    kind: Kind,
    method: Option<String>,
}

fn exported_types(library: &Library, paths: &[&str]) -> Vec<ExportedType> {
    let mut all = Vec::new();
    for (package, &path) in paths.iter().enumerate() {
        for file in &library.packages[path].files {
            let specs = file.decls.iter().filter_map(|decl| match decl {
                Decl::Type(specs) => Some(specs),
                _ => None,
            });
            for spec in specs.flatten().filter(|spec| is_exported(&spec.name.name)) {
                let name = &spec.name.name;
                let free = |constraint: &Expr| matches!(&constraint.kind, E::Ident(name) if name == "any" || name == "comparable");
                if !spec.tparams.iter().all(|param| free(&param.ty)) {
                    continue;
                }
                let args = vec!["int"; spec.tparams.len()].join(", ");
                let args = if args.is_empty() { args } else { format!("[{args}]") };
                let kind = library.kind(path, file, &spec.ty);
                let Some(kind) = kind.filter(|kind| *kind != Kind::Constraint) else { continue };
                let text = format!("p{package}.{name}{args}");
                all.push(ExportedType {
                    package,
                    text,
                    kind,
                    method: library.exported_method(path, name),
                });
            }
        }
    }
    all
}

fn conversion_source(i: usize, it: &ExportedType) -> String {
    let ty = &it.text;
    match it.kind {
        Kind::Number => format!("var v{i} = {ty}(5)"),
        Kind::Text => format!("var v{i} = {ty}(\"a\")"),
        Kind::Bool => format!("var v{i} = {ty}(true)"),
        Kind::Slice | Kind::Nilable | Kind::Interface => format!("var v{i} = {ty}(nil)"),
        Kind::Struct | Kind::Array => format!("var v{i} = (*{ty})(nil)"),
        Kind::Constraint => String::new(),
    }
}

fn literal_source(i: usize, it: &ExportedType) -> String {
    let ty = &it.text;
    match it.kind {
        Kind::Struct | Kind::Array | Kind::Slice => format!("var v{i} = {ty}{{}}"),
        Kind::Number => format!("var v{i} = []{ty}{{1, 2}}"),
        Kind::Text => format!("var v{i} = map[{ty}]int{{\"a\": 1}}"),
        Kind::Bool => format!("var v{i} = [2]{ty}{{true}}"),
        _ => format!("var v{i} = struct{{ x {ty} }}{{nil}}"),
    }
}

fn method_source(i: usize, it: &ExportedType) -> String {
    match (&it.method, it.kind) {
        (None, _) => String::new(),
        (Some(method), Kind::Interface) => format!("var v{i} = {}.{method}", it.text),
        (Some(method), _) => format!("var v{i} = (*{}).{method}", it.text),
    }
}

fn embedding_source(i: usize, it: &ExportedType) -> String {
    match (it.kind, &it.method) {
        // Pointer types among these cannot be embedded.
        (Kind::Nilable, _) => String::new(),
        // An embedded field hides a method that has the field's name.
        (_, Some(method)) if !it.text.ends_with(&format!(".{method}")) => {
            format!("var v{i} = (*struct{{ {} }}).{method}", it.text)
        }
        _ => format!("var v{i} = struct{{ {} }}{{}}", it.text),
    }
}

/// Checks a program that uses each type in the given way, at package level.
fn check_uses(name: &str, reverse: bool, used: fn(usize, &ExportedType) -> String) {
    let library = Library::parse();
    let paths = library.importable_paths();
    let mut types = exported_types(&library, &paths);
    assert!(types.len() > 600, "only {} types have been found", types.len());
    if reverse {
        types.reverse();
    }
    let lines: Vec<(usize, String)> =
        types.iter().enumerate().map(|(i, it)| (it.package, used(i, it))).collect();
    let mut text = String::from("package main\n\n");
    for (package, path) in paths.iter().enumerate() {
        if lines.iter().any(|(at, line)| *at == package && !line.is_empty()) {
            text.push_str(&format!("import p{package} {path:?}\n"));
        }
    }
    lines.iter().for_each(|(_, line)| text.push_str(&format!("{line}\n")));
    text.push_str("\nfunc main() {}\n");
    let dir = Dir::new(name, &[("main.go", &text)]);
    // Without an installed Go, all packages are minigo's own.
    let ran = minigo_with_env(&[("PATH", "")], &dir.0, &["check", "--no-vet", "main.go"], "");
    let line_of = |error: &str| {
        let line: usize = error.split(':').nth(1)?.parse().ok()?;
        text.lines().nth(line - 1)
    };
    let shown = ran.stderr.lines().map(|error| format!("{error}\n    {:?}\n", line_of(error)));
    assert_eq!(ran.status, Some(0), "{}", shown.collect::<String>());
}

#[test]
fn conversions_to_all_types_compile() {
    check_uses("conversion", false, conversion_source);
    check_uses("conversion-reverse", true, conversion_source);
}

#[test]
fn types_have_literals() {
    check_uses("literal", false, literal_source);
    check_uses("literal-reverse", true, literal_source);
}

#[test]
fn types_have_methods() {
    check_uses("method", false, method_source);
    check_uses("method-reverse", true, method_source);
}

#[test]
fn types_are_embedded() {
    check_uses("embedding", false, embedding_source);
    check_uses("embedding-reverse", true, embedding_source);
}
