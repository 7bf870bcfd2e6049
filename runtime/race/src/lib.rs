//! x
mod access;
pub mod cell;
mod clock;
mod detector;
mod goroutine;
mod objects;
mod os;
mod rng;
mod shadow;
mod slots;
mod tree;

pub use access::{Previous, Race};
pub use cell::{Kind, Position};
pub use detector::Detector;
pub use goroutine::Goroutine;
pub use objects::Key;
pub use shadow::{CELLS, Region, WORD};
pub use slots::{Limits, Owner};
