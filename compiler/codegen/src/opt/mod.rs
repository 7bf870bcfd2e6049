//! Passes over the bytecode of one function, after the one-pass generator, whose temporaries know nothing of each
//! other. They know nothing of Go: what instructions do they take from the table ([`class`]).
//!
//! 1. [`gvn`]: global value numbering finds instructions whose value some slot holds already.
//! 2. [`rename`]: a result that would overwrite a value that is computed again later gets slots of its own; then 1
//!    again.
//! 3. [`copy_propagation`], during 1: operands that are copies become what they are copies of.
//! 4. [`dce`]: dead-code elimination takes out instructions whose results are dead.
//! 5. [`coalesce`]: moves beside each other become one.
//!
//! [`beside`] runs them on a second thread, if the program is large.
//!
//! They run on functions with loops only: elsewhere there is little to win. An instruction that may panic is left out
//! only where the same one has been executed on every way to it. Named variables keep their values in their scopes, for
//! debuggers and reports. Functions that defer stay as they are: any call in them may lead to their end.

pub(crate) mod beside;
mod class;
mod coalesce;
mod copy_propagation;
mod dce;
mod flow;
mod gvn;
pub(crate) mod passes;
mod rename;

use crate::opt::coalesce::coalesce_moves;
use crate::opt::dce::{eliminate_dead_code, keeps_variable};
use crate::opt::flow::Flow;
use crate::opt::gvn::Numbering;
use crate::opt::passes::{Pass, Passes};
use crate::opt::rename::rename;
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::func::MAX_FRAME_SLOTS;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::ext;
use minigo_syntax::hash::HashMap;

/// Longer functions are left as they are.
const MAX_CODE: usize = 4_000;

/// So are those with more slots times blocks: the state at the end of each block has all slots.
const MAX_STATE: usize = 300_000;

/// Renaming widens a frame by at most this many slots.
const MAX_RENAMED: u32 = 12;

/// What becomes of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Fate {
    /// It stays.
    #[default]
    Keep,
    /// It is removed if its result is dead.
    Removable,
    /// It is removed if its result is dead, which is a copy of these slots.
    CopyOf(Slot),
    /// It is removed.
    Remove,
}

/// The slots of a named variable, and the instructions that are in its scope.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) slot: u32,
    pub(crate) width: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// Optimises a function's code, whose frame has `frame` slots, of which `results` hold the results when it returns.
/// `arguments` has the slots of the arguments of calls, by where the calls are. With `keeps_loads`, loads stay whose
/// result is dead. Returns how many slots the frame has then.
pub(crate) fn optimise(
    asm: &mut Assembler,
    (frame, results): (u32, u32),
    mut named: Vec<Named>,
    arguments: HashMap<usize, u32>,
    keeps_loads: bool,
    passes: Passes,
) -> u32 {
    let mut flow = Flow::of(asm, frame, results, arguments);
    if flow.blocks.len() * frame as usize > MAX_STATE {
        return frame;
    }
    let mut numbering = Numbering::of(asm.code().to_vec(), &flow, passes);
    if passes.has(Pass::Renaming)
        && let Some(code) = rename_clobbering(asm, &mut flow, &mut numbering, &named)
    {
        numbering = Numbering::of(code, &flow, passes);
        numbering.found = true;
    }
    let Numbering { mut code, mut fates, mut found, .. } = numbering;
    if found && passes.has(Pass::DeadCode) {
        named.sort_unstable_by_key(|var| var.from);
        eliminate_dead_code(&flow, &mut code, &mut fates, &named, keeps_loads);
    }
    found |= passes.has(Pass::Coalescing) && coalesce_moves(&flow.blocks, &mut code, &mut fates);
    if found {
        let keep = kept(asm.code(), &code, &fates);
        asm.replace(code, &keep);
    }
    flow.frame
}

/// Whether the passes look at the function.
pub(crate) fn can_be_optimised(asm: &Assembler) -> bool {
    asm.code().len() <= MAX_CODE && asm.has_backward_jump()
}

/// The slots of the arguments of calls, by where the calls are: what `arguments` tells from the instruction and the
/// first operand of its `Ext`.
pub(crate) fn arguments_of(
    code: &[Op],
    arguments: impl Fn(Op, u16) -> Option<u32>,
) -> HashMap<usize, u32> {
    let mut known = HashMap::default();
    let mut pc = 0;
    while pc < code.len() {
        if let Some(n) = arguments(code[pc], ext(code, pc, 1).0) {
            known.insert(pc, n);
        }
        pc += 1 + code[pc].ext_count();
    }
    known
}

/// Gives the definitions that overwrite values which are computed again later slots of their own, and widens the frame
/// for them. None if nothing could be renamed.
fn rename_clobbering(
    asm: &Assembler,
    flow: &mut Flow,
    numbering: &mut Numbering,
    named: &[Named],
) -> Option<Vec<Op>> {
    let mut clobbering = std::mem::take(&mut numbering.clobbering_defs);
    if clobbering.is_empty() || flow.frame + MAX_RENAMED >= MAX_FRAME_SLOTS {
        return None;
    }
    clobbering.sort_unstable();
    clobbering.dedup();
    let mut code = asm.code().to_vec();
    clobbering.retain(|&pc| !keeps_variable(&flow.blocks, &code, pc, named));
    let live = flow.live_at_ends(&code);
    let mut next = flow.frame;
    for &pc in &clobbering {
        let block = flow.blocks.block_of(pc);
        if next + 3 <= flow.frame + MAX_RENAMED {
            next += rename(flow, &mut code, pc as usize, &live[block as usize], next);
        }
    }
    let wider = next > flow.frame;
    flow.frame = next;
    wider.then_some(code)
}

/// Which instructions stay. Of one that was replaced by a move the `Ext` goes.
fn kept(before: &[Op], code: &[Op], fates: &[Fate]) -> Vec<bool> {
    let mut keep = vec![true; code.len()];
    let mut pc = 0;
    while pc < code.len() {
        let n = 1 + code[pc].ext_count();
        if fates[pc] == Fate::Remove {
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
