//! The data of an inspection.

use crate::inspect::scheduler::GoId;
use minigo_sched::inspect::Snapshot;
use std::time::Duration;

/// The contents of an inspection in addition to the scheduler's state. Collecting these contents takes time while the
/// world is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Detail {
    /// The goroutines, each with its state, frames and waits. All other fields of [`Detail`] require this field.
    pub goroutines: bool,
    /// The variables of the user's own functions, with their values.
    pub variables: bool,
    /// The goroutines that could end a wait for a channel or another object without a holder:
    /// [`AwaitedObject::possible_enders`].
    pub helpers: bool,
    /// Whether goroutines are leaked: [`GoroutineView::leaked`].
    pub leaks: bool,
}

impl Detail {
    /// The scheduler alone.
    pub const SCHEDULER: Self =
        Self { goroutines: false, variables: false, helpers: false, leaks: false };
    /// The scheduler and the goroutines, each with its state, frames and waits.
    pub const GOROUTINES: Self = Self { goroutines: true, ..Self::SCHEDULER };
}

/// The state of a machine at one moment.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The scheduler.
    pub scheduler: Snapshot<GoId>,
    /// The number of stacks of ended goroutines that each P keeps for new ones.
    pub kept_stack_counts: Vec<usize>,
    /// The runtime's own goroutines, such as the one that runs finalizers.
    pub system_goroutines: Vec<GoId>,
    /// The goroutines, oldest first, without the machine's own.
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

/// The state of a goroutine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// The goroutine was running when the world was stopped.
    Running,
    /// The goroutine is runnable, and waits in a queue.
    Runnable,
    /// The goroutine waits; [`GoroutineView::reason`] says why.
    Waiting,
    /// The goroutine is in a blocking call.
    InCall,
}

/// A goroutine.
#[derive(Clone, PartialEq, Debug)]
pub struct GoroutineView {
    /// The goroutine's id.
    pub id: u64,
    /// The goroutine's state.
    pub state: State,
    /// The reason of the goroutine's wait in the words of Go's tracebacks: `chan receive`.
    pub reason: Option<&'static str>,
    /// The time that the goroutine has waited, accurate to about 20 ms.
    pub waited_time: Option<Duration>,
    /// Whether the goroutine is frozen: whatever its state, it does not run until it is thawed.
    pub frozen: bool,
    /// The P on which the goroutine runs or in whose queue it waits.
    pub proc: Option<u32>,
    /// Whether no code that can still run can reach the object that the goroutine waits for. `None` if
    /// [`Detail::leaks`] was not set.
    pub leaked: Option<bool>,
    /// The `go` statement that started the goroutine; `None` for an input's own goroutine.
    pub created: Option<Created>,
    /// The frames of the goroutine's stack, innermost first, including library functions.
    pub frames: Vec<FrameView>,
    /// The channels or locks that the goroutine waits for; several for a `select`.
    pub waits_for: Vec<AwaitedObject>,
    /// The innermost line of the user's own code.
    pub user_line: Option<SourceLine>,
}

/// A line of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// The function's name as in tracebacks.
    pub func: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// The origin of a goroutine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Created {
    /// The goroutine that executed the `go` statement.
    pub by_goroutine: u64,
    /// The place of the `go` statement.
    pub place: SourceLine,
}

/// A frame of a goroutine's stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameView {
    /// The frame's position.
    pub place: SourceLine,
    /// Whether the function is the library's.
    pub is_library: bool,
    /// Whether the function is inlined into its caller: its variables are then unknown.
    pub is_inlined: bool,
    /// The variables in scope, outer scopes first; empty unless [`Detail::variables`] is set.
    pub variables: Vec<Variable>,
}

/// A variable of a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The variable's name.
    pub name: String,
    /// The variable's type.
    pub ty: String,
    /// The variable's value; `None` if it is not kept because no code reads it any more.
    pub value: Option<String>,
}

/// A channel or lock that a goroutine waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AwaitedObject {
    /// The object's address, the same in all goroutines of a snapshot.
    pub address: u64,
    /// The program's name of the object, as seen from the goroutine: `s.mu`, with a number if several objects have that
    /// name. The type with an article if the object has no name.
    pub name: String,
    /// The name with the known facts: `ch, a chan int (unbuffered, made at main.go:3)`.
    pub description: String,
    /// For a channel: whether the goroutine waits to send to the channel.
    pub is_send: Option<bool>,
    /// The goroutines that hold the lock.
    pub held_by: Vec<HeldBy>,
    /// For an object without a holder, such as a channel: the goroutines whose code could end the wait. Empty unless
    /// [`Detail::helpers`] is set.
    pub possible_enders: Vec<u64>,
}

/// A goroutine that holds a lock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldBy {
    /// The goroutine; it may have ended.
    pub goroutine: u64,
    /// How the goroutine holds the lock.
    pub hold: Hold,
    /// The place where the goroutine locked the lock, in words: `in main.f at main.go:12`.
    pub place: String,
}

/// How a goroutine holds a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// The goroutine has locked the lock.
    Locked,
    /// The goroutine has locked the lock for reading.
    Reads,
    /// The goroutine wants to write and waits for readers; goroutines that come later wait for this goroutine.
    WaitsToWrite,
    /// The goroutine has locked another lock, of which this one is a copy.
    LockedOriginal,
}

/// The result of executing a goroutine line by line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepResult {
    /// The lines that began, in order. The last line has not been executed if the end is [`StepEnd::Stopped`].
    pub lines: Vec<SourceLine>,
    /// How the execution ended.
    pub end: StepEnd,
}

/// How executing a goroutine line by line ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepEnd {
    /// The goroutine stands before the last line, frozen.
    Stopped,
    /// The goroutine waits, frozen.
    Waits,
    /// The goroutine was stopped on the way because it took long; it is frozen.
    Busy,
    /// The goroutine has ended.
    Ended,
}

/// A channel, and the goroutines that wait for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelView {
    /// The channel's type.
    pub ty: String,
    /// The capacity of the channel's buffer.
    pub capacity: usize,
    /// The values in the channel's buffer, oldest first.
    pub buffer: Vec<String>,
    /// Whether the channel is closed.
    pub closed: bool,
    /// Whether the channel belongs to a timer.
    pub belongs_to_timer: bool,
    /// The place where the channel was made.
    pub made_at: Option<SourceLine>,
    /// The goroutines that wait to receive, in order of their turn. The flag says whether the goroutine waits in a
    /// `select`.
    pub receivers: Vec<(u64, bool)>,
    /// The goroutines that wait to send, in order of their turn, with the values and whether each waits in a `select`.
    pub senders: Vec<(u64, String, bool)>,
}
