//! The native tier: from a hot function to compiled code that the interpreter enters.
//!
//! Crate `minigo-jit` translates; [`crate::shared::tier`] chooses the functions; this module compiles them on a
//! dedicated thread ([`compile`]), stores compiled code for later runs ([`stored_code`]), and compiles
//! [ahead](ahead_of_time) when a program is built. The interpreter ([`crate::interp::compiled`]) defines how compiled
//! code is entered and left, and the functions that compiled code calls.

pub(crate) mod ahead_of_time;
pub(crate) mod compile;
pub(crate) mod layout;
pub(crate) mod listing;
pub(crate) mod stored_code;
