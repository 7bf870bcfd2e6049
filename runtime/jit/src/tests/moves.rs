//! Moves of overlapping slots, and of slots that hold sometimes integers and sometimes floats: all words are read
//! before one is written.

use crate::abi::CompiledExitStatus;
use crate::tests::{ExecutionEnd, NoCallees, TranslatedTest, func, model};
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;

const SLOTS: u16 = 8;

/// Checks a function whose arguments and results are all its slots.
fn check_moves(mut code: Vec<Op>) {
    code.push(Op::Ret {});
    let slots = u32::from(SLOTS);
    let scene = TranslatedTest::leaf_function(func(code, slots, slots, slots));
    let before: Vec<u64> = (0..u64::from(SLOTS)).map(|slot| 100 + slot).collect();
    let mut wanted = before.clone();
    let ended = model::run(scene.code(), &mut wanted, 0, 9, &[], slots);
    let found = scene.run(&mut before.clone(), 10, &[], &mut NoCallees);
    assert_eq!(found, ended, "{:?}", scene.code());
}

#[test]
fn moves_of_several_slots_may_overlap() {
    for n in 1..=5 {
        for (dst, src) in (0..=SLOTS - n).flat_map(|a| (0..=SLOTS - n).map(move |b| (a, b))) {
            let (dst, src) = (Slot(dst), Slot(src));
            check_moves(vec![Op::MovN { dst, src, n }]);
            match n {
                1 => check_moves(vec![Op::Mov { dst, src }]),
                2 => check_moves(vec![Op::Mov2 { dst, src }]),
                3 => check_moves(vec![Op::Mov3 { dst, src }]),
                _ => {}
            }
        }
    }
}

/// A slot that a float addition uses lies in a float register; a slot that is an integer too may lie in either kind.
#[test]
fn moves_of_floats_and_integers_may_overlap() {
    for (dst, src) in (0..=SLOTS - 3).flat_map(|a| (0..=SLOTS - 3).map(move |b| (a, b))) {
        for float in 0..SLOTS {
            let float = Slot(float);
            let sum = Op::AddF64 { dst: float, a: float, b: Slot(3) };
            let integer = Op::Add { dst: Slot(3), a: float, b: Slot(2) };
            let moved = Op::Mov3 { dst: Slot(dst), src: Slot(src) };
            check_moves(vec![sum, moved, integer]);
            check_moves(vec![sum, moved, moved, sum]);
            check_moves(vec![integer, moved, sum]);
        }
    }
}

/// Chains and cycles of moves, among them the exchange of two slots through a third.
#[test]
fn sequences_of_moves() {
    let mut random = 88172645463325252_u64;
    let mut below = |n: u16| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        Slot((random >> 20) as u16 % n)
    };
    for _ in 0..400 {
        let code = (0..12).map(|_| match below(6).0 {
            0 => Op::Mov2 { dst: below(SLOTS - 1), src: below(SLOTS - 1) },
            1 => Op::Mov3 { dst: below(SLOTS - 2), src: below(SLOTS - 2) },
            2 => Op::LoadImm { dst: below(SLOTS), imm: Wide::from_signed(-5) },
            3 => Op::AddF64 { dst: below(SLOTS), a: below(SLOTS), b: below(SLOTS) },
            _ => Op::Mov { dst: below(SLOTS), src: below(SLOTS) },
        });
        check_moves(code.collect());
    }
}

#[test]
fn the_budget_is_counted() {
    let scene = TranslatedTest::leaf_function(func(vec![Op::Ret {}], 2, 0, 0));
    let ended = |budget, more: &[i64]| scene.run(&mut vec![0, 0], budget, more, &mut NoCallees);
    assert_eq!(ended(5, &[]), ExecutionEnd::Returned(vec![], 4));
    assert_eq!(ended(1, &[]), ExecutionEnd::Returned(vec![], 0));
    assert_eq!(ended(0, &[70]), ExecutionEnd::Returned(vec![], 70));
    let left = ExecutionEnd::Left { status: CompiledExitStatus::Budget as i64, at: 0, budget: 0 };
    assert_eq!(ended(0, &[]), left);
}
