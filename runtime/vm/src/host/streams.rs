//! Standard streams other than the process's: a sink for a program's output, and a source of its input.

use crate::host::SysResult;

/// Receives a program's standard output and error.
pub trait Output: Send + Sync {
    /// write(2) to descriptor 1 or 2. It may block.
    ///
    /// # Errors
    /// Linux's error number.
    fn write(&self, fd: i32, buf: &[u8]) -> SysResult<usize>;
    /// Reports whether writes never block.
    fn is_memory(&self) -> bool {
        false
    }
}

/// Provides a program's standard input.
pub trait Input: Send + Sync {
    /// read(2) from descriptor 0. It may block.
    ///
    /// # Errors
    /// Linux's error number.
    fn read(&self, buf: &mut [u8]) -> SysResult<usize>;
}
