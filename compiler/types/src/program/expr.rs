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
    /// What it computes.
    pub kind: ExprKind,
    /// Its type. Never untyped. A `Tuple` for calls with several results (an empty one for none) and comma-ok forms,
    /// which stand only in [`Stmt`]s that say so.
    pub ty: TypeId,
    /// Where it stands: what a traceback names when it panics.
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
    /// The zero value of the type; `nil` too.
    Zero,
    /// A local variable.
    Var(VarId),
    /// A package-level variable.
    Global(GlobalId),
    /// A declared function as a value.
    Func(FuncId),
    /// A function literal: a new closure over the variables that [`super::Func::captures`] lists.
    Closure(FuncId),
    /// `x.M` of a concrete receiver as a value: `x` is evaluated now and is the first argument of each call.
    BoundMethod(Box<Expr>, FuncId),
    /// `x.M` of an interface as a value: `x` is evaluated now and must not be nil. The method is the index in the
    /// sorted method list of `x`'s interface type.
    BoundInterfaceMethod(Box<Expr>, u32),

    /// Field number `.1` of a struct value.
    Field(Box<Expr>, u32),
    /// `*x`; panics when `x` is nil.
    Deref(Box<Expr>),
    /// `x[i]` of an array, slice or string (a pointer to an array is dereferenced explicitly). The index has any
    /// integer type; a constant one is an `int`.
    Index(Box<Expr>, Box<Expr>),
    /// `m[k]`; the zero value when it is not there.
    MapIndex(Box<Expr>, Box<Expr>),
    /// `m[k]` with the tuple (value, bool).
    MapIndexOk(Box<Expr>, Box<Expr>),
    /// `x[lo:hi:max]` of a string, a slice, or a pointer to an array.
    Slice(Box<SliceOp>),
    /// `&x` of an lvalue.
    Addr(Box<Expr>),
    /// A new variable holding the value: `&T{…}`, `new(T)`, `new(x)`. The type is the pointer.
    New(Box<Expr>),

    /// `-x`, `^x`, `!x`
    Unary(UnaryOp, Box<Expr>),
    /// Arithmetic on operands of the expression's type; in shifts the right operand has any integer type.
    /// `+` of strings too.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison of two operands of one type; the other side of a comparison with nil is `Zero`.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `x && y`
    AndAnd(Box<Expr>, Box<Expr>),
    /// `x || y`
    OrOr(Box<Expr>, Box<Expr>),
    /// A conversion to the expression's type.
    Convert(Conversion, Box<Expr>),
    /// `x.(T)`; panics when it fails.
    TypeAssert(Box<Expr>),
    /// `x.(T)` with the tuple (T, bool).
    TypeAssertOk(Box<Expr>),

    /// A call.
    Call(Box<Call>),
    /// A call of a built-in function.
    Builtin(Builtin, Vec<Expr>),
    /// `<-ch`
    Recv(Box<Expr>),
    /// `<-ch` with the tuple (value, bool).
    RecvOk(Box<Expr>),

    /// A struct: these fields, the others zero.
    StructLit(Vec<(u32, Expr)>),
    /// An array: these elements, the others zero.
    ArrayLit(Vec<(u64, Expr)>),
    /// A new slice of this length: these elements, the others zero.
    SliceLit(u64, Vec<(u64, Expr)>),
    /// An array of integers: the bytes in its memory, the others zero.
    IntArray(Box<[u8]>),
    /// A new slice of integers: the bytes in its memory.
    IntSlice(Box<[u8]>),
    /// A new map.
    MapLit(Vec<(Expr, Expr)>),

    /// Statements, then a value.
    Seq(Vec<Stmt>, Box<Expr>),
}

/// `x[lo:hi:max]`
#[derive(Clone, Debug)]
pub struct SliceOp {
    /// A string, a slice, or a pointer to an array.
    pub x: Expr,
    /// Low bound, any integer type; a constant one is an `int`.
    pub lo: Option<Expr>,
    /// High bound.
    pub hi: Option<Expr>,
    /// Limit of the capacity.
    pub max: Option<Expr>,
}

/// Operators of one operand.
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
#[allow(missing_docs, reason = "the names say it: as in go/token")]
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
    /// Each operator beside that of the tree.
    pub(crate) const WRITTEN: [(Self, ast::BinaryOp); 11] = [
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

    /// The operator of a binary expression that is neither a comparison nor logical.
    pub(crate) fn of(op: ast::BinaryOp) -> Self {
        let same = Self::WRITTEN.iter().find(|(_, written)| *written == op);
        same.expect("comparisons and logical operators have forms of their own").0
    }
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it: as in go/token")]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// What a conversion has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// Nothing: both types have the same representation.
    Same,
    /// Between integers, floats; between complex types.
    Numeric,
    /// Integer to string: the rune's UTF-8.
    IntToString,
    /// String to `[]byte`.
    StringToBytes,
    /// String to `[]rune`.
    StringToRunes,
    /// `[]byte` to string.
    BytesToString,
    /// `[]rune` to string.
    RunesToString,
    /// Slice to array; panics when it is too short.
    SliceToArray,
    /// Slice to array pointer; panics when it is too short.
    SliceToArrayPointer,
    /// A value of a type that is no interface to an interface that it implements.
    ToInterface,
    /// An interface to another that it is known to implement.
    InterfaceToInterface,
}

/// A call of a function or method.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// The arguments, each of its parameter's type; of a static method call the receiver first.
    pub args: Vec<Expr>,
}

/// What is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A known function; for a method its receiver is the first argument, of exactly the declared receiver's type.
    Func(FuncId),
    /// A function value; panics when it is nil.
    Value(Expr),
    /// A method of an interface value; panics when it is nil. The method is the index in the sorted method list of the
    /// interface type.
    Interface(Expr, u32),
}

/// The built-in functions that remain at run time, with what their arguments are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `append(s, elements…)`: each of the element type.
    Append,
    /// `append(s, t...)`: `t` is a slice of the same element type, or a string.
    AppendSlice,
    /// `cap(x)`: slice, array, pointer to array, or channel.
    Cap,
    /// `clear(x)`: map or slice.
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
    /// `len(x)`: string, slice, array, pointer to array, map, or channel.
    Len,
    /// `make(T, len[, cap])`: of the expression's type: slice, map (hint), channel (size). Sizes have any integer type.
    Make,
    /// `max(x, …)`: operands of the expression's type.
    Max,
    /// `min(x, …)`: operands of the expression's type.
    Min,
    /// `panic(x)`: `x` is of type `any`.
    Panic,
    /// `print(x, …)`: operands of any type.
    Print,
    /// `println(x, …)`: operands of any type.
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
    /// Calls `visit` for each operand, in order. Map literals and [`ExprKind::Seq`] have none here: their entries and
    /// statements have an order of their own.
    pub fn each_operand<'e>(&'e self, mut visit: impl FnMut(&'e Self)) {
        operands!(self, visit, iter, &);
    }

    /// Calls `visit` with each operand, mutable.
    pub fn each_operand_mut(&mut self, mut visit: impl FnMut(&mut Self)) {
        operands!(self, visit, iter_mut, &mut);
    }
}
