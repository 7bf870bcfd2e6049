//! The executable file that a program on the real operating system sees as its own: the file that started it, and that
//! it may start.

use crate::host::process::ProcessSpec;
use std::ffi::CStr;

/// A program's own executable file. The file need not exist before the program accesses it.
pub trait ProgramExecutable: Send + Sync {
    /// The file's absolute path.
    fn path(&self) -> &CStr;
    /// Creates the file if it does not exist.
    fn create(&self);
    /// The process to start when the program starts this file.
    fn spec_to_start(&self, spec: &ProcessSpec) -> Option<ProcessSpec>;
}
