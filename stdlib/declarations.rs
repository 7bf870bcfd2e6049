//! Cuts the library's Go files into declarations, for the build script. The tokens are those of the compiler's lexer.
//!
//! It is all that is known of a file before it is parsed: where each declaration lies, and which names it declares.

use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Pos, Source, SourceMap};
use minigo_syntax::token::Token;
use minigo_syntax::{Keyword, Semicolons};

/// One declaration that can be parsed by itself. Offsets are bytes in its file.
pub(crate) struct Decl {
    pub(crate) file: usize,
    /// The keyword that is not part of the text, if it comes out of a group.
    pub(crate) keyword: Option<Keyword>,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Where the body of a function begins.
    pub(crate) body: Option<usize>,
    /// The names it declares at the top level; none for methods.
    pub(crate) names: Vec<String>,
    pub(crate) method: Option<Method>,
    /// Whether it runs when the package is initialised.
    pub(crate) is_init: bool,
}

/// What is known of a method.
pub(crate) struct Method {
    /// The name of its receiver's type.
    pub(crate) owner: String,
    pub(crate) pointer: bool,
    pub(crate) name: String,
    /// Where the name stands.
    pub(crate) at: usize,
}

/// A file cut into pieces.
pub(crate) struct Cut {
    pub(crate) package: String,
    /// The names that imports give, if they do, and the paths.
    pub(crate) imports: Vec<(String, String)>,
    pub(crate) decls: Vec<Decl>,
}

/// The tokens of a file, and what is cut out of them.
struct Cutter<'a> {
    file: usize,
    base: Pos,
    tokens: Vec<(Pos, Token<'a>, Pos)>,
    decls: Vec<Decl>,
}

/// Cuts a file.
pub(crate) fn cut(file: usize, text: &str) -> Cut {
    let mut map = SourceMap::new();
    let source: &Source = map.add("", text.to_owned()).expect("a file is not that large");
    let tokens = Semicolons::new(Lexer::new(source)).collect();
    let mut cutter = Cutter { file, base: source.base, tokens, decls: Vec::new() };
    let package = cutter.ident(1).expect("a file begins with a package clause").to_owned();
    let mut imports = Vec::new();
    let mut at = 3;
    while at < cutter.tokens.len() {
        let end = cutter.end(at, cutter.tokens.len());
        match cutter.token(at) {
            Token::Import => cutter.imports(at, end, &mut imports),
            Token::Func => cutter.function(at, end),
            Token::Type => cutter.group(at, end, Keyword::Type),
            Token::Var => cutter.group(at, end, Keyword::Var),
            Token::Const => cutter.group(at, end, Keyword::Const),
            other => panic!("file {file}: {other:?} begins no declaration"),
        }
        at = end + 1;
    }
    Cut { package, imports, decls: cutter.decls }
}

impl<'a> Cutter<'a> {
    fn token(&self, at: usize) -> Token<'a> {
        self.tokens[at].1
    }

    fn ident(&self, at: usize) -> Option<&'a str> {
        match self.tokens.get(at)?.1 {
            Token::Ident(name) => Some(name),
            _ => None,
        }
    }

    fn start(&self, at: usize) -> usize {
        (self.tokens[at].0.0 - self.base.0) as usize
    }

    /// The next semicolon outside brackets from `from` on, or `stop`.
    fn end(&self, from: usize, stop: usize) -> usize {
        let mut depth = 0;
        for at in from..stop {
            match self.token(at) {
                Token::LParen | Token::LBrack | Token::LBrace => depth += 1,
                Token::RParen | Token::RBrack | Token::RBrace => depth -= 1,
                Token::Semi if depth == 0 => return at,
                _ => {}
            }
        }
        stop
    }

    /// The token after the bracket that closes the one at `open`.
    fn after_bracket(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open..self.tokens.len() {
            match self.token(at) {
                Token::LParen | Token::LBrack | Token::LBrace => depth += 1,
                Token::RParen | Token::RBrack | Token::RBrace => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        panic!("file {}: brackets do not match", self.file);
    }

    /// The specifications of a declaration that begins at `at`: the first token of each and the one after it.
    fn specs(&self, at: usize, end: usize) -> (bool, Vec<(usize, usize)>) {
        if !matches!(self.token(at + 1), Token::LParen) {
            return (false, vec![(at + 1, end)]);
        }
        let close = end - 1;
        let (mut specs, mut from) = (Vec::new(), at + 2);
        while from < close {
            let next = self.end(from, close);
            specs.push((from, next));
            from = next + 1;
        }
        (true, specs)
    }

    fn imports(&self, at: usize, end: usize, out: &mut Vec<(String, String)>) {
        for (from, to) in self.specs(at, end).1 {
            let name = self.ident(from).unwrap_or_default();
            let Token::Str(path) = self.token(to - 1) else {
                panic!("file {}: an import without a path", self.file);
            };
            assert!(self.token(from) != Token::Dot, "the library has no dot imports");
            out.push((name.to_owned(), path.trim_matches(['"', '`']).to_owned()));
        }
    }

    /// The names at the start of a specification: `a, b`.
    fn names(&self, from: usize, to: usize) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = from;
        while let Some(name) = self.ident(at).filter(|_| at < to) {
            names.push(name.to_owned());
            if self.token(at + 1) != Token::Comma {
                break;
            }
            at += 2;
        }
        names
    }

    /// Adds the declaration of the tokens from `from` up to `to`.
    fn add(&mut self, from: usize, to: usize) -> &mut Decl {
        let (start, last) = (self.start(from), self.tokens[to - 1].2);
        self.decls.push(Decl {
            file: self.file,
            keyword: None,
            start,
            end: (last.0 - self.base.0) as usize,
            body: None,
            names: Vec::new(),
            method: None,
            is_init: false,
        });
        self.decls.last_mut().expect("it was just added")
    }

    /// A declaration with specifications. Constants stay together where one depends on its place in the group.
    fn group(&mut self, at: usize, end: usize, keyword: Keyword) {
        let (grouped, specs) = self.specs(at, end);
        let depends = |&(from, to): &(usize, usize)| {
            let tokens = &self.tokens[from..to];
            !tokens.iter().any(|t| t.1 == Token::Assign)
                || tokens.iter().any(|t| t.1 == Token::Ident("iota"))
        };
        let whole = keyword == Keyword::Const && specs.iter().any(depends);
        if whole || !grouped {
            let names = specs.iter().flat_map(|&(from, to)| self.names(from, to)).collect();
            self.add(at, end).names = names;
            return;
        }
        for (from, to) in specs {
            let names = self.names(from, to);
            let decl = self.add(from, to);
            (decl.keyword, decl.names) = (Some(keyword), names);
        }
    }

    fn function(&mut self, at: usize, end: usize) {
        let body = self.body(at, end).map(|at| self.start(at));
        let mut name_at = at + 1;
        let mut receiver = None;
        if self.token(name_at) == Token::LParen {
            name_at = self.after_bracket(name_at);
            let tokens = &self.tokens[at + 2..name_at - 1];
            let plain = || tokens.iter().map(|t| t.1).take_while(|t| *t != Token::LBrack);
            let owner =
                plain().filter_map(|t| if let Token::Ident(n) = t { Some(n) } else { None });
            let owner = owner.last().expect("a receiver has a type").to_owned();
            receiver = Some((owner, plain().any(|t| t == Token::Mul)));
        }
        let name = self.ident(name_at).expect("a function has a name").to_owned();
        let place = self.start(name_at);
        let decl = self.add(at, end);
        decl.body = body;
        match receiver {
            Some((owner, pointer)) => {
                decl.method = Some(Method { owner, pointer, name, at: place });
            }
            None if name == "init" => decl.is_init = true,
            None => decl.names = vec![name],
        }
    }

    /// The brace that begins the body of the function from `at` up to `end`: the last outside brackets that begins no
    /// type.
    fn body(&self, at: usize, end: usize) -> Option<usize> {
        let (mut at, mut found) = (at, None);
        while at < end {
            let before = self.token(at.max(1) - 1);
            at = match self.token(at) {
                Token::LBrace if !matches!(before, Token::Struct | Token::Interface) => {
                    found = Some(at);
                    self.after_bracket(at)
                }
                Token::LParen | Token::LBrack | Token::LBrace => self.after_bracket(at),
                _ => at + 1,
            };
        }
        found
    }
}
