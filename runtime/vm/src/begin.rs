//! How a goroutine begins: with nothing but its place in the scheduler and its first frame; it gets a stack with its first slice.
//!
//! A module of its own because all that looks at goroutines that do not run (the collector, dumps, reports of leaks) finds the frames of
//! those that have not begun here.

use crate::blocking::Call;
use crate::exhaust;
use crate::goroutine::Goroutine;
use crate::interp::{Cx, frame_slots};
use crate::machine::{Local, Shared};
use crate::stack::{FIRST_SLOTS, NoStack};
use minigo_sched::Step;
use std::sync::Arc;

/// What is to be done before the interpreter goes on.
pub(crate) enum Ahead {
    Nothing,
    /// A blocking call has ended: the rest of it, with the native's window.
    Call(Arc<dyn Call>, u32),
    /// It has not begun and has no stack yet.
    Begin(First),
}

/// The first frame of a goroutine that has not begun, as it will lie in its stack: the header, then arguments. Among a million
/// goroutines that a program starts faster than they run, only those that have begun cost a stack; and one that ends soon
/// leaves its stack, still in the CPU's cache, to the next one.
pub(crate) type First = [u64; FIRST_BASE + FIRST_ARGS];

/// Who has more arguments gets a stack at once.
pub(crate) const FIRST_ARGS: usize = 4;

/// Slots below the first frame: its header.
pub(crate) const FIRST_BASE: usize = 2;

impl Goroutine {
    /// The slots of its frames: those of its stack, if it has begun.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        match &self.ahead {
            Ahead::Begin(first) => first,
            _ => self.stack.words(),
        }
    }

    /// What it begins with, if it has not begun.
    #[inline]
    pub(crate) fn first(&self) -> Option<&[u64]> {
        match &self.ahead {
            Ahead::Begin(first) => Some(first),
            _ => None,
        }
    }

    /// Gives one that has not begun a stack, if the processor keeps one that is large enough; else [`begin`] sees to it.
    #[inline(always)]
    pub(crate) fn begin_at_once(&mut self, local: &mut Local) {
        let Ahead::Begin(first) = &self.ahead else { return };
        // SAFETY: its next instruction is a function's first.
        let frame = unsafe { frame_slots(self.pc) };
        if FIRST_BASE + frame <= FIRST_SLOTS
            && let Some(stack) = local.kept_stack()
        {
            // SAFETY: the stack of a new goroutine has more slots than that.
            unsafe { stack.base().copy_from_nonoverlapping(first.as_ptr(), first.len()) };
            self.ahead = Ahead::Nothing;
            self.stack = stack;
        }
    }
}

/// A goroutine begins: it gets its stack. It can still be scanned and shown until it has one.
pub(crate) fn begin(cx: &mut Cx, shared: &Shared) -> Option<Step> {
    // SAFETY: its next instruction is a function's first.
    let needed = FIRST_BASE + unsafe { frame_slots(cx.s.pc) }.max(FIRST_ARGS);
    let stack = loop {
        let taken = cx.task().local().take_stack().and_then(|mut stack| {
            if needed > stack.slots() {
                stack.grow(&shared.heap, needed, usize::MAX)?;
            }
            Ok(stack)
        });
        match taken {
            Ok(stack) => break stack,
            Err(NoStack::TooLarge) => unreachable!("one frame is far below the limit"),
            Err(NoStack::NoMemory(bytes)) => {
                if let Some(step) = exhaust::starve(cx, bytes) {
                    return Some(step);
                }
            }
        }
    };
    let g = cx.g();
    if let Ahead::Begin(first) = std::mem::replace(&mut g.ahead, Ahead::Nothing) {
        // SAFETY: a stack has at least this many slots.
        unsafe { stack.base().copy_from_nonoverlapping(first.as_ptr(), first.len()) };
    }
    g.stack = stack;
    g.starved = 0;
    let (base, limit) = (g.stack.base(), g.stack.limit());
    cx.limit = limit;
    // SAFETY: the first frame's base.
    cx.s.r = unsafe { base.add(FIRST_BASE) };
    None
}
