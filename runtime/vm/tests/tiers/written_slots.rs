//! Checks whether code only reads slots that have been written. Other slots hold accidental values: in such slots the
//! interpreter finds the values of a dead frame, and compiled code mostly finds zero.

use minigo_bytecode::func::{Func, HEADER_SLOTS};
use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::{Effects, Op};
use minigo_bytecode::program::Program;
use minigo_bytecode::uses::visit_operands;
use std::collections::BTreeSet;

/// The slots that have certainly been written at a position of the code.
type WrittenSlots = BTreeSet<u32>;

/// The first instruction of a program that reads a slot that may not have been written: function, instruction, slot.
pub(crate) fn undefined_read(program: &Program) -> Option<(usize, usize, u32)> {
    let read = |(id, func)| undefined_read_in(program, func).map(|(pc, slot)| (id, pc, slot));
    program.funcs.iter().enumerate().find_map(read)
}

fn undefined_read_in(program: &Program, func: &Func) -> Option<(usize, u32)> {
    // The slots written before each instruction on every path to it; `None`: no path is known.
    let mut before: Vec<Option<WrittenSlots>> = vec![None; func.code.len() + 1];
    before[0] = Some((0..func.arg_slots).collect());
    let mut open = vec![0];
    while let Some(pc) = open.pop() {
        let (op, mut now) =
            (func.code[pc], before[pc].clone().expect("control reaches the instruction"));
        let operands = operands(program, func, pc);
        apply_instruction(program, op, &operands, &mut now);
        let falls = (!op.ends_control_flow()).then_some(pc + 1 + op.ext_count());
        let jumps = operands.iter().filter_map(|operand| match operand {
            Use::Jump(distance) => usize::try_from(pc as i64 + 1 + i64::from(*distance)).ok(),
            _ => None,
        });
        for to in falls.into_iter().chain(jumps) {
            let joined = before[to].as_ref().map_or(now.clone(), |there| there & &now);
            if before[to].as_ref() != Some(&joined) {
                before[to] = Some(joined);
                open.push(to);
            }
        }
    }
    let reached = before.iter().enumerate().filter_map(|(pc, set)| Some((pc, set.as_ref()?)));
    let mut reads = reached.flat_map(|(pc, set)| {
        let missing = reads(program, func, pc).into_iter().find(|slot| !set.contains(slot));
        missing.map(|slot| (pc, slot))
    });
    reads.next()
}

fn operands(program: &Program, func: &Func, pc: usize) -> Vec<Use> {
    let mut all = Vec::new();
    visit_operands(program, &func.code, pc, |operand| all.push(operand));
    all
}

fn reads(program: &Program, func: &Func, pc: usize) -> Vec<u32> {
    let operands = operands(program, func, pc);
    let mut all: Vec<u32> = operands
        .into_iter()
        .flat_map(|operand| match operand {
            Use::Read(slot, n) => u32::from(slot.0)..u32::from(slot.0) + n,
            Use::Update(slot) => u32::from(slot.0)..u32::from(slot.0) + 1,
            _ => 0..0,
        })
        .collect();
    if func.code[pc].effects().has(Effects::RETURNS) {
        let made = u32::from(!func.code[pc].operand_kinds().is_empty());
        all.extend(made..func.result_slots);
    }
    all
}

fn apply_instruction(program: &Program, op: Op, operands: &[Use], set: &mut WrittenSlots) {
    for operand in operands {
        match *operand {
            Use::Write(slot, n) => set.extend(u32::from(slot.0)..u32::from(slot.0) + n),
            Use::Update(slot) => set.extend([u32::from(slot.0)]),
            Use::Window(slot) => set.retain(|s| *s < u32::from(slot.0 - HEADER_SLOTS)),
            _ => {}
        }
    }
    if let Op::Call { win, func } = op {
        let results = program.funcs[func.get() as usize].result_slots;
        set.extend(u32::from(win.0)..u32::from(win.0) + results);
    }
}
