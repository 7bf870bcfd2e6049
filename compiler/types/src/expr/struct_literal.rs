//! Composite literals of struct types.

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::lookup::Member;
use crate::program::{Expr, ExprKind};
use crate::ty::{Field, Type, TypeId};
use minigo_syntax::ast::{self, CompositeLit, ExprKind as E};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Span};
use minigo_syntax::suggest::equal_ignoring_case;
use std::collections::BTreeMap;

impl Checker<'_> {
    pub(crate) fn struct_lit(
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
            if let Some(key) = elem.key.as_deref() {
                self.report_mixed_struct(key.span());
                continue;
            }
            let x = self.generic_expr(&elem.value, None);
            let Some(field) = fields.get(i) else {
                let ty = self.type_string(base);
                let message = format!("too many values in struct literal of type {ty}");
                self.error_span(Code::InvalidStructLit, x.span(), message);
                break;
            };
            if self.is_unexported_elsewhere(field) {
                let (name, ty) = (&field.name, self.type_string(base));
                let message = format!(
                    "implicit assignment to unexported field {name} in struct literal of type {ty}"
                );
                self.error_span(Code::UnexportedLitField, x.span(), message);
                continue;
            }
            if let Some(value) =
                self.assign_converted(x, Some(field.ty), AssignmentPurpose::Text("struct literal"))
            {
                list.push((i as u32, value));
            }
        }
        if lit.elems.len() < fields.len() {
            let foreign = fields.iter().any(|f| self.is_unexported_elsewhere(f));
            let hint =
                if foreign { " (type has unexported fields - use key:value pairs)" } else { "" };
            let ty = self.type_string(base);
            let message = format!("too few values in struct literal of type {ty}{hint}");
            let missing: Vec<&str> =
                fields[lit.elems.len()..].iter().map(|field| field.name.as_str()).collect();
            let span = Span::at(Pos(e.end.0 - 1));
            let error = Diagnostic::error(Code::InvalidStructLit, span, message);
            self.report(error.with_note(format!("no value for {}", missing.join(", "))));
        }
        list
    }

    pub(crate) fn is_unexported_elsewhere(&self, field: &Field) -> bool {
        field.pkg.is_some_and(|pkg| pkg != self.context.pkg)
    }

    pub(crate) fn report_mixed_struct(&mut self, span: Span) {
        let message = "mixture of field:value and value elements in struct literal";
        self.error_span(Code::MixedStructLit, span, message);
    }

    pub(crate) fn keyed_struct(&mut self, lit: &CompositeLit, base: TypeId) -> Vec<(u32, Expr)> {
        let mut seen = SeenFields::default();
        let mut list: Vec<(Vec<u32>, Expr)> = Vec::new();
        for elem in &lit.elems {
            let Some(key) = elem.key.as_deref() else {
                self.report_mixed_struct(elem.value.span());
                continue;
            };
            let x = self.generic_expr(&elem.value, None);
            let E::Ident(name) = &key.kind else {
                let message = format!("invalid field name {} in struct literal", expr_text(key));
                self.error_span(Code::InvalidLitField, key.span(), message);
                continue;
            };
            let Some((path, ty)) = self.literal_field(key, name, base) else { continue };
            let value =
                self.assign_converted(x, Some(ty), AssignmentPurpose::Text("struct literal"));
            if let Some(problem) = seen.add(&path, name) {
                self.error_span(Code::DuplicateLitField, key.span(), problem);
                continue;
            }
            if let Some(value) = value {
                list.push((path, value));
            }
        }
        self.nest_promoted_field_values(base, list)
    }

    /// The path and the type of the field that a key names.
    pub(crate) fn literal_field(
        &mut self,
        key: &ast::Expr,
        name: &str,
        base: TypeId,
    ) -> Option<(Vec<u32>, TypeId)> {
        let under = self.common_underlying_type(base).unwrap_or(base);
        let pkg = self.context.pkg;
        match self.lookup_member(under, name, pkg) {
            Member::Field { path, ty, is_indirect: indirect } => {
                if path.len() > 1 {
                    let shown = self.type_string(base);
                    let full = self.field_path(under, &path);
                    let what =
                        format!("use of promoted field {full} in struct literal of type {shown}");
                    if !self.require_language(27, key.pos, &what) {
                        return None;
                    }
                }
                if indirect {
                    let message = format!("invalid implicit pointer indirection to reach {name}");
                    self.error_span(Code::InvalidLitField, key.span(), message);
                    return None;
                }
                Some((path, ty))
            }
            Member::Method { .. } | Member::InterfaceMethod { .. } => {
                self.error_span(
                    Code::MissingLitField,
                    key.span(),
                    format!("{name} is not a field"),
                );
                None
            }
            Member::Ambiguous | Member::NotFound => {
                let message = self.literal_lookup_error(base, name);
                let error = Diagnostic::error(Code::MissingLitField, key.span(), message);
                self.report(error.with_suggestion(self.nearest_field(base, name, key.span())));
                None
            }
        }
    }

    pub(crate) fn literal_lookup_error(&mut self, base: TypeId, name: &str) -> String {
        let ty = self.type_string(base);
        let Type::Struct(fields) = self.types.underlying_structure(base) else {
            return format!("unknown field {name} in struct literal of type {ty}");
        };
        let other = fields.iter().find(|f| equal_ignoring_case(&f.name, name));
        match other {
            Some(field) if self.is_unexported_elsewhere(field) && field.name == name => {
                format!("cannot refer to unexported field {name} in struct literal of type {ty}")
            }
            Some(field) if !self.is_unexported_elsewhere(field) => format!(
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

    pub(crate) fn field_path(&self, mut ty: TypeId, path: &[u32]) -> String {
        let mut names = Vec::new();
        for &index in path {
            let Type::Struct(fields) = self.types.underlying_structure(ty) else { break };
            let field = &fields[index as usize];
            names.push(field.name.to_string());
            ty = field.ty;
        }
        names.join(".")
    }

    /// Converts values by path to values by field: values of promoted fields go into literals of the embedded structs.
    pub(crate) fn nest_promoted_field_values(
        &mut self,
        base: TypeId,
        list: Vec<(Vec<u32>, Expr)>,
    ) -> Vec<(u32, Expr)> {
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
            let Type::Struct(fields) = self.types.underlying_structure(base) else { break };
            let ty = fields[index as usize].ty;
            let pos = list[0].1.pos;
            let kind = ExprKind::StructLit(self.nest_promoted_field_values(ty, list));
            out.push((index, Expr { kind, ty, pos }));
        }
        out
    }
}

/// The fields of a struct that have values in a literal.
#[derive(Default)]
pub(crate) struct SeenFields {
    /// The fields with values, by path.
    fields_with_values: HashMap<Vec<u32>, ast::Name>,
    /// The embedded structs that contain fields with values, by path, each with the name of its first field that has a
    /// value.
    enclosing_fields: HashMap<Vec<u32>, ast::Name>,
}

impl SeenFields {
    /// Adds a field. Returns the error if the field, a field inside it or one around it has a value already.
    fn add(&mut self, path: &[u32], name: &ast::Name) -> Option<String> {
        if self.fields_with_values.contains_key(path) {
            return Some(format!("duplicate field name {name} in struct literal"));
        }
        let outer = || (1..path.len()).map(|n| &path[..n]);
        if let Some(alt) = outer().find_map(|path| self.fields_with_values.get(path)) {
            return Some(format!(
                "cannot specify promoted field {name} and enclosing embedded field {alt}"
            ));
        }
        if let Some(alt) = self.enclosing_fields.get(path) {
            return Some(format!(
                "cannot specify embedded field {name} and enclosed promoted field {alt}"
            ));
        }
        for path in outer() {
            self.enclosing_fields.entry(path.to_vec()).or_insert_with(|| name.clone());
        }
        self.fields_with_values.insert(path.to_vec(), name.clone());
        None
    }
}
