//! Why a task is parked, in the words of Go's goroutine dumps.

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// What a parked task waits for.
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
    /// Not said.
    Unknown "waiting",
    /// A receive.
    ChanReceive "chan receive",
    /// A send.
    ChanSend "chan send",
    /// A receive that can never happen.
    ChanReceiveNil "chan receive (nil chan)",
    /// A send that can never happen.
    ChanSendNil "chan send (nil chan)",
    /// A select.
    Select "select",
    /// `select {}`.
    SelectNoCases "select (no cases)",
    /// `time.Sleep`.
    Sleep "sleep",
    /// A semaphore.
    Semacquire "semacquire",
    /// `sync.Mutex`.
    MutexLock "sync.Mutex.Lock",
    /// `sync.RWMutex`, reading.
    RWMutexRLock "sync.RWMutex.RLock",
    /// `sync.RWMutex`, writing.
    RWMutexLock "sync.RWMutex.Lock",
    /// `sync.WaitGroup`.
    WaitGroupWait "sync.WaitGroup.Wait",
    /// `sync.Cond`.
    CondWait "sync.Cond.Wait",
    /// A socket or pipe.
    IoWait "IO wait",
    /// A finalizer goroutine with nothing to do.
    FinalizerWait "finalizer wait",
    /// A garbage collection that another goroutine runs.
    GcWait "wait for GC cycle",
    /// A coroutine (`iter.Pull`).
    Coroutine "coroutine",
    /// The goroutine that made a bubble waits until all others of it wait.
    SynctestRun "synctest.Run",
    /// One of a bubble waits until all others of it wait.
    SynctestWait "synctest.Wait",
}

impl Reason {
    pub(crate) fn from_number(n: u8) -> Self {
        Self::ALL.get(n as usize).copied().unwrap_or(Self::Unknown)
    }
}
