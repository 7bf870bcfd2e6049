//! The basic blocks of a function's code, and what of it is read after it is written.
//!
//! A module of its own since `reuse` asks both of code whose distances of jumps are not filled in yet, and of instructions whose
//! widths are known only later: what is not known counts as read.

use crate::opt::dce::reads_ext;
use crate::opt::{Fate, Named};
use minigo_bytecode::assembler::Assembler;
use minigo_bytecode::func::HEADER_SLOTS;
use minigo_bytecode::operand::{Slot, Use};
use minigo_bytecode::ops::Op;
use minigo_bytecode::uses::{ext, ext_count};
use minigo_bytecode::verify::ends;
use minigo_syntax::hash::HashMap;

/// The blocks of a function.
pub(crate) struct Blocks {
    /// Where each begins; then the end of the code.
    starts: Vec<u32>,
    before: Vec<Vec<u32>>,
    after: Vec<Vec<u32>>,
    order: Vec<u32>,
    /// Slots of the arguments of calls, by their places; all of the frame where it is not known.
    arguments: HashMap<usize, u32>,
}

impl Blocks {
    /// Of a function's code; `arguments` tells how many slots a call's arguments take, if that is known.
    pub(crate) fn of(asm: &Assembler, arguments: impl Fn(Op, u16) -> Option<u32>) -> Self {
        let code = asm.code();
        let jumps = asm.jumps();
        let mut begins = vec![false; code.len() + 1];
        begins[0] = true;
        let mut pc = 0;
        let mut jump = 0;
        let mut goes: Vec<(usize, u32)> = Vec::new();
        let mut known = HashMap::default();
        while pc < code.len() {
            let next = pc + 1 + ext_count(code[pc]);
            if let Some(n) = arguments(code[pc], ext(code, pc, 1).0) {
                known.insert(pc, n);
            }
            while jump < jumps.len() && (jumps[jump].0 as usize) < next {
                begins[jumps[jump].1 as usize] = true;
                begins[next] = true;
                goes.push((pc, jumps[jump].1));
                jump += 1;
            }
            if ends(code[pc]) {
                begins[next] = true;
            }
            pc = next;
        }
        begins[code.len()] = true;
        let starts: Vec<u32> =
            begins.iter().enumerate().filter(|(_, b)| **b).map(|(at, _)| at as u32).collect();
        let n = starts.len() - 1;
        let block_of = |pc: u32| starts.partition_point(|&s| s <= pc) as u32 - 1;
        let (mut before, mut after) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        let mut connect = |from: u32, to: u32| {
            if (to as usize) < n {
                before[to as usize].push(from);
                after[from as usize].push(to);
            }
        };
        for (pc, to) in goes {
            connect(block_of(pc as u32), block_of(to));
        }
        let mut pc = 0;
        while pc < code.len() {
            let next = pc + 1 + ext_count(code[pc]);
            if begins[next] && !ends(code[pc]) {
                connect(block_of(pc as u32), block_of(pc as u32) + 1);
            }
            pc = next;
        }
        let order = in_order(&after);
        Self { starts, before, after, order, arguments: known }
    }

    pub(crate) fn len(&self) -> usize {
        self.before.len()
    }

    /// Those that control can reach, each after all that lead to it but for backward jumps.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Those that lead to a block.
    pub(crate) fn before(&self, block: u32) -> &[u32] {
        &self.before[block as usize]
    }

    /// From where to where a block goes.
    pub(crate) fn range(&self, block: u32) -> (usize, usize) {
        let at = block as usize;
        (self.starts[at] as usize, self.starts[at + 1] as usize)
    }

    /// The slots of the arguments of the call at `pc`, in a window at `win`.
    pub(crate) fn arguments(&self, pc: usize, win: u32) -> (u32, u32) {
        (win, self.arguments.get(&pc).copied().unwrap_or(u32::from(u16::MAX)))
    }

    /// The block that an instruction is in.
    pub(crate) fn block_of(&self, pc: u32) -> u32 {
        self.starts.partition_point(|&start| start <= pc) as u32 - 1
    }

    /// What is read after each block.
    pub(crate) fn live_at_ends(&self, code: &[Op], frame: u32, results: u32) -> Vec<Vec<u64>> {
        let mut fates = vec![Fate::Stays; code.len()];
        let live = self.drop_unread(code, &mut fates, (frame, results), &[]);
        let at_end = |after: &Vec<u32>| {
            let mut set = vec![0; frame as usize / 64 + 1];
            for &next in after {
                let next = &live[next as usize];
                set.iter_mut().zip(next).for_each(|(to, from): (&mut u64, _)| *to |= from);
            }
            set
        };
        self.after.iter().map(at_end).collect()
    }

    /// Whose result nobody reads, and which may go, goes. Variables, in the order of their scopes, are read where those begin.
    /// Gives what is read at the beginning of each block.
    pub(crate) fn drop_unread(
        &self,
        code: &[Op],
        fates: &mut [Fate],
        (frame, results): (u32, u32),
        named: &[Named],
    ) -> Vec<Vec<u64>> {
        let words = frame as usize / 64 + 1;
        let mut live = vec![vec![0_u64; words]; self.len()];
        let mut set = vec![0_u64; words];
        let mut places = Vec::new();
        let mut last = false;
        loop {
            let mut changed = false;
            for &block in self.order.iter().rev() {
                set.fill(0);
                for &next in &self.after[block as usize] {
                    let next = &live[next as usize];
                    set.iter_mut().zip(next).for_each(|(to, from)| *to |= from);
                }
                places.clear();
                let (mut pc, end) = self.range(block);
                while pc < end {
                    places.push(pc);
                    pc += 1 + ext_count(code[pc]);
                }
                for &pc in places.iter().rev() {
                    let optional = fates[pc] == Fate::Optional;
                    if fates[pc] == Fate::Goes || optional && !writes_live(code[pc], &set) {
                        if last {
                            fates[pc] = Fate::Goes;
                        }
                    } else {
                        self.before_instruction(code, pc, &mut set, (frame, results));
                    }
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

    /// Makes `set` what is read before the instruction at `pc`, of what is read after it.
    fn before_instruction(
        &self,
        code: &[Op],
        pc: usize,
        set: &mut [u64],
        (frame, results): (u32, u32),
    ) {
        let op = code[pc];
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
        match op {
            Op::Ret {} | Op::RetMov { .. } | Op::RetAdd { .. } => reads.push((0, results)),
            Op::PartCopy { .. } => reads.push((0, frame)),
            _ if reads_ext(op) => {
                let slot = u32::from(ext(code, pc, 1).0);
                reads.push((slot, slot + 1));
            }
            _ => {}
        }
        for (from, to) in reads {
            change(set, from, to, true);
        }
    }
}

/// The blocks that can be reached, in reverse postorder.
fn in_order(after: &[Vec<u32>]) -> Vec<u32> {
    let mut seen = vec![false; after.len()];
    let mut order = Vec::new();
    let mut path = vec![(0_u32, 0_usize)];
    seen[0] = true;
    while let Some((block, next)) = path.last_mut() {
        match after[*block as usize].get(*next) {
            Some(&to) => {
                *next += 1;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    path.push((to, 0));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order.reverse();
    order
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
