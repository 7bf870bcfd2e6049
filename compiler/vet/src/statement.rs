//! The ends of statements, and the text to delete with a statement.

use crate::pass::Pass;
use minigo_syntax::ast::{BranchKind, Decl, Expr, Stmt, StmtKind as S};
use minigo_syntax::source::{Pos, Span};

/// The span of a statement.
pub(crate) fn span(pass: &Pass<'_>, stmt: &Stmt) -> Span {
    Span::new(stmt.pos, end(pass, stmt))
}

fn end(pass: &Pass<'_>, stmt: &Stmt) -> Pos {
    let behind = |pos: Pos, text: &str| Pos(pos.0 + text.len() as u32);
    match &stmt.kind {
        S::Bad | S::Empty => stmt.pos,
        S::Expr(e) | S::Send(_, e) | S::Go(e) | S::Defer(e) => e.end,
        S::IncDec(e, _) => behind(Pos(e.end.0 + blanks(text_from(pass, e.end))), "++"),
        S::Assign(_, values) | S::Define(_, values) => values.last().map_or(stmt.pos, |e| e.end),
        S::OpAssign(_, sides) => sides.1.end,
        S::Decl(decl) => decl_end(pass, stmt.pos, decl),
        S::Labeled(_, inner) => end(pass, inner),
        S::Return(results) => results.last().map_or(behind(stmt.pos, "return"), |e| e.end),
        S::Branch(kind, label) => {
            let word = match kind {
                BranchKind::Break => "break",
                BranchKind::Continue => "continue",
                BranchKind::Goto => "goto",
                BranchKind::Fallthrough => "fallthrough",
            };
            label.as_ref().map_or(behind(stmt.pos, word), |label| label.span().end)
        }
        S::Block(block) => behind(block.rbrace, "}"),
        S::If(s) => match &s.els {
            Some(els) => end(pass, els),
            None => behind(s.then.rbrace, "}"),
        },
        S::For(s) => behind(s.body.rbrace, "}"),
        S::Range(s) => behind(s.body.rbrace, "}"),
        S::Switch(s) => behind(s.rbrace, "}"),
        S::TypeSwitch(s) => behind(s.rbrace, "}"),
        S::Select(s) => behind(s.rbrace, "}"),
    }
}

/// The end of a declaration at `pos`: of its last spec, or the parenthesis after it.
fn decl_end(pass: &Pass<'_>, pos: Pos, decl: &Decl) -> Pos {
    let value_end = |names: Option<Pos>, ty: &Option<Expr>, values: &[Expr]| {
        values.last().or(ty.as_ref()).map(|e| e.end).or(names)
    };
    let (word, last) = match decl {
        Decl::Const(specs) => (
            "const",
            specs.last().and_then(|spec| {
                let names = spec.names.last().map(|name| name.span().end);
                value_end(names, &spec.ty, &spec.values)
            }),
        ),
        Decl::Var(specs) => (
            "var",
            specs.last().and_then(|spec| {
                let names = spec.names.last().map(|name| name.span().end);
                value_end(names, &spec.ty, &spec.values)
            }),
        ),
        Decl::Type(specs) => ("type", specs.last().map(|spec| spec.ty.end)),
        Decl::Func(_) | Decl::Bad(_) => ("", None),
    };
    let head = Pos(pos.0 + word.len() as u32);
    let open = Pos(head.0 + blanks(text_from(pass, head)));
    if !text_from(pass, open).starts_with('(') {
        return last.unwrap_or(head);
    }
    let mut at = last.unwrap_or(Pos(open.0 + 1));
    // Between the last spec and the parenthesis stand blanks, a semicolon and comments.
    loop {
        let rest = text_from(pass, at);
        let step = match rest.as_bytes() {
            [b')', ..] => return Pos(at.0 + 1),
            [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest.find("*/").map_or(rest.len(), |end| end + 2),
            [] => return at,
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        at = Pos(at.0 + step as u32);
    }
}

/// The text of the file from a position on.
fn text_from<'a>(pass: &Pass<'a>, pos: Pos) -> &'a str {
    &pass.source.text[(pos.0 - pass.source.base.0) as usize..]
}

/// The number of bytes of blanks with which a text begins.
fn blanks(text: &str) -> u32 {
    (text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len()) as u32
}

/// The text to delete with a statement: its lines, with the comments in them, as far as nothing else stands there.
pub(crate) fn deletion(pass: &Pass<'_>, stmt: &Stmt) -> Span {
    let whole = span(pass, stmt);
    let start = (whole.start.0 - pass.source.base.0) as usize;
    let line = pass.source.text[..start].rfind('\n').map_or(0, |at| at + 1);
    if !is_blank(&pass.source.text[line..start]) {
        return whole;
    }
    let after = text_from(pass, whole.end);
    let rest = after.split_inclusive('\n').next().unwrap_or_default();
    let behind = if is_blank(rest) { rest.len() } else { 0 };
    Span::new(Pos(pass.source.base.0 + line as u32), Pos(whole.end.0 + behind as u32))
}

/// Reports whether a part of a line contains only blanks and comments.
fn is_blank(mut text: &str) -> bool {
    loop {
        text = text.trim_start();
        if text.is_empty() || text.starts_with("//") {
            return true;
        }
        let comment = text.strip_prefix("/*").and_then(|inner| inner.split_once("*/"));
        let Some((_, rest)) = comment else { return false };
        text = rest;
    }
}
