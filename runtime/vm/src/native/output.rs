//! Outputs of natives: bytes on the Go heap.
//!
//! [`Output`] checks the memory that natives need against the limit. A result grows in its final place, so its memory
//! is counted before it is allocated; without memory the native is left, the collector runs, and the native is called
//! again. A buffer in Rust's memory would be counted too ([`MemoryLimitAllocator`](crate::MemoryLimitAllocator)), but
//! without memory for it the process would end at once.

use crate::goroutine::out_of_memory::{UnwindReason, unwind_slice};
use crate::memory::words::store;
use crate::native::NativeCx;
use crate::native::work_parts::WORK_PART_BYTES;
use crate::types::DESC_ANY;
use crate::types::value::{GoSlice, GoStr};

/// Bytes that a native produces, for a new string or appended to a `[]byte`.
///
/// The bytes written before a native is left become garbage, so a native writes before any change that it must not make
/// twice.
pub struct Output<'cx> {
    cx: &'cx mut NativeCx,
    bytes: GoSlice<u8>,
    original_len: usize,
    /// Whether the native can be left while the output grows: it has made no change yet that it must not make twice.
    can_repeat_native: bool,
}

/// The state of copying the bytes of a long output to larger memory.
struct OutputGrowth {
    old_memory: u64,
    new_memory: u64,
    capacity: usize,
    bytes_done: usize,
}

impl std::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").field("len", &self.len()).finish()
    }
}

/// The state of an [`Output`] between two parts of a native's work.
#[derive(Clone, Copy, Debug)]
pub struct PausedOutput {
    bytes: GoSlice<u8>,
    original_len: usize,
}

impl PausedOutput {
    /// An empty new text with room for `room` bytes.
    pub fn new(cx: &mut NativeCx, room: usize) -> Self {
        Output::new(cx, room).pause_writing()
    }

    /// The object that holds the bytes.
    #[must_use]
    pub fn root(&self) -> *const u8 {
        self.bytes.ptr()
    }

    /// Continues the output.
    pub fn resume_writing(self, cx: &mut NativeCx) -> Output<'_> {
        Output { cx, bytes: self.bytes, original_len: self.original_len, can_repeat_native: false }
    }
}

/// A list of strings that a native fills one by one.
#[derive(Clone, Copy, Debug)]
pub struct StringList {
    strings: GoSlice<GoStr>,
    string_count: usize,
}

impl StringList {
    /// An empty list with room for `len` strings.
    pub fn new(cx: &mut NativeCx, len: usize) -> Self {
        let bytes = len.saturating_mul(size_of::<GoStr>());
        let at = cx.alloc(bytes.max(8), DESC_ANY);
        // SAFETY: the new object has room for `len` strings.
        Self { strings: unsafe { GoSlice::from_raw(at.cast(), len, len) }, string_count: 0 }
    }

    /// The object that holds the list.
    #[must_use]
    pub fn root(&self) -> *const u8 {
        self.strings.ptr().cast()
    }

    /// Reports whether `more` further strings fit.
    #[must_use]
    pub fn has_room_for(&self, more: usize) -> bool {
        self.string_count + more <= self.strings.len()
    }

    /// Adds an existing string.
    ///
    /// # Panics
    /// Panics when the list is full.
    pub fn push(&mut self, part: GoStr) {
        assert!(self.string_count < self.strings.len(), "as many strings as were counted");
        // SAFETY: there is room, and in a new object that only this list refers to no pointer is overwritten. If the
        // native was suspended before this call, a marking thread may read the object now: each word is stored
        // atomically.
        unsafe {
            let at = self.strings.ptr().add(self.string_count).cast::<u64>();
            store(at, part.ptr() as u64);
            store(at.add(1), part.len() as u64);
        }
        self.string_count += 1;
    }

    /// The list as a slice.
    #[must_use]
    pub fn into_slice(self) -> GoSlice<GoStr> {
        self.strings.with_len(self.string_count)
    }
}

impl<'cx> Output<'cx> {
    /// An empty new text with room for `room` bytes.
    pub fn new(cx: &'cx mut NativeCx, room: usize) -> Self {
        let bytes = if room == 0 { GoSlice::nil() } else { cx.make_bytes(0, room) };
        Self { cx, bytes, original_len: 0, can_repeat_native: false }
    }

    /// An output that is appended to `dst`: in the memory of `dst` as far as there is room, as `append` does.
    pub fn append_to(cx: &'cx mut NativeCx, dst: GoSlice<u8>) -> Self {
        Self { cx, bytes: dst, original_len: dst.len(), can_repeat_native: true }
    }

    /// The output's state; the native continues later.
    #[must_use]
    pub fn pause_writing(self) -> PausedOutput {
        PausedOutput { bytes: self.bytes, original_len: self.original_len }
    }

    /// The number of bytes written.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() - self.original_len
    }

    /// Reports whether no byte was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The written bytes, from the `from`th on.
    pub fn written_bytes(&mut self, from: usize) -> &mut [u8] {
        self.own_bytes(self.original_len + from)
    }

    /// The bytes from index `from` on: only this output has a view of the bytes behind the original bytes.
    #[inline]
    fn own_bytes(&mut self, from: usize) -> &mut [u8] {
        debug_assert!(
            self.original_len <= from && from <= self.bytes.len(),
            "only the written bytes are valid"
        );
        let len = self.bytes.len() - from;
        if len == 0 {
            return &mut [];
        }
        // SAFETY: these are bytes of the slice, whose memory behind `start` belongs to this output.
        unsafe { std::slice::from_raw_parts_mut(self.bytes.ptr().add(from), len) }
    }

    /// Makes room for `more` more bytes.
    pub fn reserve_bytes(&mut self, more: usize) {
        if more > self.bytes.cap() - self.bytes.len() {
            self.grow_buffer(more);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow_buffer(&mut self, more: usize) {
        let (len, cap) = (self.bytes.len(), self.bytes.cap());
        let needed = len.saturating_add(more);
        let room = needed.max(cap.saturating_mul(2)).max(16);
        let room = room.checked_next_multiple_of(8).unwrap_or(room);
        if self.can_repeat_native && self.original_len > WORK_PART_BYTES {
            return self.grow_in_parts(room);
        }
        let grown = self.cx.make_bytes(len, room);
        grown.set(&self.bytes);
        self.bytes = grown;
    }

    /// Copies the existing bytes in parts. If the slice is over, the native is left and called again: then it reaches
    /// this function again, and continues.
    #[cold]
    fn grow_in_parts(&mut self, room: usize) {
        let from = self.bytes.ptr() as u64;
        let before = self
            .cx
            .resumed_state::<OutputGrowth>()
            .filter(|it| it.old_memory == from && it.capacity >= room);
        let mut it = match before {
            Some(it) => it,
            None => {
                let to = self.cx.make_bytes(0, room);
                OutputGrowth {
                    old_memory: from,
                    new_memory: to.ptr() as u64,
                    capacity: room,
                    bytes_done: 0,
                }
            }
        };
        // SAFETY: the object has capacity `it.cap`, which is more than `start` and the bytes written since.
        let made = unsafe {
            GoSlice::<u8>::from_raw(it.new_memory as *mut u8, self.bytes.len(), it.capacity)
        };
        while it.bytes_done < self.original_len {
            let end = self.original_len.min(it.bytes_done + WORK_PART_BYTES);
            made.with_len(end).tail(it.bytes_done).set(&self.bytes[it.bytes_done..end]);
            let work = end - it.bytes_done;
            it.bytes_done = end;
            if self.cx.must_stop_after_growth_part(work) {
                let root = it.new_memory;
                self.cx.suspend_with(it, [root, 0, 0]);
                unwind_slice(UnwindReason::Part);
            }
        }
        made.tail(self.original_len).set(&self.bytes[self.original_len..]);
        self.bytes = made;
    }

    /// The next `n` bytes, to be written.
    #[inline]
    fn next_bytes(&mut self, n: usize) -> &mut [u8] {
        self.reserve_bytes(n);
        let len = self.bytes.len();
        self.bytes = self.bytes.with_len(len + n);
        self.own_bytes(len)
    }

    /// Appends these bytes.
    #[inline]
    pub fn append(&mut self, bytes: &[u8]) {
        self.next_bytes(bytes.len()).copy_from_slice(bytes);
    }

    /// Appends a byte `n` times.
    #[inline]
    pub fn fill(&mut self, byte: u8, n: usize) {
        // For `n` = 0 the call is skipped: memset stores under a mask, and an empty store to unmapped memory takes a
        // processor with AVX-512 some hundred cycles.
        if n > 0 {
            self.next_bytes(n).fill(byte);
        }
    }

    /// All written bytes, as a string.
    #[must_use]
    pub fn string(self) -> GoStr {
        assert!(self.original_len == 0, "the output is a new text");
        match self.bytes.len() {
            0 => GoStr::EMPTY,
            // SAFETY: the text is a new object, and nothing writes to it any more.
            len => unsafe { GoStr::from_raw(self.bytes.ptr(), len) },
        }
    }

    /// The whole `[]byte`, with the original bytes.
    #[must_use]
    pub fn bytes(self) -> GoSlice<u8> {
        self.bytes
    }
}
