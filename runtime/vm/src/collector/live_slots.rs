//! The live slots in a goroutine's frames: the slots that a later instruction may read.
//!
//! The scan of a goroutine and the check of that scan use the same walk.
//!
//! A frame that waits for a call to return, or rests between two instructions, holds its [live](Liveness) slots and
//! nothing else: an object that only a dead slot refers to is garbage. The liveness of a function is computed when one
//! of its frames is first scanned, and kept. All slots count as live where less is known: in frames for which the VM
//! itself makes calls (deferred calls and those of natives), the window of a native, the VM's own code, and functions
//! so large that the sets would cost more than they save.

use crate::goroutine::frames::HEADER_SLOT_COUNT;
use crate::goroutine::stack::DEAD_SLOT_PATTERN;
use crate::goroutine::state::{Goroutine, PendingResume, Wait};
use crate::shared::Shared;
use minigo_bytecode::liveness::Liveness;
use minigo_bytecode::ops::Op;
use std::ops::Range;

/// The number of return addresses whose positions a walk caches.
const CACHED_POSITIONS: usize = 8;

/// The position of a frame.
#[derive(Clone, Copy)]
struct Position<'l> {
    pc: *const Op,
    /// `None`: the liveness is unknown, and all slots count as live.
    liveness: Option<&'l Liveness>,
    /// The index of the instruction within its function.
    op_index: usize,
}

/// One walk over a goroutine's frames.
struct FrameWalk<'a, F> {
    shared: &'a Shared,
    stack_words: &'a [u64],
    cached_positions: [Option<Position<'a>>; CACHED_POSITIONS],
    visit_slot: F,
}

/// Calls `visit` with the index of each live slot in the stack of a goroutine that is not running.
pub(crate) fn each_live_slot(shared: &Shared, g: &Goroutine, visit: impl FnMut(usize)) {
    FrameWalk {
        shared,
        stack_words: g.frame_words(),
        cached_positions: [None; CACHED_POSITIONS],
        visit_slot: visit,
    }
    .walk_frames(g);
}

/// Overwrites all dead slots, so that code which reads one is detected.
pub(crate) fn poison_dead_slots(shared: &Shared, g: &mut Goroutine) {
    if g.first_frame().is_some() {
        return;
    }
    let mut counts = vec![false; g.stack.slots()];
    each_live_slot(shared, g, |index| counts[index] = true);
    let dead = g.stack.words_mut().iter_mut().zip(counts).filter(|(_, counts)| !counts);
    dead.for_each(|(word, _)| *word = DEAD_SLOT_PATTERN);
}

impl<'a, F: FnMut(usize)> FrameWalk<'a, F> {
    fn walk_frames(&mut self, g: &Goroutine) {
        self.visit_innermost(g, g.frame_base as usize);
        for (depth, frame) in g.frames(&self.shared.image).enumerate() {
            // The slot below the frame's base holds the return address, and is live.
            (self.visit_slot)(frame.base - 1);
            if depth == 0 {
                continue;
            }
            if frame.vm_call.is_some() {
                self.visit_slot_range(frame.base - HEADER_SLOT_COUNT, frame.end);
            } else {
                let position = self.position(frame.pc);
                self.visit_frame(position, frame.base, frame.end, 0..0);
            }
        }
    }

    fn visit_slot_range(&mut self, from: usize, end: usize) {
        (from..end.min(self.stack_words.len())).for_each(&mut self.visit_slot);
    }

    /// Visits the live slots of the innermost frame.
    fn visit_innermost(&mut self, g: &Goroutine, base: usize) {
        let image = &self.shared.image;
        let end = super::scan::innermost_frame_end(self.shared, g);
        if !image.has_pc(g.pc as u64) {
            return self.visit_slot_range(base - HEADER_SLOT_COUNT, end);
        }
        let position = self.position(g.pc);
        if position.liveness.is_none() || position.op_index == 0 {
            return self.visit_frame(position, base, end, 0..0);
        }
        let before = Position { op_index: position.op_index - 1, ..position };
        // The slots of the result have no value yet.
        let result = match g.wait {
            // The select reads its cases again.
            Wait::Select { .. } => return self.visit_frame(before, base, end, 0..0),
            Wait::Recv { dst, n, ok, .. } => dst..dst + u32::from(n) + u32::from(ok),
            _ => 0..0,
        };
        self.visit_frame(position, base, end, result);
        // An instruction suspended between two parts of its work has not completed: its position is before the
        // instruction.
        if !matches!(g.pending_resume, PendingResume::Part(_))
            && let Op::CallNative { win, native } = image.op_at_index(image.offset_of(g.pc) - 1)
        {
            // The native may be called again, or write its results later, with the slots in its window.
            self.visit_frame(before, base, end, 0..0);
            let native = &image.program.natives[native.get() as usize];
            let window = base + usize::from(win.0);
            self.visit_slot_range(
                window,
                window + native.arg_slots.max(native.result_slots) as usize,
            );
        }
    }

    /// Visits the live slots of a frame that stands at `position` and ends before `end`, except the slots of `result`.
    fn visit_frame(&mut self, position: Position<'a>, base: usize, end: usize, result: Range<u32>) {
        let Some(live) = position.liveness else {
            return self.visit_slot_range(base - HEADER_SLOT_COUNT, end);
        };
        let visit = &mut self.visit_slot;
        live.for_each_live(position.op_index, |slot| {
            let index = base + slot as usize;
            if index < end && !result.contains(&slot) {
                visit(index);
            }
        });
        if live.needs_closure(position.op_index) {
            visit(base - HEADER_SLOT_COUNT);
        }
    }

    fn position(&mut self, pc: *const Op) -> Position<'a> {
        // Recursive calls return to the same few addresses.
        let known = &mut self.cached_positions[pc as usize / size_of::<Op>() % CACHED_POSITIONS];
        if let Some(position) = *known
            && position.pc == pc
        {
            return position;
        }
        let image = &self.shared.image;
        let mut position = Position { pc, liveness: None, op_index: 0 };
        if image.has_pc(pc as u64) {
            let func = image.func_at(pc);
            position.op_index =
                image.offset_of(pc) - image.function_starts[func.0 as usize] as usize;
            position.liveness = self.shared.gc.liveness_cache.liveness_of(image, func);
        }
        *known = Some(position);
        position
    }
}
