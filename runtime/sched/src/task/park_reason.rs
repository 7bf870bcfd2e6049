//! The reason why a task is parked, in the words of Go's goroutine dumps.

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// The reason why a task is parked.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Reason { $($(#[$doc])* $name,)* }

        impl Reason {
            /// Every reason, by number.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The words that a dump prints.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

reasons! {
    /// The reason is not known.
    Unknown "waiting",
    /// The task receives from a channel.
    ChanReceive "chan receive",
    /// The task sends to a channel.
    ChanSend "chan send",
    /// The task receives from a nil channel, which blocks for ever.
    ChanReceiveNil "chan receive (nil chan)",
    /// The task sends to a nil channel, which blocks for ever.
    ChanSendNil "chan send (nil chan)",
    /// The task waits in a select.
    Select "select",
    /// The task executes `select {}`.
    SelectNoCases "select (no cases)",
    /// The task is in `time.Sleep`.
    Sleep "sleep",
    /// The task waits for a semaphore.
    Semacquire "semacquire",
    /// The task waits to lock a `sync.Mutex`.
    MutexLock "sync.Mutex.Lock",
    /// The task waits to lock a `sync.RWMutex` for reading.
    RWMutexRLock "sync.RWMutex.RLock",
    /// The task waits to lock a `sync.RWMutex` for writing.
    RWMutexLock "sync.RWMutex.Lock",
    /// The task waits for a `sync.WaitGroup`.
    WaitGroupWait "sync.WaitGroup.Wait",
    /// The task waits for a `sync.Cond`.
    CondWait "sync.Cond.Wait",
    /// The task waits for a socket or pipe.
    IoWait "IO wait",
    /// The finalizer goroutine has nothing to do.
    FinalizerWait "finalizer wait",
    /// The task waits for a garbage collection that another goroutine runs.
    GcWait "wait for GC cycle",
    /// The task waits for its turn as a coroutine (`iter.Pull`).
    Coroutine "coroutine",
    /// The goroutine that created a synctest bubble waits until all others of the bubble wait.
    SynctestRun "synctest.Run",
    /// A goroutine of a synctest bubble waits until all others of the bubble wait.
    SynctestWait "synctest.Wait",
}

impl Reason {
    pub(crate) fn from_number(n: u8) -> Self {
        Self::ALL.get(n as usize).copied().unwrap_or(Self::Unknown)
    }
}
