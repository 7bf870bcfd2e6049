//! What natives write their results to: bytes on the Go heap.
//!
//! Here the memory that natives need meets the limit. A result grows where it will stay, so it is counted before it is
//! taken; where there is no memory the native is left, the collector gets its chance, and the native runs again. A
//! buffer of Rust's own would be counted too ([`Strict`](crate::Strict)), but without memory for it the process would
//! end at once.

use crate::native::NativeCx;
use crate::types::value::{GoSlice, GoStr};

/// Bytes that a native makes, for a new string or at the end of a `[]byte`.
///
/// What was written before a native is left is garbage, so a native writes before it changes anything that it shall not
/// do twice.
pub struct Output<'cx> {
    cx: &'cx mut NativeCx,
    bytes: GoSlice<u8>,
    start: usize,
}

impl std::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").field("len", &self.len()).finish()
    }
}

impl<'cx> Output<'cx> {
    /// Begins a new text with room for `room` bytes.
    pub fn new(cx: &'cx mut NativeCx, room: usize) -> Self {
        let bytes = if room == 0 { GoSlice::nil() } else { cx.make_bytes(0, room) };
        Self { cx, bytes, start: 0 }
    }

    /// Goes on behind the bytes that are in `dst`: in its own memory as far as there is room, as `append` does.
    pub fn onto(cx: &'cx mut NativeCx, dst: GoSlice<u8>) -> Self {
        Self { cx, bytes: dst, start: dst.len() }
    }

    /// How many bytes were written.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// Whether nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What was written, from the `from`th byte on.
    pub fn written(&mut self, from: usize) -> &mut [u8] {
        let from = self.start + from;
        &mut self.bytes[from..]
    }

    /// Makes room for `more` more bytes.
    pub fn reserve(&mut self, more: usize) {
        if more > self.bytes.cap() - self.bytes.len() {
            self.grow(more);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize) {
        let (len, cap) = (self.bytes.len(), self.bytes.cap());
        let needed = len.saturating_add(more);
        let room = needed.max(cap.saturating_mul(2)).max(16);
        let room = room.checked_next_multiple_of(8).unwrap_or(room);
        let mut grown = self.cx.make_bytes(len, room);
        grown.copy_from_slice(&self.bytes);
        self.bytes = grown;
    }

    /// The next `n` bytes, to be written.
    #[inline]
    fn next(&mut self, n: usize) -> &mut [u8] {
        self.reserve(n);
        let len = self.bytes.len();
        self.bytes = self.bytes.with_len(len + n);
        &mut self.bytes[len..]
    }

    /// Writes these bytes.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        self.next(bytes.len()).copy_from_slice(bytes);
    }

    /// Writes a byte `n` times.
    pub fn fill(&mut self, byte: u8, n: usize) {
        self.next(n).fill(byte);
    }

    /// All that was written, as a string.
    #[must_use]
    pub fn string(self) -> GoStr {
        assert!(self.start == 0, "the text is a new one");
        match self.bytes.len() {
            0 => GoStr::from_raw(std::ptr::null(), 0),
            len => GoStr::from_raw(self.bytes.ptr(), len),
        }
    }

    /// The whole `[]byte`.
    #[must_use]
    pub fn bytes(self) -> GoSlice<u8> {
        self.bytes
    }
}
