//! The native tier: from a hot function to compiled code that the interpreter enters.
//!
//! Crate `minigo-jit` translates; [`crate::shared::tier`] decides what; here a function is handed over ([`compile`]) on
//! a thread of its own ([`thread`]), and what was compiled is kept for later runs ([`stored`]); a program that is built
//! is compiled [ahead]. How compiled code is entered and left, and what it calls, is the interpreter's
//! ([`crate::interp::compiled`]).

pub(crate) mod ahead;
pub(crate) mod compile;
pub(crate) mod layout;
pub(crate) mod listing;
pub(crate) mod stored;
pub(crate) mod thread;
