//! The story of a run: what its goroutines did at their points. It is data only; [`tell`](super::tell) adds to it.

use minigo_bytecode::operand::{SelectId, TypeId};
use std::time::Duration;

/// One of the things that a run is told as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A goroutine does something at a point.
    Point(Box<Told>),
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
    /// Which step of the run it belongs to, from 0 on.
    pub step: usize,
    /// The user's function.
    pub func: String,
    /// File and line there.
    pub place: String,
    /// `reads`, `writes`, `locks` …
    pub verb: &'static str,
    /// As schedule files say it: `reads x`, `mu.Lock`. It stays as it is, for files that there are.
    pub check: String,
    /// In the program's terms: `reads x`, `mu.Lock`, `n.CompareAndSwap(0, 1)`.
    pub action: String,
    /// The addresses of what it accesses. Goroutines may call it by different names.
    pub objects: Vec<u64>,
    /// What the program calls it; empty if that is not known.
    pub name: String,
    /// It is one of several points of the call that `action` names.
    pub is_part: bool,
    /// The value that is read, or was written.
    pub value: Option<String>,
    /// What else came of it: `fails: it is 2`, `takes the case that receives from c`.
    pub outcome: Option<String>,
}

impl Told {
    /// What a goroutine does at its point `of` (thread, number of the goroutine, point, step), at `place` of `func`,
    /// without an object that it accesses.
    pub(super) fn plain(
        (thread, goroutine, point, step): (String, u64, u32, usize),
        (func, place): (String, String),
        verb: &'static str,
        action: String,
    ) -> Self {
        Self {
            thread,
            goroutine,
            point,
            step,
            func,
            place,
            verb,
            check: action.clone(),
            action,
            objects: Vec::new(),
            name: String::new(),
            is_part: false,
            value: None,
            outcome: None,
        }
    }
}

/// What is told so far.
#[derive(Default)]
pub(crate) struct Tale {
    pub(crate) told: Vec<Event>,
    /// What one of them has written is not read yet.
    pub(crate) written: Option<Written>,
    /// The selects that have come to no case so far.
    pub(crate) selecting: Vec<Selecting>,
}

/// A select that a goroutine is in.
pub(crate) struct Selecting {
    pub(crate) thread: String,
    /// None: it is that of package reflect.
    pub(crate) table: Option<SelectId>,
    /// The number of its event.
    pub(crate) event: usize,
}

/// A value that is written.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    /// The number of the event.
    pub(crate) event: usize,
    pub(crate) ty: TypeId,
    pub(crate) at: u64,
    pub(crate) shown: As,
}

/// How a value that was written is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum As {
    /// As the value.
    Value,
    /// As what is there behind it: the result of the call is another one.
    Now,
    /// As the counter of a WaitGroup.
    Counter,
}
