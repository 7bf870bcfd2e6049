//! Why the interpreter was left.

use crate::goroutine::fault::Fault;
use crate::goroutine::native_call::{Call, GoCall, GoError};
use crate::goroutine::stack::NoStack;
use crate::shared::ExitStatus;
use crate::shared::locks::Site;
use minigo_sched::Reason;
use std::sync::Arc;

/// Why the interpreter was left. What it needs to go on is in [`Cx`].
pub(crate) enum Exit {
    /// It was not.
    None,
    /// The budget is used up.
    Budget,
    /// The instruction at `pc` needs this many slots from the frame's base on.
    Grow(usize),
    /// The instruction at `pc` needs to know whether this type implements this interface.
    Implements(u32, u32),
    /// The interface call at `pc` needs the method for this type; its site.
    Resolve(u32, u32),
    /// It holds this lock for reading, taken there; its list of held locks was full.
    Reads(u64, Site),
    /// It has unlocked a lock that its list of held locks does not have.
    ReadsNoMore(u64),
    /// The stack cannot grow.
    NoStack(NoStack),
    /// An instruction that compiled code has executed lacks this many bytes.
    Exhausted(usize),
    /// The instruction at `pc`, which compiled code was about to execute, has found a data race.
    Race,
    /// An instruction failed.
    Fault(Fault),
    /// `panic(v)`
    Panic([u64; 2]),
    /// A native failed.
    Error(GoError),
    /// The goroutine yields.
    Yield,
    /// The goroutine waits, and has noted in `wait` what for.
    Park(Reason),
    /// A native waits; its instruction is run again.
    ParkNative(Reason),
    /// A native yields; its instruction is run again.
    Again,
    /// A native, or another instruction that does long work, has done a part of it; or it wants whole frames. The
    /// instruction is run again, after a look whether the slice is over.
    Part,
    /// A native makes a blocking call.
    Block { call: Arc<dyn Call>, long: bool },
    /// A native calls a Go function.
    CallGo(Box<GoCall>),
    /// `runtime.Goexit`
    Goexit,
    /// The goroutine, which is to end, has undone what it had begun.
    End,
    /// Exploration begins before the instruction at `pc`.
    Begin,
    /// The slice is over, between two instructions.
    Pause,
    /// The program ends with this status.
    Program(ExitStatus),
    /// The goroutine's first function has returned.
    Done,
}
