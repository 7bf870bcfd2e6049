//! Under stress: moves the stack of the running goroutine.

use crate::goroutine::context::Cx;
use crate::goroutine::frames::Frame;
use crate::goroutine::stack::STRESS_MAX_SIZE;
use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::code::frame_slots;
use crate::shared::Shared;

/// Moves the stack to a block that has only room for its frames.
#[cold]
pub(super) fn move_stack(cx: &mut Cx, shared: &Shared) {
    let g = cx.store_position();
    let (base, used) = (g.r as usize, frames_end(&shared.image, g));
    // The deeper the stack, the rarer the moves: otherwise recursion would take quadratic time.
    if cx.task().random(1 + (used / STRESS_MAX_SIZE) as u32) != 0 {
        return;
    }
    let stack = &mut cx.g().stack;
    if stack.move_to(&shared.heap, used).is_ok() {
        let (moved, limit) = (stack.base().wrapping_add(base), stack.limit());
        (cx.s.r, cx.limit) = (moved, limit);
    }
}

/// One past the last slot of a goroutine's frames. The innermost frame need not have it, since a call's window may lie
/// low in the caller's frame.
fn frames_end(image: &Image, g: &Goroutine) -> usize {
    let end = |frame: Frame<'_>| {
        // Frames of the VM's own code have no fixed size.
        let code =
            image.has_pc(frame.pc as u64).then(|| image.entry_of(image.func_at(frame.pc)))?;
        // SAFETY: the address is a function's code.
        Some(frame.base + unsafe { frame_slots(code) })
    };
    g.frames(image)
        .try_fold(0, |most, frame| Some(most.max(end(frame)?)))
        .unwrap_or(g.stack.slots())
}
