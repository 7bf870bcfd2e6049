//! Checks examples: the objects that their names refer to, and the comments with their output.

use crate::pass::Pass;
use minigo_syntax::ast::{self, Body, Decl, ExprKind as E, FuncDecl, Name};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Pos, Span};
use minigo_syntax::token::Token;
use minigo_types::PackageInput;
use minigo_types::ty::{Basic, Type, TypeId};

/// The depth of embedded fields up to which members are searched.
const MAX_EMBEDDING_DEPTH: usize = 8;

/// Reports errors in a function whose name is that of an example.
pub(super) fn check_example_name(pass: &Pass<'_>, packages: &[PackageInput], decl: &FuncDecl) {
    let name = &decl.name.name;
    let report = |what: &str| {
        let span = Span::new(decl.pos, decl.name.span().end);
        let finding = pass.finding(Code::Tests, span, format!("{name} {what}"));
        pass.push_finding(finding.with_vet_end(decl.pos));
    };
    if !decl.ty.params.is_empty() {
        report("should be niladic");
    }
    if !decl.ty.results.is_empty() {
        report("should return nothing");
    }
    if !decl.tparams.is_empty() {
        report("should not have type params");
    }
    if let Some(problem) = name_problem(pass, packages, name) {
        report(&problem);
    }
    check_output(pass, decl);
}

/// The error in the name of an example: `Example`, `Example_suffix`, `ExampleF_suffix`, `ExampleT_M_suffix`.
fn name_problem(pass: &Pass<'_>, packages: &[PackageInput], name: &str) -> Option<String> {
    let of = name.strip_prefix("Example").filter(|of| !of.is_empty())?;
    let malformed = |suffix: &str| {
        let lower = suffix.chars().next().is_some_and(char::is_lowercase);
        (!lower).then(|| format!("has malformed example suffix: {suffix}"))
    };
    if let Some(suffix) = of.strip_prefix('_') {
        return malformed(suffix);
    }
    let mut parts = of.splitn(3, '_');
    let first = parts.next()?;
    let found = find_entities(pass, packages, first);
    if found.is_empty() {
        return Some(format!("refers to unknown identifier: {first}"));
    }
    let member = parts.next()?;
    let known = malformed(member).is_none();
    if !known && !found.iter().any(|found| found.has_member(pass, member)) {
        return Some(format!("refers to unknown field or method: {first}.{member}"));
    }
    malformed(parts.next()?)
}

/// The entity that a name denotes in a test.
enum NamedEntity<'a> {
    /// An object of the user's packages, with its declaration and the files of its package.
    At(&'a Name, Pos, &'a [ast::File]),
    /// An object of the library, or one in error: it may have any member.
    Unknown,
}

/// The declarations of the name in the package of the tests or, if there are none, in the packages that it imports, one
/// of which may be the package under test.
fn find_entities<'a>(
    pass: &Pass<'_>,
    packages: &'a [PackageInput],
    name: &str,
) -> Vec<NamedEntity<'a>> {
    let Some(own) = packages.get(pass.pkg.0 as usize) else { return vec![NamedEntity::Unknown] };
    let declared = |files: &'a [ast::File]| {
        let at = files.iter().flat_map(|file| &file.decls).find_map(|decl| declares(decl, name));
        at.map(|(name, pos)| NamedEntity::At(name, pos, files))
    };
    if let Some(found) = declared(&own.files) {
        return vec![found];
    }
    let imported = own.imports.values().filter_map(|&index| packages.get(index));
    let in_package = |package: &'a PackageInput| match &package.indexed {
        Some(indexed) => indexed.index.find_decl(name).map(|_| NamedEntity::Unknown),
        None => declared(&package.files),
    };
    imported.filter_map(in_package).collect()
}

/// The name and position in a package-level declaration that declares `name`.
fn declares<'a>(decl: &'a Decl, name: &str) -> Option<(&'a Name, Pos)> {
    let same = |ident: &&'a ast::Ident| ident.name == name;
    let ident = match decl {
        Decl::Bad(_) => None,
        Decl::Const(specs) => specs.iter().flat_map(|spec| &spec.names).find(same),
        Decl::Var(specs) => specs.iter().flat_map(|spec| &spec.names).find(same),
        Decl::Type(specs) => specs.iter().map(|spec| &spec.name).find(same),
        Decl::Func(func) => Some(&func.name).filter(|_| func.recv.is_none()).filter(same),
    };
    ident.map(|ident| (&ident.name, ident.pos))
}

impl NamedEntity<'_> {
    fn has_member(&self, pass: &Pass<'_>, member: &str) -> bool {
        let &NamedEntity::At(name, pos, files) = self else { return true };
        if methods_of(files, name).any(|method| method == member) {
            return true;
        }
        let Some((_, object)) = pass.info.object_at_def(pos) else { return true };
        // For a generic type the object's type is invalid, so its fields are unknown, and any member is accepted.
        if object.ty == Basic::Invalid.id() {
            return true;
        }
        has_field(pass, object.ty, member, MAX_EMBEDDING_DEPTH)
            || pass.declared_method(object.ty, true, member).is_some()
            || pass.method(object.ty, member).is_some()
    }
}

/// The names of the methods that the files declare for a type.
fn methods_of<'a>(files: &'a [ast::File], ty: &'a str) -> impl Iterator<Item = &'a Name> {
    let funcs = files.iter().flat_map(|file| &file.decls).filter_map(|decl| match decl {
        Decl::Func(func) => Some(&**func),
        _ => None,
    });
    let owned = move |func: &&FuncDecl| {
        let recv = func.recv.as_ref().and_then(|list| list.first());
        recv.is_some_and(|recv| receiver_type_name(&recv.ty) == Some(ty))
    };
    funcs.filter(owned).map(|func| &func.name.name)
}

/// The name of a receiver's type.
fn receiver_type_name(ty: &ast::Expr) -> Option<&str> {
    match &ty.unparen().kind {
        E::Star(inner) | E::Index(inner, _) => receiver_type_name(inner),
        E::Ident(name) => Some(name),
        _ => None,
    }
}

fn has_field(pass: &Pass<'_>, ty: TypeId, name: &str, depth: usize) -> bool {
    let base = match pass.type_table().get(ty) {
        Type::Pointer(base) => *base,
        _ => ty,
    };
    let Type::Struct(fields) = pass.type_table().underlying_structure(base) else { return false };
    let embedded = |ty| depth > 0 && has_field(pass, ty, name, depth - 1);
    fields.iter().any(|field| field.name == name || field.embedded && embedded(field.ty))
}

/// Reports output comments that are not the last comment of an example: go test ignores them.
fn check_output(pass: &Pass<'_>, decl: &FuncDecl) {
    let Some(Body::Parsed(body)) = &decl.body else { return };
    let groups = comment_groups(pass, Span::new(decl.pos, body.rbrace));
    let is_output: Vec<bool> = groups.iter().map(|(_, text)| begins_output(text)).collect();
    let several = is_output.iter().filter(|is| **is).count() > 1;
    let message = match several {
        true => "there can only be one output comment block per example",
        false => "output comment block must be the last comment block",
    };
    for (i, (at, _)) in groups.iter().enumerate() {
        if is_output[i] && i + 1 < groups.len() {
            pass.report(Code::Tests, Span::at(*at), message);
        }
    }
}

/// The groups of comments inside a function: for each its position and its text without comment marks.
fn comment_groups(pass: &Pass<'_>, span: Span) -> Vec<(Pos, String)> {
    let offset = |pos: Pos| (pos.0 - pass.source.base.0) as usize;
    let mut groups: Vec<(Pos, String)> = Vec::new();
    // `last`: the last line on which a comment may begin that belongs to the current group. `token_line`: the line on
    // which the last token ends.
    let (mut last, mut token_line) = (None, 0);
    for (start, token, end) in Lexer::of_range(pass.source, offset(span.start), offset(span.end)) {
        let text = pass.source.slice(Span::new(start, end));
        let text = match token {
            Token::LineComment => text.trim_start_matches('/').trim(),
            Token::BlockComment(_) => text.trim_start_matches("/*").trim_end_matches("*/").trim(),
            Token::Newline => continue,
            _ => {
                (last, token_line) = (None, pass.source.line_col(end).0);
                continue;
            }
        };
        let (from, _) = pass.source.line_col(start);
        match groups.last_mut().filter(|_| last.is_some_and(|line| from <= line)) {
            Some((_, group)) => {
                group.push('\n');
                group.push_str(text);
            }
            None => groups.push((start, text.to_owned())),
        }
        // A comment that begins after a token on its line ends its group with that line.
        let (to, _) = pass.source.line_col(end);
        last = Some(if from == token_line { to } else { to + 1 });
    }
    groups
}

/// Reports whether a comment begins with `Output:` or `Unordered output:`.
fn begins_output(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    text.strip_prefix("unordered ").unwrap_or(&text).starts_with("output:")
}
