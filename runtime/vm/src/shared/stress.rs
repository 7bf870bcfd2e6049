//! Settings for tests: what happens rarely, and at places that nobody chooses, happens at every chance.

/// What is done at every safepoint of a goroutine: where a function begins, and where a loop jumps back.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stress {
    /// The goroutine is preempted.
    pub preempt: bool,
    /// Its stack moves to another place, where there is room for its frames alone; so each call whose frame is larger
    /// than what was there before makes it grow. What it leaves behind is overwritten.
    pub stacks: bool,
}

impl Stress {
    /// Whether safepoints are more than a count.
    pub(crate) fn is_on(self) -> bool {
        self.preempt || self.stacks
    }
}
