//! The primitives from which the protocols are built, and utilities that are not specific to schedulers.
//!
//! * [`loom`]: atomics and locks by one import path, so that the models run the real code;
//! * [`busy_mutex`]: the mutex of channels, which several processors take all the time;
//! * [`thread_accounting`]: the account that pays for threads;
//! * `cache_padded`: a value alone on its cache line; `rng`: cheap random numbers.

pub mod busy_mutex;
pub mod loom;
pub mod thread_accounting;

pub(crate) mod cache_padded;
pub(crate) mod rng;
