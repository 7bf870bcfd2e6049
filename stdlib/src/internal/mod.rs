//! Natives of the packages that only the library itself imports.

pub(crate) mod aes;
pub(crate) mod blocks;
pub(crate) mod crc;
pub(crate) mod ec;
pub(crate) mod ordered;
pub(crate) mod regex;
pub(crate) mod rt;
pub(crate) mod rtype;
pub(crate) mod words;
