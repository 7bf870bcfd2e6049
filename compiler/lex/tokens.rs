//! The tokens of Go, and the table from which logos generates the scanner. This file is no module: the crate grammar
//! writes the enum and its scanner to `generated/token.rs`, which `src/token` includes.
//!
//! The table recognises only the start of numbers, strings and comments. The module `token::scan` reads the rest of
//! the number, string or comment, with gc's error messages.

/// A token; the variants are in the order of the Go spec.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\u{feff}\u{0}]+")]
#[logos(extras = scan::Faults)]
#[allow(missing_docs, reason = "the names are those of go/token")]
pub enum Token<'a> {
    #[token("\n")]
    Newline,
    /// A comment up to the end of the line, without the newline.
    #[regex(r"//[^\n]*", allow_greedy = true)]
    LineComment,
    /// A general comment; true if it contains a newline.
    #[token("/*", scan::block_comment)]
    BlockComment(bool),

    #[regex(
        r"[a-zA-Z_\u{80}-\u{fefe}\u{ff00}-\u{10ffff}][a-zA-Z0-9_\u{80}-\u{fefe}\u{ff00}-\u{10ffff}]*",
        scan::identifier
    )]
    Ident(&'a str),
    /// The start of a literal; `scan` turns it into one of the next three tokens.
    #[regex(r"[0-9]|\.[0-9]", scan::scan_number)]
    #[token("'", scan::scan_rune)]
    #[token("\"", scan::string)]
    #[token("`", scan::raw_string)]
    LiteralStart,
    /// A well-formed literal other than a string.
    Literal((LiteralKind, &'a str)),
    /// A well-formed string.
    Str(&'a str),
    /// A literal in which an error has been reported.
    BadLiteral(&'a str),

    #[token("break")]
    Break,
    #[token("case")]
    Case,
    #[token("chan")]
    Chan,
    #[token("const")]
    Const,
    #[token("continue")]
    Continue,
    #[token("default")]
    Default,
    #[token("defer")]
    Defer,
    #[token("else")]
    Else,
    #[token("fallthrough")]
    Fallthrough,
    #[token("for")]
    For,
    #[token("func")]
    Func,
    #[token("go")]
    Go,
    #[token("goto")]
    Goto,
    #[token("if")]
    If,
    #[token("import")]
    Import,
    #[token("interface")]
    Interface,
    #[token("map")]
    Map,
    #[token("package")]
    Package,
    #[token("range")]
    Range,
    #[token("return")]
    Return,
    #[token("select")]
    Select,
    #[token("struct")]
    Struct,
    #[token("switch")]
    Switch,
    #[token("type")]
    Type,
    #[token("var")]
    Var,

    #[token("+")]
    Add,
    #[token("-")]
    Sub,
    #[token("*")]
    Mul,
    #[token("/")]
    Quo,
    #[token("%")]
    Rem,
    #[token("&")]
    And,
    #[token("|")]
    Or,
    #[token("^")]
    Xor,
    #[token("<<")]
    Shl,
    #[token(">>")]
    Shr,
    #[token("&^")]
    AndNot,
    /// `op=`
    #[token("+=", |_| BinaryOp::Add)]
    #[token("-=", |_| BinaryOp::Sub)]
    #[token("*=", |_| BinaryOp::Mul)]
    #[token("/=", |_| BinaryOp::Quo)]
    #[token("%=", |_| BinaryOp::Rem)]
    #[token("&=", |_| BinaryOp::And)]
    #[token("|=", |_| BinaryOp::Or)]
    #[token("^=", |_| BinaryOp::Xor)]
    #[token("<<=", |_| BinaryOp::Shl)]
    #[token(">>=", |_| BinaryOp::Shr)]
    #[token("&^=", |_| BinaryOp::AndNot)]
    OpAssign(BinaryOp),
    #[token("&&")]
    LAnd,
    #[token("||")]
    LOr,
    #[token("<-")]
    Arrow,
    #[token("++")]
    Inc,
    #[token("--")]
    Dec,
    /// A comparison operator.
    #[token("==", |_| BinaryOp::Eq)]
    #[token("!=", |_| BinaryOp::Ne)]
    #[token("<", |_| BinaryOp::Lt)]
    #[token("<=", |_| BinaryOp::Le)]
    #[token(">", |_| BinaryOp::Gt)]
    #[token(">=", |_| BinaryOp::Ge)]
    Compare(BinaryOp),
    #[token("=")]
    Assign,
    #[token("!")]
    Not,
    #[token("~")]
    Tilde,
    #[token(":=")]
    Define,
    #[token("...")]
    Ellipsis,
    #[token("(")]
    LParen,
    #[token("[")]
    LBrack,
    #[token("{")]
    LBrace,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token(")")]
    RParen,
    #[token("]")]
    RBrack,
    #[token("}")]
    RBrace,
    #[token(";")]
    Semi,
    #[token(":")]
    Colon,

    /// A `[` that opens the type parameters of a type declaration; `stream` distinguishes it from other `[`.
    TypeParamBrack,
    /// A whole function body, braces included, that is parsed later.
    DeferredBody,
    /// The elements of a composite literal of integers only ([`table`](crate::table)).
    Table,
    /// Precedes each declaration of a file. After an error between declarations the parser resumes only at this token.
    TopLevel,
    /// The first token of a file.
    StartFile,
    /// The first token of a function body.
    StartBody,
    /// The first token of a declaration.
    StartDecl,
}
