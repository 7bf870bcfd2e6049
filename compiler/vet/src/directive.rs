//! Reports `//go:debug` outside of package main and tests, where the go command ignores it.

use crate::pass::Pass;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Pos, Span};
use minigo_syntax::token::Token;

/// Reports misplaced directives.
pub(crate) fn run(pass: &Pass<'_>) {
    // Only a scan can tell comments from strings; files whose text contains no `//go:debug` are not scanned.
    if !pass.source.text.contains("//go:debug") {
        return;
    }
    for (start, token, end) in Lexer::new(pass.source) {
        if token == Token::LineComment {
            check_line(pass, start, pass.source.slice(Span::new(start, end)).trim_end());
        }
    }
}

fn check_line(pass: &Pass<'_>, at: Pos, text: &str) {
    let report = |message: &str| pass.report(Code::Directive, Span::at(at), message);
    if text.split([' ', '\t']).next() == Some("//go:debug") {
        if pass.file.package.name != "main" && !pass.source.name.ends_with("_test.go") {
            report("//go:debug directive only valid in package main or test");
        } else if at >= pass.file.package.pos {
            report("//go:debug directive only valid before package declaration");
        }
    }
}
