//! Standard streams that are not the process's: what takes a program's output, what gives it input.

use crate::host::SysResult;

/// What a program writes to standard output and error.
pub trait Output: Send + Sync {
    /// write(2) to descriptor 1 or 2. It may block.
    ///
    /// # Errors
    /// Linux's error number.
    fn write(&self, fd: i32, buf: &[u8]) -> SysResult<usize>;
    /// Whether it never blocks.
    fn is_memory(&self) -> bool {
        false
    }
}

/// What a program reads from standard input.
pub trait Input: Send + Sync {
    /// read(2) from descriptor 0. It may block.
    ///
    /// # Errors
    /// Linux's error number.
    fn read(&self, buf: &mut [u8]) -> SysResult<usize>;
}
