//! Expressions.
//!
//! `operand` defines the result of checking an expression. This file has the entry points and the dispatch over the
//! forms of expressions. Each form has a file: `ident`, `literal`, `composite` and `struct_literal`, `selector` (with
//! `lookup`, the search through embedded fields), `index`, `slice`, `type_assert`, `call` (with `arguments`),
//! `builtin`, `unary`, `binary` (with `comparison` and `shift`), `convert`. `untyped` gives untyped operands their
//! types; `assignable` and `implements` define assignability, `comparable` comparability; `values` has expressions that
//! yield several values, `initializer` the expressions of declarations. `record` stores the findings about the source
//! on request.

pub(crate) mod arguments;
pub(crate) mod assignable;
pub(crate) mod binary;
pub(crate) mod builtin;
pub(crate) mod call;
pub(crate) mod common_type;
pub(crate) mod comparable;
pub(crate) mod comparison;
pub(crate) mod composite;
pub(crate) mod convert;
pub(crate) mod ident;
pub(crate) mod implements;
pub(crate) mod index;
pub(crate) mod initializer;
mod int_table;
pub(crate) mod literal;
pub(crate) mod lookup;
pub(crate) mod operand;
mod record;
pub(crate) mod selector;
pub(crate) mod shift;
pub(crate) mod slice;
pub(crate) mod struct_literal;
pub(crate) mod type_assert;
pub(crate) mod unary;
pub(crate) mod untyped;
pub(crate) mod values;

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{ExprStatementRole, Mode, Operand, Origin, is_valid};
use crate::ids::VarId;
use crate::program::{Expr, ExprKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind as E, UnaryOp};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::source::Pos;

impl Checker<'_> {
    /// Checks an expression or a type. `hint` is the type of an element of the enclosing composite literal. Unless
    /// `generic_ok`, generic functions and types must be instantiated.
    pub(crate) fn raw_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        hint: Option<TypeId>,
        generic_ok: bool,
    ) -> (Operand<'e>, ExprStatementRole) {
        let mark = self.resolving.incomplete_types.len();
        let (mut x, role) = self.check_expr_by_kind(e, hint);
        x.origin = Origin::Expr(e);
        // The enclosing expression needs the complete type, whatever made the type: an alias, an instance, or a
        // signature.
        self.complete_types_since(mark);
        let in_decl = self.resolving.depth > 0 && self.context.func == self.context.decl_func;
        if in_decl && x.is_valid() && x.mode != Mode::TypeExpr && !self.complete_type(x.ty) {
            x.invalidate();
        }
        if !generic_ok {
            self.reject_generic(&mut x);
        }
        if !x.is_valid() {
            self.note_unreported_failure(e.pos, || format!("cannot compile {}", expr_text(e)));
        }
        self.record_expr(e, &x);
        (x, role)
    }

    /// Reports a generic function or type without type arguments.
    pub(crate) fn reject_generic(&mut self, x: &mut Operand<'_>) {
        let what = match x.mode {
            Mode::Generic(..) => "function",
            Mode::GenericType(_) => "type",
            _ => return,
        };
        if self.infer_remaining_args(x) {
            return;
        }
        let message = format!("cannot use generic {what} {} without instantiation", x.text());
        self.error_span(Code::WrongTypeArgCount, x.span(), message);
        x.invalidate();
    }

    fn check_expr_by_kind<'e>(
        &mut self,
        e: &'e ast::Expr,
        hint: Option<TypeId>,
    ) -> (Operand<'e>, ExprStatementRole) {
        let x = match &e.kind {
            E::Bad => Operand::invalid(e),
            E::Ident(name) => self.ident(e, name),
            E::Literal(kind, text) => self.literal(e, *kind, text),
            E::Paren(inner) => return self.raw_expr(inner, None, false),
            E::FuncLit(lit) => self.func_lit(e, lit),
            E::Composite(lit) => self.composite(e, lit, hint),
            E::Selector(x, sel) => self.selector(e, x, sel),
            E::Index(x, list) => self.index_expr(e, x, list),
            E::Slice(slice) => self.slice_expr(e, slice),
            E::TypeAssert(x, ty) => self.type_assert(e, x, ty.as_deref()),
            E::Call(call) => return self.call_expr(e, call),
            E::Star(x) => self.star_expr(e, x),
            E::Unary(op, x) => {
                let x = self.unary(e, *op, x);
                if *op == UnaryOp::Recv && x.is_valid() {
                    return (x, ExprStatementRole::Statement);
                }
                x
            }
            E::Binary(_) => self.binary_chain(e),
            E::ArrayType(..)
            | E::SliceType(_)
            | E::MapType(..)
            | E::ChanType(..)
            | E::FuncType(_)
            | E::StructType(_)
            | E::InterfaceType(_)
            | E::Union(_) => self.type_operand(e),
        };
        let role =
            if x.is_valid() { ExprStatementRole::Expression } else { ExprStatementRole::Statement };
        (x, role)
    }

    fn type_operand<'e>(&mut self, e: &'e ast::Expr) -> Operand<'e> {
        let ty = self.type_expr(e);
        let mode = if is_valid(ty) { Mode::TypeExpr } else { Mode::Invalid };
        Operand::new(e, mode, ty)
    }

    fn star_expr<'e>(&mut self, e: &'e ast::Expr, inner: &'e ast::Expr) -> Operand<'e> {
        let mut x = self.expr_or_type(inner, false);
        match x.mode {
            Mode::Invalid => Operand::invalid(e),
            Mode::TypeExpr => {
                self.check_var_type(x.ty, inner.pos);
                let ty = self.types.intern(Type::Pointer(x.ty));
                Operand::new(e, Mode::TypeExpr, ty)
            }
            _ => {
                let base = if x.is_nil() { None } else { self.pointer_base(x.ty) };
                let Some(base) = base else {
                    let message =
                        format!("invalid operation: cannot indirect {}", self.describe(&x));
                    self.error_span(Code::InvalidIndirection, x.span(), message);
                    return Operand::invalid(e);
                };
                if !is_valid(base) {
                    return Operand::invalid(e);
                }
                self.set_default_type(&mut x);
                let kind = ExprKind::Deref(Box::new(self.typed_expr(x)));
                Operand::with_ir(e, Mode::Variable, Expr { kind, ty: base, pos: e.pos })
            }
        }
    }

    /// The base type of a pointer type; for a type parameter the one that all types of its type set share.
    fn pointer_base(&self, ty: TypeId) -> Option<TypeId> {
        match self.types.get(self.common_underlying_type(ty)?) {
            Type::Pointer(base) => Some(*base),
            _ => None,
        }
    }

    /// Checks an expression that must have exactly one value.
    pub(crate) fn expr<'e>(&mut self, e: &'e ast::Expr) -> Operand<'e> {
        let (mut x, _) = self.raw_expr(e, None, false);
        self.reject_non_values(&mut x, true);
        self.require_single_value(&mut x);
        x
    }

    /// Checks an expression that must have exactly one value; a generic function need not be instantiated.
    pub(crate) fn generic_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        hint: Option<TypeId>,
    ) -> Operand<'e> {
        let (mut x, _) = self.raw_expr(e, hint, true);
        self.reject_non_values(&mut x, true);
        self.require_single_value(&mut x);
        x
    }

    /// Checks an expression whose single value is assigned to a variable. The type of the variable may determine the
    /// type arguments of a generic function.
    pub(crate) fn assigned_expr<'e>(&mut self, e: &'e ast::Expr) -> Operand<'e> {
        let (mut x, _) = self.raw_expr(e, None, true);
        if let Mode::GenericType(_) = x.mode {
            self.reject_generic(&mut x);
        }
        self.reject_non_values(&mut x, true);
        self.require_single_value(&mut x);
        x
    }

    /// Checks an expression that must be a single value or a type.
    pub(crate) fn expr_or_type<'e>(&mut self, e: &'e ast::Expr, generic_ok: bool) -> Operand<'e> {
        let (mut x, _) = self.raw_expr(e, None, generic_ok);
        if x.mode == Mode::NoValue {
            self.reject_non_values(&mut x, false);
        }
        self.require_single_value(&mut x);
        x
    }

    /// Reports operands that are not values. Without `types`, types and built-in functions are accepted.
    pub(crate) fn reject_non_values(&mut self, x: &mut Operand<'_>, types: bool) {
        let (code, tail) = match x.mode {
            Mode::NoValue if types => (Code::TooManyValues, "used as value"),
            Mode::NoValue => (Code::TooManyValues, "used as value or type"),
            Mode::Builtin(_) if types => (Code::UncalledBuiltin, "must be called"),
            Mode::TypeExpr | Mode::GenericType(_) if types => {
                (Code::NotAnExpr, "is not an expression")
            }
            _ => return,
        };
        let message = format!("{} {tail}", self.describe(x));
        self.error_span(code, x.span(), message);
        x.invalidate();
    }

    /// Reports several values where exactly one is required.
    pub(crate) fn require_single_value(&mut self, x: &mut Operand<'_>) {
        if x.mode == Mode::Value && matches!(self.types.get(x.ty), Type::Tuple(_)) {
            let message = format!("multiple-value {} in single-value context", self.describe(x));
            self.error_span(Code::TooManyValues, x.span(), message);
            x.invalidate();
        }
    }

    /// Checks the boolean condition of an `if` or a `for`.
    pub(crate) fn condition(&mut self, e: &ast::Expr, what: &str) -> Expr {
        let x = self.expr(e);
        if x.is_valid() && !self.types.is_all_basic(x.ty, Basic::is_boolean) {
            let message = format!("non-boolean condition in {what} statement");
            let error = Diagnostic::error(Code::InvalidCond, e.span(), message);
            let ty = self.type_string(x.ty);
            self.report(error.with_label(format!("this is {ty}, a condition must be bool")));
        }
        let ty = x.ty;
        self.assign_converted(x, None, AssignmentPurpose::Text("condition"))
            .unwrap_or_else(|| crate::expr::operand::placeholder(ty, e.pos))
    }

    /// Makes a temporary variable of the current function.
    pub(crate) fn new_temporary(&mut self, ty: TypeId, pos: Pos) -> VarId {
        self.new_var("", ty, pos)
    }

    /// Checks a function literal `func(…) { … }`.
    pub(crate) fn func_lit<'e>(&mut self, e: &'e ast::Expr, lit: &'e ast::FuncLit) -> Operand<'e> {
        let scope = self.open_scope();
        let sig = self.func_type(&lit.ty);
        self.close_scope();
        let ty = sig.ty;
        let func = self.closure(&sig, &lit.body, e.pos, scope);
        Operand::value(e, ExprKind::Closure(func), ty)
    }
}
