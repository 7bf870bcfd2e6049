//! Reports conversions of `uintptr` to `unsafe.Pointer` that no rule of package unsafe allows, and values of
//! `reflect.SliceHeader` and `reflect.StringHeader` that no slice or string owns.

use crate::pass::Pass;
use minigo_syntax::ast::{BinaryOp, Expr, ExprKind as E, UnaryOp};
use minigo_syntax::diagnostic::Code;
use minigo_types::ty::{Basic, Type, TypeId};

/// Reports misuse of unsafe pointers.
pub(crate) fn run(pass: &Pass<'_>) {
    for e in &pass.exprs {
        match &e.kind {
            E::Call(call) => {
                let [arg] = &call.args[..] else { continue };
                if is_type(pass, &call.func, Basic::UnsafePointer)
                    && pass.underlying_type(arg) == Some(&Type::Basic(Basic::Uintptr))
                    && !may_become_pointer(pass, arg)
                {
                    let message = "possible misuse of unsafe.Pointer";
                    pass.report(Code::UnsafePointer, e.span(), message);
                }
            }
            E::Unary(UnaryOp::Addr, _) => check_reflect_header(pass, e),
            E::Star(_) if pass.is_value(e) => check_reflect_header(pass, e),
            _ => {}
        }
    }
}

/// Reports `&x` and `*p` for a slice or string header.
fn check_reflect_header(pass: &Pass<'_>, e: &Expr) {
    let Some(ty) = pass.type_of(e) else { return };
    let base = match (&e.kind, pass.type_table().get(ty)) {
        (E::Unary(..), Type::Pointer(base)) => *base,
        (E::Star(_), _) => ty,
        _ => return,
    };
    if is_reflect_header(pass, base) {
        let message = format!("possible misuse of {}", pass.type_text(base));
        pass.report(Code::UnsafePointer, e.span(), message);
    }
}

fn is_reflect_header(pass: &Pass<'_>, ty: TypeId) -> bool {
    ["SliceHeader", "StringHeader"].iter().any(|name| pass.is_named(ty, "reflect", name))
}

/// Reports whether `e` denotes a type whose underlying type is `wanted`.
fn is_type(pass: &Pass<'_>, e: &Expr, wanted: Basic) -> bool {
    !pass.is_value(e) && pass.underlying_type(e) == Some(&Type::Basic(wanted))
}

/// Reports whether package unsafe allows the conversion of the integer `e` to a pointer.
fn may_become_pointer(pass: &Pass<'_>, e: &Expr) -> bool {
    match &e.unparen().kind {
        // The field Data of a header that is reached through a pointer, as a slice's or a string's is.
        E::Selector(x, name) if name.name == "Data" => {
            let Some(Type::Pointer(base)) = pass.type_of(x).map(|ty| pass.type_table().get(ty))
            else {
                return false;
            };
            is_reflect_header(pass, *base)
        }
        // The address that reflect returns, converted in the same expression.
        E::Call(call) if call.args.is_empty() => match &call.func.kind {
            E::Selector(x, name) => {
                matches!(name.name.as_str(), "Pointer" | "UnsafeAddr")
                    && pass.type_of(x).is_some_and(|ty| pass.is_named(ty, "reflect", "Value"))
            }
            _ => false,
        },
        _ => is_pointer_arithmetic(pass, e),
    }
}

/// Reports whether `e` is the address of an unsafe pointer, plus or minus an offset.
fn is_pointer_arithmetic(pass: &Pass<'_>, e: &Expr) -> bool {
    match &e.unparen().kind {
        E::Call(call) => match &call.args[..] {
            [arg] => {
                is_type(pass, &call.func, Basic::Uintptr)
                    && pass.type_of(arg).is_some_and(|ty| is_unsafe_pointer(pass, ty))
            }
            _ => false,
        },
        E::Binary(b) => {
            matches!(b.op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::AndNot)
                && is_pointer_arithmetic(pass, &b.x)
                && !is_pointer_arithmetic(pass, &b.y)
        }
        _ => false,
    }
}

fn is_unsafe_pointer(pass: &Pass<'_>, ty: TypeId) -> bool {
    *pass.type_table().underlying_structure(ty) == Type::Basic(Basic::UnsafePointer)
}
