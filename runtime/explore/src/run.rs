//! One run: chooses which thread continues and which value a random choice has, and records the steps and accesses
//! that the machine reports.
//!
//! A run repeats the choices of its [`Plan`], and then continues by the plan's policy. Without a policy it continues
//! with the thread that runs; when that thread cannot continue, with the thread that has not run for longest. This
//! choice is the *usual* one; [schedules](crate::Schedule) record the deviations from it.
//!
//! When a run has as many steps as are kept, it continues *freely*: threads take turns, and nothing more is recorded.
//! So errors are found even if they only appear at the end of a long program.

use crate::access::{Access, any_conflict};
use crate::dpor::visible_access;
use crate::policy::{Policy, ThreadChoice};
use crate::rng::Rng;
use crate::schedule::{Choice, ThreadPosition, next_choice_number};
use crate::trace::{ChoiceStream, ChosenValue, CutReason, Step, Thread, Trace};
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
    pub sleeping_threads: Option<Vec<SleepingThread>>,
    /// The policy by which the run continues after the choices.
    pub policy: Policy,
}

/// The number of consecutive steps after which a thread lets others run, even if the policy would not.
const MAX_CONSECUTIVE_STEPS: u32 = 400;
/// The default of [`Limits::steps`].
const MAX_IDLE_STEPS: usize = 20_000;
/// The default of [`Limits::time`].
const MAX_TIME: Duration = Duration::from_secs(8);
/// The most steps of a run that are kept.
const MAX_STEPS: usize = 200_000;
/// The seed of the random choices in the free part of every run. A run and its repetition may have different policies,
/// but must continue in the same way.
const UNRECORDED_PART_SEED: u64 = 1;

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
        Self { steps: MAX_IDLE_STEPS, time: MAX_TIME }
    }
}

/// The state of a thread in a run.
#[derive(Clone, Debug, Default)]
struct ThreadState {
    /// The number of the thread's last step, plus one.
    last_step: usize,
    /// Whether the thread wants others to run first.
    has_yielded: bool,
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
    /// The number of steps that had been made when the program last made [progress](Self::note_progress).
    last_progress: usize,
    sleeping_threads: Vec<SleepingThread>,
    /// The threads by number.
    threads: Vec<ThreadState>,
    /// The threads that want others to run first.
    yielded_threads: Vec<Thread>,
    consecutive_steps: u32,
    cut_reason: Option<CutReason>,
    planned_cut: Option<CutReason>,
    has_diverged: bool,
    overrode_policy: bool,
    unrecorded_part: Option<UnrecordedPart>,
}

/// The free part of a run, of which nothing is recorded.
#[derive(Debug)]
struct UnrecordedPart {
    rng: Rng,
    turn_count: usize,
}

impl Run {
    /// Begins a run that follows a plan.
    #[must_use]
    pub fn new(plan: Plan, limits: Limits) -> Self {
        Self {
            sleeping_threads: if plan.choices.is_empty() {
                plan.sleeping_threads.clone().unwrap_or_default()
            } else {
                Vec::new()
            },
            plan,
            limits,
            choices_made: 0,
            steps: Vec::new(),
            last_progress: 0,
            threads: Vec::new(),
            yielded_threads: Vec::new(),
            consecutive_steps: 0,
            cut_reason: None,
            planned_cut: None,
            has_diverged: false,
            overrode_policy: false,
            unrecorded_part: None,
        }
    }

    /// The longest time that the run may take.
    #[must_use]
    pub fn max_time(&self) -> Duration {
        if self.is_in_unrecorded_part() { self.limits.time * 5 / 2 } else { self.limits.time }
    }

    /// Reports whether the run is in its free part: it continues without choices, and nothing more is recorded.
    #[must_use]
    pub const fn is_in_unrecorded_part(&self) -> bool {
        self.unrecorded_part.is_some()
    }

    fn state_of(&mut self, thread: Thread) -> &mut ThreadState {
        let at = thread as usize;
        if at >= self.threads.len() {
            self.threads.resize_with(at + 1, ThreadState::default);
        }
        &mut self.threads[at]
    }

    /// Called when the search begins, with this only thread: the thread's position is counted from here.
    pub fn note_search_begin(&mut self, thread: Thread) {
        self.threads.clear();
        self.yielded_threads.clear();
        let _ = self.choose(&[thread]);
    }

    /// Reports whether the run will be cut at the next choice because it takes too long.
    #[must_use]
    pub const fn is_given_up(&self) -> bool {
        self.planned_cut.is_some()
    }

    /// Called when the program has done something that an endless loop does not do: a thread was created or has ended,
    /// or text was printed.
    pub fn note_progress(&mut self) {
        self.last_progress = self.steps.len();
    }

    /// Called when some runnable threads are not among those passed to [`choose`](Self::choose).
    pub fn note_threads_left_out(&mut self) {
        self.overrode_policy = true;
    }

    /// The number of steps since the last progress.
    fn idle_steps(&self) -> usize {
        self.steps.len() - self.last_progress
    }

    /// Reports whether threads take turns, because there was no progress for too many steps.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        self.idle_steps() >= self.limits.steps
    }

    /// Reports whether the run will be cut at the next choice, unless there is [progress](Self::note_progress).
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        self.idle_steps() >= 2 * self.limits.steps
    }

    /// Called when a thread has reached a point; `pending` are the accesses that it will make behind the point.
    pub fn note_point_reached(&mut self, thread: Thread, pending: &[Access]) {
        let known = self.state_of(thread);
        known.pending.clear();
        known.pending.extend_from_slice(pending);
        known.position = ThreadPosition { point: known.position.point + 1, stop_count: 0 };
    }

    /// Called when a thread has stopped without reaching a point; `pending` are its next accesses, as far as they are
    /// known.
    pub fn note_stop(&mut self, thread: Thread, pending: &[Access]) {
        let known = self.state_of(thread);
        known.pending.clear();
        known.pending.extend_from_slice(pending);
        known.position.stop_count += 1;
    }

    /// Called when a thread wants others to run first.
    pub fn note_yield(&mut self, thread: Thread) {
        self.state_of(thread).has_yielded = true;
        self.yielded_threads.push(thread);
    }

    /// Called when the current thread makes this access.
    pub fn note_access(&mut self, access: Access) {
        if let Some(step) = self.steps.last_mut().filter(|_| self.unrecorded_part.is_none())
            && !step.accesses.contains(&access)
        {
            if step.accesses.is_empty() {
                step.accesses.push(visible_access(false));
            }
            step.accesses.push(access);
        }
    }

    /// Called when the current thread creates `thread` or makes it runnable.
    pub fn note_wake(&mut self, thread: Thread) {
        if let Some(step) = self.steps.last_mut().filter(|_| self.unrecorded_part.is_none()) {
            step.woken_threads.push(thread);
        }
    }

    /// The thread of the current step.
    #[must_use]
    pub fn current_thread(&self) -> Option<Thread> {
        self.steps.last().map(|step| step.thread)
    }

    /// Chooses one of `n` values. 0 is the usual value, and the only possible one before the first step.
    pub fn choose_value(&mut self, stream: ChoiceStream, n: u32) -> u32 {
        if n < 2 || self.steps.is_empty() {
            return 0;
        }
        if let Some(free) = &mut self.unrecorded_part {
            return if stream == ChoiceStream::Select {
                free.rng.below(n as usize) as u32
            } else {
                0
            };
        }
        let chosen = if self.choices_made < self.plan.choices.len() {
            let wanted = self.plan.choices[self.choices_made];
            self.choices_made += 1;
            self.has_diverged |= wanted >= n;
            self.apply_planned_sleep();
            wanted.min(n - 1)
        } else {
            if stream == ChoiceStream::Collect && self.is_fair() {
                // In the fair part of a run the collector runs, for goroutines that loop until it has run.
                self.overrode_policy = true;
                return self.note_choice(stream, n, 1);
            }
            let choice = self.steps.last().map(|step| Choice {
                stream,
                thread: step.thread,
                position: step.position,
                choice_number: next_choice_number(stream, &step.values),
            });
            choice.map_or(0, |choice| self.plan.policy.choose_value(n, &choice))
        };
        self.note_choice(stream, n, chosen)
    }

    fn note_choice(&mut self, stream: ChoiceStream, n: u32, chosen: u32) -> u32 {
        if let Some(step) = self.steps.last_mut() {
            step.values.push(ChosenValue { stream, alternatives: n, value: chosen });
        }
        chosen
    }

    /// Called when the run takes too long: it will be cut at the next choice.
    pub fn give_up(&mut self, cut: CutReason) {
        self.planned_cut = Some(cut);
    }

    /// Puts the plan's threads to sleep if the last of the plan's choices has been made.
    fn apply_planned_sleep(&mut self) {
        if self.choices_made == self.plan.choices.len() {
            self.sleeping_threads = self.plan.sleeping_threads.clone().unwrap_or_default();
        }
    }

    /// Chooses the thread that continues and returns its index in `runnable`, which is in the order of creation; `None`
    /// if the run is cut.
    pub fn choose(&mut self, runnable: &[Thread]) -> Option<usize> {
        if self.planned_cut.is_some() {
            self.cut_reason = self.planned_cut;
            return None;
        }
        if self.is_in_unrecorded_part() || self.steps.len() >= MAX_STEPS {
            return self.choose_longest_waiting(runnable);
        }
        self.wake_sleepers();
        let running = self.running_thread(runnable);
        let usual = self.default_thread(runnable, running);
        let repeats = self.choices_made < self.plan.choices.len();
        let chosen = if repeats {
            let wanted = self.plan.choices[self.choices_made];
            self.choices_made += 1;
            let at = runnable.iter().position(|thread| *thread == wanted);
            self.has_diverged |= at.is_none();
            at.unwrap_or(usual)
        } else {
            match self.continue_running(runnable, usual) {
                Ok(at) => at,
                Err(cut) => {
                    self.cut_reason = Some(cut);
                    return None;
                }
            }
        };
        self.begin_step(runnable, running, runnable[usual], runnable[chosen]);
        if repeats {
            self.apply_planned_sleep();
        }
        Some(chosen)
    }

    /// Continues with the thread that has waited longest.
    fn choose_longest_waiting(&mut self, runnable: &[Thread]) -> Option<usize> {
        if self.is_too_long() {
            self.cut_reason = Some(CutReason::TooLong);
            return None;
        }
        self.cut_reason = Some(CutReason::Unkept);
        let free = self.unrecorded_part.get_or_insert_with(|| UnrecordedPart {
            rng: Rng::new(UNRECORDED_PART_SEED),
            turn_count: 0,
        });
        free.turn_count += 1;
        let number = MAX_STEPS + free.turn_count;
        let chosen = self.least_recently_run(runnable);
        self.state_of(runnable[chosen]).last_step = number;
        self.clear_yields();
        Some(chosen)
    }

    /// The index of the thread that has not run for longest; threads that want others to run first come last.
    fn least_recently_run(&self, runnable: &[Thread]) -> usize {
        let age = |thread: &Thread| {
            let known = self.threads.get(*thread as usize);
            known.map_or((false, 0), |known| (known.has_yielded, known.last_step))
        };
        (0..runnable.len()).min_by_key(|at| age(&runnable[*at])).unwrap_or(0)
    }

    /// Wakes the sleeping threads whose next step conflicts with the last step.
    fn wake_sleepers(&mut self) {
        if let Some(step) = self.steps.last().filter(|_| !self.sleeping_threads.is_empty()) {
            let sleeps = |it: &SleepingThread| {
                it.thread != step.thread && !any_conflict(&it.accesses, &step.accesses)
            };
            self.sleeping_threads.retain(sleeps);
        }
    }

    /// The thread of the last step, if it can continue and does not want others to run first.
    fn running_thread(&mut self, runnable: &[Thread]) -> Option<Thread> {
        let last = self.steps.last()?.thread;
        (runnable.contains(&last) && !self.state_of(last).has_yielded).then_some(last)
    }

    fn default_thread(&mut self, runnable: &[Thread], running: Option<Thread>) -> usize {
        let fair = self.consecutive_steps >= MAX_CONSECUTIVE_STEPS || self.is_fair();
        self.overrode_policy |= fair && runnable.len() > 1;
        if let Some(running) = running.filter(|_| !fair) {
            return runnable.iter().position(|thread| *thread == running).unwrap_or(0);
        }
        self.least_recently_run(runnable)
    }

    fn continue_running(&mut self, runnable: &[Thread], usual: usize) -> Result<usize, CutReason> {
        if self.is_too_long() {
            return Err(CutReason::TooLong);
        }
        if self.is_fair() {
            return Ok(usual);
        }
        if !self.sleeping_threads.is_empty() {
            let asleep =
                |thread: &Thread| self.sleeping_threads.iter().any(|it| it.thread == *thread);
            if asleep(&runnable[usual]) {
                let awake = (0..runnable.len()).find(|at| !asleep(&runnable[*at]));
                return awake.ok_or(CutReason::Redundant);
            }
        }
        let tired = self.consecutive_steps >= MAX_CONSECUTIVE_STEPS;
        let last = self.steps.last().map(|step| step.thread);
        let from = last.map(|last| (last, self.thread_position(last)));
        let stands = |thread: &Thread| {
            let known = self.threads.get(*thread as usize);
            known.map_or((&[][..], false), |known| (&known.pending[..], known.has_yielded))
        };
        let moment = ThreadChoice {
            runnable,
            default_index: usual,
            default_ran_long: tired,
            last_position: from,
            last_accesses: self.steps.last().map_or(&[][..], |step| &step.accesses),
            step_number: self.steps.len(),
            next: &stands,
        };
        Ok(self.plan.policy.choose(&moment))
    }

    fn clear_yields(&mut self) {
        while let Some(thread) = self.yielded_threads.pop() {
            self.state_of(thread).has_yielded = false;
        }
    }

    fn begin_step(
        &mut self,
        runnable: &[Thread],
        running: Option<Thread>,
        usual: Thread,
        chosen: Thread,
    ) {
        let goes_on = self.steps.last().is_some_and(|step| step.thread == chosen);
        self.consecutive_steps =
            if goes_on && runnable.len() > 1 { self.consecutive_steps + 1 } else { 0 };
        if !goes_on {
            // Other threads have run, as the yielding threads wanted.
            self.clear_yields();
        }
        let number = self.steps.len() + 1;
        let from = self.steps.last().map(|step| step.thread).map(|last| self.thread_position(last));
        let known = self.state_of(chosen);
        (known.last_step, known.has_yielded) = (number, false);
        known.pending.clear();
        let position = known.position;
        self.steps.push(Step {
            thread: chosen,
            previous_position: from.unwrap_or_default(),
            position,
            runnable: runnable.to_vec(),
            running_thread: running,
            default_thread: usual,
            ..Step::default()
        });
    }

    /// A thread's position: how many points it has reached, and how often it has stopped since.
    pub fn thread_position(&mut self, thread: Thread) -> ThreadPosition {
        self.state_of(thread).position
    }

    /// The reason why the run was cut, if it was.
    #[must_use]
    pub const fn cut_reason(&self) -> Option<CutReason> {
        self.cut_reason
    }

    /// Ends the run; `left` are the threads that could still have run.
    #[must_use]
    pub fn end(mut self, left: Vec<Thread>, exits: bool) -> Trace {
        if let Some(step) = self.steps.last_mut().filter(|_| exits) {
            step.accesses.push(visible_access(true));
        }
        Trace {
            steps: self.steps,
            runnable_at_end: left,
            program_exited: exits,
            cut_reason: self.cut_reason,
            has_diverged: self.has_diverged || self.choices_made < self.plan.choices.len(),
            overrode_policy: self.overrode_policy,
        }
    }

    /// The steps so far.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}
