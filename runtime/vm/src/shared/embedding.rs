//! The calls that an embedder makes on its machine, and their ends: see [`crate::embed`].
//!
//! A call is kept as a `dyn CallTracker`, and the end of a channel as a `dyn Any`: their own traits belong to a folder
//! above this one, as do the natives that use them.

use crate::shared::session_inputs::InputEnd;
use crate::types::value::{GoFunc, Iface};
use hashbrown::HashMap;
use minigo_bytecode::operand::TypeId;
use minigo_bytecode::type_word;
use minigo_sched::TaskRef;
use parking_lot::Mutex;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

/// A frame of a goroutine that has panicked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrashFrame {
    /// The function's name with its package: `rules.Price`.
    pub function: String,
    /// The file's name, in the form that messages use.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// An unrecovered panic or a fatal error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crash {
    /// The goroutine's id.
    pub goroutine: u64,
    /// The text as Go prints it, without the trace: `panic: boom`.
    pub message: String,
    /// The goroutine's stack in Go's format.
    pub trace: String,
    /// The frames of the user and of the library, the innermost first.
    pub frames: Vec<CrashFrame>,
}

/// A limit that the embedder has set for the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// Bytes of memory.
    Memory,
    /// Units of fuel: see [`DrivenMachine::set_fuel`](crate::DrivenMachine::set_fuel).
    Fuel,
    /// Goroutines at a time.
    Goroutines,
}

/// How a call ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallEnd {
    /// The function has returned; the call has its results.
    Returned,
    /// A goroutine of the call panicked, or raised a fatal error.
    Crashed(Box<Crash>),
    /// A goroutine of the call needed more of this resource than the machine's limit.
    Exhausted(Resource),
    /// A goroutine of the call called `os.Exit`.
    Exited(i32),
    /// The function called `runtime.Goexit`.
    Goexit,
    /// The call was [ended](crate::DrivenMachine::end_goroutines).
    Terminated,
}

/// A Go function that the program has registered.
#[derive(Clone, Copy, Debug)]
pub struct GoFunction {
    /// The closure.
    pub func: GoFunc,
    /// The function's type.
    pub ty: TypeId,
}

/// The state of a machine for its embedder.
pub(crate) struct Embedding {
    /// The embedder's own data, for its natives.
    pub embedder_data: Arc<dyn Any + Send + Sync>,
    /// The most goroutines at a time.
    pub goroutine_limit: usize,
    /// Whether the goroutines use up fuel.
    has_fuel: AtomicBool,
    /// The fuel that is left. One thread at a time runs goroutines, so plain loads and stores do.
    fuel: AtomicI64,
    has_ends_without_call: AtomicBool,
    /// The first slot above the frame of the function that makes the calls.
    pub(crate) caller_frame_top: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    functions: HashMap<String, GoFunction>,
    calls: Calls,
    /// The goroutine, with its id, whose call has returned and which waits for the next call.
    waiting_goroutine: Option<(u64, TaskRef)>,
    /// The embedder's ends of channels by their numbers, with the goroutine that passes the values of each.
    channels: HashMap<u32, (TaskRef, Arc<dyn Any + Send + Sync>)>,
    last_channel_number: u32,
    /// The reports of goroutines that are about to end.
    crashes: HashMap<u64, Crash>,
    /// The numbers of calls that exceeded a limit, with the limit.
    exceeded_limits: Vec<(u32, Resource)>,
    /// Ends of goroutines that belong to no present call. While there are any,
    /// [`has_ends_without_call`](Embedding::has_ends_without_call) is set.
    ends_without_call: Vec<CallEnd>,
}

/// The calls by the ids of their goroutines. Mostly there is one, which needs no table.
#[derive(Default)]
struct Calls {
    newest: Option<(u64, ActiveCall)>,
    others: HashMap<u64, ActiveCall>,
}

impl Calls {
    fn insert(&mut self, goroutine: u64, call: ActiveCall) {
        if let Some((goroutine, call)) = self.newest.replace((goroutine, call)) {
            self.others.insert(goroutine, call);
        }
    }

    fn get_mut(&mut self, goroutine: u64) -> Option<&mut ActiveCall> {
        match &mut self.newest {
            Some((id, call)) if *id == goroutine => Some(call),
            _ => self.others.get_mut(&goroutine),
        }
    }

    fn remove(&mut self, goroutine: u64) -> Option<ActiveCall> {
        if self.newest.as_ref().is_some_and(|(id, _)| *id == goroutine) {
            return self.newest.take().map(|(_, call)| call);
        }
        if self.others.is_empty() { None } else { self.others.remove(&goroutine) }
    }

    fn iter(&self) -> impl Iterator<Item = (u64, &ActiveCall)> {
        let newest = self.newest.iter().map(|(id, call)| (*id, call));
        newest.chain(self.others.iter().map(|(id, call)| (*id, call)))
    }
}

struct ActiveCall {
    number: u32,
    call: Arc<dyn CallTracker>,
    /// Whether the goroutine has asked for the call: it has the call's number since then.
    has_begun: bool,
}

/// A call as this module knows it.
pub(crate) trait CallTracker: Any + Send + Sync {
    /// Reports the end of the call to the embedder.
    fn on_end(&self, end: CallEnd);
}

impl State {
    /// Removes the call of a goroutine, and the limits that the call has exceeded.
    fn take_call(&mut self, goroutine: u64) -> Option<ActiveCall> {
        let active = self.calls.remove(goroutine)?;
        if !self.exceeded_limits.is_empty() {
            self.exceeded_limits.retain(|(of, _)| *of != active.number);
        }
        Some(active)
    }
}

impl Embedding {
    pub(crate) fn new(
        host: Arc<dyn Any + Send + Sync>,
        goroutine_limit: usize,
        caller_frame_top: usize,
    ) -> Self {
        Self {
            embedder_data: host,
            caller_frame_top,
            goroutine_limit,
            has_fuel: AtomicBool::new(false),
            fuel: AtomicI64::new(0),
            has_ends_without_call: AtomicBool::new(false),
            state: Mutex::default(),
        }
    }

    /// Gives the goroutines this much fuel; `None`: the goroutines need no fuel.
    pub(crate) fn set_fuel(&self, fuel: Option<u64>) {
        self.has_fuel.store(fuel.is_some(), Ordering::Relaxed);
        let fuel = i64::try_from(fuel.unwrap_or(0)).unwrap_or(i64::MAX);
        self.fuel.store(fuel, Ordering::Relaxed);
    }

    /// Reports whether the goroutines use up fuel.
    pub(crate) fn has_fuel(&self) -> bool {
        self.has_fuel.load(Ordering::Relaxed)
    }

    /// The fuel that is left; negative once more was used than there was.
    pub(crate) fn fuel(&self) -> i64 {
        self.fuel.load(Ordering::Relaxed)
    }

    /// Takes fuel.
    pub(crate) fn use_fuel(&self, used: i64) {
        self.fuel.store(self.fuel().saturating_sub(used), Ordering::Relaxed);
    }

    /// Adds a call, before its goroutine runs.
    pub(crate) fn add(&self, goroutine: u64, number: u32, call: Arc<dyn CallTracker>) {
        self.state.lock().calls.insert(goroutine, ActiveCall { number, call, has_begun: false });
    }

    /// Gives a call to the goroutine that waits for a call; the function's caller wakes that goroutine. Returns the
    /// call if no goroutine waits.
    pub(crate) fn give_call(
        &self,
        number: u32,
        call: Arc<dyn CallTracker>,
    ) -> Result<TaskRef, Arc<dyn CallTracker>> {
        let mut state = self.state.lock();
        let Some((id, task)) = state.waiting_goroutine.take() else { return Err(call) };
        state.calls.insert(id, ActiveCall { number, call, has_begun: false });
        Ok(task)
    }

    /// Takes a call back that its goroutine has not begun: it ends.
    pub(crate) fn withdraw_call(&self, number: u32) {
        let mut state = self.state.lock();
        let is_new = |active: &ActiveCall| active.number == number && !active.has_begun;
        let goroutine = state.calls.iter().find(|(_, active)| is_new(active)).map(|(id, _)| id);
        let active = goroutine.and_then(|id| state.take_call(id));
        drop(state);
        if let Some(active) = active {
            active.call.on_end(CallEnd::Terminated);
        }
    }

    /// Makes a goroutine without a call the one that gets the next call. Returns false if another goroutine waits
    /// already.
    pub(crate) fn wait_for_call(&self, goroutine: u64, task: TaskRef) -> bool {
        let mut state = self.state.lock();
        state.waiting_goroutine.get_or_insert((goroutine, task)).0 == goroutine
    }

    /// The call that a goroutine begins, with its number.
    pub(crate) fn call_of(&self, goroutine: u64) -> Option<(u32, Arc<dyn CallTracker>)> {
        let mut state = self.state.lock();
        let active = state.calls.get_mut(goroutine)?;
        active.has_begun = true;
        Some((active.number, active.call.clone()))
    }

    /// Called when the function that a goroutine called has returned.
    pub(crate) fn end_returned_call(&self, goroutine: u64) {
        let active = self.state.lock().take_call(goroutine);
        if let Some(active) = active {
            active.call.on_end(CallEnd::Returned);
        }
    }

    /// The id of the goroutine of the call with this number.
    pub(crate) fn goroutine_of(&self, number: u32) -> Option<u64> {
        let state = self.state.lock();
        state.calls.iter().find(|(_, active)| active.number == number).map(|(id, _)| id)
    }

    /// The registered function with this name.
    pub(crate) fn function(&self, name: &str) -> Option<GoFunction> {
        self.state.lock().functions.get(name).copied()
    }

    /// Reports whether goroutines that belonged to no call have ended.
    pub(crate) fn has_ends_without_call(&self) -> bool {
        self.has_ends_without_call.load(Ordering::Relaxed)
    }

    /// Takes the ends of goroutines that belonged to no call.
    pub(crate) fn take_ends_without_call(&self) -> Vec<CallEnd> {
        let mut state = self.state.lock();
        self.has_ends_without_call.store(false, Ordering::Relaxed);
        std::mem::take(&mut state.ends_without_call)
    }

    /// Records the panic or fatal error with which a goroutine is about to end.
    pub(crate) fn note_crash(&self, crash: Crash) {
        self.state.lock().crashes.insert(crash.goroutine, crash);
    }

    /// Records that the goroutines of a call have exceeded a limit.
    pub(crate) fn note_exhausted(&self, number: u32, resource: Resource) {
        self.state.lock().exceeded_limits.push((number, resource));
    }

    /// Called when a goroutine with this id, which the call `number` has started, has ended.
    pub(crate) fn end_goroutine(&self, goroutine: u64, number: u32, end: InputEnd, must_end: bool) {
        let mut state = self.state.lock();
        if state.waiting_goroutine.is_some_and(|(id, _)| id == goroutine) {
            state.waiting_goroutine = None;
        }
        let exceeded =
            state.exceeded_limits.iter().find(|(of, _)| *of == number).map(|(_, what)| *what);
        let end = match end {
            InputEnd::Returned => CallEnd::Returned,
            InputEnd::Exited(status) => CallEnd::Exited(status),
            InputEnd::Goexit if !must_end => CallEnd::Goexit,
            InputEnd::Failed | InputEnd::Goexit | InputEnd::Interrupted | InputEnd::Deadlocked => {
                match (state.crashes.remove(&goroutine), exceeded) {
                    (Some(crash), _) => CallEnd::Crashed(Box::new(crash)),
                    (None, Some(resource)) => CallEnd::Exhausted(resource),
                    (None, None) => CallEnd::Terminated,
                }
            }
        };
        let own = state.take_call(goroutine).map(|active| active.call);
        // A goroutine that had to end did so because its call ends.
        let ends_call = !must_end
            && matches!(end, CallEnd::Crashed(_) | CallEnd::Exhausted(_) | CallEnd::Exited(_));
        let report = own.or_else(|| {
            let of_number = state.calls.iter().find(|(_, active)| active.number == number);
            of_number.filter(|_| ends_call).map(|(_, active)| active.call.clone())
        });
        match report {
            Some(report) => {
                // The embedder may start another call, which needs the lock.
                drop(state);
                report.on_end(end);
            }
            None if ends_call => {
                state.ends_without_call.push(end);
                self.has_ends_without_call.store(true, Ordering::Relaxed);
            }
            None => {}
        }
    }

    /// The number for another channel.
    pub(crate) fn next_channel_number(&self) -> u32 {
        let mut state = self.state.lock();
        state.last_channel_number += 1;
        state.last_channel_number
    }

    /// Adds the embedder's end of a channel, whose values the goroutine `task` passes.
    pub(crate) fn add_channel(&self, number: u32, task: TaskRef, end: Arc<dyn Any + Send + Sync>) {
        self.state.lock().channels.insert(number, (task, end));
    }

    /// The embedder's end of a channel.
    pub(crate) fn channel_end(&self, number: u32) -> Option<Arc<dyn Any + Send + Sync>> {
        self.state.lock().channels.get(&number).map(|(_, end)| end.clone())
    }

    /// Drops the embedder's end of a channel.
    pub(crate) fn drop_channel_end(&self, number: u32) {
        let dropped = self.state.lock().channels.remove(&number);
        // An end's drop may wake goroutines, without the lock.
        drop(dropped);
    }

    /// Drops the embedder's ends of channels whose goroutines have ended.
    pub(crate) fn drop_ended_channels(&self, has_ended: impl Fn(TaskRef) -> bool) {
        let mut state = self.state.lock();
        let ended: Vec<_> = state.channels.extract_if(|_, (task, _)| has_ended(*task)).collect();
        drop(state);
        drop(ended);
    }

    /// Registers a function that the embedder may call.
    pub(crate) fn register(&self, name: String, function: Iface) {
        let function =
            GoFunction { func: GoFunc(function.data), ty: type_word::type_of(function.ty) };
        self.state.lock().functions.insert(name, function);
    }
}
