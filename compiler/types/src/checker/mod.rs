//! The state of a check.

pub(crate) mod context;
