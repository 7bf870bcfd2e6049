//! Substitution of type parameters.

use crate::checker::Checker;
use crate::ty::{Field, Interface, Method, Signature, Term, Type, TypeId};
use minigo_syntax::source::Pos;

impl Checker<'_> {
    /// Replaces `params` by `args` in `ty`.
    pub(crate) fn substitute(&mut self, ty: TypeId, params: &[TypeId], args: &[TypeId]) -> TypeId {
        if params == args || !self.mentions_param(ty) {
            return ty;
        }
        let s = |checker: &mut Self, ty| checker.substitute(ty, params, args);
        let new = match self.types.get(ty).clone() {
            Type::TypeParam(_) => {
                let at = params.iter().position(|&p| p == ty);
                return at.and_then(|i| args.get(i)).copied().unwrap_or(ty);
            }
            Type::Named(id) => {
                let Some(generic) = self.named_info(id).generic else { return ty };
                let old = self.types.named_type(id).args.clone();
                let new: Vec<_> = old.iter().map(|&a| s(self, a)).collect();
                return self.instantiate_type(generic, &new, Pos::NONE);
            }
            Type::Pointer(e) => Type::Pointer(s(self, e)),
            Type::Slice(e) => Type::Slice(s(self, e)),
            Type::Array(e, n) => Type::Array(s(self, e), n),
            Type::Map(k, v) => Type::Map(s(self, k), s(self, v)),
            Type::Chan(dir, e) => Type::Chan(dir, s(self, e)),
            Type::Tuple(list) => Type::Tuple(list.iter().map(|&t| s(self, t)).collect()),
            Type::Struct(fields) => {
                let field = |f: &Field| Field { ty: s(self, f.ty), ..f.clone() };
                Type::Struct(fields.iter().map(field).collect())
            }
            Type::Signature(sig) => Type::Signature(Signature {
                params: sig.params.iter().map(|&t| s(self, t)).collect(),
                results: sig.results.iter().map(|&t| s(self, t)).collect(),
                variadic: sig.variadic,
            }),
            Type::Interface(interface) => {
                let methods = interface.methods.iter();
                let methods =
                    methods.map(|m| Method { sig: s(self, m.sig), ..m.clone() }).collect();
                let terms = interface.terms.map(|terms| {
                    let term = |t: &Term| Term { ty: s(self, t.ty), ..t.clone() };
                    terms.iter().map(term).collect()
                });
                Type::Interface(Interface { methods, terms, comparable: interface.comparable })
            }
            Type::Basic(_) => return ty,
        };
        self.types.intern(new)
    }

    /// Reports whether a type parameter occurs in `ty`.
    pub(crate) fn mentions_param(&self, ty: TypeId) -> bool {
        let list = |list: &[TypeId]| list.iter().any(|&t| self.mentions_param(t));
        match self.types.get(ty) {
            Type::Basic(_) => false,
            Type::TypeParam(_) => true,
            Type::Named(id) => {
                let named = self.types.named_type(*id);
                list(&named.args) || list(named.implicit_args())
            }
            Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => {
                self.mentions_param(*e)
            }
            Type::Map(k, v) => self.mentions_param(*k) || self.mentions_param(*v),
            Type::Tuple(types) => list(types),
            Type::Struct(fields) => fields.iter().any(|f| self.mentions_param(f.ty)),
            Type::Signature(sig) => list(&sig.params) || list(&sig.results),
            Type::Interface(interface) => {
                let terms = interface.terms.iter().flatten();
                interface.methods.iter().any(|m| self.mentions_param(m.sig))
                    || terms.map(|t| t.ty).any(|t| self.mentions_param(t))
            }
        }
    }
}
