//! `//go:embed` lines: finds those of a file, and gives the variables below them their values, as expressions of the
//! syntax tree. Messages are those of the go command and of gc.
//!
//! A variable of type `embed.FS` becomes `embed.Embedded("…")`, one of another type `T("…")`: that it is a string or a
//! slice of bytes is the checker's matter.

use minigo_syntax::ast::{CallExpr, Decl, Expr, ExprKind, File, Ident, LiteralKind, Name, VarSpec};
use minigo_syntax::diagnostic::{Code, Diagnostics};
use minigo_syntax::lexer::Lexer;
use minigo_syntax::parse_file;
use minigo_syntax::source::{Pos, Source, SourceMap};
use minigo_syntax::token::Token;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::embed_files::{Files, matched};
use super::fs_view::FsView;

/// What begins a line that names files.
const DIRECTIVE: &str = "//go:embed";

/// A line's patterns, each with its position.
struct Directive {
    /// Where `go:embed` stands.
    pos: Pos,
    patterns: Vec<(Pos, String)>,
}

/// Gives the variables of a file below `//go:embed` lines their values; `dir` is the package's directory.
pub(super) fn embed(
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
            let value = value(fs, dir, spec, &of_spec, import.as_ref());
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

/// The text of a file of Go's own library, of which no whole syntax tree is made, with the values of its variables
/// below `//go:embed` lines behind their types; nothing if there are none. What cannot be embedded stays without a
/// value.
pub(super) fn written(fs: &FsView, dir: &Path, name: &str, text: &str) -> Option<String> {
    memchr::memmem::find(text.as_bytes(), DIRECTIVE.as_bytes())?;
    let mut map = SourceMap::new();
    let source = map.add(name, text).ok()?.clone();
    let mut file = parse_file(&source).file;
    embed(fs, dir, &source, &mut file, &mut Diagnostics::default());
    let (mut out, mut done) = (String::new(), 0);
    let vars = file.decls.iter().filter_map(|decl| match decl {
        Decl::Var(specs) => Some(specs),
        _ => None,
    });
    for spec in vars.flatten() {
        // A value that was written stands behind the name, the other one has its position.
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

/// The names of the files that a pattern names, below the package's directory.
///
/// # Errors
/// Why it names none.
pub(super) fn file_names(fs: &FsView, dir: &Path, pattern: &str) -> Result<Vec<String>, String> {
    let mut files = Files::new();
    matched(fs, dir, pattern, &mut files)?;
    Ok(files.into_keys().collect())
}

/// The directives of a file by the position of the name that follows them; 0 if none can.
fn directives(source: &Source, diagnostics: &mut Diagnostics) -> BTreeMap<u32, Vec<Directive>> {
    let mut found: BTreeMap<u32, Vec<Directive>> = BTreeMap::new();
    let mut waiting: Vec<Directive> = Vec::new();
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

/// The directive of a comment, if it is one.
fn parse_line(comment: &str, pos: Pos) -> Result<Option<Directive>, String> {
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
    Ok(Some(Directive { pos: Pos(pos.0 + 2), patterns }))
}

/// The length of the quoted string at the beginning of a text; a blank or nothing follows it.
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

/// The name by which the file imports package embed: `_` and `.` too.
fn local_name(file: &File) -> Option<Name> {
    let import = file.imports.iter().find(|import| import.path == "embed")?;
    Some(import.name.as_ref().map_or_else(|| "embed".into(), |name| name.name.clone()))
}

type Fault = (Pos, String);

fn value(
    fs: &FsView,
    dir: &Path,
    spec: &VarSpec,
    directives: &[Directive],
    import: Option<&Name>,
) -> Result<Expr, Fault> {
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
    let mut files = Files::new();
    for (pos, pattern) in directives.iter().flat_map(|directive| &directive.patterns) {
        matched(fs, dir, pattern, &mut files)
            .map_err(|why| (*pos, format!("pattern {pattern}: {why}")))?;
    }
    let name = spec.names[0].pos;
    if let Some(function) = tree_function(ty, import) {
        return Ok(call(function, literal(&listing(files), name), name));
    }
    if !may_hold_contents(ty) {
        let ty = minigo_syntax::expr_text(ty);
        return Err((name, format!("go:embed cannot apply to var of type {ty}")));
    }
    let mut contents = files.into_values();
    match (contents.next(), contents.next()) {
        (Some(content), None) => Ok(call(ty.clone(), literal(&content, name), name)),
        _ => {
            let ty = minigo_syntax::expr_text(ty);
            Err((name, format!("invalid go:embed: multiple files for type {ty}")))
        }
    }
}

/// Whether the type may be a string or a slice of bytes, as far as can be seen without knowing what its names mean.
fn may_hold_contents(ty: &Expr) -> bool {
    const OTHERS: &str = "any bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune uint \
                          uint8 uint16 uint32 uint64 uintptr";
    let other = |name: &str| OTHERS.split(' ').any(|other| other == name);
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

/// The function that makes a tree, if the type is `embed.FS`.
fn tree_function(ty: &Expr, import: &Name) -> Option<Expr> {
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

fn call(func: Expr, arg: Expr, pos: Pos) -> Expr {
    let call = CallExpr { func, args: vec![arg], ellipsis: None, rparen: pos };
    Expr { pos, end: pos, kind: ExprKind::Call(Box::new(call)) }
}

/// A string of these bytes, as Go writes it.
fn literal(bytes: &[u8], pos: Pos) -> Expr {
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

/// Files and their directories, as package embed's `Embedded` reads them.
fn listing(mut files: Files) -> Vec<u8> {
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
    files.sort();
    let mut out = Vec::new();
    for (_, name, data) in files {
        out.extend_from_slice(format!("{name}\0{}\0", data.len()).as_bytes());
        out.extend_from_slice(&data);
    }
    out
}
