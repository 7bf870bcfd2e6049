//! Methods that have type parameters of their own, which Go has since 1.27.
//!
//! The checker treats such a method as one generic function for each list of type arguments of the receiver. The
//! selector `x.m` is this function together with the receiver `x`.

use crate::checker::Checker;
use crate::checker::context::Context;
use crate::checker::named::UNRESOLVED;
use crate::checker::package::DeclKind;
use crate::decl::receiver::receiver_base;
use crate::expr::operand::{Mode, Operand};
use crate::ids::FuncId;
use crate::scope::object::{Color, GenericId, ObjId, ObjectKind};
use crate::ty::{Basic, INVALID, NamedId, Signature, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind, Ident};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;

impl<'a> Checker<'a> {
    /// Checks the declaration of a generic method, with the type parameters of its receiver.
    pub(crate) fn generic_method_decl(&mut self, obj: ObjId, decl: &'a ast::FuncDecl) {
        self.require_language(27, decl.tparams[0].pos, "generic method");
        let recv_args = match self.receiver_generic(decl) {
            Some(generic) => self.generic_params(generic),
            None => Vec::new(),
        };
        self.define_generic_method(obj, decl, &recv_args);
    }

    /// Declares the generic function that represents a method for a receiver with these type arguments.
    fn define_generic_method(
        &mut self,
        obj: ObjId,
        decl: &'a ast::FuncDecl,
        recv_args: &[TypeId],
    ) -> GenericId {
        let id = self.new_generic(obj, false);
        self.generic_mut(id).recv_args = recv_args.into();
        self.generics.methods.insert((obj, recv_args.into()), id);
        if self.object(obj).color == Color::Grey {
            self.object_mut(obj).kind = ObjectKind::GenericFunc(id);
        }
        match self.receiver_generic(decl) {
            Some(generic) => self.declare_receiver_scope(decl, generic, recv_args),
            None => {
                self.open_scope();
            }
        }
        self.finish_generic_func(id, decl, recv_args);
        if let Some(opaque) = self.generic(id).body_checking_func {
            self.generics.methods_by_checking_func.insert(opaque, id);
        }
        id
    }

    /// The function that represents a generic method, for a receiver with these type arguments, while the method's own
    /// type arguments are not known.
    pub(crate) fn method_checking_func(
        &mut self,
        obj: ObjId,
        recv_args: &[TypeId],
    ) -> Option<FuncId> {
        if self.object(obj).color == Color::White {
            self.resolve_object(obj);
        }
        let key = (obj, Box::from(recv_args));
        if let Some(&id) = self.generics.methods.get(&key) {
            return self.generic(id).body_checking_func;
        }
        let decl = self.decl_of(obj).cloned()?;
        let DeclKind::Func(source) = decl.kind else { return None };
        let mark = self.resolving.incomplete_types.len();
        self.resolving.depth += 1;
        let outer = std::mem::replace(&mut self.context, Context::of_decl(&decl));
        self.context.suppresses_errors = true;
        let id = self.define_generic_method(obj, source, recv_args);
        self.context = outer;
        self.resolving.depth -= 1;
        self.complete_mentioned_types(mark);
        self.generic(id).body_checking_func
    }

    /// Reports whether the method has type parameters of its own.
    pub(crate) fn is_generic_method(&self, obj: ObjId) -> bool {
        match self.decl_of(obj).map(|d| &d.kind) {
            Some(DeclKind::Func(decl)) => decl.recv.is_some() && !decl.tparams.is_empty(),
            _ => false,
        }
    }

    /// Makes the operand `x.m` a generic function if the selected method is generic.
    pub(crate) fn as_generic_method<'e>(&self, mut x: Operand<'e>, func: FuncId) -> Operand<'e> {
        if let Some(&id) = self.generics.methods_by_checking_func.get(&func) {
            x.mode = Mode::Generic(id, Vec::new());
            x.ty = Basic::Int.id();
        }
        x
    }

    /// The operand for `T.m` with a generic method: a generic function whose first parameter is the receiver.
    pub(crate) fn generic_method_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        recv: TypeId,
        method: GenericId,
    ) -> Operand<'e> {
        let known = self.generics.method_exprs.get(&(recv, method)).copied();
        let id = match known {
            Some(id) => id,
            None => {
                let id = GenericId(self.generics.generics.len() as u32);
                let mut generic = self.generic(method).clone();
                generic.method_expr = Some((recv, method));
                generic.body_checking_func = None;
                if let Some(sig) = &mut generic.sig {
                    sig.ty = self.signature_with_receiver(recv, sig.ty);
                }
                self.generics.generics.push(generic);
                self.generics.method_exprs.insert((recv, method), id);
                id
            }
        };
        Operand::new(e, Mode::Generic(id, Vec::new()), Basic::Int.id())
    }

    /// The instance of a generic method expression that calls `func`.
    pub(crate) fn method_expr_instance(
        &mut self,
        recv: TypeId,
        id: GenericId,
        func: FuncId,
    ) -> FuncId {
        self.use_func(func);
        let method = self.funcs[func.0 as usize].sig;
        let Type::Signature(sig) = self.types.get(method).clone() else { return func };
        let ty = self.signature_with_receiver(recv, method);
        let (name, pos) = (self.generic(id).name.clone(), self.generic(id).pos);
        self.method_wrapper((recv, &name, Some(func)), ty, &sig, pos)
    }

    /// The signature `sig` with the receiver as first parameter.
    fn signature_with_receiver(&mut self, recv: TypeId, sig: TypeId) -> TypeId {
        let Type::Signature(sig) = self.types.get(sig).clone() else { return sig };
        let params = std::iter::once(recv).chain(sig.params.iter().copied()).collect();
        self.types.intern(Type::Signature(Signature { params, ..sig }))
    }

    /// The generic type to which the method `decl` belongs, if its receiver's base type is generic.
    pub(crate) fn receiver_generic(&mut self, decl: &ast::FuncDecl) -> Option<GenericId> {
        let first = decl.recv.as_ref()?.first()?;
        let (_, base) = receiver_base(&first.ty);
        let ExprKind::Ident(name) = &base.kind else { return None };
        let obj = self.declared_in(self.package_scope(), name)?;
        if let Some(DeclKind::Type(spec)) = self.decl_of(obj).map(|d| &d.kind)
            && (spec.tparams.is_empty() || spec.is_alias)
        {
            return None;
        }
        if self.object(obj).color == Color::White {
            self.resolve_object(obj);
        }
        match self.object(obj).kind {
            ObjectKind::GenericType(id) => Some(id),
            _ => None,
        }
    }

    /// Opens a scope in which the method's receiver's type parameters denote `args`.
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
                self.declare(self.context.scope, name, ObjectKind::TypeName(arg));
            }
        }
    }

    /// Opens a scope in which a receiver's type parameters denote `args`.
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
            self.error_span(Code::WrongTypeArgCount, base.span(), message);
            return;
        };
        if names.len() != args.len() {
            let s = if names.len() == 1 { "" } else { "s" };
            let (have, want) = (names.len(), args.len());
            let message = format!(
                "receiver declares {have} type parameter{s}, but receiver base type declares {want}"
            );
            self.error_span(Code::BadRecv, x.span(), message);
        }
        let mut called = Vec::new();
        for (e, &arg) in names.iter().zip(args) {
            if let ExprKind::Ident(name) = &e.kind {
                if self.types.is_type_param(arg) {
                    called.push((arg, name.clone()));
                }
                let ident = Ident { name: name.clone(), pos: e.pos };
                self.declare(self.context.scope, &ident, ObjectKind::TypeName(arg));
            } else {
                let shown = expr_text(e);
                let message = format!("receiver type parameter {shown} must be an identifier");
                self.error_span(Code::BadDecl, e.span(), message);
            }
        }
        if !called.is_empty() {
            self.generics.receivers.insert(self.context.scope, called.into());
        }
    }

    /// Resolves the function and the type of a declared method, and returns them.
    pub(crate) fn resolve_method(&mut self, id: NamedId, index: usize) -> (FuncId, TypeId) {
        let method = &self.types.named_type(id).methods[index];
        if method.func != UNRESOLVED {
            return (method.func, method.sig);
        }
        let obj = self.named_info(id).methods[index];
        self.parse_method(obj);
        if self.is_generic_method(obj) {
            let args = self.types.named_type(id).args.clone();
            let Some(func) = self.method_checking_func(obj, &args) else {
                return (UNRESOLVED, INVALID);
            };
            return (func, self.funcs[func.0 as usize].sig);
        }
        let func = match self.named_info(id).generic {
            None => self.resolve_nongeneric_method(obj),
            Some(generic) if *self.types.named_type(id).args == *self.generic(generic).params => {
                self.resolve_nongeneric_method(obj)
            }
            Some(generic) => {
                // The check of the generic declaration, which comes first, records the instantiations in its body for
                // the detection of infinite instantiation.
                if self.object(obj).color == Color::White
                    && !self.package(self.generic(generic).pkg).is_library
                {
                    self.resolve_object(obj);
                }
                let args = self.types.named_type(id).args.clone();
                Some(self.func_instance(obj, &args))
            }
        };
        let Some(func) = func else { return (UNRESOLVED, INVALID) };
        let sig = self.funcs[func.0 as usize].sig;
        if self.object(obj).color != Color::Grey {
            let method = &mut self.types.named_mut(id).methods[index];
            method.func = func;
            method.sig = sig;
            self.reachability.resolved_method_count += 1;
        }
        (func, sig)
    }

    pub(crate) fn resolve_nongeneric_method(&mut self, obj: ObjId) -> Option<FuncId> {
        if self.object(obj).color == Color::White {
            self.resolve_object(obj);
        }
        match self.object(obj).kind {
            ObjectKind::Func(func) => Some(func),
            _ => None,
        }
    }
}
