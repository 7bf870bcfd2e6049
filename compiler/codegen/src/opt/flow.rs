//! The function under optimisation: its control flow, its frame, and the liveness of its slots.
//!
//! In contrast to the liveness of finished functions ([`minigo_bytecode::liveness`]), this analysis ignores
//! instructions that will be removed. The code is not finished: where the width of an operand is not known yet, the
//! operand counts as reading all slots.

use crate::opt::{InstructionDisposition, NamedSlots};
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::blocks::Blocks;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::{Effects, Op};
use minigo_bytecode::uses::ext_at;
use minigo_syntax::hash::HashMap;

/// The control flow and the frame of a function.
pub(crate) struct Flow {
    pub(crate) blocks: Blocks,
    /// The number of slots of the frame. At a return the first slots contain the results.
    pub(crate) frame_slots: u32,
    result_slots: u32,
    /// The number of argument slots of each call, by the call's pc; absent where it is not known.
    argument_slot_counts: HashMap<usize, u32>,
}

impl Flow {
    /// Builds the control flow of the assembler's code. [`optimise`](super::optimise) describes the other parameters.
    pub(crate) fn of(
        asm: &Assembler,
        frame: u32,
        results: u32,
        arguments: HashMap<usize, u32>,
    ) -> Self {
        Self {
            blocks: Blocks::of(asm.code(), &asm.jump_targets()),
            frame_slots: frame,
            result_slots: results,
            argument_slot_counts: arguments,
        }
    }

    /// The first slot and the number of slots of the arguments of the call at `pc`, whose window begins at `win`.
    pub(crate) fn argument_slots(&self, pc: usize, win: u32) -> (u32, u32) {
        (win, self.argument_slot_counts.get(&pc).copied().unwrap_or(u32::from(u16::MAX)))
    }

    /// The slots that are live at the end of each block.
    pub(crate) fn live_at_block_ends(&self, code: &[Op]) -> Vec<Vec<u64>> {
        let mut fates = vec![InstructionDisposition::Keep; code.len()];
        let live = self.mark_dead_instructions(code, &mut fates, &[]);
        let at_end = |block: u32| {
            let mut set = vec![0; self.words_per_set()];
            self.join_successors(block, &live, &mut set);
            set
        };
        (0..self.blocks.len() as u32).map(at_end).collect()
    }

    fn words_per_set(&self) -> usize {
        self.frame_slots as usize / 64 + 1
    }

    fn join_successors(&self, block: u32, live: &[Vec<u64>], set: &mut [u64]) {
        for &next in self.blocks.successors(block) {
            set.iter_mut().zip(&live[next as usize]).for_each(|(to, from)| *to |= from);
        }
    }

    /// Marks the removable instructions whose results are dead. A variable counts as read where its scope begins;
    /// `named` has the variables in that order. Returns the slots that are live at the beginning of each block.
    pub(crate) fn mark_dead_instructions(
        &self,
        code: &[Op],
        fates: &mut [InstructionDisposition],
        named: &[NamedSlots],
    ) -> Vec<Vec<u64>> {
        let passes = self.instruction_effects(code, named);
        let mut live = vec![vec![0_u64; self.words_per_set()]; self.blocks.len()];
        let mut set = vec![0_u64; self.words_per_set()];
        let mut last = false;
        loop {
            let mut changed = false;
            for &block in self.blocks.order().iter().rev() {
                set.fill(0);
                self.join_successors(block, &live, &mut set);
                for pass in passes.of_block(block) {
                    pass.transfer_liveness_backward(fates, &mut set, last);
                }
                let old = &mut live[block as usize];
                changed |= *old != set;
                old.copy_from_slice(&set);
            }
            if last {
                return live;
            }
            last = !changed;
        }
    }

    /// Precomputes the effect of each instruction on the live set, because the iteration visits all instructions
    /// several times.
    fn instruction_effects(&self, code: &[Op], named: &[NamedSlots]) -> InstructionEffects {
        let words = self.words_per_set();
        let mut passes = InstructionEffects {
            words_per_set: words,
            pcs: Vec::with_capacity(code.len()),
            slot_sets: Vec::with_capacity(code.len() * 3 * words),
            block_ends: Vec::with_capacity(self.blocks.len()),
        };
        for block in 0..self.blocks.len() as u32 {
            let (mut pc, end) = self.blocks.range(block);
            while pc < end {
                let at = passes.slot_sets.len();
                passes.pcs.push(pc as u32);
                passes.slot_sets.resize(at + 3 * words, 0);
                let sets = &mut passes.slot_sets[at..];
                self.add_accessed_slots(code, pc, sets.split_at_mut(words));
                let first = named.partition_point(|var| (var.from_pc as usize) < pc);
                for var in named[first..].iter().take_while(|var| var.from_pc as usize == pc) {
                    add_slots(&mut sets[2 * words..], var.slot, var.slot + var.width);
                }
                pc += 1 + code[pc].ext_count();
            }
            passes.block_ends.push(passes.pcs.len() as u32);
        }
        passes
    }

    /// Adds to `dead` the slots that the instruction at `pc` writes, and to `live` the slots that it reads.
    fn add_accessed_slots(&self, code: &[Op], pc: usize, (dead, live): (&mut [u64], &mut [u64])) {
        let (op, frame) = (code[pc], self.frame_slots);
        op.operands(|operand| match operand {
            Use::Write(Slot(s), n) => add_slots(dead, u32::from(s), u32::from(s) + n),
            Use::Read(Slot(s), 0) => add_slots(live, u32::from(s), frame),
            Use::Read(Slot(s), n) => add_slots(live, u32::from(s), u32::from(s) + n),
            Use::Update(Slot(s)) => add_slots(live, u32::from(s), u32::from(s) + 1),
            Use::Window(Slot(s)) => {
                add_slots(dead, u32::from(s.saturating_sub(HEADER_SLOTS)), frame);
                let (from, n) = self.argument_slots(pc, s.into());
                add_slots(live, from, (from + n).min(frame));
            }
            Use::Select(_) => add_slots(live, 0, frame),
            _ => {}
        });
        if op.effects().has(Effects::RETURNS) {
            add_slots(live, 0, self.result_slots);
        }
        if touches_unnamed_slots(op) {
            add_slots(live, 0, frame);
        }
        if op.reads_ext() {
            let slot = u32::from(ext_at(code, pc, 1).0);
            add_slots(live, slot, slot + 1);
        }
    }
}

/// The effects of all instructions on the set of live slots, in a backward pass.
struct InstructionEffects {
    /// The number of words of a set.
    words_per_set: usize,
    /// The pcs of the instructions.
    pcs: Vec<u32>,
    /// Three sets for each instruction: the slots that it writes, the slots that it reads, and the slots of variables
    /// whose scopes begin at it.
    slot_sets: Vec<u64>,
    /// For each block, the index one past its last instruction.
    block_ends: Vec<u32>,
}

/// The effect of one instruction on the set of live slots.
struct InstructionEffect<'p> {
    pc: usize,
    dead_slots: &'p [u64],
    live_slots: &'p [u64],
    scope_start_slots: &'p [u64],
}

impl InstructionEffects {
    /// The instructions of a block, the last one first.
    fn of_block(&self, block: u32) -> impl Iterator<Item = InstructionEffect<'_>> {
        let ends = &self.block_ends;
        let from = block.checked_sub(1).map_or(0, |before| ends[before as usize]) as usize;
        let to = ends[block as usize] as usize;
        let words = self.words_per_set;
        let sets = self.slot_sets[from * 3 * words..to * 3 * words].chunks_exact(3 * words);
        self.pcs[from..to].iter().zip(sets).rev().map(move |(&pc, sets)| {
            let (dead, rest) = sets.split_at(words);
            let (live, always) = rest.split_at(words);
            InstructionEffect {
                pc: pc as usize,
                dead_slots: dead,
                live_slots: live,
                scope_start_slots: always,
            }
        })
    }
}

impl InstructionEffect<'_> {
    /// Updates `set` from the slots that are live after the instruction to those that are live before it. A dead
    /// instruction changes nothing; the last iteration marks it for removal.
    fn transfer_liveness_backward(
        &self,
        fates: &mut [InstructionDisposition],
        set: &mut [u64],
        last: bool,
    ) {
        let fate = &mut fates[self.pc];
        let removable = *fate == InstructionDisposition::Removable;
        let dead =
            removable && set.iter().zip(self.dead_slots).all(|(set, written)| set & written == 0);
        if *fate == InstructionDisposition::Remove || dead {
            if last {
                *fate = InstructionDisposition::Remove;
            }
        } else {
            for (word, set) in set.iter_mut().enumerate() {
                *set = *set & !self.dead_slots[word] | self.live_slots[word];
            }
        }
        set.iter_mut().zip(self.scope_start_slots).for_each(|(set, always)| *set |= always);
    }
}

/// Reports whether an instruction accesses slots that its operands do not name: bytes of the frame, with a length in
/// the instruction's `Ext`.
pub(crate) fn touches_unnamed_slots(op: Op) -> bool {
    op.effects().has(Effects::SLOT_PARTS) && op.effects().has(Effects::ANY_EFFECT_BUT_POINTERS)
}

/// Adds the slots from `from` up to `to` to a set; slots beyond the set's size are ignored.
fn add_slots(set: &mut [u64], from: u32, to: u32) {
    for (word, set) in (0_u32..).step_by(64).zip(set) {
        let (from, to) = (from.max(word), to.min(word + 64));
        if from < to {
            *set |= (u64::MAX >> (64 - (to - from))) << (from - word);
        }
    }
}
