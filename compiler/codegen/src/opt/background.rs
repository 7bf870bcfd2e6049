//! Optimises functions on a second thread while the generator continues with other functions.
//!
//! Each pass works on one function only, so the order in which functions are optimised does not matter. A small program
//! has no such thread.

use crate::invariant::catch_broken_invariant;
use crate::opt::passes::Passes;
use crate::opt::{NamedSlots, optimise};
use minigo_bytecode::assembler::{AssembledCode, Assembler};
use minigo_bytecode::operand::FuncId;
use minigo_syntax::hash::HashMap;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// The maximal number of functions that wait for the thread, because waiting functions take memory.
const MAX_WAITING_FUNCS: usize = 16;

/// A function whose code has been generated.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) id: FuncId,
    pub(crate) asm: Assembler,
    /// `frame` and `result_slots`: the number of slots of the frame, and how many of them contain the results.
    pub(crate) frame_slots: u32,
    pub(crate) result_slots: u32,
    pub(crate) named_slots: Vec<NamedSlots>,
    /// See [`Flow::arguments`](super::flow::Flow::arguments).
    pub(crate) argument_slot_counts: HashMap<usize, u32>,
    /// Whether loads whose result is dead are kept.
    pub(crate) keeps_dead_loads: bool,
    pub(crate) passes: Passes,
}

/// The number of a function, with its optimised code.
type OptimisedFunc = (FuncId, Result<Optimised, String>);

/// The optimised code of a function.
#[derive(Debug)]
pub(crate) struct Optimised {
    pub(crate) code: AssembledCode,
    pub(crate) frame_slots: u32,
}

impl Task {
    /// Optimises the function. Returns the optimised code, or the message about a broken invariant.
    pub(crate) fn run(mut self) -> Result<Optimised, String> {
        catch_broken_invariant(|| {
            let frame = (self.frame_slots, self.result_slots);
            let Self {
                named_slots: named,
                argument_slot_counts: arguments,
                keeps_dead_loads: keeps_loads,
                passes,
                ..
            } = self;
            let frame = optimise(&mut self.asm, frame, named, arguments, keeps_loads, passes);
            Optimised { code: self.asm.finish(), frame_slots: frame }
        })
    }

    fn run_with_id(self) -> OptimisedFunc {
        (self.id, self.run())
    }
}

/// The optimiser thread and its tasks.
#[derive(Debug)]
pub(crate) struct BackgroundOptimiser {
    shared: Arc<SharedTaskState>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct SharedTaskState {
    tasks: Mutex<Tasks>,
    /// Signalled when there is a task, or when no more will come.
    task_changed: Condvar,
}

#[derive(Debug, Default)]
struct Tasks {
    pending: VecDeque<Task>,
    finished: Vec<OptimisedFunc>,
    is_closed: bool,
    /// Whether the thread waits for a task: only then is the system call to wake it needed.
    is_thread_waiting: bool,
}

impl BackgroundOptimiser {
    /// Starts the thread; `None` if the operating system cannot start one.
    pub(crate) fn start() -> Option<Self> {
        let shared = Arc::new(SharedTaskState::default());
        let of_thread = Arc::clone(&shared);
        let thread = Builder::new().name("optimiser".into()).spawn(move || of_thread.run()).ok()?;
        Some(Self { shared, thread: Some(thread) })
    }

    /// Hands a function to the thread. If too many functions wait, the calling thread optimises the one that has waited
    /// longest.
    pub(crate) fn push(&self, task: Task) {
        let mut tasks = self.shared.lock();
        tasks.pending.push_back(task);
        if tasks.pending.len() <= MAX_WAITING_FUNCS {
            if std::mem::take(&mut tasks.is_thread_waiting) {
                drop(tasks);
                self.shared.task_changed.notify_one();
            }
            return;
        }
        let oldest = tasks.pending.pop_front();
        drop(tasks);
        let done = oldest.map(Task::run_with_id);
        self.shared.lock().finished.extend(done);
    }

    /// Waits for all functions and returns them. The calling thread optimises the functions that the optimiser thread
    /// has not begun.
    pub(crate) fn finish(mut self) -> Vec<OptimisedFunc> {
        let mut own = Vec::new();
        loop {
            let Some(task) = self.shared.lock().pending.pop_back() else { break };
            own.push(task.run_with_id());
        }
        self.close();
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
        own.append(&mut self.shared.lock().finished);
        own
    }

    fn close(&self) {
        self.shared.lock().is_closed = true;
        self.shared.task_changed.notify_one();
    }
}

impl Drop for BackgroundOptimiser {
    fn drop(&mut self) {
        self.close();
    }
}

impl SharedTaskState {
    fn lock(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The main loop of the thread.
    fn run(&self) {
        let mut tasks = self.lock();
        loop {
            if let Some(task) = tasks.pending.pop_front() {
                drop(tasks);
                let done = task.run_with_id();
                tasks = self.lock();
                tasks.finished.push(done);
            } else if tasks.is_closed {
                return;
            } else {
                tasks.is_thread_waiting = true;
                tasks = self.task_changed.wait(tasks).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}
