//! The proof that all slots of the running goroutine are in its frames.
//!
//! Compiled code holds slots in machine registers while it calls natives and handlers. A reader of the running
//! goroutine's frames (the marking of its roots, the search for leaks) would then take outdated words for its values,
//! and free live objects. So every such reader takes a [`FramesInMemory`], and a native gets one by having it among its
//! parameters: the native's shim first returns to the interpreter ([`FromSlots::NEEDS_FRAMES_IN_MEMORY`]).
//!
//! [`FromSlots::NEEDS_FRAMES_IN_MEMORY`]: crate::convert::FromSlots::NEEDS_FRAMES_IN_MEMORY

use crate::goroutine::context::Cx;

/// Proof that all slots of the running goroutine are in its frames, and stay there while the proof exists.
#[derive(Clone, Copy, Debug)]
pub struct FramesInMemory(());

impl FramesInMemory {
    /// The proof; `None` while compiled code runs.
    #[inline]
    pub(crate) fn unless_compiled(cx: &Cx) -> Option<Self> {
        (!cx.is_in_compiled).then_some(Self(()))
    }

    /// The proof at a safepoint between two instructions: compiled code has exited.
    #[inline]
    pub(crate) fn at_safepoint(cx: &Cx) -> Self {
        assert!(!cx.is_in_compiled, "compiled code leaves before a safepoint");
        Self(())
    }

    /// The proof for a native whose shim has called [`unless_compiled`](Self::unless_compiled).
    ///
    /// # Safety
    /// The interpreter calls the native.
    #[inline]
    pub(crate) unsafe fn promised_by_caller() -> Self {
        Self(())
    }
}
