//! One run: chooses which thread continues and which value a random choice has, and records the steps and accesses
//! that the machine reports.
//!
//! A run repeats the choices of its [`Plan`], and then continues by the plan's policy. Without a policy it continues
//! with the thread that runs; when that thread cannot continue, with the thread that has not run for longest. This
//! choice is the *usual* one; [schedules](crate::Schedule) record the deviations from it.
//!
//! When a run has as many steps as are kept, it continues *freely*: threads take turns, and nothing more is recorded.
//! So errors are found even if they only appear at the end of a long program.

use crate::access::{Access, conflict};
use crate::dpor::seen;
use crate::policy::{Policy, ThreadChoice};
use crate::rng::Rng;
use crate::schedule::{Choice, ThreadPosition, nth_of};
use crate::trace::{CutReason, Step, Stream, Thread, Trace, Value};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// A sleeping thread (of sleep sets): it must not continue, because the behaviour that follows was explored, until a
/// step conflicts with the thread's next step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SleepingThread {
    /// The sleeping thread.
    pub thread: Thread,
    /// The accesses that the thread will make in its next step.
    pub accesses: Arc<[Access]>,
}

/// The choices that a run repeats, and its policy behind them.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The choices to repeat: threads, each followed by the values chosen in its step.
    pub choices: Vec<u32>,
    /// The sleep set after these choices; `None`: the run ignores sleep sets.
    pub asleep: Option<Vec<SleepingThread>>,
    /// The policy by which the run continues after the choices.
    pub policy: Policy,
}

/// The number of consecutive steps after which a thread lets others run, even if the policy would not.
const LONGEST_STREAK: u32 = 400;
/// The default of [`Limits::steps`].
const IDLE_STEPS: usize = 20_000;
/// The default of [`Limits::time`].
const TIME: Duration = Duration::from_secs(8);
/// The most steps of a run that are kept.
const MAX_STEPS: usize = 200_000;
/// The seed of the random choices in the free part of every run. A run and its repetition may have different policies,
/// but must continue in the same way.
const FREE_SEED: u64 = 1;

/// The limits of a run's length.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of steps without progress after which threads take turns; after twice as many the run is cut.
    pub steps: usize,
    /// The time after which a run counts as unfinished; for a run with a free part, two and a half times as long. The
    /// number of steps usually ends a run first, so that the run also ends there when it is repeated on another
    /// machine.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: IDLE_STEPS, time: TIME }
    }
}

/// The state of a thread in a run.
#[derive(Clone, Debug, Default)]
struct ThreadState {
    /// The number of the thread's last step, plus one.
    last: usize,
    /// Whether the thread wants others to run first.
    yields: bool,
    /// The accesses of the thread's next step.
    pending: Vec<Access>,
    position: ThreadPosition,
}

/// A run in progress.
#[derive(Debug)]
pub struct Run {
    plan: Plan,
    limits: Limits,
    /// How many of the plan's choices have been made.
    choices_made: usize,
    steps: Vec<Step>,
    /// The number of steps at the last progress.
    progressed: usize,
    asleep: Vec<SleepingThread>,
    /// The threads by number.
    threads: Vec<ThreadState>,
    /// The threads that want others to run first.
    yielded: Vec<Thread>,
    streak: u32,
    cut: Option<CutReason>,
    gives_up: Option<CutReason>,
    departed: bool,
    forced: bool,
    free: Option<FreePart>,
}

/// The free part of a run, of which nothing is recorded.
#[derive(Debug)]
struct FreePart {
    rng: Rng,
    free_turns: usize,
}

impl Run {
    /// Begins a run that follows a plan.
    #[must_use]
    pub fn new(plan: Plan, limits: Limits) -> Self {
        Self {
            asleep: if plan.choices.is_empty() {
                plan.asleep.clone().unwrap_or_default()
            } else {
                Vec::new()
            },
            plan,
            limits,
            choices_made: 0,
            steps: Vec::new(),
            progressed: 0,
            threads: Vec::new(),
            yielded: Vec::new(),
            streak: 0,
            cut: None,
            gives_up: None,
            departed: false,
            forced: false,
            free: None,
        }
    }

    /// The longest time that the run may take.
    #[must_use]
    pub fn most_time(&self) -> Duration {
        if self.is_free() { self.limits.time * 5 / 2 } else { self.limits.time }
    }

    /// Reports whether the run is in its free part: it continues without choices, and nothing more is recorded.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.free.is_some()
    }

    fn known(&mut self, thread: Thread) -> &mut ThreadState {
        let at = thread as usize;
        if at >= self.threads.len() {
            self.threads.resize_with(at + 1, ThreadState::default);
        }
        &mut self.threads[at]
    }

    /// Called when the search begins, with this only thread: the thread's position is counted from here.
    pub fn begins(&mut self, thread: Thread) {
        self.threads.clear();
        self.yielded.clear();
        let _ = self.choose(&[thread]);
    }

    /// Reports whether the run will be cut at the next choice because it takes too long.
    #[must_use]
    pub const fn is_given_up(&self) -> bool {
        self.gives_up.is_some()
    }

    /// Called when the program has done something that an endless loop does not do: a thread was created or has ended,
    /// or text was printed.
    pub fn progresses(&mut self) {
        self.progressed = self.steps.len();
    }

    /// Called when some runnable threads are not among those to choose from.
    pub fn is_crowded(&mut self) {
        self.forced = true;
    }

    /// The number of steps since the last progress.
    fn idle_steps(&self) -> usize {
        self.steps.len() - self.progressed
    }

    /// Reports whether threads take turns, because there was no progress for too many steps.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        self.idle_steps() >= self.limits.steps
    }

    /// Reports whether the run will be cut at the next choice, unless there is [progress](Self::progresses).
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        self.idle_steps() >= 2 * self.limits.steps
    }

    /// Called when a thread has reached a point; `pending` are the accesses that it will make behind the point.
    pub fn arrives(&mut self, thread: Thread, pending: &[Access]) {
        let known = self.known(thread);
        known.pending.clear();
        known.pending.extend_from_slice(pending);
        known.position = ThreadPosition { point: known.position.point + 1, stop: 0 };
    }

    /// Called when a thread has stopped without reaching a point; `pending` are its next accesses, as far as they are
    /// known.
    pub fn note_stop(&mut self, thread: Thread, pending: &[Access]) {
        let known = self.known(thread);
        known.pending.clear();
        known.pending.extend_from_slice(pending);
        known.position.stop += 1;
    }

    /// Called when a thread wants others to run first.
    pub fn yields(&mut self, thread: Thread) {
        self.known(thread).yields = true;
        self.yielded.push(thread);
    }

    /// Called when the current thread makes this access.
    pub fn accesses(&mut self, access: Access) {
        if let Some(step) = self.steps.last_mut().filter(|_| self.free.is_none())
            && !step.accesses.contains(&access)
        {
            if step.accesses.is_empty() {
                step.accesses.push(seen(false));
            }
            step.accesses.push(access);
        }
    }

    /// Called when the current thread creates `thread` or makes it runnable.
    pub fn wakes(&mut self, thread: Thread) {
        if let Some(step) = self.steps.last_mut().filter(|_| self.free.is_none()) {
            step.woke.push(thread);
        }
    }

    /// The thread of the current step.
    #[must_use]
    pub fn current(&self) -> Option<Thread> {
        self.steps.last().map(|step| step.thread)
    }

    /// Chooses one of `n` values. 0 is the usual value, and the only possible one before the first step.
    pub fn value(&mut self, stream: Stream, n: u32) -> u32 {
        if n < 2 || self.steps.is_empty() {
            return 0;
        }
        if let Some(free) = &mut self.free {
            return if stream == Stream::Select { free.rng.below(n as usize) as u32 } else { 0 };
        }
        let chosen = if self.choices_made < self.plan.choices.len() {
            let wanted = self.plan.choices[self.choices_made];
            self.choices_made += 1;
            self.departed |= wanted >= n;
            self.repeated();
            wanted.min(n - 1)
        } else {
            if stream == Stream::Collect && self.is_fair() {
                // In the fair part of a run the collector runs, for goroutines that loop until it has run.
                self.forced = true;
                return self.chosen(stream, n, 1);
            }
            let choice = self.steps.last().map(|step| Choice {
                stream,
                thread: step.thread,
                at: step.position,
                nth: nth_of(stream, &step.values),
            });
            choice.map_or(0, |choice| self.plan.policy.value(n, &choice))
        };
        self.chosen(stream, n, chosen)
    }

    fn chosen(&mut self, stream: Stream, n: u32, chosen: u32) -> u32 {
        if let Some(step) = self.steps.last_mut() {
            step.values.push(Value { stream, of: n, chosen });
        }
        chosen
    }

    /// Called when the run takes too long: it will be cut at the next choice.
    pub fn give_up(&mut self, cut: CutReason) {
        self.gives_up = Some(cut);
    }

    /// Puts the plan's threads to sleep if the last of the plan's choices has been made.
    fn repeated(&mut self) {
        if self.choices_made == self.plan.choices.len() {
            self.asleep = self.plan.asleep.clone().unwrap_or_default();
        }
    }

    /// Chooses the thread that continues and returns its index in `runnable`, which is in the order of creation; `None`
    /// if the run is cut.
    pub fn choose(&mut self, runnable: &[Thread]) -> Option<usize> {
        if self.gives_up.is_some() {
            self.cut = self.gives_up;
            return None;
        }
        if self.is_free() || self.steps.len() >= MAX_STEPS {
            return self.choose_freely(runnable);
        }
        self.wake_sleepers();
        let running = self.running(runnable);
        let usual = self.usual(runnable, running);
        let repeats = self.choices_made < self.plan.choices.len();
        let chosen = if repeats {
            let wanted = self.plan.choices[self.choices_made];
            self.choices_made += 1;
            let at = runnable.iter().position(|thread| *thread == wanted);
            self.departed |= at.is_none();
            at.unwrap_or(usual)
        } else {
            match self.go_on(runnable, usual) {
                Ok(at) => at,
                Err(cut) => {
                    self.cut = Some(cut);
                    return None;
                }
            }
        };
        self.begin(runnable, running, runnable[usual], runnable[chosen]);
        if repeats {
            self.repeated();
        }
        Some(chosen)
    }

    /// Continues with the thread that has waited longest.
    fn choose_freely(&mut self, runnable: &[Thread]) -> Option<usize> {
        if self.is_too_long() {
            self.cut = Some(CutReason::TooLong);
            return None;
        }
        self.cut = Some(CutReason::Unkept);
        let free =
            self.free.get_or_insert_with(|| FreePart { rng: Rng::new(FREE_SEED), free_turns: 0 });
        free.free_turns += 1;
        let number = MAX_STEPS + free.free_turns;
        let chosen = self.oldest(runnable);
        self.known(runnable[chosen]).last = number;
        self.clear_yields();
        Some(chosen)
    }

    /// The index of the thread that has not run for longest; threads that want others to run first come last.
    fn oldest(&self, runnable: &[Thread]) -> usize {
        let age = |thread: &Thread| {
            let known = self.threads.get(*thread as usize);
            known.map_or((false, 0), |known| (known.yields, known.last))
        };
        (0..runnable.len()).min_by_key(|at| age(&runnable[*at])).unwrap_or(0)
    }

    /// Wakes the sleeping threads whose next step conflicts with the last step.
    fn wake_sleepers(&mut self) {
        if let Some(step) = self.steps.last().filter(|_| !self.asleep.is_empty()) {
            let sleeps = |it: &SleepingThread| {
                it.thread != step.thread && !conflict(&it.accesses, &step.accesses)
            };
            self.asleep.retain(sleeps);
        }
    }

    /// The thread of the last step, if it can continue and does not want others to run first.
    fn running(&mut self, runnable: &[Thread]) -> Option<Thread> {
        let last = self.steps.last()?.thread;
        (runnable.contains(&last) && !self.known(last).yields).then_some(last)
    }

    fn usual(&mut self, runnable: &[Thread], running: Option<Thread>) -> usize {
        let fair = self.streak >= LONGEST_STREAK || self.is_fair();
        self.forced |= fair && runnable.len() > 1;
        if let Some(running) = running.filter(|_| !fair) {
            return runnable.iter().position(|thread| *thread == running).unwrap_or(0);
        }
        self.oldest(runnable)
    }

    fn go_on(&mut self, runnable: &[Thread], usual: usize) -> Result<usize, CutReason> {
        if self.is_too_long() {
            return Err(CutReason::TooLong);
        }
        if self.is_fair() {
            return Ok(usual);
        }
        if !self.asleep.is_empty() {
            let asleep = |thread: &Thread| self.asleep.iter().any(|it| it.thread == *thread);
            if asleep(&runnable[usual]) {
                let awake = (0..runnable.len()).find(|at| !asleep(&runnable[*at]));
                return awake.ok_or(CutReason::Redundant);
            }
        }
        let tired = self.streak >= LONGEST_STREAK;
        let last = self.steps.last().map(|step| step.thread);
        let from = last.map(|last| (last, self.thread_position(last)));
        let stands = |thread: &Thread| {
            let known = self.threads.get(*thread as usize);
            known.map_or((&[][..], false), |known| (&known.pending[..], known.yields))
        };
        let moment = ThreadChoice {
            runnable,
            usual,
            tired,
            from,
            last: self.steps.last().map_or(&[][..], |step| &step.accesses),
            number: self.steps.len(),
            next: &stands,
        };
        Ok(self.plan.policy.choose(&moment))
    }

    fn clear_yields(&mut self) {
        while let Some(thread) = self.yielded.pop() {
            self.known(thread).yields = false;
        }
    }

    fn begin(
        &mut self,
        runnable: &[Thread],
        running: Option<Thread>,
        usual: Thread,
        chosen: Thread,
    ) {
        let goes_on = self.steps.last().is_some_and(|step| step.thread == chosen);
        self.streak = if goes_on && runnable.len() > 1 { self.streak + 1 } else { 0 };
        if !goes_on {
            // Other threads have run, as the yielding threads wanted.
            self.clear_yields();
        }
        let number = self.steps.len() + 1;
        let from = self.steps.last().map(|step| step.thread).map(|last| self.thread_position(last));
        let known = self.known(chosen);
        (known.last, known.yields) = (number, false);
        known.pending.clear();
        let position = known.position;
        self.steps.push(Step {
            thread: chosen,
            from: from.unwrap_or_default(),
            position,
            runnable: runnable.to_vec(),
            running,
            usual,
            ..Step::default()
        });
    }

    /// A thread's position: how many points it has reached, and how often it has stopped since.
    pub fn thread_position(&mut self, thread: Thread) -> ThreadPosition {
        self.known(thread).position
    }

    /// The reason why the run was cut, if it was.
    #[must_use]
    pub const fn cut(&self) -> Option<CutReason> {
        self.cut
    }

    /// Ends the run; `left` are the threads that could still have run.
    #[must_use]
    pub fn end(mut self, left: Vec<Thread>, exits: bool) -> Trace {
        if let Some(step) = self.steps.last_mut().filter(|_| exits) {
            step.accesses.push(seen(true));
        }
        Trace {
            steps: self.steps,
            left,
            exits,
            cut: self.cut,
            departed: self.departed || self.choices_made < self.plan.choices.len(),
            forced: self.forced,
        }
    }

    /// The steps so far.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}
