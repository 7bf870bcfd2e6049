//! The search: workers that make runs, and the results of the runs.

use super::count_schedule_points;
use super::program::{FinishedRun, Program};
use super::verdict::{Failure, FailureConditions};
use super::world_reads::WorldReads;
use crate::options::{Explore, SearchStrategy};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_vm::search::{
    AccessPairs, Coverage, CutReason, Explorer, Job, NextJob, PairCount, SavedSearch, Schedule,
    Shard, Strategy, Thread,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The number of runs for which the search continues after a mere race or leak: a later failure may say more.
const RUNS_AFTER_MINOR_FAILURE: u64 = 200;
/// The time for which the search continues after a mere race or leak.
const TIME_AFTER_MINOR_FAILURE: Duration = Duration::from_secs(3);
/// The size of a worker's native stack, on which goroutines run.
const STACK_SIZE: usize = 16 << 20;

/// A failing run.
#[derive(Clone)]
pub(super) struct FoundFailure {
    pub(super) failure: Failure,
    pub(super) schedule: Schedule,
    /// The number of the run, from 1.
    pub(super) run_number: u64,
    pub(super) found_after: Duration,
    pub(super) point_count: usize,
    /// The racing instructions that were points in the run.
    pub(super) racing_instructions: BTreeSet<u32>,
    /// The path of the stored schedule that the run followed, if it followed one.
    pub(super) stored_schedule_path: Option<String>,
}

/// The state of a stopped search that a resumed search needs.
#[derive(Serialize, Deserialize)]
pub(super) struct StoppedSearch {
    explorer: SavedSearch,
    /// The numbers of the threads, by their origins.
    origins: Vec<(Thread, u32)>,
    races: Vec<String>,
    runs: u64,
    redundant: u64,
    longest: usize,
    pairs: AccessPairs,
    refused: Vec<String>,
    /// The output of the first run.
    first_output: Option<Vec<u8>>,
    pub(super) world_reads: WorldReads,
}

/// The runs with the same result.
pub(super) struct Outcome {
    pub(super) failure: Option<Failure>,
    pub(super) stdout: Vec<u8>,
    pub(super) count: u64,
    /// The fewest deviations of a run with this result.
    pub(super) fewest_deviations: usize,
}

/// The number of different outcomes that are kept.
const MAX_OUTCOMES: usize = 200;

struct State {
    explorer: Explorer,
    /// The number of runs that have begun; `runs` counts the finished ones.
    begun_runs: u64,
    runs: u64,
    redundant_runs: u64,
    restarts: u32,
    departed_runs: u64,
    longest_run: usize,
    pairs: AccessPairs,
    /// The number of the runs that earlier searches made.
    earlier_runs: u64,
    /// The operations of earlier searches' runs that the simulated world refused.
    refused_operations: Vec<String>,
    /// The state of the real world that runs of earlier searches have seen.
    world_reads: Option<WorldReads>,
    outcomes: Vec<Outcome>,
    first_output: Option<Vec<u8>>,
    found_failure: Option<FoundFailure>,
    /// A race or a leak, the least serious failures.
    minor_failure: Option<FoundFailure>,
    has_ended: bool,
}

/// A search over the interleavings of a program.
pub(super) struct Search<'a> {
    explore: &'a Explore,
    program: &'a Program,
    conditions: &'a FailureConditions,
    state: Mutex<State>,
    /// The racing instructions for which a resumed search has its state.
    racing_instructions: BTreeSet<u32>,
    began_at: Instant,
    stop_requested: Arc<AtomicBool>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        explore: &'a Explore,
        program: &'a Program,
        judge: &'a FailureConditions,
        shard: Shard,
    ) -> Self {
        let strategy = match explore.strategy {
            SearchStrategy::Auto => Strategy::Mixed,
            SearchStrategy::Dpor => Strategy::Dpor,
            SearchStrategy::Dfs => Strategy::Bounded,
            SearchStrategy::Random => Strategy::Random,
            SearchStrategy::Pct => Strategy::Priorities,
            SearchStrategy::Pos => Strategy::PartialOrder,
            SearchStrategy::Surw => Strategy::Uniform,
        };
        let state = State {
            explorer: Explorer::new(strategy, explore.seed, shard),
            begun_runs: 0,
            runs: 0,
            redundant_runs: 0,
            restarts: 0,
            departed_runs: 0,
            longest_run: 0,
            pairs: AccessPairs::default(),
            earlier_runs: 0,
            refused_operations: Vec::new(),
            world_reads: None,
            outcomes: Vec::new(),
            first_output: None,
            found_failure: None,
            minor_failure: None,
            has_ended: false,
        };
        let stop = Arc::default();
        let (state, began) = (Mutex::new(state), Instant::now());
        Self {
            explore,
            program,
            conditions: judge,
            state,
            racing_instructions: BTreeSet::new(),
            began_at: began,
            stop_requested: stop,
        }
    }

    /// The hash of the program and of the flags of the search, by which shards of one search are recognised.
    pub(super) fn identity_hash(&self) -> String {
        let Explore { strategy, seed, fail_on, assert, .. } = self.explore;
        let mut hasher = self.program.hash();
        hasher.update(format!("{strategy:?} {seed} {fail_on:?} {assert:?}").as_bytes());
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// The program and its arguments, as the user named them.
    pub(super) fn command_words(&self) -> Vec<String> {
        self.explore.words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    /// Reports whether the program is that of a package's tests.
    pub(super) fn is_test(&self) -> bool {
        self.explore.tests.is_some()
    }

    /// Continues where another search has stopped.
    pub(super) fn resume(&mut self, stopped: StoppedSearch) {
        let StoppedSearch {
            explorer,
            origins,
            races,
            runs,
            redundant,
            longest,
            pairs,
            refused,
            first_output: first,
            world_reads,
        } = stopped;
        self.program.exploration.thread_names.restore(&origins);
        self.program.add_race_places(&races);
        self.racing_instructions = self.program.exploration.racing_instructions();
        let mut state = self.state();
        state.explorer = Explorer::resume(explorer);
        (state.begun_runs, state.runs, state.earlier_runs) = (runs, runs, runs);
        (state.redundant_runs, state.longest_run) = (redundant, longest);
        (state.pairs, state.refused_operations, state.first_output) = (pairs, refused, first);
        state.world_reads = Some(world_reads);
    }

    /// The state for a search that continues this one. May be called once.
    pub(super) fn stored_state(&self) -> StoppedSearch {
        let mut state = self.state();
        StoppedSearch {
            explorer: state.explorer.save(),
            origins: self.program.exploration.thread_names.origins(),
            races: self.program.race_places(),
            runs: state.runs,
            redundant: state.redundant_runs,
            longest: state.longest_run,
            pairs: state.pairs.clone(),
            refused: self.all_refused_operations(&state),
            first_output: state.first_output.clone(),
            world_reads: WorldReads::of(self.program, state.world_reads.take()),
        }
    }

    /// Searches near this schedule first.
    pub(super) fn search_near(&mut self, schedule: Schedule) {
        self.state().explorer.search_near(schedule);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches; returns the failure to report. The error is a panic in minigo itself.
    pub(super) fn run_search(&mut self) -> std::thread::Result<Option<FoundFailure>> {
        // The first Ctrl-C ends the search, and the results so far are reported. SIGTERM ends the search too: a cluster
        // sends that signal to end a job. The second signal ends the process at once, since the runs under way may take
        // seconds.
        let signals = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];
        let ends = signals.map(|signal| {
            let stop = self.stop_requested.clone();
            signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, stop)
        });
        let interrupted =
            signals.map(|signal| signal_hook::flag::register(signal, self.stop_requested.clone()));
        self.began_at = Instant::now();
        // If more racing instructions are known now, the resumed state belongs to other points and is dropped.
        if self.program.exploration.racing_instructions() != self.racing_instructions {
            self.state().restart_search();
        }
        let cpus = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.explore.jobs.unwrap_or_else(cpus);
        let done = AtomicBool::new(false);
        let worked = std::thread::scope(|scope| {
            let this = &*self;
            if shows_progress() {
                scope.spawn(|| this.show_progress(&done));
            }
            let spawn = |worker: usize| {
                let thread =
                    std::thread::Builder::new().name("minigo".into()).stack_size(STACK_SIZE);
                thread.spawn_scoped(scope, move || this.run_worker(worker))
            };
            let workers: Vec<_> = (0..jobs).filter_map(|worker| spawn(worker).ok()).collect();
            let ended: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
            done.store(true, Ordering::Relaxed);
            ended.into_iter().collect::<std::thread::Result<()>>()
        });
        for id in ends.into_iter().chain(interrupted).flatten() {
            let _ = signal_hook::low_level::unregister(id);
        }
        let state = self.state();
        worked.map(|()| state.found_failure.clone().or_else(|| state.minor_failure.clone()))
    }

    fn run_worker(&self, worker: usize) {
        loop {
            let job = {
                let mut state = self.state();
                if state.has_ended || self.is_over(&state) {
                    state.has_ended = true;
                    return;
                }
                if self
                    .explore
                    .runs
                    .is_some_and(|most| state.begun_runs - state.earlier_runs >= most)
                {
                    return;
                }
                match state.explorer.next_job() {
                    NextJob::Run(job) => {
                        state.begun_runs += 1;
                        job
                    }
                    NextJob::Over => {
                        state.has_ended = true;
                        return;
                    }
                    NextJob::Wait => {
                        drop(state);
                        std::thread::sleep(Duration::from_micros(200));
                        continue;
                    }
                }
            };
            let ran = self.program.run_plan(worker, job.plan.clone(), None);
            self.record_run(&job, ran);
        }
    }

    /// Reports whether the search is over.
    fn is_over(&self, state: &State) -> bool {
        let now = self.began_at.elapsed();
        let all = self.explore.runs.is_some_and(|most| state.runs - state.earlier_runs >= most);
        let minor = state.minor_failure.as_ref().is_some_and(|found| {
            !self.explore.keep_going
                && (state.runs >= found.run_number + RUNS_AFTER_MINOR_FAILURE
                    || now >= found.found_after + TIME_AFTER_MINOR_FAILURE)
        });
        all || minor || now >= self.explore.time || self.stop_requested.load(Ordering::Relaxed)
    }

    fn record_run(&self, job: &Job, ran: FinishedRun) {
        // All that can be computed without the lock is computed here, since all workers wait for the lock.
        let pairs = AccessPairs::of(&ran.explored.trace);
        let schedule = Schedule::of(&ran.explored.trace);
        let alone =
            (!self.conditions.compares_outcomes()).then(|| self.conditions.failure_of(&ran, None));
        let mut state = self.state();
        let state = &mut *state;
        state.runs += 1;
        let trace = &ran.explored.trace;
        state.longest_run = state.longest_run.max(count_schedule_points(trace));
        state.departed_runs += u64::from(trace.has_diverged);
        state.pairs.join(pairs);
        if self.program.exploration.add_races(&ran.explored.racing_instructions) {
            state.restart_search();
            state.restarts += 1;
        } else {
            state.explorer.add_trace(job, trace);
        }
        let failure = alone
            .unwrap_or_else(|| self.conditions.failure_of(&ran, state.first_output.as_deref()));
        if matches!(trace.cut_reason, Some(CutReason::Redundant | CutReason::Unfinished))
            && failure.is_none()
        {
            state.redundant_runs += 1;
            return;
        }
        if let Some(failure) = &failure {
            let found = FoundFailure {
                failure: failure.clone(),
                schedule: schedule.clone(),
                run_number: state.runs,
                found_after: self.began_at.elapsed(),
                point_count: count_schedule_points(trace),
                racing_instructions: ran.racing_instructions.clone(),
                stored_schedule_path: None,
            };
            let is_minor = failure.kind.is_minor();
            let kept = if is_minor { &mut state.minor_failure } else { &mut state.found_failure };
            if kept.as_ref().is_none_or(|known| is_minor && failure.kind < known.failure.kind) {
                *kept = Some(found);
            }
            state.has_ended |= !is_minor && !self.explore.keep_going;
        }
        if state.first_output.is_none() {
            state.first_output = Some(ran.stdout.clone());
        }
        state.note_outcome(failure, ran.stdout, schedule.len());
    }

    /// The output of the first run.
    pub(super) fn first_output(&self) -> Option<Vec<u8>> {
        self.state().first_output.clone()
    }

    fn show_progress(&self, done: &AtomicBool) {
        let mut shown = false;
        while !done.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
            let state = self.state();
            let (runs, time) = (state.runs, self.began_at.elapsed().as_secs_f64());
            drop(state);
            if time > 0.3 {
                shown = true;
                let rate = runs as f64 / time;
                let _ = write!(std::io::stderr(), "\r{runs} runs, {rate:.0}/s, {time:.0} s\x1b[K");
            }
        }
        if shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    /// Reports whether a run fails if its output differs from that of the first run.
    pub(super) fn compares_outcomes(&self) -> bool {
        self.conditions.compares_outcomes()
    }

    /// The number of pairs of dependent accesses in the runs.
    pub(super) fn pairs(&self) -> PairCount {
        self.state().pairs.count_pairs()
    }

    /// The number of the runs that earlier searches made.
    pub(super) fn earlier_runs(&self) -> u64 {
        self.state().earlier_runs
    }

    /// The source positions of the racing instructions.
    pub(super) fn race_places(&self) -> Vec<String> {
        self.program.race_places()
    }

    /// The operations of runs that the simulated world refused.
    pub(super) fn refused_operations(&self) -> Vec<String> {
        self.all_refused_operations(&self.state())
    }

    fn all_refused_operations(&self, state: &State) -> Vec<String> {
        let mut all = state.refused_operations.clone();
        all.extend(self.program.refused_operations());
        all.small_sort();
        all.dedup();
        all
    }

    /// The figures of the search so far.
    pub(super) fn current_statistics(&self) -> SearchStatistics {
        let state = self.state();
        SearchStatistics {
            runs: state.runs,
            redundant_runs: state.redundant_runs,
            restarts: state.restarts,
            departed_runs: state.departed_runs,
            longest_run: state.longest_run,
            coverage: state.explorer.coverage(),
            time: self.began_at.elapsed(),
        }
    }

    /// Calls `visit` with each outcome, the most frequent first.
    pub(super) fn for_each_outcome(&self, mut visit: impl FnMut(&Outcome)) {
        let mut state = self.state();
        state.outcomes.small_sort_by_key(|outcome| std::cmp::Reverse(outcome.count));
        state.outcomes.iter().for_each(&mut visit);
    }
}

/// The figures of a search.
pub(super) struct SearchStatistics {
    pub(super) runs: u64,
    pub(super) redundant_runs: u64,
    pub(super) restarts: u32,
    pub(super) departed_runs: u64,
    pub(super) longest_run: usize,
    pub(super) coverage: Coverage,
    pub(super) time: Duration,
}

impl State {
    /// Starts the search over: with more racing instructions there are more points, with other numbers.
    fn restart_search(&mut self) {
        self.pairs = AccessPairs::default();
        self.explorer.restart();
    }

    fn note_outcome(&mut self, failure: Option<Failure>, stdout: Vec<u8>, deviations: usize) {
        let same = |outcome: &&mut Outcome| outcome.failure == failure && outcome.stdout == stdout;
        if let Some(outcome) = self.outcomes.iter_mut().find(same) {
            outcome.count += 1;
            outcome.fewest_deviations = outcome.fewest_deviations.min(deviations);
        } else if self.outcomes.len() < MAX_OUTCOMES {
            self.outcomes.push(Outcome {
                failure,
                stdout,
                count: 1,
                fewest_deviations: deviations,
            });
        }
    }
}

fn shows_progress() -> bool {
    let plain = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stderr().is_terminal() && !plain
}
