//! The instructions of a function.

use crate::ops::Op;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

/// The instructions of a function: either as they were generated, or copied, at the first request, from the block in
/// which they run, so that a running program need not hold them twice.
#[derive(Clone, Default)]
pub struct Code {
    ops: OnceLock<Vec<Op>>,
    /// The block that contains the instructions, and the function's number there. `None`: `ops` are the only
    /// instructions.
    block: Option<(Arc<dyn ExecutableCode>, u32)>,
}

/// The instructions of many functions in the form in which they run.
pub trait ExecutableCode: Send + Sync {
    /// The instructions of a function as they were generated.
    fn code_of(&self, func: u32) -> Vec<Op>;
}

impl Code {
    /// Returns the code of a function of the block.
    #[must_use]
    pub fn in_block(block: Arc<dyn ExecutableCode>, func: u32) -> Self {
        Self { ops: OnceLock::new(), block: Some((block, func)) }
    }

    fn copy_from_block(&self) -> Vec<Op> {
        self.block.as_ref().map_or_else(Vec::new, |(block, func)| block.code_of(*func))
    }
}

impl From<Vec<Op>> for Code {
    fn from(ops: Vec<Op>) -> Self {
        Self { ops: OnceLock::from(ops), block: None }
    }
}

impl Deref for Code {
    type Target = Vec<Op>;

    fn deref(&self) -> &Vec<Op> {
        self.ops.get_or_init(|| self.copy_from_block())
    }
}

impl DerefMut for Code {
    fn deref_mut(&mut self) -> &mut Vec<Op> {
        if self.ops.get().is_none() {
            self.ops = OnceLock::from(self.copy_from_block());
        }
        self.ops.get_mut().expect("the instructions were taken just now")
    }
}

/// Shows the instructions; the block is not part of the function's value.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
