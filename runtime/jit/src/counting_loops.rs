//! Counting loops, whose counters tell how many iterations they have made.

use crate::Unit;
use crate::control_flow::{ControlFlowInfo, next_pc};
use crate::slot_kinds::SlotKind;
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::{Effects, Op};
use minigo_bytecode::uses::uses_of;
use std::collections::BTreeMap;
use std::ops::Range;

/// A loop that counts by one, in which no other instruction takes from the budget, or writes the counter or its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CountingLoop {
    /// The loop's first instruction.
    loop_head: usize,
    pub(crate) slot: Slot,
    pub(crate) limit: Limit,
    /// The elements of slices of slices that stay the same in all iterations: they are loaded before the
    /// first iteration.
    pub(crate) rows: [Option<Row>; MAX_ROWS],
}

/// The most rows of a loop.
pub(crate) const MAX_ROWS: usize = 2;

/// An element of a slice of slices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) slice: Slot,
    pub(crate) index: Slot,
}

/// The condition for another iteration: the counter is below, or at most, a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    Below(Slot),
    BelowImm(i16),
    At(Slot),
}

/// The counter of each block in a counting loop.
pub(crate) fn find_counting_loops(
    unit: &Unit<'_>,
    shape: &ControlFlowInfo,
    kinds: &[SlotKind],
) -> BTreeMap<usize, CountingLoop> {
    let mut found = BTreeMap::new();
    for range in &shape.loops {
        let Some(counter) = find_counting_loop(unit, shape, range) else { continue };
        if kinds.get(usize::from(counter.slot.0)) == Some(&SlotKind::Int) {
            found.extend(shape.leaders.range(range.clone()).map(|&leader| (leader, counter)));
        }
    }
    found
}

fn find_counting_loop(
    unit: &Unit<'_>,
    shape: &ControlFlowInfo,
    range: &Range<usize>,
) -> Option<CountingLoop> {
    let code = unit.code();
    let places = || shape.op_indices.iter().copied().filter(|pc| range.contains(pc));
    let last = places().next_back().filter(|&pc| next_pc(code, pc) == range.end)?;
    let (slot, limit) = match code[last] {
        Op::ForLt { i, n, .. } => (i, Limit::Below(n)),
        Op::ForLe { i, n, .. } => (i, Limit::At(n)),
        Op::ForLtImm { i, imm, .. } => (i, Limit::BelowImm(imm)),
        _ => return None,
    };
    let is_fixed = |pc: usize| match limit {
        Limit::Below(n) | Limit::At(n) => !writes_slot(unit, pc, n),
        Limit::BelowImm(_) => true,
    };
    let spends = Effects::TAKES_BUDGET.or(Effects::ALLOCATES).or(Effects::ANY_EFFECT_BUT_POINTERS);
    let is_simple =
        |pc: usize| !code[pc].effects().has(spends) && !writes_slot(unit, pc, slot) && is_fixed(pc);
    let simple = is_fixed(last) && places().all(|pc| pc == last || is_simple(pc));
    let head = range.start;
    simple.then(|| CountingLoop {
        loop_head: head,
        slot,
        limit,
        rows: find_rows(unit, shape, range),
    })
}

/// The rows of a loop of one block, all of whose instructions run in every iteration; none if an instruction changes
/// memory.
fn find_rows(
    unit: &Unit<'_>,
    shape: &ControlFlowInfo,
    range: &Range<usize>,
) -> [Option<Row>; MAX_ROWS] {
    let code = unit.code();
    let places = || shape.op_indices.iter().copied().filter(|pc| range.contains(pc));
    let mut found = [None; MAX_ROWS];
    let reads_only = places().all(|pc| !code[pc].effects().has(Effects::WRITES));
    if !reads_only || shape.leaders.range(range.clone()).count() > 1 {
        return found;
    }
    let stays = |slot: Slot| places().all(|pc| !writes_slot(unit, pc, slot));
    for pc in places() {
        let Op::IndexIndex64 { x, i, .. } = code[pc] else { continue };
        let row = Row { slice: x, index: i };
        if [x, Slot(x.0 + 1), i].into_iter().all(stays)
            && !found.contains(&Some(row))
            && let Some(free) = found.iter_mut().find(|known| known.is_none())
        {
            *free = Some(row);
        }
    }
    found
}

/// Reports whether an instruction may write a slot.
fn writes_slot(unit: &Unit<'_>, pc: usize, slot: Slot) -> bool {
    let mut writes = false;
    uses_of(unit.tables, unit.types, unit.code(), pc, |operand| {
        writes |= match operand {
            Use::Write(first, n) => {
                let first = u32::from(first.0);
                (first..first + n).contains(&slot.0.into())
            }
            Use::Update(to) => to == slot,
            Use::Window(from) => from.0.saturating_sub(2) <= slot.0,
            _ => false,
        };
    });
    writes
}
