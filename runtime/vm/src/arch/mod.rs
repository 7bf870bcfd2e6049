//! What depends on the processor, the same functions for each kind: a folder of it has all of what is needed.
//!
//! * [`Registers`]: those that a signal has found, as far as `access::position` wants them.
//! * `touch`, `land`, `call`, `preserving`: functions that are written in assembly, since they keep to a convention
//!   that Rust does not have, or must leave registers alone.
//! * [`words`]: moves of values as whole words, as those of [`word`] are for one.
//! * [`kernel`]: programs are programs for linux/amd64 on every processor; what the kernel has otherwise is translated.
//! * [`code`]: what has to be done before new machine code runs: `clean` what was written, then `synchronise` once.
//!
//! Nothing here knows the rest of the VM, so that all of it may use this: contexts are type parameters, offsets in them
//! constants.

#[cfg(target_arch = "aarch64")]
mod aarch64;
pub(crate) mod word;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::*;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::*;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("minigo runs on x86-64 and on aarch64");

use minigo_bytecode::ops::Op;

/// What handlers of instructions look like for a context `C`: see `interp::driver`.
pub(crate) type Handler<C> = unsafe extern "C-unwind" fn(*const Op, *mut u64, i64, &mut C);
