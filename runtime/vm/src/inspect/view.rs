//! The data of an inspection.

use crate::inspect::scheduler::GoId;
use minigo_sched::inspect::Snapshot;
use std::time::Duration;

/// What an inspection is to hold beside the scheduler: this takes time while the world stands still.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Detail {
    /// The goroutines, each with its state, frames and waits. Without it nothing else is there either.
    pub goroutines: bool,
    /// The variables of the user's own functions, with their values.
    pub variables: bool,
    /// Which goroutines could end a wait for a channel or the like: [`Awaited::could_end`].
    pub helpers: bool,
    /// Which goroutines are leaked: [`GoroutineView::leaked`].
    pub leaks: bool,
}

impl Detail {
    /// The scheduler alone.
    pub const SCHEDULER: Self =
        Self { goroutines: false, variables: false, helpers: false, leaks: false };
    /// The goroutines too, each with its state, frames and waits.
    pub const GOROUTINES: Self = Self { goroutines: true, ..Self::SCHEDULER };
}

/// What a machine has, at one moment.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The scheduler.
    pub scheduler: Snapshot<GoId>,
    /// How many stacks of ended goroutines each P keeps for new ones, by number.
    pub stacks: Vec<usize>,
    /// The runtime's own goroutines, such as the one that runs finalizers.
    pub system: Vec<GoId>,
    /// The goroutines, the oldest first. Those that the machine runs for itself are left out.
    pub goroutines: Vec<GoroutineView>,
}

impl Inspection {
    /// The goroutine with this id.
    #[must_use]
    pub fn goroutine(&self, id: u64) -> Option<&GoroutineView> {
        let at = self.goroutines.binary_search_by_key(&id, |g| g.id).ok()?;
        Some(&self.goroutines[at])
    }
}

/// What a goroutine does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It ran when the world was stopped.
    Running,
    /// It could run, and waits for its turn.
    Runnable,
    /// It waits; why is in [`GoroutineView::reason`].
    Waiting,
    /// It is in a blocking call.
    InCall,
}

/// A goroutine.
#[derive(Clone, PartialEq, Debug)]
pub struct GoroutineView {
    /// Its number.
    pub id: u64,
    /// What it does.
    pub state: State,
    /// Why it waits, in the words of Go's tracebacks: `chan receive`.
    pub reason: Option<&'static str>,
    /// How long it has waited, to about 20 ms.
    pub since: Option<Duration>,
    /// Whether it was frozen: it does not run until it is thawed, whatever its state.
    pub frozen: bool,
    /// The P on which it runs or in whose queue it is.
    pub proc: Option<u32>,
    /// Whether nothing that can still run leads to what it waits for. `None` if that was not asked.
    pub leaked: Option<bool>,
    /// The `go` statement that made it; none for an input's own goroutine.
    pub created: Option<Created>,
    /// Its frames, innermost first; functions of the library among them.
    pub frames: Vec<FrameView>,
    /// The channels or locks that it waits for; several in a `select`.
    pub waits_for: Vec<Awaited>,
    /// The innermost line of the user's own code.
    pub at: Option<Place>,
}

/// A line of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The function, as tracebacks write it.
    pub func: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// How a goroutine came to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Created {
    /// The goroutine that executed the `go` statement.
    pub by: u64,
    /// Where that stands.
    pub place: Place,
}

/// A frame of a goroutine's stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameView {
    /// Where it is.
    pub place: Place,
    /// Whether the function is one of the library.
    pub library: bool,
    /// Whether the function's code stands in its caller's: its variables are not known then.
    pub inlined: bool,
    /// Its variables that are in scope, outer scopes first; empty unless [`Detail::variables`] asks for them.
    pub variables: Vec<Variable>,
}

/// A variable of a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// Its value; `None` if it is not kept, because no code reads it any more.
    pub value: Option<String>,
}

/// A channel or lock that a goroutine waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaited {
    /// Its address: the same object has the same one in all goroutines of a snapshot.
    pub address: u64,
    /// What the program calls it, as seen from the goroutine: `s.mu`, with a number where several have that name. The
    /// type with an article if it has no name.
    pub name: String,
    /// The name with what is known of it: `ch, a chan int (unbuffered, made at main.go:3)`.
    pub description: String,
    /// Of a channel: whether the goroutine waits to send to it.
    pub sends: Option<bool>,
    /// The goroutines that have it locked.
    pub held_by: Vec<HeldBy>,
    /// Of what has no holder, a channel or the like: the goroutines whose code could end the wait. Empty unless
    /// [`Detail::helpers`] asks for them.
    pub could_end: Vec<u64>,
}

/// A goroutine that has a lock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldBy {
    /// The goroutine; it may have ended.
    pub goroutine: u64,
    /// In which way.
    pub how: Hold,
    /// Where it was locked, in words: `in main.f at main.go:12`.
    pub place: String,
}

/// In which way a goroutine has a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// It has locked it.
    Locked,
    /// It has locked it for reading.
    Reads,
    /// It has asked to write and waits for readers; those that come after it wait for it.
    WaitsToWrite,
    /// It has locked another lock, of which this one is a copy.
    LockedOriginal,
}

/// What came of executing a goroutine line by line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stepped {
    /// The lines that began, in order. The last one has not been executed if the end is [`StepEnd::Stopped`].
    pub lines: Vec<Place>,
    /// How it ended.
    pub end: StepEnd,
}

/// How executing a goroutine line by line ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepEnd {
    /// It stands before the last line, frozen.
    Stopped,
    /// It waits, frozen.
    Waits,
    /// It was stopped on the way, for it took long; it is frozen.
    Busy,
    /// It has ended.
    Ended,
}

/// A channel, and the goroutines that wait for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelView {
    /// Its type.
    pub ty: String,
    /// How many values fit into its buffer.
    pub capacity: usize,
    /// The values in its buffer, oldest first.
    pub buffer: Vec<String>,
    /// Whether it has been closed.
    pub closed: bool,
    /// Whether it belongs to a timer.
    pub timer: bool,
    /// Where it was made.
    pub made: Option<Place>,
    /// The goroutines that wait to receive, the first in turn first. Whether each does so in a `select` is the flag.
    pub receivers: Vec<(u64, bool)>,
    /// The goroutines that wait to send, the first in turn first, with the values and whether they do so in a
    /// `select`.
    pub senders: Vec<(u64, String, bool)>,
}
