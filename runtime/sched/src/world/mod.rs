//! The stopped world: one thread holds every processor, so no task runs.
//!
//! * `stop`: stopping and starting; [`StoppedWorld`] is the licence for what is forbidden otherwise;
//! * `visit`: looking into tasks; `procs`: changing how many processors there are; `tune`: changing
//!   which mechanisms are on.

mod procs;
mod stop;
mod tune;
mod visit;

pub use stop::StoppedWorld;
pub use visit::TaskPart;
