//! Inspection of a machine from outside: [`Inspection`] has the machine's scheduler and goroutines at one moment.
//!
//! An inspection is taken with the world stopped, and is plain data: it does not change when the goroutines continue.
//! [`Machine::inspect`](crate::Machine::inspect) takes an inspection, of a running program or of a session between two
//! inputs.
//!
//! [`view`] is the data, [`scheduler`] and [`goroutine_views`] fill it, [`variables`] reads the variables of frames,
//! [`wait_chain`] explains in words why a goroutine waits, [`channel`] reads the state of a channel.
//!
//! # Limits
//! * Only variables of the user's own functions are shown. The value of a variable that no code reads any more may be
//!   lost ([`Variable::value`] is `None`), and variables of inlined functions are missing.
//! * An object that a goroutine waits for gets the name of a variable that refers to it. Other variables may refer to
//!   the same object.
//! * The lock itself records which goroutine has locked it; in a few cases (see `shared::locks`) the holder is unknown,
//!   and is left out.

pub(crate) mod channel;
pub(crate) mod goroutine_views;
pub(crate) mod scheduler;
pub(crate) mod variables;
pub(crate) mod view;
pub(crate) mod wait_chain;

pub use crate::machine::runtime_settings::DecisionListener;
pub use channel::NoChannel;
pub use minigo_sched::QueuePlace;
pub use minigo_sched::inspect::*;
pub use minigo_sched::{DecisionReport, Direction, Kind, Nanos, ProcId, Queues, Reason, Switches};
pub use scheduler::GoId;
pub use view::{
    AwaitedObject, ChannelView, Created, Detail, FrameView, GoroutineView, HeldBy, Hold,
    Inspection, SourceLine, State, StepEnd, StepResult, Variable,
};
