//! Automatic imports: packages of the library that an input mentions but does not import.

use minigo_syntax::ast::Import;
use minigo_syntax::hash::HashSet;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::session_input::ParsedInput;
use minigo_syntax::source::{Pos, Source, Span};
use minigo_syntax::token::Token;
use minigo_types::Session;

/// Returns the paths of the packages to import: one for each name such as `strings` that stands before a dot, that
/// nothing declares, and that names a package of the library.
pub(crate) fn missing_imports(
    source: &Source,
    parsed: &ParsedInput,
    session: &Session<'_>,
) -> Vec<&'static str> {
    let tokens: Vec<Token<'_>> = Lexer::new(source)
        .map(|(_, token, _)| token)
        .filter(|t| !matches!(t, Token::LineComment | Token::BlockComment(_)))
        .collect();
    let own: HashSet<&str> = parsed.imports.iter().map(name_of).collect();
    let declared = declared_names(&tokens);
    let mut names: Vec<&str> = Vec::new();
    for (at, window) in tokens.windows(2).enumerate() {
        let [Token::Ident(name), Token::Dot] = *window else { continue };
        let selected = at > 0 && tokens[at - 1] == Token::Dot;
        let known = own.contains(name) || declared.contains(name) || names.contains(&name);
        if !selected && !known && !session.declares(name) && !session.predeclares(name) {
            names.push(name);
        }
    }
    names.into_iter().filter_map(package_named).collect()
}

/// Adds imports to an input.
pub(crate) fn add_imports(paths: &[&'static str], parsed: &mut ParsedInput) {
    let (pos, path_span) = (Pos::NONE, Span::default());
    let import = |path: &&str| Import { pos, name: None, path: (*path).into(), path_span };
    parsed.imports.extend(paths.iter().map(import));
}

/// Returns the name that an import declares, as far as its path tells.
fn name_of(import: &Import) -> &str {
    match &import.name {
        Some(name) => &name.name,
        None => import.path.rsplit('/').find(|part| !is_version(part)).unwrap_or(&import.path),
    }
}

fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns the names that the input itself declares anywhere. The scopes of these declarations are ignored: if the
/// input means the package in spite of such a declaration, the user can import it explicitly.
fn declared_names<'a>(tokens: &[Token<'a>]) -> HashSet<&'a str> {
    let mut names = HashSet::default();
    for (at, token) in tokens.iter().enumerate() {
        let Token::Ident(name) = *token else { continue };
        let before = at.checked_sub(1).map(|i| tokens[i]);
        let after = tokens.get(at + 1);
        let head = matches!(before, Some(Token::Var | Token::Const | Token::Type | Token::Func));
        // Matches `x := …`, `x, y := …`, and parameters: a name before a name or type.
        let defined = matches!(after, Some(Token::Define | Token::Comma))
            && !matches!(before, Some(Token::Dot));
        let typed = matches!(
            after,
            Some(Token::Ident(_) | Token::Mul | Token::LBrack | Token::Map | Token::Chan)
        ) && matches!(before, Some(Token::LParen | Token::Comma));
        if head || defined || typed {
            names.insert(name);
        }
    }
    names
}

/// Returns the path of the library's package with this name; if there are several, the shortest.
#[must_use]
pub fn package_named(name: &str) -> Option<&'static str> {
    if name == "unsafe" {
        // Package unsafe has no sources, because it is part of the language.
        return Some("unsafe");
    }
    let is = |path: &&str| !path.starts_with("internal/") && path.rsplit('/').next() == Some(name);
    minigo_stdlib::import_paths().filter(is).min_by_key(|path| (path.len(), *path))
}
