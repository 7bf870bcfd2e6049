//! Formats expressions for messages, like gc: on one line, with `{…}` for the bodies of functions and composite
//! literals. Both the parser and the checker quote source in this form.

use std::fmt::Write as _;

use crate::ast::*;

/// The length at which texts are cut off: formatting all of a deeply nested expression for each of its parts would take
/// quadratic time.
const MAX_TEXT_LEN: usize = 2000;

/// The text of `x` in messages.
#[must_use]
pub fn expr_text(x: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, x);
    out
}

/// The text of a simple statement in messages.
#[must_use]
pub fn stmt_text(stmt: &Stmt) -> String {
    match &stmt.kind {
        StmtKind::Expr(x) => expr_text(x),
        StmtKind::Send(ch, x) => format!("{} <- {}", expr_text(ch), expr_text(x)),
        StmtKind::IncDec(x, IncDec::Inc) => format!("{}++", expr_text(x)),
        StmtKind::IncDec(x, IncDec::Dec) => format!("{}--", expr_text(x)),
        StmtKind::Assign(l, r) => {
            format!("assignment {} = {}", parenthesized_list_text(l), parenthesized_list_text(r))
        }
        StmtKind::Define(names, r) => {
            let names: Vec<&str> = names.iter().map(|n| n.name.as_str()).collect();
            format!("{} := {}", names.join(", "), comma_list(r))
        }
        StmtKind::OpAssign(op, pair) => {
            format!("{} {}= {}", expr_text(&pair.0), op.text(), expr_text(&pair.1))
        }
        _ => "statement".into(),
    }
}

/// The text of a list; a single binary expression is in parentheses, so that the `=` next to it stands out.
fn parenthesized_list_text(list_: &[Expr]) -> String {
    match list_ {
        [x] if matches!(x.kind, ExprKind::Binary(_)) => format!("({})", expr_text(x)),
        _ => comma_list(list_),
    }
}

fn comma_list(xs: &[Expr]) -> String {
    let texts: Vec<String> = xs.iter().map(expr_text).collect();
    texts.join(", ")
}

fn write_expr(out: &mut String, e: &Expr) {
    if out.len() > MAX_TEXT_LEN {
        return;
    }
    match &e.kind {
        ExprKind::Bad => out.push_str("<bad expr>"),
        ExprKind::Ident(name) | ExprKind::Literal(_, name) => out.push_str(name),
        ExprKind::Paren(x) => write_enclosed(out, "(", x, ")"),
        ExprKind::FuncLit(lit) => {
            out.push_str("func");
            write_signature(out, &lit.ty);
            out.push_str(if lit.body.stmts.is_empty() { " {}" } else { " {…}" });
        }
        ExprKind::Composite(lit) => {
            if let Some(ty) = &lit.ty {
                write_expr(out, ty);
            }
            out.push_str(if lit.elems.is_empty() { "{}" } else { "{…}" });
        }
        ExprKind::Selector(x, sel) => {
            write_expr(out, x);
            out.push('.');
            out.push_str(&sel.name);
        }
        ExprKind::Index(x, list) => {
            write_expr(out, x);
            out.push('[');
            write_exprs(out, list);
            out.push(']');
        }
        ExprKind::Slice(slice) => write_slice(out, slice),
        ExprKind::TypeAssert(x, ty) => {
            write_expr(out, x);
            match ty {
                Some(ty) => write_enclosed(out, ".(", ty, ")"),
                None => out.push_str(".(type)"),
            }
        }
        ExprKind::Call(call) => {
            write_expr(out, &call.func);
            out.push('(');
            write_exprs(out, &call.args);
            out.push_str(if call.ellipsis.is_some() { "...)" } else { ")" });
        }
        ExprKind::Star(x) => write_prefixed(out, "*", x),
        ExprKind::Unary(op, x) => write_prefixed(out, op.text(), x),
        ExprKind::Binary(b) => {
            write_expr(out, &b.x);
            _ = write!(out, " {} ", b.op.text());
            write_expr(out, &b.y);
        }
        _ => write_type(out, e),
    }
}

fn write_type(out: &mut String, e: &Expr) {
    match &e.kind {
        ExprKind::ArrayType(len, elem) => {
            out.push('[');
            match len {
                Some(len) => write_expr(out, len),
                None => out.push_str("..."),
            }
            write_prefixed(out, "]", elem);
        }
        ExprKind::SliceType(elem) => write_prefixed(out, "[]", elem),
        ExprKind::MapType(key, elem) => {
            write_enclosed(out, "map[", key, "]");
            write_expr(out, elem);
        }
        ExprKind::ChanType(dir, elem) => {
            out.push_str(match dir {
                ChanDir::Both => "chan ",
                ChanDir::Send => "chan<- ",
                ChanDir::Recv => "<-chan ",
            });
            match &elem.kind {
                ExprKind::ChanType(ChanDir::Recv, _) if *dir == ChanDir::Both => {
                    write_enclosed(out, "(", elem, ")");
                }
                _ => write_expr(out, elem),
            }
        }
        ExprKind::FuncType(ty) => {
            out.push_str("func");
            write_signature(out, ty);
        }
        ExprKind::StructType(list) => {
            out.push_str("struct{");
            write_fields(out, list);
            out.push('}');
        }
        ExprKind::InterfaceType(elems) => {
            out.push_str("interface{");
            for (i, elem) in elems.iter().enumerate() {
                out.push_str(if i > 0 { "; " } else { "" });
                match elem {
                    InterfaceElem::Method(name, ty) => {
                        out.push_str(&name.name);
                        write_signature(out, ty);
                    }
                    InterfaceElem::Embedded(ty) => write_expr(out, ty),
                }
            }
            out.push('}');
        }
        ExprKind::Union(terms) => write_union(out, terms),
        _ => {}
    }
}

fn write_union(out: &mut String, terms: &[UnionTerm]) {
    for (i, term) in terms.iter().enumerate() {
        out.push_str(if i > 0 { " | " } else { "" });
        write_prefixed(out, if term.tilde { "~" } else { "" }, &term.ty);
    }
}

fn write_slice(out: &mut String, slice: &SliceExpr) {
    write_expr(out, &slice.x);
    out.push('[');
    for (i, index) in slice.index.iter().enumerate() {
        if i == 1 || (i == 2 && slice.is_full) {
            out.push(':');
        }
        if let Some(index) = index {
            write_expr(out, index);
        }
    }
    out.push(']');
}

fn write_enclosed(out: &mut String, before: &str, e: &Expr, after: &str) {
    write_prefixed(out, before, e);
    out.push_str(after);
}

fn write_prefixed(out: &mut String, before: &str, e: &Expr) {
    out.push_str(before);
    write_expr(out, e);
}

fn write_exprs(out: &mut String, list: &[Expr]) {
    for (i, e) in list.iter().enumerate() {
        write_prefixed(out, if i > 0 { ", " } else { "" }, e);
    }
}

fn write_fields(out: &mut String, list: &[Field]) {
    for (i, field) in list.iter().enumerate() {
        out.push_str(if i > 0 { "; " } else { "" });
        for (j, name) in field.names.iter().enumerate() {
            out.push_str(if j > 0 { ", " } else { "" });
            out.push_str(&name.name);
        }
        write_prefixed(out, if field.names.is_empty() { "" } else { " " }, &field.ty);
        if let Some(tag) = &field.tag {
            out.push(' ');
            out.push_str(tag);
        }
    }
}

fn write_signature(out: &mut String, ty: &FuncType) {
    write_params(out, &ty.params);
    match &ty.results[..] {
        [] => {}
        [one] if one.name.is_none() => write_prefixed(out, " ", &one.ty),
        many => {
            out.push(' ');
            write_params(out, many);
        }
    }
}

fn write_params(out: &mut String, list: &[Param]) {
    out.push('(');
    for (i, param) in list.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        if let Some(name) = &param.name {
            out.push_str(&name.name);
            // Parameters that share a type print it once.
            let next = list.get(i + 1);
            if next.is_some_and(|n| n.name.is_some() && n.ty.pos == param.ty.pos) {
                continue;
            }
            out.push(' ');
        }
        write_prefixed(out, if param.variadic { "..." } else { "" }, &param.ty);
    }
    out.push(')');
}
