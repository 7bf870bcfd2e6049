//! Processor-dependent code: a folder for each architecture, with the same functions in each.
//!
//! * [`Registers`]: the registers at the time of a signal that `access::position` needs.
//! * `touch`, `call_with_landing`, `call`, `preserving`: functions that are written in assembly, since they keep to a
//!   convention
//!   that Rust does not have, or must preserve registers.
//! * [`words`]: moves of values as whole words; [`word`] has those of one word.
//! * [`kernel`]: programs are linux/amd64 programs on every processor; where the kernel differs, its interface is
//!   translated.
//! * [`code`]: the steps before new machine code runs: `clean_caches` the written bytes, then `synchronise_cores` once.
//!
//! Nothing here knows the rest of the VM, so that all of it may use this module: contexts are type parameters, offsets
//! in them constants.

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

/// The signature of instruction handlers for a context `C`: see `interp::dispatch`.
pub(crate) type Handler<C> = unsafe extern "C-unwind" fn(*const Op, *mut u64, i64, &mut C);
