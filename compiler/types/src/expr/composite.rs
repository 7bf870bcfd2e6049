//! Composite literals and function literals.
//!
//! Keys, omitted types and duplicates have rules of their own.

use crate::checker::Checker;
use crate::constant::key::ConstKey;
use crate::constant::literal::small_integer;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{Operand, is_valid, placeholder};
use crate::program::{Const, Expr, ExprKind};
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::{self, CompositeLit, Element, ExprKind as E, LiteralKind};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashSet;

/// The elements of an array or slice literal: the length, and the elements with their indices.
struct Elements {
    length: u64,
    elements: Vec<(u64, Expr)>,
}

impl Checker<'_> {
    /// Checks `T{…}`.
    pub(crate) fn composite<'e>(
        &mut self,
        e: &'e ast::Expr,
        lit: &'e CompositeLit,
        hint: Option<TypeId>,
    ) -> Operand<'e> {
        let mut open_array = None;
        let (ty, base) = match (&lit.ty, hint) {
            (Some(ty), _) => {
                if let E::ArrayType(None, elem) = &ty.kind {
                    let elem = self.var_type(elem);
                    open_array = Some(elem);
                    (elem, elem)
                } else {
                    let ty = self.type_expr(ty);
                    (ty, ty)
                }
            }
            (None, Some(hint)) => {
                let base = match self.common_underlying_type(hint).map(|u| self.types.get(u)) {
                    Some(Type::Pointer(base)) => *base,
                    _ => hint,
                };
                (hint, base)
            }
            (None, None) => {
                let message = "missing type in composite literal";
                self.error_span(Code::UntypedLit, e.span(), message);
                let invalid = crate::ty::Basic::Invalid.id();
                (invalid, invalid)
            }
        };
        let parsed;
        let lit = match self.table_literal(e, lit, ty, open_array) {
            Ok(table) => return table,
            Err(None) => lit,
            Err(Some(list)) => {
                parsed = list;
                &parsed
            }
        };
        if let Some(elem) = open_array {
            let elements = self.elements(&lit.elems, elem, None);
            let ty = self.types.intern(Type::Array(elem, elements.length));
            return Operand::value(e, ExprKind::ArrayLit(elements.elements), ty);
        }
        let under = self.common_underlying_type(base);
        let structure = under.map(|ty| self.types.get(ty).clone());
        let kind = match structure {
            Some(Type::Struct(fields)) => {
                let list = self.struct_lit(e, lit, base, &fields);
                ExprKind::StructLit(list)
            }
            Some(Type::Array(elem, len)) => {
                ExprKind::ArrayLit(self.elements(&lit.elems, elem, Some(len)).elements)
            }
            Some(Type::Slice(elem)) => {
                let elements = self.elements(&lit.elems, elem, None);
                ExprKind::SliceLit(elements.length, elements.elements)
            }
            Some(Type::Map(key, elem)) => ExprKind::MapLit(self.map_lit(lit, key, elem)),
            _ => {
                for elem in &lit.elems {
                    self.check_invalid_literal_value(&elem.value);
                }
                if under.is_none_or(is_valid) && is_valid(ty) {
                    let element = if lit.ty.is_none() { " element" } else { "" };
                    let cause = if under.is_none() { " (no common underlying type)" } else { "" };
                    let shown = self.type_string(ty);
                    let message = format!("invalid composite literal{element} type {shown}{cause}");
                    self.error_span(Code::InvalidLit, e.span(), message);
                }
                return Operand::invalid(e);
            }
        };
        if base == ty {
            return Operand::value(e, kind, ty);
        }
        let value = Expr { kind, ty: base, pos: e.pos };
        let pointer = self.types.intern(Type::Pointer(base));
        let new = Expr { kind: ExprKind::New(Box::new(value)), ty: pointer, pos: e.pos };
        let ir = self.coerce_to(new, ty);
        Operand::with_ir(e, crate::expr::operand::Mode::Value, ir)
    }

    /// Checks an element of a literal whose type is in error.
    fn check_invalid_literal_value(&mut self, e: &ast::Expr) {
        if let E::Composite(lit) = &e.kind
            && lit.ty.is_none()
        {
            for elem in &lit.elems {
                self.check_invalid_literal_value(&elem.value);
            }
            return;
        }
        self.check_unused_expr(e, false);
    }

    fn map_lit(&mut self, lit: &CompositeLit, key: TypeId, elem: TypeId) -> Vec<(Expr, Expr)> {
        let by_type = self.types.is_interface(key);
        let mut seen: HashSet<(ConstKey, Option<TypeId>)> = HashSet::default();
        let mut list = Vec::new();
        for element in &lit.elems {
            let Some(k) = element.key.as_deref() else {
                let message = "missing key in map literal";
                self.error_span(Code::MissingLitKey, element.value.span(), message);
                continue;
            };
            let mut x = self.generic_expr(k, Some(key));
            self.check_assignment(&mut x, Some(key), AssignmentPurpose::Text("map literal"));
            if !x.is_valid() {
                continue;
            }
            if let Some(value) = x.const_value()
                && let Some(constant) = ConstKey::new(value)
                && !seen.insert((constant, by_type.then_some(x.ty)))
            {
                let message = format!("duplicate key {value} in map literal");
                self.error_span(Code::DuplicateLitKey, x.span(), message);
                continue;
            }
            let k = if x.is_nil() {
                placeholder(key, x.pos())
            } else {
                let ir = self.typed_expr(x);
                self.coerce_to(ir, key)
            };
            let v = self.generic_expr(&element.value, Some(elem));
            if let Some(v) =
                self.assign_converted(v, Some(elem), AssignmentPurpose::Text("map literal"))
            {
                list.push((k, v));
            }
        }
        list
    }

    /// An element that is a small integer literal, for which nothing has to be reported or recorded: large tables
    /// consist mostly of such elements.
    fn small_int_element(&mut self, e: &ast::Expr, ty: TypeId) -> Option<Expr> {
        let E::Literal(LiteralKind::Int, text) = &e.kind else { return None };
        let basic = self.types.basic(ty).filter(|basic| basic.is_integer())?;
        let bits = basic.int_bits()? - u32::from(!basic.is_unsigned());
        if self.recorder.is_some() || !self.allows_language(13) {
            return None;
        }
        let value = small_integer(text).filter(|value| value >> (bits - 1) <= 1)?;
        Some(Expr { kind: ExprKind::Const(Const::Int(value)), ty, pos: e.pos })
    }

    fn elements(&mut self, elems: &[Element], elem: TypeId, length: Option<u64>) -> Elements {
        let mut seen = HashSet::default();
        let mut list = Vec::with_capacity(elems.len());
        let (mut index, mut max) = (0u64, 0u64);
        for element in elems {
            let mut valid = false;
            if let Some(key) = element.key.as_deref() {
                if let Some(checked) = self.index(key, length) {
                    match checked.value {
                        Some(at) => {
                            index = at;
                            valid = true;
                        }
                        None => self.report_nonconstant_index(key),
                    }
                }
            } else if let Some(length) = length.filter(|&n| index >= n) {
                let message = format!("index {index} is out of bounds (>= {length})");
                self.error_span(Code::OversizeArrayLit, element.value.span(), message);
            } else {
                valid = true;
            }
            if valid && !seen.insert(index) {
                let at = element.key.as_deref().unwrap_or(&element.value).span();
                let message = format!("duplicate index {index} in array or slice literal");
                self.error_span(Code::DuplicateLitKey, at, message);
            }
            let value = self.small_int_element(&element.value, elem).or_else(|| {
                let x = self.generic_expr(&element.value, Some(elem));
                self.assign_converted(
                    x,
                    Some(elem),
                    AssignmentPurpose::Text("array or slice literal"),
                )
            });
            list.extend(value.map(|value| (index, value)));
            index += 1;
            max = max.max(index);
        }
        Elements { length: max, elements: list }
    }
}
