//! What can be seen of a machine from outside: [`Inspection`], its scheduler and its goroutines at one moment.
//!
//! It is taken with the world stopped, and is plain data: nothing in it changes when the goroutines go on.
//! [`Machine::inspect`](crate::Machine::inspect) takes one, for a program that runs as for a session between two
//! inputs.
//!
//! [`view`] is the data, [`scheduler`] and [`collect`] fill it, [`variables`] reads the variables of frames, [`chain`]
//! tells in words why a goroutine waits, [`channel`] looks into a channel.
//!
//! # What is not known
//! * Variables are those of the user's own functions. One whose value no code reads any more may be gone
//!   ([`Variable::value`] is `None`), and those of inlined functions are not there.
//! * What a goroutine waits for is named by a variable that leads to it. There may be others.
//! * Which goroutine has locked a lock is noted by the lock itself; in a few cases (see `shared::locks`) it is not
//!   known, and then nothing is said.

pub(crate) mod chain;
pub(crate) mod channel;
pub(crate) mod collect;
pub(crate) mod scheduler;
mod variables;
pub(crate) mod view;

pub use crate::machine::tune::Listener;
pub use channel::NoChannel;
pub use minigo_sched::Place as QueuePlace;
pub use minigo_sched::inspect::*;
pub use minigo_sched::{Direction, Kind, Nanos, ProcId, Queues, Reason, Switches, Told};
pub use scheduler::GoId;
pub use view::{
    Awaited, ChannelView, Created, Detail, FrameView, GoroutineView, HeldBy, Hold, Inspection,
    Place, State, StepEnd, Stepped, Variable,
};
