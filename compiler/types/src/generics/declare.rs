//! Generic types and functions, and their instances.
//!
//! A generic declaration is checked once with type parameters as opaque types, to find its errors. An instance of a
//! type gets its underlying type by substitution. An instance of a function or method is the declaration checked again,
//! in a scope in which the names of the type parameters denote the type arguments. So code generation never sees a type
//! parameter.

use crate::checker::Checker;
use crate::checker::deferred_checks::DeferredCheck;
use crate::checker::generic::Generic;
use crate::checker::named::TypeResolutionStage;
use crate::checker::package::{Decl, DeclKind};
use crate::scope::object::{GenericId, ObjId, ObjectKind};
use crate::ty::{INVALID, LocalType, Type, TypeId, TypeParam};
use minigo_syntax::ast::{self, Ident, Name};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;

impl<'a> Checker<'a> {
    pub(crate) fn new_generic(&mut self, obj: ObjId, alias: bool) -> GenericId {
        let id = GenericId(self.generics.generics.len() as u32);
        let object = self.object(obj);
        let (name, pos) = (object.name.clone(), object.pos);
        self.generics.generics.push(Generic {
            obj,
            pkg: self.context.pkg,
            name,
            pos,
            is_alias: alias,
            stage: TypeResolutionStage::Declared,
            scope: self.context.scope,
            params: Vec::new(),
            rhs: None,
            instances: HashMap::default(),
            waiting_instances: Vec::new(),
            methods: Vec::new(),
            local_type: None,
            recv_args: [].into(),
            method_expr: None,
            body_checking_func: None,
            sig: None,
            instance_request_count: 0,
            has_endless_instances: false,
        });
        id
    }

    /// Declares type parameters in the current scope.
    fn declare_params(&mut self, id: GenericId, list: &[ast::Param]) {
        let mut params = Vec::with_capacity(list.len());
        for param in list {
            let name = param.name.clone().unwrap_or(Ident { name: "_".into(), pos: param.pos });
            let pos = name.pos;
            let constraint = self.universe.any;
            let info = TypeParam { name: name.name.clone(), pos, constraint };
            let (_, ty) = self.types.define_param(info);
            self.declare(self.context.scope, &name, ObjectKind::TypeName(ty));
            params.push(ty);
        }
        self.generic_mut(id).params = params;
    }

    /// Checks the constraints of the type parameters.
    fn check_bounds(&mut self, id: GenericId, list: &[ast::Param]) {
        let params = self.generic_params(id);
        for (i, param) in list.iter().enumerate() {
            let mut bound = self.type_inner(&param.ty);
            if self.types.is_type_param(bound) {
                let message = "cannot use a type parameter as constraint";
                self.error(Code::MisplacedTypeParam, param.ty.pos, message);
                bound = INVALID;
            }
            // A constraint may mention the type that is being declared: `type T[P T[P]] …`.
            let complete = self.complete_if_possible(bound);
            // A constraint that is not an interface is short for `interface{ T }`.
            if !complete {
                self.resolving.deferred_checks.push(DeferredCheck::Bound(params[i]));
            } else if self.types.is_valid(bound) && !self.types.is_interface(bound) {
                bound = self.single_type_interface(bound);
            }
            let Type::TypeParam(p) = *self.types.get(params[i]) else { continue };
            self.types.param_mut(p).constraint = bound;
        }
    }

    /// Makes the constraint `interface { T }`.
    pub(crate) fn single_type_interface(&mut self, ty: TypeId) -> TypeId {
        let terms = [crate::ty::Term { has_tilde: false, ty }];
        let (methods, terms) = ([].into(), Some(terms.into()));
        let interface = crate::ty::Interface { methods, terms, comparable: false };
        self.types.intern(Type::Interface(interface))
    }

    /// Checks the type parameters of a package-level generic type. The right side of the declaration is checked later.
    pub(crate) fn resolve_generic_type(
        &mut self,
        obj: ObjId,
        decl: &Decl<'a>,
        spec: &ast::TypeSpec,
    ) {
        let methods = self.collected_decls.methods.remove(&obj).unwrap_or_default();
        self.check_method_names(obj, &methods);
        let outer = self.enter_declaration(obj, decl);
        let id = self.generic_type_head(obj, spec, (methods, None));
        if spec.is_alias {
            self.generic_type_rest(id, spec);
        }
        self.leave_declaration(obj, outer);
    }

    /// Checks the declaration of a generic type inside a function, in the current scope.
    pub(crate) fn local_generic_type(&mut self, obj: ObjId, spec: &ast::TypeSpec) {
        let scope = self.context.scope;
        let local = (!spec.is_alias).then(|| self.local_type(spec));
        let id = self.generic_type_head(obj, spec, (Vec::new(), local));
        self.generic_type_rest(id, spec);
        self.context.scope = scope;
    }

    fn generic_type_head(
        &mut self,
        obj: ObjId,
        spec: &ast::TypeSpec,
        (methods, local): (Vec<(ObjId, bool)>, Option<Box<LocalType>>),
    ) -> GenericId {
        let id = self.new_generic(obj, spec.is_alias);
        self.generic_mut(id).methods = methods;
        self.generic_mut(id).local_type = local;
        self.object_mut(obj).kind = ObjectKind::GenericType(id);
        let minor = if spec.is_alias { 23 } else { 18 };
        let what = if spec.is_alias { "generic type alias" } else { "type parameter" };
        self.require_language(minor, spec.tparams[0].pos, what);
        self.open_scope();
        self.generic_mut(id).scope = self.context.scope;
        self.declare_params(id, &spec.tparams);
        if !spec.is_alias {
            // The instance whose type arguments are the type's own parameters: methods use it, and the check for finite
            // size does.
            let params = self.generic_params(id);
            self.instantiate_type(id, &params, spec.name.pos);
        }
        id
    }

    fn generic_type_rest(&mut self, id: GenericId, spec: &ast::TypeSpec) {
        self.generic_mut(id).stage = TypeResolutionStage::Completing;
        let rhs = if spec.is_alias { self.type_inner(&spec.ty) } else { self.defined_type(spec) };
        let of_param = spec.is_alias && self.generic(id).params.contains(&rhs);
        if of_param {
            let message = "cannot use type parameter declared in alias declaration as RHS";
            self.error(Code::MisplacedTypeParam, spec.ty.pos, message);
        }
        self.generic_mut(id).rhs = Some(if of_param { INVALID } else { rhs });
        self.generic_mut(id).stage = TypeResolutionStage::Done;
        let waiting = std::mem::take(&mut self.generic_mut(id).waiting_instances);
        self.resolving.incomplete_types.extend(waiting);
        self.check_bounds(id, &spec.tparams);
    }

    /// Checks the right side of a package-level generic type's declaration, if that has not been done.
    pub(crate) fn complete_generic(&mut self, id: GenericId) {
        if self.generic(id).stage != TypeResolutionStage::Declared {
            return;
        }
        let obj = self.generic(id).obj;
        let Some(decl) = self.decl_of(obj).cloned() else { return };
        let DeclKind::Type(spec) = decl.kind else { return };
        let outer = self.enter_declaration(obj, &decl);
        self.context.scope = self.generic(id).scope;
        self.generic_type_rest(id, spec);
        self.leave_declaration(obj, outer);
    }

    fn check_method_names(&mut self, obj: ObjId, methods: &[(ObjId, bool)]) {
        let type_name = self.object(obj).name.clone();
        let mut declared: HashMap<Name, Pos> = HashMap::default();
        for &(method, _) in methods {
            let object = self.object(method);
            let (name, pos) = (object.name.clone(), object.pos);
            match declared.get(&name) {
                Some(&old) => self.report_duplicate_method(&type_name, &name, pos, old),
                None => drop(declared.insert(name, pos)),
            }
        }
    }

    /// Checks the declaration of a generic function.
    pub(crate) fn generic_func_decl(&mut self, obj: ObjId, func: &'a ast::FuncDecl) {
        let id = self.new_generic(obj, false);
        self.object_mut(obj).kind = ObjectKind::GenericFunc(id);
        // Type parameters of an init function are a separate error.
        if func.name.name != "init" {
            self.require_language(18, func.tparams[0].pos, "type parameter");
        }
        if func.body.is_none() {
            self.error(Code::BadDecl, func.pos, "generic function is missing function body");
        }
        self.open_scope();
        self.finish_generic_func(id, func, &[]);
    }

    /// Checks the type parameters and the signature of a generic function, in a scope of their own.
    pub(crate) fn finish_generic_func(
        &mut self,
        id: GenericId,
        func: &'a ast::FuncDecl,
        recv_args: &[TypeId],
    ) {
        let obj = self.generic(id).obj;
        self.declare_params(id, &func.tparams);
        self.check_bounds(id, &func.tparams);
        let params = [recv_args, &self.generic_params(id)].concat();
        let name = self.func_name(obj, func);
        let opaque = self.new_func(name, self.context.pkg, func.pos, func.end);
        self.generic_mut(id).body_checking_func = Some(opaque);
        self.func_info(obj, func, opaque, params.into());
        let sig = self.func_info[&opaque].sig.clone();
        self.generic_mut(id).sig = Some(sig);
    }
}
