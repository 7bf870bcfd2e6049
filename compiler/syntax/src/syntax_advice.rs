//! Advice about syntax errors: habits from other languages, and consequences of Go's automatic semicolons.
//!
//! The module examines the tokens around an error after the error has been worded. For a text without errors no code of
//! this module runs.

use crate::Semicolons;
use crate::ast::BinaryOp;
use crate::diagnostic::{Code, Diagnostic, Suggestion};
use crate::lexer::{Lexer, Spanned};
use crate::source::{Source, Span};
use crate::suggest::nearest;
use crate::token::Token;

/// Keywords that begin statements or declarations.
const KEYWORDS: &[&str] = &[
    "break",
    "const",
    "continue",
    "defer",
    "fallthrough",
    "for",
    "func",
    "goto",
    "if",
    "import",
    "package",
    "return",
    "select",
    "switch",
    "type",
    "var",
];

/// Keywords of functions and loops in other languages, each with Go's keyword.
const FOREIGN_KEYWORDS: &[(&str, &str)] = &[
    ("while", "for"),
    ("foreach", "for"),
    ("def", "func"),
    ("fn", "func"),
    ("fun", "func"),
    ("function", "func"),
    ("let", "var"),
    ("class", "type"),
];

/// Adds advice to each error of `found` for which there is any.
pub(crate) fn add_advice(source: &Source, found: &mut [Diagnostic]) {
    let advisable = |d: &Diagnostic| {
        matches!(d.code, Code::Syntax | Code::InvalidCharacter | Code::InvalidLiteral)
    };
    if !found.iter().any(advisable) {
        return;
    }
    let tokens = Tokens { source, tokens: Semicolons::new(Lexer::new(source)).collect() };
    for d in found.iter_mut().filter(|d| advisable(d)) {
        match tokens.advice_for(d) {
            Some(Advice::Help(help)) => d.help = Some(help.to_owned()),
            Some(Advice::Change(suggestion)) => d.suggestions.push(suggestion),
            None => {}
        }
    }
}

enum Advice {
    Help(&'static str),
    Change(Suggestion),
}

fn replace_span(span: Span, replacement: impl Into<String>, message: impl Into<String>) -> Advice {
    Advice::Change(Suggestion { span, replacement: replacement.into(), message: message.into() })
}

/// The tokens of a file that has errors.
struct Tokens<'a> {
    source: &'a Source,
    tokens: Vec<Spanned<'a>>,
}

impl<'a> Tokens<'a> {
    fn advice_for(&self, d: &Diagnostic) -> Option<Advice> {
        let i = self.tokens.partition_point(|token| token.0 < d.span.start);
        match d.code {
            Code::InvalidCharacter => self.character_advice(d),
            Code::InvalidLiteral => self.literal_advice(d),
            _ => self
                .line_break_advice(i, &d.message)
                .or_else(|| self.operator_advice(i, d))
                .or_else(|| self.declaration_advice(i, &d.message))
                .or_else(|| self.statement_advice(i, &d.message)),
        }
    }

    fn token(&self, i: usize) -> Option<Token<'a>> {
        self.tokens.get(i).map(|token| token.1)
    }

    fn token_before(&self, i: usize) -> Option<Token<'a>> {
        self.token(i.checked_sub(1)?)
    }

    /// The index of the first token of the statement that contains token `i`.
    fn statement_start(&self, i: usize) -> usize {
        let breaks = |t: &Spanned<'_>| matches!(t.1, Token::Semi | Token::LBrace | Token::RBrace);
        self.tokens[..i.min(self.tokens.len())].iter().rposition(breaks).map_or(0, |at| at + 1)
    }

    fn character_advice(&self, d: &Diagnostic) -> Option<Advice> {
        let at = (d.span.start.0 - self.source.base.0) as usize;
        match self.source.text[at..].chars().next()? {
            '?' => Some(Advice::Help("Go has no operator ?: — use if and else")),
            '“' | '”' => Some(Advice::Help("strings stand in straight quotes: \"…\"")),
            '‘' | '’' => Some(Advice::Help("runes stand in straight quotes: 'a'")),
            ';' => Some(Advice::Help("this is a Greek question mark: statements end with `;`")),
            _ => None,
        }
    }

    fn literal_advice(&self, d: &Diagnostic) -> Option<Advice> {
        if d.message.starts_with("more than one character in rune") {
            let i = self.tokens.partition_point(|token| token.0 < d.span.start);
            let &(start, token, end) = self.tokens.get(i)?;
            let Token::BadLiteral(text) = token else { return None };
            let inner = text.trim_matches('\'').replace('"', "\\\"");
            return Some(replace_span(
                Span::new(start, end),
                format!("\"{inner}\""),
                format!("strings stand in double quotes: \"{inner}\""),
            ));
        }
        let open = d.message.starts_with("newline in string");
        open.then_some(Advice::Help(
            "end the string with `\"`; one of several lines stands in backquotes: `…`",
        ))
    }

    /// Advice about a newline that Go's grammar does not allow.
    fn line_break_advice(&self, i: usize, message: &str) -> Option<Advice> {
        let at = self.tokens.get(i)?.0;
        let insert = |text: &str, why: &str| Some(replace_span(Span::at(at), text, why));
        if message.contains("unexpected newline in") && message.ends_with("comma or }") {
            return insert(",", "add a comma: a line that ends an element needs one");
        }
        if message.contains("unexpected newline in") && message.ends_with("comma or )") {
            return Some(Advice::Help(
                "close the list with `)`, or end the line with a comma to go on",
            ));
        }
        let newline = self.token(i) == Some(Token::Semi);
        let brace = if newline { i + 1 } else { i };
        let head =
            message.contains("newline before {") || newline && message.contains("expected {");
        if head && self.token(brace) == Some(Token::LBrace) {
            let from = self.tokens[..brace].iter().rev().find(|token| token.1 != Token::Semi)?.2;
            let to = self.tokens.get(brace)?.2;
            let why = "put `{` on the line before: a newline ends the statement";
            return Some(replace_span(Span::new(from, to), " {", why));
        }
        if self.token(i) == Some(Token::Else) && self.token_before(i) == Some(Token::Semi) {
            let from = self.tokens[..i].iter().rev().find(|token| token.1 == Token::RBrace)?.2;
            let why = "put `else` on the line of the brace: `} else`";
            return Some(replace_span(Span::new(from, self.tokens.get(i)?.2), " else", why));
        }
        None
    }

    /// Advice about operators that Go lacks or has only as statements.
    fn operator_advice(&self, i: usize, d: &Diagnostic) -> Option<Advice> {
        let text = &d.message;
        if text.contains("cannot use assignment") {
            let assign = self.tokens[i..].iter().find(|token| token.1 == Token::Assign)?;
            let span = Span::new(assign.0, assign.2);
            return Some(replace_span(span, "==", "did you mean `==`?"));
        }
        match (self.token_before(i), self.token(i)?) {
            (_, Token::Inc | Token::Dec) => Some(Advice::Help(
                "`++` and `--` are statements, not expressions: put them on a line of their own",
            )),
            (Some(Token::Compare(BinaryOp::Eq | BinaryOp::Ne)), Token::Assign) => {
                let last = self.tokens.get(i)?;
                let message = "Go compares with `==` and `!=`";
                Some(replace_span(Span::new(last.0, last.2), "", message))
            }
            _ => None,
        }
    }

    /// Advice about statements between declarations, and about declarations in the form of other languages.
    fn declaration_advice(&self, i: usize, message: &str) -> Option<Advice> {
        if message.contains("outside function body") {
            if let Some(change) = self.keyword_advice(i) {
                return Some(change);
            }
            let defines = self.token(i + 1) == Some(Token::Define);
            return Some(Advice::Help(if defines {
                "outside of functions variables are declared with `var`: `var name = value`"
            } else {
                "only declarations (import, const, type, var, func) stand outside of functions"
            }));
        }
        let (Some(Token::Ident(ty)), Some(Token::Ident(name))) =
            (self.token_before(i), self.token(i))
        else {
            return None;
        };
        if is_predeclared_type(ty) {
            let first = self.statement_start(i);
            return Some(Advice::Help(if self.token(first) == Some(Token::For) {
                "a loop's variable has no type: `for name := value; …`"
            } else {
                "a variable's type follows its name: `var name type`, or `name := value`"
            }));
        }
        (name == "in").then(|| {
            let span = Span::new(self.tokens[i].0, self.tokens[i].2);
            replace_span(span, ":= range", "a loop over elements is `for x := range xs`")
        })
    }

    /// Advice about a misspelt keyword at the start of the statement.
    fn statement_advice(&self, i: usize, message: &str) -> Option<Advice> {
        let ends = ["at end of statement", "expected", "after top level"];
        ends.iter()
            .any(|end| message.contains(end))
            .then(|| self.keyword_advice(self.statement_start(i)))?
    }

    /// The keyword that the name at `i` probably stands for.
    fn keyword_advice(&self, i: usize) -> Option<Advice> {
        let &(start, Token::Ident(name), end) = self.tokens.get(i)? else { return None };
        // These tokens can follow a keyword but never a name.
        let operand =
            matches!(self.token(i + 1), Some(Token::Ident(_) | Token::Literal(_) | Token::Str(_)));
        if !operand {
            return None;
        }
        let foreign = FOREIGN_KEYWORDS.iter().find(|(word, _)| *word == name);
        let near = || nearest(name, KEYWORDS.iter().copied());
        let word = foreign.map(|(_, keyword)| *keyword).or_else(near)?;
        let span = Span::new(start, end);
        Some(replace_span(span, word, format!("did you mean `{word}`?")))
    }
}

/// Reports whether the name is that of a type which people write before a variable's name.
fn is_predeclared_type(name: &str) -> bool {
    matches!(
        name,
        "bool"
            | "byte"
            | "char"
            | "double"
            | "float"
            | "float32"
            | "float64"
            | "int"
            | "int32"
            | "int64"
            | "long"
            | "rune"
            | "string"
            | "String"
            | "uint"
            | "uint8"
            | "uint32"
            | "uint64"
    )
}
