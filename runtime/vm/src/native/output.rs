//! What natives write their results to: bytes on the Go heap.
//!
//! Here the memory that natives need meets the limit. A result grows where it will stay, so it is counted before it is
//! taken; where there is no memory the native is left, the collector gets its chance, and the native runs again. A
//! buffer of Rust's own would be counted too ([`Strict`](crate::Strict)), but without memory for it the process would
//! end at once.

use crate::goroutine::out_of_memory::{Unwound, unwind};
use crate::memory::words::store;
use crate::native::NativeCx;
use crate::native::parts::PART;
use crate::types::DESC_ANY;
use crate::types::value::{GoSlice, GoStr};

/// Bytes that a native makes, for a new string or at the end of a `[]byte`.
///
/// What was written before a native is left is garbage, so a native writes before it changes anything that it shall not
/// do twice.
pub struct Output<'cx> {
    cx: &'cx mut NativeCx,
    bytes: GoSlice<u8>,
    start: usize,
    /// Whether the native can be left while the output grows: it has done nothing yet that it shall not do twice.
    can_leave: bool,
}

/// The bytes of a long output that are being copied to where there is more room.
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

/// What an [`Output`] has, between two parts of a native's work.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    bytes: GoSlice<u8>,
    start: usize,
}

impl Written {
    /// A new text with room for `room` bytes.
    pub fn new(cx: &mut NativeCx, room: usize) -> Self {
        Output::new(cx, room).pause()
    }

    /// The object that is being written.
    #[must_use]
    pub fn root(&self) -> *const u8 {
        self.bytes.ptr()
    }

    /// Goes on.
    pub fn go_on(self, cx: &mut NativeCx) -> Output<'_> {
        Output { cx, bytes: self.bytes, start: self.start, can_leave: false }
    }
}

/// Strings that a native makes a list of, one by one.
#[derive(Clone, Copy, Debug)]
pub struct StringList {
    list: GoSlice<GoStr>,
    given: usize,
}

impl StringList {
    /// A new list with room for `len` strings.
    pub fn new(cx: &mut NativeCx, len: usize) -> Self {
        let bytes = len.saturating_mul(size_of::<GoStr>());
        let at = cx.alloc(bytes.max(8), DESC_ANY);
        // SAFETY: the new object has room for so many.
        Self { list: unsafe { GoSlice::from_raw(at.cast(), len, len) }, given: 0 }
    }

    /// The object.
    #[must_use]
    pub fn root(&self) -> *const u8 {
        self.list.ptr().cast()
    }

    /// Whether so many more fit.
    #[must_use]
    pub fn has_room_for(&self, more: usize) -> bool {
        self.given + more <= self.list.len()
    }

    /// Adds a string that is there.
    ///
    /// # Panics
    /// When there is no room.
    pub fn push(&mut self, part: GoStr) {
        assert!(self.given < self.list.len(), "as many strings as were counted");
        // SAFETY: there is room; nothing is overwritten in a new object that only this list has. A marking may look at
        // it, if the native was left in between: it is told whole words.
        unsafe {
            let at = self.list.ptr().add(self.given).cast::<u64>();
            store(at, part.ptr() as u64);
            store(at.add(1), part.len() as u64);
        }
        self.given += 1;
    }

    /// The list.
    #[must_use]
    pub fn done(self) -> GoSlice<GoStr> {
        self.list.with_len(self.given)
    }
}

impl<'cx> Output<'cx> {
    /// Begins a new text with room for `room` bytes.
    pub fn new(cx: &'cx mut NativeCx, room: usize) -> Self {
        let bytes = if room == 0 { GoSlice::nil() } else { cx.make_bytes(0, room) };
        Self { cx, bytes, start: 0, can_leave: false }
    }

    /// Goes on behind the bytes that are in `dst`: in its own memory as far as there is room, as `append` does.
    pub fn onto(cx: &'cx mut NativeCx, dst: GoSlice<u8>) -> Self {
        Self { cx, bytes: dst, start: dst.len(), can_leave: true }
    }

    /// What it has; the native goes on later.
    #[must_use]
    pub fn pause(self) -> Written {
        Written { bytes: self.bytes, start: self.start }
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
        self.own(self.start + from)
    }

    /// The bytes from this one on: behind those that were there nobody else has a view of them.
    #[inline]
    fn own(&mut self, from: usize) -> &mut [u8] {
        debug_assert!(self.start <= from && from <= self.bytes.len(), "only what was written");
        let len = self.bytes.len() - from;
        if len == 0 {
            return &mut [];
        }
        // SAFETY: bytes of the slice, whose memory behind `start` is this output's.
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

    /// Copies what was there before in parts. If the slice is over, the native is left and called again: then it comes
    /// here again, and goes on.
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
        // SAFETY: the object has so much room, which is more than `start` and what was written since.
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

    /// Writes these bytes.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        self.next(bytes.len()).copy_from_slice(bytes);
    }

    /// Writes a byte `n` times.
    #[inline]
    pub fn fill(&mut self, byte: u8, n: usize) {
        // memset stores under a mask: one of no byte at all, to where no memory is, takes a processor with AVX-512
        // some hundred cycles.
        if n > 0 {
            self.next(n).fill(byte);
        }
    }

    /// All that was written, as a string.
    #[must_use]
    pub fn string(self) -> GoStr {
        assert!(self.start == 0, "the text is a new one");
        match self.bytes.len() {
            0 => GoStr::EMPTY,
            // SAFETY: the text is a new object, and nothing writes to it any more.
            len => unsafe { GoStr::from_raw(self.bytes.ptr(), len) },
        }
    }

    /// The whole `[]byte`.
    #[must_use]
    pub fn bytes(self) -> GoSlice<u8> {
        self.bytes
    }
}
