//! The stopped world: one thread holds every processor, so no task runs.
//!
//! * `stop`: stopping and starting; [`StoppedWorld`] permits otherwise forbidden operations;
//! * `mid_slice_wait`: stops that leave no trace in a seeded run;
//! * `task_visits`: visiting tasks; `procs`: changing how many processors there are; `settings`: changing which
//!   mechanisms are on.

mod mid_slice_wait;
mod procs;
mod settings;
mod stop;
mod task_visits;

pub use stop::StoppedWorld;
pub use task_visits::TaskRange;
