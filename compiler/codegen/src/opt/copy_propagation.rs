//! Copy propagation: an operand that is a copy is replaced by the original.

use crate::invariant::OrBrokenInvariant;
use crate::opt::gvn::Numbering;
use minigo_bytecode::operand::{Slot, Use, Wide};
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::ext_at;

impl Numbering {
    /// Replaces the operands of an instruction that are copies by the originals.
    pub(crate) fn propagate_copies(&mut self, pc: usize) {
        if !self.propagates_copies {
            return;
        }
        let op = self.code[pc];
        /// The number of operands that an instruction has in addition to its opcode.
        const MAX_OPERANDS_PER_OP: usize = 3;
        let (mut reads, mut written, mut updated) = ([None; MAX_OPERANDS_PER_OP], (0, 0), None);
        let mut at = 0;
        op.operands(|operand| {
            match operand {
                Use::Read(slot, n) => reads[at] = Some((slot, n)),
                Use::Write(Slot(s), n) => written = (u32::from(s), n),
                Use::Update(slot) => updated = Some(slot),
                _ => {}
            }
            at += 1;
        });
        let mut bits = op.to_bits();
        for (at, read) in reads.into_iter().enumerate() {
            let Some((slot, n)) = read else { continue };
            let Some(original) = self.copy_source(slot, n) else { continue };
            let from = u32::from(original.0);
            // An instruction with a wide result may write it slot by slot before it has read all its operands.
            if written.1 > 1 && from < written.0 + written.1 && written.0 < from + n {
                continue;
            }
            // The instruction updates a slot of the original, perhaps before it reads this operand.
            if updated.is_some_and(|Slot(s)| (from..from + n).contains(&u32::from(s))) {
                continue;
            }
            let shift = 16 + 16 * at;
            bits = bits & !(0xffff << shift) | u64::from(original.0) << shift;
        }
        if bits != op.to_bits() {
            self.code[pc] = Op::from_bits(bits).or_broken_invariant("the opcode has not changed");
            self.has_changes = true;
        }
        self.propagate_into_ext(op, pc);
    }

    /// Replaces the slot in the `Ext` of an instruction, if it is a copy.
    fn propagate_into_ext(&mut self, op: Op, pc: usize) {
        if op.reads_ext() {
            let (a, b) = ext_at(&self.code, pc, 1);
            if let Some(original) = self.copy_source(Slot(a), 1) {
                self.code[pc + 1] = Op::Ext { a: original.0, b: Wide::new(b) };
                self.has_changes = true;
            }
        }
    }

    /// The slots of which the `n` slots from `slot` on are copies, if they still contain the value.
    fn copy_source(&self, slot: Slot, n: u32) -> Option<Slot> {
        if n == 0 || n > 3 {
            return None;
        }
        let first = self.state.slots[slot.0 as usize].copy_of?;
        let holds = (0..n as usize).all(|i| {
            let copy = self.state.slots[slot.0 as usize + i];
            let original = first as usize + i;
            copy.copy_of == Some(original as u16)
                && self.state.slots.get(original).is_some_and(|o| o.value == copy.value)
        });
        holds.then_some(Slot(first))
    }
}
