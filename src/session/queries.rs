//! Queries that run nothing: members of values, texts of declarations, comments, bytecode.

use super::imports::package_named;
use super::{Member, Session, SessionDeclaration};
use minigo_syntax::session_input::part_spans;
use minigo_syntax::source::{Pos, SourceMap};

/// The text of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The comment above the declaration, without the slashes; empty if there is none.
    pub comment: String,
    /// The whole text of the declaration.
    pub text: String,
    /// The text of the declaration without a function's body.
    pub header: String,
}

impl Session<'_> {
    /// Returns the fields and methods of the value of an expression, which does not run; none if the expression has an
    /// error.
    pub fn members(&mut self, expression: &str) -> Vec<Member> {
        match self.parse_and_import("completion", expression) {
            Ok(input) => {
                let members = self.types.members(input);
                self.session_packages.forget_new_packages();
                members
            }
            Err(_) => Vec::new(),
        }
    }

    /// Returns the exported names of a package that is not part of the library.
    pub fn exported(&mut self, path: &str) -> Vec<SessionDeclaration> {
        self.types.exported_declarations(path)
    }

    /// Returns the import path of the package that a name denotes: an imported package, or one of the library that
    /// would be imported automatically.
    pub fn package_path(&mut self, name: &str) -> Option<String> {
        if let Some(path) = self.types.package_named(name) {
            return Some(path.to_string());
        }
        let known = self.types.declares(name) || self.types.predeclares(name);
        package_named(name).filter(|_| !known).map(str::to_owned)
    }

    /// Reports whether a name is predeclared (`append`, `int`) and no input has declared it.
    pub fn is_predeclared(&mut self, name: &str) -> bool {
        self.types.predeclares(name) && !self.types.declares(name)
    }

    /// Reports whether an input has declared a name, or imported a package by that name.
    pub fn declares(&mut self, name: &str) -> bool {
        self.types.declares(name)
    }

    /// Returns the declaration of `f`, `T`, `T.M`, `strings.Split` or `strings.Builder.Len`.
    pub fn declaration(&mut self, name: &str) -> Option<Declaration> {
        let mut parts = name.split('.').map(str::trim);
        let first = parts.next()?;
        let (second, third) = (parts.next(), parts.next());
        if let Some(own) = self.own_declaration(name) {
            return Some(own);
        }
        let path = self.package_path(first)?;
        library_declaration(&path, second?, third)
    }

    /// Returns the declaration of `f`, `T` or `T.M` by an input or a loaded file.
    pub fn own_declaration(&mut self, name: &str) -> Option<Declaration> {
        let mut parts = name.split('.').map(str::trim);
        let (first, second) = (parts.next()?, parts.next());
        let at = self.types.declared_at(first, second)?;
        session_declaration_at(self.sources(), at)
    }

    /// Returns the import path of the package to which inputs belong: `main`, or that of a directory.
    #[must_use]
    pub fn package(&self) -> &str {
        self.types.package()
    }

    /// Returns the bytecode of a function that an input has declared (`f`, `T.M`), and of the closures in it.
    #[must_use]
    pub fn bytecode(&self, name: &str) -> Option<String> {
        let package = self.package();
        let wanted = match name.split_once('.') {
            None => vec![format!("{package}.{name}")],
            Some((ty, method)) => {
                vec![format!("{package}.{ty}.{method}"), format!("{package}.(*{ty}).{method}")]
            }
        };
        let is_inside = |func: &str, outer: &String| {
            func.strip_prefix(outer.as_str()).is_some_and(|rest| rest.starts_with(".func"))
        };
        let all = self
            .machine
            .disassemble(|func| wanted.iter().any(|outer| func == outer || is_inside(func, outer)));
        // If several functions have the same name, the name denotes the last one, and that function's closures follow
        // it.
        let last = all.iter().rposition(|(func, _)| wanted.contains(func))?;
        let texts = all[last..].iter().map(|(_, text)| text.as_str());
        Some(texts.collect::<Vec<_>>().join("\n"))
    }
}

/// Returns the declaration of an input or loaded file that contains a position.
fn session_declaration_at(sources: &SourceMap, at: Pos) -> Option<Declaration> {
    let source = sources.file_of(at)?;
    let span = part_spans(source).into_iter().find(|span| span.start <= at && at < span.end)?;
    let (start, end) =
        ((span.start.0 - source.base.0) as usize, (span.end.0 - source.base.0) as usize);
    let text = source.text.get(start..end)?;
    let body = text.starts_with("func").then(|| body_offset(text)).flatten();
    Some(declaration_at(&source.text, start, text, body))
}

/// Returns the offset at which a function's body begins: the brace that ends the first line, or the first brace between
/// blanks in that line.
fn body_offset(text: &str) -> Option<usize> {
    let line = text.lines().next()?;
    match line.strip_suffix('{') {
        Some(head) => Some(head.len()),
        None => line.find(" { ").map(|at| at + 1),
    }
}

/// Returns the declaration of a package of the library, or of a method of a type there.
fn library_declaration(path: &str, name: &str, method: Option<&str>) -> Option<Declaration> {
    let index = minigo_stdlib::index(path)?;
    let mut decl = index.find(name)?;
    if let Some(method) = method {
        decl = index.methods(decl).find(|m| m.name == method)?.decl;
    }
    let place = index.location_of(decl);
    let file = &minigo_stdlib::files(path)[place.file].1.unpack();
    let text = file.get(place.start..place.end)?;
    let mut found =
        declaration_at(file, place.start, text, place.body_start.map(|at| at - place.start));
    let keyword = match place.keyword {
        None => return Some(found),
        Some(minigo_stdlib::index::Keyword::Const) => "const ",
        Some(minigo_stdlib::index::Keyword::Var) => "var ",
        Some(minigo_stdlib::index::Keyword::Type) => "type ",
    };
    found.header.insert_str(0, keyword);
    found.text.insert_str(0, keyword);
    Some(found)
}

fn declaration_at(file: &str, start: usize, text: &str, body: Option<usize>) -> Declaration {
    let header = body.map_or(text, |at| &text[..at]).trim_end().to_owned();
    Declaration { comment: comment_above(file, start), text: text.to_owned(), header }
}

/// Returns the comment that ends in the line above the line of `start`.
fn comment_above(file: &str, start: usize) -> String {
    let above = file[..start].rfind('\n').map_or("", |end| &file[..end]);
    let mut lines: Vec<&str> = Vec::new();
    for line in above.lines().rev() {
        match line.trim().strip_prefix("//") {
            Some(text) if !text.starts_with("go:") => {
                lines.push(text.strip_prefix(' ').unwrap_or(text));
            }
            _ => break,
        }
    }
    lines.reverse();
    lines.join("\n")
}
