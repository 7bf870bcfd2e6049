//! The search: workers that make runs, and what these have come to.

use super::points;
use super::program::{Program, Ran};
use super::verdict::{Failure, Judge, Kind};
use crate::options::{Explore, SearchBy};
use minigo_vm::search::{Coverage, Cut, Explorer, Job, Next, Schedule, Strategy};
use std::collections::BTreeSet;
use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A race alone does not end the search at once: what it leads to says more.
const AFTER_RACE: u64 = 200;
/// For how long.
const TIME_AFTER_RACE: Duration = Duration::from_secs(3);
/// The native stack of a worker, which runs goroutines.
const STACK: usize = 16 << 20;

/// A failing run.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) failure: Failure,
    pub(super) schedule: Schedule,
    /// Which run it was, from 1 on.
    pub(super) run: u64,
    pub(super) after: Duration,
    pub(super) points: usize,
    /// The racing instructions that were points.
    pub(super) races: BTreeSet<u32>,
}

/// What several runs have come to.
pub(super) struct Outcome {
    pub(super) failure: Option<Failure>,
    pub(super) stdout: Vec<u8>,
    pub(super) count: u64,
    /// The fewest deviations of such a run.
    pub(super) shortest: usize,
}

/// More different outcomes are counted together.
const MOST_OUTCOMES: usize = 200;

struct State {
    explorer: Explorer,
    runs: u64,
    redundant: u64,
    restarts: u32,
    departed: u64,
    longest: usize,
    outcomes: Vec<Outcome>,
    first: Option<Vec<u8>>,
    found: Option<Found>,
    race: Option<Found>,
    over: bool,
}

/// The search.
pub(super) struct Search<'a> {
    explore: &'a Explore,
    program: &'a Program,
    judge: &'a Judge,
    state: Mutex<State>,
    began: Instant,
    stop: Arc<AtomicBool>,
}

impl<'a> Search<'a> {
    pub(super) fn new(explore: &'a Explore, program: &'a Program, judge: &'a Judge) -> Self {
        let strategy = match explore.strategy {
            SearchBy::Auto => Strategy::Mixed,
            SearchBy::Dpor => Strategy::Dpor,
            SearchBy::Dfs => Strategy::Bounded,
            SearchBy::Random => Strategy::Random,
            SearchBy::Pct => Strategy::Priorities,
            SearchBy::Pos => Strategy::PartialOrder,
        };
        let state = State {
            explorer: Explorer::new(strategy, explore.seed),
            runs: 0,
            redundant: 0,
            restarts: 0,
            departed: 0,
            longest: 0,
            outcomes: Vec::new(),
            first: None,
            found: None,
            race: None,
            over: false,
        };
        let stop = Arc::default();
        Self { explore, program, judge, state: Mutex::new(state), began: Instant::now(), stop }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches; gives the failure that is to be told.
    pub(super) fn go(&mut self) -> Option<Found> {
        // Ctrl-C: what there is is reported.
        let interrupted =
            signal_hook::flag::register(signal_hook::consts::SIGINT, self.stop.clone());
        self.began = Instant::now();
        let cpus = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.explore.jobs.unwrap_or_else(cpus);
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let this = &*self;
            if shows_progress() {
                scope.spawn(|| this.show_progress(&done));
            }
            let spawn = |worker: usize| {
                let thread = std::thread::Builder::new().name("minigo".into()).stack_size(STACK);
                thread.spawn_scoped(scope, move || this.work(worker))
            };
            let workers: Vec<_> = (0..jobs).filter_map(|worker| spawn(worker).ok()).collect();
            for worker in workers {
                // A panic of minigo was reported already; the other workers have what there is.
                let _ = worker.join();
            }
            done.store(true, Ordering::Relaxed);
        });
        if let Ok(id) = interrupted {
            let _ = signal_hook::low_level::unregister(id);
        }
        let state = self.state();
        state.found.clone().or_else(|| state.race.clone())
    }

    fn work(&self, worker: usize) {
        loop {
            let job = {
                let mut state = self.state();
                if state.over || self.is_over(&state) {
                    state.over = true;
                    return;
                }
                match state.explorer.next_job() {
                    Next::Run(job) => job,
                    Next::Over => {
                        state.over = true;
                        return;
                    }
                    Next::Wait => {
                        drop(state);
                        std::thread::sleep(Duration::from_micros(200));
                        continue;
                    }
                }
            };
            let ran = self.program.run(worker, job.plan.clone(), None);
            self.take(&job, ran);
        }
    }

    /// Whether there is nothing more to do.
    fn is_over(&self, state: &State) -> bool {
        let now = self.began.elapsed();
        let all = self.explore.runs.is_some_and(|most| state.runs >= most);
        let race = state.race.as_ref().is_some_and(|race| {
            !self.explore.keep_going
                && (state.runs >= race.run + AFTER_RACE || now >= race.after + TIME_AFTER_RACE)
        });
        all || race || now >= self.explore.time || self.stop.load(Ordering::Relaxed)
    }

    fn take(&self, job: &Job, ran: Ran) {
        let mut state = self.state();
        let state = &mut *state;
        state.runs += 1;
        let trace = &ran.shown.trace;
        state.longest = state.longest.max(points(trace));
        state.departed += u64::from(trace.departed);
        if self.program.common.add_races(&ran.shown.races) {
            state.explorer.restart();
            state.restarts += 1;
        } else {
            state.explorer.take(job, trace);
        }
        if matches!(trace.cut, Some(Cut::Redundant | Cut::Unfinished)) {
            state.redundant += 1;
            return;
        }
        let failure = self.judge.judge(&ran, state.first.as_deref());
        let schedule = Schedule::of(trace);
        if let Some(failure) = &failure {
            let found = Found {
                failure: failure.clone(),
                schedule: schedule.clone(),
                run: state.runs,
                after: self.began.elapsed(),
                points: points(trace),
                races: ran.races.clone(),
            };
            let kept = if failure.kind == Kind::Race { &mut state.race } else { &mut state.found };
            kept.get_or_insert(found);
            state.over |= failure.kind != Kind::Race && !self.explore.keep_going;
        }
        if state.first.is_none() {
            state.first = Some(ran.stdout.clone());
        }
        state.note(failure, ran.stdout, schedule.len());
    }

    /// What the first run has printed.
    pub(super) fn first_output(&self) -> Option<Vec<u8>> {
        self.state().first.clone()
    }

    fn show_progress(&self, done: &AtomicBool) {
        let mut shown = false;
        while !done.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
            let state = self.state();
            let (runs, time) = (state.runs, self.began.elapsed().as_secs_f64());
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

    /// The figures of the search.
    pub(super) fn figures(&self) -> Figures {
        let state = self.state();
        Figures {
            runs: state.runs,
            redundant: state.redundant,
            restarts: state.restarts,
            departed: state.departed,
            longest: state.longest,
            coverage: state.explorer.coverage(),
            time: self.began.elapsed(),
        }
    }

    /// Calls `visit` with the outcomes, the most frequent first.
    pub(super) fn each_outcome(&self, mut visit: impl FnMut(&Outcome)) {
        let mut state = self.state();
        state.outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.count));
        state.outcomes.iter().for_each(&mut visit);
    }
}

/// What a search has come to, in numbers.
pub(super) struct Figures {
    pub(super) runs: u64,
    pub(super) redundant: u64,
    pub(super) restarts: u32,
    pub(super) departed: u64,
    pub(super) longest: usize,
    pub(super) coverage: Coverage,
    pub(super) time: Duration,
}

impl State {
    fn note(&mut self, failure: Option<Failure>, stdout: Vec<u8>, deviations: usize) {
        let same = |outcome: &&mut Outcome| outcome.failure == failure && outcome.stdout == stdout;
        if let Some(outcome) = self.outcomes.iter_mut().find(same) {
            outcome.count += 1;
            outcome.shortest = outcome.shortest.min(deviations);
        } else if self.outcomes.len() < MOST_OUTCOMES {
            self.outcomes.push(Outcome { failure, stdout, count: 1, shortest: deviations });
        }
    }
}

fn shows_progress() -> bool {
    let plain = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stderr().is_terminal() && !plain
}
