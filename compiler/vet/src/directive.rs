//! Reports directives for the go command in places where it ignores them: `//go:build` below the package clause,
//! `//go:debug` outside of package main and tests.

use crate::pass::Pass;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Pos, Span};
use minigo_syntax::token::Token;

/// Reports misplaced directives.
pub(crate) fn run(pass: &Pass<'_>) {
    let text: &str = &pass.source.text;
    // Only a scan can tell comments from strings; files without these texts are skipped.
    if !text.contains("//go:build") && !text.contains("//go:debug") {
        return;
    }
    let mut builds = 0;
    for (start, token, end) in Lexer::new(pass.source) {
        let comment = pass.source.slice(Span::new(start, end));
        match token {
            Token::LineComment => line(pass, start, comment.trim_end(), &mut builds),
            Token::BlockComment(_) => block(pass, start, comment),
            _ => {}
        }
    }
}

fn line(pass: &Pass<'_>, at: Pos, text: &str, builds: &mut usize) {
    let in_header = at < pass.file.package.pos;
    let report = |message: &str| pass.report(Code::Directive, Span::at(at), message);
    if is_build(text) {
        *builds += usize::from(in_header);
        if !in_header {
            report("misplaced //go:build comment");
        } else if *builds > 1 {
            report("unexpected extra //go:build line");
        }
    }
    if text.split([' ', '\t']).next() == Some("//go:debug") {
        if pass.file.package.name != "main" && !pass.source.name.ends_with("_test.go") {
            report("//go:debug directive only valid in package main or test");
        } else if !in_header {
            report("//go:debug directive only valid before package declaration");
        }
    }
}

/// Reports lines of a block comment that look like a directive.
fn block(pass: &Pass<'_>, start: Pos, text: &str) {
    let mut at = start.0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number > 0 && is_build(line.trim_end()) {
            let message = "misplaced //go:build comment";
            pass.report(Code::Directive, Span::at(Pos(at)), message);
        }
        at += line.len() as u32;
    }
}

fn is_build(text: &str) -> bool {
    let rest = text.strip_prefix("//go:build");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}
