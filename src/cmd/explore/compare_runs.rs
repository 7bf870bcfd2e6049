//! Compares a failing run with a passing one: the place where they diverge, and how they differ after it.

use super::failure_story::{EventSelection, GoroutineStep, StoryLine, step_of, story_lines};
use super::program::{FinishedRun, Program};
use super::source::Sources;
use super::verdict::{FailureConditions, FailureKind};
use minigo_vm::search::{Plan, Step, Trace};
use minigo_vm::{Event, GoroutineAction};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// The most runs that are made to find a passing one.
const MAX_RUNS: usize = 150;
/// The time limit for the runs that are made to find a passing one.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// The number of lines that are kept of the passing run's story.
const MAX_STORY_LINES: usize = 200;

/// The comparison of a failing run with a passing one.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct RunComparison {
    /// Whether the other run fails too, but only by the data race that the failing run also has.
    pub(super) race: bool,
    /// Whether the passing run ends while goroutines could continue.
    pub(super) ends: bool,
    /// The number of steps that both runs have in common.
    pub(super) steps: usize,
    /// The last common step that the story shows.
    pub(super) common: Option<GoroutineStep>,
    /// The first step of the failing run after the runs diverge.
    pub(super) fails: Option<GoroutineStep>,
    /// The first step of the passing run after the runs diverge.
    pub(super) passes: Option<GoroutineStep>,
    /// A step of a goroutine that both runs have, with different values.
    pub(super) differs: Option<DifferingStep>,
    /// The story of the passing run after the runs diverge.
    pub(super) story: Vec<StoryLine>,
}

/// The step of a goroutine at the same point of both runs.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct DifferingStep {
    pub(super) fails: GoroutineStep,
    pub(super) passes: GoroutineStep,
}

/// A run that does not fail as the failing one does, and its events.
pub(super) struct PassingRun {
    /// The number of steps that the run has in common with the failing run.
    pub(super) common_steps: usize,
    /// Whether the run has a data race.
    has_race: bool,
    pub(super) finished_run: FinishedRun,
}

/// Finds a passing run that makes one choice differently from the failing one, as late as possible, and continues in
/// the usual order. A passing run that ends while goroutines could continue is only returned if no other passing run
/// was found.
pub(super) fn find_passing_run(
    program: &Program,
    judge: &FailureConditions,
    first: Option<&[u8]>,
    (kind, fails): (FailureKind, &Trace),
    story_from: usize,
) -> Option<PassingRun> {
    let began = Instant::now();
    let mut second = None;
    let passing_run = |(steps, plan, race)| PassingRun {
        common_steps: steps,
        has_race: race,
        finished_run: program.run_plan(0, plan, Some(story_from)),
    };
    for (steps, plan) in one_change_plans(fails).take(MAX_RUNS) {
        if began.elapsed() > TIME_LIMIT {
            break;
        }
        let ran = program.run_plan(0, plan.clone(), None);
        let trace = &ran.explored.trace;
        let failed = judge.failure_of(&ran, first).map(|failure| failure.kind);
        let passes =
            failed.is_none_or(|failed| failed == FailureKind::Race && kind != FailureKind::Race);
        if trace.cut_reason.is_some() || trace.has_diverged || !passes {
            continue;
        }
        let found = (steps, plan, failed.is_some());
        // A run that ended while goroutines could continue may pass only because it ended earlier.
        if trace.runnable_at_end.is_empty() {
            return Some(passing_run(found));
        }
        let length = trace.steps.len();
        if second.as_ref().is_none_or(|(longest, _)| length > *longest) {
            second = Some((length, found));
        }
    }
    second.map(|(_, found)| passing_run(found))
}

/// The plans of runs that make one choice differently, the last choice first, each with the number of steps before it.
fn one_change_plans(trace: &Trace) -> impl Iterator<Item = (usize, Plan)> + '_ {
    let plan = move |step: usize, values: &[u32], other: u32| {
        let mut choices = trace.choices_until(step);
        choices.extend(values);
        choices.push(other);
        Plan { choices, ..Plan::default() }
    };
    let of_values = move |number: usize, step: &Step| {
        let chosen: Vec<u32> = step.values.iter().map(|value| value.value).collect();
        let mut plans = Vec::new();
        for (at, value) in step.values.iter().enumerate().rev() {
            for other in (0..value.alternatives).filter(|other| *other != value.value) {
                let before: Vec<u32> =
                    [step.thread].into_iter().chain(chosen[..at].iter().copied()).collect();
                plans.push((number + 1, plan(number, &before, other)));
            }
        }
        plans
    };
    trace.steps.iter().enumerate().rev().flat_map(move |(number, step)| {
        let threads = step.runnable.iter().filter(|other| **other != step.thread);
        let threads = threads.map(|other| (number, plan(number, &[], *other)));
        of_values(number, step).into_iter().chain(threads).collect::<Vec<_>>()
    })
}

/// The key by which steps of both runs are matched: the goroutine, its point, the source position, and the verb of the
/// action.
type StepKey<'a> = (&'a str, u32, &'a str, &'a str);

fn step_key(it: &GoroutineAction) -> StepKey<'_> {
    (&it.thread, it.point_index, &it.place, it.verb)
}

/// Compares the two runs. Returns `None` if no event that the stories show differs.
pub(super) fn compare_runs(
    fails: &[Event],
    other: &PassingRun,
    shown: EventSelection,
    sources: &mut Sources,
) -> Option<RunComparison> {
    let passes = &*other.finished_run.explored.events;
    let [in_fails, in_passes] = shown_in_either([fails, passes], shown);
    let key_at = |all: &[Event], numbers: &[usize], at: usize| {
        numbers.get(at).map(|number| all[*number].clone())
    };
    let same = |at: usize| {
        let [a, b] = [key_at(fails, &in_fails, at), key_at(passes, &in_passes, at)];
        a.is_some() && same_event(a.as_ref(), b.as_ref())
    };
    let parts = (0..in_fails.len()).find(|at| !same(*at)).unwrap_or(in_fails.len());
    if parts == in_fails.len() && parts == in_passes.len() {
        return None;
    }
    let next = |all: &[Event], numbers: &[usize]| {
        let rest = numbers.get(parts..)?.iter();
        rest.filter_map(|number| all[*number].goroutine_action()).next().cloned()
    };
    let common =
        in_fails[..parts].iter().rev().find_map(|number| fails[*number].goroutine_action());
    let rest = |numbers: &[usize]| numbers.get(parts..).unwrap_or(&[]).to_vec();
    let differs = first_difference((fails, &rest(&in_fails)), (passes, &rest(&in_passes)));
    let mut lines = story_lines(passes, &rest(&in_passes), sources);
    lines.truncate(MAX_STORY_LINES);
    let mut tell = |it: Option<GoroutineAction>| it.map(|it| step_of(&it, sources));
    Some(RunComparison {
        race: other.has_race,
        ends: other.finished_run.explored.trace.program_exited
            && !other.finished_run.explored.trace.runnable_at_end.is_empty(),
        steps: other.common_steps,
        common: tell(common.cloned()),
        fails: tell(next(fails, &in_fails)),
        passes: tell(next(passes, &in_passes)),
        differs: differs.and_then(|(a, b)| {
            Some(DifferingStep { fails: tell(Some(a.clone()))?, passes: tell(Some(b.clone()))? })
        }),
        story: lines,
    })
}

/// The numbers of the events to show of each run. An event that is shown for one run is shown for the other too.
fn shown_in_either(runs: [&[Event]; 2], shown: EventSelection) -> [Vec<usize>; 2] {
    let mut keys = HashSet::new();
    for events in runs {
        for number in shown.shown_events(events) {
            keys.extend(events[number].goroutine_action().map(step_key));
        }
    }
    runs.map(|events| {
        let is_told =
            |event: &Event| event.goroutine_action().is_none_or(|it| keys.contains(&step_key(it)));
        let mut numbers: Vec<usize> =
            (0..events.len()).filter(|number| is_told(&events[*number])).collect();
        // A further point of the same call adds nothing to the story.
        numbers.dedup_by(|next, before| match (&events[*next], &events[*before]) {
            (Event::Point(next), Event::Point(before)) => {
                let call =
                    |it: &GoroutineAction| (it.thread.clone(), it.place.clone(), it.action.clone());
                next.is_part_of_call && next.outcome.is_none() && call(next) == call(before)
            }
            _ => false,
        });
        numbers
    })
}

fn same_event(a: Option<&Event>, b: Option<&Event>) -> bool {
    match (a, b) {
        (Some(Event::Point(a)), Some(Event::Point(b))) => {
            let result =
                |it: &GoroutineAction| (it.action.clone(), it.value.clone(), it.outcome.clone());
            step_key(a) == step_key(b) && result(a) == result(b)
        }
        (a, b) => a == b,
    }
}

/// The first step of the failing run that the passing run has too, with a different result.
fn first_difference<'a>(
    (fails, in_fails): (&'a [Event], &[usize]),
    (passes, in_passes): (&'a [Event], &[usize]),
) -> Option<(&'a GoroutineAction, &'a GoroutineAction)> {
    let mut there: HashMap<StepKey<'_>, &GoroutineAction> = HashMap::new();
    for it in in_passes.iter().filter_map(|number| passes[*number].goroutine_action()) {
        there.entry(step_key(it)).or_insert(it);
    }
    let mut seen = HashSet::new();
    let all = in_fails.iter().filter_map(|number| fails[*number].goroutine_action());
    // A goroutine that took another path has other actions at points with the same numbers, so only its first
    // difference counts.
    all.filter(|it| seen.insert(step_key(it))).find_map(|it| {
        let other = there.get(&step_key(it))?;
        let result =
            |it: &GoroutineAction| (it.action.clone(), it.value.clone(), it.outcome.clone());
        (it.name == other.name && result(it) != result(other)).then_some((it, *other))
    })
}

impl RunComparison {
    /// The comparison as lines of text.
    pub(super) fn line_texts(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let all: Vec<&GoroutineStep> =
            [&self.common, &self.fails, &self.passes].into_iter().flatten().collect();
        let width =
            |of: fn(&GoroutineStep) -> usize| all.iter().map(|it| of(it)).max().unwrap_or(0);
        let (funcs, places) =
            (width(|it| it.function.chars().count()), width(|it| it.place.chars().count()));
        let text = |it: &Option<GoroutineStep>, ends: bool| match it {
            Some(GoroutineStep { goroutine, function, place, does, .. }) => {
                format!("{goroutine:<5} {function:<funcs$}  {place:<places$}  {does}")
            }
            None if ends => "the program ends while goroutines could go on".to_owned(),
            None => "no further step that this story shows".to_owned(),
        };
        lines.push(self.heading());
        if self.common.is_some() {
            lines.push(format!("            {}", text(&self.common, false)));
        }
        lines.push(format!("  this run: {}", text(&self.fails, false)));
        lines.push(format!("  that run: {}", text(&self.passes, self.ends)));
        if let Some(DifferingStep { fails, passes }) =
            self.differs.as_ref().filter(|it| !self.is_divergence(it))
        {
            let GoroutineStep { goroutine, place, .. } = fails;
            lines.push(format!("Then {goroutine} at {place}:"));
            lines.push(format!("  this run: {}", fails.does));
            lines.push(format!("  that run: {}", passes.does));
        }
        lines
    }

    /// The heading: the kind of the other run, and whether both begin with common steps.
    pub(super) fn heading(&self) -> String {
        let which = match self.race {
            true => "A run whose only failure is the data race",
            false => "A run that passes",
        };
        match self.common {
            Some(_) => format!("{which} makes the same steps up to this one:"),
            None => format!("{which} begins with another step:"),
        }
    }

    /// Reports whether the first different actions are those at which the runs diverge, which the comparison shows
    /// already.
    fn is_divergence(&self, differs: &DifferingStep) -> bool {
        self.fails.as_ref() == Some(&differs.fails) && self.passes.as_ref() == Some(&differs.passes)
    }
}
