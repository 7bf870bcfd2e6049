//! The limits of a machine, and the resources that it uses.

use std::time::Duration;

/// The limits of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub(super) memory: usize,
    pub(super) wall: Option<Duration>,
    pub(super) output: usize,
    pub(super) fuel: Option<u64>,
    pub(super) goroutines: usize,
    pub(super) stack: usize,
    pub(super) open_files: usize,
    pub(super) storage: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

impl Limits {
    /// Sets no limit.
    #[must_use]
    pub fn new() -> Self {
        Self {
            memory: usize::MAX,
            wall: None,
            output: usize::MAX,
            fuel: None,
            goroutines: usize::MAX,
            stack: usize::MAX,
            open_files: usize::MAX,
            storage: u64::MAX,
        }
    }

    /// The most bytes that the machine may use, for its heap and for other memory of its goroutines. A call that needs
    /// more ends with [`Error::OutOfMemory`].
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// The longest time of a call. A longer call ends with [`Error::TimedOut`].
    #[must_use]
    pub fn wall(mut self, time: Duration) -> Self {
        self.wall = Some(time);
        self
    }

    /// The most bytes that the program may write to its standard streams in all: further writes fail with `no space
    /// left on device`.
    #[must_use]
    pub fn output(mut self, bytes: usize) -> Self {
        self.output = bytes;
        self
    }

    /// The fuel of each call, and of each [`Run::drive`]. A unit is a call in Go, a turn of a loop, or 64 bytes that
    /// one instruction copies, clears or compares; a function of the library in Rust, such as `strings.Index`, counts
    /// as one call. A call that needs more ends with [`Error::OutOfFuel`], always at the same place if the program
    /// always does the same.
    #[must_use]
    pub fn fuel(mut self, units: u64) -> Self {
        self.fuel = Some(units);
        self
    }

    /// The most goroutines at a time, those of the calls and of the library among them. A call that starts more ends
    /// with [`Error::TooManyGoroutines`].
    #[must_use]
    pub fn goroutines(mut self, count: usize) -> Self {
        self.goroutines = count;
        self
    }

    /// The most bytes of a goroutine's stack (1 GB). A call that needs more ends with [`Error::Panic`], whose message
    /// is Go's `fatal error: stack overflow`.
    #[must_use]
    pub fn stack(mut self, bytes: usize) -> Self {
        self.stack = bytes;
        self
    }

    /// The most files, pipes and connections that are open at a time (about a million). Opening more fails with `too
    /// many open files`.
    #[must_use]
    pub fn open_files(mut self, count: usize) -> Self {
        self.open_files = count;
        self
    }

    /// The most bytes that the program's files may take in memory (1 GiB), in blocks of 4,096 bytes; 8 files, however
    /// short, count as a block, and files that the embedder has added do not count. Writing more fails with `no space
    /// left on device`.
    #[must_use]
    pub fn storage(mut self, bytes: u64) -> Self {
        self.storage = bytes;
        self
    }
}

/// The resources that a machine uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The bytes that the heap has taken from the system, and memory of goroutines outside the heap.
    pub memory: u64,
    /// The number of the program's goroutines.
    pub goroutines: usize,
    /// The bytes written to the standard streams.
    pub output: usize,
    /// The fuel that calls have used; 0 without a limit of fuel.
    pub fuel: u64,
    /// The number of threads that still compute results for calls that have ended, such as a product of large numbers:
    /// each thread ends with its computation, and owns only the numbers that it computes from.
    pub abandoned: usize,
}
