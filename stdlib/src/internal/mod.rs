//! Natives of the packages that only the library itself imports.

pub(crate) mod rtype;
pub(crate) mod rt;
