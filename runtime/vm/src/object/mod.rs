//! Heap objects of kinds that the VM itself looks into.

pub(crate) mod chan;
pub(crate) mod map;
