//! Outputs of natives: bytes on the Go heap.
//!
//! Here the memory that natives need is checked against the limit. A result grows in its final place, so its memory is
//! counted before it is allocated; without memory the native is left, the collector runs, and the native is called
//! again. A buffer in Rust's memory would be counted too ([`Strict`](crate::Strict)), but without memory for it the
//! process would end at once.

use crate::goroutine::out_of_memory::{Unwound, unwind};
use crate::memory::words::store;
use crate::native::NativeCx;
use crate::native::parts::PART;
use crate::types::DESC_ANY;
use crate::types::value::{GoSlice, GoStr};

/// Bytes that a native produces, for a new string or appended to a `[]byte`.
///
/// The bytes written before a native is left become garbage, so a native writes before any change that it must not make
/// twice.
pub struct Output<'cx> {
    cx: &'cx mut NativeCx,
    bytes: GoSlice<u8>,
    start: usize,
    /// Whether the native can be left while the output grows: it has made no change yet that it must not make twice.
    can_leave: bool,
}

/// The state of copying the bytes of a long output to larger memory.
struct Regrowing {
    from: u64,
    to: u64,
    cap: usize,
    done: usize,
}

impl std::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").field("len", &self.len()).finish()
    }
}

/// The state of an [`Output`] between two parts of a native's work.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    bytes: GoSlice<u8>,
    start: usize,
}

impl Written {
    /// An empty new text with room for `room` bytes.
    pub fn new(cx: &mut NativeCx, room: usize) -> Self {
        Output::new(cx, room).pause()
    }

    /// The object that holds the bytes.
    #[must_use]
    pub fn root(&self) -> *const u8 {
        self.bytes.ptr()
    }

    /// Continues the output.
    pub fn go_on(self, cx: &mut NativeCx) -> Output<'_> {
        Output { cx, bytes: self.bytes, start: self.start, can_leave: false }
    }
}

/// A list of strings that a native fills one by one.
#[derive(Clone, Copy, Debug)]
pub struct StringList {
    list: GoSlice<GoStr>,
    given: usize,
}

impl StringList {
    /// An empty list with room for `len` strings.
    pub fn new(cx: &mut NativeCx, len: usize) -> Self {
        let bytes = len.saturating_mul(size_of::<GoStr>());
        let at = cx.alloc(bytes.max(8), DESC_ANY);
        // SAFETY: the new object has room for `len` strings.
        Self { list: unsafe { GoSlice::from_raw(at.cast(), len, len) }, given: 0 }
    }

    /// The object that holds the list.
    #[must_use]
    pub fn root(&self) -> *const u8 {
        self.list.ptr().cast()
    }

    /// Reports whether `more` further strings fit.
    #[must_use]
    pub fn has_room_for(&self, more: usize) -> bool {
        self.given + more <= self.list.len()
    }

    /// Adds an existing string.
    ///
    /// # Panics
    /// Panics when the list is full.
    pub fn push(&mut self, part: GoStr) {
        assert!(self.given < self.list.len(), "as many strings as were counted");
        // SAFETY: there is room, and in a new object that only this list refers to no pointer is overwritten. A marking
        // may read the object, if the native was left in between: the words are stored whole.
        unsafe {
            let at = self.list.ptr().add(self.given).cast::<u64>();
            store(at, part.ptr() as u64);
            store(at.add(1), part.len() as u64);
        }
        self.given += 1;
    }

    /// The list as a slice.
    #[must_use]
    pub fn done(self) -> GoSlice<GoStr> {
        self.list.with_len(self.given)
    }
}

impl<'cx> Output<'cx> {
    /// An empty new text with room for `room` bytes.
    pub fn new(cx: &'cx mut NativeCx, room: usize) -> Self {
        let bytes = if room == 0 { GoSlice::nil() } else { cx.make_bytes(0, room) };
        Self { cx, bytes, start: 0, can_leave: false }
    }

    /// An output that is appended to `dst`: in the memory of `dst` as far as there is room, as `append` does.
    pub fn onto(cx: &'cx mut NativeCx, dst: GoSlice<u8>) -> Self {
        Self { cx, bytes: dst, start: dst.len(), can_leave: true }
    }

    /// The output's state; the native continues later.
    #[must_use]
    pub fn pause(self) -> Written {
        Written { bytes: self.bytes, start: self.start }
    }

    /// The number of bytes written.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// Reports whether no byte was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The written bytes, from the `from`th on.
    pub fn written(&mut self, from: usize) -> &mut [u8] {
        self.own(self.start + from)
    }

    /// The bytes from index `from` on: only this output has a view of the bytes behind the original ones.
    #[inline]
    fn own(&mut self, from: usize) -> &mut [u8] {
        debug_assert!(
            self.start <= from && from <= self.bytes.len(),
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
        if self.can_leave && self.start > PART {
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
        let before = self.cx.resumed::<Regrowing>().filter(|it| it.from == from && it.cap >= room);
        let mut it = match before {
            Some(it) => it,
            None => {
                let to = self.cx.make_bytes(0, room);
                Regrowing { from, to: to.ptr() as u64, cap: room, done: 0 }
            }
        };
        // SAFETY: the object has capacity `it.cap`, which is more than `start` and the bytes written since.
        let made = unsafe { GoSlice::<u8>::from_raw(it.to as *mut u8, self.bytes.len(), it.cap) };
        while it.done < self.start {
            let end = self.start.min(it.done + PART);
            made.with_len(end).tail(it.done).set(&self.bytes[it.done..end]);
            let work = end - it.done;
            it.done = end;
            if self.cx.ends_part_of_growth(work) {
                let root = it.to;
                self.cx.suspend(it, [root, 0, 0]);
                unwind(Unwound::Part);
            }
        }
        made.tail(self.start).set(&self.bytes[self.start..]);
        self.bytes = made;
    }

    /// The next `n` bytes, to be written.
    #[inline]
    fn next(&mut self, n: usize) -> &mut [u8] {
        self.reserve(n);
        let len = self.bytes.len();
        self.bytes = self.bytes.with_len(len + n);
        self.own(len)
    }

    /// Appends these bytes.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        self.next(bytes.len()).copy_from_slice(bytes);
    }

    /// Appends a byte `n` times.
    #[inline]
    pub fn fill(&mut self, byte: u8, n: usize) {
        // Skipped for `n` = 0: memset stores under a mask, and an empty store to unmapped memory takes a processor with
        // AVX-512 some hundred cycles.
        if n > 0 {
            self.next(n).fill(byte);
        }
    }

    /// All written bytes, as a string.
    #[must_use]
    pub fn string(self) -> GoStr {
        assert!(self.start == 0, "the output is a new text");
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
