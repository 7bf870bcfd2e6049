//! Expressions as messages show them.
//!
//! A module of its own since it is pure: syntax in, text out, in the short form of gc, where bodies become `…`.

use minigo_syntax::ast::{
    ChanDir, Expr, ExprKind, Field, FuncType, InterfaceElem, Param, SliceExpr, UnionTerm,
};
use std::fmt::Write as _;

/// Longer texts are cut; nobody reads them, and nesting them would take quadratic time.
const MAX_LEN: usize = 2000;

/// The expression as text.
pub(crate) fn expr_string(e: &Expr) -> String {
    let mut out = String::new();
    print(&mut out, e);
    out
}

fn print(out: &mut String, e: &Expr) {
    if out.len() > MAX_LEN {
        return;
    }
    match &e.kind {
        ExprKind::Bad => out.push_str("<bad expr>"),
        ExprKind::Ident(name) | ExprKind::Literal(_, name) => out.push_str(name),
        ExprKind::Paren(x) => enclosed(out, "(", x, ")"),
        ExprKind::FuncLit(lit) => {
            out.push_str("func");
            signature(out, &lit.ty);
            out.push_str(if lit.body.stmts.is_empty() { " {}" } else { " {…}" });
        }
        ExprKind::Composite(lit) => {
            if let Some(ty) = &lit.ty {
                print(out, ty);
            }
            out.push_str(if lit.elems.is_empty() { "{}" } else { "{…}" });
        }
        ExprKind::Selector(x, sel) => {
            print(out, x);
            out.push('.');
            out.push_str(&sel.name);
        }
        ExprKind::Index(x, list) => {
            print(out, x);
            out.push('[');
            exprs(out, list);
            out.push(']');
        }
        ExprKind::Slice(slice) => print_slice(out, slice),
        ExprKind::TypeAssert(x, ty) => {
            print(out, x);
            match ty {
                Some(ty) => enclosed(out, ".(", ty, ")"),
                None => out.push_str(".(type)"),
            }
        }
        ExprKind::Call(call) => {
            print(out, &call.func);
            out.push('(');
            exprs(out, &call.args);
            out.push_str(if call.ellipsis.is_some() { "...)" } else { ")" });
        }
        ExprKind::Star(x) => prefixed(out, "*", x),
        ExprKind::Unary(op, x) => prefixed(out, op.text(), x),
        ExprKind::Binary(b) => {
            print(out, &b.x);
            _ = write!(out, " {} ", b.op.text());
            print(out, &b.y);
        }
        _ => print_type(out, e),
    }
}

fn print_type(out: &mut String, e: &Expr) {
    match &e.kind {
        ExprKind::ArrayType(len, elem) => {
            out.push('[');
            match len {
                Some(len) => print(out, len),
                None => out.push_str("..."),
            }
            prefixed(out, "]", elem);
        }
        ExprKind::SliceType(elem) => prefixed(out, "[]", elem),
        ExprKind::MapType(key, elem) => {
            enclosed(out, "map[", key, "]");
            print(out, elem);
        }
        ExprKind::ChanType(dir, elem) => {
            out.push_str(match dir {
                ChanDir::Both => "chan ",
                ChanDir::Send => "chan<- ",
                ChanDir::Recv => "<-chan ",
            });
            match &elem.kind {
                ExprKind::ChanType(ChanDir::Recv, _) if *dir == ChanDir::Both => {
                    enclosed(out, "(", elem, ")");
                }
                _ => print(out, elem),
            }
        }
        ExprKind::FuncType(ty) => {
            out.push_str("func");
            signature(out, ty);
        }
        ExprKind::StructType(list) => {
            out.push_str("struct{");
            fields(out, list);
            out.push('}');
        }
        ExprKind::InterfaceType(elems) => {
            out.push_str("interface{");
            for (i, elem) in elems.iter().enumerate() {
                out.push_str(if i > 0 { "; " } else { "" });
                match elem {
                    InterfaceElem::Method(name, ty) => {
                        out.push_str(&name.name);
                        signature(out, ty);
                    }
                    InterfaceElem::Embedded(ty) => print(out, ty),
                }
            }
            out.push('}');
        }
        ExprKind::Union(terms) => union(out, terms),
        _ => {}
    }
}

fn union(out: &mut String, terms: &[UnionTerm]) {
    for (i, term) in terms.iter().enumerate() {
        out.push_str(if i > 0 { " | " } else { "" });
        prefixed(out, if term.tilde { "~" } else { "" }, &term.ty);
    }
}

fn print_slice(out: &mut String, slice: &SliceExpr) {
    print(out, &slice.x);
    out.push('[');
    for (i, index) in slice.index.iter().enumerate() {
        if i == 1 || (i == 2 && slice.full) {
            out.push(':');
        }
        if let Some(index) = index {
            print(out, index);
        }
    }
    out.push(']');
}

fn enclosed(out: &mut String, before: &str, e: &Expr, after: &str) {
    prefixed(out, before, e);
    out.push_str(after);
}

fn prefixed(out: &mut String, before: &str, e: &Expr) {
    out.push_str(before);
    print(out, e);
}

fn exprs(out: &mut String, list: &[Expr]) {
    for (i, e) in list.iter().enumerate() {
        prefixed(out, if i > 0 { ", " } else { "" }, e);
    }
}

fn fields(out: &mut String, list: &[Field]) {
    for (i, field) in list.iter().enumerate() {
        out.push_str(if i > 0 { "; " } else { "" });
        for (j, name) in field.names.iter().enumerate() {
            out.push_str(if j > 0 { ", " } else { "" });
            out.push_str(&name.name);
        }
        prefixed(out, if field.names.is_empty() { "" } else { " " }, &field.ty);
        if let Some(tag) = &field.tag {
            out.push(' ');
            out.push_str(tag);
        }
    }
}

fn signature(out: &mut String, ty: &FuncType) {
    params(out, &ty.params);
    match &ty.results[..] {
        [] => {}
        [one] if one.name.is_none() => prefixed(out, " ", &one.ty),
        many => {
            out.push(' ');
            params(out, many);
        }
    }
}

fn params(out: &mut String, list: &[Param]) {
    out.push('(');
    for (i, param) in list.iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        if let Some(name) = &param.name {
            out.push_str(&name.name);
            // Names that share a type share its text.
            let next = list.get(i + 1);
            if next.is_some_and(|n| n.name.is_some() && n.ty.pos == param.ty.pos) {
                continue;
            }
            out.push(' ');
        }
        prefixed(out, if param.variadic { "..." } else { "" }, &param.ty);
    }
    out.push(')');
}
