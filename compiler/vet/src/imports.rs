//! Imports that a suggested change needs.

use crate::pass::Pass;
use minigo_syntax::ast::{Import, StmtKind as S};
use minigo_syntax::source::{Pos, Span};

/// The name of an imported package at a position, and the insertion of an import if the file has none.
pub(crate) fn name_of_import(
    pass: &Pass<'_>,
    path: &str,
    at: Pos,
) -> (String, Option<(Span, String)>) {
    let imports = &pass.file.imports;
    if let Some(import) = imports.iter().find(|import| import.path == path) {
        let name = import.name.as_ref().map_or(path, |name| name.name.as_str());
        if name != "_" && name != "." {
            return (name.to_owned(), None);
        }
    }
    let is_taken = |name: &str| is_declared(pass, name, at);
    let fresh = (0..).map(|n| format!("{path}{n}")).find(|name| !is_taken(name));
    let (name, spec) = match fresh.filter(|_| is_taken(path)) {
        Some(fresh) => (fresh.clone(), format!("{fresh} \"{path}\"")),
        None => (path.to_owned(), format!("\"{path}\"")),
    };
    let (pos, text) = match imports.first() {
        Some(first) => match keyword_of(pass, first) {
            Some(keyword) => (keyword, format!("import {spec}\n\n")),
            None => (first.pos, format!("{spec}\n\t")),
        },
        None => (first_declaration(pass), format!("import {spec}\n\n")),
    };
    (name, Some((Span::at(pos), text)))
}

/// The position of the keyword `import` of a file's first import; `None` if the import is in a group.
fn keyword_of(pass: &Pass<'_>, import: &Import) -> Option<Pos> {
    let base = pass.source.base.0;
    let before = pass.source.text[..(import.pos.0 - base) as usize].trim_end();
    Some(Pos(base + before.strip_suffix("import")?.len() as u32))
}

/// The position of a file's first declaration, or of the comment directly before the declaration.
fn first_declaration(pass: &Pass<'_>) -> Pos {
    let text: &str = &pass.source.text;
    let mut at = (pass.file.package.span().end.0 - pass.source.base.0) as usize;
    // The start of the comments that no blank line separates from `at`.
    let mut comments = None;
    loop {
        let rest = &text[at..];
        let next = rest.trim_start_matches([' ', '\t', '\r', '\n', ';']);
        let blanks = &rest[..rest.len() - next.len()];
        at += blanks.len();
        if blanks.matches('\n').count() > 1 {
            comments = None;
        }
        let length = if next.starts_with("//") {
            next.find('\n').unwrap_or(next.len())
        } else if next.starts_with("/*") {
            next.find("*/").map_or(next.len(), |end| end + 2)
        } else {
            return Pos(pass.source.base.0 + comments.unwrap_or(at) as u32);
        };
        comments.get_or_insert(at);
        at += length;
    }
}

/// Reports whether a name is declared by the package, or before a position in the function around the position.
fn is_declared(pass: &Pass<'_>, name: &str, at: Pos) -> bool {
    let function = pass.funcs.iter().filter_map(|func| Some((func.ty.pos, func.body?.rbrace)));
    let around = function.filter(|(from, to)| *from <= at && at <= *to).min();
    let is_before = |pos: Pos| around.is_some_and(|(from, _)| from <= pos && pos < at);
    let defined = pass.stmts.iter().filter_map(|stmt| match &stmt.kind {
        S::Define(names, _) => Some(names),
        _ => None,
    });
    let variables = pass.vars.iter().map(|spec| &spec.names);
    let params = pass.funcs.iter().flat_map(|func| &func.ty.params);
    defined.chain(variables).flatten().any(|own| own.name == name && is_before(own.pos))
        || params
            .filter_map(|param| param.name.as_ref())
            .any(|p| p.name == name && is_before(p.pos))
        || pass.info.package_objects(pass.pkg).any(|object| object.name == name)
}
