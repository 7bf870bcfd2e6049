//! Inlining: calls that are generated in place.
//!
//! * [`expr`]: functions whose body is one expression that cannot panic, so that no traceback lacks a frame.
//! * [`body`]: functions with statements; the line table records the inlined call that an instruction belongs to.
//! * [`static_closure`]: function values that are known where they are called; [`escape`] finds variables that are only
//!   called.
//! * [`intrinsic`], [`atomic`]: library functions that are compiled to instructions.
//! * [`loop_constants`]: constants that loops keep in slots, those of inlined bodies included.

pub(crate) mod atomic;
mod body;
mod escape;
mod expr;
pub(crate) mod intrinsic;
mod loop_constants;
mod static_closure;
