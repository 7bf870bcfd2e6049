//! Fields and methods through embedding.

use crate::check::Checker;
use crate::program::{FuncId, PkgId};
use crate::ty::TypeId;
use minigo_syntax::ast::Name;

/// What `x.name` denotes.
#[derive(Clone, Debug)]
pub(crate) enum Member {
    /// A field: the path walks through embedded fields and ends with the field itself.
    Field {
        /// Field indexes; pointers on the way are dereferenced.
        path: Vec<u32>,
        /// The field's type.
        ty: TypeId,
        /// Whether a pointer was dereferenced on the way (the receiver itself included).
        indirect: bool,
    },
    /// A declared method of a defined type.
    Method {
        /// The embedded fields to walk first.
        path: Vec<u32>,
        /// The method.
        func: FuncId,
        /// Whether its receiver is a pointer.
        pointer_recv: bool,
        /// Its type without receiver.
        sig: TypeId,
        /// Whether a pointer was dereferenced on the way (the receiver itself included).
        indirect: bool,
    },
    /// A method of an interface.
    InterfaceMethod {
        /// The embedded fields to walk first.
        path: Vec<u32>,
        /// Its index in the interface's sorted list of methods.
        index: u32,
        /// Its type.
        sig: TypeId,
    },
    /// Several at the same depth.
    Ambiguous,
    /// None. `why` is the clause in parentheses or after the comma that gc appends, complete with its separator;
    /// empty when there is nothing to say.
    NotFound,
}

impl Checker<'_> {
    /// What `x.name` denotes for an `x` of type `ty`, seen from package `pkg`.
    pub(crate) fn lookup_member(&mut self, _ty: TypeId, _name: &str, _pkg: PkgId) -> Member {
        Member::NotFound
    }

    /// The message of gc for a selector `expr.name` that denotes nothing: `x.foo undefined (…)`.
    pub(crate) fn lookup_error(&mut self, ty: TypeId, expr: &str, name: &str, pkg: PkgId) -> String {
        let ty = self.type_string(ty);
        let _ = pkg;
        format!("{expr}.{name} undefined (type {ty} has no field or method {name})")
    }
}

/// A method that a type lacks to implement an interface.
#[derive(Clone, Debug)]
pub(crate) struct MissingMethod {
    /// Its name.
    pub name: Name,
    /// Whether there is one with another signature or a pointer receiver.
    pub wrong_type: bool,
    /// The cause in gc's wording: `(missing method M)`, perhaps with lines that compare signatures.
    pub cause: String,
}

impl Checker<'_> {
    /// The first method of the interface `iface` that `ty` lacks. Unless `is_static`, an interface `ty` only must not
    /// have a method with the same name and another signature (type assertions).
    pub(crate) fn missing_method(
        &mut self,
        _ty: TypeId,
        _iface: TypeId,
        _is_static: bool,
    ) -> Option<MissingMethod> {
        None
    }

    /// Whether `ty` implements the interface `iface`; with `constraint`, whether it satisfies it. The error is the cause
    /// in gc's wording: `T does not implement I (missing method M)`.
    pub(crate) fn implements(
        &mut self,
        _ty: TypeId,
        _iface: TypeId,
        _constraint: bool,
    ) -> Result<(), String> {
        Ok(())
    }
}
