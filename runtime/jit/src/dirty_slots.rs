//! The slots that may be newer in registers than in the frame, and the instructions that are translated at all: a
//! forward analysis to a fixed point.
//!
//! The analysis errs towards "newer": storing a slot twice is harmless.

use crate::Unit;
use crate::abi::{REGISTER_ARGS, REGISTER_RESULTS};
use crate::control_flow::{ControlFlowInfo, jump_target};
use crate::slot_set::SlotSet;
use minigo_bytecode::operand::Use;
use minigo_bytecode::uses::uses_of;
use std::collections::{BTreeMap, BTreeSet};

/// The result of the analysis.
pub(crate) struct DirtySlots {
    /// The slots that may be newer in registers, at the beginning of each block.
    pub(crate) at_block_start: BTreeMap<usize, SlotSet>,
    /// The first instructions of the blocks that are translated.
    pub(crate) reached_blocks: BTreeSet<usize>,
}

impl DirtySlots {
    pub(crate) fn of(unit: &Unit<'_>, shape: &ControlFlowInfo, slots: usize) -> Self {
        let code = unit.code();
        let within = |pc: usize| !unit.loops_only || shape.in_loop(pc);
        let at = shape.leaders.iter().map(|&l| (l, SlotSet::new(slots))).collect();
        let mut this =
            Self { at_block_start: at, reached_blocks: shape.entries.keys().copied().collect() };
        if within(0) {
            this.reached_blocks.insert(0);
            let args = (unit.func.arg_slots as usize).min(REGISTER_ARGS);
            let begin = this.at_block_start.entry(0).or_insert_with(|| SlotSet::new(slots));
            (0..args).for_each(|slot| begin.insert(slot));
        }
        loop {
            let mut changed = false;
            let mut now: Option<SlotSet> = None;
            for &pc in &shape.op_indices {
                if shape.leaders.contains(&pc) {
                    if let Some(before) = &now {
                        changed |= this.flow_into(pc, before, within(pc));
                    }
                    now =
                        this.reached_blocks.contains(&pc).then(|| this.at_block_start[&pc].clone());
                }
                let Some(set) = &mut now else { continue };
                apply_op(unit, pc, set);
                if let Some(to) = jump_target(code, pc) {
                    changed |= this.flow_into(to, set, within(to));
                }
                if code[pc].ends_control_flow() {
                    now = None;
                }
            }
            if !changed {
                return this;
            }
        }
    }

    /// Records that control reaches `pc` with these slots newer; returns whether that adds information.
    fn flow_into(&mut self, pc: usize, set: &SlotSet, within: bool) -> bool {
        let grew = self.at_block_start.get_mut(&pc).is_some_and(|at| at.join(set));
        let reached = within && self.reached_blocks.insert(pc);
        grew || reached
    }
}

/// Applies the effect of the instruction at `pc` to `set`, the slots that may be newer in registers.
pub(crate) fn apply_op(unit: &Unit<'_>, pc: usize, set: &mut SlotSet) {
    uses_of(unit.tables, unit.types, unit.code(), pc, |operand| match operand {
        Use::Write(slot, n) => (0..n as usize).for_each(|i| set.insert(usize::from(slot.0) + i)),
        Use::Update(slot) => set.insert(slot.0.into()),
        // The first results are returned in registers.
        Use::Window(slot) => {
            (0..REGISTER_RESULTS).for_each(|i| set.insert(usize::from(slot.0) + i));
        }
        _ => {}
    });
}
