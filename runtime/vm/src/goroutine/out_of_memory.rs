//! The two unwindings from deep inside an instruction to the goroutine's slice: an allocation that does not fit, which
//! `task::out_of_memory` handles, and the end of one part of work that produces a growing output.

use crate::shared::embedding::Resource;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Why an instruction was unwound; the instruction is executed again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UnwindReason {
    /// An allocation of this many bytes failed.
    Exhausted(usize),
    /// A part of the instruction's work is done: see [`crate::native::parts`].
    Part,
    /// The instruction needs more of this resource than the embedder's limit.
    Exceeded(Resource),
}

/// Unwinds the running instruction for lack of memory: `wanted` bytes.
#[cold]
#[inline(never)]
pub(crate) fn raise_out_of_memory(wanted: usize) -> ! {
    unwind_slice(UnwindReason::Exhausted(wanted))
}

/// Unwinds the running instruction.
#[cold]
#[inline(never)]
pub(crate) fn unwind_slice(why: UnwindReason) -> ! {
    // `resume_unwind` instead of a panic: running out of memory is no bug of the VM, and no panic message is to be
    // printed.
    resume_unwind(Box::new(why))
}

/// Runs `slice`; an error says why the slice was unwound.
#[inline]
pub(crate) fn catch_unwinding<R>(slice: impl FnOnce() -> R) -> Result<R, UnwindReason> {
    catch_unwind(AssertUnwindSafe(slice)).map_err(|payload| {
        match payload.downcast::<UnwindReason>() {
            Ok(why) => *why,
            Err(bug) => resume_unwind(bug),
        }
    })
}
