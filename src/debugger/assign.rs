//! Assignments: a variable gets the value of an expression, of any type that Go allows.
//!
//! Composite literals, `&T{…}` and values in interfaces make new objects on the program's heap. The type of the
//! variable tells the types that a literal leaves out.

use crate::debugger::expr::{self, Operand, Scope};
use minigo_syntax::ast::{CompositeLit, Element, Expr, ExprKind, UnaryOp};
use minigo_vm::debug::{Kind, NewValue, StoppedMachine, Type, Value};

/// Assigns the value of an expression to a variable.
///
/// # Errors
/// A message: the expression cannot be evaluated, or its value does not fit.
pub(super) fn assign(
    stopped: &mut StoppedMachine<'_>,
    scope: &Scope,
    to: &Value,
    expr: &Expr,
) -> Result<(), String> {
    match &expr.unparen().kind {
        ExprKind::Composite(literal) => {
            let made = composite_value(stopped, scope, stopped.ty(to), literal)?;
            stopped.copy(to, &made)
        }
        ExprKind::Unary(UnaryOp::Addr, x) => {
            let variable = match &x.unparen().kind {
                ExprKind::Composite(literal) => {
                    let wanted = stopped.elem(stopped.ty(to)).unwrap_or(stopped.ty(to));
                    composite_value(stopped, scope, wanted, literal)?
                }
                _ => match expr::evaluate(stopped, scope, x)? {
                    Operand::Value(variable) => variable,
                    Operand::Computed(_) => {
                        return Err(String::from(
                            "only variables, fields and elements have an address",
                        ));
                    }
                },
            };
            stopped.set_pointer(to, &variable)
        }
        _ => match expr::evaluate(stopped, scope, expr)? {
            Operand::Value(from) => stopped.copy(to, &from),
            Operand::Computed(constant) => stopped.set(to, &constant),
        },
    }
}

/// Makes the value of a composite literal. `wanted`: its type, if the literal has none.
fn composite_value(
    stopped: &mut StoppedMachine<'_>,
    scope: &Scope,
    wanted: Type,
    literal: &CompositeLit,
) -> Result<Value, String> {
    let ty = match &literal.ty {
        None => wanted,
        Some(ty) => {
            let text = type_text(scope, ty, literal.elems.len())?;
            stopped.type_named(&text).ok_or_else(|| format!("the program has no type {text}"))?
        }
    };
    if literal.table_span.is_some() {
        return Err(String::from("the literal is too long"));
    }
    let made = stopped.make_values(ty, 1)?;
    match stopped.kind_of(ty) {
        Kind::Struct => fill_struct(stopped, scope, &made, &literal.elems)?,
        Kind::Array => {
            for (at, element) in elements_with_indexes(&literal.elems)? {
                let part = stopped.element(&made, at as i128);
                let part = part.ok_or_else(|| format!("index {at} is out of range"))?;
                assign(stopped, scope, &part, element)?;
            }
        }
        Kind::Slice => {
            let elements = elements_with_indexes(&literal.elems)?;
            let len = elements.iter().map(|(at, _)| at + 1).max().unwrap_or(0);
            let elem = stopped.elem(ty).ok_or("a slice has elements")?;
            let first = stopped.make_values(elem, len)?;
            for (at, element) in elements {
                let part = stopped.value_behind(&first, at);
                assign(stopped, scope, &part, element)?;
            }
            stopped.set_slice(&made, &first, len)?;
        }
        // The literal {…} among the elements of a list of pointers is &T{…}.
        Kind::Pointer if literal.ty.is_none() => {
            let elem = stopped.elem(ty).ok_or("a pointer points to a variable")?;
            let variable = composite_value(stopped, scope, elem, literal)?;
            stopped.set_pointer(&made, &variable)?;
        }
        _ => return Err(format!("the debugger makes no {}", stopped.type_text(ty))),
    }
    Ok(made)
}

fn fill_struct(
    stopped: &mut StoppedMachine<'_>,
    scope: &Scope,
    made: &Value,
    elements: &[Element],
) -> Result<(), String> {
    let fields: Vec<(String, Value)> = stopped.children(made, 0, usize::MAX);
    for (at, element) in elements.iter().enumerate() {
        let found = match element.key.as_deref().map(|key| &key.kind) {
            None => fields.get(at),
            Some(ExprKind::Ident(name)) => fields.iter().find(|(known, _)| **known == **name),
            Some(_) => None,
        };
        let ty = stopped.type_of(made);
        let (_, field) = found.ok_or_else(|| format!("{ty} has no such field"))?;
        assign(stopped, scope, field, &element.value)?;
    }
    Ok(())
}

/// The elements of a list with their indexes.
fn elements_with_indexes(elements: &[Element]) -> Result<Vec<(usize, &Expr)>, String> {
    let (mut next, mut found) = (0, Vec::new());
    for element in elements {
        if let Some(key) = &element.key {
            next = match constant(key)? {
                NewValue::Int(at) => usize::try_from(at).ok().filter(|at| *at < 1 << 24),
                _ => None,
            }
            .ok_or("an index must be a number")?;
        }
        found.push((next, &element.value));
        next += 1;
    }
    Ok(found)
}

fn constant(expr: &Expr) -> Result<NewValue, String> {
    match &expr.unparen().kind {
        ExprKind::Literal(kind, text) => expr::literal(*kind, text),
        _ => Err(String::from("indexes and lengths must be numbers here")),
    }
}

/// A type as the program's descriptors have it: names with their packages. `len`: the length of `[...]T`.
fn type_text(scope: &Scope, ty: &Expr, len: usize) -> Result<String, String> {
    let inner = |ty: &Expr| type_text(scope, ty, 0);
    Ok(match &ty.unparen().kind {
        // The descriptors have these names for the types.
        ExprKind::Ident(name) if **name == *"byte" => String::from("uint8"),
        ExprKind::Ident(name) if **name == *"rune" => String::from("int32"),
        ExprKind::Ident(name) if **name == *"any" => String::from("interface {}"),
        ExprKind::Ident(name) if is_predeclared(name) => name.to_string(),
        ExprKind::Ident(name) => {
            let package = scope.package.rsplit('/').next().unwrap_or_default();
            format!("{package}.{name}")
        }
        ExprKind::Selector(package, name) => match &package.kind {
            ExprKind::Ident(package) => format!("{package}.{}", name.name),
            _ => return Err(String::from("the debugger does not know such types")),
        },
        ExprKind::Star(elem) => format!("*{}", inner(elem)?),
        ExprKind::SliceType(elem) => format!("[]{}", inner(elem)?),
        ExprKind::ArrayType(None, elem) => format!("[{len}]{}", inner(elem)?),
        ExprKind::ArrayType(Some(len), elem) => match constant(len)? {
            NewValue::Int(len) => format!("[{len}]{}", inner(elem)?),
            _ => return Err(String::from("the length is no number")),
        },
        ExprKind::MapType(key, elem) => format!("map[{}]{}", inner(key)?, inner(elem)?),
        _ => return Err(String::from("the debugger does not know such types")),
    })
}

fn is_predeclared(name: &str) -> bool {
    const OTHER_PREDECLARED_TYPES: [&str; 6] =
        ["bool", "string", "error", "uintptr", "complex64", "complex128"];
    let is_number = ["int", "uint", "float"].iter().any(|kind| {
        let rest = name.strip_prefix(kind);
        rest.is_some_and(|bits| bits.chars().all(|c| c.is_ascii_digit()))
    });
    is_number || OTHER_PREDECLARED_TYPES.contains(&name)
}
