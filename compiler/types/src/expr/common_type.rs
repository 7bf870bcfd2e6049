//! The underlying type that all types of a type set share.

use crate::checker::Checker;
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::ChanDir;

impl Checker<'_> {
    /// The underlying type of `ty`; for a type parameter the one that all its types share. Channels may differ in
    /// direction: the result has the more restricted direction.
    pub(crate) fn common_underlying_type(&self, ty: TypeId) -> Option<TypeId> {
        let Some(terms) = self.types.terms(ty) else { return Some(self.types.underlying(ty)) };
        self.common_underlying(terms?)
    }

    /// The type that all types of the type set share, or the reason why there is none. `refuse` is called first, with
    /// each of the types or, if there are no specific types, with `None`; it may return a reason of its own.
    pub(crate) fn common_underlying_or_reason(
        &self,
        ty: TypeId,
        refuse: impl Fn(Option<TypeId>) -> Option<String>,
    ) -> Result<TypeId, String> {
        let refuse = |ty| refuse(ty).map_or(Ok(()), Err);
        let Some(terms) = self.types.terms(ty) else {
            refuse(Some(ty))?;
            return Ok(self.types.underlying(ty));
        };
        let mut common: Option<(TypeId, TypeId)> = None;
        for term in terms.into_iter().flatten() {
            refuse(Some(term.ty))?;
            let under = self.types.underlying(term.ty);
            let Some((first, shared)) = common else {
                common = Some((term.ty, under));
                continue;
            };
            if shared == under {
                continue;
            }
            let (a, b) = (self.type_string(first), self.type_string(term.ty));
            match (self.types.get(shared), self.types.get(under)) {
                (Type::Chan(_, x), Type::Chan(_, y)) if x != y => {
                    return Err(format!("channels {a} and {b} have different element types"));
                }
                (Type::Chan(ChanDir::Both, _), Type::Chan(..)) => common = Some((term.ty, under)),
                (Type::Chan(..), Type::Chan(ChanDir::Both, _)) => {}
                (Type::Chan(..), Type::Chan(..)) => {
                    return Err(format!("channels {a} and {b} have conflicting directions"));
                }
                _ => return Err(format!("{a} and {b} have different underlying types")),
            }
        }
        match common {
            Some((_, under)) => Ok(under),
            None => {
                refuse(None)?;
                Err("no specific type".to_owned())
            }
        }
    }
}
