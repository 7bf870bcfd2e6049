//! Words syntax errors like gc.
//!
//! The parser uses this module only after a syntax error. The grammar knows which token was unexpected and which tokens
//! were expected. gc's message also names the construct that was being parsed; one pass over the tokens before the
//! error finds it.

use crate::Semicolons;
use crate::actions::RecoveredError;
use crate::diagnostic::Code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lexer::{Lexer, Spanned};
use crate::source::{Pos, Source, Span};
use crate::token::Token;
use minigo_lex::small_sort::SmallSort as _;

/// The construct that an open bracket encloses.
#[derive(Clone, Copy, PartialEq, Debug)]
enum EnclosingConstruct {
    TopLevel,
    Block,
    Clauses,
    Args,
    Params,
    TypeParams,
    Paren,
    Group,
    Composite,
    Index,
    Struct,
    Interface,
}

/// An open bracket and the statement that is being read inside it.
struct OpenConstruct<'a> {
    enclosing: EnclosingConstruct,
    /// The first token of the statement.
    first_token: Option<Token<'a>>,
    /// The number of tokens of the statement so far.
    token_count: usize,
    /// Whether the parameters or the body of a `func` are still to come.
    is_func_pending: bool,
    /// The number of semicolons in the head of the statement.
    semicolon_count: usize,
    /// The number of commas in the statement.
    comma_count: usize,
    /// Whether the statement's block has been read: the head of the statement ends there.
    had_block: bool,
    /// The token before the opening bracket.
    opener: Option<Token<'a>>,
}

/// Reports the errors at which the parser recovered. `faulty`: the scanner has already reported an error. `statements`:
/// the text consists of statements, like a function's body.
pub(crate) fn report_recovered_errors(
    source: &Source,
    mut errors: Vec<RecoveredError>,
    faulty: bool,
    statements: bool,
    out: &mut Diagnostics,
) {
    if errors.is_empty() {
        return;
    }
    let end = source.pos(source.text.len());
    errors.small_sort_by_key(|e| e.error_pos.unwrap_or(end));
    let mut reader = MessageBuilder::new(source, statements);
    let mut reported = faulty || out.has_errors();
    for error in errors {
        let at = error.error_pos.unwrap_or(end);
        let token = reader.read_to(at).filter(|_| error.error_pos.is_some());
        // `BODY` is among the expected tokens only inside brackets where an error has been reported already.
        if error.expected.iter().any(|e| e == "BODY") {
            continue;
        }
        // At the end of the text all open constructs are incomplete: one error is enough.
        if token.is_none() && reported {
            continue;
        }
        let message = reader.message(token, &error.expected);
        let mut span = Span::new(at, token.map_or(at, |t| t.2));
        // gc has consumed the `var` when it reports this error.
        if message.starts_with("var ")
            && let Some(next) = token_after(source, span.end)
        {
            span = Span::new(next.0, next.2);
        }
        out.error(Code::Syntax, span, format!("syntax error: {message}"));
        reported = true;
    }
}

/// The first token after a position.
fn token_after(source: &Source, at: Pos) -> Option<Spanned<'_>> {
    let from = (at.0 - source.base.0) as usize;
    Semicolons::new(Lexer::of_range(source, from, source.text.len())).next()
}

/// Keeps the first syntax error of each line: the others are mostly consequences of it.
pub(crate) fn keep_first_per_line(source: &Source, found: Diagnostics) -> Vec<Diagnostic> {
    let mut prior_tokens = 0;
    let mut kept = Vec::new();
    for d in found.into_sorted() {
        if d.code == Code::Syntax {
            let line = source.line_col(d.span.start).0;
            if line == prior_tokens {
                continue;
            }
            prior_tokens = line;
        }
        kept.push(d);
    }
    kept
}

struct MessageBuilder<'a> {
    source: &'a Source,
    tokens: std::iter::Peekable<Semicolons<'a>>,
    frames: Vec<OpenConstruct<'a>>,
    /// The last two tokens, the latest first.
    prior_tokens: [Option<Token<'a>>; 2],
    /// Whether the last declaration was a function without a body.
    is_after_bodyless_func: bool,
}

impl<'a> MessageBuilder<'a> {
    fn new(source: &'a Source, statements: bool) -> Self {
        let inside =
            if statements { EnclosingConstruct::Block } else { EnclosingConstruct::TopLevel };
        Self {
            source,
            tokens: Semicolons::new(Lexer::new(source)).peekable(),
            frames: vec![OpenConstruct::new(inside)],
            prior_tokens: [None; 2],
            is_after_bodyless_func: false,
        }
    }

    /// Reads the tokens before `at`. Returns the token at `at`.
    fn read_to(&mut self, at: Pos) -> Option<Spanned<'a>> {
        while let Some(&token) = self.tokens.peek() {
            if token.0 >= at {
                return (token.0 == at).then_some(token);
            }
            self.tokens.next();
            self.note_token(token.1);
        }
        None
    }

    fn innermost(&mut self) -> &mut OpenConstruct<'a> {
        self.frames.last_mut().expect("the frame of the file is never closed")
    }

    fn note_token(&mut self, token: Token<'a>) {
        let prior_tokens = self.prior_tokens[0];
        let before = self.prior_tokens[1];
        match token {
            Token::LParen | Token::LBrack | Token::LBrace => {
                let inside = self.open_bracket(token, prior_tokens, before);
                if token == Token::LBrace {
                    self.innermost().is_func_pending = false;
                }
                self.innermost().token_count += 1;
                self.frames
                    .push(OpenConstruct { opener: prior_tokens, ..OpenConstruct::new(inside) });
            }
            Token::RParen | Token::RBrack | Token::RBrace => {
                if self.frames.len() > 1 {
                    let closed = self.frames.pop().map(|f| f.enclosing);
                    self.innermost().had_block |= matches!(
                        closed,
                        Some(EnclosingConstruct::Block | EnclosingConstruct::Clauses)
                    );
                }
                self.innermost().token_count += 1;
            }
            Token::Semi => self.end_statement(),
            Token::Colon
                if self
                    .frames
                    .last()
                    .is_some_and(|f| f.enclosing == EnclosingConstruct::Clauses) =>
            {
                self.innermost().restart_statement();
            }
            _ => {
                let top = self.innermost();
                if top.token_count == 0 {
                    top.first_token = Some(token);
                }
                top.token_count += 1;
                match token {
                    Token::Func => top.is_func_pending = true,
                    Token::Comma => top.comma_count += 1,
                    // `else if` begins a new statement head.
                    Token::Else => top.had_block = false,
                    _ => {}
                }
            }
        }
        self.prior_tokens = [Some(token), prior_tokens];
    }

    fn end_statement(&mut self) {
        let top = self.frames.last_mut().expect("the frame of the file is never closed");
        if top.enclosing == EnclosingConstruct::TopLevel {
            self.is_after_bodyless_func =
                top.first_token == Some(Token::Func) && top.is_func_pending;
        }
        let head = matches!(top.first_token, Some(Token::If | Token::For | Token::Switch));
        if head
            && matches!(top.enclosing, EnclosingConstruct::Block | EnclosingConstruct::Clauses)
            && !top.had_block
        {
            top.semicolon_count += 1;
        } else {
            top.restart_statement();
        }
    }

    /// The construct that the bracket `token` after `prior_tokens` encloses.
    fn open_bracket(
        &self,
        token: Token<'a>,
        prior_tokens: Option<Token<'a>>,
        before: Option<Token<'a>>,
    ) -> EnclosingConstruct {
        let top = self.frames.last().expect("the frame of the file is never closed");
        let operand = prior_tokens.is_some_and(|t| {
            matches!(
                t,
                Token::Ident(_) | Token::RParen | Token::RBrack | Token::RBrace | Token::Str(_)
            )
        });
        match token {
            Token::LParen => match prior_tokens {
                Some(Token::Import | Token::Const | Token::Var | Token::Type) => {
                    EnclosingConstruct::Group
                }
                _ if top.is_func_pending => EnclosingConstruct::Params,
                Some(Token::Ident(_)) if top.enclosing == EnclosingConstruct::Interface => {
                    EnclosingConstruct::Params
                }
                _ if operand => EnclosingConstruct::Args,
                _ => EnclosingConstruct::Paren,
            },
            Token::LBrack => match prior_tokens {
                Some(Token::Ident(_)) if top.is_func_pending && before != Some(Token::Dot) => {
                    EnclosingConstruct::TypeParams
                }
                Some(Token::Ident(_)) if before == Some(Token::Type) => {
                    EnclosingConstruct::TypeParams
                }
                _ => EnclosingConstruct::Index,
            },
            _ => self.brace_meaning(top, prior_tokens, operand),
        }
    }

    fn brace_meaning(
        &self,
        top: &OpenConstruct<'a>,
        prior_tokens: Option<Token<'a>>,
        operand: bool,
    ) -> EnclosingConstruct {
        match prior_tokens {
            Some(Token::Struct) => return EnclosingConstruct::Struct,
            Some(Token::Interface) => return EnclosingConstruct::Interface,
            Some(Token::Select) => return EnclosingConstruct::Clauses,
            _ => {}
        }
        if top.is_func_pending {
            return EnclosingConstruct::Block;
        }
        let statements =
            matches!(top.enclosing, EnclosingConstruct::Block | EnclosingConstruct::Clauses);
        match top.first_token {
            Some(Token::Switch) if statements => EnclosingConstruct::Clauses,
            Some(Token::If | Token::For) if statements => EnclosingConstruct::Block,
            _ if operand && prior_tokens != Some(Token::RParen) => EnclosingConstruct::Composite,
            _ if top.enclosing == EnclosingConstruct::Composite => EnclosingConstruct::Composite,
            _ => EnclosingConstruct::Block,
        }
    }

    fn message(&self, found: Option<Spanned<'a>>, expected: &[String]) -> String {
        let has = |t: &str| expected.iter().any(|e| e.trim_matches('"') == t || e == t);
        let token = found.map(|f| f.1);
        let name = self.describe_token(found);
        let unexpected = |rest: &str| {
            let comma = if rest.starts_with("expected") { "," } else { "" };
            if rest.is_empty() {
                format!("unexpected {name}")
            } else {
                format!("unexpected {name}{comma} {rest}")
            }
        };
        if has("package") {
            return "package statement must be first".into();
        }
        let top = self.frames.last().expect("the frame of the file is never closed");
        if let Some(message) = self.explain_declaration(top, token, &has, &unexpected) {
            return message;
        }
        if let Some(rest) = self.explain_named_position(top, token, &has) {
            // A text that does not complete "unexpected X" is a message of its own.
            let plain = ["missing", "var ", "else "].iter().any(|word| rest.starts_with(word));
            return if plain { rest } else { unexpected(&rest) };
        }
        if let Some(rest) = self.explain_list(top, token, &has) {
            return unexpected(rest);
        }
        let expression = has("IDENT") && has("LITERAL");
        let begins = top.enclosing == EnclosingConstruct::Block
            && top.token_count == 0
            && self.frames.len() > 1;
        match expected {
            _ if (begins || token.is_none()) && has("}") => unexpected("expected }"),
            _ if expression => unexpected("expected expression"),
            _ if has("IDENT") && has("chan") => unexpected("expected type"),
            _ if has("IDENT") => unexpected("expected name"),
            _ if top.enclosing == EnclosingConstruct::Block && has(";") => {
                unexpected("at end of statement")
            }
            _ if has(";") && has("}") => unexpected("at end of statement"),
            _ if has(")") => unexpected("expected )"),
            _ if has("]") => unexpected("expected ]"),
            _ if has("}") => unexpected("expected }"),
            _ if has(":") => unexpected("expected :"),
            _ if has("{") => unexpected("expected {"),
            [only] => {
                let text = only.trim_matches('"');
                let word =
                    if text.bytes().all(|b| b.is_ascii_lowercase()) { "keyword " } else { "" };
                unexpected(&format!("expected {word}{text}"))
            }
            _ => unexpected(""),
        }
    }

    /// The messages for errors between declarations.
    fn explain_declaration(
        &self,
        top: &OpenConstruct<'a>,
        token: Option<Token<'a>>,
        has: &dyn Fn(&str) -> bool,
        unexpected: &dyn Fn(&str) -> String,
    ) -> Option<String> {
        // An import may stand only between declarations. Brackets that the parser has given up may still be open here.
        let between = (has("import") || has("TOP")) && !has("IDENT");
        if top.enclosing != EnclosingConstruct::TopLevel && !between {
            return None;
        }
        if between {
            return Some(if token == Some(Token::LBrace) && self.is_after_bodyless_func {
                "unexpected semicolon or newline before {".into()
            } else {
                "non-declaration statement outside function body".into()
            });
        }
        if top.token_count == 0 {
            return Some("non-declaration statement outside function body".into());
        }
        match top.first_token {
            Some(Token::Package) if has(";") => {
                return Some(unexpected("expected semicolon or newline"));
            }
            Some(Token::Func)
                if has("(") && matches!(self.prior_tokens[0], Some(Token::Ident(_))) =>
            {
                return Some(unexpected("expected ("));
            }
            _ => {}
        }
        if has(";")
            && top.token_count > 1
            && !matches!(self.prior_tokens[0], Some(Token::Type | Token::Func))
        {
            return Some(unexpected("after top level declaration"));
        }
        None
    }

    /// The messages for errors at positions that gc names.
    fn explain_named_position(
        &self,
        top: &OpenConstruct<'a>,
        token: Option<Token<'a>>,
        has: &dyn Fn(&str) -> bool,
    ) -> Option<String> {
        let prior_tokens = self.prior_tokens[0];
        if has("STRING") && has(".") && !has("chan") && !has("[") {
            return Some("missing import path".into());
        }
        match prior_tokens {
            Some(Token::Chan) if has("IDENT") => return Some("in channel type".into()),
            Some(Token::Else) => {
                return Some("else must be followed by if or statement block".into());
            }
            Some(Token::Dot) if has("IDENT") && has("(") => {
                return Some("expected name or (".into());
            }
            Some(Token::Func) if top.enclosing == EnclosingConstruct::TopLevel && has("(") => {
                return Some("expected name or (".into());
            }
            Some(Token::Func) if has("(") => return Some("expected (".into()),
            _ => {}
        }
        if matches!(prior_tokens, Some(Token::LParen | Token::Comma))
            && has("chan")
            && !has("LITERAL")
        {
            match top.enclosing {
                EnclosingConstruct::Params => return Some("expected )".into()),
                EnclosingConstruct::TypeParams => return Some("expected ]".into()),
                _ => {}
            }
        }
        let statements =
            matches!(top.enclosing, EnclosingConstruct::Block | EnclosingConstruct::Clauses);
        if statements && top.comma_count > 0 && has(":=") && has("=") && has(",") {
            return Some("expected := or = or comma".into());
        }
        if top.enclosing == EnclosingConstruct::Clauses && has("case") && top.token_count == 0 {
            return Some("expected case or default or }".into());
        }
        let clause = match top.first_token {
            Some(Token::If) => "if",
            Some(Token::For) => "for",
            Some(Token::Switch) => "switch",
            Some(Token::Type) if self.in_type_spec(has) => {
                return Some("in type declaration".into());
            }
            _ => return None,
        };
        if !matches!(top.enclosing, EnclosingConstruct::Block | EnclosingConstruct::Clauses)
            || top.had_block
        {
            return None;
        }
        match token {
            Some(Token::Var)
                if has("LITERAL")
                    && matches!(prior_tokens, Some(Token::If | Token::For | Token::Switch)) =>
            {
                Some(format!("var declaration not allowed in {clause} initializer"))
            }
            Some(Token::LBrace)
                if clause == "for"
                    && top.semicolon_count == 1
                    && prior_tokens == Some(Token::Semi) =>
            {
                Some("expected for loop condition".into())
            }
            Some(Token::LBrace) if clause == "for" && top.semicolon_count == 1 && !has("{") => {
                Some("expected semicolon or newline".into())
            }
            Some(Token::Semi) | None if has("{") => {
                Some(format!("expected {{ after {clause} clause"))
            }
            _ if has("{") && !has("LITERAL") => Some(format!("expected {{ after {clause} clause")),
            _ => None,
        }
    }

    /// Reports whether the type of a type declaration is missing.
    fn in_type_spec(&self, has: &dyn Fn(&str) -> bool) -> bool {
        let after =
            matches!(self.prior_tokens[0], Some(Token::Ident(_) | Token::Assign | Token::RBrack));
        after && has("IDENT") && has("chan") && !has("LITERAL")
    }

    /// The messages for errors inside a list, where a separator or the closing bracket is missing.
    fn explain_list(
        &self,
        top: &OpenConstruct<'a>,
        token: Option<Token<'a>>,
        has: &dyn Fn(&str) -> bool,
    ) -> Option<&'static str> {
        let _ = token;
        Some(match top.enclosing {
            EnclosingConstruct::Args if has(",") && has(")") => {
                "in argument list; possibly missing comma or )"
            }
            EnclosingConstruct::Params if has(",") && has(")") => {
                "in parameter list; possibly missing comma or )"
            }
            EnclosingConstruct::TypeParams if has(",") && has("]") => {
                "in parameter list; possibly missing comma or ]"
            }
            EnclosingConstruct::Composite if has(",") && has("}") => {
                "in composite literal; possibly missing comma or }"
            }
            EnclosingConstruct::Struct if has(";") && has("}") && top.token_count > 0 => {
                "in struct type; possibly missing semicolon or newline or }"
            }
            EnclosingConstruct::Struct if has("IDENT") && has("}") => {
                "expected field name or embedded type"
            }
            EnclosingConstruct::Interface if has(";") && has("}") && top.token_count > 0 => {
                "in interface type; possibly missing semicolon or newline or }"
            }
            EnclosingConstruct::Group if has(";") && has(")") && top.token_count > 0 => {
                "in grouped declaration; possibly missing semicolon or newline or )"
            }
            EnclosingConstruct::Index if has(":") && has("]") && has(",") => {
                "expected comma, : or ]"
            }
            _ => return None,
        })
    }

    /// The name of the token in gc's messages.
    fn describe_token(&self, found: Option<Spanned<'a>>) -> String {
        let Some((start, token, end)) = found else { return "EOF".into() };
        let text = self.source.slice(Span::new(start, end));
        match token {
            Token::Ident(name) => format!("name {name}"),
            Token::Literal(_) | Token::Str(_) | Token::BadLiteral(_) => format!("literal {text}"),
            Token::Comma => "comma".into(),
            Token::Semi => match text {
                ";" => "semicolon".into(),
                _ if start == self.source.pos(self.source.text.len()) => "EOF".into(),
                _ => "newline".into(),
            },
            _ if text.bytes().all(|b| b.is_ascii_lowercase()) => format!("keyword {text}"),
            _ => text.into(),
        }
    }
}

impl OpenConstruct<'_> {
    fn new(inside: EnclosingConstruct) -> Self {
        Self {
            enclosing: inside,
            first_token: None,
            token_count: 0,
            is_func_pending: false,
            semicolon_count: 0,
            comma_count: 0,
            had_block: false,
            opener: None,
        }
    }

    fn restart_statement(&mut self) {
        *self = Self { opener: self.opener, ..Self::new(self.enclosing) };
    }
}
