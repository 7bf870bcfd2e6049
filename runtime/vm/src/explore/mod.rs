//! Exploration: a machine whose goroutines stop at *points*, and a search that chooses at each which goroutine
//! continues.
//!
//! `minigo_explore` knows threads, steps and accesses. This module supplies the machine's facts: which instructions are
//! [`scheduling_points`], what goroutines stand before and access ([`run_record`]), where exploration
//! [begins](initialisation) and the [`snapshot`] of the machine there, which goroutine [continues](goroutine_choice),
//! where goroutines [`point_stop`], the [`bubbles`] of testing/synctest, when the [collector](collection_choice) runs,
//! and the story by which a run is [reported](story_recorder).
//!
//! # Points
//! * Synchronisation in the program's own code, and in packages sync and context where that code calls them.
//!   Synchronisation inside the rest of the library (the lock of a file, a pool of buffers) is recorded and is no
//!   point.
//! * Accesses to memory that race: the race detector, which runs in every explored machine, has found them in an
//!   earlier run. In a program without races no other access need be a point: accesses that the detector finds ordered
//!   in each run are ordered by the synchronisation.
//! * The end of a call that has printed something.
//! * In a bubble: each timer that fires after the clock has advanced.
//!
//! A read-modify-write of memory has two points: before the load, and before the store.
//!
//! Unlocking a mutex is no point, nor is `WaitGroup.Done`: they make other goroutines runnable, and change nothing for
//! goroutines that are runnable already. A goroutine before a `Mutex.Lock` or `WaitGroup.Wait` that would wait is not
//! runnable: it has not called the function yet, which no program can distinguish from waiting inside it.

pub(crate) mod bubbles;
pub(crate) mod collection_choice;
pub(crate) mod exploration;
pub(crate) mod goroutine_choice;
pub(crate) mod goroutine_end;
pub(crate) mod initialisation;
pub(crate) mod point_stop;
pub(crate) mod point_text;
pub(crate) mod reflect_channels;
pub(crate) mod run_record;
pub(crate) mod scheduling_points;
pub(crate) mod seen_states;
pub(crate) mod snapshot;
pub(crate) mod story;
pub(crate) mod story_recorder;

pub use exploration::{Exploration, SCHEDULE_VERSION};
pub use run_record::ExploreOptions;
pub use story::{Event, GoroutineAction, RUNTIME_GOROUTINE_ID, TIMER_GOROUTINE_ID};
