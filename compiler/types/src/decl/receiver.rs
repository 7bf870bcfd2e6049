//! Receivers of methods.

use crate::checker::Checker;
use crate::checker::func::ParamInfo;
use crate::checker::package::DeclKind;
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::hash::HashSet;

impl<'a> Checker<'a> {
    /// Checks the receiver of a method.
    pub(crate) fn receiver(
        &mut self,
        decl: &'a ast::FuncDecl,
        list: &'a [ast::Param],
        args: &[TypeId],
    ) -> ParamInfo {
        let invalid = Basic::Invalid.id();
        // The parser has reported a receiver list without exactly one receiver.
        let Some(first) = list.first() else {
            return ParamInfo { name: None, pos: decl.pos, ty: invalid };
        };
        let (pointer, base) = receiver_base(&first.ty);
        let ty = match self.receiver_generic(decl) {
            Some(generic) if !args.is_empty() => {
                let base = self.instantiate_type(generic, args, base.pos);
                if pointer && self.types.is_valid(base) {
                    self.types.intern(Type::Pointer(base))
                } else {
                    base
                }
            }
            Some(_) => invalid,
            None => self.nongeneric_receiver_type(first, base),
        };
        self.check_receiver(base, ty);
        self.record_type(&first.ty, ty);
        let pos = first.name.as_ref().map_or(first.pos, |n| n.pos);
        ParamInfo { name: first.name.clone(), pos, ty }
    }

    /// The type of a receiver whose base type is not generic.
    pub(crate) fn nongeneric_receiver_type(
        &mut self,
        recv: &ast::Param,
        base: &ast::Expr,
    ) -> TypeId {
        if let ExprKind::Ident(name) = &base.kind {
            let obj = self.declared_in(self.package_scope(), name);
            let Some(obj) = obj else { return self.type_inner(&recv.ty) };
            let alias = match self.decl_of(obj).map(|d| &d.kind) {
                Some(DeclKind::Type(spec)) => spec.is_alias,
                _ => false,
            };
            if alias {
                self.resolve_object(obj);
                if let ObjectKind::GenericType(generic) = self.object(obj).kind {
                    let shown = self.generic_string(generic);
                    let message =
                        format!("cannot define new methods on generic alias type {shown}");
                    self.error_span(Code::InvalidRecv, base.span(), message);
                    return Basic::Invalid.id();
                }
                if let Some(shown) = self.instantiated_alias(obj) {
                    let message = format!("cannot define new methods on instantiated type {shown}");
                    self.error_span(Code::InvalidRecv, base.span(), message);
                    return Basic::Invalid.id();
                }
                let ty = self.type_inner(&recv.ty);
                let mut target = ty;
                while let Type::Pointer(elem) = self.types.get(target) {
                    target = *elem;
                }
                if let Type::Named(id) = *self.types.get(target)
                    && !self.types.named_type(id).args.is_empty()
                {
                    let shown = self.type_string(target);
                    let message = format!("cannot define new methods on instantiated type {shown}");
                    self.error_span(Code::InvalidRecv, base.span(), message);
                    return Basic::Invalid.id();
                }
                return ty;
            }
        }
        self.type_inner(&recv.ty)
    }

    /// The text of the instance of a generic alias that an alias denotes, perhaps through other aliases.
    pub(crate) fn instantiated_alias(&self, mut alias: ObjId) -> Option<String> {
        let alias_at = |obj: ObjId| match self.decl_of(obj)?.kind {
            DeclKind::Type(spec) if spec.is_alias => Some(spec),
            _ => None,
        };
        let mut known = HashSet::default();
        while known.insert(alias) {
            let target = &alias_at(alias)?.ty;
            let (_, base) = receiver_base(target);
            let ExprKind::Ident(name) = &base.kind else { return None };
            let scope = self.package(self.object(alias).pkg?).scope;
            alias = self.declared_in(scope, name)?;
            let instance = match &target.unparen().kind {
                ExprKind::Star(inner) => inner.unparen(),
                _ => target.unparen(),
            };
            if matches!(instance.kind, ExprKind::Index(..)) {
                return alias_at(alias).map(|_| expr_text(instance));
            }
        }
        None
    }

    pub(crate) fn check_receiver(&mut self, at: &ast::Expr, ty: TypeId) {
        let base = match self.types.get(ty) {
            Type::Pointer(base) => *base,
            _ => ty,
        };
        if !self.types.is_valid(base) {
            return;
        }
        self.complete_type(base);
        let shown = self.type_string(base);
        let message = match self.types.get(base) {
            Type::Named(id) if self.types.named_type(*id).pkg != Some(self.context.pkg) => {
                format!("cannot define new methods on non-local type {shown}")
            }
            Type::Named(_) => match self.types.underlying_structure(base) {
                Type::Basic(Basic::UnsafePointer) => {
                    format!("invalid receiver type {shown} (unsafe.Pointer)")
                }
                Type::Pointer(_) | Type::Interface(_) => {
                    format!("invalid receiver type {shown} (pointer or interface type)")
                }
                _ => return,
            },
            Type::Basic(_) => format!("cannot define new methods on non-local type {shown}"),
            _ => format!("invalid receiver type {}", self.type_string(ty)),
        };
        self.error_span(Code::InvalidRecv, at.span(), message);
    }
}

/// For a receiver type `*T[P]`: whether there is a star, and the expression `T`.
pub(crate) fn receiver_base(e: &ast::Expr) -> (bool, &ast::Expr) {
    let mut base = e.unparen();
    let mut pointer = false;
    if let ExprKind::Star(inner) = &base.kind {
        pointer = true;
        base = inner.unparen();
    }
    if let ExprKind::Index(inner, _) = &base.kind {
        base = inner;
    }
    (pointer, base)
}
