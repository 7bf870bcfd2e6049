//! Cuts a file of the library into declarations that can be parsed one by one.
//!
//! The index of a file holds the place of each declaration and the names that it declares. Cutting looks only at tokens
//! and skips the bodies of functions, which are most of a file ([`skip_block`](crate::skip_block)): a package of which
//! a program uses little costs little.

use crate::decl_piece::Keyword;
use crate::lexer::{Lexer, Spanned};
use crate::semicolon::Semicolons;
use crate::skip_block::offset_after_block;
use crate::source::{Pos, Source};
use crate::token::Token;

/// A declaration that can be parsed by itself. Offsets are bytes in the file.
#[derive(Debug)]
pub struct SplitDeclaration<'t> {
    /// The keyword to read before the text, if the declaration stands in a group.
    pub keyword: Option<Keyword>,
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
    /// The offset at which a function's body begins.
    pub body: Option<usize>,
    /// The names that the declaration declares at the top level; empty for methods.
    pub names: Vec<&'t str>,
    /// For a method, its name and receiver.
    pub method_name: Option<MethodName<'t>>,
    /// Whether the declaration is an `init` function.
    pub is_init: bool,
    /// Whether the declaration declares variables whose initial values may come from calls.
    pub has_calls: bool,
}

/// The name and the receiver of a method.
#[derive(Debug)]
pub struct MethodName<'t> {
    /// The name of the receiver's type.
    pub receiver_type: &'t str,
    /// Whether the receiver is a pointer.
    pub has_pointer_receiver: bool,
    /// The name of the method.
    pub name: &'t str,
    /// The offset of the method's name.
    pub name_offset: usize,
}

/// The declarations of a file.
#[derive(Debug)]
pub struct SplitFile<'t> {
    /// The name in the package clause.
    pub package: &'t str,
    /// The imports: for each the local name (empty if none is written) and the path.
    pub imports: Vec<(&'t str, &'t str)>,
    /// The declarations, in order.
    pub decls: Vec<SplitDeclaration<'t>>,
}

/// The error that the text is not a Go file: a declaration does not begin or end where it must. The parser reports the
/// details.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MalformedFile;

/// The tokens of a file and the declarations cut so far.
struct Splitter<'a> {
    base: Pos,
    tokens: Vec<Spanned<'a>>,
    decls: Vec<SplitDeclaration<'a>>,
}

/// Cuts a file into its declarations.
///
/// # Errors
/// Returns [`MalformedFile`] if the boundaries of declarations cannot be determined.
pub fn split_file(source: &Source) -> Result<SplitFile<'_>, MalformedFile> {
    let mut cutter = Splitter { base: source.base, tokens: tokens(source)?, decls: Vec::new() };
    if cutter.token(0) != Token::Package || cutter.token(2) != Token::Semi {
        return Err(MalformedFile);
    }
    let package = cutter.ident(1).ok_or(MalformedFile)?;
    let mut imports = Vec::new();
    let mut at = 3;
    while at < cutter.tokens.len() {
        let end = cutter.end_of_statement(at, cutter.tokens.len())?;
        match cutter.token(at) {
            Token::Import => cutter.import_specs(at, end, &mut imports)?,
            Token::Func => cutter.add_function(at, end)?,
            Token::Type => cutter.split_group(at, end, Keyword::Type)?,
            Token::Var => cutter.split_group(at, end, Keyword::Var)?,
            Token::Const => cutter.split_group(at, end, Keyword::Const)?,
            Token::Semi => {}
            _ => return Err(MalformedFile),
        }
        at = end + 1;
    }
    Ok(SplitFile { package, imports, decls: cutter.decls })
}

/// The tokens of a file; the body of each function is one token.
fn tokens(source: &Source) -> Result<Vec<Spanned<'_>>, MalformedFile> {
    /// Fewer bytes than a token takes on average if bodies are skipped.
    const MIN_BYTES_PER_TOKEN: usize = 24;
    let text: &str = &source.text;
    let mut stream = Semicolons::new(Lexer::of_range(source, 0, text.len()));
    let mut tokens = Vec::with_capacity(text.len() / MIN_BYTES_PER_TOKEN);
    // `depth`: the number of open brackets. `function`: the declaration is a function whose body has not come yet.
    // `last`: the last token.
    let (mut depth, mut function, mut last) = (0_usize, false, Token::Semi);
    while let Some((start, mut token, mut end)) = stream.next() {
        match token {
            Token::Func if depth == 0 && last == Token::Semi => function = true,
            Token::Semi if depth == 0 => function = false,
            Token::LBrace
                if depth == 0 && function && !matches!(last, Token::Struct | Token::Interface) =>
            {
                let open = (start.0 - source.base.0) as usize;
                end = source.pos(offset_after_block(text, open).ok_or(MalformedFile)?);
                token = stream.skip_body((end.0 - start.0) as usize - 1);
                function = false;
            }
            Token::LParen | Token::LBrack | Token::LBrace => depth += 1,
            Token::RParen | Token::RBrack | Token::RBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
        last = token;
        tokens.push((start, token, end));
        if token == Token::LBrace {
            tokens.extend(stream.skip_table());
        }
    }
    Ok(tokens)
}

impl<'a> Splitter<'a> {
    /// The token with index `at`; a semicolon if there is none.
    fn token(&self, at: usize) -> Token<'a> {
        self.tokens.get(at).map_or(Token::Semi, |token| token.1)
    }

    fn ident(&self, at: usize) -> Option<&'a str> {
        match self.token(at) {
            Token::Ident(name) => Some(name),
            _ => None,
        }
    }

    fn start(&self, at: usize) -> Result<usize, MalformedFile> {
        let token = self.tokens.get(at).ok_or(MalformedFile)?;
        Ok((token.0.0 - self.base.0) as usize)
    }

    /// The index of the next semicolon outside of brackets from `from` on, or `stop`.
    fn end_of_statement(&self, from: usize, stop: usize) -> Result<usize, MalformedFile> {
        let mut depth = 0usize;
        for at in from..stop {
            match self.token(at) {
                Token::LParen | Token::LBrack | Token::LBrace => depth += 1,
                Token::RParen | Token::RBrack | Token::RBrace => {
                    depth = depth.checked_sub(1).ok_or(MalformedFile)?;
                }
                Token::Semi if depth == 0 => return Ok(at),
                _ => {}
            }
        }
        if depth == 0 { Ok(stop) } else { Err(MalformedFile) }
    }

    /// The index after the bracket that closes the one at `open`.
    fn index_after_bracket(&self, open: usize) -> Result<usize, MalformedFile> {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            match self.token(at) {
                Token::LParen | Token::LBrack | Token::LBrace => depth += 1,
                Token::RParen | Token::RBrack | Token::RBrace => {
                    depth = depth.checked_sub(1).ok_or(MalformedFile)?;
                }
                _ => {}
            }
            if depth == 0 {
                return Ok(at + 1);
            }
        }
        Err(MalformedFile)
    }

    /// The specs of a declaration that begins at `at`. Returns whether the specs stand in parentheses and, for each
    /// spec, the index of its first token and the index after its last.
    fn spec_ranges(
        &self,
        at: usize,
        end: usize,
    ) -> Result<(bool, Vec<(usize, usize)>), MalformedFile> {
        if self.token(at + 1) != Token::LParen {
            return if at + 1 < end {
                Ok((false, vec![(at + 1, end)]))
            } else {
                Err(MalformedFile)
            };
        }
        let close = end - 1;
        if self.token(close) != Token::RParen {
            return Err(MalformedFile);
        }
        let (mut specs, mut from) = (Vec::new(), at + 2);
        while from < close {
            let next = self.end_of_statement(from, close)?;
            if next > from {
                specs.push((from, next));
            }
            from = next + 1;
        }
        Ok((true, specs))
    }

    fn import_specs(
        &self,
        at: usize,
        end: usize,
        out: &mut Vec<(&'a str, &'a str)>,
    ) -> Result<(), MalformedFile> {
        for (from, to) in self.spec_ranges(at, end)?.1 {
            let name = match self.token(from) {
                Token::Dot => ".",
                Token::Ident(name) => name,
                _ => "",
            };
            let Token::Str(path) = self.token(to - 1) else { return Err(MalformedFile) };
            out.push((name, path.trim_matches(['"', '`'])));
        }
        Ok(())
    }

    /// The names at the start of a spec, such as `a, b`.
    fn spec_names(&self, from: usize, to: usize) -> Vec<&'a str> {
        let mut names = Vec::new();
        let mut at = from;
        while let Some(name) = self.ident(at).filter(|_| at < to) {
            names.push(name);
            if self.token(at + 1) != Token::Comma {
                break;
            }
            at += 2;
        }
        names
    }

    /// Adds the declaration that consists of the tokens from `from` up to `to`.
    fn add_declaration(
        &mut self,
        from: usize,
        to: usize,
    ) -> Result<&mut SplitDeclaration<'a>, MalformedFile> {
        let (start, last) = (self.start(from)?, self.tokens.get(to - 1).ok_or(MalformedFile)?.2);
        self.decls.push(SplitDeclaration {
            keyword: None,
            start,
            end: (last.0 - self.base.0) as usize,
            body: None,
            names: Vec::new(),
            method_name: None,
            is_init: false,
            has_calls: false,
        });
        self.decls.last_mut().ok_or(MalformedFile)
    }

    /// Cuts a declaration with specs. The constants of a group stay together if one of them depends on its place in the
    /// group.
    fn split_group(
        &mut self,
        at: usize,
        end: usize,
        keyword: Keyword,
    ) -> Result<(), MalformedFile> {
        let (grouped, specs) = self.spec_ranges(at, end)?;
        let depends = |&(from, to): &(usize, usize)| {
            let tokens = &self.tokens[from..to];
            !tokens.iter().any(|t| t.1 == Token::Assign)
                || tokens.iter().any(|t| t.1 == Token::Ident("iota"))
        };
        let whole = keyword == Keyword::Const && specs.iter().any(depends);
        if whole || !grouped {
            let names = specs.iter().flat_map(|&(from, to)| self.spec_names(from, to)).collect();
            let calls = keyword == Keyword::Var && self.has_calls(at, end);
            let decl = self.add_declaration(at, end)?;
            (decl.names, decl.has_calls) = (names, calls);
            return Ok(());
        }
        for (from, to) in specs {
            let names = self.spec_names(from, to);
            let calls = keyword == Keyword::Var && self.has_calls(from, to);
            let decl = self.add_declaration(from, to)?;
            (decl.keyword, decl.names, decl.has_calls) = (Some(keyword), names, calls);
        }
        Ok(())
    }

    /// Reports whether a call or a receive, or a form that looks like one, stands between these tokens.
    fn has_calls(&self, from: usize, to: usize) -> bool {
        (from..to).any(|at| match self.token(at) {
            Token::LParen => {
                let before = self.token(at.max(1) - 1);
                matches!(before, Token::Ident(_) | Token::RParen | Token::RBrack | Token::RBrace)
            }
            token => token == Token::Arrow,
        })
    }

    fn add_function(&mut self, at: usize, end: usize) -> Result<(), MalformedFile> {
        let has_body = self.token(end - 1) == Token::DeferredBody;
        let body = has_body.then(|| self.start(end - 1)).transpose()?;
        let mut name_at = at + 1;
        let mut receiver = None;
        if self.token(name_at) == Token::LParen {
            name_at = self.index_after_bracket(name_at)?;
            let tokens = self.tokens.get(at + 2..name_at - 1).ok_or(MalformedFile)?;
            let plain = || tokens.iter().map(|t| t.1).take_while(|t| *t != Token::LBrack);
            let owner =
                plain().filter_map(|t| if let Token::Ident(n) = t { Some(n) } else { None });
            let owner = owner.last().ok_or(MalformedFile)?;
            receiver = Some((owner, plain().any(|t| t == Token::Mul)));
        }
        let name = self.ident(name_at).ok_or(MalformedFile)?;
        let place = self.start(name_at)?;
        let decl = self.add_declaration(at, end)?;
        decl.body = body;
        match receiver {
            Some((owner, pointer)) => {
                decl.method_name = Some(MethodName {
                    receiver_type: owner,
                    has_pointer_receiver: pointer,
                    name,
                    name_offset: place,
                });
            }
            None if name == "init" => decl.is_init = true,
            None => decl.names = vec![name],
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    #[test]
    fn files_that_are_no_go_files_are_malformed() {
        let texts = [
            "",
            "package",
            "package a; func",
            "package a; func (",
            "package a; func () f()",
            "package a; }",
            "package a; var (",
            "package a; var",
            "package a; import (a)",
            "package a; x",
            "package a; func f() {",
            "package a; func f() {}}",
            "package a; func f() { \" }",
            "package a; func f() { '{ }",
            "package a; func f() { ` }",
            "package a; func f() { /* }",
            "package a b",
            "package a; const )",
            "package a; import .",
        ];
        for text in texts {
            let mut map = SourceMap::new();
            let found = split_file(map.add("a.go", text).unwrap());
            assert!(found.is_err(), "{text}: {found:?}");
        }
    }

    #[test]
    fn bodies_end_at_their_braces() {
        let text = "package a
func f() struct{ x int } { s := \"}\\\"}\"; r, q := '}', '\\''; t := `}`; x := 1 / 2 }
func (t *T[K]) g(h func() interface{}) (int, map[string]struct{}) { // }
\t/* } */ if x { return struct{}{} } }
func h()
func i[T interface{ m() }](a [n]struct{}) {}; type T[K any] struct{}
";
        let mut map = SourceMap::new();
        let found = split_file(map.add("a.go", text).unwrap()).unwrap();
        let texts: Vec<_> = found.decls.iter().map(|d| &text[d.start..d.end]).collect();
        let lines: Vec<_> = text.lines().collect();
        let last: Vec<_> = lines[5].split("; ").collect();
        let method = format!("{}\n{}", lines[2], lines[3]);
        assert_eq!(texts, [lines[1], &method, lines[4], last[0], last[1]]);
        let bodies: Vec<_> =
            found.decls.iter().map(|d| d.body.map(|at| &text[at..d.end])).collect();
        let at = |n: usize, from: &str| Some(&texts[n][texts[n].find(from).unwrap()..]);
        assert_eq!(bodies, [at(0, "{ s"), at(1, "{ //"), None, Some("{}"), None]);
    }

    #[test]
    fn values_from_calls_are_recognised() {
        let text = "package a; var (a = 1; b = f(); c = func() int {}; d, e = <-g, 2); var h = T[int](1); const i = f(1)";
        let mut map = SourceMap::new();
        let found = split_file(map.add("a.go", text).unwrap()).unwrap();
        let calls = found.decls.iter().map(|d| (d.names[0], d.has_calls));
        let expected =
            [("a", false), ("b", true), ("c", false), ("d", true), ("h", true), ("i", false)];
        assert!(calls.eq(expected));
    }
}
