//! Predicates on types.

use crate::ty::{Basic, Term, Type, TypeId, Types};

impl Basic {
    /// Reports whether values of the type can be ordered with `<`.
    pub(crate) fn is_ordered(self) -> bool {
        self.is_integer() || self.is_float() || self.is_string()
    }

    /// Reports whether a constant can have the type.
    pub(crate) fn is_const_type(self) -> bool {
        self.is_boolean() || self.is_numeric() || self.is_string()
    }
}

impl Types {
    /// The underlying basic type of `ty`; `None` for other types and for type parameters.
    pub(crate) fn basic(&self, ty: TypeId) -> Option<Basic> {
        match self.underlying_structure(ty) {
            Type::Basic(basic) => Some(*basic),
            _ => None,
        }
    }

    /// Reports whether `ty` is not the invalid type.
    pub(crate) fn is_valid(&self, ty: TypeId) -> bool {
        ty != Basic::Invalid.id()
    }

    /// Reports whether the invalid type is a part of `ty` as written: an element, a parameter, a type argument.
    pub(crate) fn mentions_invalid(&self, ty: TypeId) -> bool {
        let any = |list: &[TypeId]| list.iter().any(|&t| self.mentions_invalid(t));
        match self.get(ty) {
            Type::Basic(basic) => *basic == Basic::Invalid,
            Type::TypeParam(_) => false,
            Type::Named(id) => any(&self.named_type(*id).args),
            Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => {
                self.mentions_invalid(*e)
            }
            Type::Map(k, v) => any(&[*k, *v]),
            Type::Tuple(types) => any(types),
            Type::Struct(fields) => fields.iter().any(|f| self.mentions_invalid(f.ty)),
            Type::Signature(sig) => any(&sig.params) || any(&sig.results),
            Type::Interface(interface) => {
                let mut terms = interface.terms.iter().flatten();
                interface.methods.iter().any(|m| self.mentions_invalid(m.sig))
                    || terms.any(|t| self.mentions_invalid(t.ty))
            }
        }
    }

    /// Reports whether `ty` is an untyped type.
    pub(crate) fn is_untyped(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Basic(b) if b.is_untyped())
    }

    /// Reports whether `ty` is a type parameter.
    pub(crate) fn is_type_param(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::TypeParam(_))
    }

    /// Reports whether `ty` has a name: whether it is predeclared, defined, or a type parameter.
    pub(crate) fn has_name(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Basic(_) | Type::Named(_) | Type::TypeParam(_))
    }

    /// Reports whether `ty` is an interface type and not a type parameter.
    pub(crate) fn is_interface(&self, ty: TypeId) -> bool {
        matches!(self.underlying_structure(ty), Type::Interface(_))
    }

    /// Reports whether the underlying type of `ty` is a basic type with the property. False for type parameters.
    pub(crate) fn is_basic(&self, ty: TypeId, property: fn(Basic) -> bool) -> bool {
        self.basic(ty).is_some_and(property)
    }

    /// Reports whether `ty` has a basic underlying type with the property, or is a type parameter whose whole type set
    /// consists of such types.
    pub(crate) fn is_all_basic(&self, ty: TypeId, property: fn(Basic) -> bool) -> bool {
        match self.terms(ty) {
            Some(Some(terms)) => {
                !terms.is_empty() && terms.iter().all(|t| self.is_basic(t.ty, property))
            }
            Some(None) => false,
            None => self.is_basic(ty, property),
        }
    }

    /// The terms of a type parameter, `Some(None)` if its type set is not restricted to specific types. `None` for
    /// other types.
    pub(crate) fn terms(&self, ty: TypeId) -> Option<Option<&[Term]>> {
        let Type::TypeParam(param) = self.get(ty) else { return None };
        match self.underlying_structure(self.param(*param).constraint) {
            Type::Interface(interface) => Some(interface.terms.as_deref()),
            _ => Some(None),
        }
    }

    /// Reports whether the underlying type is an integer type.
    pub(crate) fn is_integer(&self, ty: TypeId) -> bool {
        self.is_basic(ty, Basic::is_integer)
    }

    /// Reports whether values of the type can be nil.
    pub(crate) fn has_nil(&self, ty: TypeId) -> bool {
        match self.underlying_structure(ty) {
            Type::Basic(basic) => matches!(basic, Basic::UnsafePointer | Basic::UntypedNil),
            Type::Slice(_)
            | Type::Pointer(_)
            | Type::Signature(_)
            | Type::Map(..)
            | Type::Chan(..)
            | Type::Interface(_) => true,
            Type::TypeParam(_) => match self.terms(ty) {
                Some(Some(terms)) => !terms.is_empty() && terms.iter().all(|t| self.has_nil(t.ty)),
                _ => false,
            },
            _ => false,
        }
    }

    /// The default type of an untyped type; any other type itself.
    pub(crate) fn default_type(&self, ty: TypeId) -> TypeId {
        match self.get(ty) {
            Type::Basic(Basic::UntypedBool) => Basic::Bool.id(),
            Type::Basic(Basic::UntypedInt) => Basic::Int.id(),
            Type::Basic(Basic::UntypedRune) => Basic::Int32.id(),
            Type::Basic(Basic::UntypedFloat) => Basic::Float64.id(),
            Type::Basic(Basic::UntypedComplex) => Basic::Complex128.id(),
            Type::Basic(Basic::UntypedString) => Basic::String.id(),
            _ => ty,
        }
    }
}
