//! The inputs of a session: each runs as a goroutine, one at a time, and the machine continues after an input's end.
//!
//! An unrecovered panic, a fatal error or `os.Exit`, each of which would end a program, only ends a goroutine. So the
//! other goroutines and the session's state remain.

use crate::shared::stepping::Stepping;
use crate::shared::value_texts::ValueTexts;
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How an input ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputEnd {
    /// All statements of the input have been executed.
    Returned,
    /// The input panicked, or raised a fatal error; the panic or error has been printed.
    Failed,
    /// The input called `os.Exit`.
    Exited(i32),
    /// The input called `runtime.Goexit`.
    Goexit,
    /// The input was interrupted.
    Interrupted,
    /// The input waited for an event that could not happen any more; the deadlock has been printed.
    Deadlocked,
}

/// Whether a goroutine of a session must end for want of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OutOfMemoryEnd {
    No,
    /// The goroutine ends at once.
    Alone,
    /// The goroutine found that there is no memory, and must still end the other goroutines of its input.
    WithInput,
}

/// The inputs of a session.
#[derive(Default)]
pub(crate) struct SessionInputs {
    state: Mutex<State>,
    changed: Condvar,
    /// The goroutine that must end: it checks this field when its slice begins. 0 for none.
    terminated_goroutine: AtomicU64,
    /// The number of the input that was launched last; the first is 1.
    last_number: AtomicU32,
    /// The number of the input for which memory ran out last.
    out_of_memory_input: AtomicU32,
    /// For how many slices the terminated goroutine has put off its end.
    delayed_slice_count: AtomicU32,
    /// Whether an input ends when it only waits for frozen goroutines.
    ends_inputs_waiting_for_frozen: AtomicBool,
    /// The goroutine that is executed line by line.
    pub(crate) stepping: Stepping,
    pub(crate) value_texts: ValueTexts,
}

/// How long the next input is held back by goroutines that must end for want of memory: 100,000 of them take a tenth of
/// this on one thread. A goroutine that is in a system call when this time is over ends later.
const MAX_WAIT_FOR_GOROUTINE_ENDS: Duration = Duration::from_secs(2);

/// For how many slices a goroutine inside the library may put off its end: with the shortest budget, some milliseconds.
const MAX_DELAYED_SLICES: u32 = 1000;

#[derive(Default)]
struct State {
    /// The goroutine id of the current input; 0 for none.
    current_goroutine: u64,
    /// The goroutine id of the current input once that goroutine is in a queue; 0 before: an empty queue is no deadlock
    /// then.
    launched_goroutine: u64,
    /// Whether an interrupt has arrived that has ended no input: its input may return before it notices the interrupt.
    /// The next input then ends as soon as it has begun.
    interrupt_pending: bool,
    /// The reason for which the current input is being terminated.
    end_reason: Option<InputEnd>,
    input_end: Option<InputEnd>,
    /// The number of started inputs.
    started_input_count: u64,
    /// Whether a goroutine that could not run when the scheduler stopped must end now, or may continue.
    scheduler_rerun_requested: bool,
    /// The number of goroutines that must still end for want of memory.
    ending_goroutine_count: usize,
    /// The status with which a goroutine other than an input's called `os.Exit`.
    exit_status: Option<i32>,
    /// The wait-for graph of the last input that deadlocked.
    deadlock_text: Option<String>,
    is_closing: bool,
    /// Whether the machine's threads have ended.
    has_ended: bool,
}

/// The next action of the thread that runs the scheduler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SchedulerAction {
    Run,
    Close,
}

impl SessionInputs {
    /// The number for a new input.
    pub(crate) fn next_number(&self) -> u32 {
        self.last_number.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Records that memory has run out for a goroutine of this input (0: of none). Reports whether that was not
    /// recorded before.
    pub(crate) fn note_out_of_memory_input(&self, number: u32) -> bool {
        self.out_of_memory_input.swap(number, Ordering::Relaxed) != number || number == 0
    }

    /// Begins an input as the goroutine `id`, which is in no queue yet. Returns false if the input has failed already,
    /// since no goroutine can run any more.
    #[must_use]
    pub(crate) fn begin_input(&self, id: u64) -> bool {
        let mut state = self.state.lock();
        (state.current_goroutine, state.end_reason, state.input_end) = (id, None, None);
        if state.has_ended {
            (state.current_goroutine, state.input_end) = (0, Some(InputEnd::Failed));
        } else if state.interrupt_pending {
            // The input is terminated here and not once it runs, because a short input would return first, again and
            // again.
            state.end_reason = Some(InputEnd::Interrupted);
            self.delayed_slice_count.store(0, Ordering::Relaxed);
            self.terminated_goroutine.store(id, Ordering::Relaxed);
        }
        !state.has_ended
    }

    /// Called when no goroutine can run any more: fails the current input, and all later ones.
    pub(crate) fn fail_all_inputs(&self) {
        let mut state = self.state.lock();
        state.has_ended = true;
        if state.current_goroutine != 0 {
            (state.current_goroutine, state.launched_goroutine, state.input_end) =
                (0, 0, Some(InputEnd::Failed));
        }
        self.changed.notify_all();
    }

    /// Reports whether no goroutine can run any more.
    pub(crate) fn have_ended(&self) -> bool {
        self.state.lock().has_ended
    }

    /// Records that the goroutine of the new input is in a queue and can run. Reports whether the goroutine must end
    /// at once, because of an interrupt that has arrived since the input began.
    pub(crate) fn note_started(&self, id: u64) -> bool {
        let mut state = self.state.lock();
        state.started_input_count += 1;
        if state.current_goroutine == id {
            state.launched_goroutine = id;
        }
        self.changed.notify_all();
        state.interrupt_pending && state.launched_goroutine == id && state.end_reason.is_none()
    }

    /// The goroutine of the current input, which the caller terminates. If there is none, or it returns nevertheless,
    /// the next input ends as soon as it has begun.
    pub(crate) fn request_interrupt(&self) -> Option<u64> {
        let mut state = self.state.lock();
        state.interrupt_pending = true;
        (state.launched_goroutine != 0).then_some(state.launched_goroutine)
    }

    /// Clears a pending interrupt, so that the next input is not ended. Reports whether an interrupt was pending.
    pub(crate) fn clear_pending_interrupt(&self) -> bool {
        std::mem::take(&mut self.state.lock().interrupt_pending)
    }

    /// Records that a goroutine has ended: if it is the input's, the input has ended.
    pub(crate) fn end_input(&self, id: u64, end: InputEnd) {
        let mut state = self.state.lock();
        let _ =
            self.terminated_goroutine.compare_exchange(id, 0, Ordering::Relaxed, Ordering::Relaxed);
        if state.current_goroutine == id {
            (state.current_goroutine, state.launched_goroutine) = (0, 0);
            let end = if end == InputEnd::Goexit { state.end_reason.unwrap_or(end) } else { end };
            state.input_end = Some(end);
            self.changed.notify_all();
        } else if let InputEnd::Exited(status) = end {
            state.exit_status.get_or_insert(status);
        }
    }

    /// Waits for the end of the input; if memory has run out, also for the end of the goroutines that hold the memory.
    pub(crate) fn wait_for_end(&self) -> InputEnd {
        let mut state = self.state.lock();
        let end = loop {
            if let Some(end) = state.input_end.take() {
                break end;
            }
            self.changed.wait(&mut state);
        };
        let until = Instant::now() + MAX_WAIT_FOR_GOROUTINE_ENDS;
        while state.ending_goroutine_count > 0
            && !self.changed.wait_until(&mut state, until).timed_out()
        {}
        // A goroutine that has not completed its operation keeps its memory until then, as it would in a program.
        state.ending_goroutine_count = 0;
        end
    }

    /// Waits for the end of the input, but for no longer than `most`; `None` after that time.
    pub(crate) fn wait_for_end_at_most(&self, most: Duration) -> Option<InputEnd> {
        let until = Instant::now() + most;
        let mut state = self.state.lock();
        loop {
            if let Some(end) = state.input_end.take() {
                return Some(end);
            }
            if self.changed.wait_until(&mut state, until).timed_out() {
                return state.input_end.take();
            }
        }
    }

    /// Makes the goroutine of the current input an ordinary goroutine: there is no current input any more.
    pub(crate) fn abandon_input(&self, id: u64) {
        let mut state = self.state.lock();
        if state.current_goroutine == id {
            (state.current_goroutine, state.launched_goroutine) = (0, 0);
        }
        state.input_end = None;
    }

    /// Records the deadlock of the current input; `graph` is the wait-for graph.
    pub(crate) fn note_deadlock(&self, graph: String) {
        self.state.lock().deadlock_text = Some(graph);
    }

    /// The wait-for graph of the last input that deadlocked.
    pub(crate) fn last_deadlock(&self) -> Option<String> {
        self.state.lock().deadlock_text.clone()
    }

    /// The status with which a goroutine other than an input's called `os.Exit` since the last call.
    pub(crate) fn take_exit(&self) -> Option<i32> {
        self.state.lock().exit_status.take()
    }

    /// The goroutine of the current input; 0 for none.
    pub(crate) fn current_goroutine(&self) -> u64 {
        self.state.lock().current_goroutine
    }

    /// The number of started inputs, and the goroutine of the current input.
    pub(crate) fn started_count_and_current_goroutine(&self) -> (u64, u64) {
        let state = self.state.lock();
        (state.started_input_count, state.launched_goroutine)
    }

    /// Terminates the goroutine of the current input, for this reason; its next slice begins with its end.
    pub(crate) fn terminate_goroutine(&self, id: u64, reason: InputEnd) {
        let mut state = self.state.lock();
        if state.current_goroutine == id {
            if reason == InputEnd::Interrupted || state.end_reason.is_none() {
                state.end_reason = Some(reason);
            }
            self.delayed_slice_count.store(0, Ordering::Relaxed);
            self.terminated_goroutine.store(id, Ordering::Relaxed);
            state.scheduler_rerun_requested = true;
            self.changed.notify_all();
        }
    }

    /// Terminates the goroutine of an embedder's call; its next slice begins with its end.
    pub(crate) fn terminate_call(&self, id: u64) {
        self.delayed_slice_count.store(0, Ordering::Relaxed);
        self.terminated_goroutine.store(id, Ordering::Relaxed);
    }

    /// Makes the scheduler's thread run again although no input was started.
    pub(crate) fn request_scheduler_rerun(&self) {
        self.state.lock().scheduler_rerun_requested = true;
        self.changed.notify_all();
    }

    /// From now on an input that only waits for frozen goroutines ends.
    pub(crate) fn set_ends_inputs_waiting_for_frozen(&self) {
        self.ends_inputs_waiting_for_frozen.store(true, Ordering::Relaxed);
    }

    /// Reports whether an input that only waits for frozen goroutines ends.
    pub(crate) fn ends_inputs_waiting_for_frozen(&self) -> bool {
        self.ends_inputs_waiting_for_frozen.load(Ordering::Relaxed)
    }

    /// Reports whether the goroutine must end. The answer changes only while the world is stopped, or by the goroutine
    /// itself.
    #[inline]
    pub(crate) fn must_terminate(&self, id: u64, ends: OutOfMemoryEnd) -> bool {
        self.is_terminated(id) || ends != OutOfMemoryEnd::No
    }

    #[inline]
    pub(crate) fn is_terminated(&self, id: u64) -> bool {
        self.terminated_goroutine.load(Ordering::Relaxed) == id
    }

    /// Called by a goroutine that ends: if it was terminated, the interrupt has had its effect and is cleared.
    pub(crate) fn clear_terminated(&self, id: u64) {
        if !self.is_terminated(id) {
            return;
        }
        let mut state = self.state.lock();
        self.terminated_goroutine.store(0, Ordering::Relaxed);
        state.interrupt_pending &= state.end_reason != Some(InputEnd::Interrupted);
    }

    /// Adds `count` goroutines that must end for want of memory, with their next slice or soon after.
    pub(crate) fn expect_goroutine_ends(&self, count: usize) {
        self.delayed_slice_count.store(0, Ordering::Relaxed);
        self.state.lock().ending_goroutine_count += count;
    }

    /// Reports whether goroutines must still end.
    pub(crate) fn expects_goroutine_ends(&self) -> bool {
        self.state.lock().ending_goroutine_count > 0
    }

    /// Forgets the goroutines that must still end: those in a blocking call may end much later.
    pub(crate) fn expect_no_goroutine_ends(&self) {
        self.state.lock().ending_goroutine_count = 0;
    }

    /// Records the end of a goroutine that had to end for want of memory.
    pub(crate) fn note_out_of_memory_end(&self) {
        let mut state = self.state.lock();
        state.ending_goroutine_count = state.ending_goroutine_count.saturating_sub(1);
        if state.ending_goroutine_count == 0 {
            self.changed.notify_all();
        }
    }

    /// Puts off the goroutine's end until a later slice; returns false if the end cannot be put off any more.
    pub(crate) fn defer_goroutine_end(&self) -> bool {
        self.delayed_slice_count.fetch_add(1, Ordering::Relaxed) < MAX_DELAYED_SLICES
    }

    /// Waits until there is something to run that came after the first `started` inputs.
    pub(crate) fn wait_for_scheduler_work(&self, started: u64) -> SchedulerAction {
        let mut state = self.state.lock();
        loop {
            if state.is_closing {
                return SchedulerAction::Close;
            }
            if state.started_input_count > started
                || std::mem::take(&mut state.scheduler_rerun_requested)
            {
                return SchedulerAction::Run;
            }
            self.changed.wait(&mut state);
        }
    }

    /// Records that there will be no more inputs.
    pub(crate) fn close(&self) {
        self.state.lock().is_closing = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.state.lock().is_closing
    }
}

#[cfg(test)]
mod tests {
    use super::{InputEnd, SessionInputs};

    /// An interrupt that arrives when the input has all but returned stops the next input, and no other.
    #[test]
    fn an_interrupt_outlives_an_input_that_returns() {
        let inputs = SessionInputs::default();
        assert!(inputs.begin_input(1) && !inputs.note_started(1));
        assert_eq!(inputs.request_interrupt(), Some(1));
        inputs.end_input(1, InputEnd::Returned);
        inputs.terminate_goroutine(1, InputEnd::Interrupted);
        assert!(inputs.begin_input(2) && inputs.is_terminated(2) && !inputs.note_started(2));
        inputs.clear_terminated(2);
        inputs.end_input(2, InputEnd::Goexit);
        assert_eq!(inputs.wait_for_end(), InputEnd::Interrupted);
        assert!(inputs.begin_input(3) && !inputs.is_terminated(3) && !inputs.note_started(3));
    }

    /// An interrupt is not lost if it arrives when the input has returned before the input's start was recorded.
    #[test]
    fn an_interrupt_outlives_an_input_that_returns_at_once() {
        let inputs = SessionInputs::default();
        assert!(inputs.begin_input(1));
        assert_eq!(inputs.request_interrupt(), None);
        inputs.end_input(1, InputEnd::Returned);
        assert!(!inputs.note_started(1));
        assert!(inputs.begin_input(2) && inputs.is_terminated(2));
        assert!(inputs.clear_pending_interrupt() && !inputs.clear_pending_interrupt());
    }
}
