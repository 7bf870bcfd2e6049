//! The story of a run: what its goroutines did at their points. It is data only; [`tell`](super::tell) adds to it.

use minigo_bytecode::operand::TypeId;
use std::time::Duration;

/// One of the things that a run is told as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A goroutine does something at a point.
    Point(Told),
    /// A timer fires before goroutines go on of which one could so long ago.
    Timer(Duration),
    /// All goroutines of a bubble wait, and its clock moves on by so much.
    Clock(Duration),
    /// The garbage collector runs because the search wants it to.
    Collects,
}

impl Event {
    /// What a goroutine does, if it is that.
    #[must_use]
    pub fn point(&self) -> Option<&Told> {
        match self {
            Self::Point(told) => Some(told),
            Self::Timer(_) | Self::Clock(_) | Self::Collects => None,
        }
    }
}

/// Stands for a timer, which has no number.
pub const TIMER: u64 = u64::MAX;
/// Stands for a goroutine of the runtime, which has none either: that of finalizers or of cleanups.
pub const RUNTIME: u64 = u64::MAX - 1;

/// What a goroutine does at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The goroutine, by the path of those that made it.
    pub thread: String,
    /// Its number, [`TIMER`], or [`RUNTIME`].
    pub goroutine: u64,
    /// Which of its points it is.
    pub point: u32,
    /// The user's function.
    pub func: String,
    /// File and line there.
    pub place: String,
    /// `reads`, `writes`, `locks` …
    pub verb: &'static str,
    /// The method of package sync or sync/atomic that is called on it, if one is.
    pub method: Option<String>,
    /// The address of what it accesses. Goroutines may call it by different names.
    pub object: u64,
    /// What the program calls it; empty if that is not known.
    pub name: String,
    /// The value that is read, or was written.
    pub value: Option<String>,
}

/// What is told so far.
#[derive(Default)]
pub(crate) struct Tale {
    pub(crate) told: Vec<Event>,
    /// The last one writes a value of this type here.
    pub(crate) written: Option<(TypeId, u64)>,
}
