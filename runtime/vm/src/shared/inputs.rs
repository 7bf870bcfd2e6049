//! The inputs of a session: each runs as a goroutine of its own, one at a time, and the machine goes on when it ends.
//!
//! What would end a program ends a goroutine only: a panic that nothing recovers, a fatal error, `os.Exit`. So other
//! goroutines, and all that the session has, stay.

use crate::shared::stepping::Stepping;
use crate::shared::texts::Texts;
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How an input ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputEnd {
    /// Its statements have been executed.
    Returned,
    /// It panicked, or made a fatal error; that has been printed.
    Failed,
    /// It called `os.Exit`.
    Exited(i32),
    /// It called `runtime.Goexit`.
    Goexit,
    /// It was stopped.
    Interrupted,
    /// It waited for what could not come any more; that has been printed.
    Deadlocked,
}

/// Whether a goroutine of a session is to end for want of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    No,
    /// At once.
    Alone,
    /// It has found that there is no memory, and is still to tell the other goroutines of its input.
    WithInput,
}

/// The inputs of a session.
#[derive(Default)]
pub(crate) struct Inputs {
    state: Mutex<State>,
    changed: Condvar,
    /// The goroutine that is to end: it looks when a slice of it begins. 0 for none.
    terminated: AtomicU64,
    /// The number of the input that was launched last; the first is 1.
    numbers: AtomicU32,
    /// The number of the input for which memory has run out last.
    exhausted: AtomicU32,
    /// For how many slices it has put that off.
    put_off: AtomicU32,
    /// Whether an input ends that waits for frozen goroutines only.
    ends_for_frozen: AtomicBool,
    /// The goroutine that is executed line by line.
    pub(crate) stepping: Stepping,
    pub(crate) texts: Texts,
}

/// For how long the next input is held back by goroutines that are to end for want of memory: some 100,000 take a tenth
/// of this on one thread. One that is in a system call by then ends after that.
const LONGEST_END: Duration = Duration::from_secs(2);

/// How often a goroutine that is in the library puts its end off: in slices of its shortest budget, some milliseconds.
const MOST_PUT_OFF: u32 = 1000;

#[derive(Default)]
struct State {
    /// The input that runs, by its goroutine's id; 0 for none.
    current: u64,
    /// The same, once its goroutine is in a queue: before that, nothing to run means nothing for it.
    launched: u64,
    /// Whether an interrupt has come that no input has ended by: the one for which it came may return before it knows.
    /// Then the next one ends as soon as it has begun.
    interrupts: bool,
    /// Why it is made to end.
    reason: Option<InputEnd>,
    end: Option<InputEnd>,
    /// How many inputs were started.
    started: u64,
    /// Whether a goroutine is to end, or to go on, that could not when the scheduler stopped.
    again: bool,
    /// How many goroutines are still to end since there is no memory.
    ending: usize,
    /// The status with which a goroutine that is no input wanted to end the program.
    exit: Option<i32>,
    /// The wait-for graph of the last input that deadlocked.
    deadlock: Option<String>,
    closing: bool,
    /// The machine's threads have ended.
    ended: bool,
}

/// What the thread that runs the scheduler is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    Run,
    Close,
}

impl Inputs {
    /// A number for an input that is to begin.
    pub(crate) fn next_number(&self) -> u32 {
        self.numbers.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Memory has run out for a goroutine of this input (0: of none). Whether that is news.
    pub(crate) fn note_exhausted(&self, number: u32) -> bool {
        self.exhausted.swap(number, Ordering::Relaxed) != number || number == 0
    }

    /// An input begins, as the goroutine `id`, which is in no queue yet. False: it has ended already, since nothing can
    /// run any more.
    #[must_use]
    pub(crate) fn begin(&self, id: u64) -> bool {
        let mut state = self.state.lock();
        (state.current, state.reason, state.end) = (id, None, None);
        if state.ended {
            (state.current, state.end) = (0, Some(InputEnd::Failed));
        } else if state.interrupts {
            // Not once it runs: a short one would return first, time and again.
            state.reason = Some(InputEnd::Interrupted);
            self.put_off.store(0, Ordering::Relaxed);
            self.terminated.store(id, Ordering::Relaxed);
        }
        !state.ended
    }

    /// Nothing can run any more: the input that runs has failed, and all others will.
    pub(crate) fn end_all(&self) {
        let mut state = self.state.lock();
        state.ended = true;
        if state.current != 0 {
            (state.current, state.launched, state.end) = (0, 0, Some(InputEnd::Failed));
        }
        self.changed.notify_all();
    }

    /// Whether nothing can run any more.
    pub(crate) fn have_ended(&self) -> bool {
        self.state.lock().ended
    }

    /// The goroutine of the input that has begun is in a queue: it can run. Returns whether it is to end at once, for
    /// an interrupt that has come since it began.
    pub(crate) fn started(&self, id: u64) -> bool {
        let mut state = self.state.lock();
        state.started += 1;
        if state.current == id {
            state.launched = id;
        }
        self.changed.notify_all();
        state.interrupts && state.launched == id && state.reason.is_none()
    }

    /// The goroutine of the input that runs, which the caller terminates; if none does, or it returns all the same, the
    /// next one will end as soon as it has begun.
    pub(crate) fn current_or_next(&self) -> Option<u64> {
        let mut state = self.state.lock();
        state.interrupts = true;
        (state.launched != 0).then_some(state.launched)
    }

    /// The next input will not be made to end. Whether it would have been.
    pub(crate) fn spare_next(&self) -> bool {
        std::mem::take(&mut self.state.lock().interrupts)
    }

    /// A goroutine has ended: if it is the input's, so has the input.
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

    /// Waits for the end of the input; if memory has run out, also for that of its goroutines, which have it.
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
        // One that still has something to do keeps its memory meanwhile, as it would have in a program.
        state.ending = 0;
        end
    }

    /// The same, but for no longer than `most`.
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

    /// The goroutine of the input goes on as one that is no input.
    pub(crate) fn abandon(&self, id: u64) {
        let mut state = self.state.lock();
        if state.current == id {
            (state.current, state.launched) = (0, 0);
        }
        state.end = None;
    }

    /// The input that runs has deadlocked; `graph` says who waits for whom.
    pub(crate) fn note_deadlock(&self, graph: String) {
        self.state.lock().deadlock = Some(graph);
    }

    /// The wait-for graph of the last input that deadlocked.
    pub(crate) fn last_deadlock(&self) -> Option<String> {
        self.state.lock().deadlock.clone()
    }

    /// The status with which a goroutine that is no input wanted to end the program, since it was asked last.
    pub(crate) fn take_exit(&self) -> Option<i32> {
        self.state.lock().exit.take()
    }

    /// The goroutine of the input that runs; 0 for none.
    pub(crate) fn current(&self) -> u64 {
        self.state.lock().current
    }

    /// How many inputs were started, and the goroutine of the one that runs.
    pub(crate) fn running(&self) -> (u64, u64) {
        let state = self.state.lock();
        (state.started, state.launched)
    }

    /// The goroutine of the input is to end, for this reason; its next slice begins with that.
    pub(crate) fn terminate(&self, id: u64, reason: InputEnd) {
        let mut state = self.state.lock();
        if state.current == id {
            if reason == InputEnd::Interrupted || state.reason.is_none() {
                state.reason = Some(reason);
            }
            self.put_off.store(0, Ordering::Relaxed);
            self.terminated.store(id, Ordering::Relaxed);
            state.again = true;
            self.changed.notify_all();
        }
    }

    /// There is something to run again that no input has started.
    pub(crate) fn go_on(&self) {
        self.state.lock().again = true;
        self.changed.notify_all();
    }

    /// An input that waits for frozen goroutines only ends from now on.
    pub(crate) fn set_ends_for_frozen(&self) {
        self.ends_for_frozen.store(true, Ordering::Relaxed);
    }

    /// Whether it does.
    pub(crate) fn ends_for_frozen(&self) -> bool {
        self.ends_for_frozen.load(Ordering::Relaxed)
    }

    /// Whether the goroutine is to end. This changes only while the world stands still, or by its own doing.
    #[inline]
    pub(crate) fn terminates(&self, id: u64, ends: Ends) -> bool {
        self.is_terminated(id) || ends != Ends::No
    }

    #[inline]
    pub(crate) fn is_terminated(&self, id: u64) -> bool {
        self.terminated.load(Ordering::Relaxed) == id
    }

    /// The goroutine ends now: if that is the one that was to end, the interrupt has done what it came for.
    pub(crate) fn obey(&self, id: u64) {
        if !self.is_terminated(id) {
            return;
        }
        let mut state = self.state.lock();
        self.terminated.store(0, Ordering::Relaxed);
        state.interrupts &= state.reason != Some(InputEnd::Interrupted);
    }

    /// So many more goroutines are to end for want of memory with their next slice, or soon after.
    pub(crate) fn expect_ends(&self, count: usize) {
        self.put_off.store(0, Ordering::Relaxed);
        self.state.lock().ending += count;
    }

    /// One of them has.
    pub(crate) fn one_has_ended(&self) {
        let mut state = self.state.lock();
        state.ending = state.ending.saturating_sub(1);
        if state.ending == 0 {
            self.changed.notify_all();
        }
    }

    /// The goroutine puts its end off until a later slice; false: for the last time.
    pub(crate) fn put_off(&self) -> bool {
        self.put_off.fetch_add(1, Ordering::Relaxed) < MOST_PUT_OFF
    }

    /// Waits until there is something to run that was not there when this number of inputs had been started.
    pub(crate) fn wait_for_more(&self, started: u64) -> Next {
        let mut state = self.state.lock();
        loop {
            if state.closing {
                return Next::Close;
            }
            if state.started > started || std::mem::take(&mut state.again) {
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

    /// An interrupt that comes when the input has all but returned stops the next one, and that only.
    #[test]
    fn an_interrupt_outlives_an_input_that_returns() {
        let inputs = Inputs::default();
        assert!(inputs.begin(1) && !inputs.started(1));
        assert_eq!(inputs.current_or_next(), Some(1));
        inputs.end(1, InputEnd::Returned);
        inputs.terminate(1, InputEnd::Interrupted);
        assert!(inputs.begin(2) && inputs.is_terminated(2) && !inputs.started(2));
        inputs.obey(2);
        inputs.end(2, InputEnd::Goexit);
        assert_eq!(inputs.wait(), InputEnd::Interrupted);
        assert!(inputs.begin(3) && !inputs.is_terminated(3) && !inputs.started(3));
    }

    /// So does one that comes when the input has returned before its start was known.
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
