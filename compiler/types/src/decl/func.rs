//! Declarations of functions and methods.

use crate::checker::Checker;
use crate::checker::func::{FuncInfo, FuncSig, ParamInfo};
use crate::decl::receiver::receiver_base;
use crate::ids::{FuncId, PkgId};
use crate::program::{Body, Func};
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::{Signature, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind};
use minigo_syntax::source::Pos;
use std::rc::Rc;

impl<'a> Checker<'a> {
    pub(crate) fn func_decl(&mut self, obj: ObjId, decl: &'a ast::FuncDecl) {
        if decl.recv.is_none() && !decl.tparams.is_empty() {
            self.generic_func_decl(obj, decl);
            return;
        }
        if !decl.tparams.is_empty() {
            self.generic_method_decl(obj, decl);
            return;
        }
        let name = self.func_name(obj, decl);
        let func = self.new_func(name, self.context.pkg, decl.pos, decl.end);
        self.object_mut(obj).kind = ObjectKind::Func(func);
        if let Some(generic) = self.receiver_generic(decl) {
            if let Some(first) = decl.recv.as_ref().and_then(|list| list.first()) {
                self.require_language(18, receiver_base(&first.ty).1.pos, "type instantiation");
            }
            let args = self.generic_params(generic);
            self.declare_instance_scope(decl, generic, &args);
            self.func_info(obj, decl, func, args.into());
        } else {
            self.func_info(obj, decl, func, [].into());
        }
    }

    /// Checks the signature of a function or method in the current scope, and records it.
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
            scope: self.context.scope,
            version: self.context.version,
            recv,
            sig,
            is_queued: false,
            args,
        };
        self.func_info.insert(func, info);
    }

    /// Checks the names of parameters: the receiver and the type parameters share a scope with them.
    pub(crate) fn check_parameter_names(
        &mut self,
        recv: Option<&ParamInfo>,
        sig: &FuncSig,
        args: &[TypeId],
    ) {
        let others = sig.params.iter().chain(&sig.results);
        let mut clashes = Vec::new();
        for name in others.clone().chain(recv).filter_map(|p| p.name.as_ref()) {
            let param = self.scope(self.context.scope).get(&name.name);
            if let Some(old) = param.filter(|_| !args.is_empty()) {
                clashes.push((name.clone(), self.object(old).pos));
            }
        }
        if let Some(recv) = recv.and_then(|r| r.name.as_ref()).filter(|n| !n.is_blank()) {
            let same = others.filter_map(|p| p.name.as_ref()).filter(|n| n.name == recv.name);
            clashes.extend(same.map(|n| (n.clone(), recv.pos)));
        }
        for (name, old) in clashes {
            self.report_redeclared(&name, old, " in this block");
        }
    }

    /// Makes a function without a body.
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
            is_wrapper: false,
            is_replaceable: self.session_state.as_ref().is_some_and(|s| s.main_pkg == pkg),
        });
        id
    }

    /// Makes the synthetic function that initialises a package's variables. In a session the function gets a body, and
    /// so code, only when an input is the first to reach any of the variables.
    pub(crate) fn new_init_func(&mut self, pkg: PkgId) -> FuncId {
        let name = format!("{}.init", self.package(pkg).path);
        let func = self.new_func(name.into(), pkg, Pos::NONE, Pos::NONE);
        if self.session_state.is_none() {
            self.funcs[func.0 as usize].body = Body::Block(Vec::new());
        }
        func
    }

    /// The name of a function in tracebacks.
    pub(crate) fn func_name(&self, obj: ObjId, decl: &ast::FuncDecl) -> Rc<str> {
        let package = self.package(self.context.pkg);
        let prefix = package.path.as_str();
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
}
