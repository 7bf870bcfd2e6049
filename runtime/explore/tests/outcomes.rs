//! Random small programs: the search by partial orders finds all outcomes that the search of all interleavings finds,
//! and so do the shards of either search together.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use minigo_explore::{
    Access, BoundedSearch, ChoiceStream, Dpor, Explorer, Kind, Limits, NextJob, Plan, Policy, Rng,
    Run, Schedule, Shard, Strategy, Trace, minimise,
};
use std::collections::BTreeSet;

/// An instruction of a thread; numbers name variables and locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    /// Reads a variable, and adds the value to the values that the thread has seen.
    Read(usize),
    /// Writes a number that only this instruction writes.
    Write(usize, u32),
    Lock(usize),
    Unlock(usize),
    /// Chooses a value, as a select does.
    Choose(u32),
    /// A point at which a timer could fire early.
    Timer,
    /// Decrements the counter for which others wait.
    Done,
    /// Waits until the counter is zero.
    Wait,
    /// Ends the program.
    Exit,
}

type Program = Vec<Vec<Op>>;

/// The outcome of a run: the variables, the values that threads have seen, whether threads were left waiting.
type Outcome = (Vec<u32>, Vec<Vec<u32>>, bool);

const FIRST_LOCK: u64 = 100;
const WAIT_GROUP_OBJECT: u64 = 200;
const FIRST_THREAD_OBJECT: u64 = 300;

struct State<'a> {
    program: &'a Program,
    next_ops: Vec<usize>,
    memory: Vec<u32>,
    locks: Vec<bool>,
    seen_values: Vec<Vec<u32>>,
    group_count: usize,
}

impl State<'_> {
    fn can_step(&self, thread: usize) -> bool {
        match self.program[thread].get(self.next_ops[thread]) {
            None => false,
            Some(Op::Lock(lock)) => !self.locks[*lock],
            Some(Op::Wait) => self.group_count == 0,
            Some(_) => true,
        }
    }

    /// The access of a thread's next step to a variable or lock, if it has one.
    fn pending(&self, thread: usize) -> Vec<Access> {
        let access = match self.program[thread].get(self.next_ops[thread]) {
            Some(Op::Read(x)) => Access::new(*x as u64, Kind::Read),
            Some(Op::Write(x, _)) => Access::new(*x as u64, Kind::Write),
            Some(Op::Lock(lock)) => Access::new(FIRST_LOCK + *lock as u64, Kind::Acquire),
            _ => return Vec::new(),
        };
        vec![access]
    }

    /// Makes one step of a thread; returns true if it ends the program.
    fn step(&mut self, thread: usize, run: &mut Run) -> bool {
        let op = self.program[thread][self.next_ops[thread]];
        self.next_ops[thread] += 1;
        let mut access = |object, kind| run.note_access(Access::new(object, kind));
        match op {
            Op::Read(x) => {
                access(x as u64, Kind::Read);
                self.seen_values[thread].push(self.memory[x]);
            }
            Op::Write(x, value) => {
                access(x as u64, Kind::Write);
                self.memory[x] = value;
            }
            Op::Lock(lock) => {
                access(FIRST_LOCK + lock as u64, Kind::Acquire);
                self.locks[lock] = true;
            }
            Op::Unlock(lock) => {
                access(FIRST_LOCK + lock as u64, Kind::Release);
                self.locks[lock] = false;
            }
            Op::Choose(n) => {
                // The value is part of the outcome: an observer can tell that it was chosen before the end.
                access(FIRST_THREAD_OBJECT + thread as u64, Kind::Write);
                let value = run.choose_value(ChoiceStream::Select, n);
                self.seen_values[thread].push(value);
            }
            Op::Timer => {
                access(FIRST_THREAD_OBJECT + thread as u64, Kind::Write);
                let early = run.choose_value(ChoiceStream::Timer, 2);
                self.seen_values[thread].push(early);
            }
            Op::Done => {
                access(WAIT_GROUP_OBJECT, Kind::Release);
                self.group_count -= 1;
            }
            Op::Wait => access(WAIT_GROUP_OBJECT, Kind::Await),
            Op::Exit => return true,
        }
        // An unlock is no scheduling point.
        if let Some(Op::Unlock(_) | Op::Done) = self.program[thread].get(self.next_ops[thread]) {
            return self.step(thread, run);
        }
        false
    }
}

fn execute(program: &Program, plan: Plan) -> (Trace, Option<Outcome>) {
    let mut run = Run::new(plan, Limits::default());
    let mut state = State {
        program,
        next_ops: vec![0; program.len()],
        memory: vec![0; 3],
        locks: vec![false; 2],
        seen_values: vec![Vec::new(); program.len()],
        group_count: program.iter().flatten().filter(|op| **op == Op::Done).count(),
    };
    for thread in 0..program.len() {
        run.note_point_reached(thread as u32, &state.pending(thread));
    }
    let mut exits = false;
    while !exits {
        let runnable: Vec<u32> =
            (0..program.len()).filter(|t| state.can_step(*t)).map(|t| t as u32).collect();
        if runnable.is_empty() {
            break;
        }
        let Some(at) = run.choose(&runnable) else {
            return (run.end(Vec::new(), false), None);
        };
        exits = state.step(runnable[at] as usize, &mut run);
        run.note_point_reached(runnable[at], &state.pending(runnable[at] as usize));
    }
    let left: Vec<u32> =
        (0..program.len()).filter(|t| state.can_step(*t)).map(|t| t as u32).collect();
    let waits = !exits && (0..program.len()).any(|t| state.next_ops[t] < program[t].len());
    (run.end(left, exits), Some((state.memory, state.seen_values, waits)))
}

fn random_program(rng: &mut Rng) -> Program {
    let threads = 2 + rng.below(2);
    let mut next = 0;
    let group = rng.below(3) == 0;
    let mut program = Vec::new();
    for thread in 0..threads {
        let mut ops = Vec::new();
        let mut held: Vec<usize> = Vec::new();
        for _ in 0..1 + rng.below(if threads == 2 { 5 } else { 3 }) {
            next += 1;
            match rng.below(9) {
                0..3 => ops.push(Op::Read(rng.below(3))),
                3..6 => ops.push(Op::Write(rng.below(3), next)),
                6..8 => {
                    let lock = rng.below(2);
                    if held.contains(&lock) {
                        held.retain(|it| *it != lock);
                        ops.push(Op::Unlock(lock));
                    } else {
                        held.push(lock);
                        ops.push(Op::Lock(lock));
                    }
                }
                _ => ops.push(Op::Choose(2)),
            }
        }
        held.into_iter().rev().for_each(|lock| ops.push(Op::Unlock(lock)));
        if group {
            ops.push(if thread == 0 { Op::Wait } else { Op::Done });
            if thread == 0 {
                ops.push(Op::Read(0));
            }
        } else if thread == 0 && rng.below(4) == 0 {
            ops.push(Op::Exit);
        }
        program.push(ops);
    }
    program
}

fn all_outcomes(program: &Program, shard: Shard) -> (BTreeSet<Outcome>, usize) {
    let (mut outcomes, mut runs) = (BTreeSet::new(), 0);
    let mut search = BoundedSearch::of_shard(shard);
    while let Some((plan, given)) = search.next_plan() {
        let (trace, outcome) = execute(program, plan);
        assert!(!trace.has_diverged);
        outcomes.extend(outcome);
        search.add_trace(given, &trace);
        runs += 1;
    }
    assert!(search.is_complete());
    (outcomes, runs)
}

fn dpor_outcomes(program: &Program, shard: Shard) -> (BTreeSet<Outcome>, usize) {
    let (mut outcomes, mut runs) = (BTreeSet::new(), 0);
    let mut search = Dpor::of_shard(shard);
    while let Some(plan) = search.next_plan() {
        let (trace, outcome) = execute(program, plan);
        assert!(!trace.has_diverged);
        outcomes.extend(outcome);
        search.add_trace(&trace);
        runs += 1;
    }
    assert!(search.is_complete());
    (outcomes, runs)
}

#[test]
fn partial_orders_have_all_outcomes() {
    let number = std::env::var("MINIGO_EXPLORE_PROGRAMS").ok().and_then(|n| n.parse().ok());
    let (mut all_runs, mut dpor_runs) = (0, 0);
    for seed in 0..number.unwrap_or(400) {
        let program = random_program(&mut Rng::new(seed));
        let (all, runs) = all_outcomes(&program, Shard::default());
        let (dpor, reduced) = dpor_outcomes(&program, Shard::default());
        assert_eq!(all, dpor, "program {seed}: {program:?}");
        assert!(reduced <= runs, "program {seed}: {reduced} runs instead of {runs}: {program:?}");
        all_runs += runs;
        dpor_runs += reduced;
    }
    assert!(dpor_runs * 3 < all_runs, "{dpor_runs} of {all_runs} runs");
}

#[test]
fn shards_have_all_outcomes_together() {
    let searches = [all_outcomes, dpor_outcomes];
    // The runs of the shards of a search that could be distributed, and the runs of the undivided search.
    let (mut dealt, mut whole, mut most) = (0, 0, 0);
    for seed in 0..150 {
        let program = random_program(&mut Rng::new(seed));
        let count = 2 + seed as u32 % 4;
        for search in searches {
            let (all, runs) = search(&program, Shard::default());
            let parts = (1..=count).map(|n| search(&program, Shard::new(n, count).unwrap()));
            let parts: Vec<_> = parts.collect();
            let together: BTreeSet<Outcome> =
                parts.iter().flat_map(|(outcomes, _)| outcomes.clone()).collect();
            assert_eq!(all, together, "program {seed}, {count} shards: {program:?}");
            if runs > 2000 {
                whole += runs;
                dealt += parts.iter().map(|(_, runs)| runs).sum::<usize>();
                most += parts.iter().map(|(_, runs)| runs).max().unwrap();
            }
        }
    }
    // Near the root of the tree each shard makes all runs. The largest shard makes fewer runs than the undivided
    // search.
    assert!(whole > 0 && dealt < 2 * whole, "{dealt} runs instead of {whole}");
    assert!(most < whole, "{most} runs of {whole}");
}

/// Makes runs until the search is over; returns their outcomes and the number of runs.
fn search_all(search: &mut Explorer, program: &Program, most: usize) -> (BTreeSet<Outcome>, usize) {
    let mut outcomes = BTreeSet::new();
    for run in 0..most {
        match search.next_job() {
            NextJob::Run(job) => {
                let (trace, outcome) = execute(program, job.plan.clone());
                search.add_trace(&job, &trace);
                outcomes.extend(outcome);
            }
            NextJob::Wait => unreachable!("all jobs have come back"),
            NextJob::Over => return (outcomes, run),
        }
    }
    (outcomes, most)
}

#[test]
fn early_timers_are_left_to_the_bounded_search() {
    let program = vec![vec![Op::Read(0), Op::Timer, Op::Read(0)], vec![Op::Write(0, 1)]];
    let mut dpor = Explorer::new(Strategy::Dpor, 1, Shard::default());
    let (outcomes, _) = search_all(&mut dpor, &program, 1000);
    assert!(outcomes.iter().all(|outcome| outcome.1[0][1] == 0), "{outcomes:?}");
    assert!(
        !dpor.coverage().is_complete && dpor.coverage().is_complete_without_early_timers,
        "{:?}",
        dpor.coverage()
    );
    let mut mixed = Explorer::new(Strategy::Mixed, 1, Shard::default());
    let (outcomes, runs) = search_all(&mut mixed, &program, 1000);
    assert!(outcomes.iter().any(|outcome| outcome.1[0][1] == 1), "{outcomes:?}");
    assert!(runs < 1000 && mixed.coverage().is_complete, "{runs} runs, {:?}", mixed.coverage());
}

#[test]
fn a_saved_search_resumes_at_the_same_run() {
    for seed in 0..40 {
        let program = random_program(&mut Rng::new(seed));
        for strategy in [Strategy::Dpor, Strategy::Bounded, Strategy::Mixed] {
            let mut whole = Explorer::new(strategy, seed, Shard::default());
            let (all, runs) = search_all(&mut whole, &program, 100_000);
            assert!(runs < 100_000);
            let (mut outcomes, mut made) = (BTreeSet::new(), 0);
            let mut search = Explorer::new(strategy, seed, Shard::default());
            loop {
                let (some, now) = search_all(&mut search, &program, 7);
                outcomes.extend(some);
                made += now;
                if now < 7 {
                    break;
                }
                search = Explorer::resume(search.save());
            }
            // The choices of random runs begin where the saved search had stopped.
            assert_eq!(
                (made, &outcomes),
                (runs, &all),
                "program {seed}, {strategy:?}: {program:?}"
            );
            assert_eq!(search.coverage(), whole.coverage());
        }
    }
}

/// Two threads that each take a lock twice: six orders.
fn locked_program() -> Program {
    let once = [Op::Lock(0), Op::Read(0), Op::Write(0, 1), Op::Unlock(0)];
    let mut ops: Vec<Op> = once.iter().chain(&once).copied().collect();
    ops.push(Op::Done);
    vec![vec![Op::Wait], ops.clone(), ops]
}

#[test]
fn locks_cost_one_run_an_order() {
    let (_, runs) = dpor_outcomes(&locked_program(), Shard::default());
    assert!(runs <= 12, "{runs} runs");
}

#[test]
fn a_uniform_walk_prefers_no_thread() {
    // One thread makes ten accesses, the other makes one. There are 11 orders of these accesses: in one order the
    // second thread's access is the first, and in one it is the last.
    let program = vec![vec![Op::Write(0, 1); 10], vec![Op::Write(0, 2)]];
    let mut counts = [0; 2];
    for (at, strategy) in [Strategy::Uniform, Strategy::Random].into_iter().enumerate() {
        let mut search = Explorer::new(strategy, 1, Shard::default());
        for _ in 0..2000 {
            let NextJob::Run(job) = search.next_job() else {
                unreachable!("the search has no end")
            };
            let (trace, outcome) = execute(&program, job.plan.clone());
            search.add_trace(&job, &trace);
            counts[at] += usize::from(outcome.is_some_and(|outcome| outcome.0[0] == 2));
        }
    }
    let [uniform, random] = counts;
    assert!((2000 / 22..2000 / 6).contains(&uniform), "{uniform} of 2000");
    // With random choices the shorter thread is hardly ever last.
    assert!(random < 20, "{random} of 2000");
}

#[test]
fn each_strategy_finds_a_lost_update() {
    // The lost update: both threads read before either one writes.
    let ops = |value| vec![Op::Read(0), Op::Read(1), Op::Read(2), Op::Read(0), Op::Write(0, value)];
    let program = vec![ops(1), ops(2)];
    let lost = |outcome: &Outcome| outcome.1.iter().all(|seen| seen[3] == 0);
    for strategy in [
        Strategy::Mixed,
        Strategy::Dpor,
        Strategy::Bounded,
        Strategy::Random,
        Strategy::Priorities,
        Strategy::PartialOrder,
        Strategy::Uniform,
    ] {
        for seed in 0..5 {
            let mut search = Explorer::new(strategy, seed, Shard::default());
            let found = (0..200).find_map(|_| {
                let NextJob::Run(job) = search.next_job() else { return None };
                let (trace, outcome) = execute(&program, job.plan.clone());
                search.add_trace(&job, &trace);
                outcome.filter(lost).map(|_| trace)
            });
            let trace = found.unwrap_or_else(|| panic!("{strategy:?} finds nothing"));
            let schedule = minimise(Schedule::of(&trace), 100, |schedule| {
                let policy = Policy::Schedule(std::sync::Arc::new(schedule.clone()));
                let (trace, outcome) = execute(&program, Plan { policy, ..Plan::default() });
                outcome.filter(lost).map(|_| Schedule::of(&trace))
            });
            assert!((1..=2).contains(&schedule.len()), "{strategy:?}: {schedule:?}");
        }
    }
}
