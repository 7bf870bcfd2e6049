//! Desugaring: what the typed program does not have.
//!
//! `range_func` rewrites loops over functions to calls with a closure; `suspended_call` makes of the call of a `go` or
//! `defer` statement one without arguments; `wrapper` makes the functions that method expressions and promoted methods
//! stand for; `linked` gives bodies to functions that have theirs elsewhere. These run while bodies are checked, since
//! what they make depends on where it stands. `eval_order` runs over the finished program: it fixes the order of
//! evaluation that code generation may not change.

pub(crate) mod eval_order;
pub(crate) mod linked;
pub(crate) mod promote;
pub(crate) mod range_func;
pub(crate) mod suspended_call;
pub(crate) mod wrapper;
