//! The story of a run: the report that lists what its goroutines do at points of exploration, in order. This module has
//! only the data; [`story_recorder`](super::story_recorder) adds the events.

use minigo_bytecode::operand::{SelectId, TypeId};
use std::time::Duration;

/// An event in the story of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A goroutine acts at a point.
    Point(Box<GoroutineAction>),
    /// A timer fires before a goroutine runs that has been runnable for this long.
    Timer(Duration),
    /// All goroutines of a bubble wait, and its clock advances by this time.
    Clock(Duration),
    /// The garbage collector runs because the search has chosen it.
    Collects,
}

impl Event {
    /// The goroutine's action, if the event is a goroutine's action.
    #[must_use]
    pub fn goroutine_action(&self) -> Option<&GoroutineAction> {
        match self {
            Self::Point(action) => Some(action),
            Self::Timer(_) | Self::Clock(_) | Self::Collects => None,
        }
    }
}

/// Stands for a timer, which has no goroutine id.
pub const TIMER_GOROUTINE_ID: u64 = u64::MAX;
/// Stands for a goroutine of the runtime, which has no id either: it runs finalizers or cleanups.
pub const RUNTIME_GOROUTINE_ID: u64 = u64::MAX - 1;

/// The action of a goroutine at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoroutineAction {
    /// The goroutine's name in schedule files: the path from main through the goroutines that have started one another.
    pub thread: String,
    /// The goroutine's id, [`TIMER_GOROUTINE_ID`], or [`RUNTIME_GOROUTINE_ID`].
    pub goroutine: u64,
    /// The index of the point among the goroutine's points.
    pub point_index: u32,
    /// The step of the run, counted from 0.
    pub step: usize,
    /// The user's function.
    pub func: String,
    /// The file and line in the function `func`.
    pub place: String,
    /// The verb: `reads`, `writes`, `locks` …
    pub verb: &'static str,
    /// The action in the form of schedule files: `reads x`, `mu.Lock`. The form must not change, because stored
    /// schedule files contain it.
    pub schedule_text: String,
    /// The action in the program's terms: `reads x`, `mu.Lock`, `n.CompareAndSwap(0, 1)`.
    pub action: String,
    /// The addresses that the action accesses. Goroutines may have different names for one address.
    pub objects: Vec<u64>,
    /// The program's name of the accessed object; empty if unknown.
    pub name: String,
    /// Whether the point is one of several points of the call that `action` names.
    pub is_part_of_call: bool,
    /// The value that was read or written.
    pub value: Option<String>,
    /// Any other outcome: `fails: the value is 2`, `takes the case that receives from c`.
    pub outcome: Option<String>,
}

impl GoroutineAction {
    /// The action of a goroutine at its point `of` (thread, id of the goroutine, point, step), at `place` of `func`,
    /// without an accessed object.
    pub(super) fn without_object(
        (thread, goroutine, point, step): (String, u64, u32, usize),
        (func, place): (String, String),
        verb: &'static str,
        action: String,
    ) -> Self {
        Self {
            thread,
            goroutine,
            point_index: point,
            step,
            func,
            place,
            verb,
            schedule_text: action.clone(),
            action,
            objects: Vec::new(),
            name: String::new(),
            is_part_of_call: false,
            value: None,
            outcome: None,
        }
    }
}

/// The story so far.
#[derive(Default)]
pub(crate) struct EventHistory {
    pub(crate) events: Vec<Event>,
    /// The last written value, if it has not been read back yet.
    pub(crate) last_written: Option<WrittenValue>,
    /// The selects that have not taken a case yet.
    pub(crate) pending_selects: Vec<PendingSelect>,
}

/// A select in which a goroutine waits.
pub(crate) struct PendingSelect {
    pub(crate) thread: String,
    /// The select's table; `None` for package reflect's.
    pub(crate) select_id: Option<SelectId>,
    /// The index of the select's event.
    pub(crate) event_index: usize,
}

/// A value that an event writes.
#[derive(Clone, Copy)]
pub(crate) struct WrittenValue {
    /// The index of the event.
    pub(crate) event_index: usize,
    pub(crate) ty: TypeId,
    pub(crate) address: u64,
    pub(crate) format: ValueFormat,
}

/// How a written value is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueFormat {
    /// The written value is shown as the event's value.
    Value,
    /// The written value is shown as the new value of the variable: the result of the call is another value.
    Now,
    /// The written value is shown as the counter of a WaitGroup.
    Counter,
}
