//! The frames of a goroutine. Collector, tracebacks, `recover` and reports all use this one walk.
//!
//! Below a frame's base lie two slots: the closure that was called, and the return address of the call. The call
//! instruction before the return address holds the window: the distance from the caller's base to the callee's. A call
//! made by the VM returns to the instruction `leave`; the last of the goroutine's [VM calls](VmCall) then names the
//! frame on whose behalf the VM made the call.

use crate::goroutine::state::Goroutine;
use crate::goroutine::unwind_records::{Unwind, VmCall, VmCallKind};
use crate::image::Image;
use crate::image::code::{call_window_before, frame_slots};
use crate::image::lines::Pcs;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::ops::Op;

/// Slots below a frame's base.
pub(crate) const HEADER_SLOT_COUNT: usize = HEADER_SLOTS as usize;

/// A frame on a goroutine's stack.
pub(crate) struct Frame<'g> {
    /// The next instruction, or the return address of the call that the frame has made.
    pub(crate) pc: *const Op,
    /// The frame's first slot, as an index into [`Goroutine::frame_words`].
    pub(crate) base: usize,
    /// One past the frame's last slot: the header of its callee begins there. For the innermost frame the end is
    /// `usize::MAX`.
    pub(crate) end: usize,
    /// The call that the VM made on the frame's behalf and that has not returned. `None`: the frame made its call
    /// itself, or is the innermost frame.
    pub(crate) vm_call: Option<&'g VmCall>,
}

/// A walk over frames, innermost first. The walk includes the frames of wrappers and of the VM's own code.
pub(crate) struct Frames<'g> {
    image: &'g Image,
    stack_words: &'g [u64],
    /// The VM's calls that the walk has not reached yet.
    vm_calls: &'g [VmCall],
    next: Option<Frame<'g>>,
}

impl Goroutine {
    /// The frames of a goroutine that is not running.
    #[inline]
    pub(crate) fn frames<'g>(&'g self, image: &'g Image) -> Frames<'g> {
        self.frames_at(image, self.pc, self.frame_base as usize)
    }

    /// The frames of a goroutine that stands at `pc` with its frame's base at slot `base`; the context of a running
    /// goroutine has both.
    #[inline]
    pub(crate) fn frames_at<'g>(
        &'g self,
        image: &'g Image,
        pc: *const Op,
        base: usize,
    ) -> Frames<'g> {
        let vm_calls = self.unwind_ref().map_or(&[][..], Unwind::vm_calls);
        let innermost = Frame { pc, base, end: usize::MAX, vm_call: None };
        Frames { image, stack_words: self.frame_words(), vm_calls, next: Some(innermost) }
    }

    /// The number of slots, from the stack's base, that the frames have when they run. The innermost frame need not
    /// have the last slot: a call's window may lie low in the caller's frame, which uses its upper slots again once the
    /// call has returned. A stack that is moved keeps room for all slots in use.
    pub(crate) fn slots_in_use(&self, image: &Image) -> usize {
        let end = |frame: Frame<'_>| {
            // Frames of the VM's own code have no fixed size.
            let code =
                image.has_pc(frame.pc as u64).then(|| image.entry_pc(image.func_at(frame.pc)))?;
            // SAFETY: the code is a function's.
            Some(frame.base + unsafe { frame_slots(code) })
        };
        self.frames(image)
            .try_fold(0, |most, frame| Some(most.max(end(frame)?)))
            .unwrap_or(self.stack.slots())
    }
}

/// The most frames of a stack that a profile keeps, as in Go.
pub(crate) const MAX_PROFILED_FRAMES: usize = 128;

impl Goroutine {
    /// The code addresses of the innermost frames, with `pc` and `base` as for [`frames_at`](Self::frames_at).
    pub(crate) fn pcs_at(&self, image: &Image, pc: *const Op, base: usize) -> Pcs {
        let mut pcs = Vec::with_capacity(MAX_PROFILED_FRAMES / 4);
        for frame in self.frames_at(image, pc, base) {
            let mut pc = frame.pc as u64;
            match frame.vm_call.map(|act| &act.kind) {
                Some(VmCallKind::Panic) => pcs.push(image.vm_return_address() as u64),
                // Return addresses point behind the call; the VM made this call at `pc` itself.
                Some(VmCallKind::Defer) => pc += size_of::<Op>() as u64,
                _ => {}
            }
            if image.has_pc(pc) {
                pcs.push(pc);
            }
            if pcs.len() >= MAX_PROFILED_FRAMES {
                break;
            }
        }
        pcs.into()
    }
}

impl<'g> Frames<'g> {
    /// The frame to which `of` returns.
    #[inline]
    fn caller_of(&mut self, of: &Frame<'g>) -> Option<Frame<'g>> {
        let end = of.base.checked_sub(HEADER_SLOT_COUNT)?;
        let back = *self.stack_words.get(of.base - 1)? as *const Op;
        if back == self.image.vm_return_address() {
            let (act, rest) = self.vm_calls.split_last()?;
            self.vm_calls = rest;
            return Some(Frame { pc: act.pc, base: act.base as usize, end, vm_call: Some(act) });
        }
        // Package unsafe has overwritten the stack: the walk ends.
        if !self.image.has_pc(back as u64) {
            return None;
        }
        // SAFETY: a return address follows a call instruction.
        let window = unsafe { call_window_before(back) };
        let base = of.base.checked_sub(window).filter(|base| *base >= HEADER_SLOT_COUNT)?;
        Some(Frame { pc: back, base, end, vm_call: None })
    }
}

impl<'g> Iterator for Frames<'g> {
    type Item = Frame<'g>;

    #[inline]
    fn next(&mut self) -> Option<Frame<'g>> {
        let frame = self.next.take()?;
        self.next = self.caller_of(&frame);
        Some(frame)
    }
}
