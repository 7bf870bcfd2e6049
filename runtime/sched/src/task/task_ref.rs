//! [`TaskRef`]: the name of a task for all code but the worker that runs it. A reference is a slot number and a
//! generation, and gives no access to the task itself.

use crate::task::park_reason::Reason;
use crate::task::state::Phase;
use crate::time::clock::Nanos;

/// A task, present or past: 8 bytes, `Copy`, never dangling.
///
/// A reference is valid only with the scheduler that made it. With another scheduler it names another task or none,
/// which can cause a needless wake, but nothing worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskRef {
    index: u32,
    generation: u32,
}

impl TaskRef {
    /// Names no task.
    pub const NONE: Self = Self { index: u32::MAX, generation: 0 };

    /// Rebuilds a reference from the results of [`index`](Self::index) and [`generation`](Self::generation).
    #[inline]
    pub const fn from_parts(index: u32, generation: u32) -> Self {
        Self { index, generation }
    }

    /// The task's slot; slots are reused.
    #[inline]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// The number of the task among the tasks of its slot.
    #[inline]
    pub const fn generation(self) -> u32 {
        self.generation
    }

    /// Reports whether the reference is [`NONE`](Self::NONE).
    #[inline]
    pub const fn is_none(self) -> bool {
        self.index == u32::MAX
    }
}

/// The state of a task at some moment, for dumps and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskStatus {
    /// The phase: runnable, running, parked and so on.
    pub phase: Phase,
    /// The reason why the task parked; meaningful in phase `Parked`.
    pub reason: Reason,
    /// The time at which the task parked, to about 10 ms; meaningful in phase `Parked`.
    pub since: Nanos,
    /// The worker to which the task is pinned.
    pub pinned_worker: Option<u32>,
    /// Whether the task is frozen: it does not run until it is thawed.
    pub is_frozen: bool,
}
