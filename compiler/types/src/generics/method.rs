//! Methods with type parameters of their own, as since Go 1.27.
//!
//! To the checker such a method is a generic function for each list of type arguments of its receiver; the selector
//! `x.m` is that function together with the receiver `x`.

use crate::check::Checker;
use crate::checker::context::Context;
use crate::decl::collect::DeclKind;
use crate::expr::operand::{Mode, Operand};
use crate::generics::declare::GenericId;
use crate::program::FuncId;
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Basic, Signature, Type, TypeId};
use minigo_syntax::ast;

impl<'a> Checker<'a> {
    /// The declaration of a generic method, with the type parameters of its receiver.
    pub(crate) fn generic_method_decl(&mut self, obj: ObjId, decl: &'a ast::FuncDecl) {
        self.require(27, decl.tparams[0].pos, "generic method");
        let recv_args = match self.receiver_generic(decl) {
            Some(generic) => self.generic_params(generic),
            None => Vec::new(),
        };
        self.define_generic_method(obj, decl, &recv_args);
    }

    /// Declares the generic function that a method is for a receiver with these type arguments.
    fn define_generic_method(
        &mut self,
        obj: ObjId,
        decl: &'a ast::FuncDecl,
        recv_args: &[TypeId],
    ) -> GenericId {
        let id = self.new_generic(obj, false);
        self.generic_mut(id).recv_args = recv_args.into();
        self.generic_methods.insert((obj, recv_args.into()), id);
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
        if let Some(opaque) = self.generic(id).opaque {
            self.opaque_methods.insert(opaque, id);
        }
        id
    }

    /// The function that stands for a generic method of a receiver with these type arguments before it has type arguments
    /// of its own.
    pub(crate) fn opaque_method(&mut self, obj: ObjId, recv_args: &[TypeId]) -> Option<FuncId> {
        if self.object(obj).color == Color::White {
            self.resolve(obj);
        }
        let key = (obj, Box::from(recv_args));
        if let Some(&id) = self.generic_methods.get(&key) {
            return self.generic(id).opaque;
        }
        let decl = self.decl_of(obj).cloned()?;
        let DeclKind::Func(source) = decl.kind else { return None };
        let mark = self.pending.len();
        self.depth += 1;
        let entered = self.enter_cx(Context::of(&decl));
        self.silent = 1;
        let id = self.define_generic_method(obj, source, recv_args);
        self.leave_cx(entered);
        self.depth -= 1;
        self.settle(mark);
        self.generic(id).opaque
    }

    /// Whether the method has type parameters of its own.
    pub(crate) fn is_generic_method(&self, obj: ObjId) -> bool {
        match self.decl_of(obj).map(|d| &d.kind) {
            Some(DeclKind::Func(decl)) => decl.recv.is_some() && !decl.tparams.is_empty(),
            _ => false,
        }
    }

    /// Makes the operand `x.m` a generic function if the method it selects is one.
    pub(crate) fn as_generic_method<'e>(&self, mut x: Operand<'e>, func: FuncId) -> Operand<'e> {
        if let Some(&id) = self.opaque_methods.get(&func) {
            x.mode = Mode::Generic(id, Vec::new());
            x.ty = Basic::Int.id();
        }
        x
    }

    /// The operand `T.m` of a generic method: a generic function whose first parameter is the receiver.
    pub(crate) fn generic_method_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        recv: TypeId,
        method: GenericId,
    ) -> Operand<'e> {
        let known = self.method_exprs.get(&(recv, method)).copied();
        let id = match known {
            Some(id) => id,
            None => {
                let id = GenericId(self.generics.len() as u32);
                let mut generic = self.generic(method).clone();
                generic.method_of = Some((recv, method));
                generic.opaque = None;
                if let Some(sig) = &mut generic.sig {
                    sig.ty = self.with_receiver(recv, sig.ty);
                }
                self.generics.push(generic);
                self.method_exprs.insert((recv, method), id);
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
        let ty = self.with_receiver(recv, method);
        let (name, pos) = (self.generic(id).name.clone(), self.generic(id).pos);
        self.method_wrapper((recv, &name, Some(func)), ty, &sig, pos)
    }

    /// The signature `sig` with the receiver as first parameter.
    fn with_receiver(&mut self, recv: TypeId, sig: TypeId) -> TypeId {
        let Type::Signature(sig) = self.types.get(sig).clone() else { return sig };
        let params = std::iter::once(recv).chain(sig.params.iter().copied()).collect();
        self.types.intern(Type::Signature(Signature { params, ..sig }))
    }
}
