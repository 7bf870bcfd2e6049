//! Expressions in the scope of a frame: variables, fields, elements, slices, pointers, operators, `len` and `cap`.
//!
//! The program's own values and types are used, so no code of the program runs, and nothing is compiled. Calls of
//! functions are refused. Integers are computed with 128 bits: an expression does not wrap around as in Go.

use minigo_syntax::ast::{
    BinaryExpr, BinaryOp, CallExpr, Expr, ExprKind, LiteralKind, SliceExpr, StmtKind, UnaryOp,
};
use minigo_syntax::literal::{decode_rune, decode_string};
use minigo_syntax::session_input::parse_whole_input;
use minigo_syntax::source::SourceMap;
use minigo_vm::debug::{Kind, NewValue, Relation, StoppedMachine, Value, ValueSummary, Variable};

/// The result of an expression.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A variable, or a part of one.
    Value(Value),
    /// A computed value.
    Computed(NewValue),
}

/// The names that an expression may use.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The variables of the frame.
    pub variables: Vec<Variable>,
    /// The import path of the frame's package.
    pub package: String,
}

impl Scope {
    /// The scope of a frame, numbered from the innermost.
    pub fn of_frame(stopped: &mut StoppedMachine<'_>, goroutine: u64, frame: usize) -> Self {
        let frames = stopped.frames(goroutine);
        let Some(found) = frames.get(frame) else {
            return Self { variables: Vec::new(), package: String::from("main") };
        };
        let variables = stopped.variables(goroutine, found);
        Self { variables, package: found.package().to_owned() }
    }
}

impl Operand {
    /// The value if it is a number, boolean, string or nil.
    #[must_use]
    pub fn constant(&self, stopped: &StoppedMachine<'_>) -> Option<NewValue> {
        match self {
            Self::Value(value) => stopped.scalar(value),
            Self::Computed(value) => Some(value.clone()),
        }
    }

    /// The value as text.
    #[must_use]
    pub fn show(&self, stopped: &StoppedMachine<'_>) -> ValueSummary {
        let (text, ty) = match self {
            Self::Value(value) => return stopped.summarize(value),
            Self::Computed(NewValue::Int(n)) => (n.to_string(), "int"),
            Self::Computed(NewValue::Float(x)) => (x.to_string(), "float64"),
            Self::Computed(NewValue::Bool(b)) => (b.to_string(), "bool"),
            Self::Computed(NewValue::Text(bytes)) => {
                (format!("{:?}", String::from_utf8_lossy(bytes)), "string")
            }
            Self::Computed(NewValue::Nil) => ("nil".to_owned(), "untyped nil"),
        };
        ValueSummary { text, ty: ty.to_owned(), child_count: 0, is_indexed: false }
    }
}

/// Parses an expression.
///
/// # Errors
/// The first error of syntax.
pub fn parse(text: &str) -> Result<Expr, String> {
    let mut sources = SourceMap::new();
    let source = sources.add("expression", text.trim().to_owned());
    let source = source.map_err(|_| String::from("the expression is too long"))?;
    let mut parsed = parse_whole_input(source);
    if let Some(error) = parsed.diagnostics.as_slice().first() {
        return Err(error.message.clone());
    }
    match (parsed.body.stmts.pop().map(|stmt| stmt.kind), parsed.body.stmts.len()) {
        (Some(StmtKind::Expr(expr)), 0) => Ok(expr),
        _ => Err(format!("{text:?} is no expression")),
    }
}

pub(super) fn relation(op: BinaryOp) -> Option<Relation> {
    Some(match op {
        BinaryOp::Eq => Relation::Equal,
        BinaryOp::Ne => Relation::Unequal,
        BinaryOp::Lt => Relation::Less,
        BinaryOp::Le => Relation::LessOrEqual,
        BinaryOp::Gt => Relation::Greater,
        BinaryOp::Ge => Relation::GreaterOrEqual,
        _ => return None,
    })
}

pub(super) fn literal(kind: LiteralKind, text: &str) -> Result<NewValue, String> {
    let error = || format!("{text} is too large");
    Ok(match kind {
        LiteralKind::Int => {
            let digits = text.replace('_', "");
            let lower = digits.to_ascii_lowercase();
            let (digits, radix) = match lower.as_bytes() {
                [b'0', b'x', ..] => (&lower[2..], 16),
                [b'0', b'o', ..] => (&lower[2..], 8),
                [b'0', b'b', ..] => (&lower[2..], 2),
                [b'0', _, ..] => (&lower[1..], 8),
                _ => (&lower[..], 10),
            };
            NewValue::Int(i128::from_str_radix(digits, radix).map_err(|_| error())?)
        }
        LiteralKind::Float => NewValue::Float(text.replace('_', "").parse().map_err(|_| error())?),
        LiteralKind::Char => NewValue::Int(decode_rune(text).unwrap_or(0).into()),
        LiteralKind::String => NewValue::Text(decode_string(text)),
        LiteralKind::Imag => return Err(String::from("complex numbers are not evaluated")),
    })
}

/// Evaluates an expression.
///
/// # Errors
/// A message.
pub fn evaluate(
    stopped: &StoppedMachine<'_>,
    scope: &Scope,
    expr: &Expr,
) -> Result<Operand, String> {
    let inner = |e: &Expr| evaluate(stopped, scope, e);
    match &expr.kind {
        ExprKind::Paren(x) => inner(x),
        ExprKind::Literal(kind, text) => literal(*kind, text).map(Operand::Computed),
        ExprKind::Ident(name) => evaluate_variable(stopped, scope, name),
        ExprKind::Selector(x, field) => evaluate_selector(stopped, scope, x, &field.name),
        ExprKind::Star(x) => match inner(x)? {
            Operand::Value(value) => match stopped.pointee(&value) {
                Some(to) => Ok(Operand::Value(to)),
                None if stopped.kind(&value) == Kind::Pointer => {
                    Err(String::from("nil pointer dereference"))
                }
                None => Err(format!("a value of type {} is no pointer", stopped.type_of(&value))),
            },
            Operand::Computed(_) => Err(String::from("only pointers can be dereferenced")),
        },
        ExprKind::Index(x, index) if index.len() == 1 => {
            evaluate_index(stopped, &inner(x)?, &inner(&index[0])?)
        }
        ExprKind::Slice(slice) => slice_of(stopped, scope, slice),
        ExprKind::Unary(op, x) => {
            let x = inner(x)?.constant(stopped);
            Ok(Operand::Computed(match (op, x) {
                (UnaryOp::Neg, Some(NewValue::Int(n))) => NewValue::Int(n.wrapping_neg()),
                (UnaryOp::Neg, Some(NewValue::Float(x))) => NewValue::Float(-x),
                (UnaryOp::Plus, Some(x @ (NewValue::Int(_) | NewValue::Float(_)))) => x,
                (UnaryOp::Compl, Some(NewValue::Int(n))) => NewValue::Int(!n),
                (UnaryOp::Not, Some(NewValue::Bool(b))) => NewValue::Bool(!b),
                _ => return Err(format!("operator {} cannot be evaluated here", op.text())),
            }))
        }
        ExprKind::Binary(binary) => evaluate_binary(stopped, scope, binary),
        ExprKind::Call(call) => evaluate_call(stopped, scope, call),
        ExprKind::TypeAssert(x, Some(_)) => match inner(x)? {
            Operand::Value(value) => match stopped.dynamic_value(&value) {
                Some(inner) => Ok(Operand::Value(inner)),
                None => Err(String::from("the interface is nil")),
            },
            Operand::Computed(_) => Err(String::from("only interfaces have dynamic types")),
        },
        _ => Err(String::from("the debugger does not evaluate such expressions")),
    }
}

fn evaluate_variable(
    stopped: &StoppedMachine<'_>,
    scope: &Scope,
    name: &str,
) -> Result<Operand, String> {
    if let Some(found) = scope.variables.iter().rev().find(|v| v.name == name) {
        let lost =
            || format!("the value of {name} is not available: no code reads the variable any more");
        return found.value.map(Operand::Value).ok_or_else(lost);
    }
    if let Some(global) = stopped.global(&format!("{}.{name}", scope.package)) {
        return Ok(Operand::Value(global));
    }
    match name {
        "true" => Ok(Operand::Computed(NewValue::Bool(true))),
        "false" => Ok(Operand::Computed(NewValue::Bool(false))),
        "nil" => Ok(Operand::Computed(NewValue::Nil)),
        _ => Err(format!("no variable {name} here")),
    }
}

fn evaluate_selector(
    stopped: &StoppedMachine<'_>,
    scope: &Scope,
    x: &Expr,
    field: &str,
) -> Result<Operand, String> {
    let left = evaluate(stopped, scope, x);
    if let (Err(_), ExprKind::Ident(package)) = (&left, &x.kind) {
        // A package-level variable of another package, by the package's name or import path.
        let global = stopped.global(&format!("{package}.{field}"));
        let global = global.or_else(|| stopped.global_of_package_named(package, field));
        if let Some(global) = global {
            return Ok(Operand::Value(global));
        }
    }
    match left? {
        Operand::Value(value) => match stopped.field(&value, field) {
            Some(found) => Ok(Operand::Value(found)),
            None => Err(format!("{} has no field {field}", stopped.type_of(&value))),
        },
        Operand::Computed(_) => Err(format!("a computed value has no field {field}")),
    }
}

fn evaluate_index(
    stopped: &StoppedMachine<'_>,
    x: &Operand,
    index: &Operand,
) -> Result<Operand, String> {
    let key = index.constant(stopped).ok_or("an index must be a number, string or boolean")?;
    let list = match x {
        Operand::Value(value) if stopped.kind(value) != Kind::String => value,
        _ => {
            let (Some(NewValue::Text(bytes)), NewValue::Int(at)) = (x.constant(stopped), key)
            else {
                return Err(String::from("only arrays, slices, maps and strings have elements"));
            };
            let byte = usize::try_from(at).ok().and_then(|at| bytes.get(at));
            let byte = byte.ok_or_else(|| out_of_range(at, bytes.len()))?;
            return Ok(Operand::Computed(NewValue::Int((*byte).into())));
        }
    };
    if stopped.kind(list) == Kind::Map {
        if let Some(found) = stopped.entry(list, &key) {
            return Ok(Operand::Value(found));
        }
        let zero = stopped.elem(stopped.ty(list)).and_then(|elem| zero(stopped.kind_of(elem)));
        return zero.map(Operand::Computed).ok_or_else(|| String::from("the map has no such key"));
    }
    let NewValue::Int(at) = key else { return Err(String::from("the index is no number")) };
    let found = stopped.element(list, at).map(Operand::Value);
    found.ok_or_else(|| match stopped.len(list) {
        Some(len) => out_of_range(at, len),
        None => format!("a value of type {} has no elements", stopped.type_of(list)),
    })
}

/// The zero value of a kind, if it is a number, boolean, string or nil.
fn zero(kind: Kind) -> Option<NewValue> {
    Some(match kind {
        Kind::Bool => NewValue::Bool(false),
        Kind::String => NewValue::Text(Vec::new()),
        Kind::Float32 | Kind::Float64 => NewValue::Float(0.0),
        Kind::Pointer | Kind::Map | Kind::Chan | Kind::Func | Kind::Slice | Kind::Interface => {
            NewValue::Nil
        }
        Kind::Struct | Kind::Array | Kind::Complex64 | Kind::Complex128 => return None,
        _ => NewValue::Int(0),
    })
}

fn out_of_range(at: i128, len: usize) -> String {
    format!("index {at} is out of range: the length is {len}")
}

/// `x[lo:hi]` of a string or slice.
fn slice_of(stopped: &StoppedMachine<'_>, scope: &Scope, e: &SliceExpr) -> Result<Operand, String> {
    if e.is_full {
        return Err(String::from("slices with a capacity are not evaluated"));
    }
    let x = evaluate(stopped, scope, &e.x)?;
    let bound = |expr: &Option<Expr>| match expr {
        None => Ok(None),
        Some(expr) => match evaluate(stopped, scope, expr)?.constant(stopped) {
            Some(NewValue::Int(at)) if usize::try_from(at).is_ok() => Ok(Some(at as usize)),
            _ => Err(String::from("the bounds must be numbers from 0")),
        },
    };
    let (low, high) = (bound(&e.index[0])?.unwrap_or(0), bound(&e.index[1])?);
    if let Some(NewValue::Text(bytes)) = x.constant(stopped) {
        let part = bytes.get(low..high.unwrap_or(bytes.len()));
        let part = part.ok_or_else(|| {
            format!("the slice bounds are out of range: the length is {}", bytes.len())
        })?;
        return Ok(Operand::Computed(NewValue::Text(part.to_vec())));
    }
    match x {
        Operand::Value(list) => stopped.slice(&list, low, high).map(Operand::Value),
        Operand::Computed(_) => Err(String::from("only strings and slices are sliced")),
    }
}

fn evaluate_call(
    stopped: &StoppedMachine<'_>,
    scope: &Scope,
    call: &CallExpr,
) -> Result<Operand, String> {
    let name = match &call.func.unparen().kind {
        ExprKind::Ident(name) => name.to_string(),
        _ => String::new(),
    };
    let ([arg], "len" | "cap") = (&call.args[..], name.as_str()) else {
        return Err(String::from("the debugger evaluates no calls except len and cap"));
    };
    let operand = evaluate(stopped, scope, arg)?;
    let size = match &operand {
        Operand::Value(value) if name == "len" => stopped.len(value),
        Operand::Value(value) => stopped.cap(value),
        Operand::Computed(NewValue::Text(bytes)) if name == "len" => Some(bytes.len()),
        Operand::Computed(_) => None,
    };
    let size = size.ok_or_else(|| format!("{name} is not defined for this value"))?;
    Ok(Operand::Computed(NewValue::Int(size as i128)))
}

fn evaluate_binary(
    stopped: &StoppedMachine<'_>,
    scope: &Scope,
    e: &BinaryExpr,
) -> Result<Operand, String> {
    let left = evaluate(stopped, scope, &e.x)?;
    let x = left.constant(stopped);
    if let (BinaryOp::LAnd | BinaryOp::LOr, Some(NewValue::Bool(known))) = (e.op, &x)
        && *known == (e.op == BinaryOp::LOr)
    {
        return Ok(Operand::Computed(NewValue::Bool(*known)));
    }
    let right = evaluate(stopped, scope, &e.y)?;
    if let (Operand::Value(a), Operand::Value(b)) = (&left, &right)
        && let (BinaryOp::Eq | BinaryOp::Ne, Some(same)) = (e.op, stopped.same_pointers(a, b))
    {
        return Ok(Operand::Computed(NewValue::Bool(same == (e.op == BinaryOp::Eq))));
    }
    let y = right.constant(stopped);
    let is_interface = |operand: &Operand| match operand {
        Operand::Value(value) => stopped.kind(value) == Kind::Interface,
        Operand::Computed(_) => false,
    };
    if (is_interface(&left) || is_interface(&right))
        && matches!(e.op, BinaryOp::Eq | BinaryOp::Ne)
        && !have_one_type(x.as_ref(), y.as_ref())
    {
        // An interface that holds a value of another type is not equal.
        return Ok(Operand::Computed(NewValue::Bool(e.op == BinaryOp::Ne)));
    }
    let (x, y) = match (x, y) {
        (Some(x), Some(y)) => (x, y),
        // A value that is not nil is compared with nil.
        (None, Some(NewValue::Nil)) | (Some(NewValue::Nil), None) => match e.op {
            BinaryOp::Eq => return Ok(Operand::Computed(NewValue::Bool(false))),
            BinaryOp::Ne => return Ok(Operand::Computed(NewValue::Bool(true))),
            _ => return Err(String::from("nil can only be compared by == and !=")),
        },
        _ => return Err(String::from("operators work only on numbers, strings, booleans and nil")),
    };
    apply(e.op, x, y).map(Operand::Computed)
}

/// Reports whether both operands are numbers, strings or booleans of one kind, or one of them is nil.
fn have_one_type(x: Option<&NewValue>, y: Option<&NewValue>) -> bool {
    use NewValue as N;
    matches!(
        (x, y),
        (Some(N::Nil), _)
            | (_, Some(N::Nil))
            | (Some(N::Int(_) | N::Float(_)), Some(N::Int(_) | N::Float(_)))
            | (Some(N::Text(_)), Some(N::Text(_)))
            | (Some(N::Bool(_)), Some(N::Bool(_)))
    )
}

fn apply(op: BinaryOp, x: NewValue, y: NewValue) -> Result<NewValue, String> {
    use NewValue as N;
    let misfit = || Err(String::from("the operator is not defined for these operands"));
    Ok(match (x, y) {
        (N::Int(a), N::Int(b)) => match relation(op) {
            Some(relation) => N::Bool(relation.holds(a, b)),
            None => N::Int(apply_to_integers(op, a, b)?),
        },
        (N::Float(a), N::Int(b)) => return apply(op, N::Float(a), N::Float(b as f64)),
        (N::Int(a), N::Float(b)) => return apply(op, N::Float(a as f64), N::Float(b)),
        (N::Float(a), N::Float(b)) => match op {
            BinaryOp::Add => N::Float(a + b),
            BinaryOp::Sub => N::Float(a - b),
            BinaryOp::Mul => N::Float(a * b),
            BinaryOp::Quo => N::Float(a / b),
            BinaryOp::Ne => N::Bool(a != b),
            _ => match (relation(op), a.partial_cmp(&b)) {
                (None, _) => return misfit(),
                (Some(_), None) => N::Bool(false),
                (Some(relation), Some(order)) => N::Bool(relation.holds(order as i128, 0)),
            },
        },
        (N::Text(a), N::Text(b)) => match (op, relation(op)) {
            (BinaryOp::Add, _) => N::Text([a, b].concat()),
            (_, Some(relation)) => N::Bool(relation.holds(a.cmp(&b) as i128, 0)),
            _ => return misfit(),
        },
        (N::Bool(a), N::Bool(b)) => match op {
            BinaryOp::LAnd => N::Bool(a && b),
            BinaryOp::LOr => N::Bool(a || b),
            BinaryOp::Eq => N::Bool(a == b),
            BinaryOp::Ne => N::Bool(a != b),
            _ => return misfit(),
        },
        (a, b) if a == N::Nil || b == N::Nil => match op {
            BinaryOp::Eq => N::Bool(a == b),
            BinaryOp::Ne => N::Bool(a != b),
            _ => return misfit(),
        },
        _ => return misfit(),
    })
}

fn apply_to_integers(op: BinaryOp, a: i128, b: i128) -> Result<i128, String> {
    let shift = || u32::try_from(b).ok().filter(|n| *n < 64).ok_or("the shift is too large");
    let result = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Quo | BinaryOp::Rem if b == 0 => return Err(String::from("division by zero")),
        BinaryOp::Quo => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::And => Some(a & b),
        BinaryOp::Or => Some(a | b),
        BinaryOp::Xor => Some(a ^ b),
        BinaryOp::AndNot => Some(a & !b),
        BinaryOp::Shl => a.checked_shl(shift()?),
        BinaryOp::Shr => a.checked_shr(shift()?),
        _ => return Err(String::from("the operator is not defined for integers")),
    };
    result.ok_or_else(|| String::from("the result is too large"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<NewValue, String> {
        fn constant_value(expr: &Expr) -> Result<NewValue, String> {
            match &expr.unparen().kind {
                ExprKind::Literal(kind, text) => literal(*kind, text),
                ExprKind::Binary(b) => apply(b.op, constant_value(&b.x)?, constant_value(&b.y)?),
                _ => Err(String::from("not here")),
            }
        }
        constant_value(&parse(text)?)
    }

    #[test]
    fn operators_of_constants() {
        assert_eq!(value("1 + 2*3"), Ok(NewValue::Int(7)));
        assert_eq!(value("0x10 | 0b1"), Ok(NewValue::Int(17)));
        assert_eq!(value("'a' == 97"), Ok(NewValue::Bool(true)));
        assert_eq!(value("1.5 < 2"), Ok(NewValue::Bool(true)));
        assert_eq!(value(r#""a" + "b" > "aa""#), Ok(NewValue::Bool(true)));
        assert_eq!(value("7 / 0"), Err("division by zero".into()));
        assert!(value("1 + \"a\"").is_err());
    }

    #[test]
    fn statements_and_malformed_texts_are_no_expressions() {
        for text in ["", "x = 1", "a b", "for {}", "1 +", "a; b"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
