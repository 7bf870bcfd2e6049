//! Index and slice expressions.
//!
//! The module also checks the constant indices of composite literals and the sizes of `make`.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{Mode, Operand, int_expr, is_valid, placeholder};
use crate::program::{Expr, ExprKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::{ast, expr_text};

/// The result of indexing a type.
struct IndexResult {
    element: TypeId,
    mode: Mode,
    length: Option<u64>,
    /// Whether the operand is a pointer to the indexed array.
    through_pointer: bool,
}

/// A checked index.
pub(crate) struct CheckedIndex {
    /// The expression of the index.
    pub(crate) ir: Expr,
    /// The value of a constant index.
    pub(crate) value: Option<u64>,
}

impl Checker<'_> {
    /// Checks `x[i]`, or the instantiation of a generic function or type.
    pub(crate) fn index_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        inner: &'e ast::Expr,
        list: &'e [ast::Expr],
    ) -> Operand<'e> {
        let x = self.expr_or_type(inner, true);
        match x.mode {
            Mode::Invalid => {
                self.check_unused_exprs(list);
                return Operand::invalid(e);
            }
            Mode::TypeExpr | Mode::GenericType(_) => {
                let ty = self.var_type(e);
                let mode = if is_valid(ty) { Mode::TypeExpr } else { Mode::Invalid };
                return Operand::new(e, mode, ty);
            }
            Mode::Generic(id, _) => return self.instantiate_explicitly(e, id, list, x.ir),
            _ => {}
        }
        let constant = x.const_value().and_then(ConstValue::as_str).map(|s| s.len() as u64);
        let under = self.types.underlying(x.ty);
        if let Type::Map(key, elem) = self.types.get(under) {
            let (key, elem) = (*key, *elem);
            return self.map_index(e, x, key, elem, list);
        }
        let shape = if x.is_nil() || matches!(x.mode, Mode::Builtin(_) | Mode::NoValue) {
            None
        } else {
            self.indexed_type(x.ty, x.mode == Mode::Variable, constant)
        };
        let Some(shape) = shape else {
            if let Some((key, elem)) = self.common_map(x.ty) {
                return self.map_index(e, x, key, elem, list);
            }
            let message = format!("cannot index {}", self.describe(&x));
            self.error(Code::NonSliceableOperand, inner.end, message);
            self.check_unused_exprs(list);
            return Operand::invalid(e);
        };
        if !is_valid(shape.element) {
            self.check_unused_exprs(list);
            return Operand::invalid(e);
        }
        let Some(index) = self.single_index(list) else { return Operand::invalid(e) };
        let index = self.index(index, shape.length);
        let pos = inner.end;
        let mut base = self.typed_expr(x);
        if shape.through_pointer {
            let Type::Pointer(array) = self.types.underlying_structure(base.ty) else {
                return Operand::new(e, shape.mode, shape.element);
            };
            let (ty, at) = (*array, base.pos);
            base = Expr { kind: ExprKind::Deref(Box::new(base)), ty, pos: at };
        }
        let index = index.map_or_else(|| placeholder(Basic::Int.id(), pos), |i| i.ir);
        let kind = ExprKind::Index(Box::new(base), Box::new(index));
        Operand::with_ir(e, shape.mode, Expr { kind, ty: shape.element, pos })
    }

    fn map_index<'e>(
        &mut self,
        e: &'e ast::Expr,
        x: Operand<'e>,
        key: TypeId,
        elem: TypeId,
        list: &'e [ast::Expr],
    ) -> Operand<'e> {
        let Some(index) = self.single_index(list) else { return Operand::invalid(e) };
        let map = self.typed_expr(x);
        let k = self.generic_expr(index, None);
        let k = self.assign_converted(k, Some(key), AssignmentPurpose::Text("map index"));
        let k = k.unwrap_or_else(|| placeholder(key, index.pos));
        let kind = ExprKind::MapIndex(Box::new(map), Box::new(k));
        Operand::with_ir(e, Mode::MapIndex, Expr { kind, ty: elem, pos: e.pos })
    }

    /// The key and element types of a type parameter whose type set consists of maps only.
    fn common_map(&self, ty: TypeId) -> Option<(TypeId, TypeId)> {
        let mut terms =
            self.types.terms(ty)??.iter().map(|t| self.types.underlying_structure(t.ty));
        let Type::Map(key, elem) = terms.next()? else { return None };
        terms
            .all(|t| matches!(t, Type::Map(k, e) if k == key && e == elem))
            .then_some((*key, *elem))
    }

    fn indexed_type(
        &self,
        ty: TypeId,
        variable: bool,
        constant: Option<u64>,
    ) -> Option<IndexResult> {
        let mode = if variable { Mode::Variable } else { Mode::Value };
        let new = |elem, mode, length| IndexResult {
            element: elem,
            mode,
            length,
            through_pointer: false,
        };
        match self.types.underlying_structure(ty) {
            Type::Basic(basic) if basic.is_string() => {
                Some(new(Basic::Uint8.id(), Mode::Value, constant))
            }
            Type::Array(elem, len) => Some(new(*elem, mode, Some(*len))),
            Type::Slice(elem) => Some(new(*elem, Mode::Variable, None)),
            Type::Pointer(base) => match self.types.underlying_structure(*base) {
                Type::Array(elem, len) => Some(IndexResult {
                    through_pointer: true,
                    ..new(*elem, Mode::Variable, Some(*len))
                }),
                _ => None,
            },
            Type::TypeParam(_) => {
                let terms = self.types.terms(ty)??;
                let mut common: Option<IndexResult> = None;
                for term in terms {
                    let one = self.indexed_type(term.ty, variable, None)?;
                    common = Some(match common {
                        None => one,
                        Some(c) if c.element != one.element => return None,
                        Some(c) => {
                            let mode = if one.mode == Mode::Value { Mode::Value } else { c.mode };
                            let length = match (c.length, one.length) {
                                (Some(a), Some(b)) => Some(a.min(b)),
                                (a, b) => a.or(b),
                            };
                            IndexResult { mode, length, ..c }
                        }
                    });
                }
                common
            }
            _ => None,
        }
    }

    fn single_index<'e>(&mut self, list: &'e [ast::Expr]) -> Option<&'e ast::Expr> {
        if let [_, second, ..] = list {
            self.error_span(
                Code::InvalidIndex,
                second.span(),
                "invalid operation: more than one index",
            );
        }
        list.first()
    }

    /// Checks an index, which must be below `max` if that is given. Returns `None` if the index is in error.
    pub(crate) fn index(&mut self, e: &ast::Expr, max: Option<u64>) -> Option<CheckedIndex> {
        let mut x = self.expr(e);
        if !self.check_index(&mut x, Code::InvalidIndex, "index", false) {
            return None;
        }
        let value = match x.const_value() {
            None => None,
            Some(ConstValue::Unknown) => return None,
            Some(value) => {
                let n = value.as_u64()?;
                if max.is_some_and(|max| n >= max) {
                    let max = max.unwrap_or(0);
                    let message =
                        format!("invalid argument: index {value} out of bounds [0:{max}]");
                    self.error_span(Code::InvalidIndex, x.span(), message);
                    return None;
                }
                Some(n)
            }
        };
        let ir = match value {
            Some(n) => int_expr(n as i64, e.pos),
            None => self.typed_expr(x),
        };
        Some(CheckedIndex { ir, value })
    }

    /// Checks that `x` can be an index, a length or a size, and gives it a type.
    pub(crate) fn check_index(
        &mut self,
        x: &mut Operand<'_>,
        code: Code,
        what: &str,
        negative_ok: bool,
    ) -> bool {
        if !x.is_valid() {
            return false;
        }
        self.convert_untyped(x, Basic::Int.id());
        if !x.is_valid() {
            return false;
        }
        let problem = if !self.types.is_all_basic(x.ty, Basic::is_integer) {
            "must be integer"
        } else {
            match x.const_value() {
                Some(value) if value.sign() < 0 && !negative_ok => "must not be negative",
                Some(value) => match value.represented_as(Basic::Int) {
                    Some(value) => {
                        x.mode = Mode::Constant(value);
                        return true;
                    }
                    None => "overflows int",
                },
                None => return true,
            }
        };
        let shown = self.describe(x);
        self.error_span(code, x.span(), format!("invalid argument: {what} {shown} {problem}"));
        false
    }

    /// Reports a key that is not a constant index.
    pub(crate) fn report_nonconstant_index(&mut self, key: &ast::Expr) {
        let message = format!("index {} must be integer constant", expr_text(key));
        self.error_span(Code::InvalidLitIndex, key.span(), message);
    }
}
