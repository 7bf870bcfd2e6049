//! Stress settings for tests: rare events at arbitrary places happen at every opportunity.

/// The actions at every safepoint of a goroutine: where a function begins, and where a loop jumps back.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stress {
    /// The goroutine is preempted.
    pub preempts: bool,
    /// The goroutine's stack moves to a block that has only room for its frames; so each call whose frame is larger
    /// than the previous one makes the stack grow. The old block is filled with other values, so that the use of an old
    /// pointer is noticed.
    pub moves_stacks: bool,
}

impl Stress {
    /// Reports whether any action is set.
    pub(crate) fn is_on(self) -> bool {
        self.preempts || self.moves_stacks
    }
}
