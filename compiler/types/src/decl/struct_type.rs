//! Struct types.

use crate::checker::Checker;
use crate::checker::deferred_checks::DeferredCheck;
use crate::checker::package::DeclKind;
use crate::scope::object::ObjId;
use crate::ty::{Field, INVALID, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind, Ident, Name, is_exported};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;

impl<'a> Checker<'a> {
    pub(crate) fn struct_type(&mut self, list: &[ast::Field]) -> TypeId {
        let mut fields: Vec<Field> = Vec::new();
        let mut seen: HashMap<Name, Pos> = HashMap::default();
        for decl in list {
            let mut ty = self.var_type_inner(&decl.ty);
            let tag = decl.tag.as_ref().map_or_else(Name::default, |t| self.decode_tag(t));
            if decl.names.is_empty() {
                let ident = embedded_name(&decl.ty).unwrap_or_else(|| {
                    // The parser has reported the invalid field.
                    ty = INVALID;
                    Ident { name: "_".into(), pos: decl.ty.pos }
                });
                self.add_field(&mut fields, &mut seen, &ident, ty, true, &tag);
                self.resolving.deferred_checks.push(DeferredCheck::Embedded(
                    self.context.pkg,
                    ty,
                    decl.ty.pos,
                ));
            }
            for ident in &decl.names {
                self.add_field(&mut fields, &mut seen, ident, ty, false, &tag);
            }
        }
        self.types.intern(Type::Struct(fields.into()))
    }

    pub(crate) fn add_field(
        &mut self,
        fields: &mut Vec<Field>,
        seen: &mut HashMap<Name, Pos>,
        ident: &Ident,
        ty: TypeId,
        embedded: bool,
        tag: &Name,
    ) {
        if !ident.is_blank() {
            if let Some(&old) = seen.get(&ident.name) {
                self.report_redeclared(ident, old, "");
                return;
            }
            seen.insert(ident.name.clone(), ident.pos);
        }
        let pkg = (!is_exported(&ident.name)).then_some(self.context.pkg);
        let name = ident.name.clone();
        fields.push(Field { name, pkg, ty, embedded, tag: tag.clone() });
    }

    /// Decodes the tag.
    pub(crate) fn decode_tag(&mut self, text: &Name) -> Name {
        match crate::constant::ConstValue::from_literal(ast::LiteralKind::String, text) {
            crate::constant::ConstValue::Str(bytes) => {
                Name::new(String::from_utf8_lossy(&bytes.bytes()))
            }
            _ => Name::default(),
        }
    }

    /// The position of a field in the struct type that `obj` declares.
    pub(crate) fn field_pos(&self, obj: ObjId, name: &str) -> Option<Pos> {
        let DeclKind::Type(spec) = self.decl_of(obj)?.kind else { return None };
        let ExprKind::StructType(fields) = &spec.ty.unparen().kind else { return None };
        fields.iter().find_map(|f| {
            if f.names.is_empty() {
                let ident = embedded_name(&f.ty)?;
                return (ident.name == name).then_some(ident.pos);
            }
            f.names.iter().find(|n| n.name == name).map(|n| n.pos)
        })
    }
}

/// The name of an embedded field of type `e`.
pub(crate) fn embedded_name(e: &ast::Expr) -> Option<Ident> {
    match &e.kind {
        ExprKind::Ident(name) => Some(Ident { name: name.clone(), pos: e.pos }),
        ExprKind::Selector(_, sel) => Some((**sel).clone()),
        ExprKind::Index(base, _) => embedded_name(base),
        ExprKind::Star(inner) if !matches!(inner.kind, ExprKind::Star(_)) => embedded_name(inner),
        _ => None,
    }
}
