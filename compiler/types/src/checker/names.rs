//! The names of types, objects and packages in messages.

use crate::checker::Checker;
use crate::checker::generic::ReceiverNames;
use crate::checker::package::DeclKind;
use crate::ids::{PkgId, VarId};
use crate::scope::object::{GenericId, ObjId, ObjectKind};
use crate::ty::print::Qualifier;
use crate::ty::{Type, TypeId};

impl Checker<'_> {
    /// The text of a type in messages about the current package. Inside a method, type parameters have the names that
    /// the receiver gives them.
    pub(crate) fn type_string(&self, ty: TypeId) -> String {
        let names = self.receiver_names();
        let names = names.as_ref().map_or(&[][..], |names| names);
        self.types.display_as(ty, Qualifier::Relative(self.context.pkg), names)
    }

    /// The names that the receiver of the current method gives to the type parameters of its type.
    pub(crate) fn receiver_names(&self) -> Option<ReceiverNames> {
        let mut at = Some(self.context.scope).filter(|_| !self.generics.receivers.is_empty());
        while let Some(id) = at {
            if let Some(names) = self.generics.receivers.get(&id) {
                return Some(names.clone());
            }
            at = self.scope(id).parent;
        }
        None
    }

    /// The name of a package-level object in messages about the current package.
    pub(crate) fn qualified_name(&self, pkg: Option<PkgId>, name: &str) -> String {
        match pkg {
            Some(pkg) if pkg != self.context.pkg => {
                format!("{}.{name}", self.types.packages[pkg.0 as usize].name)
            }
            _ => name.to_owned(),
        }
    }
}

impl<'a> Checker<'a> {
    /// The text of a generic declaration in messages: `T[P any]`.
    pub(crate) fn generic_string(&self, id: GenericId) -> String {
        let generic = self.generic(id);
        let object = self.object(generic.obj);
        format!("{}{}", self.qualified_name(object.pkg, &object.name), self.params_string(id))
    }

    /// The text of a type parameter list in messages: `[P any]`.
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

    /// The kind of an object in messages.
    pub(crate) fn object_kind(&self, obj: ObjId) -> &'static str {
        match &self.object(obj).kind {
            ObjectKind::Package(_) => "package name",
            ObjectKind::Const { .. } | ObjectKind::Iota => "constant",
            ObjectKind::TypeName(_) | ObjectKind::GenericType(_) => "type",
            ObjectKind::Var(var) => self.var_kind(*var),
            ObjectKind::Global(_) => "package-level variable",
            ObjectKind::Func(_) | ObjectKind::GenericFunc(_) => "function",
            ObjectKind::Builtin(_) => "built-in function",
            ObjectKind::Nil => "nil",
            ObjectKind::Unresolved => match self.decl_of(obj).map(|d| &d.kind) {
                Some(DeclKind::Const { .. }) => "constant",
                Some(DeclKind::Var { .. }) => "package-level variable",
                Some(DeclKind::Func(_)) => "function",
                _ => "type",
            },
            ObjectKind::Bad => "variable",
        }
    }

    /// The kind of a local variable in messages.
    pub(crate) fn var_kind(&self, var: VarId) -> &'static str {
        let func = &self.funcs[self.vars[var.0 as usize].owner.0 as usize];
        if func.recv == Some(var) {
            "receiver"
        } else if func.params.contains(&var) {
            "parameter"
        } else if func.results.contains(&var) {
            "result variable"
        } else {
            "local variable"
        }
    }
}
