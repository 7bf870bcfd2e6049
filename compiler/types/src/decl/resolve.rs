//! Checks package-level declarations on first use.

use crate::checker::Checker;
use crate::checker::context::Context;
use crate::checker::package::{Decl, DeclKind, GlobalInit};
use crate::constant::ConstValue;
use crate::ids::GlobalId;
use crate::program::Global;
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::Basic;
use minigo_syntax::ast::{self};
use minigo_syntax::diagnostic::Code;
use std::rc::Rc;

impl<'a> Checker<'a> {
    /// Checks the declaration of a package-level object, if that has not been done.
    pub(crate) fn resolve_object(&mut self, obj: ObjId) {
        match self.object(obj).color {
            Color::Black => return,
            Color::Grey => {
                self.handle_unfinished_reference(obj);
                return;
            }
            Color::White => {}
        }
        self.parse_method(obj);
        let Some(decl) = self.decl_of(obj).cloned() else { return };
        let mark = self.resolving.incomplete_types.len();
        self.resolving.depth += 1;
        match decl.kind {
            DeclKind::Type(spec) if !spec.tparams.is_empty() => {
                self.resolve_generic_type(obj, &decl, spec);
            }
            DeclKind::Type(spec) if !spec.is_alias => {
                let ty = match self.object(obj).kind {
                    ObjectKind::TypeName(ty) => ty,
                    _ => self.define_type(obj, spec),
                };
                self.complete_type(ty);
            }
            _ => {
                let outer = self.enter_declaration(obj, &decl);
                self.context.dependent_object = Some(obj);
                self.check_decl(obj, &decl);
                self.leave_declaration(obj, outer);
            }
        }
        self.resolving.depth -= 1;
        // The types that an alias mentions are completed later, by the declaration that mentions the alias: the type
        // that it declares may be one of them.
        let is_type = matches!(decl.kind, DeclKind::Type(_));
        if !is_type || self.resolving.depth == 0 {
            self.complete_mentioned_types(mark);
        }
    }

    fn check_decl(&mut self, obj: ObjId, decl: &Decl<'a>) {
        match &decl.kind {
            DeclKind::Const { ty, value, iota, is_inherited: inherited } => {
                self.context.iota = Some(ConstValue::int(*iota));
                self.const_decl(obj, *ty, *value, *inherited);
            }
            DeclKind::Var { lhs, ty, value } => self.var_decl(obj, lhs, *ty, *value),
            DeclKind::Type(spec) => {
                self.require_language(9, spec.name.pos, "type alias");
                self.object_mut(obj).kind = ObjectKind::TypeName(Basic::Invalid.id());
                let ty = self.type_inner(&spec.ty);
                self.object_mut(obj).kind = ObjectKind::TypeName(ty);
            }
            DeclKind::Func(func) => self.func_decl(obj, func),
            DeclKind::Unparsed(_) => {}
        }
    }

    /// Begins the check of the declaration of `obj`. Returns the previous context, which [`Self::leave_declaration`]
    /// restores.
    pub(crate) fn enter_declaration(&mut self, obj: ObjId, decl: &Decl<'a>) -> Context {
        self.resolving.object_path.push(obj);
        self.object_mut(obj).color = Color::Grey;
        std::mem::replace(&mut self.context, Context::of_decl(decl))
    }

    /// Ends the check of a declaration and restores the previous context.
    pub(crate) fn leave_declaration(&mut self, obj: ObjId, outer: Context) {
        self.resolving.object_path.pop();
        self.object_mut(obj).color = Color::Black;
        self.context = outer;
    }

    fn const_decl(
        &mut self,
        obj: ObjId,
        ty: Option<&ast::Expr>,
        value: Option<&ast::Expr>,
        inherited: bool,
    ) {
        let invalid = Basic::Invalid.id();
        let unknown = ConstValue::Unknown;
        self.object_mut(obj).kind = ObjectKind::Const { ty: invalid, value: unknown.clone() };
        let mut expected = None;
        if let Some(e) = ty {
            let ty = self.type_expr(e);
            if !self.types.is_basic(ty, Basic::is_const_type) {
                if self.types.is_valid(self.types.underlying(ty)) {
                    let message = format!("invalid constant type {}", self.type_string(ty));
                    self.error_span(Code::InvalidConstType, e.span(), message);
                }
                return;
            }
            expected = Some(ty);
            self.object_mut(obj).kind = ObjectKind::Const { ty, value: unknown };
        }
        let Some(value) = value else { return };
        if inherited {
            self.context.error_pos = Some(self.object(obj).pos);
        }
        let (ty, value) = self.check_const_expr(value, expected);
        self.object_mut(obj).kind = ObjectKind::Const { ty, value };
    }

    fn new_global(&mut self, obj: ObjId) -> GlobalId {
        if let ObjectKind::Global(id) = self.object(obj).kind {
            return id;
        }
        let id = GlobalId(self.globals.len() as u32);
        let object = self.object(obj);
        self.globals.push(Global {
            name: object.name.clone(),
            pkg: self.context.pkg,
            ty: Basic::Invalid.id(),
            pos: object.pos,
        });
        self.object_mut(obj).kind = ObjectKind::Global(id);
        id
    }

    fn var_decl(
        &mut self,
        obj: ObjId,
        lhs: &Rc<[ObjId]>,
        ty: Option<&ast::Expr>,
        value: Option<&ast::Expr>,
    ) {
        if let (None, Some(e), true) = (value, ty, self.link_names.names.contains_key(&obj)) {
            let ty = self.var_type(e);
            if let Some(global) = self.linked_global(obj, ty) {
                self.object_mut(obj).kind = ObjectKind::Global(global);
                return;
            }
        }
        let global = self.new_global(obj);
        let declared = ty.map(|e| self.var_type(e));
        if let Some(ty) = declared {
            self.globals[global.0 as usize].ty = ty;
        }
        let Some(value) = value else { return };
        // The initialiser may have been checked already for another variable of the statement.
        let mut inits = self.package(self.context.pkg).global_inits.iter();
        if lhs.len() > 1 && inits.any(|init| init.lhs.contains(&obj)) {
            return;
        }
        let mut globals = Vec::with_capacity(lhs.len());
        for &other in &**lhs {
            let id = self.new_global(other);
            if let Some(ty) = declared {
                self.globals[id.0 as usize].ty = ty;
            }
            globals.push(id);
        }
        // All variables of the statement depend on the same value.
        self.context.dependent_object = Some(lhs[0]);
        self.context.func = Some(self.package(self.context.pkg).init);
        self.context.decl_func = self.context.func;
        let stmts = self.global_init(&globals, declared, value);
        for &other in &**lhs {
            if other != obj {
                self.object_mut(other).color = Color::Black;
            }
            if other != lhs[0] {
                let deps = self.resolving.dependencies.get(&lhs[0]).cloned().unwrap_or_default();
                self.resolving.dependencies.insert(other, deps);
            }
        }
        let pkg = self.context.pkg;
        self.package_mut(pkg).global_inits.push(GlobalInit { lhs: lhs.to_vec(), stmts });
    }
}
