//! Predicates of types.

use crate::ty::{Basic, Term, Type, TypeId, Types};

impl Basic {
    /// What `<` takes.
    pub(crate) fn is_ordered(self) -> bool {
        self.is_integer() || self.is_float() || self.is_string()
    }

    /// What constants may have as type.
    pub(crate) fn is_const_type(self) -> bool {
        self.is_boolean() || self.is_numeric() || self.is_string()
    }
}

impl Types {
    /// The basic type below `ty`, if it is one. A type parameter is none.
    pub(crate) fn basic(&self, ty: TypeId) -> Option<Basic> {
        match self.under(ty) {
            Type::Basic(basic) => Some(*basic),
            _ => None,
        }
    }

    /// Whether `ty` is not the type of something in error.
    pub(crate) fn is_valid(&self, ty: TypeId) -> bool {
        ty != Basic::Invalid.id()
    }

    /// Whether the type of something in error is a part of `ty` as it is written: an element, a parameter, an argument.
    pub(crate) fn mentions_invalid(&self, ty: TypeId) -> bool {
        let any = |list: &[TypeId]| list.iter().any(|&t| self.mentions_invalid(t));
        match self.get(ty) {
            Type::Basic(basic) => *basic == Basic::Invalid,
            Type::TypeParam(_) => false,
            Type::Named(id) => any(&self.named(*id).args),
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

    /// Whether `ty` is an untyped type.
    pub(crate) fn is_untyped(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Basic(b) if b.is_untyped())
    }

    /// Whether `ty` is a type parameter.
    pub(crate) fn is_type_param(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::TypeParam(_))
    }

    /// Whether `ty` has a name: predeclared, defined, or a type parameter.
    pub(crate) fn has_name(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Basic(_) | Type::Named(_) | Type::TypeParam(_))
    }

    /// Whether `ty` is an interface type, not a type parameter.
    pub(crate) fn is_interface(&self, ty: TypeId) -> bool {
        matches!(self.under(ty), Type::Interface(_))
    }

    /// Whether `ty` is a basic type with the property; no type parameter is.
    pub(crate) fn is_basic(&self, ty: TypeId, property: fn(Basic) -> bool) -> bool {
        self.basic(ty).is_some_and(property)
    }

    /// Whether `ty` is a basic type with the property, or a type parameter all of whose types are.
    pub(crate) fn all_basic(&self, ty: TypeId, property: fn(Basic) -> bool) -> bool {
        match self.terms(ty) {
            Some(Some(terms)) => {
                !terms.is_empty() && terms.iter().all(|t| self.is_basic(t.ty, property))
            }
            Some(None) => false,
            None => self.is_basic(ty, property),
        }
    }

    /// Of a type parameter: its terms, `Some(None)` when it has no specific ones. `None` for other types.
    pub(crate) fn terms(&self, ty: TypeId) -> Option<Option<&[Term]>> {
        let Type::TypeParam(param) = self.get(ty) else { return None };
        match self.under(self.param(*param).constraint) {
            Type::Interface(interface) => Some(interface.terms.as_deref()),
            _ => Some(None),
        }
    }

    /// The integers.
    pub(crate) fn is_integer(&self, ty: TypeId) -> bool {
        self.is_basic(ty, Basic::is_integer)
    }

    /// Whether values of the type can be nil.
    pub(crate) fn has_nil(&self, ty: TypeId) -> bool {
        match self.under(ty) {
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

    /// The type that an untyped operand gets by itself; other types stay.
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
