//! An allocator that ends the process as a Go program ends when there is no memory.
//!
//! A module of its own because it is the last resort: what is large asks before ([`crate::native::NativeCx::need`]) and ends with
//! a traceback. Small things of the machine itself, such as a longer list of timers, cannot go on without memory, and Rust's
//! own answer is to abort.

use std::alloc::{GlobalAlloc, Layout};

/// The allocator inside, which never says that there is no memory, but for zeroed memory: who asks for that looks.
#[derive(Debug)]
pub struct Strict<A>(pub A);

#[cold]
#[inline(never)]
fn end() -> ! {
    let text = b"fatal error: runtime: out of memory\n";
    // SAFETY: the text is there; nothing runs after `_exit`.
    unsafe {
        libc::write(2, text.as_ptr().cast(), text.len());
        libc::_exit(2)
    }
}

// SAFETY: what the allocator inside gives is passed on.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Strict<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let at = unsafe { self.0.alloc(layout) };
        if at.is_null() { end() } else { at }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { self.0.dealloc(at, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        let at = unsafe { self.0.realloc(at, layout, size) };
        if at.is_null() { end() } else { at }
    }
}
