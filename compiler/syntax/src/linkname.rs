//! The `//go:linkname LOCAL [NAME]` directives of a file.
//!
//! The directives are comments. The tokens of a file are searched for them only if its text contains `//go:linkname`; a
//! text search alone could find it inside a string.

use minigo_lex::diagnostic::{Code, Diagnostics};
use minigo_lex::lexer::Lexer;
use minigo_lex::source::{Pos, Source};
use minigo_lex::token::Token;

use crate::ast::Linkname;

const DIRECTIVE: &str = "//go:linkname ";

/// The directives of a file in order.
pub(crate) fn linknames(source: &Source, diagnostics: &mut Diagnostics) -> Vec<Linkname> {
    let mut found = Vec::new();
    if memchr::memmem::find(source.text.as_bytes(), DIRECTIVE.as_bytes()).is_none() {
        return found;
    }
    for (pos, token, end) in Lexer::new(source) {
        let from = (pos.0 - source.base.0) as usize;
        // A directive must begin in the first column.
        if token != Token::LineComment || from > 0 && source.text.as_bytes()[from - 1] != b'\n' {
            continue;
        }
        let text = &source.text[from..(end.0 - source.base.0) as usize];
        let Some(words) = text.strip_prefix(DIRECTIVE) else { continue };
        let pos = Pos(pos.0 + 2);
        match words.split_whitespace().collect::<Vec<_>>()[..] {
            [local] => found.push(Linkname { pos, local_name: local.into(), name: None }),
            [local, name] => {
                found.push(Linkname { pos, local_name: local.into(), name: Some(name.into()) });
            }
            _ => {
                let usage = "usage: //go:linkname localname [linkname]";
                diagnostics.error_at(Code::BadDecl, pos, usage);
            }
        }
    }
    found
}
