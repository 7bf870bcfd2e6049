//! The frames of a goroutine: the one walk over them, for the collector, tracebacks, `recover` and reports.
//!
//! Below a frame's base lie two slots: the closure that was called, and where the call returns to. The call instruction
//! before that address has the window, which is how far below the base the caller's frame begins. A call that the VM
//! made returns to the instruction `leave`: then the last of the goroutine's [acts](Act) tells the frame on whose
//! behalf it was made.

use crate::goroutine::records::{Act, ActKind, Unwind};
use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::code::window_before;
use crate::image::lines::Pcs;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::ops::Op;

/// Slots below a frame's base.
pub(crate) const HEADER: usize = HEADER_SLOTS as usize;

/// A frame on a goroutine's stack.
pub(crate) struct Frame<'g> {
    /// The next instruction, or where the call that the frame has made returns to.
    pub(crate) pc: *const Op,
    /// Its first slot, by its number in [`Goroutine::words`].
    pub(crate) base: usize,
    /// One past its last slot: there begins the header of the frame that it has called. `usize::MAX` for the innermost.
    pub(crate) end: usize,
    /// The call that the VM made on the frame's behalf, and that has not returned; `None`: the frame has made its call
    /// by itself, or is the innermost.
    pub(crate) act: Option<&'g Act>,
}

/// A walk over frames, innermost first, those of wrappers and of the VM's own code among them.
pub(crate) struct Frames<'g> {
    image: &'g Image,
    words: &'g [u64],
    /// The calls of the VM that the walk has not come by.
    acts: &'g [Act],
    next: Option<Frame<'g>>,
}

impl Goroutine {
    /// Its frames, while it does not run.
    #[inline]
    pub(crate) fn frames<'g>(&'g self, image: &'g Image) -> Frames<'g> {
        self.frames_at(image, self.pc, self.r as usize)
    }

    /// Its frames when it is at `pc` with its frame's base at slot `base`: while it runs the context has both.
    #[inline]
    pub(crate) fn frames_at<'g>(
        &'g self,
        image: &'g Image,
        pc: *const Op,
        base: usize,
    ) -> Frames<'g> {
        let acts = self.unwind_ref().map_or(&[][..], Unwind::acts);
        let innermost = Frame { pc, base, end: usize::MAX, act: None };
        Frames { image, words: self.words(), acts, next: Some(innermost) }
    }
}

/// As many frames of a stack are kept for a profile, as in Go.
pub(crate) const PROFILED: usize = 128;

impl Goroutine {
    /// The code addresses of its innermost frames when it is as for [`frames_at`](Self::frames_at).
    pub(crate) fn pcs_at(&self, image: &Image, pc: *const Op, base: usize) -> Pcs {
        let mut pcs = Vec::with_capacity(PROFILED / 4);
        for frame in self.frames_at(image, pc, base) {
            let mut pc = frame.pc as u64;
            match frame.act.map(|act| &act.kind) {
                Some(ActKind::Panic) => pcs.push(image.leave() as u64),
                // Positions are behind the instruction; this call was made by the one at `pc`.
                Some(ActKind::Defer) => pc += size_of::<Op>() as u64,
                _ => {}
            }
            if image.has_pc(pc) {
                pcs.push(pc);
            }
            if pcs.len() >= PROFILED {
                break;
            }
        }
        pcs.into()
    }
}

impl<'g> Frames<'g> {
    /// The frame that `of` returns to.
    #[inline]
    fn caller(&mut self, of: &Frame<'g>) -> Option<Frame<'g>> {
        let end = of.base.checked_sub(HEADER)?;
        let back = *self.words.get(of.base - 1)? as *const Op;
        if back == self.image.leave() {
            let (act, rest) = self.acts.split_last()?;
            self.acts = rest;
            return Some(Frame { pc: act.pc, base: act.base as usize, end, act: Some(act) });
        }
        // What package unsafe has written over is no stack any more.
        if !self.image.has_pc(back as u64) {
            return None;
        }
        // SAFETY: return addresses are behind calls.
        let window = unsafe { window_before(back) };
        let base = of.base.checked_sub(window).filter(|base| *base >= HEADER)?;
        Some(Frame { pc: back, base, end, act: None })
    }
}

impl<'g> Iterator for Frames<'g> {
    type Item = Frame<'g>;

    #[inline]
    fn next(&mut self) -> Option<Frame<'g>> {
        let frame = self.next.take()?;
        self.next = self.caller(&frame);
        Some(frame)
    }
}
