//! The beginning of a goroutine: it has only its place in the scheduler and its first frame; its first slice gives it a
//! stack.
//!
//! The collector, dumps and leak reports also find the frame of a goroutine that has not begun by
//! [`Goroutine::frame_words`](crate::goroutine::state::Goroutine::frame_words).

use crate::goroutine::context::Cx;
use crate::goroutine::stack::NoStack;
use crate::goroutine::state::{FIRST_FRAME_BASE, MAX_FIRST_ARGS, PendingResume};
use crate::image::code::frame_slots;
use crate::shared::Shared;
use crate::task::memory_exhaustion;
use minigo_sched::Step;

/// Gives a goroutine that begins its stack. Until the goroutine has its stack, the collector can scan its first frame,
/// and dumps can show it.
pub(crate) fn begin_goroutine(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    // SAFETY: the next instruction is a function's first.
    let needed = FIRST_FRAME_BASE + unsafe { frame_slots(cx.registers.pc) }.max(MAX_FIRST_ARGS);
    let stack = loop {
        let taken = cx.task().local_data().take_stack().and_then(|mut stack| {
            if needed > stack.slots() {
                stack.grow(&shared.heap, needed, usize::MAX)?;
            }
            Ok(stack)
        });
        match taken {
            Ok(stack) => break stack,
            Err(NoStack::TooLarge) => unreachable!("one frame is far below the limit"),
            Err(NoStack::NoMemory(bytes)) => {
                if let Some(step) = memory_exhaustion::collect_and_retry(cx, bytes) {
                    return Some(step);
                }
            }
        }
    };
    let g = cx.g();
    if let PendingResume::Begin(first) =
        std::mem::replace(&mut g.pending_resume, PendingResume::Nothing)
    {
        // SAFETY: a stack has at least this many slots.
        unsafe { stack.base().copy_from_nonoverlapping(first.as_ptr(), first.len()) };
    }
    g.stack = stack;
    g.retried_instruction = 0;
    let (base, limit) = (g.stack.base(), g.stack.limit());
    cx.stack_limit = limit;
    // SAFETY: the address is the base of the first frame.
    cx.registers.frame_base = unsafe { base.add(FIRST_FRAME_BASE) };
    None
}
