//! The inputs of a session: each runs as a goroutine, one at a time, and the machine continues after an input's end.
//!
//! An unrecovered panic, a fatal error or `os.Exit`, each of which would end a program, only ends a goroutine. So the
//! other goroutines and the session's state remain.

use crate::shared::stepping::Stepping;
use crate::shared::texts::Texts;
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How an input ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputEnd {
    /// All its statements have been executed.
    Returned,
    /// The input panicked, or raised a fatal error; the panic or error has been printed.
    Failed,
    /// It called `os.Exit`.
    Exited(i32),
    /// It called `runtime.Goexit`.
    Goexit,
    /// It was interrupted.
    Interrupted,
    /// The input waited for an event that could not happen any more; the deadlock has been printed.
    Deadlocked,
}

/// Whether a goroutine of a session must end for want of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    No,
    /// The goroutine ends at once.
    Alone,
    /// The goroutine found that there is no memory, and must still end the other goroutines of its input.
    WithInput,
}

/// The inputs of a session.
#[derive(Default)]
pub(crate) struct Inputs {
    state: Mutex<State>,
    changed: Condvar,
    /// The goroutine that must end: it checks this field when its slice begins. 0 for none.
    terminated: AtomicU64,
    /// The number of the input that was launched last; the first is 1.
    numbers: AtomicU32,
    /// The number of the input for which memory ran out last.
    exhausted: AtomicU32,
    /// For how many slices the terminated goroutine has put off its end.
    delayed_slices: AtomicU32,
    /// Whether an input ends when it only waits for frozen goroutines.
    ends_despite_frozen: AtomicBool,
    /// The goroutine that is executed line by line.
    pub(crate) stepping: Stepping,
    pub(crate) texts: Texts,
}

/// How long the next input is held back by goroutines that must end for want of memory: 100,000 of them take a tenth of
/// this on one thread. A goroutine that is in a system call when this time is over ends later.
const LONGEST_END: Duration = Duration::from_secs(2);

/// For how many slices a goroutine inside the library may put off its end: with the shortest budget, some milliseconds.
const MAX_DELAYED_SLICES: u32 = 1000;

#[derive(Default)]
struct State {
    /// The goroutine id of the current input; 0 for none.
    current: u64,
    /// The goroutine id of the current input once that goroutine is in a queue; 0 before: an empty queue is no deadlock
    /// then.
    launched: u64,
    /// Whether an interrupt has arrived that has ended no input: its input may return before it notices the interrupt.
    /// The next input then ends as soon as it has begun.
    interrupts: bool,
    /// The reason for which the current input is being terminated.
    reason: Option<InputEnd>,
    end: Option<InputEnd>,
    /// The number of started inputs.
    started: u64,
    /// Whether a goroutine must end, or may continue, that could not when the scheduler stopped.
    rerun_requested: bool,
    /// The number of goroutines that must still end for want of memory.
    ending: usize,
    /// The status with which a goroutine other than an input's called `os.Exit`.
    exit: Option<i32>,
    /// The wait-for graph of the last input that deadlocked.
    deadlock: Option<String>,
    closing: bool,
    /// Whether the machine's threads have ended.
    ended: bool,
}

/// The next action of the thread that runs the scheduler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    Run,
    Close,
}

impl Inputs {
    /// The number for a new input.
    pub(crate) fn next_number(&self) -> u32 {
        self.numbers.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Records that memory has run out for a goroutine of this input (0: of none). Reports whether that is news.
    pub(crate) fn note_exhausted(&self, number: u32) -> bool {
        self.exhausted.swap(number, Ordering::Relaxed) != number || number == 0
    }

    /// Begins an input as the goroutine `id`, which is in no queue yet. Returns false if the input has failed already,
    /// since no goroutine can run any more.
    #[must_use]
    pub(crate) fn begin(&self, id: u64) -> bool {
        let mut state = self.state.lock();
        (state.current, state.reason, state.end) = (id, None, None);
        if state.ended {
            (state.current, state.end) = (0, Some(InputEnd::Failed));
        } else if state.interrupts {
            // Terminated here and not once it runs: a short input would return first, again and again.
            state.reason = Some(InputEnd::Interrupted);
            self.delayed_slices.store(0, Ordering::Relaxed);
            self.terminated.store(id, Ordering::Relaxed);
        }
        !state.ended
    }

    /// Called when no goroutine can run any more: fails the current input, and all later ones.
    pub(crate) fn end_all(&self) {
        let mut state = self.state.lock();
        state.ended = true;
        if state.current != 0 {
            (state.current, state.launched, state.end) = (0, 0, Some(InputEnd::Failed));
        }
        self.changed.notify_all();
    }

    /// Reports whether no goroutine can run any more.
    pub(crate) fn have_ended(&self) -> bool {
        self.state.lock().ended
    }

    /// Records that the goroutine of the new input is in a queue and can run. Reports whether the goroutine must end
    /// at once, because of an interrupt that has arrived since the input began.
    pub(crate) fn started(&self, id: u64) -> bool {
        let mut state = self.state.lock();
        state.started += 1;
        if state.current == id {
            state.launched = id;
        }
        self.changed.notify_all();
        state.interrupts && state.launched == id && state.reason.is_none()
    }

    /// The goroutine of the current input, which the caller terminates. If there is none, or it returns nevertheless,
    /// the next input ends as soon as it has begun.
    pub(crate) fn current_or_next(&self) -> Option<u64> {
        let mut state = self.state.lock();
        state.interrupts = true;
        (state.launched != 0).then_some(state.launched)
    }

    /// Clears a pending interrupt, so that the next input is not ended. Reports whether there was one.
    pub(crate) fn spare_next(&self) -> bool {
        std::mem::take(&mut self.state.lock().interrupts)
    }

    /// Records that a goroutine has ended: if it is the input's, the input has ended.
    pub(crate) fn end(&self, id: u64, end: InputEnd) {
        let mut state = self.state.lock();
        let _ = self.terminated.compare_exchange(id, 0, Ordering::Relaxed, Ordering::Relaxed);
        if state.current == id {
            (state.current, state.launched) = (0, 0);
            let end = if end == InputEnd::Goexit { state.reason.unwrap_or(end) } else { end };
            state.end = Some(end);
            self.changed.notify_all();
        } else if let InputEnd::Exited(status) = end {
            state.exit.get_or_insert(status);
        }
    }

    /// Waits for the end of the input; if memory has run out, also for the end of the goroutines that hold it.
    pub(crate) fn wait(&self) -> InputEnd {
        let mut state = self.state.lock();
        let end = loop {
            if let Some(end) = state.end.take() {
                break end;
            }
            self.changed.wait(&mut state);
        };
        let until = Instant::now() + LONGEST_END;
        while state.ending > 0 && !self.changed.wait_until(&mut state, until).timed_out() {}
        // A goroutine that has not completed its operation keeps its memory until then, as it would in a program.
        state.ending = 0;
        end
    }

    /// Waits for the end of the input, but for no longer than `most`; `None` after that time.
    pub(crate) fn wait_at_most(&self, most: Duration) -> Option<InputEnd> {
        let until = Instant::now() + most;
        let mut state = self.state.lock();
        loop {
            if let Some(end) = state.end.take() {
                return Some(end);
            }
            if self.changed.wait_until(&mut state, until).timed_out() {
                return state.end.take();
            }
        }
    }

    /// Makes the goroutine of the current input an ordinary goroutine: there is no current input any more.
    pub(crate) fn abandon(&self, id: u64) {
        let mut state = self.state.lock();
        if state.current == id {
            (state.current, state.launched) = (0, 0);
        }
        state.end = None;
    }

    /// Records the deadlock of the current input; `graph` is the wait-for graph.
    pub(crate) fn note_deadlock(&self, graph: String) {
        self.state.lock().deadlock = Some(graph);
    }

    /// The wait-for graph of the last input that deadlocked.
    pub(crate) fn last_deadlock(&self) -> Option<String> {
        self.state.lock().deadlock.clone()
    }

    /// The status with which a goroutine other than an input's called `os.Exit` since the last call.
    pub(crate) fn take_exit(&self) -> Option<i32> {
        self.state.lock().exit.take()
    }

    /// The goroutine of the current input; 0 for none.
    pub(crate) fn current(&self) -> u64 {
        self.state.lock().current
    }

    /// The number of started inputs, and the goroutine of the current one.
    pub(crate) fn running(&self) -> (u64, u64) {
        let state = self.state.lock();
        (state.started, state.launched)
    }

    /// Terminates the goroutine of the current input, for this reason; its next slice begins with its end.
    pub(crate) fn terminate(&self, id: u64, reason: InputEnd) {
        let mut state = self.state.lock();
        if state.current == id {
            if reason == InputEnd::Interrupted || state.reason.is_none() {
                state.reason = Some(reason);
            }
            self.delayed_slices.store(0, Ordering::Relaxed);
            self.terminated.store(id, Ordering::Relaxed);
            state.rerun_requested = true;
            self.changed.notify_all();
        }
    }

    /// Terminates the goroutine of an embedder's call; its next slice begins with its end.
    pub(crate) fn terminate_call(&self, id: u64) {
        self.delayed_slices.store(0, Ordering::Relaxed);
        self.terminated.store(id, Ordering::Relaxed);
    }

    /// Makes the scheduler's thread run again although no input was started.
    pub(crate) fn go_on(&self) {
        self.state.lock().rerun_requested = true;
        self.changed.notify_all();
    }

    /// From now on an input that only waits for frozen goroutines ends.
    pub(crate) fn set_ends_for_frozen(&self) {
        self.ends_despite_frozen.store(true, Ordering::Relaxed);
    }

    /// Reports whether an input that only waits for frozen goroutines ends.
    pub(crate) fn ends_despite_frozen(&self) -> bool {
        self.ends_despite_frozen.load(Ordering::Relaxed)
    }

    /// Reports whether the goroutine must end. The answer changes only while the world is stopped, or by the goroutine
    /// itself.
    #[inline]
    pub(crate) fn terminates(&self, id: u64, ends: Ends) -> bool {
        self.is_terminated(id) || ends != Ends::No
    }

    #[inline]
    pub(crate) fn is_terminated(&self, id: u64) -> bool {
        self.terminated.load(Ordering::Relaxed) == id
    }

    /// Called by a goroutine that ends: if it was terminated, the interrupt has had its effect and is cleared.
    pub(crate) fn clear_terminated(&self, id: u64) {
        if !self.is_terminated(id) {
            return;
        }
        let mut state = self.state.lock();
        self.terminated.store(0, Ordering::Relaxed);
        state.interrupts &= state.reason != Some(InputEnd::Interrupted);
    }

    /// Adds `count` goroutines that must end for want of memory, with their next slice or soon after.
    pub(crate) fn expect_ends(&self, count: usize) {
        self.delayed_slices.store(0, Ordering::Relaxed);
        self.state.lock().ending += count;
    }

    /// Reports whether goroutines must still end.
    pub(crate) fn expects_ends(&self) -> bool {
        self.state.lock().ending > 0
    }

    /// Forgets the goroutines that must still end: those in a blocking call may end much later.
    pub(crate) fn expect_no_ends(&self) {
        self.state.lock().ending = 0;
    }

    /// Records the end of a goroutine that had to end for want of memory.
    pub(crate) fn note_memory_end(&self) {
        let mut state = self.state.lock();
        state.ending = state.ending.saturating_sub(1);
        if state.ending == 0 {
            self.changed.notify_all();
        }
    }

    /// Puts off the goroutine's end until a later slice; returns false if the end cannot be put off any more.
    pub(crate) fn defer_end(&self) -> bool {
        self.delayed_slices.fetch_add(1, Ordering::Relaxed) < MAX_DELAYED_SLICES
    }

    /// Waits until there is something to run that came after the first `started` inputs.
    pub(crate) fn wait_for_more(&self, started: u64) -> Next {
        let mut state = self.state.lock();
        loop {
            if state.closing {
                return Next::Close;
            }
            if state.started > started || std::mem::take(&mut state.rerun_requested) {
                return Next::Run;
            }
            self.changed.wait(&mut state);
        }
    }

    /// There will be no more inputs.
    pub(crate) fn close(&self) {
        self.state.lock().closing = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.state.lock().closing
    }
}

#[cfg(test)]
mod tests {
    use super::{InputEnd, Inputs};

    /// An interrupt that arrives when the input has all but returned stops the next input, and no other.
    #[test]
    fn an_interrupt_outlives_an_input_that_returns() {
        let inputs = Inputs::default();
        assert!(inputs.begin(1) && !inputs.started(1));
        assert_eq!(inputs.current_or_next(), Some(1));
        inputs.end(1, InputEnd::Returned);
        inputs.terminate(1, InputEnd::Interrupted);
        assert!(inputs.begin(2) && inputs.is_terminated(2) && !inputs.started(2));
        inputs.clear_terminated(2);
        inputs.end(2, InputEnd::Goexit);
        assert_eq!(inputs.wait(), InputEnd::Interrupted);
        assert!(inputs.begin(3) && !inputs.is_terminated(3) && !inputs.started(3));
    }

    /// So does an interrupt that arrives when the input has returned before its start was recorded.
    #[test]
    fn an_interrupt_outlives_an_input_that_returns_at_once() {
        let inputs = Inputs::default();
        assert!(inputs.begin(1));
        assert_eq!(inputs.current_or_next(), None);
        inputs.end(1, InputEnd::Returned);
        assert!(!inputs.started(1));
        assert!(inputs.begin(2) && inputs.is_terminated(2));
        assert!(inputs.spare_next() && !inputs.spare_next());
    }
}
