//! Shortens a failing run: searches for the fewest switches that lead to the same failure.

use super::compare_runs::{PassingRun, find_passing_run};
use super::program::{FinishedRun, Program};
use super::search::FoundFailure;
use super::verdict::{Failure, FailureConditions, FailureKind};
use minigo_vm::search::{BoundedSearch, CutReason, Plan, Policy, Schedule, minimise};
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most runs that try to leave switches out.
const MAX_RUNS: usize = 400;
/// The most steps of all runs for shortening together. A limit in steps makes the result independent of the machine's
/// speed.
const MAX_STEPS: usize = 2_000_000;
/// The time limit, for runs that are slow for other reasons than their steps.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The number of runs with few preemptions that are tried if more than one preemption remains after leaving switches
/// out.
const FEW_PREEMPTION_RUNS: usize = 150;

/// The number of steps at the end of a run that its story covers.
const STORY_STEPS: usize = 1000;

/// A shortened failing run.
pub(super) struct ShortenedRun {
    pub(super) schedule: Schedule,
    pub(super) failure: Failure,
    pub(super) finished_run: FinishedRun,
    /// The number of runs that shortening took.
    pub(super) runs: usize,
    /// A passing run to compare with the shortened run.
    pub(super) passing_run: Option<PassingRun>,
}

/// Shortens a failing run. Returns `None` if the run does not fail again.
pub(super) fn shorten_failing_run(
    program: &Program,
    judge: &FailureConditions,
    found: &FoundFailure,
    first: Option<Vec<u8>>,
) -> Option<ShortenedRun> {
    let began = Instant::now();
    let known = program.exploration.racing_instructions();
    program.exploration.set_races(found.racing_instructions.clone());
    let mut runs = 0;
    let fails = |ran: &FinishedRun| {
        let failure = judge.failure_of(ran, first.as_deref());
        failure.is_some_and(|failure| failure.kind == found.failure.kind)
    };
    let steps = Cell::new(0);
    let is_over = || steps.get() > MAX_STEPS || began.elapsed() > TIME_LIMIT;
    let mut attempt = |schedule: &Schedule| {
        if is_over() {
            return None;
        }
        runs += 1;
        let ran = program.run_plan(0, plan_of(schedule), None);
        steps.set(steps.get() + ran.explored.trace.steps.len());
        fails(&ran).then(|| Schedule::of(&ran.explored.trace))
    };
    let mut again = attempt(&found.schedule)?;
    // A race is found before its accesses are points. Without the points of the racing accesses the run has no story,
    // so the run is repeated with these points.
    if found.failure.kind == FailureKind::Race && known != found.racing_instructions {
        program.exploration.set_races(known);
        match attempt(&Schedule::default()) {
            Some(as_usual) => again = as_usual,
            None => program.exploration.set_races(found.racing_instructions.clone()),
        }
    }
    let mut best = minimise(again, MAX_RUNS, &mut attempt);
    if best.len() > 1 {
        let mut search = BoundedSearch::default();
        for _ in 0..FEW_PREEMPTION_RUNS {
            if is_over() {
                break;
            }
            let Some((plan, given)) = search.next_plan() else { break };
            runs += 1;
            let ran = program.run_plan(0, plan, None);
            steps.set(steps.get() + ran.explored.trace.steps.len());
            search.add_trace(given, &ran.explored.trace);
            let schedule = Schedule::of(&ran.explored.trace);
            if schedule.len() < best.len() && fails(&ran) {
                best = schedule;
            }
            if best.len() <= 1 {
                break;
            }
        }
    }
    // Finding the variables and functions of a step is slow, so only the last steps of a long run are explained.
    let length = program.run_plan(0, plan_of(&best), None).explored.trace.steps.len();
    let tells = length.saturating_sub(STORY_STEPS);
    let ran = program.run_plan(0, plan_of(&best), Some(tells));
    let failure = judge.failure_of(&ran, first.as_deref())?;
    let schedule = Schedule::of(&ran.explored.trace);
    // A program that does not end within its time does not pass either, so no passing run is searched.
    let ends = ran.explored.trace.cut_reason != Some(CutReason::Unfinished);
    let beside = || {
        find_passing_run(
            program,
            judge,
            first.as_deref(),
            (failure.kind, &ran.explored.trace),
            tells,
        )
    };
    let passing = if ends { beside() } else { None };
    Some(ShortenedRun { schedule, failure, finished_run: ran, runs, passing_run: passing })
}

fn plan_of(schedule: &Schedule) -> Plan {
    let policy = Policy::Schedule(Arc::new(schedule.clone()));
    Plan { policy, ..Plan::default() }
}
