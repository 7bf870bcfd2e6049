//! The reasons for which the interpreter returns to the VM.

use crate::goroutine::fault::Fault;
use crate::goroutine::native_call::{BlockingNativeCall, GoCall, GoError};
use crate::goroutine::stack::NoStack;
use crate::shared::ExitStatus;
use crate::shared::embedding::Resource;
use crate::shared::locks::LockSite;
use minigo_sched::Reason;
use std::sync::Arc;

/// Why the interpreter returned to the VM. The state that the interpreter needs to continue is in [`Cx`].
pub(crate) enum InterpreterExit {
    /// The interpreter was not left.
    None,
    /// The budget is used up.
    Budget,
    /// The instruction at `pc` needs this many slots, counted from the frame's base.
    Grow(usize),
    /// The instruction at `pc` needs to know whether this type implements this interface.
    Implements(u32, u32),
    /// The interface call at `pc` needs its method for this type: the type, then the call site.
    Resolve(u32, u32),
    /// The goroutine has locked this lock for reading, at this place; its list of held locks was full.
    Reads(u64, LockSite),
    /// The goroutine has unlocked a lock for reading that is not in its list of held locks.
    ReadsNoMore(u64),
    /// The stack cannot grow.
    NoStack(NoStack),
    /// An instruction that compiled code executed could not allocate this many bytes.
    Exhausted(usize),
    /// The goroutine needs more of this resource than the embedder's limit.
    Exceeded(Resource),
    /// The instruction at `pc`, which compiled code was about to execute, has found a data race.
    Race,
    /// An instruction failed.
    Fault(Fault),
    /// `panic(v)`.
    Panic([u64; 2]),
    /// A native failed.
    Error(GoError),
    /// The goroutine yields.
    Yield,
    /// The goroutine waits; `wait` says for what.
    Park(Reason),
    /// A native waits; its instruction is executed again.
    ParkNative(Reason),
    /// A native yields; its instruction is executed again.
    Again,
    /// A native, or another instruction that does long work, has completed a part of the work; or it needs whole
    /// frames. The instruction is executed again, after a check whether the slice is over.
    Part,
    /// A native makes a blocking call.
    Block { call: Arc<dyn BlockingNativeCall>, long: bool },
    /// A native calls a Go function.
    CallGo(Box<GoCall>),
    /// The goroutine makes the next call of the embedder, or waits for one.
    EmbedderCall,
    /// `runtime.Goexit`.
    Goexit,
    /// The goroutine, which must end, has undone its incomplete operation.
    End,
    /// Exploration of interleavings begins before the instruction at `pc`.
    Begin,
    /// The slice is over between two instructions.
    Pause,
    /// A debugger stops the goroutine before the instruction at `pc`.
    Break,
    /// The program exits with this status.
    Program(ExitStatus),
    /// The goroutine's first function has returned.
    Done,
}
