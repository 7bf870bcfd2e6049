//! An allocation that does not fit unwinds to the goroutine's slice, where `task::exhaust` deals with it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What unwinds: how many bytes were wanted.
struct Exhausted(usize);

/// Leaves whatever runs, for lack of memory.
#[cold]
#[inline(never)]
pub(crate) fn raise(wanted: usize) -> ! {
    // Not a panic: nothing is printed, and nothing is our fault.
    resume_unwind(Box::new(Exhausted(wanted)))
}

/// Runs `slice`; an error says how many bytes there were not.
#[inline]
pub(crate) fn catch<R>(slice: impl FnOnce() -> R) -> Result<R, usize> {
    catch_unwind(AssertUnwindSafe(slice)).map_err(|payload| match payload.downcast::<Exhausted>() {
        Ok(exhausted) => exhausted.0,
        Err(bug) => resume_unwind(bug),
    })
}

/// A size as a goroutine notes it.
pub(crate) fn note(bytes: usize) -> u8 {
    bytes.max(1).ilog2() as u8 + 1
}
