//! Runs in which a [`Chooser`] chooses the task for each slice: the queues only hand over tasks that have become
//! runnable, all runnable tasks are one set, and each slice ends where the task says.

use super::SeededWorker;
use crate::gmp::{
    Chooser, Handle, Processor, ProcessorCx, RunOutcome, Sched, SliceEnd, Step, Task, TimerOwners,
};
use crate::task::park_reason::Reason;
use crate::task::state::Phase;
use crate::task::task_ref::TaskRef;
use crate::time::clock::NEVER;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How much a task may do between two checks of the preemption flag. The search ends slices at the points that it
/// chooses, so the budget need not end them.
pub(super) const EXPLORED_BUDGET: u32 = 1 << 18;

/// By how much the clock advances in a slice, in ns, so that code that polls the time makes progress. The advance is
/// small, because timers shall fire only when no task can run.
const NANOS_PER_SLICE: u32 = 100;

/// The number of slices after which the clock advances faster, so that tasks that sleep while others loop, or wait for
/// short timers only, wake. The clock then advances by at most 13 µs in a slice, so that tasks with a deadline have
/// time to meet it.
const SLICES_BEFORE_FAST_CLOCK: u32 = 2000;

impl<T: Task> SeededWorker<T> {
    /// How much time passes in the ended slice, in ns.
    pub(super) fn slice_time(&mut self, chooser: &dyn Chooser) -> u32 {
        // An instruction takes about a nanosecond.
        let computes = if chooser.has_used_budget() { EXPLORED_BUDGET } else { 0 };
        if !chooser.slice_advances_clock() {
            return computes;
        }
        self.slice_count = self.slice_count.saturating_add(1);
        if self.slice_count == SLICES_BEFORE_FAST_CLOCK {
            self.keeps_clock_slow = chooser.keeps_clock_slow();
        }
        let more = self.slice_count.saturating_sub(SLICES_BEFORE_FAST_CLOCK) / 64;
        let most = match (chooser.is_only_waiting_for_time(), self.keeps_clock_slow) {
            // Time passes as fast as necessary, because nothing else makes progress.
            (true, _) => 20,
            (false, true) => 0,
            (false, false) => 7,
        };
        (NANOS_PER_SLICE << more.min(most)) + computes
    }

    /// Runs one slice of the task that the chooser names.
    pub(super) fn run_chosen_slice(&mut self, p: &mut Processor<T>) {
        let sched = self.sched.clone();
        let Some(chooser) = sched.config.chooser.clone() else { return };
        if let Some(task) = p.running_task.take() {
            sched.slab.slot(task).state.transition_to_queued();
            self.runnable_tasks.push_back((task, sched.clock.now()));
        }
        self.end_due_calls();
        self.collect_runnable_tasks(p);
        while self.fires_timer_early(&*chooser) {
            let now = sched.clock.now();
            ProcessorCx { sched: &sched, processor: p }.run_due_timers(TimerOwners::All, now);
            self.end_due_calls();
            self.collect_runnable_tasks(p);
        }
        if self.runnable_tasks.is_empty() {
            return;
        }
        let place = |task: u32| TaskRef::from_parts(task, sched.slab.slot(task).state.read().1);
        let (most, last) = (chooser.max_choices(), self.runnable_tasks.len() - 1);
        let chosen_from = self.runnable_tasks.iter().take(most);
        let chosen_from = chosen_from.chain((last >= most).then(|| &self.runnable_tasks[last]));
        let runnable: Vec<TaskRef> = chosen_from.map(|(task, _)| place(*task)).collect();
        let Some(at) = chooser.choose(&runnable) else {
            return sched.finish(RunOutcome::Finished);
        };
        let at = if at == most { last } else { at };
        let Some((task, _)) = self.runnable_tasks.remove(at) else {
            unreachable!("the task is one of the offered tasks")
        };
        let slot = sched.slab.slot(task);
        slot.state.transition_to_running();
        p.next_tick();
        p.count_slice();
        p.note_slice_start(slot, task, p.id.0, false);
        if self.slice_count == 0 && self.rng_before_first_slice.is_none() {
            self.rng_before_first_slice = Some(self.rng.clone());
        }
        self.run_slice(&sched, p, task);
        if self.slice_count == 1
            && let Some(first) = &self.rng_before_first_slice
        {
            self.rng = first.clone();
        }
        p.wakeup_pending = false;
    }

    /// Ends the calls that are due, so that their tasks can run: mostly pauses, which behave like timers.
    fn end_due_calls(&mut self) {
        let now = self.sched.clock.now();
        while let Some(at) = self.pending_calls.iter().position(|call| call.due_time <= now) {
            let call = self.pending_calls.swap_remove(at);
            self.make_pending_call(call);
        }
    }

    /// Asks whether the next timer fires, or a pause ends, although tasks can run; if so, advances the clock to that
    /// moment.
    fn fires_timer_early(&self, chooser: &dyn Chooser) -> bool {
        let sched = &*self.sched;
        let pause = self.pending_calls.iter().map(|call| call.due_time).min();
        let due = sched.earliest_deadline().min(pause.unwrap_or(NEVER));
        let Some((_, since)) = self.runnable_tasks.front() else { return false };
        // A timer that is due already fires before the next slice anyhow.
        let fires = due != NEVER
            && due > sched.clock.now()
            && chooser.fires_timer_early(due.saturating_sub(*since));
        fires && sched.clock.jump_to(due)
    }

    /// Takes all tasks from the queues into the set of runnable tasks.
    fn collect_runnable_tasks(&mut self, p: &mut Processor<T>) {
        let sched = self.sched.clone();
        loop {
            let found = match p.shared.runnext.take_task().or_else(|| p.queue.pop()) {
                Some(task) => Some(task),
                None => sched.core.lock().take_global_batch(p, &sched),
            };
            let Some(task) = found else { return };
            self.runnable_tasks.push_back((task, sched.clock.now()));
        }
    }

    /// Tells the chooser how a slice has ended.
    pub(super) fn notify_chooser(chooser: &dyn Chooser, task: TaskRef, step: Step) {
        let end = match step {
            Step::Pause | Step::Preempted | Step::Block => SliceEnd::Paused,
            Step::Yield => SliceEnd::Yielded,
            Step::Park(_) | Step::BlockLong | Step::Switched => SliceEnd::Parked,
            Step::Done => SliceEnd::Done,
        };
        chooser.note_slice_end(task, end);
    }

    /// Drives the processor in the thread of the run, until the run ends.
    pub(crate) fn drive_processor(&mut self) {
        loop {
            self.sched.spinning.begin_spinning();
            let Some(nap) = self.run_until_idle() else { return };
            if self.sched.core.lock().outcome.is_some() {
                return;
            }
            let assignment = match nap {
                None => Some(self.worker.parker.park()),
                Some(nap) => {
                    self.worker.parker.park_timeout(nap).or_else(|| self.leave_idle_list())
                }
            };
            if !self.take_assignment(assignment) {
                return;
            }
        }
    }
}

impl<T: Task> ProcessorCx<'_, T> {
    /// Reports whether a [`Chooser`] chooses the tasks.
    pub fn has_chooser(&self) -> bool {
        self.sched.config.chooser.is_some()
    }
}

impl<T: Task> Handle<T> {
    /// For reports after a run with a [`Chooser`]: treats this runnable task as if it were parked for `reason`.
    pub fn park_queued(&self, task: TaskRef, reason: Reason) {
        let sched = &self.shared;
        let Some(slot) = sched.slab.get(task.index()) else { return };
        if slot.state.read() == (Phase::Queued, task.generation()) {
            slot.state.transition_to_running();
            slot.note_park(reason, sched.clock.now());
            let _ = slot.state.transition_to_parked();
        }
    }
}

impl<T: Task> Sched<T> {
    /// Runs tasks in this thread until there is an outcome.
    pub(crate) fn run_in_this_thread(self: &Arc<Self>, seed: u64) {
        let me = Arc::new(crate::gmp::WorkerShared::new(0));
        self.core.lock().is_running = true;
        SeededWorker::new(self.clone(), me, seed).drive_processor();
        debug_assert!(
            self.core.lock().outcome.is_some() || self.is_closing.load(Ordering::Relaxed)
        );
    }
}
