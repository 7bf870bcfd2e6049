//! The parser of a session's inputs: imports, declarations and statements in any order.
//!
//! Go's grammar does not allow statements between declarations. So an input is divided at the semicolons outside of
//! brackets. The first tokens of each part decide whether the part is a declaration or a statement, and the grammar
//! parses it as such.

use crate::DeclPiece;
use crate::Semicolons;
use crate::ast::{Block, Body, Decl, Ident, Import, Stmt, StmtKind};
use crate::diagnostic::{Code, Diagnostics};
use crate::lexer::{Lexer, Spanned};
use crate::literal::decode_string;
use crate::source::{Pos, Source, SourceMap, Span};
use crate::token::Token;
use crate::{parse_decl, parse_stmts};

/// A parsed input.
#[derive(Debug, Default)]
pub struct ParsedInput {
    /// The imports.
    pub imports: Vec<Import>,
    /// The declarations of functions, types and constants; in an input without statements, those of variables too.
    /// Declarations may refer to each other in any order.
    pub decls: Vec<Decl>,
    /// The statements in order. If the input has any statement, its declarations of variables are statements as well.
    pub body: Block,
    /// The number of expressions in the list (`x, y`) that ends the input; the values of all of them are shown. At
    /// least 1.
    pub final_expr_count: usize,
    /// The syntax errors of the input.
    pub diagnostics: Diagnostics,
}

/// The kind of a part of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InputPartKind {
    /// `package p`, as at the start of a file; ignored.
    Package,
    Import,
    Decl,
    Var,
    Stmt,
}

/// Parses an input, a whole source. Function bodies are checked for syntax, then dropped, and parsed again when they
/// are needed: a session keeps all declarations.
#[must_use]
pub fn parse_input(source: &Source) -> ParsedInput {
    let mut out = parse_whole_input(source);
    out.decls.iter_mut().filter(|_| out.diagnostics.is_empty()).for_each(defer_body_parsing);
    out
}

/// Parses an input like [`parse_input`], but keeps the bodies of functions.
#[must_use]
pub fn parse_whole_input(source: &Source) -> ParsedInput {
    let mut out = ParsedInput::default();
    let tokens: Vec<Spanned<'_>> = Semicolons::new(Lexer::new(source)).collect();
    let parts = split_statements(&tokens);
    let runs = parts.iter().any(|part| kind_of_part(part) == InputPartKind::Stmt);
    for part in parts {
        let (Some(first), Some(last)) = (part.first(), part.last()) else { continue };
        let span = Span::new(first.0, last.2);
        match kind_of_part(part) {
            InputPartKind::Package => {}
            InputPartKind::Import => add_imports(part, &mut out),
            InputPartKind::Var if runs => {
                // The source has a semicolon after the declaration, and the grammar requires it.
                let (decl, found) = parse_declaration(source, span);
                out.diagnostics.extend(found);
                out.final_expr_count = 1;
                let kind = StmtKind::Decl(Box::new(decl));
                out.body.stmts.push(Stmt { pos: span.start, kind });
            }
            InputPartKind::Decl | InputPartKind::Var => {
                let (decl, found) = parse_declaration(source, span);
                out.diagnostics.extend(found);
                out.decls.push(decl);
            }
            InputPartKind::Stmt => {
                let all = split_expressions(part);
                out.final_expr_count = all.len();
                for expression in all {
                    let (Some(first), Some(last)) = (expression.first(), expression.last()) else {
                        continue;
                    };
                    let span = Span::new(first.0, last.2);
                    let (block, found) = parse_stmts(source, span);
                    out.diagnostics.extend(found);
                    out.body.stmts.extend(block.stmts);
                }
            }
        }
    }
    // A session keeps the lists of declarations and statements until its end, so the lists should not hold unused
    // memory.
    out.decls.shrink_to_fit();
    out.body.stmts.shrink_to_fit();
    let end = source.pos(source.text.len());
    (out.body.pos, out.body.rbrace) = (source.base, end);
    out
}

/// Reports whether the text ends where Go's grammar requires more: inside an open bracket, inside a comment or raw
/// string that is not closed, or after an operator.
#[must_use]
pub fn is_incomplete(source: &Source) -> bool {
    InputProgress::default().state_after(source).is_none_or(|progress| progress.is_open())
}

/// The state of a text that arrives line by line: whether the text is [incomplete](is_incomplete) so far.
#[derive(Debug, Default)]
pub struct InputProgress {
    /// The number of open brackets.
    depth: i32,
    /// Whether the last token cannot end a statement.
    expects_more: bool,
    /// The lines since the start of a comment or raw string that is not closed.
    unclosed_lines: String,
}

impl InputProgress {
    /// Adds whole lines to the text. Reports whether the text with these lines is incomplete.
    pub fn add(&mut self, lines: &str) -> bool {
        self.unclosed_lines.push_str(lines);
        let mut map = SourceMap::new();
        let Ok(source) = map.add("input", &*self.unclosed_lines) else { return false };
        let Some(after) = self.state_after(source) else { return true };
        *self = after;
        self.is_open()
    }

    fn is_open(&self) -> bool {
        self.depth > 0 || self.depth == 0 && self.expects_more
    }

    /// The state after `source`; `None` if a comment or raw string is not closed at its end.
    fn state_after(&self, source: &Source) -> Option<Self> {
        let (mut depth, mut expects_more) = (self.depth, self.expects_more);
        let mut lexer = Lexer::new(source);
        for (_, token, _) in lexer.by_ref() {
            match token {
                Token::LParen | Token::LBrack | Token::LBrace => depth += 1,
                Token::RParen | Token::RBrack | Token::RBrace => depth -= 1,
                _ => {}
            }
            if !matches!(token, Token::Newline | Token::LineComment | Token::BlockComment(_)) {
                expects_more = !token.ends_statement() && token != Token::Semi;
            }
        }
        let at = |pos: Pos| source.text.get((pos.0 - source.base.0) as usize..).unwrap_or_default();
        let opens = |pos: Pos| at(pos).starts_with('`') || at(pos).starts_with("/*");
        let faults = lexer.take_errors();
        let mut endless = faults.as_slice().iter().filter(|d| d.message.contains("not terminated"));
        let closed = !endless.any(|d| opens(d.span.start));
        closed.then_some(Self { depth, expects_more, unclosed_lines: String::new() })
    }
}

/// The spans of the declarations and statements in an input or file, in order.
#[must_use]
pub fn part_spans(source: &Source) -> Vec<Span> {
    let tokens: Vec<Spanned<'_>> = Semicolons::new(Lexer::new(source)).collect();
    let span = |part: &[Spanned<'_>]| Some(Span::new(part.first()?.0, part.last()?.2));
    split_statements(&tokens).into_iter().filter_map(span).collect()
}

/// A declaration or statement of an input, before parsing.
#[derive(Clone, Debug)]
pub struct InputPart {
    /// The span in the source text.
    pub span: Span,
    /// Whether the part can stand in a function: whether it is a statement or declares variables.
    pub is_statement: bool,
    /// The names that the part declares, `T.M` for a method. Empty for an import and for a statement without `:=`.
    pub declared_names: Vec<String>,
    /// The span of the `:=`, for a statement that declares variables.
    pub define_span: Option<Span>,
    /// The identifiers in the part that a dot follows: variables and packages.
    pub qualifiers: Vec<String>,
}

/// The declarations and statements of an input, in order, with the names that they declare and mention.
#[must_use]
pub fn parts_with_names(source: &Source) -> Vec<InputPart> {
    let tokens: Vec<Spanned<'_>> = Semicolons::new(Lexer::new(source)).collect();
    let part = |part: &[Spanned<'_>]| {
        let first = *part.first()?;
        let kind = kind_of_part(part);
        let define =
            part.iter().find(|t| t.1 == Token::Define).filter(|_| kind == InputPartKind::Stmt);
        let define = define.filter(|define| {
            let mut before = part.iter().take_while(|t| t.0 < define.0);
            before.all(|t| matches!(t.1, Token::Ident(_) | Token::Comma))
        });
        let declares = match kind {
            InputPartKind::Decl | InputPartKind::Var => declared_names(part),
            _ if define.is_some() => leading_identifiers(part),
            _ => Vec::new(),
        };
        let qualifiers = part.windows(3).filter(|three| three[0].1 != Token::Dot);
        let qualifiers = qualifiers.filter_map(|three| qualifier(&three[1..]));
        Some(InputPart {
            span: Span::new(first.0, part.last()?.2),
            is_statement: matches!(kind, InputPartKind::Stmt | InputPartKind::Var),
            declared_names: declares,
            define_span: define.map(|define| Span::new(define.0, define.2)),
            qualifiers: qualifier(part).into_iter().chain(qualifiers).collect(),
        })
    };
    split_statements(&tokens).into_iter().filter_map(part).collect()
}

/// The first token, if it is an identifier and a dot follows it.
fn qualifier(tokens: &[Spanned<'_>]) -> Option<String> {
    match (tokens.first()?.1, tokens.get(1)?.1) {
        (Token::Ident(name), Token::Dot) => Some(name.to_owned()),
        _ => None,
    }
}

/// The identifiers of the comma-separated list with which the tokens begin.
fn leading_identifiers(tokens: &[Spanned<'_>]) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = tokens;
    while let Some((Token::Ident(name), behind)) = rest.split_first().map(|(t, rest)| (t.1, rest)) {
        names.push(name.to_owned());
        match behind.split_first() {
            Some((comma, behind)) if comma.1 == Token::Comma => rest = behind,
            _ => break,
        }
    }
    names
}

/// The names that a declaration declares; for a declaration in parentheses, the names of all its specs.
fn declared_names(part: &[Spanned<'_>]) -> Vec<String> {
    let rest = &part[1..];
    if part[0].1 == Token::Func {
        let receiver = rest.iter().take_while(|t| t.1 != Token::RParen);
        let receiver = receiver.filter_map(|t| match t.1 {
            Token::Ident(name) => Some(name),
            _ => None,
        });
        let is_method = rest.first().is_some_and(|t| t.1 == Token::LParen);
        let behind = rest.iter().position(|t| t.1 == Token::RParen).filter(|_| is_method);
        let name = leading_identifiers(&rest[behind.map_or(0, |at| at + 1)..]);
        let ty = receiver.take(2).last().filter(|_| is_method);
        return name
            .into_iter()
            .take(1)
            .map(|name| match ty {
                Some(ty) => format!("{ty}.{name}"),
                None => name,
            })
            .collect();
    }
    if rest.first().is_none_or(|t| t.1 != Token::LParen) {
        return leading_identifiers(rest);
    }
    let (mut depth, mut begins, mut all) = (0, false, Vec::new());
    for (at, (_, token, _)) in rest.iter().enumerate() {
        if begins && depth == 1 {
            all.extend(leading_identifiers(&rest[at..]));
        }
        match token {
            Token::LParen | Token::LBrack | Token::LBrace => depth += 1,
            Token::RParen | Token::RBrack | Token::RBrace => depth -= 1,
            _ => {}
        }
        begins = depth == 1 && (at == 0 || *token == Token::Semi);
    }
    all
}

/// Reports whether an input has declarations only: no statement and no expression.
#[must_use]
pub fn only_declares(source: &Source) -> bool {
    let tokens: Vec<Spanned<'_>> = Semicolons::new(Lexer::new(source)).collect();
    split_statements(&tokens).iter().all(|part| kind_of_part(part) != InputPartKind::Stmt)
}

/// Divides an input at the semicolons outside of brackets.
fn split_statements<'t, 'a>(tokens: &'t [Spanned<'a>]) -> Vec<&'t [Spanned<'a>]> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0_i32, 0);
    // `header`: the tokens are in a statement's header, whose semicolons separate nothing. `block`: the block after the
    // header has been opened.
    let (mut header, mut block) = (false, false);
    for (at, (start, token, end)) in tokens.iter().enumerate() {
        match token {
            Token::LBrace => {
                block |= depth == 0 && !opens_composite_literal(&tokens[..at]);
                depth += 1;
            }
            Token::LParen | Token::LBrack => depth += 1,
            Token::RParen | Token::RBrack | Token::RBrace => depth -= 1,
            Token::For | Token::If | Token::Switch if depth <= 0 && !header => {
                (header, block) = (true, false);
            }
            // After `else` the header of another `if` may follow: `else if x := f(); x {`.
            Token::Else if depth <= 0 => (header, block) = (true, false),
            // A semicolon that a newline stands for ends any header.
            Token::Semi if depth <= 0 && header && !block && start < end => {}
            Token::Semi if depth <= 0 => {
                header = false;
                if at > from {
                    parts.push(&tokens[from..at]);
                }
                from = at + 1;
            }
            _ => {}
        }
    }
    if from < tokens.len() {
        parts.push(&tokens[from..]);
    }
    parts
}

/// Reports whether a brace after these tokens begins the elements of `[]T{…}` or `map[K]p.T{…}`.
fn opens_composite_literal(before: &[Spanned<'_>]) -> bool {
    let token = |back: usize| Some(before.get(before.len().checked_sub(back)?)?.1);
    let is_ident = |back| matches!(token(back), Some(Token::Ident(_)));
    let qualified = is_ident(1) && token(2) == Some(Token::Dot) && is_ident(3);
    is_ident(1) && token(if qualified { 4 } else { 2 }) == Some(Token::RBrack)
}

/// The expressions of a list such as `x, f(y)`, which is no statement of Go, but which users type to see several
/// values. For any other part the result is the part itself.
fn split_expressions<'t, 'a>(part: &'t [Spanned<'a>]) -> Vec<&'t [Spanned<'a>]> {
    let mut depth = 0_i32;
    let mut commas = Vec::new();
    for (at, (_, token, _)) in part.iter().enumerate() {
        match token {
            Token::LParen | Token::LBrack | Token::LBrace => depth += 1,
            Token::RParen | Token::RBrack | Token::RBrace => depth -= 1,
            Token::Comma if depth == 0 => commas.push(at),
            Token::Assign | Token::Define | Token::OpAssign(_) if depth == 0 => return vec![part],
            Token::For
            | Token::If
            | Token::Switch
            | Token::Select
            | Token::Go
            | Token::Defer
            | Token::Return
                if depth == 0 =>
            {
                return vec![part];
            }
            _ => {}
        }
    }
    let mut from = 0;
    let mut all = Vec::new();
    for at in commas.into_iter().chain([part.len()]) {
        all.push(&part[from..at]);
        from = at + 1;
    }
    // If an expression is missing, the grammar reports the error for the whole part.
    if all.iter().any(|one| one.is_empty()) { vec![part] } else { all }
}

fn kind_of_part(part: &[Spanned<'_>]) -> InputPartKind {
    match part.first().map(|t| t.1) {
        Some(Token::Package) => InputPartKind::Package,
        Some(Token::Import) => InputPartKind::Import,
        Some(Token::Const | Token::Type) => InputPartKind::Decl,
        Some(Token::Var) => InputPartKind::Var,
        Some(Token::Func) if declares_func(part) => InputPartKind::Decl,
        _ => InputPartKind::Stmt,
    }
}

/// Reports whether `func` begins a declaration: a name, or a receiver and a name, must follow it.
fn declares_func(part: &[Spanned<'_>]) -> bool {
    let mut depth = 0;
    for (_, token, _) in &part[1..] {
        match token {
            Token::LParen => depth += 1,
            Token::RParen => depth -= 1,
            Token::Ident(_) if depth == 0 => break,
            _ if depth == 0 => return false,
            _ => {}
        }
    }
    // `func (x int) T { … }` is a function literal with a result: a method has parameters after its name.
    let name = 1 + part[1..]
        .iter()
        .scan(0, |depth, t| Some(is_name_outside_parens(depth, t.1)))
        .take_while(|n| !n)
        .count();
    let behind = part.get(name + 1).map(|t| t.1);
    name == 1 || matches!(behind, Some(Token::LParen | Token::LBrack))
}

/// Reports whether a token is an identifier outside of parentheses.
fn is_name_outside_parens(depth: &mut i32, token: Token<'_>) -> bool {
    match token {
        Token::LParen => *depth += 1,
        Token::RParen => *depth -= 1,
        Token::Ident(_) => return *depth == 0,
        _ => {}
    }
    false
}

/// Parses a declaration together with the semicolon after it.
fn parse_declaration(source: &Source, span: Span) -> (Decl, Diagnostics) {
    parse_decl(source, DeclPiece { span, body: None, keyword: None })
}

fn defer_body_parsing(decl: &mut Decl) {
    if let Decl::Func(func) = decl
        && let Some(Body::Parsed(block)) = &func.body
    {
        func.body = Some(Body::Deferred(Span::new(block.pos, Pos(block.rbrace.0 + 1))));
    }
}

/// Parses `import "fmt"` or `import ( f "fmt"; . "strings" )`.
fn add_imports(part: &[Spanned<'_>], out: &mut ParsedInput) {
    let mut name: Option<Ident> = None;
    let mut start = None;
    for &(pos, token, end) in &part[1..] {
        match token {
            Token::LParen | Token::RParen | Token::Semi => {}
            Token::Ident(text) if name.is_none() => {
                name = Some(Ident { name: text.into(), pos });
                start = Some(pos);
            }
            Token::Dot if name.is_none() => {
                name = Some(Ident { name: ".".into(), pos });
                start = Some(pos);
            }
            Token::Str(text) => {
                let path = String::from_utf8_lossy(&decode_string(text)).as_ref().into();
                let path_span = Span::new(pos, end);
                let at: Pos = start.take().unwrap_or(pos);
                out.imports.push(Import { pos: at, name: name.take(), path, path_span });
            }
            _ => {
                let text = "syntax error: unexpected token, expected import path";
                return out.diagnostics.error(Code::Syntax, Span::new(pos, end), text);
            }
        }
    }
    if let Some(name) = name {
        let text = "syntax error: missing import path; require quoted string";
        out.diagnostics.error(Code::Syntax, name.span(), text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part_counts_and_errors(text: &str) -> (usize, usize, usize, Vec<String>) {
        let mut map = SourceMap::new();
        let source = map.add("input", text).unwrap();
        let p = parse_input(source);
        let found = p.diagnostics.as_slice().iter().map(|d| d.message.clone()).collect();
        (p.imports.len(), p.decls.len(), p.body.stmts.len(), found)
    }

    #[test]
    fn inputs_are_divided_into_declarations_and_statements() {
        assert_eq!(part_counts_and_errors("1+2"), (0, 0, 1, vec![]));
        assert_eq!(part_counts_and_errors("x, f(1, 2), []int{3, 4}[0]"), (0, 0, 3, vec![]));
        assert_eq!(part_counts_and_errors("x, y := f()"), (0, 0, 1, vec![]));
        assert_eq!(part_counts_and_errors("x, y = y, x"), (0, 0, 1, vec![]));
        assert_eq!(
            part_counts_and_errors("func(a, b int) { c, d := a, b; println(c, d) }(1, 2)"),
            (0, 0, 1, vec![])
        );
        assert_eq!(part_counts_and_errors("x,").3.len(), 1);
        assert_eq!(
            part_counts_and_errors("import \"fmt\"\nfunc f() int { return 1 }\nf()"),
            (1, 1, 1, vec![])
        );
        assert_eq!(part_counts_and_errors("import (\n a \"fmt\"\n . \"os\"\n)"), (2, 0, 0, vec![]));
        assert_eq!(part_counts_and_errors("var x = 1; const c = 2"), (0, 2, 0, vec![]));
        assert_eq!(part_counts_and_errors("var x = 1; x++"), (0, 0, 2, vec![]));
        assert_eq!(part_counts_and_errors("func() { println(1) }()"), (0, 0, 1, vec![]));
        assert_eq!(part_counts_and_errors("func (t T) M() {}"), (0, 1, 0, vec![]));
        assert_eq!(part_counts_and_errors("func (t *L[T]) M(x T) {}"), (0, 1, 0, vec![]));
        assert_eq!(part_counts_and_errors("func (x int) int { return x }(3)"), (0, 0, 1, vec![]));
        assert_eq!(part_counts_and_errors("func F[T any](x T) {}"), (0, 1, 0, vec![]));
        assert_eq!(
            part_counts_and_errors("for i := range 3 { println(i) }\nx := 1; if x > 0 { }"),
            (0, 0, 3, vec![])
        );
        assert_eq!(
            part_counts_and_errors("for i := 0; i < 3; i++ { f(); g() }; if x := f(); x { }; y()"),
            (0, 0, 3, vec![])
        );
        assert_eq!(
            part_counts_and_errors(
                "for _, x := range []a.T{1} { f() }; for s := []int{1}; len(s) > 0; { }"
            ),
            (0, 0, 2, vec![])
        );
        assert_eq!(
            part_counts_and_errors(
                "if a { } else if b := 1; c { }; switch x := 1; x { case 1: f() }; 1"
            ),
            (0, 0, 3, vec![])
        );
        assert_eq!(part_counts_and_errors("package main\nfunc main() {\n}\n"), (0, 1, 0, vec![]));
    }

    #[test]
    fn syntax_errors_of_inputs_match_those_of_statements() {
        let (.., found) = part_counts_and_errors("x := := 1");
        assert_eq!(found, ["syntax error: unexpected :=, expected expression"]);
        let (.., found) = part_counts_and_errors("func f( { }");
        assert!(found[0].starts_with("syntax error:"), "{found:?}");
    }

    #[test]
    fn incomplete_inputs_are_recognised() {
        let incomplete = |text: &str| {
            let mut map = SourceMap::new();
            is_incomplete(map.add("input", text).unwrap())
        };
        for text in ["func f() {", "x :=", "f(1,", "`abc", "/* abc", "if x {\n y()", "a.b.", "x +"]
        {
            assert!(incomplete(text), "{text}");
        }
        for text in ["x := 1", "f()", "\"abc", "}", "func f() {}", "", "x++", "return"] {
            assert!(!incomplete(text), "{text}");
        }
    }

    #[test]
    fn an_input_read_line_by_line_parses_the_same() {
        let text = "func f(\n) {\n\n// c (\nx := `a\n)}\n` +\n /* ( \n */ 1\ny = \"(\"\n}\nf()\n";
        let (mut so_far, mut progress) = (String::new(), InputProgress::default());
        for line in text.split_inclusive('\n') {
            so_far.push_str(line);
            let mut map = SourceMap::new();
            let incomplete = is_incomplete(map.add("input", &*so_far).unwrap());
            assert_eq!(progress.add(line), incomplete, "{so_far}");
        }
    }
}
