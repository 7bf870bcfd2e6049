//! Natives of the packages below hash.

pub(crate) mod adler32;
pub(crate) mod fnv;
