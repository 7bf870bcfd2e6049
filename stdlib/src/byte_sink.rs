//! The destinations of formatted text: a result on the Go heap, or a count of its bytes.
//!
//! The functions that format and quote are pure, and must not allocate buffers of their own for texts of any length.

use minigo_vm::native::Output;

/// A destination of bytes, which it receives one after the other.
pub(crate) trait ByteSink {
    /// Appends `bytes`.
    fn put(&mut self, bytes: &[u8]);

    /// Appends `byte` `n` times.
    fn fill(&mut self, byte: u8, n: usize);
}

impl ByteSink for Output<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        Output::append(self, bytes);
    }

    fn fill(&mut self, byte: u8, n: usize) {
        Output::fill(self, byte, n);
    }
}

/// A destination for texts that are known to be short, and for tests.
impl ByteSink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn fill(&mut self, byte: u8, n: usize) {
        self.resize(self.len() + n, byte);
    }
}

/// Counts the bytes that would be written.
#[derive(Default)]
pub(crate) struct ByteCount(pub(crate) usize);

impl ByteSink for ByteCount {
    fn put(&mut self, bytes: &[u8]) {
        self.0 = self.0.saturating_add(bytes.len());
    }

    fn fill(&mut self, _: u8, n: usize) {
        self.0 = self.0.saturating_add(n);
    }
}
