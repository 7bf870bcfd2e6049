//! Runs the lexer and the grammar.
//!
//! The module encapsulates LALRPOP: no type of LALRPOP appears in a signature outside of it.

use crate::DeclPiece;
use crate::actions::{Context, Root};
use crate::ast::{Block, Decl, File, Ident};
use crate::constraint::build_constraint;
use crate::diagnostic::{Code, Diagnostics};
use crate::lexer::Lexer;
use crate::linkname::linknames;
use crate::source::{Pos, Source, Span};
use crate::token::Token;
use crate::token_stream::Stream;
use crate::{syntax_advice, syntax_messages};

#[allow(
    clippy::all,
    clippy::allow_attributes_without_reason,
    clippy::too_many_lines,
    clippy::unwrap_used,
    clippy::semicolon_if_nothing_returned,
    unused,
    missing_docs,
    unreachable_pub,
    reason = "generated code"
)]
mod grammar {
    // Generated from grammar.lalrpop by the crate grammar.
    include!("../generated/grammar.rs");
}

thread_local! {
    /// A parser builds tables when it is made, so each thread makes only one.
    static PARSER: grammar::RootParser = grammar::RootParser::new();
}

/// A parsed file.
#[derive(Debug)]
pub struct ParsedFile {
    /// The syntax tree; parts that could not be parsed are `Bad`.
    pub file: File,
    /// The syntax errors.
    pub diagnostics: Diagnostics,
}

/// Parses a file. Never fails: errors are in the diagnostics.
#[must_use]
pub fn parse_file(source: &Source) -> ParsedFile {
    let mut stream = Stream::new(Lexer::new(source), Token::StartFile);
    let mut cx = Context::new(&source.text, source.base);
    let root = run_parser(&mut cx, &mut stream);
    let (package, decls) = match root {
        Some(Root::File(parts)) => (parts.package, parts.decls),
        _ => (Ident { name: "_".into(), pos: source.base }, Vec::new()),
    };
    let imports = std::mem::take(&mut cx.imports);
    let local_types = cx.local_type_count;
    let go_version = build_constraint(&source.text).and_then(|c| c.go_version());
    let mut diagnostics = collect_diagnostics(cx, &mut stream, source, false);
    let linknames = linknames(source, &mut diagnostics);
    let id = source.id;
    let file =
        File { id, package, imports, decls, go_version, local_type_count: local_types, linknames };
    ParsedFile { file, diagnostics }
}

/// Parses one declaration other than an import.
#[must_use]
pub fn parse_decl(source: &Source, piece: DeclPiece) -> (Decl, Diagnostics) {
    let offset = |pos: Pos| (pos.0 - source.base.0) as usize;
    let start = piece.span.start;
    let lexer = Lexer::of_range(source, offset(start), offset(piece.span.end));
    let mut stream = Stream::of_decl_piece(lexer, piece);
    let mut cx = Context::new(&source.text, source.base);
    let decl = match run_parser(&mut cx, &mut stream) {
        Some(Root::Decl(decl)) => *decl,
        _ => Decl::Bad(start),
    };
    (decl, collect_diagnostics(cx, &mut stream, source, false))
}

/// Parses a function body, braces included, that [`parse_decl`] skipped.
#[must_use]
pub fn parse_body(source: &Source, span: Span) -> (Block, Diagnostics) {
    let offset = |pos: Pos| (pos.0 - source.base.0) as usize;
    let lexer = Lexer::of_range(source, offset(span.start), offset(span.end));
    let mut stream = Stream::new(lexer, Token::StartBody);
    let mut cx = Context::new(&source.text, source.base);
    let block = match run_parser(&mut cx, &mut stream) {
        Some(Root::Body(block)) => block,
        _ => Block { pos: span.start, rbrace: span.end, stmts: Vec::new() },
    };
    (block, collect_diagnostics(cx, &mut stream, source, false))
}

/// Parses statements that are not in a block: a part of an input of a session.
#[must_use]
pub fn parse_stmts(source: &Source, span: Span) -> (Block, Diagnostics) {
    let offset = |pos: Pos| (pos.0 - source.base.0) as usize;
    let lexer = Lexer::of_range(source, offset(span.start), offset(span.end));
    let mut stream = Stream::of_stmts(lexer, span);
    let mut cx = Context::new(&source.text, source.base);
    let block = match run_parser(&mut cx, &mut stream) {
        Some(Root::Body(block)) => block,
        _ => Block { pos: span.start, rbrace: span.end, stmts: Vec::new() },
    };
    (block, collect_diagnostics(cx, &mut stream, source, true))
}

fn run_parser<'a>(cx: &mut Context<'a>, stream: &mut Stream<'a>) -> Option<Root> {
    match PARSER.with(|parser| parser.parse(cx, stream)) {
        Ok(root) => Some(root),
        Err(error) => {
            cx.record_parse_error(error);
            None
        }
    }
}

/// Collects the findings of all stages. After a syntax error, findings of later stages would mislead and are dropped.
fn collect_diagnostics(
    mut cx: Context<'_>,
    stream: &mut Stream<'_>,
    source: &Source,
    statements: bool,
) -> Diagnostics {
    let mut found = stream.take_faults();
    let faulty = found.has_errors();
    if cx.recovered_errors.is_empty() {
        cx.report_type_guards();
    }
    let recovered = std::mem::take(&mut cx.recovered_errors);
    let mut syntax = std::mem::take(&mut cx.diagnostics);
    syntax_messages::report_recovered_errors(source, recovered, faulty, statements, &mut syntax);
    let fatal = syntax.as_slice().iter().any(|d| d.code == Code::Syntax);
    for d in syntax_messages::keep_first_per_line(source, syntax) {
        let soft = [Code::BadDecl, Code::InvalidIterVar, Code::BadTypeKeyword];
        if !(fatal && soft.contains(&d.code)) {
            found.push(d);
        }
    }
    syntax_advice::add_advice(source, found.as_mut_slice());
    found
}
