//! Expressions as gc's messages write them: on one line, bodies and literals shortened to `{…}`.
//!
//! A module of its own since messages of both the parser and the checker quote source this way.

use std::fmt::Write as _;

use crate::ast::*;

/// `x` as a message quotes it.
#[must_use]
pub fn expr_text(x: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, x);
    out
}

/// A simple statement as a message quotes it.
#[must_use]
pub fn stmt_text(stmt: &Stmt) -> String {
    match &stmt.kind {
        StmtKind::Expr(x) => expr_text(x),
        StmtKind::Send(ch, x) => format!("{} <- {}", expr_text(ch), expr_text(x)),
        StmtKind::IncDec(x, IncDec::Inc) => format!("{}++", expr_text(x)),
        StmtKind::IncDec(x, IncDec::Dec) => format!("{}--", expr_text(x)),
        StmtKind::Assign(l, r) => format!("assignment {} = {}", emphasized(l), emphasized(r)),
        StmtKind::Define(names, r) => {
            let names: Vec<&str> = names.iter().map(|n| n.name.as_str()).collect();
            format!("{} := {}", names.join(", "), list(r))
        }
        StmtKind::OpAssign(op, pair) => {
            format!("{} {}= {}", expr_text(&pair.0), op.text(), expr_text(&pair.1))
        }
        _ => "statement".into(),
    }
}

/// A single binary expression in parentheses, so that the `=` beside it stands out.
fn emphasized(list_: &[Expr]) -> String {
    match list_ {
        [x] if matches!(x.kind, ExprKind::Binary(_)) => format!("({})", expr_text(x)),
        _ => list(list_),
    }
}

fn list(xs: &[Expr]) -> String {
    let texts: Vec<String> = xs.iter().map(expr_text).collect();
    texts.join(", ")
}

fn write_expr(out: &mut String, x: &Expr) {
    match &x.kind {
        ExprKind::Bad => out.push_str("BadExpr"),
        ExprKind::Ident(name) | ExprKind::Literal(_, name) => out.push_str(name),
        ExprKind::Paren(x) => wrap(out, "(", x, ")"),
        ExprKind::FuncLit(f) => {
            out.push_str("func");
            write_signature(out, &f.ty);
            out.push_str(" {…}");
        }
        ExprKind::Composite(c) => {
            if let Some(ty) = &c.ty {
                write_expr(out, ty);
            }
            out.push_str(if c.elems.is_empty() { "{}" } else { "{…}" });
        }
        ExprKind::Selector(x, name) => {
            write_expr(out, x);
            let _ = write!(out, ".{}", name.name);
        }
        ExprKind::Index(x, index) => {
            write_expr(out, x);
            let _ = write!(out, "[{}]", list(index));
        }
        ExprKind::Slice(s) => write_slice(out, s),
        ExprKind::TypeAssert(x, ty) => {
            write_expr(out, x);
            let ty = ty.as_ref().map_or_else(|| "type".into(), |t| expr_text(t));
            let _ = write!(out, ".({ty})");
        }
        ExprKind::Call(c) => {
            write_expr(out, &c.func);
            let dots = if c.ellipsis.is_some() { "..." } else { "" };
            let _ = write!(out, "({}{dots})", list(&c.args));
        }
        ExprKind::Star(x) => wrap(out, "*", x, ""),
        ExprKind::Unary(op, x) => wrap(out, op.text(), x, ""),
        ExprKind::Binary(b) => {
            write_expr(out, &b.x);
            let _ = write!(out, " {} ", b.op.text());
            write_expr(out, &b.y);
        }
        _ => write_type(out, x),
    }
}

fn write_type(out: &mut String, x: &Expr) {
    match &x.kind {
        ExprKind::ArrayType(len, elem) => {
            let len = len.as_ref().map_or_else(|| "...".into(), |n| expr_text(n));
            let _ = write!(out, "[{len}]");
            write_expr(out, elem);
        }
        ExprKind::SliceType(elem) => wrap(out, "[]", elem, ""),
        ExprKind::MapType(key, elem) => {
            wrap(out, "map[", key, "]");
            write_expr(out, elem);
        }
        ExprKind::ChanType(dir, elem) => {
            let open = match dir {
                ChanDir::Both => "chan ",
                ChanDir::Send => "chan<- ",
                ChanDir::Recv => "<-chan ",
            };
            wrap(out, open, elem, "");
        }
        ExprKind::FuncType(f) => {
            out.push_str("func");
            write_signature(out, f);
        }
        ExprKind::StructType(fields) => {
            out.push_str(if fields.is_empty() { "struct{}" } else { "struct{…}" });
        }
        ExprKind::InterfaceType(elems) => {
            out.push_str(if elems.is_empty() { "interface{}" } else { "interface{…}" });
        }
        ExprKind::Union(terms) => {
            let term =
                |t: &UnionTerm| format!("{}{}", if t.tilde { "~" } else { "" }, expr_text(&t.ty));
            let terms: Vec<String> = terms.iter().map(term).collect();
            out.push_str(&terms.join(" | "));
        }
        _ => {}
    }
}

fn wrap(out: &mut String, before: &str, x: &Expr, after: &str) {
    out.push_str(before);
    write_expr(out, x);
    out.push_str(after);
}

fn write_slice(out: &mut String, s: &SliceExpr) {
    write_expr(out, &s.x);
    let part = |i: usize| s.index[i].as_ref().map_or_else(String::new, expr_text);
    let _ = write!(out, "[{}:{}", part(0), part(1));
    if s.full {
        let _ = write!(out, ":{}", part(2));
    }
    out.push(']');
}

fn write_signature(out: &mut String, f: &FuncType) {
    let _ = write!(out, "({})", params(&f.params));
    match f.results.as_slice() {
        [] => {}
        [only] if only.name.is_none() => wrap(out, " ", &only.ty, ""),
        all => {
            let _ = write!(out, " ({})", params(all));
        }
    }
}

fn params(list: &[Param]) -> String {
    let param = |p: &Param| {
        let dots = if p.variadic { "..." } else { "" };
        match &p.name {
            Some(name) => format!("{} {dots}{}", name.name, expr_text(&p.ty)),
            None => format!("{dots}{}", expr_text(&p.ty)),
        }
    };
    list.iter().map(param).collect::<Vec<_>>().join(", ")
}
