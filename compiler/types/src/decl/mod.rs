//! Package-level declarations and type expressions.

pub(crate) mod collect;
pub(crate) mod cycles;
pub(crate) mod deferred;
pub(crate) mod indexed;
pub(crate) mod init_order;
pub(crate) mod init_tasks;
pub(crate) mod interface;
pub(crate) mod named;
pub(crate) mod resolve;
pub(crate) mod typexpr;
pub(crate) mod universe;
