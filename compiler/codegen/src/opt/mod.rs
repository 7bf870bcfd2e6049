//! Values that are there already: a function with loops is looked through once its code is written, and what computes or loads
//! a value that some slot holds anyway is left out.
//!
//! A module of its own since it knows nothing of Go: it works on instructions, after the one-pass generator, whose temporaries know nothing
//! of each other. Values are numbered: an instruction on operands with the same numbers gives the same number, and of memory
//! as long as nothing is stored. Blocks are gone through in an order in which each comes after those that lead to it, but
//! for backward jumps; where such a one leads to nothing is known. Then who reads a copy reads what it is a copy of, and
//! what nobody reads is taken out.
//!
//! An instruction that may panic is only left out where the same one has been executed on every way to it. Named variables
//! keep their values in their scopes, for those who look at frames. Functions that defer stay as they are: any call in them may
//! lead to their end.

mod blocks;
mod copies;
mod dce;
mod effects;
mod gvn;
mod moves;
mod rename;

use crate::opt::blocks::Blocks;
use crate::opt::dce::{keeps_variable, leave_out};
use crate::opt::gvn::Numbering;
use crate::opt::moves::merge_moves;
use crate::opt::rename::rename;
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::func::MAX_FRAME_SLOTS;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::ext_count;

/// Longer functions, and more slots times blocks, are left as they are.
const MAX_CODE: usize = 4_000;

const MAX_STATE: usize = 300_000;

/// Frames become larger by at most so many slots.
const MAX_RENAMED: u32 = 12;

/// What becomes of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Fate {
    #[default]
    Stays,
    /// Nobody misses it if nobody reads its result.
    Optional,
    /// The same; and its result is a copy of what lies in these slots.
    Copies(Slot),
    Goes,
}

/// The slots of a named variable, and the instructions that are in its scope.
pub(crate) struct Named {
    pub(crate) slot: u32,
    pub(crate) width: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// Leaves out of a function's code what is there already; `arguments` tells how many slots a call's take. Gives the slots that the frame has then.
pub(crate) fn reuse(
    asm: &mut Assembler,
    (mut frame, results): (u32, u32),
    mut named: Vec<Named>,
    arguments: impl Fn(Op, u16) -> Option<u32>,
) -> u32 {
    if asm.code().len() > MAX_CODE || !asm.has_backward_jump() {
        return frame;
    }
    let blocks = Blocks::of(asm, arguments);
    if blocks.len() * frame as usize > MAX_STATE {
        return frame;
    }
    let mut numbering = Numbering::new(asm.code().to_vec(), frame as usize);
    numbering.go_through(&blocks);
    if !numbering.culprits.is_empty() && frame + MAX_RENAMED < MAX_FRAME_SLOTS {
        let mut culprits = std::mem::take(&mut numbering.culprits);
        culprits.sort_unstable();
        culprits.dedup();
        let mut code = asm.code().to_vec();
        culprits.retain(|&pc| !keeps_variable(&blocks, &code, pc, &named));
        let wider = give_slots(&blocks, &mut code, &culprits, (frame, results));
        if wider > frame {
            frame = wider;
            numbering = Numbering::new(code, frame as usize);
            numbering.go_through(&blocks);
            numbering.found = true;
        }
    }
    let Numbering { mut code, mut fates, mut found, .. } = numbering;
    if found {
        named.sort_unstable_by_key(|var| var.from);
        leave_out(&blocks, &mut code, &mut fates, (frame, results), &named);
    }
    found |= merge_moves(&blocks, &mut code, &mut fates);
    if found {
        let keep = kept(asm.code(), &code, &fates);
        asm.replace(code, &keep);
    }
    frame
}

/// Gives the results of these instructions slots of their own, where that can be. Tells how large the frame is then.
fn give_slots(blocks: &Blocks, code: &mut [Op], pcs: &[u32], (frame, results): (u32, u32)) -> u32 {
    let live = blocks.live_at_ends(code, frame, results);
    let mut next = frame;
    for &pc in pcs {
        let block = blocks.block_of(pc);
        if next + 3 <= frame + MAX_RENAMED {
            next += rename(blocks, code, pc as usize, &live[block as usize], next);
        }
    }
    next
}

/// Which instructions stay; those with other ones in their place have no `Ext` any more.
fn kept(before: &[Op], code: &[Op], fates: &[Fate]) -> Vec<bool> {
    let mut keep = vec![true; code.len()];
    let mut pc = 0;
    while pc < code.len() {
        let n = 1 + ext_count(code[pc]);
        if fates[pc] == Fate::Goes {
            keep[pc..pc + n].fill(false);
        }
        pc += n;
        while pc < code.len() && code[pc] == (Op::Nop {}) && before[pc] != (Op::Nop {}) {
            keep[pc] = false;
            pc += 1;
        }
    }
    keep
}
