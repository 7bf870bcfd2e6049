//! The file that a program of the real world has as its own: the one that it starts, and that started it.

use crate::host::process::ProcessSpec;
use std::ffi::CStr;

/// A program's own file. It need not be there before somebody looks at it.
pub trait OwnFile: Send + Sync {
    /// Its name, an absolute path.
    fn path(&self) -> &CStr;
    /// Makes it, if it is not there.
    fn make(&self);
    /// What is started in place of it, when the program starts it.
    fn start(&self, spec: &ProcessSpec) -> Option<ProcessSpec>;
}
