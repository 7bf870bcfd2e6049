//! Inference of type arguments.

use crate::checker::Checker;
use crate::generics::unify::{Mode, Unifier};
use crate::scope::object::GenericId;
use crate::ty::{Basic, Type, TypeId, TypeParam};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Pos;

/// An argument of a call of a generic function.
#[derive(Clone, Debug)]
pub(crate) struct InferArg {
    /// The type, perhaps untyped; an argument of type `Invalid` is ignored.
    pub ty: TypeId,
    /// The text of the argument.
    pub text: String,
    /// The position where the argument starts.
    pub pos: Pos,
}

/// The error that type arguments cannot be inferred; the message is empty if the error has been reported.
#[derive(Clone, Debug)]
pub(crate) struct InferError {
    /// The position of the error.
    pub pos: Pos,
    /// The message.
    pub message: String,
}

/// The state of one inference.
struct Inference<'i> {
    tparams: &'i [TypeId],
    unifier: Unifier,
    pos: Pos,
    is_reverse: bool,
}

impl Checker<'_> {
    /// Infers the type arguments with which the generic function `id`, used as a function value, has the type `target`.
    /// `what` describes the variable to which the function value is assigned. Reports an error and returns `None` if no
    /// type arguments give the function this type.
    pub(crate) fn infer_from_target(
        &mut self,
        id: GenericId,
        explicit: &[TypeId],
        target: TypeId,
        what: &str,
        pos: Pos,
    ) -> Option<Vec<TypeId>> {
        let own = self.generic_params(id);
        let fresh = self.fresh_params(&own);
        let sig = self.generic(id).sig.as_ref().map(|s| s.ty)?;
        let sig = self.substitute(sig, &own, &fresh);
        let explicit: Vec<_> = explicit.iter().map(|&t| Some(t)).collect();
        let args = [InferArg { ty: target, text: what.to_owned(), pos }];
        match self.infer(&fresh, &explicit, &[sig], &args, pos, true) {
            Ok(found) => self.verify_args(id, &found, pos).then_some(found),
            Err(error) => {
                if !error.message.is_empty() {
                    self.error(Code::CannotInferTypeArgs, error.pos, error.message);
                }
                None
            }
        }
    }

    /// Checks that type arguments satisfy their constraints, and reports an error if not.
    pub(crate) fn verify_args(&mut self, id: GenericId, args: &[TypeId], pos: Pos) -> bool {
        match self.unsatisfied_constraint(id, args) {
            Some((_, cause)) => {
                self.error(Code::InvalidTypeArg, pos, cause);
                false
            }
            None => true,
        }
    }

    /// Makes new type parameters in place of `params`: a generic function may call itself with other type arguments.
    pub(crate) fn fresh_params(&mut self, params: &[TypeId]) -> Vec<TypeId> {
        let mut fresh = Vec::with_capacity(params.len());
        for &param in params {
            let Type::TypeParam(p) = *self.types.get(param) else { continue };
            let old = self.types.param(p).clone();
            let (_, ty) = self.types.define_param(TypeParam { ..old });
            fresh.push(ty);
        }
        for &param in &fresh {
            let Type::TypeParam(p) = *self.types.get(param) else { continue };
            let constraint = self.types.param(p).constraint;
            let constraint = self.substitute(constraint, params, &fresh);
            self.complete_type(constraint);
            self.types.param_mut(p).constraint = constraint;
        }
        fresh
    }

    /// Infers type arguments for `tparams`, some of which may be given, so that the arguments fit the parameters.
    pub(crate) fn infer(
        &mut self,
        tparams: &[TypeId],
        given: &[Option<TypeId>],
        params: &[TypeId],
        args: &[InferArg],
        pos: Pos,
        reverse: bool,
    ) -> Result<Vec<TypeId>, InferError> {
        let all: Option<Vec<TypeId>> = given.iter().copied().collect();
        if let Some(all) = all.filter(|l| l.len() == tparams.len()) {
            return Ok(all);
        }
        if args.iter().any(|a| !self.types.is_valid(a.ty)) {
            return Err(InferError { pos, message: String::new() });
        }
        let known: Vec<TypeId> = tparams
            .iter()
            .enumerate()
            .map(|(i, &p)| given.get(i).copied().flatten().unwrap_or(p))
            .collect();
        let params: Vec<TypeId> =
            params.iter().map(|&p| self.substitute(p, tparams, &known)).collect();
        let unifier = Unifier::new(tparams, given, self.allows_language(21));
        let mut inference = Inference { tparams, unifier, pos, is_reverse: reverse };
        let untyped = self.unify_arguments(&mut inference, &params, args)?;
        self.unify_constraints(&mut inference)?;
        self.default_untyped(&mut inference, &params, args, &untyped)?;
        self.simplify_types(&mut inference)
    }

    fn unify_arguments(
        &mut self,
        inference: &mut Inference<'_>,
        params: &[TypeId],
        args: &[InferArg],
    ) -> Result<Vec<usize>, InferError> {
        let mut untyped = Vec::new();
        for (i, (&param, arg)) in params.iter().zip(args).enumerate() {
            if !self.mentions_params(inference.tparams, param)
                && !self.mentions_params(inference.tparams, arg.ty)
            {
                continue;
            }
            if self.types.is_untyped(arg.ty) {
                if self.types.is_type_param(param) && arg.ty != Basic::UntypedNil.id() {
                    untyped.push(i);
                }
                continue;
            }
            if !inference.unifier.unify(self, param, arg.ty, Mode::ASSIGN) {
                let message = self.describe_mismatch(inference, param, arg);
                return Err(InferError { pos: arg.pos, message });
            }
        }
        Ok(untyped)
    }

    fn describe_mismatch(
        &mut self,
        inference: &Inference<'_>,
        param: TypeId,
        arg: &InferArg,
    ) -> String {
        let inferred = inference.unifier.inferred_types();
        let (target, text) = (self.type_string(arg.ty), &arg.text);
        let shown = self.type_string(param);
        if inferred.iter().all(Option::is_none) {
            let names = self.params_text(inference.tparams);
            return format!(
                "type {target} of {text} does not match {shown} (cannot infer {names})"
            );
        }
        let known: Vec<TypeId> =
            inference.tparams.iter().zip(&inferred).map(|(&p, t)| t.unwrap_or(p)).collect();
        let better = self.substitute(param, inference.tparams, &known);
        if better == param {
            return format!("type {target} of {text} does not match {shown}");
        }
        let better = self.type_string(better);
        if inference.is_reverse {
            format!("inferred type {better} for {shown} does not match type {target} of {text}")
        } else {
            format!("type {target} of {text} does not match inferred type {better} for {shown}")
        }
    }

    fn params_text(&self, tparams: &[TypeId]) -> String {
        let names: Vec<String> = tparams.iter().map(|&p| self.type_string(p)).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [a, b] => format!("{a} and {b}"),
            [rest @ .., last] => format!("{}, and {last}", rest.join(", ")),
        }
    }

    fn unify_constraints(&mut self, inference: &mut Inference<'_>) -> Result<(), InferError> {
        loop {
            let before = inference.unifier.count_unknown();
            for (i, &param) in inference.tparams.iter().enumerate() {
                self.unify_constraint(inference, i, param)?;
            }
            if inference.unifier.count_unknown() == before {
                return Ok(());
            }
        }
    }

    fn unify_constraint(
        &mut self,
        inference: &mut Inference<'_>,
        i: usize,
        param: TypeId,
    ) -> Result<(), InferError> {
        let pos = inference.pos;
        let Type::TypeParam(p) = *self.types.get(param) else { return Ok(()) };
        let constraint = self.types.param(p).constraint;
        let known = inference.unifier.known_type(i);
        let core = self.core_type(param);
        let failed = |checker: &Self, ty: TypeId, cause: &str| {
            let (param, ty) = (checker.type_string(param), checker.type_string(ty));
            let constraint = checker.type_string(constraint);
            let message = format!("{param} (type {ty}) does not satisfy {constraint}{cause}");
            Err(InferError { pos, message })
        };
        match (core, known) {
            (Some((core, tilde, _)), Some(ty)) => {
                let mode = Mode::INEXACT;
                let _ = tilde;
                if !inference.unifier.unify(self, ty, core, mode) {
                    return failed(self, ty, "");
                }
            }
            (Some((core, false, true)), None) => inference.unifier.set_type(i, core),
            _ => {}
        }
        let Some(ty) = known.filter(|&t| !self.mentions_params(inference.tparams, t)) else {
            return Ok(());
        };
        let Some(interface) = self.interface_of(constraint) else { return Ok(()) };
        for method in &*interface.methods {
            let pkg = method.pkg.unwrap_or(self.context.pkg);
            let sig = match self.lookup_method(ty, &method.name, pkg) {
                crate::expr::lookup::Member::Method { sig, .. }
                | crate::expr::lookup::Member::InterfaceMethod { sig, .. } => sig,
                _ => {
                    let cause = format!(" (missing method {})", method.name);
                    return failed(self, ty, &cause);
                }
            };
            if !inference.unifier.unify(self, sig, method.sig, Mode::EXACT) {
                let cause = format!(" (wrong type for method {})", method.name);
                return failed(self, ty, &cause);
            }
        }
        Ok(())
    }

    fn default_untyped(
        &mut self,
        inference: &mut Inference<'_>,
        params: &[TypeId],
        args: &[InferArg],
        untyped: &[usize],
    ) -> Result<(), InferError> {
        let mut largest: Vec<(usize, TypeId)> = Vec::new();
        for &index in untyped {
            let Some(i) = inference.tparams.iter().position(|&p| p == params[index]) else {
                continue;
            };
            if inference.unifier.known_type(i).is_some() {
                continue;
            }
            let ty = args[index].ty;
            match largest.iter_mut().find(|(j, _)| *j == i) {
                None => largest.push((i, ty)),
                Some((_, old)) => {
                    let numeric = |t| self.types.is_basic(t, Basic::is_numeric);
                    if *old != ty && !(numeric(*old) && numeric(ty)) {
                        let (a, b) = (self.type_string(*old), self.type_string(ty));
                        let param = self.type_string(inference.tparams[i]);
                        let message =
                            format!("mismatched types {a} and {b} (cannot infer {param})");
                        return Err(InferError { pos: args[index].pos, message });
                    }
                    *old = (*old).max(ty);
                }
            }
        }
        for (i, ty) in largest {
            let ty = self.types.default_type(ty);
            inference.unifier.set_type(i, ty);
        }
        Ok(())
    }

    /// Substitutes the inferred types for type parameters inside inferred types.
    fn simplify_types(&mut self, inference: &mut Inference<'_>) -> Result<Vec<TypeId>, InferError> {
        let tparams = inference.tparams;
        let mut inferred = inference.unifier.inferred_types();
        for _ in 0..=tparams.len() {
            let known: Vec<TypeId> =
                tparams.iter().zip(&inferred).map(|(&p, t)| t.unwrap_or(p)).collect();
            for ty in inferred.iter_mut().flatten() {
                *ty = self.substitute(*ty, tparams, &known);
            }
        }
        let mut out = Vec::with_capacity(tparams.len());
        for (i, ty) in inferred.into_iter().enumerate() {
            match ty.filter(|&t| !self.mentions_params(tparams, t)) {
                Some(ty) => out.push(ty),
                None => {
                    let Type::TypeParam(p) = *self.types.get(tparams[i]) else { continue };
                    let param = self.types.param(p);
                    let position = self.position_text(param.pos);
                    let message = format!("cannot infer {} (declared at {position})", param.name);
                    return Err(InferError { pos: inference.pos, message });
                }
            }
        }
        Ok(out)
    }

    /// Reports whether any of `params` occurs in `ty`.
    fn mentions_params(&self, params: &[TypeId], ty: TypeId) -> bool {
        let list = |list: &[TypeId]| list.iter().any(|&t| self.mentions_params(params, t));
        match self.types.get(ty) {
            Type::Basic(_) => false,
            Type::TypeParam(_) => params.contains(&ty),
            Type::Named(id) => list(&self.types.named_type(*id).args),
            Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => {
                self.mentions_params(params, *e)
            }
            Type::Map(k, v) => self.mentions_params(params, *k) || self.mentions_params(params, *v),
            Type::Tuple(types) => list(types),
            Type::Struct(fields) => fields.iter().any(|f| self.mentions_params(params, f.ty)),
            Type::Signature(sig) => list(&sig.params) || list(&sig.results),
            Type::Interface(i) => {
                let terms = i.terms.iter().flatten();
                i.methods.iter().any(|m| self.mentions_params(params, m.sig))
                    || terms.map(|t| t.ty).any(|t| self.mentions_params(params, t))
            }
        }
    }
}
