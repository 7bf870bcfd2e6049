//! The parser's input: the spec's tokens, disambiguated where one token of look-ahead is not enough.
//!
//! Each rule here covers a case that the grammar cannot express: `[` of type parameters against `[` of an array length,
//! function bodies that are parsed later, and the bound on nesting that keeps every recursive pass over the tree within
//! its stack.

use std::collections::VecDeque;

use crate::Semicolons;
use crate::lexer::{Lexer, Spanned};
use crate::source::{Pos, Span};
use crate::token::Token;
use crate::{DeclPiece, Keyword};

/// The stack, in bytes, for each level of the tree: more than any pass over the tree needs, from parser to code
/// generation.
const STACK_BYTES_PER_TREE_LEVEL: usize = if cfg!(debug_assertions) { 40 << 10 } else { 10 << 10 };

/// The maximal height of a tree that is handed to passes which run on this thread.
#[must_use]
pub fn max_tree_height() -> u32 {
    /// The number of levels that are allowed even if the thread's stack is small: the levels of handwritten programs
    /// take less than [`STACK_BYTES_PER_TREE_LEVEL`] bytes each.
    const MIN_TREE_LEVELS: u32 = 1_000;
    let levels = stacker::remaining_stack().map_or(0, |bytes| bytes / STACK_BYTES_PER_TREE_LEVEL);
    u32::try_from(levels).unwrap_or(u32::MAX).max(MIN_TREE_LEVELS)
}

/// The error that the tree would exceed [`max_tree_height`] at this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooDeep(pub(crate) Pos);

/// The token before a `[`: only after `type Name` may `[` open type parameters.
#[derive(Clone, Copy, PartialEq)]
enum BracketContext {
    Other,
    /// A type specification starts here.
    TypeSpec,
    /// The name of a type specification has been read.
    TypeName,
}

/// An open bracket.
#[derive(Clone, Copy)]
struct OpenBracket {
    /// The bound on the tree's height when the bracket was opened.
    bracket_height: u32,
    /// Whether the bracket is `{`.
    is_brace: bool,
}

/// The parser's tokens.
pub(crate) struct Stream<'a> {
    tokens: Semicolons<'a>,
    lookahead: VecDeque<Spanned<'a>>,
    /// The tokens to deliver after the end of the text.
    closing_tokens: VecDeque<Spanned<'a>>,
    start_token: Option<Token<'a>>,
    bracket_context: BracketContext,
    /// The open brackets.
    open_brackets: Vec<OpenBracket>,
    /// A bound on the tree's height, given the brackets and operators that are open.
    tree_height: u32,
    /// The maximal height.
    max_tree_height: u32,
    /// For each enclosing group of type declarations, the number of brackets that were open at its start.
    type_group_bracket_counts: Vec<usize>,
    /// Whether tables are replaced by one token and parsed later.
    skips_tables: bool,
    /// The span of the function body that is replaced by one token and parsed later.
    skipped_body: Option<Span>,
    /// Whether a declaration of the file may start at the next token.
    is_at_declaration: bool,
    /// Whether the last token was `;`.
    is_after_semi: bool,
    /// Whether `TopLevel` has been delivered for the next declaration.
    is_top_level_token_delivered: bool,
}

impl<'a> Stream<'a> {
    /// Makes the token stream of a file (`start` is `StartFile`) or of a body (`StartBody`).
    #[must_use]
    pub(crate) fn new(lexer: Lexer<'a>, start: Token<'a>) -> Self {
        Self {
            tokens: Semicolons::new(lexer),
            lookahead: VecDeque::new(),
            closing_tokens: VecDeque::new(),
            start_token: Some(start),
            bracket_context: BracketContext::Other,
            open_brackets: Vec::new(),
            tree_height: 0,
            max_tree_height: max_tree_height(),
            type_group_bracket_counts: Vec::new(),
            skips_tables: false,
            skipped_body: None,
            is_at_declaration: false,
            is_after_semi: false,
            is_top_level_token_delivered: false,
        }
    }

    /// Makes the token stream of a declaration.
    #[must_use]
    pub(crate) fn of_decl_piece(lexer: Lexer<'a>, piece: DeclPiece) -> Self {
        let mut stream = Self::new(lexer, Token::StartDecl);
        stream.skips_tables = true;
        stream.skipped_body = piece.body;
        let keyword = piece.keyword.map(|keyword| match keyword {
            Keyword::Const => Token::Const,
            Keyword::Var => Token::Var,
            Keyword::Type => Token::Type,
        });
        let at = piece.span.start;
        stream.lookahead.extend(keyword.map(|token| (at, token, at)));
        stream
    }

    /// Makes the token stream of statements; the stream adds braces around them.
    #[must_use]
    pub(crate) fn of_stmts(lexer: Lexer<'a>, span: Span) -> Self {
        let mut stream = Self::new(lexer, Token::StartBody);
        stream.lookahead.push_back((span.start, Token::LBrace, span.start));
        stream
            .closing_tokens
            .extend([(span.end, Token::RBrace, span.end), (span.end, Token::Semi, span.end)]);
        stream
    }

    /// Takes out the errors that the lexer found inside tokens.
    #[must_use]
    pub(crate) fn take_faults(&mut self) -> crate::diagnostic::Diagnostics {
        self.tokens.lexer.take_errors()
    }

    #[inline]
    fn next_token(&mut self) -> Option<Spanned<'a>> {
        self.tokens.next().or_else(|| self.closing_tokens.pop_front())
    }

    fn peek(&mut self, n: usize) -> Option<Token<'a>> {
        while self.lookahead.len() <= n {
            let token = self.next_token()?;
            self.lookahead.push_back(token);
        }
        Some(self.lookahead[n].1)
    }

    /// Reports whether the `[` after `type Name` opens type parameters; the tokens after the bracket decide.
    #[cold]
    fn opens_type_params(&mut self) -> bool {
        if !matches!(self.peek(0), Some(Token::Ident(_))) {
            return false;
        }
        match self.peek(1) {
            Some(
                Token::Ident(_)
                | Token::Comma
                | Token::Interface
                | Token::Tilde
                | Token::LBrack
                | Token::Func
                | Token::Map
                | Token::Chan
                | Token::Struct
                | Token::Arrow,
            ) => true,
            // `P *C` and `P (C)` are constraints only if `,` or `~` follows at the same nesting level.
            Some(Token::Mul | Token::LParen) => self.type_list_follows(),
            _ => false,
        }
    }

    /// Reports whether `P *…` or `P (…)` can only be a constraint: it contains a token that no array length can
    /// contain, or a comma follows.
    fn type_list_follows(&mut self) -> bool {
        let (mut depth, mut opaque) = (0u32, 0u32);
        let mut operand = false;
        for i in 1.. {
            let Some(token) = self.peek(i) else { return false };
            match token {
                Token::RBrack if depth == 0 => return false,
                Token::Semi if depth == 0 => return false,
                Token::RParen | Token::RBrack | Token::RBrace => {
                    depth = depth.saturating_sub(1);
                    opaque = opaque.saturating_sub(1);
                }
                // Tokens inside calls, indices and literals do not show whether the list is one of types.
                Token::LParen | Token::LBrack | Token::LBrace if opaque > 0 => {
                    (depth, opaque) = (depth + 1, opaque + 1);
                }
                _ if opaque > 0 => {}
                Token::LBrack if !operand => return true,
                Token::LParen if !operand || i == 1 => depth += 1,
                Token::LParen | Token::LBrack | Token::LBrace => {
                    (depth, opaque) = (depth + 1, 1);
                }
                Token::Tilde
                | Token::Interface
                | Token::Struct
                | Token::Func
                | Token::Map
                | Token::Chan => return true,
                Token::Comma if depth == 0 => return true,
                _ => {}
            }
            operand = matches!(
                token,
                Token::Ident(_) | Token::Literal(_) | Token::RParen | Token::RBrack | Token::RBrace
            );
        }
        false
    }

    /// Adds a level to the tree's height, for a bracket or an operator.
    #[inline]
    fn increase_tree_height(&mut self, at: Pos) -> Result<(), TooDeep> {
        self.tree_height += 1;
        if self.tree_height > self.max_tree_height { Err(TooDeep(at)) } else { Ok(()) }
    }

    #[inline]
    fn enclosing_height(&self) -> u32 {
        self.open_brackets.last().map_or(0, |o| o.bracket_height)
    }

    fn open_bracket(&mut self, brace: bool) {
        self.open_brackets.push(OpenBracket { bracket_height: self.tree_height, is_brace: brace });
    }

    fn close_bracket(&mut self) {
        if self.type_group_bracket_counts.last() == Some(&self.open_brackets.len()) {
            self.type_group_bracket_counts.pop();
        }
        if let Some(open) = self.open_brackets.pop() {
            self.tree_height = open.bracket_height;
        }
        self.bracket_context = BracketContext::Other;
    }

    /// Closes the brackets that cannot be open any more: parentheses before `}`, or before a declaration after `;`.
    #[cold]
    fn close_to_brace(&mut self) {
        while self.open_brackets.last().is_some_and(|o| !o.is_brace) {
            self.close_bracket();
        }
    }

    /// Replaces a body, whose opening brace has been read, by one token.
    fn skip_body(&mut self, body: Span) -> Spanned<'a> {
        let rest = body.end.0 - self.tokens.lexer.current_pos().0;
        (body.start, self.tokens.skip_body(rest as usize), body.end)
    }

    /// Updates the open brackets, the tree's height and the other state of the stream for a token.
    #[inline]
    fn track_brackets(&mut self, (start, token, end): Spanned<'a>) -> Result<Spanned<'a>, TooDeep> {
        let mut out = token;
        let before = std::mem::replace(&mut self.bracket_context, BracketContext::Other);
        match token {
            Token::Ident(_) => {
                if before == BracketContext::TypeSpec {
                    self.bracket_context = BracketContext::TypeName;
                }
            }
            Token::Type => self.bracket_context = BracketContext::TypeSpec,
            Token::LBrack => {
                self.increase_tree_height(start)?;
                if before == BracketContext::TypeName && self.opens_type_params() {
                    out = Token::TypeParamBrack;
                }
                self.open_bracket(false);
            }
            Token::LParen => {
                self.increase_tree_height(start)?;
                self.open_bracket(false);
                if before == BracketContext::TypeSpec {
                    self.type_group_bracket_counts.push(self.open_brackets.len());
                    self.bracket_context = BracketContext::TypeSpec;
                }
            }
            Token::LBrace => {
                if let Some(body) = self.skipped_body.filter(|body| body.start == start) {
                    return Ok(self.skip_body(body));
                }
                self.increase_tree_height(start)?;
                self.open_bracket(true);
                if self.skips_tables && self.lookahead.is_empty() {
                    self.lookahead.extend(self.tokens.skip_table());
                }
            }
            Token::RBrace => {
                self.close_to_brace();
                self.close_bracket();
            }
            Token::RParen | Token::RBrack => {
                if self.open_brackets.last().is_none_or(|o| !o.is_brace) {
                    self.close_bracket();
                }
            }
            Token::Comma => self.tree_height = self.enclosing_height(),
            Token::Semi => {
                self.tree_height = self.enclosing_height();
                if self.type_group_bracket_counts.last() == Some(&self.open_brackets.len()) {
                    self.bracket_context = BracketContext::TypeSpec;
                }
            }
            Token::Literal(_)
            | Token::Str(_)
            | Token::BadLiteral(_)
            | Token::Assign
            | Token::Define
            | Token::Table => {}
            _ => self.increase_tree_height(start)?,
        }
        self.is_after_semi = matches!(token, Token::Semi);
        self.is_at_declaration = self.is_after_semi && self.open_brackets.is_empty();
        self.is_top_level_token_delivered = false;
        Ok((start, out, end))
    }
}

impl<'a> Iterator for Stream<'a> {
    type Item = Result<Spanned<'a>, TooDeep>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(start) = self.start_token.take() {
            return Some(Ok((Pos::NONE, start, Pos::NONE)));
        }
        loop {
            let token = match self.lookahead.pop_front() {
                Some(token) => token,
                None => self.next_token()?,
            };
            // Empty declarations are allowed. The stream drops empty declarations, which keeps the grammar of a file
            // simple.
            if self.is_at_declaration && token.1 == Token::Semi {
                continue;
            }
            if self.is_after_semi
                && !self.is_top_level_token_delivered
                && begins_declaration(token.1)
            {
                if !self.open_brackets.is_empty() {
                    self.close_to_brace();
                }
                if self.open_brackets.is_empty() {
                    (self.is_top_level_token_delivered, self.is_at_declaration) = (true, true);
                    self.lookahead.push_front(token);
                    return Some(Ok((token.0, Token::TopLevel, token.0)));
                }
            }
            return Some(self.track_brackets(token));
        }
    }
}

fn begins_declaration(token: Token<'_>) -> bool {
    matches!(token, Token::Import | Token::Const | Token::Type | Token::Var | Token::Func)
}
