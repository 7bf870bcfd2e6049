//! Generic types and functions, and their instances.
//!
//! A generic declaration is checked once with type parameters as opaque types, for its errors. An instance of a type
//! has its underlying type by substitution; an instance of a function or method is its declaration checked again in a
//! scope where the names of the type parameters denote the arguments, so that code generation never meets a type
//! parameter.

use crate::check::{Checker, FuncSig};
use crate::checker::context::Context;
use crate::decl::collect::{Decl, DeclKind, receiver_base};
use crate::decl::deferred::{InstanceCheck, Later};
use crate::decl::named::{NamedInfo, Stage, UNRESOLVED};
use crate::program::{FuncId, PkgId};
use crate::scope::ScopeId;
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Basic, DeclaredMethod, Named, NamedId, Type, TypeId, TypeParam};
use minigo_syntax::ast::{self, ExprKind, Ident, Name};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;

pub(crate) use crate::scope::object::GenericId;

const INVALID: TypeId = Basic::Invalid.id();

/// A generic type or function.
#[derive(Clone, Debug)]
pub(crate) struct Generic {
    /// Its object.
    pub obj: ObjId,
    /// Its package.
    pub pkg: PkgId,
    /// Its name.
    pub name: Name,
    /// Where it is declared.
    pub pos: Pos,
    /// Of a type: whether it is an alias.
    pub alias: bool,
    /// Of a type: how much is known.
    pub stage: Stage,
    /// The scope of its type parameters.
    pub scope: ScopeId,
    /// Its type parameters, as types.
    pub params: Vec<TypeId>,
    /// Of a type: what it is defined as, once known.
    pub rhs: Option<TypeId>,
    /// Of a type: its instances.
    pub instances: HashMap<Box<[TypeId]>, TypeId>,
    /// Instances that were met before `rhs` was known.
    pub waiting: Vec<NamedId>,
    /// Of a type: its methods, and whether their receivers are pointers.
    pub methods: Vec<(ObjId, bool)>,
    /// Of a method: the type arguments of its receiver.
    pub recv_args: Box<[TypeId]>,
    /// Of a method expression `T.m`: `T`, and the generic method.
    pub method_of: Option<(TypeId, GenericId)>,
    /// Of a function: itself with opaque type parameters.
    pub opaque: Option<FuncId>,
    /// Of a function: its signature.
    pub sig: Option<FuncSig>,
    /// How often an instance of it was asked for.
    pub asked: usize,
    /// Whether it is instantiated without end.
    pub endless: bool,
}

impl<'a> Checker<'a> {
    /// The generic type or function `id`.
    pub(crate) fn generic(&self, id: GenericId) -> &Generic {
        &self.generics[id.0 as usize]
    }

    /// The same, to complete it.
    pub(crate) fn generic_mut(&mut self, id: GenericId) -> &mut Generic {
        &mut self.generics[id.0 as usize]
    }

    /// Its type parameters.
    pub(crate) fn generic_params(&self, id: GenericId) -> Vec<TypeId> {
        self.generic(id).params.clone()
    }

    /// `T[P any]`, as messages show it.
    pub(crate) fn generic_string(&self, id: GenericId) -> String {
        let generic = self.generic(id);
        let object = self.object(generic.obj);
        format!("{}{}", self.qualified(object.pkg, &object.name), self.params_string(id))
    }

    /// `[P any]`, as messages show it.
    pub(crate) fn params_string(&self, id: GenericId) -> String {
        let generic = self.generic(id);
        let mut out = String::from("[");
        for (i, &param) in generic.params.iter().enumerate() {
            let Type::TypeParam(p) = *self.types.get(param) else { continue };
            let bound = self.types.param(p).constraint;
            let next = generic.params.get(i + 1).map(|&n| self.types.get(n));
            let same = match next {
                Some(Type::TypeParam(n)) => self.types.param(*n).constraint == bound,
                _ => false,
            };
            if i > 0 {
                out.push_str(", ");
            }
            out.push_str(&self.types.param(p).name);
            if !same {
                out.push(' ');
                out.push_str(&self.type_string(bound));
            }
        }
        out.push(']');
        out
    }

    pub(crate) fn new_generic(&mut self, obj: ObjId, alias: bool) -> GenericId {
        let id = GenericId(self.generics.len() as u32);
        let object = self.object(obj);
        let (name, pos) = (object.name.clone(), object.pos);
        self.generics.push(Generic {
            obj,
            pkg: self.cx.pkg,
            name,
            pos,
            alias,
            stage: Stage::Pending,
            scope: self.cx.scope,
            params: Vec::new(),
            rhs: None,
            instances: HashMap::default(),
            waiting: Vec::new(),
            methods: Vec::new(),
            recv_args: [].into(),
            method_of: None,
            opaque: None,
            sig: None,
            asked: 0,
            endless: false,
        });
        id
    }

    /// Declares type parameters in the current scope.
    fn declare_params(&mut self, id: GenericId, list: &[ast::Param]) {
        let mut params = Vec::with_capacity(list.len());
        for param in list {
            let name = param.name.clone().unwrap_or(Ident { name: "_".into(), pos: param.pos });
            let pos = name.pos;
            let constraint = self.any_type;
            let info = TypeParam { name: name.name.clone(), pos, constraint };
            let (_, ty) = self.types.define_param(info);
            self.declare(self.cx.scope, &name, ObjectKind::TypeName(ty));
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
                self.error("MisplacedTypeParam", param.ty.pos, message);
                bound = INVALID;
            }
            // A constraint may mention the type that is being declared: `type T[P T[P]] …`.
            let complete = self.complete_if_possible(bound);
            // A constraint that is no interface stands for an interface with that one type.
            if !complete {
                self.later.push(Later::Bound(params[i]));
            } else if self.types.is_valid(bound) && !self.types.is_interface(bound) {
                bound = self.single_type_interface(bound);
            }
            let Type::TypeParam(p) = *self.types.get(params[i]) else { continue };
            self.types.param_mut(p).constraint = bound;
        }
    }

    /// `interface { T }`
    pub(crate) fn single_type_interface(&mut self, ty: TypeId) -> TypeId {
        let terms = [crate::ty::Term { tilde: false, ty }];
        let (methods, terms) = ([].into(), Some(terms.into()));
        let interface = crate::ty::Interface { methods, terms, comparable: false };
        self.types.intern(Type::Interface(interface))
    }

    /// The head of the declaration of a package-level generic type: its type parameters. The rest is checked later.
    pub(crate) fn resolve_generic_type(
        &mut self,
        obj: ObjId,
        decl: &Decl<'a>,
        spec: &ast::TypeSpec,
    ) {
        let methods = self.methods.remove(&obj).unwrap_or_default();
        self.check_method_names(obj, &methods);
        let entered = self.enter(obj, decl);
        let id = self.generic_type_head(obj, spec, methods);
        if spec.alias {
            self.generic_type_rest(id, spec);
        }
        self.leave(obj, entered);
    }

    /// The declaration of a generic type inside a function, in the current scope.
    pub(crate) fn local_generic_type(&mut self, obj: ObjId, spec: &ast::TypeSpec) {
        let scope = self.cx.scope;
        let id = self.generic_type_head(obj, spec, Vec::new());
        self.generic_type_rest(id, spec);
        self.cx.scope = scope;
    }

    fn generic_type_head(
        &mut self,
        obj: ObjId,
        spec: &ast::TypeSpec,
        methods: Vec<(ObjId, bool)>,
    ) -> GenericId {
        let id = self.new_generic(obj, spec.alias);
        self.generic_mut(id).methods = methods;
        self.object_mut(obj).kind = ObjectKind::GenericType(id);
        let minor = if spec.alias { 23 } else { 18 };
        let what = if spec.alias { "generic type alias" } else { "type parameter" };
        self.require(minor, spec.tparams[0].pos, what);
        self.open_scope();
        self.generic_mut(id).scope = self.cx.scope;
        self.declare_params(id, &spec.tparams);
        if !spec.alias {
            // The type with its own parameters as arguments: what its methods see, and what is checked for finiteness.
            let params = self.generic_params(id);
            self.instance(id, &params, spec.name.pos);
        }
        id
    }

    fn generic_type_rest(&mut self, id: GenericId, spec: &ast::TypeSpec) {
        self.generic_mut(id).stage = Stage::Completing;
        let rhs = if spec.alias { self.type_inner(&spec.ty) } else { self.defined_type(spec) };
        if spec.alias && self.generic(id).params.contains(&rhs) {
            let message = "cannot use type parameter declared in alias declaration as RHS";
            self.error("MisplacedTypeParam", spec.ty.pos, message);
        }
        self.generic_mut(id).rhs = Some(rhs);
        self.generic_mut(id).stage = Stage::Done;
        let waiting = std::mem::take(&mut self.generic_mut(id).waiting);
        self.pending.extend(waiting);
        self.check_bounds(id, &spec.tparams);
    }

    /// Checks what a generic type of a package is defined as, if that has not been done.
    fn complete_generic(&mut self, id: GenericId) {
        if self.generic(id).stage != Stage::Pending {
            return;
        }
        let obj = self.generic(id).obj;
        let Some(decl) = self.decl_of(obj).cloned() else { return };
        let DeclKind::Type(spec) = decl.kind else { return };
        let entered = self.enter(obj, &decl);
        self.cx.scope = self.generic(id).scope;
        self.generic_type_rest(id, spec);
        self.leave(obj, entered);
    }

    fn check_method_names(&mut self, obj: ObjId, methods: &[(ObjId, bool)]) {
        let type_name = self.object(obj).name.clone();
        for (i, &(method, _)) in methods.iter().enumerate() {
            let object = self.object(method);
            let (name, pos) = (object.name.clone(), object.pos);
            let old = methods[..i].iter().find(|(o, _)| self.object(*o).name == name);
            if let Some(&(old, _)) = old {
                let place = self.place(self.object(old).pos);
                let message = format!("method {type_name}.{name} already declared at {place}");
                self.error("DuplicateMethod", pos, message);
            }
        }
    }

    /// The declaration of a generic function.
    pub(crate) fn generic_func_decl(&mut self, obj: ObjId, func: &'a ast::FuncDecl) {
        let id = self.new_generic(obj, false);
        self.object_mut(obj).kind = ObjectKind::GenericFunc(id);
        // An init function's parameters are an error by themselves.
        if func.name.name != "init" {
            self.require(18, func.tparams[0].pos, "type parameter");
        }
        if func.body.is_none() {
            self.error("BadDecl", func.pos, "generic function is missing function body");
        }
        self.open_scope();
        self.finish_generic_func(id, func, &[]);
    }

    /// The type parameters and the signature of a generic function, in a scope of their own.
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
        let opaque = self.new_func(name, self.cx.pkg, func.pos, func.end);
        self.generic_mut(id).opaque = Some(opaque);
        self.func_info(obj, func, opaque, params.into());
        let sig = self.func_info[&opaque].sig.clone();
        self.generic_mut(id).sig = Some(sig);
    }

    /// `x[args]` as a type.
    pub(crate) fn instantiated_type(&mut self, x: &ast::Expr, list: &[ast::Expr]) -> TypeId {
        self.require(18, x.pos, "type instantiation");
        let Some(generic) = self.generic_type(x, list) else { return INVALID };
        let args: Vec<TypeId> = list.iter().map(|e| self.var_type_inner(e)).collect();
        if args.iter().any(|&a| !self.types.is_valid(a)) {
            return INVALID;
        }
        let want = self.generic(generic).params.len();
        if args.len() != want {
            let how = if args.len() < want { "not enough" } else { "too many" };
            let name = self.object(self.generic(generic).obj).name.clone();
            let have = args.len();
            let message = format!("{how} type arguments for type {name}: have {have}, want {want}");
            self.error_span("WrongTypeArgCount", x.span(), message);
            return INVALID;
        }
        let ty = self.instance(generic, &args, x.pos);
        let at: Vec<Pos> = list.iter().map(|e| e.pos).collect();
        if self.silent == 0 {
            let params = self.generic_params(generic);
            self.note_instance(&params, &args, &at, x.pos);
        }
        let check = InstanceCheck { pkg: self.cx.pkg, generic, args, at, pos: x.pos };
        self.later.push(Later::Instance(Box::new(check)));
        ty
    }

    /// The generic type that `x` denotes.
    fn generic_type(&mut self, x: &ast::Expr, list: &[ast::Expr]) -> Option<GenericId> {
        match self.type_ref(x) {
            crate::decl::typexpr::TypeRef::Generic(generic) => Some(generic),
            crate::decl::typexpr::TypeRef::Type(ty) if self.types.is_valid(ty) => {
                let ty = self.type_string(ty);
                let args: Vec<_> = list.iter().map(|e| self.expr_string(e)).collect();
                let shown = format!("{}[{}]", self.expr_string(x), args.join(", "));
                let message = format!("invalid operation: {shown} ({ty} is not a generic type)");
                self.error_span("NotAGenericType", x.span(), message);
                None
            }
            _ => None,
        }
    }

    /// The instance of a generic type.
    pub(crate) fn instance(&mut self, id: GenericId, args: &[TypeId], pos: Pos) -> TypeId {
        if let Some(&ty) = self.generic(id).instances.get(args) {
            return ty;
        }
        let (name, at) = (self.generic(id).name.clone(), self.generic(id).pos);
        if self.generic(id).alias {
            let Some(rhs) = self.generic(id).rhs else { return INVALID };
            let params = self.generic_params(id);
            return self.subst(rhs, &params, args);
        }
        if self.is_endless(id, args) {
            self.endless(id);
            return INVALID;
        }
        let obj = self.generic(id).obj;
        let shown: Vec<_> = args.iter().map(|&a| self.types.runtime_name(a)).collect();
        let methods = self.generic(id).methods.clone();
        let declared = methods.iter().map(|&(method, pointer)| {
            let object = self.object(method);
            let (name, pos) = (object.name.clone(), object.pos);
            let pkg = object.pkg.expect("methods have a package");
            DeclaredMethod { name, pkg, pointer, sig: INVALID, func: UNRESOLVED, pos }
        });
        let named = Named {
            name: format!("{name}[{}]", shown.join(",")).into(),
            pkg: Some(self.generic(id).pkg),
            pos: if pos.is_known() { pos } else { at },
            underlying: INVALID,
            methods: declared.collect(),
            args: args.into(),
        };
        let info = NamedInfo {
            methods: methods.into_iter().map(|(m, _)| m).collect(),
            ..NamedInfo::pending(obj, Some(id))
        };
        let (named, ty) = self.new_named(named, info);
        self.generic_mut(id).instances.insert(args.into(), ty);
        self.pending.push(named);
        ty
    }

    /// Notes that a generic declaration is instantiated without end.
    fn endless(&mut self, id: GenericId) {
        self.generic_mut(id).endless = true;
    }

    /// Reports instantiation without end, unless an error has been reported that explains it.
    pub(crate) fn report_endless(&mut self) {
        if self.diags.has_errors() {
            return;
        }
        let Some(generic) = self.generics.iter().find(|g| g.endless) else { return };
        let (pos, name) = (generic.pos, generic.name.clone());
        let message = format!("instantiation cycle: {name} is instantiated without end");
        self.error("InvalidInstanceCycle", pos, message);
    }

    /// Gives an instance its underlying type.
    pub(crate) fn expand_instance(&mut self, named: NamedId, id: GenericId) {
        self.complete_generic(id);
        let Some(rhs) = self.generic(id).rhs else {
            self.generic_mut(id).waiting.push(named);
            return;
        };
        self.named_info_mut(named).stage = Stage::Completing;
        let params = self.generic_params(id);
        let args = self.types.named(named).args.clone();
        let rhs = self.subst(self.types.underlying(rhs), &params, &args);
        self.complete(rhs);
        self.set_underlying(named, rhs);
    }

    /// The generic type whose method `decl` is, if its receiver's base is one.
    pub(crate) fn receiver_generic(&mut self, decl: &ast::FuncDecl) -> Option<GenericId> {
        let first = decl.recv.as_ref()?.first()?;
        let (_, base) = receiver_base(&first.ty);
        let ExprKind::Ident(name) = &base.kind else { return None };
        let scope = self.package(self.cx.pkg).scope;
        let obj = self.scope(scope).get(name)?;
        if let Some(DeclKind::Type(spec)) = self.decl_of(obj).map(|d| &d.kind)
            && (spec.tparams.is_empty() || spec.alias)
        {
            return None;
        }
        if self.object(obj).color == Color::White {
            self.resolve(obj);
        }
        match self.object(obj).kind {
            ObjectKind::GenericType(id) => Some(id),
            _ => None,
        }
    }

    /// Opens a scope in which the type parameters that the method's receiver names denote `args`.
    pub(crate) fn declare_instance_scope(
        &mut self,
        decl: &ast::FuncDecl,
        id: GenericId,
        args: &[TypeId],
    ) {
        let (recv_args, own) = args.split_at(args.len().saturating_sub(decl.tparams.len()));
        if decl.recv.is_some() && !recv_args.is_empty() {
            self.declare_receiver_scope(decl, id, recv_args);
        } else {
            self.open_scope();
        }
        for (param, &arg) in decl.tparams.iter().zip(own) {
            if let Some(name) = &param.name {
                self.declare(self.cx.scope, name, ObjectKind::TypeName(arg));
            }
        }
    }

    /// The same for the type parameters that a receiver names.
    pub(crate) fn declare_receiver_scope(
        &mut self,
        decl: &ast::FuncDecl,
        id: GenericId,
        args: &[TypeId],
    ) {
        self.open_scope();
        let Some(first) = decl.recv.as_ref().and_then(|r| r.first()) else { return };
        let mut base = first.ty.unparen();
        if let ExprKind::Star(inner) = &base.kind {
            base = inner.unparen();
        }
        let ExprKind::Index(x, names) = &base.kind else {
            let shown = self.generic_string(id);
            let message = format!("cannot use generic type {shown} without instantiation");
            self.error_span("WrongTypeArgCount", base.span(), message);
            return;
        };
        if names.len() != args.len() {
            let s = if names.len() == 1 { "" } else { "s" };
            let (have, want) = (names.len(), args.len());
            let message = format!(
                "receiver declares {have} type parameter{s}, but receiver base type declares {want}"
            );
            self.error_span("BadRecv", x.span(), message);
        }
        for (e, &arg) in names.iter().zip(args) {
            if let ExprKind::Ident(name) = &e.kind {
                let ident = Ident { name: name.clone(), pos: e.pos };
                self.declare(self.cx.scope, &ident, ObjectKind::TypeName(arg));
            } else {
                let shown = self.expr_string(e);
                let message = format!("receiver type parameter {shown} must be an identifier");
                self.error_span("BadDecl", e.span(), message);
            }
        }
    }

    /// Makes function and type of a declared method known; returns them.
    pub(crate) fn resolve_method(&mut self, id: NamedId, index: usize) -> (FuncId, TypeId) {
        let method = &self.types.named(id).methods[index];
        if method.func != UNRESOLVED {
            return (method.func, method.sig);
        }
        let obj = self.named_info(id).methods[index];
        if self.is_generic_method(obj) {
            let args = self.types.named(id).args.clone();
            let Some(func) = self.opaque_method(obj, &args) else { return (UNRESOLVED, INVALID) };
            return (func, self.funcs[func.0 as usize].sig);
        }
        let func = match self.named_info(id).generic {
            None => self.plain_method(obj),
            Some(generic) if *self.types.named(id).args == *self.generic(generic).params => {
                self.plain_method(obj)
            }
            Some(_) => {
                let args = self.types.named(id).args.clone();
                Some(self.func_instance(obj, &args))
            }
        };
        let Some(func) = func else { return (UNRESOLVED, INVALID) };
        let sig = self.funcs[func.0 as usize].sig;
        if self.object(obj).color != Color::Grey {
            let method = &mut self.types.named_mut(id).methods[index];
            method.func = func;
            method.sig = sig;
        }
        (func, sig)
    }

    fn plain_method(&mut self, obj: ObjId) -> Option<FuncId> {
        if self.object(obj).color == Color::White {
            self.resolve(obj);
        }
        match self.object(obj).kind {
            ObjectKind::Func(func) => Some(func),
            _ => None,
        }
    }

    /// The instance of a generic function.
    pub(crate) fn instantiate_func(&mut self, id: GenericId, args: &[TypeId]) -> FuncId {
        if let Some((recv, method)) = self.generic(id).method_of {
            let func = self.instantiate_func(method, args);
            return self.method_expr_instance(recv, id, func);
        }
        if self.is_endless(id, args) {
            self.endless(id);
            return self.generic(id).opaque.unwrap_or(FuncId(0));
        }
        let generic = self.generic(id);
        if *generic.params == *args
            && let Some(opaque) = generic.opaque
        {
            return opaque;
        }
        let args = [&*generic.recv_args, args].concat();
        self.func_instance(generic.obj, &args)
    }

    /// The instance of a generic function or of a method of a generic type.
    fn func_instance(&mut self, obj: ObjId, args: &[TypeId]) -> FuncId {
        let key = (obj, Box::from(args));
        if let Some(&func) = self.func_instances.get(&key) {
            return func;
        }
        let decl = self.decl_of(obj).cloned().expect("generic things are declared in packages");
        let DeclKind::Func(source) = decl.kind else { unreachable!("only functions have bodies") };
        let mark = self.pending.len();
        self.depth += 1;
        let entered = self.enter_cx(Context::of(&decl));
        self.silent = 1;
        let name = self.func_name(obj, source);
        let func = self.new_func(name, decl.pkg, source.pos, source.end);
        self.func_instances.insert(key, func);
        let generic = match self.receiver_generic(source) {
            Some(id) => id,
            None => GenericId(0),
        };
        self.declare_instance_scope(source, generic, args);
        self.func_info(obj, source, func, args.into());
        self.leave_cx(entered);
        self.depth -= 1;
        self.settle(mark);
        func
    }

    /// Checks that type arguments satisfy their constraints.
    pub(crate) fn check_instance(&mut self, check: &InstanceCheck) {
        if let Some((index, cause)) = self.unsatisfied(check.generic, &check.args) {
            let pos = check.at.get(index).copied().unwrap_or(check.pos);
            self.error("InvalidTypeArg", pos, cause);
        }
    }

    /// The first type argument that does not satisfy its constraint, and why.
    pub(crate) fn unsatisfied(
        &mut self,
        id: GenericId,
        args: &[TypeId],
    ) -> Option<(usize, String)> {
        let params = self.generic_params(id);
        for (index, &param) in params.iter().enumerate() {
            let Type::TypeParam(p) = *self.types.get(param) else { continue };
            let bound = self.types.param(p).constraint;
            let bound = self.subst(bound, &params, args);
            self.complete(bound);
            if let Err(cause) = self.implements(args[index], bound, true) {
                return Some((index, cause));
            }
        }
        None
    }
}
