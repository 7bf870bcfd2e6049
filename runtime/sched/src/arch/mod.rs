//! What depends on the processor: its counter of time.

mod x86_64;

pub(crate) use x86_64::*;
