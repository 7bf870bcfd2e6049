//! Under stress: moves the stack of the running goroutine.

use crate::goroutine::context::Cx;
use crate::goroutine::stack::STRESS_MAX_SIZE;
use crate::shared::Shared;

/// Moves the stack to a block that has only room for its frames.
#[cold]
pub(super) fn move_stack(cx: &mut Cx, shared: &Shared) {
    let g = cx.store_position();
    let (base, used) = (g.frame_base as usize, g.slots_in_use(&shared.image));
    // The deeper the stack, the rarer the moves: otherwise recursion would take quadratic time.
    if cx.task().random(1 + (used / STRESS_MAX_SIZE) as u32) != 0 {
        return;
    }
    let stack = &mut cx.g().stack;
    if stack.move_to(&shared.heap, used).is_ok() {
        let (moved, limit) = (stack.base().wrapping_add(base), stack.limit());
        (cx.registers.frame_base, cx.stack_limit) = (moved, limit);
    }
}
