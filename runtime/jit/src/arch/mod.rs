//! What depends on the processor: how calls are linked.

mod x86_64;

pub(crate) use x86_64::*;
