//! The proof that all slots of the running goroutine are in its frames.
//!
//! Compiled code holds slots in registers while it calls natives and handlers: whoever reads the frames of the running
//! goroutine then (a marking of its roots, a search for leaks) would take old words for its values, and free what is
//! alive. So what reads them takes a [`WholeFrames`], and a native gets one by having it among its parameters: the
//! native's shim sends it back to the interpreter first ([`FromSlots::NEEDS_WHOLE_FRAMES`]).
//!
//! [`FromSlots::NEEDS_WHOLE_FRAMES`]: crate::convert::FromSlots::NEEDS_WHOLE_FRAMES

use crate::goroutine::context::Cx;

/// All slots of the running goroutine are in its frames, and stay there while this exists.
#[derive(Clone, Copy, Debug)]
pub struct WholeFrames(());

impl WholeFrames {
    /// None while compiled code runs.
    #[inline]
    pub(crate) fn of(cx: &Cx) -> Option<Self> {
        (!cx.in_compiled).then_some(Self(()))
    }

    /// At a safepoint between two instructions: compiled code has been left.
    #[inline]
    pub(crate) fn at_safepoint(cx: &Cx) -> Self {
        assert!(!cx.in_compiled, "compiled code leaves before a safepoint");
        Self(())
    }

    /// Of a native whose shim has asked [`of`](Self::of).
    ///
    /// # Safety
    /// The interpreter calls the native.
    #[inline]
    pub(crate) unsafe fn promised() -> Self {
        Self(())
    }
}
