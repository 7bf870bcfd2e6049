//! The control flow of a function as the translator needs it: the instructions, the targets of jumps, the loops, and
//! the points at which compiled code can be entered.

use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::visit_jumps;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The control flow of a function.
pub(crate) struct ControlFlowInfo {
    /// The index of each instruction.
    pub(crate) op_indices: Vec<usize>,
    /// The first instruction of each block.
    pub(crate) leaders: BTreeSet<usize>,
    /// The instructions, besides the first, at which the interpreter can enter compiled code, with their entry numbers.
    pub(crate) entries: BTreeMap<usize, usize>,
    /// The range of each loop, from its head to behind its backward jump.
    pub(crate) loops: Vec<Range<usize>>,
}

impl ControlFlowInfo {
    /// Analyses `code`; `more` are entries in addition to the heads of loops.
    pub(crate) fn of(code: &[Op], recover_pc: Option<u32>, more: &[u32]) -> Self {
        let mut places = Vec::new();
        let mut leaders = BTreeSet::from([0]);
        let mut loops = Vec::new();
        let mut pc = 0;
        while pc < code.len() {
            places.push(pc);
            let next = next_pc(code, pc);
            if let Some(to) = jump_target(code, pc) {
                leaders.extend([to, next]);
                if to <= pc {
                    loops.push(to..next);
                }
            }
            if code[pc].ends_control_flow() {
                leaders.insert(next);
            }
            pc = next;
        }
        leaders.extend(recover_pc.map(|pc| pc as usize));
        let heads = loops.iter().map(|l| l.start);
        let more = more.iter().map(|&pc| pc as usize);
        let wanted: BTreeSet<usize> = heads.chain(more).filter(|&pc| can_enter(code, pc)).collect();
        leaders.extend(&wanted);
        let entries = wanted.into_iter().zip(0..).collect();
        Self { op_indices: places, leaders, entries, loops }
    }

    /// Reports whether an instruction is part of a loop.
    pub(crate) fn in_loop(&self, pc: usize) -> bool {
        self.loops.iter().any(|l| l.contains(&pc))
    }
}

/// Reports whether compiled code can be entered at `pc`. A call of a native function that needs complete frames is
/// repeated by the interpreter, which must not re-enter compiled code for it.
fn can_enter(code: &[Op], pc: usize) -> bool {
    pc != 0 && code.get(pc).is_some_and(|op| !matches!(op, Op::CallNative { .. } | Op::Ext { .. }))
}

/// The index behind an instruction and its `Ext`s.
pub(crate) fn next_pc(code: &[Op], pc: usize) -> usize {
    pc + 1 + code[pc].ext_count()
}

/// The target of an instruction's jump: no instruction has two.
pub(crate) fn jump_target(code: &[Op], pc: usize) -> Option<usize> {
    let mut to = None;
    visit_jumps(code, pc, |at| to = usize::try_from(at).ok());
    to
}
