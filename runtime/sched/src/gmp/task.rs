//! [`Task`]: the unit that a worker runs in slices, and the ways in which a slice ends. Together with `ProcessorCx` and
//! `Cx`, [`Task`] is the whole interface to the virtual machine.

use crate::gmp::{Cx, ProcessorCx};
use crate::task::park_reason::Reason;
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use crate::time::timer_heap::{AfterFiring, TimerRef};
use crate::trace::TraceMark;
use std::sync::Arc;

/// The [timer objects](ProcessorCx::fire_object_at) of tasks.
pub trait TimerObjects: Sized {
    /// Called when a timer object is due; `timer` is its timer. The function must be short and must not wait.
    fn fire_timer_object(
        on: &mut ProcessorCx<'_, Self>,
        object: u64,
        timer: TimerRef,
    ) -> AfterFiring
    where
        Self: Task,
    {
        let _ = (on, object, timer);
        AfterFiring::Done
    }

    /// Reports whether a task waits for this timer object, or firing it may make a task runnable. If no task can run
    /// and none waits for a timer, no timer can end that state. Called under the scheduler lock; must be short.
    fn is_timer_object_awaited(object: u64) -> bool {
        let _ = object;
        true
    }
}

/// A unit that a worker can run in slices: for minigo, a goroutine.
pub trait Task: TimerObjects + Send + 'static {
    /// Data that travels with a processor and needs no lock: the heap's cache, free stacks and the like.
    type Local: Send + 'static;

    /// The part of a task that others may reach through its [`TaskRef`]: where a peer stores the value for which the
    /// task waited. The value belongs to the slot: created once, then inherited from task to task.
    type Shared: Default + Send + Sync + 'static;

    /// Called when a value moves from a place where it was kept for tasks (a channel's ring, the waiter of a parked
    /// task) to another: a collector that marks while tasks run must shade it.
    #[inline]
    fn shade_received(local: &mut Self::Local, words: &[u64]) {
        let _ = (local, words);
    }

    /// Called before each slice of the task `me`, and before a reference to the task exists. From the return of this
    /// function until the slice ends, no other thread has a reference to the task. A machine that lets other threads
    /// look at its tasks ([`Handle::visit_tasks`]) waits in this function until these threads are done, and keeps them
    /// out.
    #[inline]
    fn before_slice(on: &mut ProcessorCx<'_, Self>, me: TaskRef) {
        let _ = (on, me);
    }

    /// Runs the task until it yields, waits or ends. The task may then [switch](Cx::switch) to another task, which gets
    /// the rest of the slice: the returned step is that of the last task.
    ///
    /// # Safety
    /// The task is running on this worker, and [admitted](Self::before_slice); there is no reference to it. A task that
    /// has switched to another one has ended, or belongs to the thread that takes it next: nothing of it may be touched
    /// any more.
    unsafe fn resume(task: *mut Self, cx: &mut Cx<'_, Self>) -> Step;

    /// The task's identity and creator, for a trace.
    fn creation_mark(&self) -> TraceMark {
        TraceMark::default()
    }

    /// The task's identity and the function that it will run, for a trace; called before its first slice.
    fn start_mark(&self) -> TraceMark {
        self.creation_mark()
    }

    /// The function that the task runs, for a trace, numbered as in [`start_mark`](Self::start_mark); called between
    /// two slices.
    fn current_function(&self, local: &mut Self::Local) -> u32 {
        let _ = local;
        0
    }

    /// The task's position and the object for which it waits, for a trace; called between two slices.
    fn position_mark(&self, local: &mut Self::Local) -> TraceMark {
        let _ = local;
        TraceMark::default()
    }

    /// Called when the task has ended, before it is dropped; its resources may be kept for the next task.
    fn retire(&mut self, on: &mut ProcessorCx<'_, Self>) {
        let _ = on;
    }
}

/// Code to run without a P; the code stores its result where the task finds it.
pub trait Blocking: Send + Sync {
    /// Makes the call: once, before the task is resumed.
    fn call(&self);

    /// How far the clock of a seeded run advances before the call is made, for a call that stands for a pause. On
    /// threads the call is made at once.
    fn pause_time(&self) -> Nanos {
        0
    }
}

impl<F: Fn() + Send + Sync> Blocking for F {
    fn call(&self) {
        self();
    }
}

/// A call, shared by the task, which finds the result in it, and the thread that runs it: the call may outlive the task
/// when the scheduler is dropped.
pub type BlockingCall = Arc<dyn Blocking>;

/// The reason why a slice ended. (`Step` is small enough for a register, because a step is copied three times at the
/// end of each slice.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The task yields: it goes to the tail of the global queue.
    Yield,
    /// The task was asked to yield: it goes to the tail of the global queue.
    Preempted,
    /// The task has used up its budget and continues where it is: this is how slices end under a seed.
    Pause,
    /// The task waits for a wake. The task has published itself as a waiter before.
    Park(Reason),
    /// [`Cx::switch`] has done the step already, and no task has the slice now.
    Switched,
    /// The task makes the call that [`Cx::block`] was given, then continues. The call runs on this thread, and must not
    /// touch data that only the holder of a P may touch; sysmon takes the P away if the call lasts.
    Block,
    /// Like `Block`, for a call that is known to take long: the P goes to another worker at once.
    BlockLong,
    /// The task has ended.
    Done,
}

/// The slot of a task.
pub(crate) type TaskSlot<T> = crate::task::slab::Slot<T, <T as Task>::Shared>;
