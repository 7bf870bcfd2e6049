//! Typed expressions.

use super::{FuncId, GlobalId, Stmt, VarId};
pub use crate::constant::represent::Const;
use crate::ty::TypeId;
use minigo_syntax::ast;
use minigo_syntax::source::Pos;

/// A typed expression.
///
/// Operands are evaluated from left to right, as the spec's order of calls, receives and panics demands.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The operation and its operands.
    pub kind: ExprKind,
    /// The type; never an untyped one. The type is a `Tuple` for calls that do not have exactly one result and for
    /// comma-ok forms, which stand only in [`Stmt`]s that say so.
    pub ty: TypeId,
    /// The position that a traceback names if the expression panics.
    pub pos: Pos,
}

/// The kinds of typed expressions.
///
/// An *lvalue* is a `Var`, `Global`, `Deref`, `Index` of a slice, `Index` or `Field` of an lvalue, or, only as the
/// target of an assignment, a `MapIndex`.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
    Const(Const),
    /// The zero value of the type, `nil` included.
    Zero,
    /// A local variable.
    Var(VarId),
    /// A package-level variable.
    Global(GlobalId),
    /// A declared function as a value.
    Func(FuncId),
    /// A function literal: a new closure over the variables that [`super::Func::captures`] lists.
    Closure(FuncId),
    /// `x.M` as a value, for a concrete receiver: `x` is evaluated when the method value is made and is the first
    /// argument of each call.
    BoundMethod(Box<Expr>, FuncId),
    /// `x.M` as a value, for an interface: `x` is evaluated when the method value is made and must not be nil. The
    /// number is the method's index in the sorted method list of `x`'s interface type.
    BoundInterfaceMethod(Box<Expr>, u32),

    /// The field with number `.1` of a struct value.
    Field(Box<Expr>, u32),
    /// `*x`; panics if `x` is nil.
    Deref(Box<Expr>),
    /// `x[i]` of an array, slice or string (a pointer to an array is dereferenced explicitly). The index has any
    /// integer type; a constant one is an `int`.
    Index(Box<Expr>, Box<Expr>),
    /// `m[k]`; the zero value if the key is not present.
    MapIndex(Box<Expr>, Box<Expr>),
    /// `m[k]` with a tuple (value, bool) as result.
    MapIndexOk(Box<Expr>, Box<Expr>),
    /// `x[lo:hi:max]` of a string, a slice, or a pointer to an array.
    Slice(Box<SliceOp>),
    /// `&x` of an lvalue.
    Addr(Box<Expr>),
    /// A new variable with this value: `&T{…}`, `new(T)`, `new(x)`. The expression's type is the pointer type.
    New(Box<Expr>),

    /// `-x`, `^x` or `!x`.
    Unary(UnaryOp, Box<Expr>),
    /// Arithmetic on operands of the expression's type, `+` of strings included. In shifts the right operand has any
    /// integer type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison of two operands of the same type; in a comparison with nil the other operand is `Zero`.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `x && y`
    AndAnd(Box<Expr>, Box<Expr>),
    /// `x || y`
    OrOr(Box<Expr>, Box<Expr>),
    /// A conversion to the expression's type.
    Convert(Conversion, Box<Expr>),
    /// `x.(T)`; panics if the assertion fails.
    TypeAssert(Box<Expr>),
    /// `x.(T)` with a tuple (T, bool) as result.
    TypeAssertOk(Box<Expr>),

    /// A call.
    Call(Box<Call>),
    /// A call of a built-in function.
    Builtin(Builtin, Vec<Expr>),
    /// `<-ch`
    Recv(Box<Expr>),
    /// `<-ch` with a tuple (value, bool) as result.
    RecvOk(Box<Expr>),

    /// A composite literal of struct type: the listed fields; the other fields are zero.
    StructLit(Vec<(u32, Expr)>),
    /// A composite literal of array type: the listed elements; the other elements are zero.
    ArrayLit(Vec<(u64, Expr)>),
    /// A new slice of this length: the listed elements; the other elements are zero.
    SliceLit(u64, Vec<(u64, Expr)>),
    /// An array of integers, given by the first bytes of its memory; the other bytes are zero.
    IntArray(Box<[u8]>),
    /// A new slice of integers, given by the bytes of its memory.
    IntSlice(Box<[u8]>),
    /// A new map.
    MapLit(Vec<(Expr, Expr)>),

    /// Executes statements, then evaluates to the value.
    Seq(Vec<Stmt>, Box<Expr>),
}

/// `x[lo:hi:max]`
#[derive(Clone, Debug)]
pub struct SliceOp {
    /// The operand: a string, a slice, or a pointer to an array.
    pub x: Expr,
    /// The low bound, of any integer type; a constant one is an `int`.
    pub lo: Option<Expr>,
    /// The high bound.
    pub hi: Option<Expr>,
    /// The third index of a slice expression, which bounds the capacity.
    pub max: Option<Expr>,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `^x`
    Compl,
    /// `!x`
    Not,
}

/// Arithmetic operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the variants have go/token's names")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Quo,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    AndNot,
}

impl BinaryOp {
    /// Pairs of an operator of the typed program and the same operator of the syntax tree.
    pub(crate) const SYNTAX_OPERATORS: [(Self, ast::BinaryOp); 11] = [
        (Self::Add, ast::BinaryOp::Add),
        (Self::Sub, ast::BinaryOp::Sub),
        (Self::Mul, ast::BinaryOp::Mul),
        (Self::Quo, ast::BinaryOp::Quo),
        (Self::Rem, ast::BinaryOp::Rem),
        (Self::And, ast::BinaryOp::And),
        (Self::Or, ast::BinaryOp::Or),
        (Self::Xor, ast::BinaryOp::Xor),
        (Self::Shl, ast::BinaryOp::Shl),
        (Self::Shr, ast::BinaryOp::Shr),
        (Self::AndNot, ast::BinaryOp::AndNot),
    ];

    /// Returns the operator of a binary expression that is neither a comparison nor logical.
    pub(crate) fn of(op: ast::BinaryOp) -> Self {
        let same = Self::SYNTAX_OPERATORS.iter().find(|(_, written)| *written == op);
        same.expect("comparisons and logical operators have forms of their own").0
    }
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the variants have go/token's names")]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// The run-time work of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// No work: both types have the same representation.
    Same,
    /// Between integers and floats, or between complex types.
    Numeric,
    /// Integer to string: the UTF-8 encoding of the rune.
    IntToString,
    /// String to `[]byte`.
    StringToBytes,
    /// String to `[]rune`.
    StringToRunes,
    /// `[]byte` to string.
    BytesToString,
    /// `[]rune` to string.
    RunesToString,
    /// Slice to array; panics if the slice is too short.
    SliceToArray,
    /// Slice to array pointer; panics if the slice is too short.
    SliceToArrayPointer,
    /// A value of a non-interface type to an interface that the type implements.
    ToInterface,
    /// An interface to another interface that it statically implements.
    InterfaceToInterface,
}

/// A call of a function or method.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function or method to call.
    pub callee: Callee,
    /// The arguments, each of its parameter's type. In a static method call the receiver is the first argument.
    pub args: Vec<Expr>,
}

/// The function or method that a call calls.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A known function. The first argument of a method is its receiver, of exactly the declared receiver type.
    Func(FuncId),
    /// A function value; the call panics if the value is nil.
    Value(Expr),
    /// A method of an interface value; the call panics if the value is nil. The number is the method's index in the
    /// sorted method list of the interface type.
    Interface(Expr, u32),
}

/// The built-in functions that are executed at run time, with the types of their arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `append(s, elements…)`: each element is of the slice's element type.
    Append,
    /// `append(s, t...)`: `t` is a slice of the same element type, or a string.
    AppendSlice,
    /// `cap(x)`: `x` is a slice, an array, a pointer to an array, or a channel.
    Cap,
    /// `clear(x)`: `x` is a map or a slice.
    Clear,
    /// `close(ch)`
    Close,
    /// `complex(re, im)`
    Complex,
    /// `copy(dst, src)`: `src` may be a string.
    Copy,
    /// `delete(m, k)`
    Delete,
    /// `imag(z)`
    Imag,
    /// `len(x)`: `x` is a string, slice, array, pointer to an array, map, or channel.
    Len,
    /// `make(T, len[, cap])`, where `T` is the expression's type: a slice, a map (with a hint) or a channel (with a
    /// buffer size). Sizes have any integer type.
    Make,
    /// `max(x, …)`: the operands are of the expression's type.
    Max,
    /// `min(x, …)`: the operands are of the expression's type.
    Min,
    /// `panic(x)`: `x` is of type `any`.
    Panic,
    /// `print(x, …)`: the operands are of any type.
    Print,
    /// `println(x, …)`: the operands are of any type.
    Println,
    /// `real(z)`
    Real,
    /// `recover()`
    Recover,
    /// `unsafe.Add(p, n)`
    UnsafeAdd,
    /// `unsafe.Slice(p, n)`
    UnsafeSlice,
    /// `unsafe.SliceData(s)`
    UnsafeSliceData,
    /// `unsafe.String(p, n)`
    UnsafeString,
    /// `unsafe.StringData(s)`
    UnsafeStringData,
}

/// Calls `visit` for the operands of an expression, in order, by shared or unique reference.
macro_rules! operands {
    ($e:expr, $visit:ident, $iter:ident, $($r:tt)+) => {
        match $($r)+ $e.kind {
            ExprKind::Const(_)
            | ExprKind::Zero
            | ExprKind::Var(_)
            | ExprKind::Global(_)
            | ExprKind::Func(_)
            | ExprKind::Closure(_)
            | ExprKind::IntArray(_)
            | ExprKind::IntSlice(_)
            | ExprKind::MapLit(_)
            | ExprKind::Seq(..) => {}
            ExprKind::BoundMethod(x, _)
            | ExprKind::BoundInterfaceMethod(x, _)
            | ExprKind::Field(x, _)
            | ExprKind::Deref(x)
            | ExprKind::Addr(x)
            | ExprKind::New(x)
            | ExprKind::Unary(_, x)
            | ExprKind::Convert(_, x)
            | ExprKind::TypeAssert(x)
            | ExprKind::TypeAssertOk(x)
            | ExprKind::Recv(x)
            | ExprKind::RecvOk(x) => $visit(x),
            ExprKind::Index(x, y)
            | ExprKind::MapIndex(x, y)
            | ExprKind::MapIndexOk(x, y)
            | ExprKind::Binary(_, x, y)
            | ExprKind::Compare(_, x, y)
            | ExprKind::AndAnd(x, y)
            | ExprKind::OrOr(x, y) => {
                $visit(x);
                $visit(y);
            }
            ExprKind::Slice(op) => {
                let op = $($r)+ **op;
                $visit($($r)+ op.x);
                for bound in [$($r)+ op.lo, $($r)+ op.hi, $($r)+ op.max] {
                    bound.$iter().for_each(&mut $visit);
                }
            }
            ExprKind::Call(call) => {
                let call = $($r)+ **call;
                if let Callee::Value(f) | Callee::Interface(f, _) = $($r)+ call.callee {
                    $visit(f);
                }
                call.args.$iter().for_each(&mut $visit);
            }
            ExprKind::Builtin(_, args) => args.$iter().for_each(&mut $visit),
            ExprKind::StructLit(list) => list.$iter().for_each(|(_, e)| $visit(e)),
            ExprKind::ArrayLit(list) | ExprKind::SliceLit(_, list) => {
                list.$iter().for_each(|(_, e)| $visit(e));
            }
        }
    };
}

impl Expr {
    /// Calls `visit` for each operand, in order. The entries of map literals and the statements of [`ExprKind::Seq`]
    /// are not operands: they have an order of their own.
    pub fn each_operand<'e>(&'e self, mut visit: impl FnMut(&'e Self)) {
        operands!(self, visit, iter, &);
    }

    /// Calls `visit` for each operand, in order, by unique reference.
    pub fn each_operand_mut(&mut self, mut visit: impl FnMut(&mut Self)) {
        operands!(self, visit, iter_mut, &mut);
    }
}
