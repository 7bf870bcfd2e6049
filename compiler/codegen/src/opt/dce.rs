//! Dead-code elimination: removes instructions whose results are dead, and replaces instructions whose value is in
//! other slots by moves.

use crate::opt::flow::Flow;
use crate::opt::instruction_class::{InstructionClass, class};
use crate::opt::{InstructionDisposition, NamedSlots};
use minigo_bytecode::blocks::Blocks;
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::{Effects, Op};

/// Replaces instructions whose value is in other slots by moves if these are cheaper, then removes dead instructions.
/// With `keeps_loads`, only those dead loads are removed that repeat another load.
pub(crate) fn eliminate_dead_code(
    flow: &Flow,
    code: &mut [Op],
    fates: &mut [InstructionDisposition],
    named: &[NamedSlots],
    keeps_loads: bool,
) {
    for (pc, fate) in fates.iter_mut().enumerate() {
        if keeps_loads
            && *fate == InstructionDisposition::Removable
            && code[pc].effects().has(Effects::READS)
        {
            *fate = InstructionDisposition::Keep;
        }
        if let InstructionDisposition::CopyOf(src) = *fate {
            *fate = InstructionDisposition::Removable;
            if let Some(op) = as_move(code[pc], src) {
                for n in 1..=code[pc].ext_count() {
                    code[pc + n] = Op::Nop {};
                }
                code[pc] = op;
            }
        }
        let is_named = |var: &NamedSlots| {
            (var.from_pc..var.to_pc).contains(&(pc as u32))
                && writes_slots(code[pc], var.slot, var.width)
        };
        if *fate == InstructionDisposition::Removable && named.iter().any(is_named) {
            *fate = InstructionDisposition::Keep;
        }
    }
    flow.mark_dead_instructions(code, fates, named);
}

/// Reports whether an instruction writes any of `n` slots from `slot` on.
fn writes_slots(op: Op, slot: u32, n: u32) -> bool {
    let mut found = false;
    op.operands(|operand| {
        if let Use::Write(Slot(to), width) = operand {
            let to = u32::from(to);
            found |= to < slot + n && slot < to + width.max(1);
        }
    });
    found
}

/// The move that replaces an instruction whose result is in `src`, if the move is cheaper.
fn as_move(op: Op, src: Slot) -> Option<Op> {
    let mut to = None;
    op.operands(|operand| {
        if let Use::Write(dst, n) = operand {
            to = Some((dst, n));
        }
    });
    match (class(op), to?) {
        (
            InstructionClass::Load | InstructionClass::LoadWords(_) | InstructionClass::Checked,
            (dst, 1),
        ) => Some(Op::Mov { dst, src }),
        (InstructionClass::Load | InstructionClass::LoadWords(_), (dst, 2)) => {
            Some(Op::Mov2 { dst, src })
        }
        (InstructionClass::Load | InstructionClass::LoadWords(_), (dst, 3)) => {
            Some(Op::Mov3 { dst, src })
        }
        _ => None,
    }
}

/// Reports whether the result of an instruction may be the value of a named variable in the rest of its block.
pub(crate) fn may_hold_variable(
    blocks: &Blocks,
    code: &[Op],
    pc: u32,
    named: &[NamedSlots],
) -> bool {
    let (_, end) = blocks.range(blocks.block_of(pc));
    named.iter().any(|var| {
        var.from_pc <= end as u32
            && pc < var.to_pc
            && writes_slots(code[pc as usize], var.slot, var.width)
    })
}
