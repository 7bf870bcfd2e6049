//! Exploration: a machine whose goroutines stop at *points*, and a search that says at each which of them goes on.
//!
//! `minigo_explore` knows threads, steps and accesses. Here are the machine's: which instructions are [`points`], what
//! goroutines stand before and access ([`noted`]), where exploration [begins](beginning) and the [`snapshot`] of the
//! machine there, which goroutine [goes on](choosing), where they [`stop`], what the [`bubbles`] of testing/synctest
//! add to that, when the [collector](collect) runs, and what a run is [told](tell) as.
//!
//! # Points
//! * Synchronisation in the program's own code, and in packages sync and context where that code calls them. What the
//!   rest of the library does for itself (the lock of a file, a pool of buffers) is noted and is no point.
//! * Accesses to memory that race: the detector runs inside and has found them in an earlier run. In a program without
//!   races nothing else need be one: what the detector orders in each run, the order of synchronisation decides.
//! * The end of a call that has printed something.
//! * In a bubble: where its clock has moved on, each timer that fires.
//!
//! An update of memory is two points: before it is read, and before it is written.
//!
//! To give a mutex back is none, nor is `WaitGroup.Done`: they make others able to go on, and change nothing for those
//! that are. A goroutine before `Mutex.Lock` or `WaitGroup.Wait` that would wait is not able to go on: it has not
//! called it yet, which no program can tell from waiting there.

pub(crate) mod beginning;
pub(crate) mod bubbles;
pub(crate) mod choosing;
pub(crate) mod collect;
pub(crate) mod doing;
pub(crate) mod ends;
pub(crate) mod noted;
pub(crate) mod points;
pub(crate) mod reflected;
pub(crate) mod shared;
pub(crate) mod snapshot;
pub(crate) mod stop;
pub(crate) mod tale;
pub(crate) mod tell;
pub(crate) mod turns;

pub use noted::ExploreOptions;
pub use shared::{Exploration, SCHEDULES};
pub use tale::{Event, RUNTIME, TIMER, Told};
