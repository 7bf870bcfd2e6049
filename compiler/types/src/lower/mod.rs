//! Desugaring.

pub(crate) mod eval_order;
pub(crate) mod range_func;
