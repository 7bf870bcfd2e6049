//! Loops and the budget: for every initial budget, a loop (also a counting one) takes one for each iteration; when no
//! budget is left, it takes a side exit at its head with the frame of that iteration.

use crate::control_flow::jump_target;
use crate::tests::{Entry, ExecutionEnd, NoCallees, TranslatedTest, func, model};
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;

const I: Slot = Slot(0);
const N: Slot = Slot(1);
const SUM: Slot = Slot(2);
const STEP_SLOT: Slot = Slot(3);

/// `sum += step; for i < n { sum += step }` in various compiled forms, each with its loop's head.
fn loops() -> Vec<(Vec<Op>, usize)> {
    let add = Op::Add { dst: SUM, a: SUM, b: STEP_SLOT };
    let step = Op::AddImm { dst: I, a: I, imm: 1 };
    let moved = Op::Mov { dst: Slot(4), src: SUM };
    let bodies = [
        vec![Op::ForLt { i: I, n: N, to: -2 }],
        vec![Op::ForLe { i: I, n: N, to: -2 }],
        vec![Op::ForLtImm { i: I, imm: 3, to: -2 }],
        // A write to another slot leaves the loop a counting loop.
        vec![moved, Op::ForLt { i: I, n: N, to: -3 }],
        // A loop that writes its limit is no counting loop.
        vec![Op::Mov { dst: N, src: N }, Op::ForLt { i: I, n: N, to: -3 }],
        vec![step, Op::LoopLt { a: I, b: N, to: -3 }],
        vec![step, Op::JmpLt { a: N, b: I, to: 1 }, Op::Loop { to: Wide::from_signed(-4) }],
    ];
    let whole = |body: Vec<Op>| {
        let end = [Op::Mov { dst: Slot(5), src: I }, Op::Ret {}];
        let code = [&[add, add][..], &body, &end].concat();
        assert_eq!(jump_target(&code, 1 + body.len()), Some(1), "{body:?}");
        (code, 1)
    };
    bodies.into_iter().map(whole).collect()
}

/// Two tests of each loop: entered at the function's first instruction, and at the loop's head.
fn loop_tests() -> impl Iterator<Item = TranslatedTest> {
    let entered = |(code, head): (Vec<Op>, usize)| {
        let scene = move |entry| TranslatedTest::of(vec![func(code.clone(), 6, 4, 6)], entry);
        [Entry::Beginning, Entry::Middle(head)].map(scene)
    };
    loops().into_iter().flat_map(entered)
}

/// The frame on entry to a loop with these values.
fn frame([i, n]: [i64; 2]) -> Vec<u64> {
    vec![i as u64, n as u64, 1000, 7, 8, 9]
}

/// The model's result for a test.
fn expected_end(
    scene: &TranslatedTest,
    frame: &mut [u64],
    budget: i64,
    more: &[i64],
) -> ExecutionEnd {
    match scene.entry {
        Entry::Beginning => model::run(scene.code(), frame, 0, budget - 1, more, 6),
        Entry::Middle(pc) => model::run(scene.code(), frame, pc, budget, more, 6),
    }
}

/// The sequences of budgets that are granted one by one, each when the budget before it is used up.
const GRANTED_BUDGETS: [&[i64]; 4] = [&[], &[0], &[2], &[0, 3]];

#[test]
fn each_loop_iteration_takes_one_from_the_budget() {
    let (mut ended, mut left) = (0, 0);
    for scene in loop_tests() {
        for (budget, n) in (1..6).flat_map(|budget| (-1..5).map(move |n| (budget, n))) {
            for (more, i) in GRANTED_BUDGETS.iter().flat_map(|more| (-2..4).map(move |i| (more, i)))
            {
                let (mut found, mut other) = (frame([i, n]), frame([i, n]));
                let end = expected_end(&scene, &mut other, budget, more);
                let what = format!("{i} {n} {budget} {more:?} {:?}", scene.code());
                assert_eq!(scene.run(&mut found, budget, more, &mut NoCallees), end, "{what}");
                if matches!(end, ExecutionEnd::Left { .. }) {
                    assert_eq!(found[..4], other[..4], "{what}");
                    left += 1;
                } else {
                    ended += 1;
                }
            }
        }
    }
    assert!(ended > 500 && left > 500, "{ended} {left}");
}

/// At the ends of the integers a counting loop may ask for a new budget while some of the old one is left, but it exits
/// with the frame of some iteration, and not later than it should.
#[test]
fn interval_loops_handle_extreme_integers() {
    let ends = [i64::MIN, i64::MIN + 1, i64::MIN + 2, 0, i64::MAX - 2, i64::MAX - 1, i64::MAX];
    let mut left = 0;
    for scene in loop_tests() {
        for (i, n) in ends.iter().flat_map(|i| ends.map(|n| (*i, n))) {
            for budget in 1..5 {
                let what = format!("{i} {n} {budget} {:?}", scene.code());
                let mut found = frame([i, n]);
                let end = scene.run(&mut found, budget, &[], &mut NoCallees);
                let fewest = i64::from(matches!(scene.entry, Entry::Beginning));
                let possible = (fewest..=budget).any(|turns| {
                    let mut other = frame([i, n]);
                    match (expected_end(&scene, &mut other, turns, &[]), &end) {
                        (ExecutionEnd::Returned(one, _), ExecutionEnd::Returned(two, _)) => {
                            one == *two
                        }
                        (ExecutionEnd::Left { at, .. }, ExecutionEnd::Left { at: there, .. }) => {
                            left += 1;
                            at == *there && other[..4] == found[..4]
                        }
                        _ => false,
                    }
                });
                assert!(possible, "{what}: {end:?} {found:?}");
            }
        }
    }
    assert!(left > 1000, "{left}");
}
