//! The kind of each slot in compiled code: in an integer register, in a float register, sometimes in one and sometimes
//! in the other, or in the frame.
//!
//! The kind affects speed only: the translator converts where an instruction needs the other kind. So the roles that
//! [`visit_roles`] reports are hints.

use crate::Unit;
use crate::control_flow::{ControlFlowInfo, jump_target, next_pc};
use crate::slot_set::SlotSet;
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::{Effects, Op, Place};
use minigo_bytecode::uses::{ext_at, uses_of};
use std::collections::BTreeMap;

/// The kind of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SlotKind {
    Int,
    Float,
    /// An integer for some instructions, a float for others.
    Both,
    /// In the frame, because instructions read or write parts of the slot.
    Memory,
}

/// The kinds of a function's slots.
#[derive(Clone)]
pub(crate) struct SlotKinds {
    pub(crate) by_slot: Vec<SlotKind>,
    /// The slots of kind `Both` that are floats at the beginning of each block.
    pub(crate) float_slots_at: BTreeMap<usize, SlotSet>,
    /// The slots of kind `Both` that are next read as floats, after each instruction; empty if there are no such slots.
    next_float_reads: Vec<SlotSet>,
}

impl SlotKinds {
    pub(crate) fn of(unit: &Unit<'_>, shape: &ControlFlowInfo, slots: usize) -> Self {
        let code = unit.code();
        let (mut ints, mut floats) = (SlotSet::new(slots), SlotSet::new(slots));
        for &pc in &shape.op_indices {
            visit_roles(code, pc, |slot, float| {
                let set = if float { &mut floats } else { &mut ints };
                set.insert(slot.0.into());
            });
        }
        let mut of: Vec<SlotKind> = (0..slots)
            .map(|slot| match (ints.contains(slot), floats.contains(slot)) {
                (false, true) => SlotKind::Float,
                (true, true) => SlotKind::Both,
                _ => SlotKind::Int,
            })
            .collect();
        for &pc in &shape.op_indices {
            visit_part_slots(code, pc, |slot| {
                if let Some(kind) = of.get_mut(slot) {
                    *kind = SlotKind::Memory;
                }
            });
        }
        let mut this =
            Self { by_slot: of, float_slots_at: BTreeMap::new(), next_float_reads: Vec::new() };
        if this.by_slot.contains(&SlotKind::Both) {
            this.find_next_reads(unit, shape, slots);
        }
        this
    }

    /// Reports whether a slot of kind `Both` is next read as a float, after the instruction at `pc`.
    pub(crate) fn is_next_read_as_float(&self, pc: usize, slot: usize) -> bool {
        self.next_float_reads.get(pc).is_some_and(|set| set.contains(slot))
    }

    fn find_next_reads(&mut self, unit: &Unit<'_>, shape: &ControlFlowInfo, slots: usize) {
        let code = unit.code();
        // Bit 2s: slot s is read as an integer; bit 2s + 1: as a float.
        let none = SlotSet::new(2 * slots + 2);
        let mut before = vec![none.clone(); code.len() + 1];
        let mut after = vec![none; code.len() + 1];
        loop {
            let mut changed = false;
            for &pc in shape.op_indices.iter().rev() {
                let mut set = after[pc].clone();
                if !code[pc].ends_control_flow() {
                    set.join(&before[next_pc(code, pc).min(code.len())]);
                }
                if let Some(to) = jump_target(code, pc) {
                    set.join(&before[to.min(code.len())]);
                }
                changed |= after[pc].join(&set);
                apply_op(unit, pc, slots, &mut set);
                changed |= before[pc].join(&set);
            }
            if !changed {
                break;
            }
        }
        let both = |slot: &usize| self.by_slot[*slot] == SlotKind::Both;
        let floats = |set: &SlotSet| {
            let mut found = SlotSet::new(slots);
            let is_float = |slot: &usize| set.contains(2 * slot + 1) && !set.contains(2 * slot);
            (0..slots).filter(both).filter(is_float).for_each(|slot| found.insert(slot));
            found
        };
        self.next_float_reads = after.iter().map(floats).collect();
        self.float_slots_at =
            shape.leaders.iter().map(|&at| (at, floats(&before[at.min(code.len())]))).collect();
    }
}

/// Turns the roles after an instruction into those before it.
fn apply_op(unit: &Unit<'_>, pc: usize, slots: usize, set: &mut SlotSet) {
    let mut reads = SlotSet::new(slots);
    let mut clear = |from: usize, n: usize| {
        for slot in from..(from + n).min(slots) {
            set.remove(2 * slot);
            set.remove(2 * slot + 1);
        }
    };
    uses_of(unit.tables, unit.types, unit.code(), pc, |operand| match operand {
        Use::Write(slot, n) => clear(slot.0.into(), n as usize),
        Use::Update(slot) => {
            clear(slot.0.into(), 1);
            reads.insert(slot.0.into());
        }
        Use::Window(slot) => clear(slot.0.saturating_sub(2).into(), slots),
        Use::Read(slot, n) => {
            let end = (usize::from(slot.0) + n as usize).min(slots);
            (slot.0.into()..end).for_each(|slot| reads.insert(slot));
        }
        _ => {}
    });
    visit_roles(unit.code(), pc, |slot, float| {
        if reads.contains(slot.0.into()) {
            set.insert(2 * usize::from(slot.0) + usize::from(float));
        }
    });
}

/// Calls `visit` with the slots of which an instruction reads or writes a part.
fn visit_part_slots(code: &[Op], pc: usize, mut visit: impl FnMut(usize)) {
    if !code[pc].effects().has(Effects::SLOT_PARTS) {
        return;
    }
    let mut operand = |operand| match operand {
        Use::Read(slot, n) => (0..n as usize).for_each(|i| visit(usize::from(slot.0) + i)),
        Use::Update(slot) => visit(slot.0.into()),
        _ => {}
    };
    let parts = |op: Op| matches!(op, Op::PartCopy { .. });
    let op = code[pc];
    if parts(op) {
        let (a, b) = ext_at(code, pc, 1);
        op.ext_operands(1, a, b, &mut operand);
        if let Op::PartCopy { off } = op {
            let (first, last) = (off.get() / 8, (off.get() + u32::from(a)).div_ceil(8));
            operand(Use::Read(Slot(first as u16), last - first));
        }
    } else {
        let kinds = op.operand_kinds();
        let mut at = 0;
        op.operands(|value| {
            use minigo_bytecode::ops::OperandKind::{ByteIn, ByteOut};
            if matches!(kinds[at], ByteIn | ByteOut) {
                operand(value);
            }
            at += 1;
        });
    }
}

/// Calls `visit` with the slots of an instruction that should be in a register of one kind, and whether that is a float
/// register. The table of instructions says which slots these are; moves, loads and stores of whole words work with
/// either kind of register.
fn visit_roles(code: &[Op], pc: usize, mut visit: impl FnMut(Slot, bool)) {
    let (op, first) = (code[pc], ext_at(code, pc, 1));
    let effects = op.effects();
    let is_zero = matches!(op, Op::LoadImm { imm, .. } if imm.get() == 0);
    // A handler reads its operands from the frame. A zero of either kind is the same word.
    if effects.has(Effects::ANY_EFFECT_BUT_POINTERS) || is_zero {
        return;
    }
    let (floats, either) =
        (effects.has(Effects::FLOAT_OPERANDS), effects.has(Effects::WORDS_IN_ANY_REGISTER));
    let mut addresses = [None; 2];
    if floats || either {
        op.visit_memory_accesses(first, |touch| addresses = address_slots(touch.place));
    }
    op.operands(|operand| {
        let (slot, n, is_float) = match operand {
            Use::Read(slot, n) if addresses.contains(&Some(slot)) => (slot, n, false),
            Use::Read(..) | Use::Write(..) if either => return,
            Use::Read(slot, n) => (slot, n, floats),
            Use::Write(slot, n) => (slot, n, effects.has(Effects::FLOAT_RESULT)),
            Use::Update(slot) => (slot, 1, effects.has(Effects::FLOAT_RESULT)),
            _ => return,
        };
        (0..n as u16).for_each(|i| visit(Slot(slot.0 + i), is_float));
    });
    if floats && op.reads_ext() {
        visit(Slot(first.0), true);
    }
}

/// The operands that make the address of an access: a pointer or a slice, and an index.
fn address_slots(place: Place) -> [Option<Slot>; 2] {
    match place {
        Place::Pointer { pointer, .. } => [Some(pointer), None],
        Place::Element { base, index, .. } | Place::RowElement { base, row_index: index, .. } => {
            [Some(base), Some(index)]
        }
        Place::HeaderElement { pointer, index, .. }
        | Place::ArrayElement { pointer, index, .. } => [Some(pointer), Some(index)],
        _ => [None; 2],
    }
}
