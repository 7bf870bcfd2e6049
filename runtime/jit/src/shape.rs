//! The control flow of a function as the translator needs it: where instructions begin, which are led to by jumps,
//! where loops begin and where compiled code can be entered.

use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::jumps;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The control flow of a function.
pub(crate) struct Shape {
    /// Where instructions begin.
    pub(crate) places: Vec<usize>,
    /// Where blocks begin.
    pub(crate) leaders: BTreeSet<usize>,
    /// Where control can come in from the interpreter, besides the beginning: the number of each.
    pub(crate) entries: BTreeMap<usize, usize>,
    /// From the head of each loop to behind the jump back.
    pub(crate) loops: Vec<Range<usize>>,
}

impl Shape {
    /// Of `code`; `more` are entries beside the heads of loops.
    pub(crate) fn of(code: &[Op], recover_pc: Option<u32>, more: &[u32]) -> Self {
        let mut places = Vec::new();
        let mut leaders = BTreeSet::from([0]);
        let mut loops = Vec::new();
        let mut pc = 0;
        while pc < code.len() {
            places.push(pc);
            let next = behind(code, pc);
            if let Some(to) = target(code, pc) {
                leaders.extend([to, next]);
                if to <= pc {
                    loops.push(to..next);
                }
            }
            if code[pc].ends() {
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
        Self { places, leaders, entries, loops }
    }

    /// Whether an instruction is a part of a loop.
    pub(crate) fn in_loop(&self, pc: usize) -> bool {
        self.loops.iter().any(|l| l.contains(&pc))
    }
}

/// Whether compiled code can be entered there. A native that wants whole frames is run again by the interpreter, which
/// must not come back here for it.
fn can_enter(code: &[Op], pc: usize) -> bool {
    pc != 0 && code.get(pc).is_some_and(|op| !matches!(op, Op::CallNative { .. } | Op::Ext { .. }))
}

/// The place behind an instruction.
pub(crate) fn behind(code: &[Op], pc: usize) -> usize {
    pc + 1 + code[pc].ext_count()
}

/// Where an instruction may jump to: no instruction has two places for it.
pub(crate) fn target(code: &[Op], pc: usize) -> Option<usize> {
    let mut to = None;
    jumps(code, pc, |at| to = usize::try_from(at).ok());
    to
}
