//! Natives that need what only the VM knows: goroutines, types, stacks, timers.
//!
//! A module of its own because they belong to no package of the library by themselves: each package picks the list it declares.

pub(crate) mod reflect;
pub(crate) mod time;
