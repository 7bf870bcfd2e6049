//! What natives work with. The interpreter itself lands next; this is its context's outline.

use crate::host::Host;
use crate::native::{Control, GoCall, GoError, Then};
use crate::types::Types;
use minigo_heap::{Cache, Desc};
use minigo_sched::Reason;
use std::sync::Arc;

/// Why the interpreter was left.
pub(crate) enum Exit {
    Error(GoError),
    Yield,
    ParkNative(Reason),
    Block(Box<dyn FnOnce() + Send>, Then),
    CallGo(Box<GoCall>),
    Goexit,
    Program(i32),
}

/// What a machine's goroutines share.
pub(crate) struct Shared {
    pub(crate) image: Image,
    pub(crate) host: Arc<dyn Host>,
}

/// A linked program.
pub(crate) struct Image {
    pub(crate) types: Types,
}

/// What instructions and natives work with during a slice of a goroutine.
pub struct Cx {
    pub(crate) m: Arc<Shared>,
    pub(crate) cache: Cache,
    pub(crate) retry: bool,
    pub(crate) exit: Option<Exit>,
}

impl Cx {
    pub(crate) fn shared(&self) -> &Shared {
        &self.m
    }

    /// `size` zeroed bytes.
    pub(crate) fn alloc(&mut self, size: usize, desc: Desc) -> *mut u8 {
        self.cache.alloc(size, desc).expect("there is memory")
    }

    /// Notes why the interpreter is left.
    pub(crate) fn leave_with(&mut self, exit: Exit) -> Control {
        self.exit = Some(exit);
        Control::Leave
    }
}
