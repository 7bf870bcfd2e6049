//! What the protocols are built from, and what is no scheduler's alone.
//!
//! * [`loom`]: atomics and locks by one import path, so that the models run the real code;
//! * [`busy_mutex`]: the mutex of channels, which several processors take all the time;
//! * [`employer`]: who pays for threads;
//! * `cache_padded`: a value alone on its cache line; `rng`: cheap random numbers.

pub mod busy_mutex;
pub mod employer;
pub mod loom;

pub(crate) mod cache_padded;
pub(crate) mod rng;
