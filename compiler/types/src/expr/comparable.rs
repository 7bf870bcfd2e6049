//! Comparability: the types that `==` compares, and the reasons why other types are not comparable.

use crate::checker::Checker;
use crate::ty::{Basic, Term, Type, TypeId};
use minigo_syntax::hash::HashSet;

/// The reason why a type is not comparable: a clause for messages, perhaps empty.
pub(crate) type IncomparableReason = String;

impl Checker<'_> {
    /// Checks that values of the type can be compared with `==`; all interfaces can.
    pub(crate) fn comparable_or_reason(&self, ty: TypeId) -> Result<(), IncomparableReason> {
        self.comparable_type(ty, true)
    }

    /// Checks that values of the type can be compared. Unless `dynamic`, interfaces must have comparable type sets.
    pub(crate) fn comparable_type(
        &self,
        ty: TypeId,
        dynamic: bool,
    ) -> Result<(), IncomparableReason> {
        self.comparable_inner(ty, dynamic, &mut HashSet::default())
    }

    pub(crate) fn comparable_inner(
        &self,
        ty: TypeId,
        dynamic: bool,
        seen: &mut HashSet<TypeId>,
    ) -> Result<(), IncomparableReason> {
        if !seen.insert(ty) {
            return Ok(());
        }
        match self.types.underlying_structure(ty) {
            Type::Basic(Basic::UntypedNil) => Err(String::new()),
            Type::Basic(_) | Type::Pointer(_) | Type::Chan(..) => Ok(()),
            Type::Struct(fields) => {
                let bad =
                    fields.iter().find(|f| self.comparable_inner(f.ty, dynamic, seen).is_err());
                bad.map_or(Ok(()), |f| {
                    let ty = self.type_string(f.ty);
                    Err(format!("struct containing {ty} cannot be compared"))
                })
            }
            Type::Array(elem, _) => self
                .comparable_inner(*elem, dynamic, seen)
                .map_err(|_| format!("{} cannot be compared", self.type_string(ty))),
            Type::Interface(_) if dynamic => Ok(()),
            Type::Interface(interface) => {
                self.check_comparable_terms(interface.comparable, interface.terms.as_deref(), seen)
            }
            Type::TypeParam(param) => {
                match self.types.underlying_structure(self.types.param(*param).constraint) {
                    Type::Interface(i) => {
                        self.check_comparable_terms(i.comparable, i.terms.as_deref(), seen)
                    }
                    _ => Err(String::new()),
                }
            }
            Type::Slice(_)
            | Type::Map(..)
            | Type::Signature(_)
            | Type::Tuple(_)
            | Type::Named(_) => Err(String::new()),
        }
    }

    pub(crate) fn check_comparable_terms(
        &self,
        comparable: bool,
        terms: Option<&[Term]>,
        seen: &mut HashSet<TypeId>,
    ) -> Result<(), IncomparableReason> {
        let mut all =
            |terms: &[Term]| terms.iter().all(|t| self.comparable_inner(t.ty, false, seen).is_ok());
        match terms {
            Some([]) => Err("empty type set".to_owned()),
            _ if comparable => Ok(()),
            Some(terms) if all(terms) => Ok(()),
            _ => Err("incomparable types in type set".to_owned()),
        }
    }
}
