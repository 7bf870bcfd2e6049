//! [`Task`]: what a worker runs in slices, and how a slice ends. With `OnP` and `Cx` this is the whole boundary to
//! the machine above.

use crate::gmp::{Cx, OnP};
use crate::task::reason::Reason;
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use crate::time::timer_heap::{Next, TimerRef};
use crate::trace::Mark;
use std::sync::Arc;

/// Something that a worker can run in slices: for minigo, a goroutine.
pub trait Task: Send + Sized + 'static {
    /// Data that travels with a processor and needs no lock: the heap's cache, free stacks …
    type Local: Send + 'static;

    /// The part of a task that others may reach through its [`TaskRef`]: where a peer leaves what
    /// the task waited for. It belongs to the slot: made once, then inherited from task to task.
    type Shared: Default + Send + Sync + 'static;

    /// A value leaves the place where it was kept for tasks (a channel's ring, the waiter of a parked task) for
    /// another one: a collector that marks while tasks run must shade it.
    #[inline]
    fn shade_received(local: &mut Self::Local, words: &[u64]) {
        let _ = (local, words);
    }

    /// Called before each slice of the task `me`, and before a reference to the task exists: from the return on no
    /// other thread has one until the slice has ended. A machine that lets other threads look at its tasks
    /// ([`Handle::visit_tasks`]) waits here until they are done, and keeps them out.
    #[inline]
    fn admit(on: &mut OnP<'_, Self>, me: TaskRef) {
        let _ = (on, me);
    }

    /// The time of a [timer object](OnP::timer_object_at) has come; `timer` is the one that had it. It must be short
    /// and must not wait.
    fn fire_timer_object(on: &mut OnP<'_, Self>, object: u64, timer: TimerRef) -> Next {
        let _ = (on, object, timer);
        Next::Done
    }

    /// Whether a task waits for this [timer object](OnP::timer_object_at), or will come to be when it fires. As long as
    /// no task can run and none waits for a timer, no timer can end that. It is asked under the scheduler lock, and
    /// must be short.
    fn is_timer_object_awaited(object: u64) -> bool {
        let _ = object;
        true
    }

    /// Runs until the task yields, waits or ends. Then it may [switch](Cx::switch) to another task, which has the rest
    /// of the slice: the step is that of the last one.
    ///
    /// # Safety
    /// The task is running on this worker, and [admitted](Self::admit); there is no reference to it. A task that has
    /// switched to another one has ended, or belongs to the thread that takes it next: nothing of it may be touched any
    /// more.
    unsafe fn resume(task: *mut Self, cx: &mut Cx<'_, Self>) -> Step;

    /// What it is and who made it, for a trace.
    fn name(&self) -> Mark {
        Mark::default()
    }

    /// What it is and what it will run, for a trace; before its first slice.
    fn beginning(&self) -> Mark {
        self.name()
    }

    /// What it runs, for a trace, as [`beginning`](Self::beginning) has it; between any two slices.
    fn runs(&self, local: &mut Self::Local) -> u32 {
        let _ = local;
        0
    }

    /// Where it is and what it waits for, for a trace; between two slices.
    fn mark(&self, local: &mut Self::Local) -> Mark {
        let _ = local;
        Mark::default()
    }

    /// The task has ended, and is dropped after this; what it owns may be kept for the next one.
    fn retire(&mut self, on: &mut OnP<'_, Self>) {
        let _ = on;
    }
}

/// Code to run without a P; what it finds out it leaves where the task will look.
pub trait Blocking: Send + Sync {
    /// Runs it: once, and before the task is resumed again.
    fn call(&self);

    /// For how long the clock of a seeded run goes on before the call is made, where the call stands for a pause. On
    /// threads it is made at once.
    fn pause(&self) -> Nanos {
        0
    }
}

impl<F: Fn() + Send + Sync> Blocking for F {
    fn call(&self) {
        self();
    }
}

/// Such code, shared by the task, which finds the result there, and the thread that runs it: it may outlive the task
/// when the scheduler is dropped.
pub type BlockingCall = Arc<dyn Blocking>;

/// Why a slice ended. (Copied in a register: each slice that ends hands it over three times.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Yields: to the tail of the global queue.
    Yield,
    /// Was asked to yield: to the tail of the global queue.
    Preempted,
    /// Has used up its budget and goes on where it stands: how slices end under a seed.
    Pause,
    /// Waits for a wake. It has published itself as a waiter before.
    Park(Reason),
    /// Its step was done by [`Cx::switch`], and no task has the slice now.
    Switched,
    /// Makes the call that [`Cx::block`] was given, then goes on. The call runs on this thread, and must not touch
    /// what only the holder of a P may touch; sysmon takes the P away if it lasts.
    Block,
    /// As `Block`, for a call that is known to last: the P goes to another worker at once.
    BlockLong,
    /// Has ended.
    Done,
}

/// The slot of a task.
pub(crate) type TaskSlot<T> = crate::task::slab::Slot<T, <T as Task>::Shared>;
