//! Passes over the bytecode of one function, after the one-pass generator, which does not reuse values between
//! expressions. The passes know nothing of Go: they know instructions only from the instruction table
//! ([`instruction_class`]).
//!
//! 1. [`gvn`]: global value numbering finds instructions whose value some slot already contains.
//! 2. [`rename`]: a result that would overwrite a value which is computed again later gets slots of its own; pass 1 is
//!    repeated after that.
//! 3. [`copy_propagation`], during pass 1: operands that are copies are replaced by the originals.
//! 4. [`dce`]: dead-code elimination removes instructions whose results are dead.
//! 5. [`coalesce`]: adjacent moves are combined into one.
//!
//! [`background`] runs the passes on a second thread if the program is large.
//!
//! The passes run only on functions with loops: other functions gain little. An instruction that may panic is removed
//! only if the same instruction has been executed on every path to it. Named variables keep their values in their
//! scopes, for debuggers and reports. Functions that defer are not optimised: after a recovered panic in any of their
//! calls, execution continues at their end.

pub(crate) mod background;
mod coalesce;
mod copy_propagation;
mod dce;
mod flow;
mod gvn;
mod instruction_class;
pub(crate) mod passes;
mod rename;

use crate::opt::coalesce::coalesce_moves;
use crate::opt::dce::{eliminate_dead_code, may_hold_variable};
use crate::opt::flow::Flow;
use crate::opt::gvn::Numbering;
use crate::opt::passes::{Pass, Passes};
use crate::opt::rename::rename_result_slots;
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::func::MAX_FRAME_SLOTS;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::ext_at;
use minigo_syntax::hash::HashMap;

/// Functions with more instructions are not optimised.
const MAX_INSTRUCTIONS: usize = 4_000;

/// Functions with a larger product of slots and blocks are not optimised: the analysis stores all slots at the end of
/// each block.
const MAX_ANALYSIS_SLOTS: usize = 300_000;

/// The maximal number of slots that renaming adds to a frame.
const MAX_RENAMED_SLOTS: u32 = 12;

/// Whether the optimiser keeps, replaces or removes an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum InstructionDisposition {
    /// The instruction is kept.
    #[default]
    Keep,
    /// The instruction is removed if its result is dead.
    Removable,
    /// The instruction is removed if its result is dead; the result is a copy of these slots.
    CopyOf(Slot),
    /// The instruction is removed.
    Remove,
}

/// The slots of a named variable, and the range of instructions in its scope.
#[derive(Debug)]
pub(crate) struct NamedSlots {
    pub(crate) slot: u32,
    pub(crate) width: u32,
    pub(crate) from_pc: u32,
    pub(crate) to_pc: u32,
}

/// Optimises a function's code. The frame has `frame` slots, of which `results` contain the results at a return.
/// `arguments` has the number of argument slots of each call, by the call's pc. With `keeps_loads`, loads whose result
/// is dead are kept. Returns the new number of slots of the frame.
pub(crate) fn optimise(
    asm: &mut Assembler,
    (frame, results): (u32, u32),
    mut named: Vec<NamedSlots>,
    arguments: HashMap<usize, u32>,
    keeps_loads: bool,
    passes: Passes,
) -> u32 {
    let mut flow = Flow::of(asm, frame, results, arguments);
    if flow.blocks.len() * frame as usize > MAX_ANALYSIS_SLOTS {
        return frame;
    }
    let mut numbering = Numbering::of(asm.code().to_vec(), &flow, passes);
    if passes.has(Pass::Renaming)
        && let Some(code) = rename_clobbering_defs(asm, &mut flow, &mut numbering, &named)
    {
        numbering = Numbering::of(code, &flow, passes);
        numbering.has_changes = true;
    }
    let Numbering { mut code, dispositions: mut fates, has_changes: mut found, .. } = numbering;
    if found && passes.has(Pass::DeadCode) {
        named.sort_unstable_by_key(|var| var.from_pc);
        eliminate_dead_code(&flow, &mut code, &mut fates, &named, keeps_loads);
    }
    found |= passes.has(Pass::Coalescing) && coalesce_moves(&flow.blocks, &mut code, &mut fates);
    if found {
        let keep = kept_instructions(asm.code(), &code, &fates);
        asm.replace(code, &keep);
    }
    flow.frame_slots
}

/// Reports whether the passes run on the function.
pub(crate) fn can_be_optimised(asm: &Assembler) -> bool {
    asm.code().len() <= MAX_INSTRUCTIONS && asm.has_backward_jump()
}

/// The number of argument slots of each call, by pc; `arguments` computes it from the instruction and the first operand
/// of its `Ext`.
pub(crate) fn argument_slot_counts(
    code: &[Op],
    arguments: impl Fn(Op, u16) -> Option<u32>,
) -> HashMap<usize, u32> {
    let mut known = HashMap::default();
    let mut pc = 0;
    while pc < code.len() {
        if let Some(n) = arguments(code[pc], ext_at(code, pc, 1).0) {
            known.insert(pc, n);
        }
        pc += 1 + code[pc].ext_count();
    }
    known
}

/// Gives slots of their own to the instructions that overwrite values which are computed again later, and widens the
/// frame. Returns `None` if nothing could be renamed.
fn rename_clobbering_defs(
    asm: &Assembler,
    flow: &mut Flow,
    numbering: &mut Numbering,
    named: &[NamedSlots],
) -> Option<Vec<Op>> {
    let mut clobbering = std::mem::take(&mut numbering.clobbering_defs);
    if clobbering.is_empty() || flow.frame_slots + MAX_RENAMED_SLOTS >= MAX_FRAME_SLOTS {
        return None;
    }
    clobbering.sort_unstable();
    clobbering.dedup();
    let mut code = asm.code().to_vec();
    clobbering.retain(|&pc| !may_hold_variable(&flow.blocks, &code, pc, named));
    let live = flow.live_at_block_ends(&code);
    let mut next = flow.frame_slots;
    for &pc in &clobbering {
        let block = flow.blocks.block_of(pc);
        if next + 3 <= flow.frame_slots + MAX_RENAMED_SLOTS {
            next += rename_result_slots(flow, &mut code, pc as usize, &live[block as usize], next);
        }
    }
    let wider = next > flow.frame_slots;
    flow.frame_slots = next;
    wider.then_some(code)
}

/// For each instruction, whether the new code contains it. If an instruction was replaced by a move, its `Ext` is
/// removed.
fn kept_instructions(before: &[Op], code: &[Op], fates: &[InstructionDisposition]) -> Vec<bool> {
    let mut keep = vec![true; code.len()];
    let mut pc = 0;
    while pc < code.len() {
        let n = 1 + code[pc].ext_count();
        if fates[pc] == InstructionDisposition::Remove {
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
