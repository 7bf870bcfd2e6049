//! Standard streams other than the process's: a sink for a program's output, and a source of its input.

use crate::host::SysResult;
use crate::host::system::SystemHost;
use std::sync::Arc;

/// Receives a program's standard output and error.
pub trait Output: Send + Sync {
    /// Calls write(2) on descriptor 1 or 2, which may block.
    ///
    /// # Errors
    /// Returns Linux's error number.
    fn write(&self, fd: i32, buf: &[u8]) -> SysResult<usize>;
    /// Reports whether writes never block.
    fn never_blocks(&self) -> bool {
        false
    }
}

/// Provides a program's standard input.
pub trait Input: Send + Sync {
    /// Calls read(2) on descriptor 0, which may block.
    ///
    /// # Errors
    /// Returns Linux's error number.
    fn read(&self, buf: &mut [u8]) -> SysResult<usize>;
}

impl SystemHost {
    /// Passes the program's standard output and error to `output`.
    #[must_use]
    pub fn with_output(mut self, output: Arc<dyn Output>) -> Self {
        self.output = Some(output);
        self
    }

    /// Makes the program read its standard input from `input`.
    #[must_use]
    pub fn with_input(mut self, input: Box<dyn Input>) -> Self {
        self.input = Some(input);
        self
    }
}
