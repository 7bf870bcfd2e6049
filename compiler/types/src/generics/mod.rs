//! Type parameters, inference and instances.
//!
//! `declare` checks a generic declaration once with its type parameters as opaque types. `instance` and `method` make
//! instances: of types by substitution (`subst`), of functions by checking the declaration again with the names of the
//! type parameters denoting the type arguments, so that code generation never sees a type parameter. `call` determines
//! the type arguments of a call, with `infer` and `unify` (the algorithms of the spec's section on type inference).
//! `mono` rejects programs that would need infinitely many instances.

pub(crate) mod call;
pub(crate) mod declare;
pub(crate) mod infer;
pub(crate) mod instance;
pub(crate) mod method;
pub(crate) mod mono;
pub(crate) mod subst;
pub(crate) mod unify;
