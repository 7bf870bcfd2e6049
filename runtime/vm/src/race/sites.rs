//! The sites of memory accesses: their positions, and the goroutine's calls at that moment.

use crate::goroutine::context::Cx;
use crate::goroutine::state::Goroutine;
use crate::goroutine::unwind_records::{VmCall, VmCallKind};
use crate::image::Image;
use crate::image::lines::{TraceFrame, push_frames};
use minigo_bytecode::ops::Op;
use minigo_race::{Call, Frames, Position, Site};

/// The site at which the running goroutine accesses memory; `CAN_MERGE`: see [`Frames`].
#[derive(Clone, Copy)]
pub(crate) struct AccessSite<const CAN_MERGE: bool = false> {
    position: Position,
    frames: RunningFrames<CAN_MERGE>,
}

/// The frames of the running goroutine. The headers of the frames are in memory, in interpreted and compiled code.
#[derive(Clone, Copy)]
pub(crate) struct RunningFrames<const CAN_MERGE: bool> {
    cx: *const Cx,
    frame: *const u64,
}

/// Flag in the place of a call: a panic has made the call.
const PANIC_FLAG: u32 = 1 << 31;

impl<const CAN_MERGE: bool> AccessSite<CAN_MERGE> {
    /// A position in the running goroutine, in the frame at `r`.
    ///
    /// # Safety
    /// The frame is the innermost one. The context outlives this value, and the goroutine does not continue meanwhile.
    #[inline(always)]
    pub(crate) const unsafe fn new(cx: *const Cx, r: *const u64, position: Position) -> Self {
        Self { position, frames: RunningFrames { cx, frame: r } }
    }
}

impl<const CAN_MERGE: bool> Site for AccessSite<CAN_MERGE> {
    type Frames = RunningFrames<CAN_MERGE>;

    #[inline(always)]
    fn position(self) -> Position {
        self.position
    }

    #[inline(always)]
    fn frames(self) -> RunningFrames<CAN_MERGE> {
        self.frames
    }
}

impl<const CAN_MERGE: bool> RunningFrames<CAN_MERGE> {
    #[inline(always)]
    fn g(&self) -> &Goroutine {
        // SAFETY: the caller of `new` has promised that the context is valid.
        unsafe { &*(*self.cx).g }
    }
}

impl<const MERGED: bool> Frames for RunningFrames<MERGED> {
    const CAN_MERGE_ACCESSES: bool = MERGED;

    #[inline(always)]
    fn innermost_base(self) -> Option<u32> {
        // SAFETY: the frame lies in the goroutine's stack.
        Some(unsafe { self.frame.offset_from(self.g().stack.base()) } as u32)
    }

    #[inline(always)]
    fn calls_match_frames(self) -> bool {
        self.g().unwind_ref().is_none_or(|unwind| unwind.vm_calls.is_empty())
    }

    #[inline(always)]
    fn holds_call(self, call: Call) -> bool {
        // SAFETY: the frames' headers lie in the stack, below the innermost frame; the context is valid.
        let (back, code) =
            unsafe { (*self.g().stack.base().add(call.base as usize - 1), (*self.cx).code) };
        back == code.wrapping_add(call.return_place as usize) as u64
    }

    fn each_call(self, mut visit: impl FnMut(Call) -> bool) {
        // SAFETY: the promise of `new`.
        let image = unsafe { &(*self.cx).shared().image };
        let Some(mut base) = self.innermost_base() else { return };
        let g = self.g();
        for frame in g.frames_at(image, std::ptr::null(), base as usize).skip(1) {
            let place = match frame.vm_call {
                Some(act) => caller_place(image, act),
                None => image.offset_of(frame.pc) as u32,
            };
            if !visit(Call { base, return_place: place }) {
                return;
            }
            base = frame.base as u32;
        }
    }
}

/// The place of the frame on whose behalf the VM has made a call.
fn caller_place(image: &Image, act: &VmCall) -> u32 {
    let at = image.offset_of(act.pc) as u32;
    match act.kind {
        VmCallKind::Panic => at | PANIC_FLAG,
        // A place is the index behind the calling instruction, and the instruction at `pc` has made this call.
        VmCallKind::Defer => at + 1,
        _ => at,
    }
}

/// Appends the frames to which the calls return, as tracebacks show them.
pub(crate) fn push_calls(image: &Image, places: &[u32], frames: &mut Vec<TraceFrame>) {
    for &place in places {
        let pc: *const Op =
            image.code.first_instruction().wrapping_add((place & !PANIC_FLAG) as usize);
        if place & PANIC_FLAG != 0 {
            let func = image.func_at(pc);
            frames.push(TraceFrame { func, pc, is_panic: true, is_native: false, inline_level: 0 });
        }
        if image.has_pc(pc as u64) {
            push_frames(image, pc, frames);
        }
    }
}
