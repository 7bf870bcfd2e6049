//! `//go:embed` lines: finds them in a file, and gives the variables below them their values, as expressions of the
//! syntax tree. Messages are those of the go command and of gc.
//!
//! A variable of type `set_embedded_values.FS` becomes `set_embedded_values.Embedded("…")`, and one of another type `T`
//! becomes `T("…")`: the checker then verifies that `T` is a string or a slice of bytes.

use minigo_syntax::ast::{CallExpr, Decl, Expr, ExprKind, File, Ident, LiteralKind, Name, VarSpec};
use minigo_syntax::diagnostic::{Code, Diagnostics};
use minigo_syntax::lexer::Lexer;
use minigo_syntax::parse_file;
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::{Pos, Source, SourceMap};
use minigo_syntax::token::Token;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::embed_files::{EmbeddedFiles, add_matched_files};
use super::fs_view::FsView;

/// The beginning of a line that names files to embed.
const DIRECTIVE: &str = "//go:embed";

/// The patterns of one line, each with its position.
struct EmbedDirective {
    /// The position of `go:embed`.
    pos: Pos,
    patterns: Vec<(Pos, String)>,
}

/// Sets the values of the variables below `//go:embed` lines in a file; `dir` is the package's directory.
pub(super) fn set_embedded_values(
    fs: &FsView,
    dir: &Path,
    source: &Source,
    file: &mut File,
    diagnostics: &mut Diagnostics,
) {
    if !source.text.contains(DIRECTIVE) {
        return;
    }
    let mut lines = directives(source, diagnostics);
    let import = local_name(file);
    for decl in &mut file.decls {
        let Decl::Var(specs) = decl else { continue };
        for spec in specs {
            let Some(of_spec) = lines.remove(&spec.pos.0) else { continue };
            let value = embedded_value(fs, dir, spec, &of_spec, import.as_ref());
            match value {
                Ok(value) => spec.values.push(value),
                Err((pos, message)) => diagnostics.error_at(Code::BadDecl, pos, message),
            }
        }
    }
    for directive in lines.into_values().flatten() {
        let text = "misplaced go:embed directive";
        diagnostics.error_at(Code::BadDecl, directive.pos, text);
    }
}

/// The text of a file of Go's own library with the values of its embedded variables written behind their types. The
/// files of Go's library are not parsed as a whole, so the values go into the text. Returns `None` if the file embeds
/// nothing. Variables whose files cannot be embedded stay without a value.
pub(super) fn text_with_values(fs: &FsView, dir: &Path, name: &str, text: &str) -> Option<String> {
    memchr::memmem::find(text.as_bytes(), DIRECTIVE.as_bytes())?;
    let mut map = SourceMap::new();
    let source = map.add(name, text).ok()?.clone();
    let mut file = parse_file(&source).file;
    set_embedded_values(fs, dir, &source, &mut file, &mut Diagnostics::default());
    let (mut out, mut done) = (String::new(), 0);
    let vars = file.decls.iter().filter_map(|decl| match decl {
        Decl::Var(specs) => Some(specs),
        _ => None,
    });
    for spec in vars.flatten() {
        // A value from the source text stands behind the name; an embedded value has the position of the name.
        let embedded = spec.values.first().filter(|value| value.pos == spec.names[0].pos);
        if let (Some(value), Some(ty)) = (embedded, &spec.ty) {
            let end = (ty.end.0 - source.base.0) as usize;
            let value = minigo_syntax::expr_text(value);
            write!(out, "{} = {value}", &text[done..end]).expect("writing to a string");
            done = end;
        }
    }
    (done > 0).then(|| out + &text[done..])
}

/// The patterns of the `//go:embed` lines of a file.
pub(super) fn patterns(source: &Source) -> Vec<String> {
    if !source.text.contains(DIRECTIVE) {
        return Vec::new();
    }
    let lines = directives(source, &mut Diagnostics::default()).into_values().flatten();
    lines.flat_map(|line| line.patterns).map(|(_, pattern)| pattern).collect()
}

/// The names of the files that a pattern matches, relative to the package's directory.
///
/// # Errors
/// Returns a message that says why the pattern matches no file.
pub(super) fn file_names(fs: &FsView, dir: &Path, pattern: &str) -> Result<Vec<String>, String> {
    let mut files = EmbeddedFiles::new();
    add_matched_files(fs, dir, pattern, &mut files)?;
    Ok(files.into_keys().collect())
}

/// The directives of a file, by the position of the first name in the variable declaration that follows; 0 if no name
/// follows.
fn directives(
    source: &Source,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<u32, Vec<EmbedDirective>> {
    let mut found: BTreeMap<u32, Vec<EmbedDirective>> = BTreeMap::new();
    let mut waiting: Vec<EmbedDirective> = Vec::new();
    let mut in_block = 0u32;
    let mut behind_var = false;
    for (pos, token, end) in Lexer::new(source) {
        match token {
            Token::LineComment => {
                let from = (pos.0 - source.base.0) as usize;
                let text = &source.text[from..(end.0 - source.base.0) as usize];
                match parse_line(text, pos) {
                    Ok(directive) => waiting.extend(directive),
                    Err(text) => diagnostics.error_at(Code::BadDecl, Pos(pos.0 + 2), text),
                }
                continue;
            }
            Token::Newline | Token::BlockComment(_) => continue,
            Token::LBrace => in_block += 1,
            Token::RBrace => in_block = in_block.saturating_sub(1),
            _ => {}
        }
        if waiting.is_empty() {
            continue;
        }
        if token == Token::Var && in_block > 0 {
            let text = "go:embed cannot apply to var inside func";
            diagnostics.error_at(Code::BadDecl, waiting[0].pos, text);
            waiting.clear();
        } else if token == Token::Var && !behind_var {
            behind_var = true;
            continue;
        }
        let at = if matches!(token, Token::Ident(_)) { pos.0 } else { 0 };
        found.entry(at).or_default().append(&mut waiting);
        behind_var = false;
    }
    found.entry(0).or_default().append(&mut waiting);
    found
}

/// Reads the directive in a comment, if the comment is one.
fn parse_line(comment: &str, pos: Pos) -> Result<Option<EmbedDirective>, String> {
    let comment = comment.trim_end_matches('\r');
    let Some(args) = comment.strip_prefix(DIRECTIVE) else { return Ok(None) };
    if !args.is_empty() && !args.starts_with([' ', '\t']) {
        return Ok(None);
    }
    let mut patterns = Vec::new();
    let mut rest = args.trim_start();
    while !rest.is_empty() {
        let at = Pos(pos.0 + (comment.len() - rest.len()) as u32);
        let quote = rest.chars().next().filter(|c| ['"', '`'].contains(c));
        let (pattern, width) = match quote {
            None => {
                let width = rest.find(char::is_whitespace).unwrap_or(rest.len());
                (rest[..width].to_owned(), width)
            }
            Some(quote) => {
                let wrong = || format!("invalid quoted string in //go:embed: {rest}");
                let width = quoted_width(rest, quote).ok_or_else(wrong)?;
                let bytes = minigo_syntax::literal::unquote(&rest[..width]).ok_or_else(wrong)?;
                (String::from_utf8(bytes).map_err(|_| wrong())?, width)
            }
        };
        patterns.push((at, pattern));
        rest = rest[width..].trim_start();
    }
    if patterns.is_empty() {
        return Err("usage: //go:embed pattern...".into());
    }
    Ok(Some(EmbedDirective { pos: Pos(pos.0 + 2), patterns }))
}

/// The length of the quoted string at the beginning of a text, if a blank or the end of the text follows the string.
fn quoted_width(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if c == '\\' && quote == '"' {
            escaped = true;
        } else if c == quote {
            let behind = text[at + 1..].chars().next();
            return behind.is_none_or(char::is_whitespace).then_some(at + 1);
        }
    }
    None
}

/// The name by which the file imports package embed; `_` and `.` count as names too.
fn local_name(file: &File) -> Option<Name> {
    let import = file.imports.iter().find(|import| import.path == "embed")?;
    Some(import.name.as_ref().map_or_else(|| "embed".into(), |name| name.name.clone()))
}

type EmbedError = (Pos, String);

fn embedded_value(
    fs: &FsView,
    dir: &Path,
    spec: &VarSpec,
    directives: &[EmbedDirective],
    import: Option<&Name>,
) -> Result<Expr, EmbedError> {
    let refused = |text: &str| Err((directives[0].pos, text.to_owned()));
    let Some(import) = import else {
        return refused(
            "go:embed requires import \"embed\" (or import _ \"embed\", if package is not used)",
        );
    };
    if spec.names.len() > 1 {
        return refused("go:embed cannot apply to multiple vars");
    }
    if !spec.values.is_empty() {
        return refused("go:embed cannot apply to var with initializer");
    }
    let Some(ty) = &spec.ty else { return refused("go:embed cannot apply to var without type") };
    let mut files = EmbeddedFiles::new();
    for (pos, pattern) in directives.iter().flat_map(|directive| &directive.patterns) {
        add_matched_files(fs, dir, pattern, &mut files)
            .map_err(|why| (*pos, format!("pattern {pattern}: {why}")))?;
    }
    let name = spec.names[0].pos;
    if let Some(function) = embed_fs_constructor(ty, import) {
        return Ok(call_expr(function, string_literal(&encoded_files(files), name), name));
    }
    if !may_hold_contents(ty) {
        let ty = minigo_syntax::expr_text(ty);
        return Err((name, format!("go:embed cannot apply to var of type {ty}")));
    }
    let mut contents = files.into_values();
    match (contents.next(), contents.next()) {
        (Some(content), None) => Ok(call_expr(ty.clone(), string_literal(&content, name), name)),
        _ => {
            let ty = minigo_syntax::expr_text(ty);
            Err((name, format!("invalid go:embed: multiple files for type {ty}")))
        }
    }
}

/// Reports whether the type may be a string or a slice of bytes, as far as the type's syntax tells.
fn may_hold_contents(ty: &Expr) -> bool {
    const OTHER_PREDECLARED_TYPES: &str = "any bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune uint \
                          uint8 uint16 uint32 uint64 uintptr";
    let other = |name: &str| OTHER_PREDECLARED_TYPES.split(' ').any(|other| other == name);
    match &ty.unparen().kind {
        ExprKind::Ident(name) => !other(name),
        ExprKind::Selector(..) | ExprKind::Index(..) => true,
        ExprKind::SliceType(element) => match &element.unparen().kind {
            ExprKind::Ident(name) => ["byte", "uint8"].contains(&name.as_str()) || !other(name),
            _ => false,
        },
        _ => false,
    }
}

/// The function that makes a file tree, if the type is `set_embedded_values.FS`.
fn embed_fs_constructor(ty: &Expr, import: &Name) -> Option<Expr> {
    let name = || Name::from("Embedded");
    let kind = match &ty.unparen().kind {
        ExprKind::Ident(ty) if ty == "FS" && import == "." => ExprKind::Ident(name()),
        ExprKind::Selector(package, member) if member.name == "FS" => match &package.kind {
            ExprKind::Ident(package_name) if package_name == import => {
                let member = Ident { name: name(), pos: member.pos };
                ExprKind::Selector(package.clone(), Box::new(member))
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(Expr { pos: ty.pos, end: ty.end, kind })
}

fn call_expr(func: Expr, arg: Expr, pos: Pos) -> Expr {
    let call = CallExpr { func, args: vec![arg], ellipsis: None, rparen: pos };
    Expr { pos, end: pos, kind: ExprKind::Call(Box::new(call)) }
}

/// A string literal in Go syntax for these bytes.
fn string_literal(bytes: &[u8], pos: Pos) -> Expr {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            b'\n' => text.push_str("\\n"),
            _ => write!(text, "\\x{byte:02x}").expect("writing to a string"),
        }
    }
    text.push('"');
    Expr { pos, end: pos, kind: ExprKind::Literal(LiteralKind::String, text.into()) }
}

/// The files and their directories, encoded as package embed's `Embedded` reads them.
fn encoded_files(mut files: EmbeddedFiles) -> Vec<u8> {
    let names: Vec<String> = files.keys().cloned().collect();
    for name in names {
        let mut name = name.as_str();
        while let Some((parent, _)) = name.trim_end_matches('/').rsplit_once('/') {
            files.entry(format!("{parent}/")).or_default();
            name = parent;
        }
    }
    let place = |name: &str| {
        let name = name.trim_end_matches('/');
        let (dir, last) = name.rsplit_once('/').unwrap_or((".", name));
        (dir.to_owned(), last.to_owned())
    };
    let mut files: Vec<_> =
        files.into_iter().map(|(name, data)| (place(&name), name, data)).collect();
    files.small_sort();
    let mut out = Vec::new();
    for (_, name, data) in files {
        out.extend_from_slice(format!("{name}\0{}\0", data.len()).as_bytes());
        out.extend_from_slice(&data);
    }
    out
}
