//! Lowering: rewrites constructs that the typed program does not have.
//!
//! `range_func` rewrites range-over-func loops to calls with a closure; `go_defer` rewrites the call of a `go` or
//! `defer` statement to one without arguments; `wrapper` makes the functions for method expressions and promoted
//! methods; `linked_func` gives bodies to functions that are implemented elsewhere. The modules run during the check of
//! bodies, since their results depend on the context. `eval_order` runs over the finished program: it fixes the order
//! of evaluation, which code generation must keep.

pub(crate) mod eval_order;
pub(crate) mod go_defer;
pub(crate) mod linked_func;
pub(crate) mod promote_to_globals;
pub(crate) mod range_func;
pub(crate) mod wrapper;
