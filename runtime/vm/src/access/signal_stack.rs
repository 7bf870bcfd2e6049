//! The stack of a thread's signal handler.
//!
//! The stack is raw memory that the kernel uses.

use std::cell::OnceCell;

/// The size of the stack: for the handler and the kernel's frame (up to 12 KB where the processor has wide registers),
/// and a margin.
const SIGNAL_STACK_SIZE: usize = 64 << 10;

/// A mapping that is registered with the kernel as the handler's stack. Below the mapping lies a guard page.
struct SignalStack {
    base: *mut libc::c_void,
    guard_size: usize,
}

thread_local! {
    static HANDLER_STACK: OnceCell<Option<SignalStack>> = const { OnceCell::new() };
}

/// Gives this thread a stack for its signal handler until the thread ends.
pub(crate) fn provide_signal_stack() {
    HANDLER_STACK.with(|lent| {
        lent.get_or_init(SignalStack::new);
    });
}

impl SignalStack {
    /// Returns `None` if the thread already has a large stack for signal handlers, or the system provides no memory.
    fn new() -> Option<Self> {
        // SAFETY: the structure is plain data, and written before it is read; the mapping is new and has the stated
        // size.
        unsafe {
            let mut old: libc::stack_t = std::mem::zeroed();
            let known = libc::sigaltstack(std::ptr::null(), &raw mut old) == 0;
            if known && old.ss_flags & libc::SS_DISABLE == 0 && old.ss_size >= SIGNAL_STACK_SIZE / 2
            {
                return None;
            }
            let guard = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).ok()?;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let base =
                libc::mmap(std::ptr::null_mut(), guard + SIGNAL_STACK_SIZE, access, flags, -1, 0);
            if base == libc::MAP_FAILED {
                return None;
            }
            let new = Self { base, guard_size: guard };
            libc::mprotect(base, guard, libc::PROT_NONE);
            let stack = libc::stack_t { ss_sp: new.sp(), ss_flags: 0, ss_size: SIGNAL_STACK_SIZE };
            (libc::sigaltstack(&raw const stack, std::ptr::null_mut()) == 0).then_some(new)
        }
    }

    fn sp(&self) -> *mut libc::c_void {
        self.base.wrapping_byte_add(self.guard_size)
    }
}

impl Drop for SignalStack {
    fn drop(&mut self) {
        // SAFETY: the thread ends, and the stack is unregistered from the kernel before it is unmapped, if it is still
        // registered.
        unsafe {
            let mut now: libc::stack_t = std::mem::zeroed();
            if libc::sigaltstack(std::ptr::null(), &raw mut now) == 0 && now.ss_sp == self.sp() {
                now.ss_flags = libc::SS_DISABLE;
                libc::sigaltstack(&raw const now, std::ptr::null_mut());
            }
            libc::munmap(self.base, self.guard_size + SIGNAL_STACK_SIZE);
        }
    }
}
