//! A failing run made short: the fewest switches that were found to lead to the same failure.

use super::beside::{Passing, passing};
use super::program::{Program, Ran};
use super::search::Found;
use super::verdict::{Failure, Judge, Kind};
use minigo_vm::search::{Bounded, Cut, Plan, Policy, Schedule, minimise};
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many runs are made for it.
const MOST: usize = 400;
/// How many steps they may have in all. What is found does not depend on how fast the machine is.
const MOST_STEPS: usize = 2_000_000;
/// Runs that are slow for another reason than their steps are given up after so long.
const LONGEST: Duration = Duration::from_secs(60);
/// How many runs with few preemptions are tried, where leaving out has left more than one switch.
const FEW: usize = 150;

/// How many steps are told.
const TOLD: usize = 1000;

/// A short failing run.
pub(super) struct Short {
    pub(super) schedule: Schedule,
    pub(super) failure: Failure,
    pub(super) ran: Ran,
    /// How many runs it took to find it.
    pub(super) runs: usize,
    /// A run that passes.
    pub(super) passing: Option<Passing>,
}

/// Makes the failing run short; none if it does not fail again.
pub(super) fn shorten(
    program: &Program,
    judge: &Judge,
    found: &Found,
    first: Option<Vec<u8>>,
) -> Option<Short> {
    let began = Instant::now();
    let known = program.common.races();
    program.common.set_races(found.races.clone());
    let mut runs = 0;
    let fails = |ran: &Ran| {
        let failure = judge.judge(ran, first.as_deref());
        failure.is_some_and(|failure| failure.kind == found.failure.kind)
    };
    let steps = Cell::new(0);
    let is_over = || steps.get() > MOST_STEPS || began.elapsed() > LONGEST;
    let mut attempt = |schedule: &Schedule| {
        if is_over() {
            return None;
        }
        runs += 1;
        let ran = program.run(0, by(schedule), None);
        steps.set(steps.get() + ran.shown.trace.steps.len());
        fails(&ran).then(|| Schedule::of(&ran.shown.trace))
    };
    let mut again = attempt(&found.schedule)?;
    // A race alone is found before its accesses are points, and without them it has no story.
    if found.failure.kind == Kind::Race && known != found.races {
        program.common.set_races(known);
        match attempt(&Schedule::default()) {
            Some(as_usual) => again = as_usual,
            None => program.common.set_races(found.races.clone()),
        }
    }
    let mut best = minimise(again, MOST, &mut attempt);
    if best.len() > 1 {
        let mut search = Bounded::default();
        for _ in 0..FEW {
            if is_over() {
                break;
            }
            let Some((plan, given)) = search.next_plan() else { break };
            runs += 1;
            let ran = program.run(0, plan, None);
            steps.set(steps.get() + ran.shown.trace.steps.len());
            search.take(given, &ran.shown.trace);
            let schedule = Schedule::of(&ran.shown.trace);
            if schedule.len() < best.len() && fails(&ran) {
                best = schedule;
            }
            if best.len() <= 1 {
                break;
            }
        }
    }
    // Names take long to find: of a long run the end is told.
    let length = program.run(0, by(&best), None).shown.trace.steps.len();
    let tells = length.saturating_sub(TOLD);
    let ran = program.run(0, by(&best), Some(tells));
    let failure = judge.judge(&ran, first.as_deref())?;
    let schedule = Schedule::of(&ran.shown.trace);
    // A program that makes no end in its time does not pass either.
    let ends = ran.shown.trace.cut != Some(Cut::Unfinished);
    let beside =
        || passing(program, judge, first.as_deref(), (failure.kind, &ran.shown.trace), tells);
    let passing = if ends { beside() } else { None };
    Some(Short { schedule, failure, ran, runs, passing })
}

fn by(schedule: &Schedule) -> Plan {
    let policy = Policy::Schedule(Arc::new(schedule.clone()));
    Plan { policy, ..Plan::default() }
}
