//! Calls that are generated in place.
//!
//! * [`expr`]: functions that are one expression which cannot panic: no frame is missed.
//! * [`body`]: functions with statements; the line table says which inlined call an instruction belongs to.
//! * [`static_closure`]: function values that are known where they are called; [`escape`] finds those that are only
//!   called.
//! * [`intrinsic`], [`atomic`]: library functions that are instructions.
//! * [`loop_constants`]: constants that loops keep in slots, those of inlined bodies included.

pub(crate) mod atomic;
mod body;
mod escape;
mod expr;
pub(crate) mod intrinsic;
mod loop_constants;
mod static_closure;
