//! Generic types and functions.

pub(crate) mod call;
pub(crate) mod declare;
pub(crate) mod infer;
pub(crate) mod method;
pub(crate) mod mono;
pub(crate) mod subst;
pub(crate) mod unify;
