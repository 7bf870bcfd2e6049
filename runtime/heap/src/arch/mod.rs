//! What depends on the processor, the same functions for each kind.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::prefetch;
#[cfg(target_arch = "aarch64")]
pub use aarch64::publish;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::prefetch;
#[cfg(target_arch = "x86_64")]
pub use x86_64::publish;
