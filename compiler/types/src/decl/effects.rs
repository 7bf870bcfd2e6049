//! Whether evaluating an expression has effects: what nothing mentions need not be evaluated then.
//!
//! It goes by the text: a call counts as one with effects unless its name says that it only makes a value. What counts
//! too much costs time at start; what counts too little would be missing, so the list names only what cannot be seen.

use minigo_syntax::ast::{Expr, ExprKind, UnaryOp};

/// Predeclared functions and types: a call of them makes a value.
const PREDECLARED: &[&str] = &[
    "any",
    "append",
    "bool",
    "byte",
    "cap",
    "complex",
    "complex128",
    "complex64",
    "error",
    "float32",
    "float64",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "len",
    "make",
    "max",
    "min",
    "new",
    "rune",
    "string",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintptr",
];

/// Packages whose functions make values and do nothing else that a program sees.
const PURE: &[&str] = &[
    "atomic",
    "big",
    "binary",
    "bits",
    "errors",
    "fmt",
    "godebug",
    "lazyregexp",
    "math",
    "reflect",
    "reflectlite",
    "regexp",
    "strings",
    "time",
    "unicode",
    "unique",
    "unsafe",
];

/// Functions of other packages of which that is true, and those that call what they are given when they are called.
const PURE_FUNCTIONS: &[(&str, &str)] = &[
    ("sync", "OnceFunc"),
    ("sync", "OnceValue"),
    ("sync", "OnceValues"),
    ("template", "Must"),
    ("template", "New"),
    ("base64", "NewEncoding"),
    ("base32", "NewEncoding"),
];

/// Whether evaluating it may do something that the rest of the program sees.
pub(crate) fn has_effects(e: &Expr) -> bool {
    use ExprKind as K;
    match &e.kind {
        K::Call(call) => !is_pure(&call.func) || call.args.iter().any(has_effects),
        K::Unary(UnaryOp::Recv, _) => true,
        K::Paren(x) | K::Star(x) | K::Unary(_, x) | K::Selector(x, _) | K::TypeAssert(x, _) => {
            has_effects(x)
        }
        K::Binary(b) => has_effects(&b.x) || has_effects(&b.y),
        K::Index(x, list) => has_effects(x) || list.iter().any(has_effects),
        K::Slice(slice) => has_effects(&slice.x) || slice.index.iter().flatten().any(has_effects),
        K::Composite(lit) => lit
            .elems
            .iter()
            .any(|elem| elem.key.as_deref().is_some_and(has_effects) || has_effects(&elem.value)),
        _ => false,
    }
}

/// Whether a call of it, a function or a type, has no effects but those of its arguments.
fn is_pure(callee: &Expr) -> bool {
    use ExprKind as K;
    match &callee.unparen().kind {
        K::Ident(name) => PREDECLARED.contains(&name.as_str()),
        K::Selector(x, sel) => match &x.kind {
            K::Ident(package) => {
                PURE.contains(&package.as_str())
                    || PURE_FUNCTIONS.contains(&(package.as_str(), sel.name.as_str()))
            }
            K::Call(inner) => is_pure(&inner.func) && !inner.args.iter().any(has_effects),
            _ => false,
        },
        K::Star(_)
        | K::ArrayType(..)
        | K::SliceType(_)
        | K::MapType(..)
        | K::ChanType(..)
        | K::FuncType(_)
        | K::StructType(_)
        | K::InterfaceType(_) => true,
        _ => false,
    }
}
