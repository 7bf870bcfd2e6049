//! Search among the interleavings of a program's threads.
//!
//! The tension: a bug needs two or three switches at the right places, and there are millions of places. So a run stops
//! only at *points*, where a thread is about to do what others can see; and of the orders of points that lead to the
//! same, one is enough.
//!
//! # Shape
//! * At each point the VM asks a [`Run`] which thread goes on, and tells it that thread's [accesses](Access). A run
//!   that is over is a [`Trace`].
//! * A [`Plan`] says which choices a run repeats, and by which [`Policy`] it goes on then.
//! * [`Dpor`] searches all interleavings, each up to the order of steps that do not [conflict](Kind::conflicts);
//!   [`Bounded`] searches those with few preemptions. Both make plans of traces. An [`Explorer`] has them take turns.
//! * A [`Shard`] is a part of a search, for machines that share it.
//! * [`Pairs`] say how much a search has covered that does not see all.
//! * A [`Schedule`] says how a run deviates from the usual one, in names that hold for other runs too. [`minimise`]
//!   makes it short.
//!
//! # The contract with whoever runs the program
//! 1. A run is a function of its choices: the same choices lead to the same points, threads and accesses.
//! 2. Between two points a thread accesses nothing that another one could access at the same time: else that is a
//!    point, and the search [begins again](Explorer::restart).
//! 3. A thread is able if its next step can be made. One that would take a lock which another one holds is not.
//!
//! # Rejected
//! * *Steps in which a lock is tried in vain*: each order of attempts would be an interleaving of its own. A thread
//!   that stands before a lock has not called it yet, which no program can tell from waiting for it.
//! * *Numbers of decisions as names of switches*: taking one away moves all later ones.
//!
//! # What this crate does not know
//! Bytecode, goroutines, memory: a thread and an object are numbers.
#![forbid(unsafe_code)]

mod access;
mod bounded;
mod dpor;
mod explorer;
mod minimise;
mod pairs;
mod policy;
mod rng;
mod run;
mod schedule;
mod shard;
mod trace;

pub use access::{Access, Kind, conflict, order};
pub use bounded::{Bounded, Given};
pub use dpor::Dpor;
pub use explorer::{Coverage, Explorer, Job, Next, Saved, Strategy};
pub use minimise::minimise;
pub use pairs::{PairCount, Pairs};
pub use policy::{PartialOrder, Policy, Priorities, Uniform};
pub use rng::Rng;
pub use run::{Asleep, Limits, Plan, Run};
pub use schedule::{FIRST, Names, Pick, Schedule, Stand, Switch};
pub use shard::Shard;
pub use trace::{Cut, Step, Stream, Thread, Trace, Value};
