//! What unwinds to the goroutine's slice from deep in a native: an allocation that does not fit, with which
//! `task::exhaust` deals, and the end of a part of the work that growing an output is.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Why an instruction was unwound; it is run again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unwound {
    /// So many bytes were wanted.
    Exhausted(usize),
    /// A part of its work is done: see [`crate::native::parts`].
    Part,
}

/// Leaves whatever runs, for lack of memory.
#[cold]
#[inline(never)]
pub(crate) fn raise(wanted: usize) -> ! {
    unwind(Unwound::Exhausted(wanted))
}

/// Leaves whatever runs.
#[cold]
#[inline(never)]
pub(crate) fn unwind(why: Unwound) -> ! {
    // Not a panic: nothing is printed, and nothing is our fault.
    resume_unwind(Box::new(why))
}

/// Runs `slice`; an error says why it was left.
#[inline]
pub(crate) fn catch<R>(slice: impl FnOnce() -> R) -> Result<R, Unwound> {
    catch_unwind(AssertUnwindSafe(slice)).map_err(|payload| match payload.downcast::<Unwound>() {
        Ok(why) => *why,
        Err(bug) => resume_unwind(bug),
    })
}
