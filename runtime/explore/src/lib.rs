//! Search among the interleavings of a program's threads.
//!
//! The tension: a bug needs two or three switches at the right places, and there are millions of places. So a run stops
//! only at *points*, where a thread is about to do something that other threads can observe. And if several orders of
//! points lead to the same result, one of them is enough.
//!
//! # Shape
//! * At each point the VM asks a [`Run`] which thread continues, and tells it that thread's [accesses](Access). A
//!   finished run is a [`Trace`].
//! * A [`Plan`] has the choices that a run repeats, and the [`Policy`] by which it continues then.
//! * [`Dpor`] searches all interleavings, each up to the order of steps that do not [conflict](Kind::conflicts_with);
//!   [`BoundedSearch`] searches those with few preemptions. Both [`Dpor`] and [`BoundedSearch`] derive the next plans
//!   from the traces of finished runs. An [`Explorer`] runs both searches in alternation.
//! * A [`Shard`] is a part of a search, so that several machines can share the search.
//! * [`AccessPairs`] measure the coverage of an incomplete search.
//! * A [`Schedule`] records how a run deviates from the usual one, with names that hold for other runs too.
//!   [`minimise`] makes a schedule short.
//!
//! # The contract with the code that runs the program
//! 1. A run is a function of its choices: the same choices lead to the same points, threads and accesses.
//! 2. Between two points a thread accesses nothing that another thread could access at the same time: otherwise that
//!    access becomes a point, and the search [begins again](Explorer::restart).
//! 3. A thread can run if its next step can be made. A thread that would take a lock which another thread holds cannot.
//!
//! # Rejected
//! * *Steps in which a thread tries a lock in vain*: each order of attempts would be an interleaving of its own. A
//!   thread waits at the point before it calls `Lock` instead, which no program can tell from waiting inside `Lock`.
//! * *Numbers of decisions as names of switches*: removing one decision would rename all later ones.
//!
//! # What this crate does not know
//! This crate knows no bytecode, goroutines or memory: a thread and an object are numbers.
#![forbid(unsafe_code)]

mod access;
mod access_pairs;
mod bounded;
mod dpor;
mod explorer;
mod minimise;
mod policy;
mod rng;
mod run;
mod schedule;
mod shard;
mod trace;

pub use access::{Access, Kind, any_conflict, any_orders_before};
pub use access_pairs::{AccessPairs, PairCount};
pub use bounded::{BoundedSearch, GivenChoices};
pub use dpor::Dpor;
pub use explorer::{Coverage, Explorer, Job, NextJob, SavedSearch, Strategy};
pub use minimise::minimise;
pub use policy::{PartialOrderState, Policy, Priorities, UniformState};
pub use rng::Rng;
pub use run::{Limits, Plan, Run, SleepingThread};
pub use schedule::{FIRST_THREAD, Schedule, Switch, ThreadNames, ThreadPosition, ValuePick};
pub use shard::Shard;
pub use trace::{ChoiceStream, ChosenValue, CutReason, Step, Thread, Trace};
