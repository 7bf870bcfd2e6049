//! A task (G) as the scheduler keeps it: its state, its slot, its name.
//!
//! The submodules in reading order:
//! * [`state`]: the state word and every legal transition; here park and wake meet;
//! * `task_ref`: [`TaskRef`](crate::TaskRef), how others name a task; `park_reason`: why it is parked;
//! * `slab`: the slots in which tasks live; all unsafe access to tasks is here;
//! * [`scan`]: which thread scans a task in a collection; `pin`: LockOSThread.
//!
//! The behaviour of a task is the trait [`Task`](crate::Task), in `gmp/task.rs`.

pub mod scan;
pub mod state;

pub(crate) mod park_reason;
pub(crate) mod pin;
pub(crate) mod slab;
pub(crate) mod task_ref;
