//! The function under optimisation: its control flow, its frame, and what of it is live.
//!
//! Unlike the liveness of finished functions ([`minigo_bytecode::liveness`]) it leaves out instructions that are to be
//! removed. Code is not finished: where a width is not known yet, everything counts as read.

use crate::opt::{Fate, Named};
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::blocks::Blocks;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::{Effects, Op};
use minigo_bytecode::uses::ext;
use minigo_syntax::hash::HashMap;

/// The control flow and the frame of a function.
pub(crate) struct Flow {
    pub(crate) blocks: Blocks,
    /// Slots of the frame, of which the first hold the results when it returns.
    pub(crate) frame: u32,
    results: u32,
    /// Slots of the arguments of calls, by where the calls are; none where it is not known.
    arguments: HashMap<usize, u32>,
}

impl Flow {
    /// Of the code that the assembler has; see [`optimise`](super::optimise) for the rest.
    pub(crate) fn of(
        asm: &Assembler,
        frame: u32,
        results: u32,
        arguments: impl Fn(Op, u16) -> Option<u32>,
    ) -> Self {
        let code = asm.code();
        let mut known = HashMap::default();
        let mut pc = 0;
        while pc < code.len() {
            if let Some(n) = arguments(code[pc], ext(code, pc, 1).0) {
                known.insert(pc, n);
            }
            pc += 1 + code[pc].ext_count();
        }
        Self { blocks: Blocks::of(code, &asm.jumps()), frame, results, arguments: known }
    }

    /// The slots of the arguments of the call at `pc`, in a window at `win`.
    pub(crate) fn arguments(&self, pc: usize, win: u32) -> (u32, u32) {
        (win, self.arguments.get(&pc).copied().unwrap_or(u32::from(u16::MAX)))
    }

    /// What is live at the end of each block.
    pub(crate) fn live_at_ends(&self, code: &[Op]) -> Vec<Vec<u64>> {
        let mut fates = vec![Fate::Keep; code.len()];
        let live = self.remove_dead(code, &mut fates, &[]);
        let at_end = |block: u32| {
            let mut set = vec![0; self.words()];
            self.join_successors(block, &live, &mut set);
            set
        };
        (0..self.blocks.len() as u32).map(at_end).collect()
    }

    fn words(&self) -> usize {
        self.frame as usize / 64 + 1
    }

    fn join_successors(&self, block: u32, live: &[Vec<u64>], set: &mut [u64]) {
        for &next in self.blocks.successors(block) {
            set.iter_mut().zip(&live[next as usize]).for_each(|(to, from)| *to |= from);
        }
    }

    /// Lists where the instructions of a block begin.
    fn list_instructions(&self, code: &[Op], block: u32, pcs: &mut Vec<usize>) {
        pcs.clear();
        let (mut pc, end) = self.blocks.range(block);
        while pc < end {
            pcs.push(pc);
            pc += 1 + code[pc].ext_count();
        }
    }

    /// Marks the removable instructions whose results are dead. Variables, in the order of their scopes, are read where
    /// those begin. Returns what is live at the beginning of each block.
    pub(crate) fn remove_dead(
        &self,
        code: &[Op],
        fates: &mut [Fate],
        named: &[Named],
    ) -> Vec<Vec<u64>> {
        let mut live = vec![vec![0_u64; self.words()]; self.blocks.len()];
        let mut set = vec![0_u64; self.words()];
        let mut pcs = Vec::new();
        let mut last = false;
        loop {
            let mut changed = false;
            for &block in self.blocks.order().iter().rev() {
                set.fill(0);
                self.join_successors(block, &live, &mut set);
                self.list_instructions(code, block, &mut pcs);
                for &pc in pcs.iter().rev() {
                    self.pass(code, pc, fates, &mut set, last);
                    let first = named.partition_point(|var| (var.from as usize) < pc);
                    for var in named[first..].iter().take_while(|var| var.from as usize == pc) {
                        change(&mut set, var.slot, var.slot + var.width, true);
                    }
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

    /// Passes an instruction, from its end to its beginning; a dead one changes nothing and, the last time, is removed.
    fn pass(&self, code: &[Op], pc: usize, fates: &mut [Fate], set: &mut [u64], last: bool) {
        let removable = fates[pc] == Fate::Removable;
        if fates[pc] == Fate::Remove || removable && !writes_live(code[pc], set) {
            if last {
                fates[pc] = Fate::Remove;
            }
        } else {
            self.before_instruction(code, pc, set);
        }
    }

    /// Makes `set` what is live before the instruction at `pc`, from what is live after it.
    fn before_instruction(&self, code: &[Op], pc: usize, set: &mut [u64]) {
        let (op, frame) = (code[pc], self.frame);
        let mut reads: Vec<(u32, u32)> = Vec::new();
        op.operands(|operand| match operand {
            Use::Write(Slot(s), n) => change(set, u32::from(s), u32::from(s) + n, false),
            Use::Read(Slot(s), 0) => reads.push((u32::from(s), frame)),
            Use::Read(Slot(s), n) => reads.push((u32::from(s), u32::from(s) + n)),
            Use::Update(Slot(s)) => reads.push((u32::from(s), u32::from(s) + 1)),
            Use::Window(Slot(s)) => {
                change(set, u32::from(s.saturating_sub(HEADER_SLOTS)), frame, false);
                let (from, n) = self.arguments(pc, s.into());
                reads.push((from, (from + n).min(frame)));
            }
            Use::Select(_) => reads.push((0, frame)),
            _ => {}
        });
        let effects = op.effects();
        if effects.has(Effects::RETURNS) {
            reads.push((0, self.results));
        }
        if touches_unnamed_slots(op) {
            reads.push((0, frame));
        }
        if op.reads_ext() {
            let slot = u32::from(ext(code, pc, 1).0);
            reads.push((slot, slot + 1));
        }
        for (from, to) in reads {
            change(set, from, to, true);
        }
    }
}

/// Whether an instruction reads and writes slots that its own operands do not name: bytes of the frame, of a length
/// that stands in its `Ext`.
pub(crate) fn touches_unnamed_slots(op: Op) -> bool {
    op.effects().has(Effects::PARTS) && op.effects().has(Effects::ACTS)
}

fn writes_live(op: Op, set: &[u64]) -> bool {
    let mut live = false;
    op.operands(|operand| {
        if let Use::Write(Slot(s), n) = operand {
            live |= (u32::from(s)..u32::from(s) + n)
                .any(|slot| set[slot as usize / 64] >> (slot % 64) & 1 != 0);
        }
    });
    live
}

fn change(set: &mut [u64], from: u32, to: u32, live: bool) {
    for slot in from..to.min(set.len() as u32 * 64) {
        let bit = 1 << (slot % 64);
        if live {
            set[slot as usize / 64] |= bit;
        } else {
            set[slot as usize / 64] &= !bit;
        }
    }
}
