//! The meaning of the instructions that the tests use.

use crate::abi::CompiledExitStatus;
use crate::control_flow::{jump_target, next_pc};
use crate::tests::ExecutionEnd;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

/// Runs a function from an instruction on as the interpreter would, with its budget. `more` are the budgets that are
/// granted when one is used up.
pub(super) fn run(
    code: &[Op],
    frame: &mut [u64],
    mut at: usize,
    mut budget: i64,
    more: &[i64],
    results: u32,
) -> ExecutionEnd {
    let mut more = more.iter().copied();
    loop {
        let op = code[at];
        if let Op::Ret {} = op {
            return ExecutionEnd::Returned(frame[..results as usize].to_vec(), budget);
        }
        if let Op::RemU { b, .. } = op
            && frame[usize::from(b.0)] == 0
        {
            return ExecutionEnd::Left { status: CompiledExitStatus::Interpret as i64, at, budget };
        }
        if !execute_op(op, frame) {
            at = next_pc(code, at);
            continue;
        }
        let to = jump_target(code, at).expect("an instruction that jumps has a target");
        if to <= at {
            budget -= 1;
            if budget < 0 {
                budget = more.next().unwrap_or(-1);
            }
            if budget < 0 {
                return ExecutionEnd::Left {
                    status: CompiledExitStatus::Budget as i64,
                    at: to,
                    budget: 0,
                };
            }
        }
        at = to;
    }
}

/// Executes an instruction; returns whether it jumps.
fn execute_op(op: Op, frame: &mut [u64]) -> bool {
    let at = |slot: Slot| usize::from(slot.0);
    let signed = |frame: &[u64], slot: Slot| frame[at(slot)] as i64;
    match op {
        Op::Mov { dst, src } => frame[at(dst)] = frame[at(src)],
        Op::Mov2 { dst, src } => frame.copy_within(at(src)..at(src) + 2, at(dst)),
        Op::Mov3 { dst, src } => frame.copy_within(at(src)..at(src) + 3, at(dst)),
        Op::MovN { dst, src, n } => {
            frame.copy_within(at(src)..at(src) + usize::from(n), at(dst));
        }
        Op::Zero { dst, n } => frame[at(dst)..at(dst) + usize::from(n)].fill(0),
        Op::LoadImm { dst, imm } => frame[at(dst)] = i64::from(imm.get_signed()) as u64,
        Op::Add { dst, a, b } => frame[at(dst)] = frame[at(a)].wrapping_add(frame[at(b)]),
        Op::AddImm { dst, a, imm } => {
            frame[at(dst)] = frame[at(a)].wrapping_add(i64::from(imm) as u64);
        }
        Op::AddF64 { dst, a, b } => {
            let (a, b) = (f64::from_bits(frame[at(a)]), f64::from_bits(frame[at(b)]));
            frame[at(dst)] = (a + b).to_bits();
        }
        Op::RemU { dst, a, b } => frame[at(dst)] = frame[at(a)] % frame[at(b)],
        Op::MapLen { dst, m } => frame[at(dst)] = map_len(frame[at(m)]),
        Op::JmpLt { a, b, .. } => return signed(frame, a) < signed(frame, b),
        Op::Jmp { .. } | Op::Loop { .. } => return true,
        Op::LoopLt { a, b, .. } => return signed(frame, a) < signed(frame, b),
        Op::ForLt { i, n, .. } => {
            frame[at(i)] = frame[at(i)].wrapping_add(1);
            return signed(frame, i) < signed(frame, n);
        }
        Op::ForLe { i, n, .. } => {
            frame[at(i)] = frame[at(i)].wrapping_add(1);
            return signed(frame, i) <= signed(frame, n);
        }
        Op::ForLtImm { i, imm, .. } => {
            frame[at(i)] = frame[at(i)].wrapping_add(1);
            return signed(frame, i) < i64::from(imm);
        }
        other => panic!("{other:?} is not modelled"),
    }
    false
}

/// The result that the tests' handler computes for a map.
pub(super) fn map_len(map: u64) -> u64 {
    map.wrapping_mul(3).wrapping_add(1)
}
