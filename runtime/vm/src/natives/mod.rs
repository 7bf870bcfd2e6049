//! Natives that need the VM's own knowledge: of goroutines, types, stacks and timers.
//!
//! No package of the library owns this module: each package picks the list of natives that it declares.

mod callers;
mod display;
mod embed;
mod exec_trace;
mod finalizer;
mod os_signal;
mod poll;
mod pool;
mod reflect;
mod rtype;
mod runtime;
mod sync;
mod synctest;
mod testing;
mod time;
mod weak;

pub use display::natives as internal_display;
pub use embed::natives as internal_embed;
pub use os_signal::natives as os_signal;
pub use poll::natives as internal_poll;
pub use pool::natives as sync;
pub use reflect::natives as reflect;
pub use rtype::natives as internal_rtype;
pub use runtime::{debug_natives as runtime_debug, metrics_natives as metrics, natives as runtime};
pub use sync::natives as internal_rt;
pub use synctest::natives as internal_synctest;
pub use testing::natives as testing;
pub use time::natives as time;
pub use weak::natives as weak;

use crate::native::Native;
use crate::report::{leak_report, profile};

/// The natives of package `runtime/pprof`.
#[must_use]
pub fn pprof() -> Vec<Native> {
    let mut all = leak_report::natives();
    all.extend(profile::natives());
    all
}
