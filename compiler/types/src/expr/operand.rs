//! Operands: the results of checking expressions.
//!
//! An operand contains its typed form as far as that is known. Constants and `nil` are only values until the context
//! gives them a type. An untyped expression that is not constant (a shift such as `1 << n`) is a typed expression with
//! holes, which `convert_untyped` fills.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::program::{Const, Expr, ExprKind};
use crate::scope::object::{BuiltinFn, GenericId};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::source::{Pos, Span};
use minigo_syntax::{ast, expr_text};

/// The mode of an operand, as in go/types.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Mode {
    /// An operand in error; it suppresses follow-on errors.
    Invalid,
    /// A call without results.
    NoValue,
    /// A built-in function.
    Builtin(BuiltinFn),
    /// A type.
    TypeExpr,
    /// A constant.
    Constant(ConstValue),
    /// An addressable variable.
    Variable,
    /// An element of a map: assignable, not addressable.
    MapIndex,
    /// A computed value.
    Value,
    /// `nil`
    Nil,
    /// A value that has a comma-ok form.
    CommaOk,
    /// A generic function, with the explicit type arguments so far.
    Generic(GenericId, Vec<TypeId>),
    /// A generic type that is not instantiated.
    GenericType(GenericId),
}

/// The roles in which an expression may be used as a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExprStatementRole {
    Conversion,
    Expression,
    Statement,
}

/// The expression that an operand stems from: its text in messages and its position.
#[derive(Clone, Debug)]
pub(crate) enum Origin<'e> {
    Expr(&'e ast::Expr),
    /// A synthetic name.
    Named(String, Span),
}

/// The result of checking an expression.
#[derive(Clone, Debug)]
pub(crate) struct Operand<'e> {
    pub(crate) mode: Mode,
    pub(crate) ty: TypeId,
    pub(crate) origin: Origin<'e>,
    /// The typed form; `None` for constants, `nil`, types, built-in functions and operands in error.
    pub(crate) ir: Option<Expr>,
}

impl<'e> Operand<'e> {
    pub(crate) fn new(e: &'e ast::Expr, mode: Mode, ty: TypeId) -> Self {
        Self { mode, ty, origin: Origin::Expr(e), ir: None }
    }

    pub(crate) fn invalid(e: &'e ast::Expr) -> Self {
        Self::new(e, Mode::Invalid, Basic::Invalid.id())
    }

    pub(crate) fn value(e: &'e ast::Expr, kind: ExprKind, ty: TypeId) -> Self {
        Self::with_ir(e, Mode::Value, Expr { kind, ty, pos: e.pos })
    }

    pub(crate) fn with_ir(e: &'e ast::Expr, mode: Mode, ir: Expr) -> Self {
        Self { mode, ty: ir.ty, origin: Origin::Expr(e), ir: Some(ir) }
    }

    /// Makes an operand for a value that no expression of the source denotes.
    pub(crate) fn without_source(name: impl Into<String>, span: Span, ir: Expr) -> Self {
        Self {
            mode: Mode::Value,
            ty: ir.ty,
            origin: Origin::Named(name.into(), span),
            ir: Some(ir),
        }
    }

    pub(crate) fn constant(e: &'e ast::Expr, value: ConstValue, ty: TypeId) -> Self {
        Self::new(e, Mode::Constant(value), ty)
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.mode != Mode::Invalid
    }

    pub(crate) fn invalidate(&mut self) {
        self.mode = Mode::Invalid;
        self.ir = None;
    }

    pub(crate) fn is_nil(&self) -> bool {
        self.mode == Mode::Nil
    }

    pub(crate) fn const_value(&self) -> Option<&ConstValue> {
        match &self.mode {
            Mode::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn is_constant(&self) -> bool {
        matches!(self.mode, Mode::Constant(_))
    }

    pub(crate) fn span(&self) -> Span {
        match &self.origin {
            Origin::Expr(e) => e.span(),
            Origin::Named(_, span) => *span,
        }
    }

    pub(crate) fn pos(&self) -> Pos {
        self.span().start
    }

    /// The text of the operand in messages.
    pub(crate) fn text(&self) -> String {
        match &self.origin {
            Origin::Expr(e) => expr_text(e),
            Origin::Named(name, _) => name.clone(),
        }
    }

    pub(crate) fn is_untyped(&self) -> bool {
        is_untyped(self.ty)
    }
}

/// Reports whether `ty` is an untyped type.
pub(crate) fn is_untyped(ty: TypeId) -> bool {
    ty >= Basic::UntypedBool.id() && ty <= Basic::UntypedNil.id()
}

/// Reports whether `ty` is not the invalid type.
pub(crate) fn is_valid(ty: TypeId) -> bool {
    ty != Basic::Invalid.id()
}

/// The basic type that `ty` itself is; `None` for all other types.
pub(crate) fn as_basic(ty: TypeId) -> Option<Basic> {
    Basic::ALL.get(ty.0 as usize).copied()
}

/// The default type of an untyped value, as a variable without a declared type gets it.
pub(crate) fn default_type(ty: TypeId) -> TypeId {
    match as_basic(ty) {
        Some(Basic::UntypedBool) => Basic::Bool.id(),
        Some(Basic::UntypedInt) => Basic::Int.id(),
        Some(Basic::UntypedRune) => Basic::Int32.id(),
        Some(Basic::UntypedFloat) => Basic::Float64.id(),
        Some(Basic::UntypedComplex) => Basic::Complex128.id(),
        Some(Basic::UntypedString) => Basic::String.id(),
        _ => ty,
    }
}

/// Makes a typed constant expression.
pub(crate) fn const_expr(value: &ConstValue, basic: Basic, ty: TypeId, pos: Pos) -> Expr {
    Expr { kind: ExprKind::Const(value.to_const(basic)), ty, pos }
}

/// Makes a constant of type `int`.
pub(crate) fn int_expr(value: i64, pos: Pos) -> Expr {
    Expr { kind: ExprKind::Const(Const::Int(value as u64)), ty: Basic::Int.id(), pos }
}

/// Makes a constant of type `bool`.
pub(crate) fn bool_expr(value: bool, pos: Pos) -> Expr {
    Expr { kind: ExprKind::Const(Const::Bool(value)), ty: Basic::Bool.id(), pos }
}

impl Checker<'_> {
    /// The description of the operand in gc's messages.
    pub(crate) fn describe(&mut self, x: &Operand<'_>) -> String {
        if x.is_nil() {
            return match as_basic(x.ty) {
                Some(Basic::Invalid) => "nil (with invalid type)".to_owned(),
                Some(Basic::UntypedNil) => "nil".to_owned(),
                _ => format!("nil (of type {})", self.type_string(x.ty)),
            };
        }
        let text = x.text();
        let mut inside = String::new();
        let typeless = matches!(
            x.mode,
            Mode::Invalid
                | Mode::NoValue
                | Mode::Builtin(_)
                | Mode::TypeExpr
                | Mode::GenericType(_)
        );
        let untyped = is_untyped(x.ty) && !typeless;
        if untyped {
            inside.push_str(as_basic(x.ty).expect("untyped types are basic").name());
            inside.push(' ');
        }
        inside.push_str(mode_name(&x.mode));
        if let Mode::Constant(value) = &x.mode {
            let shown = value.to_string();
            if shown != text {
                inside.push(' ');
                inside.push_str(&shown);
            }
        }
        if !untyped && !typeless {
            inside.push_str(&self.describe_type(x));
        }
        if text.is_empty() { inside } else { format!("{text} ({inside})") }
    }

    fn describe_type(&mut self, x: &Operand<'_>) -> String {
        if !is_valid(x.ty) {
            return " with invalid type".to_owned();
        }
        let mut kind = String::new();
        if matches!(x.mode, Mode::Generic(..)) {
            kind.push_str("generic ");
        }
        let mut bound = String::new();
        match self.types.get(x.ty) {
            Type::Named(_) => {
                kind.push_str(self.composite_kind(x.ty));
                kind.push(' ');
            }
            Type::TypeParam(_) => bound = self.constraint_note(x.ty),
            // `any` is an alias; gc describes aliases too.
            Type::Interface(_) if x.ty == self.universe.any && self.type_string(x.ty) == "any" => {
                kind.push_str("interface ");
            }
            _ => {}
        }
        format!(" of {kind}type {}{bound}", self.type_string(x.ty))
    }

    /// The word for the kind of a composite type (`struct`, `map` …), or the basic type's name.
    pub(crate) fn composite_kind(&self, ty: TypeId) -> &'static str {
        match self.types.underlying_structure(ty) {
            Type::Basic(basic) => basic.name(),
            Type::Array(..) => "array",
            Type::Slice(_) => "slice",
            Type::Struct(_) => "struct",
            Type::Pointer(_) => "pointer",
            Type::Signature(_) => "func",
            Type::Interface(_) | Type::TypeParam(_) => "interface",
            Type::Map(..) => "map",
            Type::Chan(..) => "chan",
            Type::Tuple(_) => "tuple",
            Type::Named(_) => "type",
        }
    }
}

fn mode_name(mode: &Mode) -> &'static str {
    match mode {
        Mode::Invalid => "invalid operand",
        Mode::NoValue => "no value",
        Mode::Builtin(_) => "built-in",
        Mode::TypeExpr | Mode::GenericType(_) => "type",
        Mode::Constant(_) => "constant",
        Mode::Variable => "variable",
        Mode::MapIndex => "map index expression",
        Mode::Value | Mode::Generic(..) => "value",
        Mode::Nil => "nil",
        Mode::CommaOk => "comma, ok expression",
    }
}

/// The typed form of an expression in error; code generation never sees it.
pub(crate) fn placeholder(ty: TypeId, pos: Pos) -> Expr {
    Expr { kind: ExprKind::Zero, ty, pos }
}

/// Takes the expression out and leaves a dummy.
pub(crate) fn take_expr(ir: &mut Expr) -> Expr {
    let empty = placeholder(ir.ty, ir.pos);
    std::mem::replace(ir, empty)
}
