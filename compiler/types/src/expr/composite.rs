//! Composite literals and function literals.
//!
//! A module of its own since keys, left-out types and duplicates have their own rules.

use crate::check::Checker;
use crate::constant::ConstValue;
use crate::expr::assignable::Purpose;
use crate::expr::convert::dummy;
use crate::expr::lookup::Member;
use crate::expr::operand::{Operand, is_valid};
use crate::expr::print::expr_string;
use crate::program::{Expr, ExprKind};
use crate::ty::{Field, Type, TypeId};
use minigo_syntax::ast::{self, CompositeLit, Element, ExprKind as E};
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::{Pos, Span};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A constant key, such that equal keys of different kinds are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Bool(bool),
    Str(Rc<[u8]>),
    Number(String),
}

impl Key {
    pub(crate) fn new(value: &ConstValue) -> Option<Self> {
        Some(match value {
            ConstValue::Unknown => return None,
            ConstValue::Bool(b) => Self::Bool(*b),
            ConstValue::Str(s) => Self::Str(s.bytes()),
            number => {
                let whole = number.to_int();
                if let ConstValue::Int(n) = whole {
                    Self::Number(n.to_string())
                } else {
                    let (re, im) = (number.real().to_f64()?, number.imag().to_f64()?);
                    Self::Number(format!("{re:?},{im:?}"))
                }
            }
        })
    }
}

/// The elements of an array or slice literal: the length, and what stands at which index.
struct Elements {
    length: u64,
    list: Vec<(u64, Expr)>,
}

impl Checker<'_> {
    /// `T{…}`
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
                let base = match self.common_under(hint).map(|u| self.types.get(u)) {
                    Some(Type::Pointer(base)) => *base,
                    _ => hint,
                };
                (hint, base)
            }
            (None, None) => {
                let message = "missing type in composite literal";
                self.error_span("UntypedLit", e.span(), message);
                let invalid = crate::ty::Basic::Invalid.id();
                (invalid, invalid)
            }
        };
        if let Some(elem) = open_array {
            let elements = self.elements(&lit.elems, elem, None);
            let ty = self.types.intern(Type::Array(elem, elements.length));
            return Operand::value(e, ExprKind::ArrayLit(elements.list), ty);
        }
        let under = self.common_under(base);
        let structure = under.map(|ty| self.types.get(ty).clone());
        let kind = match structure {
            Some(Type::Struct(fields)) => {
                let list = self.struct_lit(e, lit, base, &fields);
                ExprKind::StructLit(list)
            }
            Some(Type::Array(elem, len)) => {
                ExprKind::ArrayLit(self.elements(&lit.elems, elem, Some(len)).list)
            }
            Some(Type::Slice(elem)) => {
                let elements = self.elements(&lit.elems, elem, None);
                ExprKind::SliceLit(elements.length, elements.list)
            }
            Some(Type::Map(key, elem)) => ExprKind::MapLit(self.map_lit(lit, key, elem)),
            _ => {
                for elem in &lit.elems {
                    self.use_literal_value(&elem.value);
                }
                if under.is_none_or(is_valid) && is_valid(ty) {
                    let element = if lit.ty.is_none() { " element" } else { "" };
                    let cause = if under.is_none() { " (no common underlying type)" } else { "" };
                    let shown = self.type_string(ty);
                    let message = format!("invalid composite literal{element} type {shown}{cause}");
                    self.error_span("InvalidLit", e.span(), message);
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
        let ir = self.coerce(new, ty);
        Operand::with_ir(e, crate::expr::operand::Mode::Value, ir)
    }

    /// An element of a literal whose type is in error.
    fn use_literal_value(&mut self, e: &ast::Expr) {
        if let E::Composite(lit) = &e.kind
            && lit.ty.is_none()
        {
            for elem in &lit.elems {
                self.use_literal_value(&elem.value);
            }
            return;
        }
        self.use_expr(e, false);
    }

    fn struct_lit(
        &mut self,
        e: &ast::Expr,
        lit: &CompositeLit,
        base: TypeId,
        fields: &[Field],
    ) -> Vec<(u32, Expr)> {
        let Some(first) = lit.elems.first() else { return Vec::new() };
        if first.key.is_some() {
            return self.keyed_struct(lit, base);
        }
        let mut list = Vec::new();
        for (i, elem) in lit.elems.iter().enumerate() {
            if let Some(key) = &elem.key {
                self.mixed_struct(key.span());
                continue;
            }
            let x = self.generic_expr(&elem.value, None);
            let Some(field) = fields.get(i) else {
                let ty = self.type_string(base);
                let message = format!("too many values in struct literal of type {ty}");
                self.error_span("InvalidStructLit", x.span(), message);
                break;
            };
            if self.is_foreign(field) {
                let (name, ty) = (&field.name, self.type_string(base));
                let message = format!(
                    "implicit assignment to unexported field {name} in struct literal of type {ty}"
                );
                self.error_span("UnexportedLitField", x.span(), message);
                continue;
            }
            if let Some(value) = self.assign(x, Some(field.ty), Purpose::Text("struct literal")) {
                list.push((i as u32, value));
            }
        }
        if lit.elems.len() < fields.len() {
            let foreign = fields.iter().any(|f| self.is_foreign(f));
            let hint =
                if foreign { " (type has unexported fields - use key:value pairs)" } else { "" };
            let ty = self.type_string(base);
            let message = format!("too few values in struct literal of type {ty}{hint}");
            self.error("InvalidStructLit", Pos(e.end.0 - 1), message);
        }
        list
    }

    fn is_foreign(&self, field: &Field) -> bool {
        field.pkg.is_some_and(|pkg| pkg != self.cx.pkg)
    }

    fn mixed_struct(&mut self, span: Span) {
        let message = "mixture of field:value and value elements in struct literal";
        self.error_span("MixedStructLit", span, message);
    }

    fn keyed_struct(&mut self, lit: &CompositeLit, base: TypeId) -> Vec<(u32, Expr)> {
        let mut seen = SeenFields::default();
        let mut list: Vec<(Vec<u32>, Expr)> = Vec::new();
        for elem in &lit.elems {
            let Some(key) = &elem.key else {
                self.mixed_struct(elem.value.span());
                continue;
            };
            let x = self.generic_expr(&elem.value, None);
            let E::Ident(name) = &key.kind else {
                let message = format!("invalid field name {} in struct literal", expr_string(key));
                self.error_span("InvalidLitField", key.span(), message);
                continue;
            };
            let Some((path, ty)) = self.literal_field(key, name, base) else { continue };
            let value = self.assign(x, Some(ty), Purpose::Text("struct literal"));
            if let Some(problem) = seen.add(&path, name) {
                self.error_span("DuplicateLitField", key.span(), problem);
                continue;
            }
            if let Some(value) = value {
                list.push((path, value));
            }
        }
        self.nest_fields(base, list)
    }

    /// The path and type of the field that a key names.
    fn literal_field(
        &mut self,
        key: &ast::Expr,
        name: &str,
        base: TypeId,
    ) -> Option<(Vec<u32>, TypeId)> {
        let under = self.common_under(base).unwrap_or(base);
        let pkg = self.cx.pkg;
        match self.lookup_member(under, name, pkg) {
            Member::Field { path, ty, indirect } => {
                if path.len() > 1 {
                    let shown = self.type_string(base);
                    let full = self.field_path(under, &path);
                    let what =
                        format!("use of promoted field {full} in struct literal of type {shown}");
                    if !self.require(27, key.pos, &what) {
                        return None;
                    }
                }
                if indirect {
                    let message = format!("invalid implicit pointer indirection to reach {name}");
                    self.error_span("InvalidLitField", key.span(), message);
                    return None;
                }
                Some((path, ty))
            }
            Member::Method { .. } | Member::InterfaceMethod { .. } => {
                self.error_span("MissingLitField", key.span(), format!("{name} is not a field"));
                None
            }
            Member::Ambiguous | Member::NotFound => {
                let message = self.literal_lookup_error(base, name);
                self.error_span("MissingLitField", key.span(), message);
                None
            }
        }
    }

    fn literal_lookup_error(&mut self, base: TypeId, name: &str) -> String {
        let ty = self.type_string(base);
        let Type::Struct(fields) = self.types.under(base) else {
            return format!("unknown field {name} in struct literal of type {ty}");
        };
        let lower = name.to_lowercase();
        let other = fields.iter().find(|f| f.name.to_lowercase() == lower);
        match other {
            Some(field) if self.is_foreign(field) && field.name == name => {
                format!("cannot refer to unexported field {name} in struct literal of type {ty}")
            }
            Some(field) if !self.is_foreign(field) => format!(
                "unknown field {name} in struct literal of type {ty}, but does have {}",
                field.name
            ),
            Some(field) => format!(
                "unknown field {name} in struct literal of type {ty}, but does have unexported {}",
                field.name
            ),
            None => format!("unknown field {name} in struct literal of type {ty}"),
        }
    }

    fn field_path(&self, mut ty: TypeId, path: &[u32]) -> String {
        let mut names = Vec::new();
        for &index in path {
            let Type::Struct(fields) = self.types.under(ty) else { break };
            let field = &fields[index as usize];
            names.push(field.name.to_string());
            ty = field.ty;
        }
        names.join(".")
    }

    /// Values by path as values by field: promoted ones go into literals of the embedded structs.
    fn nest_fields(&mut self, base: TypeId, list: Vec<(Vec<u32>, Expr)>) -> Vec<(u32, Expr)> {
        let mut out: Vec<(u32, Expr)> = Vec::new();
        let mut inner: BTreeMap<u32, Vec<(Vec<u32>, Expr)>> = BTreeMap::new();
        for (mut path, value) in list {
            let first = path.remove(0);
            if path.is_empty() {
                out.push((first, value));
            } else {
                inner.entry(first).or_default().push((path, value));
            }
        }
        for (index, list) in inner {
            let Type::Struct(fields) = self.types.under(base) else { break };
            let ty = fields[index as usize].ty;
            let pos = list[0].1.pos;
            let kind = ExprKind::StructLit(self.nest_fields(ty, list));
            out.push((index, Expr { kind, ty, pos }));
        }
        out
    }

    fn map_lit(&mut self, lit: &CompositeLit, key: TypeId, elem: TypeId) -> Vec<(Expr, Expr)> {
        let by_type = self.types.is_interface(key);
        let mut seen: HashSet<(Key, Option<TypeId>)> = HashSet::default();
        let mut list = Vec::new();
        for element in &lit.elems {
            let Some(k) = &element.key else {
                let message = "missing key in map literal";
                self.error_span("MissingLitKey", element.value.span(), message);
                continue;
            };
            let mut x = self.generic_expr(k, Some(key));
            self.assignment(&mut x, Some(key), Purpose::Text("map literal"));
            if !x.is_valid() {
                continue;
            }
            if let Some(value) = x.const_value()
                && let Some(constant) = Key::new(value)
                && !seen.insert((constant, by_type.then_some(x.ty)))
            {
                let message = format!("duplicate key {value} in map literal");
                self.error_span("DuplicateLitKey", x.span(), message);
                continue;
            }
            let k = if x.is_nil() {
                dummy(key, x.pos())
            } else {
                let ir = self.take(x);
                self.coerce(ir, key)
            };
            let v = self.generic_expr(&element.value, Some(elem));
            if let Some(v) = self.assign(v, Some(elem), Purpose::Text("map literal")) {
                list.push((k, v));
            }
        }
        list
    }

    fn elements(&mut self, elems: &[Element], elem: TypeId, length: Option<u64>) -> Elements {
        let mut seen = HashSet::default();
        let mut list = Vec::with_capacity(elems.len());
        let (mut index, mut max) = (0u64, 0u64);
        for element in elems {
            let mut valid = false;
            if let Some(key) = &element.key {
                if let Some(checked) = self.index(key, length) {
                    match checked.value {
                        Some(at) => {
                            index = at;
                            valid = true;
                        }
                        None => self.not_constant_index(key),
                    }
                }
            } else if let Some(length) = length.filter(|&n| index >= n) {
                let message = format!("index {index} is out of bounds (>= {length})");
                self.error_span("OversizeArrayLit", element.value.span(), message);
            } else {
                valid = true;
            }
            if valid && !seen.insert(index) {
                let at = element.key.as_ref().unwrap_or(&element.value).span();
                let message = format!("duplicate index {index} in array or slice literal");
                self.error_span("DuplicateLitKey", at, message);
            }
            let x = self.generic_expr(&element.value, Some(elem));
            let why = Purpose::Text("array or slice literal");
            if let Some(value) = self.assign(x, Some(elem), why) {
                list.push((index, value));
            }
            index += 1;
            max = max.max(index);
        }
        Elements { length: max, list }
    }

    /// `func(…) { … }`
    pub(crate) fn func_lit<'e>(&mut self, e: &'e ast::Expr, lit: &'e ast::FuncLit) -> Operand<'e> {
        let scope = self.open_scope();
        let sig = self.func_type(&lit.ty);
        self.close_scope();
        let ty = sig.ty;
        let func = self.closure(&sig, &lit.body, e.pos, scope);
        Operand::value(e, ExprKind::Closure(func), ty)
    }
}

/// The fields of a struct that a literal has given values.
#[derive(Default)]
struct SeenFields {
    /// Those with values, by path.
    given: HashMap<Vec<u32>, ast::Name>,
    /// Embedded fields around them, and the first of them.
    around: HashMap<Vec<u32>, ast::Name>,
}

impl SeenFields {
    /// Adds a field, or says what is wrong with a second value for it, or for one inside or around it.
    fn add(&mut self, path: &[u32], name: &ast::Name) -> Option<String> {
        if self.given.contains_key(path) {
            return Some(format!("duplicate field name {name} in struct literal"));
        }
        let outer = || (1..path.len()).map(|n| &path[..n]);
        if let Some(alt) = outer().find_map(|path| self.given.get(path)) {
            return Some(format!(
                "cannot specify promoted field {name} and enclosing embedded field {alt}"
            ));
        }
        if let Some(alt) = self.around.get(path) {
            return Some(format!(
                "cannot specify embedded field {name} and enclosed promoted field {alt}"
            ));
        }
        for path in outer() {
            self.around.entry(path.to_vec()).or_insert_with(|| name.clone());
        }
        self.given.insert(path.to_vec(), name.clone());
        None
    }
}

/// Constants seen as cases, to find duplicates.
pub(crate) type SeenCases = HashMap<Key, Vec<(TypeId, Pos)>>;
