//! Natives that need what only the VM knows: goroutines, types, stacks, timers.
//!
//! A module of its own because they belong to no package of the library by themselves: each package picks the list it declares.

mod os_signal;
mod poll;
mod pool;
pub(crate) mod reflect;
mod rtype;
mod runtime;
mod sync;
pub(crate) mod time;
mod value;

pub(crate) use os_signal::Heard;
pub(crate) use pool::Pools;
pub(crate) use runtime::Settings;

pub use crate::weak::natives as weak;
pub use os_signal::natives as os_signal;
pub use poll::natives as internal_poll;
pub use pool::natives as sync;
pub use reflect::natives as reflect;
pub use rtype::natives as internal_rtype;
pub use runtime::{debug_natives as runtime_debug, natives as runtime};
pub use sync::natives as internal_rt;
pub use time::natives as time;

/// The natives of package `runtime/pprof`.
#[must_use]
pub fn pprof() -> Vec<crate::native::Native> {
    let mut all = crate::leak_report::natives();
    all.extend(crate::profile::natives());
    all
}
