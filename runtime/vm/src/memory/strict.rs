//! An allocator that keeps books, and ends the process as a Go program ends when there is no memory.
//!
//! It is the last resort: what is large asks before ([`crate::native::NativeCx::need`]) and ends with a traceback.
//! Small things of the machine itself, such as a longer list of timers, cannot go on without memory, and Rust's own
//! answer is to abort.
//!
//! The books ([`Ledger`]) make the limit of a program's memory hold for all that is allocated, whether or not it asked.

use minigo_heap::ledger;
use std::alloc::{GlobalAlloc, Layout};
use std::fmt::{self, Write};

/// The allocator inside, which never says that there is no memory, but for zeroed memory: callers of that check.
#[derive(Debug)]
pub struct Strict<A>(pub A);

/// How much the machine may take beyond the limit without asking, as a part of the limit and in bytes: a request made
/// before is refused at the limit itself, collects, and ends with a traceback.
const MARGIN_PART: usize = 16;

const MARGIN: usize = 8 << 20;

/// What a machine with this limit may take, without asking too.
pub(crate) fn with_margin(limit: usize) -> usize {
    limit.saturating_add(limit / MARGIN_PART).saturating_add(MARGIN)
}

/// A number of bytes in the largest unit that divides it.
pub(crate) struct Size(pub(crate) usize);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(&str, u32); 3] = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
        let bytes = self.0;
        match UNITS.iter().find(|(_, shift)| bytes.trailing_zeros() >= *shift && bytes != 0) {
            Some((unit, shift)) => write!(f, "{} {unit}", bytes >> shift),
            None => write!(f, "{bytes} bytes"),
        }
    }
}

/// A text that is put together without allocating; what does not fit is left out.
struct Fixed {
    text: [u8; 96],
    len: usize,
}

impl Write for Fixed {
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
fn end() -> ! {
    exit(b"fatal error: runtime: out of memory\n")
}

#[cold]
#[inline(never)]
fn end_at_limit(limit: usize) -> ! {
    let mut out = Fixed { text: [0; 96], len: 0 };
    let _ = writeln!(out, "fatal error: out of memory: the limit is {}", Size(limit));
    exit(&out.text[..out.len])
}

fn exit(text: &[u8]) -> ! {
    // SAFETY: the text is there; nothing runs after `_exit`.
    unsafe {
        libc::write(2, text.as_ptr().cast(), text.len());
        libc::_exit(2)
    }
}

/// Enters a block that is about to be taken.
#[inline(always)]
fn enter(bytes: usize) {
    if let Err(limit) = ledger::take(bytes) {
        end_at_limit(limit);
    }
}

/// Enters that one was given back.
#[inline(always)]
fn strike(bytes: usize) {
    ledger::give_back(bytes);
}

// SAFETY: what the allocator inside gives is passed on.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Strict<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        enter(layout.size());
        // SAFETY: the caller's promise.
        let at = unsafe { self.0.alloc(layout) };
        if at.is_null() { end() } else { at }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { self.0.dealloc(at, layout) };
        strike(layout.size());
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        enter(layout.size());
        // SAFETY: the caller's promise.
        let at = unsafe { self.0.alloc_zeroed(layout) };
        if at.is_null() {
            strike(layout.size());
        }
        at
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks exist while one is copied to the other.
        enter(size);
        // SAFETY: the caller's promise.
        let at = unsafe { self.0.realloc(at, layout, size) };
        if at.is_null() {
            end()
        }
        strike(layout.size());
        at
    }
}
