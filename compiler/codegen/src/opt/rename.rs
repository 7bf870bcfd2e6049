//! Register renaming: a result that would overwrite a value which is computed again later gets slots of its own.
//!
//! [`gvn`](super::gvn) finds such results: the one-pass generator gives a temporary's slot to the next temporary. Only
//! a result that begins and ends within one block is renamed, with no call in between, since the new slots lie above
//! all windows of calls.

use crate::invariant::OrBrokenInvariant;
use crate::opt::flow::{Flow, touches_unnamed_slots};
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::operand::{Slot, Use, Wide};
use minigo_bytecode::ops::{Effects, Op};
use minigo_bytecode::uses::ext_at;

/// The slots of a result.
#[derive(Clone, Copy)]
struct SlotRange {
    first_slot: u32,
    slot_count: u32,
}

/// The accesses of an instruction to the slots of a result.
#[derive(Default)]
struct SlotAccesses {
    is_read: bool,
    /// Whether an access requires the slots to stay in place.
    needs_fixed_slots: bool,
    /// The set of the result's slots that the instruction writes.
    written_bits: u64,
    is_call: bool,
}

impl SlotRange {
    /// The slots of this range that are among the `n` slots from `from` on, as bits.
    fn overlap_bits(self, from: u32, n: u32) -> u64 {
        let mut bits = 0;
        for i in 0..self.slot_count {
            let slot = self.first_slot + i;
            bits |= u64::from(slot >= from && slot - from < n) << i;
        }
        bits
    }

    fn covers(self, from: u32, n: u32) -> bool {
        n > 0 && self.first_slot <= from && from + n <= self.first_slot + self.slot_count
    }

    /// The accesses of the instruction at `pc` to those slots of the range that are in `held`.
    fn accesses_at(self, flow: &Flow, code: &[Op], pc: usize, held: u64) -> SlotAccesses {
        let op = code[pc];
        let mut touch = SlotAccesses::default();
        let read = |touch: &mut SlotAccesses, s: u32, n: u32| {
            let part = self.overlap_bits(s, n);
            if part & held != 0 {
                touch.is_read = true;
                touch.needs_fixed_slots |= !self.covers(s, n) || part & !held != 0;
            }
        };
        op.operands(|operand| match operand {
            Use::Read(Slot(s), 0) => {
                touch.needs_fixed_slots |= self.overlap_bits(s.into(), u32::MAX) & held != 0;
            }
            Use::Read(Slot(s), n) => read(&mut touch, s.into(), n),
            Use::Write(Slot(s), 0) => {
                touch.needs_fixed_slots |= self.overlap_bits(s.into(), u32::MAX) & held != 0;
            }
            Use::Write(Slot(s), n) => touch.written_bits |= self.overlap_bits(s.into(), n),
            Use::Update(Slot(s)) => {
                touch.needs_fixed_slots |= self.overlap_bits(s.into(), 1) & held != 0;
            }
            Use::Window(Slot(s)) => {
                let (from, n) = flow.argument_slots(pc, s.into());
                touch.is_call = true;
                touch.needs_fixed_slots |= self.overlap_bits(from, n) & held != 0;
                touch.written_bits |=
                    self.overlap_bits(s.saturating_sub(HEADER_SLOTS).into(), u32::MAX);
            }
            Use::Select(_) => touch.needs_fixed_slots = true,
            _ => {}
        });
        let effects = op.effects();
        if effects.has(Effects::RETURNS) || touches_unnamed_slots(op) {
            touch.needs_fixed_slots = true;
        } else if effects.has(Effects::SLOT_PARTS) {
            touch.needs_fixed_slots |= touch.is_read;
        } else if op.reads_ext() {
            read(&mut touch, ext_at(code, pc, 1).0.into(), 1);
        }
        touch
    }

    /// The slot of an operand after its range is moved to `to`; `None` if the range does not contain the operand.
    fn moved_operand(self, slot: u16, n: u32, to: u32) -> Option<u16> {
        self.covers(slot.into(), n).then(|| (u32::from(slot) - self.first_slot + to) as u16)
    }
}

/// Moves the result of the instruction at `pc` to the slots from `to` on; the slots in `live` are live at the end of
/// the block. Returns the number of slots taken, 0 if the result cannot be moved.
pub(crate) fn rename_result_slots(
    flow: &Flow,
    code: &mut [Op],
    pc: usize,
    live: &[u64],
    to: u32,
) -> u32 {
    let mut result = None;
    code[pc].operands(|operand| {
        if let Use::Write(Slot(s), n) = operand {
            result = Some(SlotRange { first_slot: s.into(), slot_count: n });
        }
    });
    let Some(range) = result.filter(|range| range.slot_count <= 3) else { return 0 };
    let (_, end) = flow.blocks.range(flow.blocks.block_of(pc as u32));
    let mut uses = Vec::new();
    let (mut called, mut held) = (false, (1 << range.slot_count) - 1);
    let mut at = pc + 1 + code[pc].ext_count();
    while at < end && held != 0 {
        let touch = range.accesses_at(flow, code, at, held);
        if touch.needs_fixed_slots || touch.is_read && called {
            return 0;
        }
        if touch.is_read {
            uses.push(at);
        }
        held &= !touch.written_bits;
        called |= touch.is_call;
        at += 1 + code[at].ext_count();
    }
    let is_live = |slot: u32| live[slot as usize / 64] >> (slot % 64) & 1 != 0;
    if (0..range.slot_count).any(|i| held >> i & 1 != 0 && is_live(range.first_slot + i)) {
        return 0;
    }
    move_operands(code, pc, range, to, true);
    for at in uses {
        move_operands(code, at, range, to, false);
    }
    range.slot_count
}

/// Moves the result (`result`) or the operands of an instruction that are in `range` to the slots from `to` on.
fn move_operands(code: &mut [Op], pc: usize, range: SlotRange, to: u32, result: bool) {
    let op = code[pc];
    let (mut bits, mut shift) = (op.to_bits(), 0);
    op.operands(|operand| {
        shift += 16;
        let moved = match operand {
            Use::Read(Slot(s), n) if !result => range.moved_operand(s, n, to),
            Use::Write(Slot(s), n) if result => range.moved_operand(s, n, to),
            _ => None,
        };
        if let Some(slot) = moved {
            bits = bits & !(0xffff << shift) | u64::from(slot) << shift;
        }
    });
    code[pc] = Op::from_bits(bits).or_broken_invariant("the opcode has not changed");
    if !result && op.reads_ext() {
        let (a, b) = ext_at(code, pc, 1);
        if let Some(a) = range.moved_operand(a, 1, to) {
            code[pc + 1] = Op::Ext { a, b: Wide::new(b) };
        }
    }
}
