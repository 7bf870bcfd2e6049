//! Instructions that copy, clear or allocate much memory: in [parts](crate::native::parts), between which the goroutine
//! can be stopped.
//!
//! An instruction that was interrupted between two parts is executed again with the same operands, and continues with
//! the suspended state. Each function here reports whether the work is complete; if not, the context has the reason.

use crate::collector::barrier::barrier;
use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::interp::strings::decode_rune;
use crate::native::work_parts::WORK_PART_BYTES;
use minigo_heap::{Desc, round_up};
use std::any::Any;

/// The number of bytes that have been moved or cleared.
struct BytesDone(usize);

/// Interrupts the instruction between two parts.
#[cold]
fn suspend_instruction(cx: &mut Cx, state: impl Any + Send, root: u64) -> bool {
    cx.suspend_with(state, [root, 0, 0]);
    cx.exit = InterpreterExit::Part;
    false
}

/// Copies values of type `ty` over others, `bytes` bytes in total; the places may overlap.
///
/// # Safety
/// Values of type `ty`, of `bytes` bytes in total, must lie at `to` and at `from`.
#[inline(never)]
pub(crate) unsafe fn copy_memory(
    cx: &mut Cx,
    to: *mut u8,
    from: *const u8,
    bytes: usize,
    ty: u32,
) -> bool {
    let BytesDone(mut done) = cx.resumed_state().unwrap_or(BytesDone(0));
    while done < bytes {
        let n = WORK_PART_BYTES.min(bytes - done);
        // SAFETY: the range is a part of the values.
        unsafe { copy_part(cx, (to, from, bytes), done, n, ty) };
        done += n;
        if done < bytes && cx.must_stop_after_part(n) {
            return suspend_instruction(cx, BytesDone(done), 0);
        }
    }
    true
}

/// Copies the next `n` bytes after `done` bytes, in the direction in which no byte is overwritten before it is copied.
///
/// # Safety
/// As for [`copy_memory`].
unsafe fn copy_part(
    cx: &Cx,
    (to, from, bytes): (*mut u8, *const u8, usize),
    done: usize,
    n: usize,
    ty: u32,
) {
    let goes_up = (to as usize).wrapping_sub(from as usize) >= bytes;
    let at = if goes_up { done } else { bytes - done - n };
    // SAFETY: the caller's promise; types of instructions exist. Values with pointers consist of words, as parts do.
    unsafe {
        let desc = (*cx.type_infos.add(ty as usize)).desc;
        barrier!(cx, to.add(at), n, ty);
        Cx::copy_values(to.add(at), from.add(at), n, desc);
    }
}

/// Clears values of type `ty`, `bytes` bytes in total.
///
/// # Safety
/// Values of type `ty`, of `bytes` bytes in total, must lie at `to`.
#[inline(never)]
pub(crate) unsafe fn clear_memory(cx: &mut Cx, to: *mut u8, bytes: usize, ty: u32) -> bool {
    let BytesDone(mut done) = cx.resumed_state().unwrap_or(BytesDone(0));
    while done < bytes {
        let n = WORK_PART_BYTES.min(bytes - done);
        // SAFETY: the caller's promise; types of instructions exist.
        unsafe {
            let desc = (*cx.type_infos.add(ty as usize)).desc;
            barrier!(cx, to.add(done), n, ty);
            Cx::clear_values(to.add(done), n, desc);
        }
        done += n;
        if done < bytes && cx.must_stop_after_part(n) {
            return suspend_instruction(cx, BytesDone(done), 0);
        }
    }
    true
}

/// The state of filling a new object.
struct FillState {
    object: u64,
    bytes_done: usize,
}

/// A new object of `size` bytes without pointers, which begins with the `len` bytes at `from`; null while it is not
/// complete.
///
/// # Safety
/// `len` bytes lie at `from`.
#[inline(never)]
pub(crate) unsafe fn copy_into_new_object(
    cx: &mut Cx,
    from: *const u8,
    len: usize,
    size: usize,
) -> *mut u8 {
    let FillState { object, bytes_done: mut done } = match cx.resumed_state() {
        Some(filling) => filling,
        None => FillState { object: cx.alloc(size, Desc::NO_SCAN) as u64, bytes_done: 0 },
    };
    let to = object as *mut u8;
    while done < len {
        let n = WORK_PART_BYTES.min(len - done);
        // SAFETY: the caller's promise; the object is new and at least as large.
        unsafe { to.add(done).copy_from_nonoverlapping(from.add(done), n) };
        done += n;
        if done < len && cx.must_stop_after_part(n) {
            suspend_instruction(cx, FillState { object, bytes_done: done }, object);
            return std::ptr::null_mut();
        }
    }
    to
}

/// The state of concatenating strings in a new object.
struct ConcatState {
    object: u64,
    part_index: usize,
    part_offset: usize,
    bytes_done: usize,
}

/// A new object with the bytes of these strings, `total` in total; null while it is not complete.
#[inline(never)]
pub(crate) fn concat_strings(cx: &mut Cx, parts: &[[u64; 2]], total: usize) -> *mut u8 {
    let mut state = match cx.resumed_state() {
        Some(state) => state,
        None => {
            let object = cx.alloc(total, Desc::NO_SCAN) as u64;
            ConcatState { object, part_index: 0, part_offset: 0, bytes_done: 0 }
        }
    };
    let mut work = 0;
    while state.part_index < parts.len() {
        let [from, len] = parts[state.part_index];
        let n = (len as usize - state.part_offset).min(WORK_PART_BYTES - work);
        // SAFETY: a part of a string, which is never changed; the strings together have the size of the new object.
        unsafe {
            let to = (state.object as *mut u8).add(state.bytes_done);
            to.copy_from_nonoverlapping((from as *const u8).wrapping_add(state.part_offset), n);
        }
        state.part_offset += n;
        state.bytes_done += n;
        work += n;
        if state.part_offset == len as usize {
            (state.part_index, state.part_offset) = (state.part_index + 1, 0);
        }
        if work == WORK_PART_BYTES && state.part_index < parts.len() {
            if cx.must_stop_after_part(work) {
                let root = state.object;
                suspend_instruction(cx, state, root);
                return std::ptr::null_mut();
            }
            work = 0;
        }
    }
    state.object as *mut u8
}

/// Compares two texts of `len` bytes: the result of `memcmp`, or [`INTERRUPTED`].
///
/// # Safety
/// `len` bytes lie at both places.
#[inline(never)]
pub(crate) unsafe fn compare(cx: &mut Cx, a: *const u8, b: *const u8, len: usize) -> i32 {
    let BytesDone(mut done) = cx.resumed_state().unwrap_or(BytesDone(0));
    while done < len {
        let n = (WORK_PART_BYTES / 2).min(len - done);
        // SAFETY: the caller's promise.
        let order = unsafe { libc::memcmp(a.add(done).cast(), b.add(done).cast(), n) };
        if order != 0 {
            return order.signum();
        }
        done += n;
        if done < len && cx.must_stop_after_part(2 * n) {
            suspend_instruction(cx, BytesDone(done), 0);
            return INTERRUPTED;
        }
    }
    0
}

/// The result of a comparison that was interrupted.
pub(crate) const INTERRUPTED: i32 = i32::MIN;

/// The state of converting a string to runes, or runes to a string: the number or size is computed first.
struct RuneConversion {
    object: u64,
    text_offset: usize,
    /// The number of runes or bytes that were counted, before there is an object, or written to the object.
    output_done: usize,
    output_count: usize,
}

impl RuneConversion {
    const NONE: Self = Self { object: 0, text_offset: 0, output_done: 0, output_count: 0 };

    /// Begins writing to a new object, once the size is known.
    fn write_to(&mut self, object: *mut u8) {
        *self = Self {
            object: object as u64,
            text_offset: 0,
            output_done: 0,
            output_count: self.output_done,
        };
    }
}

/// The runes of a long string: their address, zero while they are not complete, and number.
#[inline(never)]
pub(crate) fn to_runes(cx: &mut Cx, bytes: &[u8]) -> [u64; 3] {
    const RUNES_PER_PART: usize = WORK_PART_BYTES / 8;
    let mut state = cx.resumed_state().unwrap_or(RuneConversion::NONE);
    loop {
        let end = bytes.len().min(state.text_offset + RUNES_PER_PART);
        while state.text_offset < end {
            let (rune, size) = decode_rune(&bytes[state.text_offset..]);
            if state.object != 0 {
                // SAFETY: there are as many runes as were counted, since strings never change.
                unsafe { (state.object as *mut u32).add(state.output_done).write(rune) };
            }
            state.text_offset += size;
            state.output_done += 1;
        }
        if state.text_offset == bytes.len() {
            let count = if state.object == 0 { state.output_done } else { state.output_count };
            let cap = round_up(count * 4, false) / 4;
            if state.object != 0 {
                return [state.object, count as u64, cap as u64];
            }
            state.write_to(cx.alloc(cap * 4, Desc::NO_SCAN));
        }
        if cx.must_stop_after_part(WORK_PART_BYTES) {
            let root = state.object;
            suspend_instruction(cx, state, root);
            return [0, 1, 0];
        }
    }
}

/// The string of many runes: its address, zero while it is not complete, and size.
///
/// # Safety
/// `n` runes lie at `runes`; other goroutines may write to them, if the program has a race.
#[inline(never)]
pub(crate) unsafe fn from_runes(cx: &mut Cx, runes: *const u32, n: usize) -> [u64; 2] {
    const RUNES_PER_PART: usize = WORK_PART_BYTES / 8;
    let mut state = cx.resumed_state().unwrap_or(RuneConversion::NONE);
    loop {
        let end = n.min(state.text_offset + RUNES_PER_PART);
        while state.text_offset < end {
            // SAFETY: the caller's promise.
            let rune = unsafe { runes.add(state.text_offset).read() };
            let rune = char::from_u32(rune).unwrap_or('\u{fffd}');
            let size = rune.len_utf8();
            if state.object != 0 && state.output_done + size <= state.output_count {
                let mut few = [0; 4];
                rune.encode_utf8(&mut few);
                // SAFETY: there is room.
                unsafe {
                    let to = (state.object as *mut u8).add(state.output_done);
                    to.copy_from_nonoverlapping(few.as_ptr(), size);
                }
            }
            state.text_offset += 1;
            state.output_done += size;
        }
        if state.text_offset == n {
            if state.object != 0 {
                return [state.object, state.output_count as u64];
            }
            let object = cx.alloc(state.output_done, Desc::NO_SCAN);
            state.write_to(object);
        }
        if cx.must_stop_after_part(WORK_PART_BYTES) {
            let root = state.object;
            suspend_instruction(cx, state, root);
            return [0, 1];
        }
    }
}

/// A growing slice: its memory, and how many bytes were copied, of the old elements and behind them.
#[derive(Clone, Copy)]
pub(crate) struct GrowingSlice {
    pub(crate) base: u64,
    pub(crate) capacity: u64,
    old_bytes: usize,
    new_bytes: usize,
}

impl GrowingSlice {
    /// Memory of which no byte has been filled yet.
    pub(crate) fn new_bytes(base: u64, cap: u64) -> Self {
        Self { base, capacity: cap, old_bytes: 0, new_bytes: 0 }
    }

    /// Copies the `bytes` bytes of old elements at `from`, described by `desc`, to the new memory.
    ///
    /// # Safety
    /// The elements lie at `from`, and the new memory has room for them.
    pub(crate) unsafe fn copy_old_elements(
        &mut self,
        cx: &mut Cx,
        from: *const u8,
        bytes: usize,
        desc: Desc,
    ) -> bool {
        while self.old_bytes < bytes {
            let n = WORK_PART_BYTES.min(bytes - self.old_bytes);
            // SAFETY: the caller's promise: the new memory has room. Only a marking also refers to it, and reads it
            // only when the instruction was interrupted.
            unsafe {
                let to = (self.base as *mut u8).add(self.old_bytes);
                if bytes > WORK_PART_BYTES {
                    Cx::copy_values(to, from.add(self.old_bytes), n, desc);
                } else {
                    to.copy_from_nonoverlapping(from.add(self.old_bytes), n);
                }
            }
            self.old_bytes += n;
            if bytes > WORK_PART_BYTES && cx.must_stop_after_part(n) {
                return suspend_instruction(cx, *self, self.base);
            }
        }
        true
    }

    /// Copies `bytes` bytes of values of type `ty` behind the `at` bytes of old elements; clears that memory if there
    /// are none.
    ///
    /// # Safety
    /// The values lie at `from`, and the new memory has room for them.
    pub(crate) unsafe fn append_elements(
        &mut self,
        cx: &mut Cx,
        at: usize,
        from: Option<*const u8>,
        bytes: usize,
        ty: u32,
    ) -> bool {
        let to = (self.base as *mut u8).wrapping_add(at);
        while self.new_bytes < bytes {
            let n = WORK_PART_BYTES.min(bytes - self.new_bytes);
            // SAFETY: the caller's promise; types of instructions exist.
            unsafe {
                if let Some(from) = from {
                    copy_part(cx, (to, from, bytes), self.new_bytes, n, ty);
                } else {
                    let desc = (*cx.type_infos.add(ty as usize)).desc;
                    barrier!(cx, to.add(self.new_bytes), n, ty);
                    Cx::clear_values(to.add(self.new_bytes), n, desc);
                }
            }
            self.new_bytes += n;
            if self.new_bytes < bytes && cx.must_stop_after_part(n) {
                return suspend_instruction(cx, *self, self.base);
            }
        }
        true
    }
}
