//! Decides from the syntax whether the evaluation of an expression has effects. A variable without uses need not be
//! initialised if its initialiser has none.
//!
//! A call counts as having effects unless the name of the callee says that it only makes a value. Effects that are
//! assumed but do not exist cost time at start; effects that are missed would be an error. So the lists contain only
//! functions whose effects a program cannot observe.

use minigo_syntax::ast::{Expr, ExprKind, UnaryOp};

/// Predeclared functions and types: a call of them only makes a value.
const PURE_PREDECLARED_NAMES: &[&str] = &[
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

/// Packages whose functions make values and have no other effect that a program can observe.
const PURE_PACKAGES: &[&str] = &[
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

/// Functions of other packages that have no observable effect, or that call the function they are given only later,
/// such as `sync.OnceFunc`.
const PURE_FUNCTIONS: &[(&str, &str)] = &[
    ("sync", "OnceFunc"),
    ("sync", "OnceValue"),
    ("sync", "OnceValues"),
    ("template", "Must"),
    ("template", "New"),
    ("base64", "NewEncoding"),
    ("base32", "NewEncoding"),
];

/// Reports whether the evaluation may have an effect that the rest of the program can observe.
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

/// Reports whether a call of `callee`, a function or a type, has no effects other than those of its arguments.
fn is_pure(callee: &Expr) -> bool {
    use ExprKind as K;
    match &callee.unparen().kind {
        K::Ident(name) => PURE_PREDECLARED_NAMES.contains(&name.as_str()),
        K::Selector(x, sel) => match &x.kind {
            K::Ident(package) => {
                PURE_PACKAGES.contains(&package.as_str())
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
