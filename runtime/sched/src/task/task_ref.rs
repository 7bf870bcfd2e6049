//! [`TaskRef`]: how everything but the worker that runs it names a task. It is a slot number and a generation,
//! without any way to the task itself.

use crate::task::reason::Reason;
use crate::task::state::Phase;
use crate::time::clock::Nanos;

/// A task, present or past: 8 bytes, `Copy`, never dangling.
///
/// Use it with the scheduler it comes from. With another one it names some other task or none; that
/// can cause a needless wake, never worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskRef {
    index: u32,
    generation: u32,
}

impl TaskRef {
    /// Names no task.
    pub const NONE: Self = Self { index: u32::MAX, generation: 0 };

    /// Puts a reference together again from what [`index`](Self::index) and
    /// [`generation`](Self::generation) gave.
    #[inline]
    pub const fn from_parts(index: u32, generation: u32) -> Self {
        Self { index, generation }
    }

    /// The task's slot; slots are reused.
    #[inline]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// Which of the slot's tasks it is.
    #[inline]
    pub const fn generation(self) -> u32 {
        self.generation
    }

    /// Whether it is [`NONE`](Self::NONE).
    #[inline]
    pub const fn is_none(self) -> bool {
        self.index == u32::MAX
    }
}

/// What a task does at some moment, for dumps and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskStatus {
    /// Runnable, running, parked …
    pub phase: Phase,
    /// Why it parked; of meaning in phase `Parked`.
    pub reason: Reason,
    /// When it parked, to about 10 ms; of meaning in phase `Parked`.
    pub since: Nanos,
    /// The worker that it is pinned to.
    pub pinned: Option<u32>,
    /// It was frozen: it does not run until it is thawed.
    pub frozen: bool,
}
