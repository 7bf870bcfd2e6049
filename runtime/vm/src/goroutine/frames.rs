//! The frames of a goroutine that does not run: the one walk over them.

use crate::goroutine::state::Goroutine;
use crate::image::Image;
use crate::image::code::window_before;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::ops::Op;

/// A frame on a stack.
pub(crate) struct Raw {
    /// The next instruction.
    pub(crate) pc: *const Op,
    pub(crate) base: usize,
    /// Where the frame of the call begins that it makes.
    pub(crate) end: usize,
    /// A slot whose value is still to come.
    pub(crate) hole: u32,
}

/// The frames of a goroutine that does not run, innermost first, those of wrappers and of the VM's own code among them.
pub(crate) fn raw_frames(image: &Image, g: &Goroutine) -> Vec<Raw> {
    let words = g.words();
    let mut acts = g.unwind_ref().map_or(&[][..], |u| u.acts());
    let (mut pc, mut base, mut end) = (g.pc, g.r as usize, usize::MAX);
    let mut frames = Vec::new();
    loop {
        frames.push(Raw { pc, base, end, hole: u32::MAX });
        let back = words[base - 1] as *const Op;
        if back != image.leave() {
            end = base.saturating_sub(usize::from(HEADER_SLOTS));
            // SAFETY: return addresses are behind calls.
            base -= unsafe { window_before(back) };
            pc = back;
            continue;
        }
        let Some((act, rest)) = acts.split_last() else { return frames };
        acts = rest;
        (pc, base, end) = (act.pc, act.base as usize, usize::MAX);
    }
}
