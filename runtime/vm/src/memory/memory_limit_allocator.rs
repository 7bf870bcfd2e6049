//! An allocator that accounts for memory, and ends the process with Go's message and status 2 when there is none.
//!
//! The allocator's check of the limit is the last resort: large allocations check the limit first
//! ([`crate::native::NativeCx::require_memory`]) and end the program with a traceback. Small allocations of the machine
//! itself, such as a longer list of timers, cannot continue without memory, and Rust's own reaction is to abort.
//!
//! The accounts ([`Ledger`]) apply the limit of a program's memory to all allocations, whether or not they checked
//! first.

use minigo_heap::ledger;
use std::alloc::{GlobalAlloc, Layout};
use std::fmt::{self, Write};

/// The wrapped allocator. The allocator never reports a lack of memory, except for zeroed memory, whose callers check.
#[derive(Debug)]
pub struct MemoryLimitAllocator<A>(pub A);

/// How much the machine may allocate beyond the limit without a check, as a part of the limit and in bytes. An
/// allocation with a check is refused at the limit itself, collects, and ends the program with a traceback.
const MARGIN_DIVISOR: usize = 16;

const MARGIN_BYTES: usize = 8 << 20;

/// The bytes that a machine with this limit may allocate in total, including allocations without a check.
pub(crate) fn with_margin(limit: usize) -> usize {
    limit.saturating_add(limit / MARGIN_DIVISOR).saturating_add(MARGIN_BYTES)
}

/// A number of bytes, displayed in the largest unit that divides it.
pub(crate) struct ByteSize(pub(crate) usize);

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(&str, u32); 3] = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
        let bytes = self.0;
        match UNITS.iter().find(|(_, shift)| bytes.trailing_zeros() >= *shift && bytes != 0) {
            Some((unit, shift)) => write!(f, "{} {unit}", bytes >> shift),
            None => write!(f, "{bytes} bytes"),
        }
    }
}

/// A text that is assembled without allocating; text beyond its capacity is left out.
struct FixedText {
    text: [u8; 96],
    len: usize,
}

impl Write for FixedText {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let room = &mut self.text[self.len..];
        let n = s.len().min(room.len());
        room[..n].copy_from_slice(&s.as_bytes()[..n]);
        self.len += n;
        Ok(())
    }
}

#[cold]
#[inline(never)]
fn end_out_of_memory() -> ! {
    exit_with_text(b"fatal error: runtime: out of memory\n")
}

#[cold]
#[inline(never)]
fn end_at_limit(limit: usize) -> ! {
    let mut out = FixedText { text: [0; 96], len: 0 };
    let _ = writeln!(out, "fatal error: out of memory: the limit is {}", ByteSize(limit));
    exit_with_text(&out.text[..out.len])
}

fn exit_with_text(text: &[u8]) -> ! {
    // SAFETY: the text is initialised; nothing runs after `_exit`.
    unsafe {
        libc::write(2, text.as_ptr().cast(), text.len());
        libc::_exit(2)
    }
}

/// Charges a block that is about to be allocated.
#[inline(always)]
fn charge_allocation(bytes: usize) {
    if let Err(limit) = ledger::charge_block(bytes) {
        end_at_limit(limit);
    }
}

/// Discharges a block that was freed.
#[inline(always)]
fn discharge_freed(bytes: usize) {
    ledger::credit_block(bytes);
}

// SAFETY: every block comes from the wrapped allocator.
unsafe impl<A: GlobalAlloc> GlobalAlloc for MemoryLimitAllocator<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        charge_allocation(layout.size());
        // SAFETY: the caller's promise.
        let at = unsafe { self.0.alloc(layout) };
        if at.is_null() { end_out_of_memory() } else { at }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { self.0.dealloc(at, layout) };
        discharge_freed(layout.size());
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        charge_allocation(layout.size());
        // SAFETY: the caller's promise.
        let at = unsafe { self.0.alloc_zeroed(layout) };
        if at.is_null() {
            discharge_freed(layout.size());
        }
        at
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old and the new block exist while the old one is copied.
        charge_allocation(size);
        // SAFETY: the caller's promise.
        let at = unsafe { self.0.realloc(at, layout, size) };
        if at.is_null() {
            end_out_of_memory()
        }
        discharge_freed(layout.size());
        at
    }
}
