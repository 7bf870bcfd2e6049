//! Natives of the packages below compress.

pub(crate) mod flate;
