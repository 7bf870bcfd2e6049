//! Package-level declarations, checked when something needs them.

use crate::check::{Checker, FuncInfo, FuncSig, GlobalInit, ParamInfo};
use crate::checker::context::Context;
use crate::constant::ConstValue;
use crate::decl::collect::{Decl, DeclKind, receiver_base};
use crate::program::{Body, Func, FuncId, Global, GlobalId, PkgId};
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Basic, Signature, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind};
use minigo_syntax::hash::HashSet;
use minigo_syntax::source::Pos;
use std::rc::Rc;

/// What `enter` saved and `leave` restores.
pub(crate) struct Entered {
    cx: Context,
    silent: u32,
    opaque: bool,
}

impl<'a> Checker<'a> {
    /// Type-checks the declaration of a package-level object, if that has not been done.
    pub(crate) fn resolve(&mut self, obj: ObjId) {
        match self.object(obj).color {
            Color::Black => return,
            Color::Grey => {
                self.meet_grey(obj);
                return;
            }
            Color::White => {}
        }
        self.parse_method(obj);
        let Some(decl) = self.decl_of(obj).cloned() else { return };
        let mark = self.pending.len();
        self.depth += 1;
        match decl.kind {
            DeclKind::Type(spec) if !spec.tparams.is_empty() => {
                self.resolve_generic_type(obj, &decl, spec);
            }
            DeclKind::Type(spec) if !spec.alias => {
                let ty = match self.object(obj).kind {
                    ObjectKind::TypeName(ty) => ty,
                    _ => self.meet_type(obj, spec),
                };
                self.complete(ty);
            }
            _ => {
                let entered = self.enter(obj, &decl);
                self.cx.decl = Some(obj);
                self.check_decl(obj, &decl);
                self.leave(obj, entered);
            }
        }
        self.depth -= 1;
        // What an alias mentions waits for the declaration that mentions the alias, which may be among it.
        let is_type = matches!(decl.kind, DeclKind::Type(_));
        if !is_type || self.depth == 0 {
            self.settle(mark);
        }
    }

    fn check_decl(&mut self, obj: ObjId, decl: &Decl<'a>) {
        match &decl.kind {
            DeclKind::Const { ty, value, iota, inherited } => {
                self.cx.iota = Some(ConstValue::int(*iota));
                self.const_decl(obj, *ty, *value, *inherited);
            }
            DeclKind::Var { lhs, ty, value } => self.var_decl(obj, lhs, *ty, *value),
            DeclKind::Type(spec) => {
                self.require(9, spec.name.pos, "type alias");
                self.object_mut(obj).kind = ObjectKind::TypeName(Basic::Invalid.id());
                let ty = self.type_inner(&spec.ty);
                self.object_mut(obj).kind = ObjectKind::TypeName(ty);
            }
            DeclKind::Func(func) => self.func_decl(obj, func),
            DeclKind::Unparsed(_) => {}
        }
    }

    /// Makes `obj` the declaration at hand.
    pub(crate) fn enter(&mut self, obj: ObjId, decl: &Decl<'a>) -> Entered {
        self.path.push(obj);
        self.object_mut(obj).color = Color::Grey;
        self.enter_cx(Context::of(decl))
    }

    /// Makes `cx` the context at hand; errors are reported.
    pub(crate) fn enter_cx(&mut self, cx: Context) -> Entered {
        let cx = std::mem::replace(&mut self.cx, cx);
        let silent = std::mem::take(&mut self.silent);
        let opaque = std::mem::take(&mut self.opaque);
        Entered { cx, silent, opaque }
    }

    /// Goes back to the declaration before.
    pub(crate) fn leave(&mut self, obj: ObjId, entered: Entered) {
        self.path.pop();
        self.object_mut(obj).color = Color::Black;
        self.leave_cx(entered);
    }

    /// Goes back to the context before.
    pub(crate) fn leave_cx(&mut self, entered: Entered) {
        self.cx = entered.cx;
        self.silent = entered.silent;
        self.opaque = entered.opaque;
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
                    self.error_span("InvalidConstType", e.span(), message);
                }
                return;
            }
            expected = Some(ty);
            self.object_mut(obj).kind = ObjectKind::Const { ty, value: unknown };
        }
        let Some(value) = value else { return };
        if inherited {
            self.cx.errpos = Some(self.object(obj).pos);
        }
        let (ty, value) = self.expr_const(value, expected);
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
            pkg: self.cx.pkg,
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
        let global = self.new_global(obj);
        let declared = ty.map(|e| self.var_type(e));
        if let Some(ty) = declared {
            self.globals[global.0 as usize].ty = ty;
        }
        let Some(value) = value else { return };
        let first = self.package(self.cx.pkg).inits.iter().any(|i| i.lhs.contains(&obj));
        if first {
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
        // The other variables of the statement depend on the same value.
        self.cx.decl = Some(lhs[0]);
        self.cx.func = Some(self.package(self.cx.pkg).init);
        self.cx.decl_func = self.cx.func;
        let stmts = self.global_init(&globals, declared, value);
        for &other in &**lhs {
            if other != obj {
                self.object_mut(other).color = Color::Black;
            }
            if other != lhs[0] {
                let deps = self.deps.get(&lhs[0]).cloned().unwrap_or_default();
                self.deps.insert(other, deps);
            }
        }
        let pkg = self.cx.pkg;
        self.package_mut(pkg).inits.push(GlobalInit { lhs: lhs.to_vec(), stmts });
    }

    fn func_decl(&mut self, obj: ObjId, decl: &'a ast::FuncDecl) {
        if decl.recv.is_none() && !decl.tparams.is_empty() {
            self.generic_func_decl(obj, decl);
            return;
        }
        if !decl.tparams.is_empty() {
            self.generic_method_decl(obj, decl);
            return;
        }
        let name = self.func_name(obj, decl);
        let func = self.new_func(name, self.cx.pkg, decl.pos, decl.end);
        self.object_mut(obj).kind = ObjectKind::Func(func);
        if let Some(generic) = self.receiver_generic(decl) {
            if let Some(first) = decl.recv.as_ref().and_then(|list| list.first()) {
                self.require(18, receiver_base(&first.ty).1.pos, "type instantiation");
            }
            let args = self.generic_params(generic);
            self.declare_instance_scope(decl, generic, &args);
            self.func_info(obj, decl, func, args.into());
        } else {
            self.func_info(obj, decl, func, [].into());
        }
    }

    /// Checks the signature of a function or method in the current scope and notes it.
    pub(crate) fn func_info(
        &mut self,
        obj: ObjId,
        decl: &'a ast::FuncDecl,
        func: FuncId,
        args: Box<[TypeId]>,
    ) {
        let own = if decl.recv.is_some() { decl.tparams.len() } else { 0 };
        let recv_args = &args[..args.len().saturating_sub(own)];
        let recv = decl.recv.as_ref().map(|list| self.receiver(decl, list, recv_args));
        let sig = self.func_sig(&decl.ty);
        self.check_parameter_names(recv.as_ref(), &sig, &args);
        self.funcs[func.0 as usize].sig = sig.ty;
        let info = FuncInfo {
            obj,
            decl,
            scope: self.cx.scope,
            version: self.cx.version,
            recv,
            sig,
            queued: false,
            args,
        };
        self.func_info.insert(func, info);
    }

    /// The receiver and the type parameters share a scope with the parameters.
    fn check_parameter_names(&mut self, recv: Option<&ParamInfo>, sig: &FuncSig, args: &[TypeId]) {
        let others = sig.params.iter().chain(&sig.results);
        let mut clashes = Vec::new();
        for name in others.clone().chain(recv).filter_map(|p| p.name.as_ref()) {
            let param = self.scope(self.cx.scope).get(&name.name);
            if let Some(old) = param.filter(|_| !args.is_empty()) {
                clashes.push((name.clone(), self.object(old).pos));
            }
        }
        if let Some(recv) = recv.and_then(|r| r.name.as_ref()).filter(|n| !n.is_blank()) {
            let same = others.filter_map(|p| p.name.as_ref()).filter(|n| n.name == recv.name);
            clashes.extend(same.map(|n| (n.clone(), recv.pos)));
        }
        for (name, old) in clashes {
            self.redeclared(&name, old, " in this block");
        }
    }

    /// A function without a body yet.
    pub(crate) fn new_func(&mut self, name: Rc<str>, pkg: PkgId, pos: Pos, end: Pos) -> FuncId {
        let id = FuncId(self.funcs.len() as u32);
        let sig = Signature { params: [].into(), results: [].into(), variadic: false };
        let sig = self.types.intern(Type::Signature(sig));
        self.funcs.push(Func {
            name,
            pkg,
            pos,
            end,
            sig,
            recv: None,
            params: Vec::new(),
            results: Vec::new(),
            captures: Vec::new(),
            body: Body::Unreached,
            has_defer: false,
            has_recover: false,
            wrapper: false,
        });
        id
    }

    /// The made-up function that initialises a package's variables.
    pub(crate) fn new_init_func(&mut self, pkg: PkgId) -> FuncId {
        let name = format!("{}.init", self.package(pkg).path);
        let func = self.new_func(name.into(), pkg, Pos::NONE, Pos::NONE);
        self.funcs[func.0 as usize].body = Body::Block(Vec::new());
        func
    }

    /// The name of a function in tracebacks.
    pub(crate) fn func_name(&self, obj: ObjId, decl: &ast::FuncDecl) -> Rc<str> {
        let package = self.package(self.cx.pkg);
        let prefix = if package.name == "main" { "main" } else { package.path.as_str() };
        let name = &decl.name.name;
        let generic = if decl.tparams.is_empty() { "" } else { "[...]" };
        if let Some(first) = decl.recv.as_ref().and_then(|r| r.first()) {
            let (pointer, base) = receiver_base(&first.ty);
            let ExprKind::Ident(base_name) = &base.kind else { return "?".into() };
            let inner = match &first.ty.unparen().kind {
                ExprKind::Star(inner) => inner.unparen(),
                _ => first.ty.unparen(),
            };
            let args = if matches!(inner.kind, ExprKind::Index(..)) { "[...]" } else { "" };
            return if pointer {
                format!("{prefix}.(*{base_name}{args}).{name}{generic}").into()
            } else {
                format!("{prefix}.{base_name}{args}.{name}{generic}").into()
            };
        }
        if name == "init" {
            let at = package.init_funcs.iter().position(|&o| o == obj).unwrap_or_default();
            return format!("{prefix}.init.{at}").into();
        }
        format!("{prefix}.{name}{generic}").into()
    }

    /// The receiver of a method.
    fn receiver(
        &mut self,
        decl: &'a ast::FuncDecl,
        list: &'a [ast::Param],
        args: &[TypeId],
    ) -> ParamInfo {
        let invalid = Basic::Invalid.id();
        let Some(first) = list.first() else {
            self.error("InvalidRecv", decl.pos, "method has no receiver");
            return ParamInfo { name: None, pos: decl.pos, ty: invalid };
        };
        if list.len() > 1 {
            self.error("InvalidRecv", decl.pos, "method has multiple receivers");
        }
        let (pointer, base) = receiver_base(&first.ty);
        let ty = match self.receiver_generic(decl) {
            Some(generic) if !args.is_empty() => {
                let base = self.instance(generic, args, base.pos);
                if pointer && self.types.is_valid(base) {
                    self.types.intern(Type::Pointer(base))
                } else {
                    base
                }
            }
            Some(_) => invalid,
            None => self.plain_receiver(first, base),
        };
        self.valid_receiver(base, ty);
        let pos = first.name.as_ref().map_or(first.pos, |n| n.pos);
        ParamInfo { name: first.name.clone(), pos, ty }
    }

    /// The type of a receiver whose base is no generic type.
    fn plain_receiver(&mut self, recv: &ast::Param, base: &ast::Expr) -> TypeId {
        if let ExprKind::Ident(name) = &base.kind {
            let obj = self.scope(self.package(self.cx.pkg).scope).get(name);
            let Some(obj) = obj else { return self.type_inner(&recv.ty) };
            let alias = match self.decl_of(obj).map(|d| &d.kind) {
                Some(DeclKind::Type(spec)) => spec.alias,
                _ => false,
            };
            if alias {
                self.resolve(obj);
                if let ObjectKind::GenericType(generic) = self.object(obj).kind {
                    let shown = self.generic_string(generic);
                    let message =
                        format!("cannot define new methods on generic alias type {shown}");
                    self.error_span("InvalidRecv", base.span(), message);
                    return Basic::Invalid.id();
                }
                if let Some(shown) = self.instantiated_alias(obj) {
                    let message = format!("cannot define new methods on instantiated type {shown}");
                    self.error_span("InvalidRecv", base.span(), message);
                    return Basic::Invalid.id();
                }
                let ty = self.type_inner(&recv.ty);
                let mut target = ty;
                while let Type::Pointer(elem) = self.types.get(target) {
                    target = *elem;
                }
                if let Type::Named(id) = *self.types.get(target)
                    && !self.types.named(id).args.is_empty()
                {
                    let shown = self.type_string(target);
                    let message = format!("cannot define new methods on instantiated type {shown}");
                    self.error_span("InvalidRecv", base.span(), message);
                    return Basic::Invalid.id();
                }
                return ty;
            }
        }
        self.type_inner(&recv.ty)
    }

    /// The instance of a generic alias that an alias stands for, by way of others perhaps.
    fn instantiated_alias(&self, mut alias: ObjId) -> Option<String> {
        let alias_at = |obj: ObjId| match self.decl_of(obj)?.kind {
            DeclKind::Type(spec) if spec.alias => Some(spec),
            _ => None,
        };
        let mut known = HashSet::default();
        while known.insert(alias) {
            let target = &alias_at(alias)?.ty;
            let (_, base) = receiver_base(target);
            let ExprKind::Ident(name) = &base.kind else { return None };
            let scope = self.package(self.object(alias).pkg?).scope;
            alias = self.scope(scope).get(name)?;
            let instance = match &target.unparen().kind {
                ExprKind::Star(inner) => inner.unparen(),
                _ => target.unparen(),
            };
            if matches!(instance.kind, ExprKind::Index(..)) {
                return alias_at(alias).map(|_| self.expr_string(instance));
            }
        }
        None
    }

    fn valid_receiver(&mut self, at: &ast::Expr, ty: TypeId) {
        let base = match self.types.get(ty) {
            Type::Pointer(base) => *base,
            _ => ty,
        };
        if !self.types.is_valid(base) {
            return;
        }
        self.complete(base);
        let shown = self.type_string(base);
        let message = match self.types.get(base) {
            Type::Named(id) if self.types.named(*id).pkg != Some(self.cx.pkg) => {
                format!("cannot define new methods on non-local type {shown}")
            }
            Type::Named(_) => match self.types.under(base) {
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
        self.error_span("InvalidRecv", at.span(), message);
    }
}
