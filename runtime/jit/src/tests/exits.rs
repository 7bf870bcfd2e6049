//! Side exits: wherever control leaves compiled code, the frame has the value of each slot that is live there, and the
//! context has the instruction and the budget.

use crate::abi::CompiledExitStatus;
use crate::tests::{Callees, Entry, ExecutionEnd, NoCallees, TranslatedTest, func, model};
use minigo_bytecode::liveness::Liveness;
use minigo_bytecode::operand::{Slot, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::Tables;

const SLOTS: u16 = 8;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u16) -> u16 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as u16 % n
    }

    fn slot(&mut self) -> Slot {
        Slot(self.below(SLOTS))
    }

    /// An instruction that only computes.
    fn random_op(&mut self) -> Op {
        match self.below(6) {
            0 => Op::Mov { dst: self.slot(), src: self.slot() },
            1 => Op::Mov3 { dst: Slot(self.below(6)), src: Slot(self.below(6)) },
            2 => Op::LoadImm {
                dst: self.slot(),
                imm: Wide::from_signed(i32::from(self.below(9)) - 4),
            },
            3 => Op::AddF64 { dst: self.slot(), a: self.slot(), b: self.slot() },
            _ => Op::Add { dst: self.slot(), a: self.slot(), b: self.slot() },
        }
    }
}

/// The slots that are live before an instruction of the first function.
fn live_slots(scene: &TranslatedTest, at: usize) -> Vec<usize> {
    let tables = Tables { funcs: &scene.funcs, call_sites: &[], selects: &[], natives: &[] };
    let mut found = Vec::new();
    Liveness::of(tables, &[], &scene.funcs[0]).for_each_live(at, |slot| found.push(slot as usize));
    found
}

fn initial_frame() -> Vec<u64> {
    (0..u64::from(SLOTS)).map(|slot| 100 + slot).collect()
}

/// Puts an instruction that the interpreter has to repeat (`RemU` by zero) somewhere into code that computes.
#[test]
fn the_interpreter_finds_a_whole_frame() {
    let mut random = Random(88172645463325252);
    let (mut left, mut stored) = (0, 0);
    for round in 0..600 {
        let mut code: Vec<Op> = (0..10).map(|_| random.random_op()).collect();
        for _ in 0..2 {
            let place = random.below(11).into();
            code.insert(place, Op::RemU { dst: random.slot(), a: random.slot(), b: random.slot() });
        }
        // A few slots stay live to the end.
        code.push(Op::Ret {});
        let results = 1 + round % 6;
        let scene = TranslatedTest::leaf_function(func(code, SLOTS.into(), SLOTS.into(), results));
        let (mut wanted, mut frame) = (initial_frame(), initial_frame());
        wanted[random.slot().0 as usize] = 0;
        frame.clone_from(&wanted);
        let ended = model::run(scene.code(), &mut wanted, 0, 9, &[], results);
        let found = scene.run(&mut frame, 10, &[], &mut NoCallees);
        assert_eq!(found, ended, "{:?}", scene.code());
        let ExecutionEnd::Left { at, .. } = ended else { continue };
        left += 1;
        for slot in live_slots(&scene, at) {
            assert_eq!(frame[slot], wanted[slot], "slot {slot} at {at}: {:?}", scene.code());
            stored += 1;
        }
    }
    assert!(left > 100 && stored > 300, "{left} exits with {stored} slots show too little");
}

/// Slots that are dead at an exit are not stored: an exit is as long as the slots that it saves.
#[test]
fn dead_slots_are_not_stored() {
    let [a, b, dead] = [Slot(0), Slot(1), Slot(4)];
    let code = vec![
        Op::Add { dst: dead, a, b },
        Op::Add { dst: Slot(5), a: dead, b },
        Op::RemU { dst: a, a, b: Slot(2) },
        Op::Add { dst: a, a, b: Slot(5) },
        Op::Ret {},
    ];
    let scene = TranslatedTest::leaf_function(func(code, 6, 3, 1));
    let mut frame = vec![7, 8, 0, 30, 40, 50];
    let left =
        ExecutionEnd::Left { status: CompiledExitStatus::Interpret as i64, at: 2, budget: 9 };
    assert_eq!(scene.run(&mut frame, 10, &[], &mut NoCallees), left);
    assert_eq!((frame[0], frame[2], frame[5]), (7, 0, 23));
    assert_eq!(frame[4], 40, "{dead:?} is dead");
}

/// Callees that record the frame at each call, and then behave as the other fields say.
struct CalleeModel {
    frames: Vec<Vec<u64>>,
    returns_normally: bool,
    budget: i64,
}

impl Callees for CalleeModel {
    fn run_handler(&mut self, op: Op, frame: &mut [u64], _: usize) -> bool {
        self.frames.push(frame.to_vec());
        let Op::MapLen { dst, m } = op else { panic!("{op:?}") };
        if self.returns_normally {
            frame[usize::from(dst.0)] = model::map_len(frame[usize::from(m.0)]);
        }
        self.returns_normally
    }

    fn run_compiled(&mut self, frame: &mut [u64], n: u64, args: &[u64]) -> Vec<u64> {
        self.frames.push(args.to_vec());
        if !self.returns_normally {
            return vec![self.budget as u64; 4];
        }
        // Three results in registers, a fourth in the frame.
        frame[3] = args[0] + 1000;
        vec![n - 1, args[0] + 1, args[1] + 2, args[0] + args[1]]
    }
}

/// An instruction that its handler executes: its operands are in the frame before, its result is read from there, and
/// all live slots are stored if the handler ends the slice.
#[test]
fn a_handler_reads_its_operands_and_may_exit() {
    let mut random = Random(362436069);
    let mut slot_count = 0;
    for round in 0..300 {
        let mut code: Vec<Op> = (0..8).map(|_| random.random_op()).collect();
        let (at, m) = (random.below(9).into(), random.slot());
        code.insert(at, Op::MapLen { dst: random.slot(), m });
        code.push(Op::Ret {});
        let scene = TranslatedTest::leaf_function(func(code, SLOTS.into(), SLOTS.into(), 6));
        let goes_on = round % 2 == 0;
        let mut called = CalleeModel { frames: vec![], returns_normally: goes_on, budget: 0 };
        let (mut frame, mut wanted) = (initial_frame(), initial_frame());
        let ended = scene.run(&mut frame, 10, &[], &mut called);
        let all = scene.code();
        let mut reached = initial_frame();
        let part: Vec<Op> = all[..at].iter().copied().chain([Op::Ret {}]).collect();
        model::run(&part, &mut reached, 0, 9, &[], 0);
        assert_eq!(called.frames.len(), 1);
        assert_eq!(called.frames[0][usize::from(m.0)], reached[usize::from(m.0)], "{all:?}");
        if goes_on {
            assert_eq!(ended, model::run(all, &mut wanted, 0, 9, &[], 6), "{all:?}");
            continue;
        }
        assert_eq!(
            ended,
            ExecutionEnd::Left { status: CompiledExitStatus::Left as i64, at, budget: 9 }
        );
        for slot in live_slots(&scene, at) {
            assert_eq!(frame[slot], reached[slot], "slot {slot} at {at}: {all:?}");
            slot_count += 1;
        }
    }
    assert!(slot_count > 300, "{slot_count} live slots show too little");
}

/// A call: results are returned in registers and in the frame; if the callee takes a side exit, so does its caller, and
/// the slots below the window are stored.
#[test]
fn a_compiled_call_returns_or_takes_a_side_exit() {
    let win = Slot(6);
    let [a, b, c] = [Slot(0), Slot(1), Slot(2)];
    let code = vec![
        Op::Add { dst: c, a, b },
        Op::Mov { dst: win, src: c },
        Op::Mov { dst: Slot(7), src: a },
        Op::Call { win, func: Wide::new(1) },
        // The results of the callee, and earlier values.
        Op::Add { dst: a, a: Slot(9), b: c },
        Op::Add { dst: b, a: Slot(8), b: Slot(7) },
        Op::Mov { dst: c, src: win },
        Op::Ret {},
    ];
    let callee = func(vec![Op::Ret {}], 4, 2, 4);
    let scene = TranslatedTest::of(vec![func(code, 10, 2, 3), callee], Entry::Beginning);
    let frame = || vec![5, 8, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut called = CalleeModel { frames: vec![], returns_normally: true, budget: 0 };
    let ended = scene.run(&mut frame(), 10, &[], &mut called);
    // The call passes 13 and 5; it returns 14, 7, 18 and 1013.
    assert_eq!(called.frames[0][..2], [13, 5]);
    assert_eq!(ended, ExecutionEnd::Returned(vec![1013 + 13, 18 + 7, 14], 8));
    for status in
        [CompiledExitStatus::Interpret, CompiledExitStatus::Budget, CompiledExitStatus::Left]
    {
        let status = status as i64;
        let mut called = CalleeModel { frames: vec![], returns_normally: false, budget: status };
        let mut after = frame();
        assert_eq!(scene.run(&mut after, 10, &[], &mut called), ExecutionEnd::GivenOn(status));
        assert_eq!(after[2], 13, "the caller continues with the callee's result");
    }
}
