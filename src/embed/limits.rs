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
    ///
    /// ```
    /// use minigo::embed::{Engine, Error, Limits, Source, World};
    ///
    /// let text = "package p; func Fill(n int) int { return len(make([]byte, n)) }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new().memory(16 << 20))?;
    /// let fill = run.func::<(isize,), isize>("Fill")?;
    /// assert_eq!(fill.call(&mut run, (1 << 30,)), Err(Error::OutOfMemory));
    /// assert_eq!(fill.call(&mut run, (1 << 10,)), Ok(1 << 10));
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// The longest time of a call. A longer call ends with [`Error::TimedOut`].
    ///
    /// ```
    /// use minigo::embed::{Engine, Error, Limits, Source, World};
    /// use std::time::Duration;
    ///
    /// let text = "package p; func Loop() { for { } }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new().wall(Duration::from_millis(10)))?;
    /// assert_eq!(run.func::<(), ()>("Loop")?.call(&mut run, ()), Err(Error::TimedOut));
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn wall(mut self, time: Duration) -> Self {
        self.wall = Some(time);
        self
    }

    /// The most bytes that the program may write to its standard streams in all: further writes fail with `no space
    /// left on device`.
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Source, World};
    ///
    /// let text = r#"
    ///     package p
    ///     import "fmt"
    ///     func Print(s string) error { _, err := fmt.Print(s); return err }
    /// "#;
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new().output(5))?;
    /// let print = run.func::<(String,), Result<(), String>>("Print")?;
    /// assert_eq!(print.call(&mut run, ("hello".to_owned(),))?, Ok(()));
    /// let error = print.call(&mut run, ("more".to_owned(),))?.unwrap_err();
    /// assert_eq!(error, "write /dev/stdout: no space left on device");
    /// assert_eq!(run.take_output(), b"hello");
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn output(mut self, bytes: usize) -> Self {
        self.output = bytes;
        self
    }

    /// The fuel of each call, and of each [`Run::drive`]. A unit is a call in Go, a turn of a loop, or 64 bytes that
    /// one instruction copies, clears or compares; a function of the library in Rust, such as `strings.Index`, counts
    /// as one call. A call that needs more ends with [`Error::OutOfFuel`], always at the same place if the program
    /// always does the same.
    ///
    /// ```
    /// use minigo::embed::{Engine, Error, Limits, Source, World};
    ///
    /// let text = "package p; func Sum(n int) (s int) { for i := range n { s += i }; return s }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new().fuel(1_000))?;
    /// let sum = run.func::<(isize,), isize>("Sum")?;
    /// assert_eq!(sum.call(&mut run, (500,)), Ok(124_750));
    /// assert_eq!(sum.call(&mut run, (5_000,)), Err(Error::OutOfFuel));
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn fuel(mut self, units: u64) -> Self {
        self.fuel = Some(units);
        self
    }

    /// The most goroutines at a time, those of the calls and of the library among them. A call that starts more ends
    /// with [`Error::TooManyGoroutines`].
    ///
    /// ```
    /// use minigo::embed::{Engine, Error, Limits, Source, World};
    ///
    /// let text = "package p; func Start(n int) { for range n { go func() { select {} }() } }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new().goroutines(100))?;
    /// let start = run.func::<(isize,), ()>("Start")?;
    /// assert_eq!(start.call(&mut run, (10,)), Ok(()));
    /// assert_eq!(start.call(&mut run, (1_000,)), Err(Error::TooManyGoroutines));
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn goroutines(mut self, count: usize) -> Self {
        self.goroutines = count;
        self
    }

    /// The most bytes of a goroutine's stack (1 GB). A call that needs more ends with [`Error::Panic`], whose message
    /// is Go's `fatal error: stack overflow`.
    ///
    /// ```
    /// use minigo::embed::{Engine, Error, Limits, Source, World};
    ///
    /// let text = "package p; func Deep(n int) int { return Deep(n+1) + 1 }";
    /// let module = Engine::new().compile(Source::text("p.go", text))?;
    /// let mut run = module.start(&World::empty(), Limits::new().stack(1 << 20))?;
    /// let deep = run.func::<(isize,), isize>("Deep")?;
    /// let Err(Error::Panic(panic)) = deep.call(&mut run, (0,)) else { panic!("it returned") };
    /// assert!(panic.message().contains("stack overflow"));
    /// assert_eq!(panic.frames()[0].function, "p.Deep");
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
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
