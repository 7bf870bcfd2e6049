//! Natives of the packages that only the library itself imports.

pub(crate) mod ordered;
pub(crate) mod rt;
pub(crate) mod rtype;
