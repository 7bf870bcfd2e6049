//! What depends on the processor.

mod x86_64;

pub(crate) use x86_64::prefetch;
pub use x86_64::publish;
