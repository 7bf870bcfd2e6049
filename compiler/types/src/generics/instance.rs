//! Instances of generic types and functions.

use crate::checker::Checker;
use crate::checker::context::Context;
use crate::checker::deferred_checks::{DeferredCheck, InstanceCheck};
use crate::checker::named::{NamedInfo, TypeResolutionStage, UNRESOLVED};
use crate::checker::package::DeclKind;
use crate::ids::FuncId;
use crate::scope::object::{GenericId, ObjId};
use crate::ty::{DeclaredMethod, INVALID, Named, NamedId, Type, TypeId};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::Pos;
use minigo_syntax::{ast, expr_text};

impl<'a> Checker<'a> {
    /// Checks `x[args]` as a type.
    pub(crate) fn instantiated_type(&mut self, x: &ast::Expr, list: &[ast::Expr]) -> TypeId {
        self.require_language(18, x.pos, "type instantiation");
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
            self.error_span(Code::WrongTypeArgCount, x.span(), message);
            return INVALID;
        }
        let ty = self.instantiate_type(generic, &args, x.pos);
        let at: Vec<Pos> = list.iter().map(|e| e.pos).collect();
        if !self.context.suppresses_errors {
            let params = self.generic_params(generic);
            let written: Vec<Pos> = list.iter().map(|e| self.type_pos(e)).collect();
            self.note_instance(&params, &args, &written, x.pos);
        }
        let check = InstanceCheck {
            pkg: self.context.pkg,
            generic,
            args,
            argument_positions: at,
            pos: x.pos,
        };
        self.resolving.deferred_checks.push(DeferredCheck::Instance(Box::new(check)));
        ty
    }

    /// The generic type that `x` denotes.
    pub(crate) fn generic_type(&mut self, x: &ast::Expr, list: &[ast::Expr]) -> Option<GenericId> {
        match self.type_ref(x) {
            // gc does not count an alias that is in error as generic.
            crate::decl::typexpr::TypeRef::Generic(generic)
                if self.generic(generic).is_alias && self.generic(generic).rhs == Some(INVALID) =>
            {
                let shown = self.generic_string(generic);
                let message = format!("cannot use generic type {shown} without instantiation");
                self.error_span(Code::WrongTypeArgCount, x.span(), message);
                None
            }
            crate::decl::typexpr::TypeRef::Generic(generic) => Some(generic),
            crate::decl::typexpr::TypeRef::Type(ty) if self.types.is_valid(ty) => {
                let ty = self.type_string(ty);
                let args: Vec<_> = list.iter().map(expr_text).collect();
                let shown = format!("{}[{}]", expr_text(x), args.join(", "));
                let message = format!("invalid operation: {shown} ({ty} is not a generic type)");
                self.error_span(Code::NotAGenericType, x.span(), message);
                None
            }
            _ => None,
        }
    }

    /// The instance of a generic type, made on first use.
    pub(crate) fn instantiate_type(&mut self, id: GenericId, args: &[TypeId], pos: Pos) -> TypeId {
        if let Some(&ty) = self.generic(id).instances.get(args) {
            return ty;
        }
        let (name, at) = (self.generic(id).name.clone(), self.generic(id).pos);
        if self.generic(id).is_alias {
            let Some(rhs) = self.generic(id).rhs else { return INVALID };
            let params = self.generic_params(id);
            return self.substitute(rhs, &params, args);
        }
        if self.is_instantiation_endless(id, args) {
            self.mark_endless_instances(id);
            return INVALID;
        }
        // The number of instances can grow exponentially. After the deadline the check returns no program, so any type
        // is good enough.
        if self.deadline.is_over() {
            return INVALID;
        }
        let obj = self.generic(id).obj;
        let methods = self.generic(id).methods.clone();
        let declared = methods.iter().map(|&(method, pointer)| {
            let object = self.object(method);
            let (name, pos) = (object.name.clone(), object.pos);
            let pkg = object.pkg.expect("methods have a package");
            DeclaredMethod {
                name,
                pkg,
                has_pointer_receiver: pointer,
                sig: INVALID,
                func: UNRESOLVED,
                pos,
            }
        });
        let named = Named {
            name,
            pkg: Some(self.generic(id).pkg),
            pos: if pos.is_known() { pos } else { at },
            underlying: INVALID,
            methods: declared.collect(),
            args: args.into(),
            local_type: self.generic(id).local_type.clone(),
        };
        let info = NamedInfo {
            methods: methods.into_iter().map(|(m, _)| m).collect(),
            ..NamedInfo::of_declaration(obj, Some(id))
        };
        let (named, ty) = self.new_named(named, info);
        self.generic_mut(id).instances.insert(args.into(), ty);
        self.resolving.incomplete_types.push(named);
        ty
    }

    /// Records that a generic declaration is instantiated without end.
    pub(crate) fn mark_endless_instances(&mut self, id: GenericId) {
        self.generic_mut(id).has_endless_instances = true;
    }

    /// Reports declarations whose instances have not been made, unless a reported error explains that.
    pub(crate) fn report_endless_instances(&mut self) {
        if self.diags.has_errors() {
            return;
        }
        let Some(generic) = self.generics.generics.iter().find(|g| g.has_endless_instances) else {
            return;
        };
        let (pos, name) = (generic.pos, generic.name.clone());
        let message = if self.generics.instantiation_limits.has_endless_instances {
            format!("instantiation cycle: {name} is instantiated without end")
        } else {
            format!("type arguments of {name} are too large")
        };
        self.error(Code::InvalidInstanceCycle, pos, message);
    }

    /// Sets the underlying type of an instance.
    pub(crate) fn expand_instance(&mut self, named: NamedId, id: GenericId) {
        self.complete_generic(id);
        let Some(rhs) = self.generic(id).rhs else {
            self.generic_mut(id).waiting_instances.push(named);
            return;
        };
        self.named_info_mut(named).stage = TypeResolutionStage::Completing;
        let params = self.generic_params(id);
        let args = self.types.named_type(named).args.clone();
        let rhs = self.substitute(self.types.underlying(rhs), &params, &args);
        self.complete_type(rhs);
        self.set_underlying(named, rhs);
    }

    /// The instance of a generic function.
    pub(crate) fn instantiate_func(&mut self, id: GenericId, args: &[TypeId]) -> FuncId {
        if let Some((recv, method)) = self.generic(id).method_expr {
            let func = self.instantiate_func(method, args);
            return self.method_expr_instance(recv, id, func);
        }
        if self.is_instantiation_endless(id, args) {
            self.mark_endless_instances(id);
            return self.generic(id).body_checking_func.unwrap_or(FuncId(0));
        }
        let generic = self.generic(id);
        if *generic.params == *args
            && let Some(opaque) = generic.body_checking_func
        {
            return opaque;
        }
        let args = [&*generic.recv_args, args].concat();
        self.func_instance(generic.obj, &args)
    }

    /// The instance of a generic function or of a method of a generic type, made on first use.
    pub(crate) fn func_instance(&mut self, obj: ObjId, args: &[TypeId]) -> FuncId {
        let key = (obj, Box::from(args));
        if let Some(&func) = self.generics.func_instances.get(&key) {
            return func;
        }
        let decl = self.decl_of(obj).cloned().expect("a generic declaration belongs to a package");
        let DeclKind::Func(source) = decl.kind else { unreachable!("only functions have bodies") };
        let mark = self.resolving.incomplete_types.len();
        self.resolving.depth += 1;
        let outer = std::mem::replace(&mut self.context, Context::of_decl(&decl));
        self.context.suppresses_errors = true;
        let name = self.func_name(obj, source);
        let func = self.new_func(name, decl.pkg, source.pos, source.end);
        self.generics.func_instances.insert(key, func);
        let generic = match self.receiver_generic(source) {
            Some(id) => id,
            None => GenericId(0),
        };
        self.declare_instance_scope(source, generic, args);
        self.func_info(obj, source, func, args.into());
        self.context = outer;
        self.resolving.depth -= 1;
        self.complete_mentioned_types(mark);
        func
    }

    /// Checks that type arguments satisfy their constraints.
    pub(crate) fn check_instance(&mut self, check: &InstanceCheck) {
        if let Some((index, cause)) = self.unsatisfied_constraint(check.generic, &check.args) {
            let pos = check.argument_positions.get(index).copied().unwrap_or(check.pos);
            self.error(Code::InvalidTypeArg, pos, cause);
        }
    }

    /// The index of the first type argument that does not satisfy its constraint, and the reason.
    pub(crate) fn unsatisfied_constraint(
        &mut self,
        id: GenericId,
        args: &[TypeId],
    ) -> Option<(usize, String)> {
        let params = self.generic_params(id);
        for (index, &param) in params.iter().enumerate() {
            let Type::TypeParam(p) = *self.types.get(param) else { continue };
            let bound = self.types.param(p).constraint;
            let bound = self.substitute(bound, &params, args);
            self.complete_type(bound);
            if let Err(cause) = self.implements(args[index], bound, true) {
                return Some((index, cause));
            }
        }
        None
    }
}
