//! The place where a runnable task waits.

/// A queue as records name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuePlace {
    /// runnext of the processor whose lane the record is in.
    Next,
    /// The local or the remote queue of the processor whose lane the record is in.
    Local,
    /// The global queue, or the tasks that a processor has collected for it.
    Global,
    /// The queue of the processor with this number.
    Of(u32),
}

impl QueuePlace {
    /// The place as the `arg` of a record.
    #[must_use]
    pub const fn code(self) -> u32 {
        match self {
            Self::Next => 0,
            Self::Local => 1,
            Self::Global => 2,
            Self::Of(proc) => 3 + proc,
        }
    }

    /// The place from the `arg` of a record.
    #[must_use]
    pub const fn of_code(code: u32) -> Self {
        match code {
            0 => Self::Next,
            1 => Self::Local,
            2 => Self::Global,
            proc => Self::Of(proc - 3),
        }
    }
}
