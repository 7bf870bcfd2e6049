//! Looking without running: members of values, texts of declarations, comments, bytecode.

use super::imports::package_named;
use super::{Declared, Member, Session};
use minigo_syntax::input::spans;
use minigo_syntax::source::{Pos, SourceMap};

/// The text of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The comment above it, without the slashes; empty if there is none.
    pub comment: String,
    /// All of it.
    pub text: String,
    /// It without the body of a function.
    pub header: String,
}

impl Session<'_> {
    /// The fields and methods of the value of an expression, which does not run; none if it is in error.
    pub fn members(&mut self, expression: &str) -> Vec<Member> {
        match self.prepare("completion", expression) {
            Ok(input) => {
                let members = self.types.members(input);
                self.loaded.give_up();
                members
            }
            Err(_) => Vec::new(),
        }
    }

    /// The exported names of a package that is no library's.
    pub fn exported(&mut self, path: &str) -> Vec<Declared> {
        self.types.exported(path)
    }

    /// The import path of the package that a name denotes: one that was imported, or one of the library that would be.
    pub fn package_path(&mut self, name: &str) -> Option<String> {
        if let Some(path) = self.types.package_named(name) {
            return Some(path.to_string());
        }
        let known = self.types.declares(name) || self.types.predeclares(name);
        package_named(name).filter(|_| !known).map(str::to_owned)
    }

    /// Whether a name is one of the language (`append`, `int`), and nothing else is declared by it.
    pub fn is_predeclared(&mut self, name: &str) -> bool {
        self.types.predeclares(name) && !self.types.declares(name)
    }

    /// Whether an input has declared a name, or imported a package by it.
    pub fn declares(&mut self, name: &str) -> bool {
        self.types.declares(name)
    }

    /// The declaration of `f`, `T`, `T.M`, `strings.Split` or `strings.Builder.Len`.
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

    /// The declaration of `f`, `T` or `T.M` by an input or a loaded file.
    pub fn own_declaration(&mut self, name: &str) -> Option<Declaration> {
        let mut parts = name.split('.').map(str::trim);
        let (first, second) = (parts.next()?, parts.next());
        let at = self.types.declared_at(first, second)?;
        own_declaration(self.sources(), at)
    }

    /// The import path of the package that inputs are in: `main`, or that of a directory.
    #[must_use]
    pub fn package(&self) -> &str {
        self.types.package()
    }

    /// The bytecode of a function that an input has declared (`f`, `T.M`), and of the closures in it.
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
        // Of functions with one name the last one is what the name denotes, with the closures behind it.
        let last = all.iter().rposition(|(func, _)| wanted.contains(func))?;
        let texts = all[last..].iter().map(|(_, text)| text.as_str());
        Some(texts.collect::<Vec<_>>().join("\n"))
    }
}

/// The declaration of an input or loaded file in which a position lies.
fn own_declaration(sources: &SourceMap, at: Pos) -> Option<Declaration> {
    let source = sources.file_of(at)?;
    let span = spans(source).into_iter().find(|span| span.start <= at && at < span.end)?;
    let (start, end) =
        ((span.start.0 - source.base.0) as usize, (span.end.0 - source.base.0) as usize);
    let text = source.text.get(start..end)?;
    let body = text.starts_with("func").then(|| body_of(text)).flatten();
    Some(declaration(&source.text, start, text, body))
}

/// Where the body of a function begins: at the first brace that ends a line or is the last one open at the line's end.
fn body_of(text: &str) -> Option<usize> {
    let line = text.lines().next()?;
    match line.strip_suffix('{') {
        Some(head) => Some(head.len()),
        None => line.find(" { ").map(|at| at + 1),
    }
}

/// The declaration of a package of the library, or of a method of a type there.
fn library_declaration(path: &str, name: &str, method: Option<&str>) -> Option<Declaration> {
    let index = minigo_stdlib::index(path)?;
    let mut decl = index.find(name)?;
    if let Some(method) = method {
        decl = index.methods(decl).find(|m| m.name == method)?.decl;
    }
    let place = index.place(decl);
    let (_, file) = minigo_stdlib::files(path)[place.file];
    let text = file.get(place.start..place.end)?;
    let mut found = declaration(file, place.start, text, place.body.map(|at| at - place.start));
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

fn declaration(file: &str, start: usize, text: &str, body: Option<usize>) -> Declaration {
    let header = body.map_or(text, |at| &text[..at]).trim_end().to_owned();
    Declaration { comment: comment_above(file, start), text: text.to_owned(), header }
}

/// The comment whose last line is right above the line of `start`.
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
