//! Dead-code elimination.

use crate::opt::blocks::Blocks;
use crate::opt::effects::{Class, class};
use crate::opt::{Fate, Named};
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::{ExtKind, ext_count, ext_kind};

/// Whether the instruction reads the slot that is its `Ext`'s first operand.
pub(crate) fn reads_ext(op: Op) -> bool {
    matches!(
        op,
        Op::IndexIndex64 { .. }
            | Op::Add3 { .. }
            | Op::Add3U32 { .. }
            | Op::MulAdd { .. }
            | Op::MulAddToF64 { .. }
    ) && ext_kind(op) == ExtKind::Number
}

/// Decides what goes.
pub(crate) fn leave_out(
    blocks: &Blocks,
    code: &mut [Op],
    fates: &mut [Fate],
    (frame, results): (u32, u32),
    named: &[Named],
) {
    for (pc, fate) in fates.iter_mut().enumerate() {
        if let Fate::Copies(src) = *fate {
            *fate = Fate::Optional;
            if let Some(op) = as_move(code[pc], src) {
                for n in 1..=ext_count(code[pc]) {
                    code[pc + n] = Op::Nop {};
                }
                code[pc] = op;
            }
        }
        let is_named = |var: &Named| {
            (var.from..var.to).contains(&(pc as u32)) && writes(code[pc], var.slot, var.width)
        };
        if *fate == Fate::Optional && named.iter().any(is_named) {
            *fate = Fate::Stays;
        }
    }
    blocks.drop_unread(code, fates, (frame, results), named);
}

/// Whether an instruction writes one of `n` slots from `slot` on.
fn writes(op: Op, slot: u32, n: u32) -> bool {
    let mut found = false;
    op.operands(|operand| {
        if let Use::Write(Slot(to), width) = operand {
            let to = u32::from(to);
            found |= to < slot + n && slot < to + width.max(1);
        }
    });
    found
}

/// The move that does for an instruction whose result lies in `src`, if that is less work.
fn as_move(op: Op, src: Slot) -> Option<Op> {
    let mut to = None;
    op.operands(|operand| {
        if let Use::Write(dst, n) = operand {
            to = Some((dst, n));
        }
    });
    match (class(op), to?) {
        (Class::Load | Class::Words(_) | Class::Checked, (dst, 1)) => Some(Op::Mov { dst, src }),
        (Class::Load | Class::Words(_), (dst, 2)) => Some(Op::Mov2 { dst, src }),
        (Class::Load | Class::Words(_), (dst, 3)) => Some(Op::Mov3 { dst, src }),
        _ => None,
    }
}

/// Whether the result of an instruction may be the value of a named variable in the rest of its block.
pub(crate) fn keeps_variable(blocks: &Blocks, code: &[Op], pc: u32, named: &[Named]) -> bool {
    let (_, end) = blocks.range(blocks.block_of(pc));
    named.iter().any(|var| {
        var.from <= end as u32 && pc < var.to && writes(code[pc as usize], var.slot, var.width)
    })
}
