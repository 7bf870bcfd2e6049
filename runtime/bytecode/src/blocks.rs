//! The control flow of a function's code: its basic blocks, and the edges between them.
//!
//! The code generator's passes use this module: they analyse code whose jump distances are not filled in yet, so they
//! pass the jumps separately.

use crate::ops::Op;

/// The basic blocks of a function, numbered in the order of the code.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The first instruction of each block; then the end of the code.
    starts: Vec<u32>,
    predecessors: Vec<Vec<u32>>,
    successors: Vec<Vec<u32>>,
    order: Vec<u32>,
}

impl Blocks {
    /// Analyses code with these jumps, which are in code order: the instruction that holds the distance (the jump or
    /// its `Ext`), and the target.
    #[must_use]
    pub fn of(code: &[Op], jumps: &[(u32, u32)]) -> Self {
        let mut begins = vec![false; code.len() + 1];
        begins[0] = true;
        begins[code.len()] = true;
        let mut edges: Vec<(usize, u32)> = Vec::new();
        let (mut pc, mut jump) = (0, 0);
        while pc < code.len() {
            let next = pc + 1 + code[pc].ext_count();
            while jump < jumps.len() && (jumps[jump].0 as usize) < next {
                begins[jumps[jump].1 as usize] = true;
                begins[next] = true;
                edges.push((pc, jumps[jump].1));
                jump += 1;
            }
            begins[next] |= code[pc].ends_control_flow();
            pc = next;
        }
        let starts: Vec<u32> = (0..).zip(&begins).filter(|(_, b)| **b).map(|(at, _)| at).collect();
        let n = starts.len() - 1;
        let mut this = Self {
            starts,
            predecessors: vec![Vec::new(); n],
            successors: vec![Vec::new(); n],
            order: Vec::new(),
        };
        for (pc, to) in edges {
            this.connect(this.block_of(pc as u32), this.block_of(to));
        }
        this.connect_in_order(code, &begins);
        this.order = reverse_postorder(&this.successors);
        this
    }

    /// Connects each block whose end control reaches with the next block.
    fn connect_in_order(&mut self, code: &[Op], begins: &[bool]) {
        let mut pc = 0;
        while pc < code.len() {
            let next = pc + 1 + code[pc].ext_count();
            if begins[next] && !code[pc].ends_control_flow() {
                let block = self.block_of(pc as u32);
                self.connect(block, block + 1);
            }
            pc = next;
        }
    }

    fn connect(&mut self, from: u32, to: u32) {
        if (to as usize) < self.successors.len() {
            self.predecessors[to as usize].push(from);
            self.successors[from as usize].push(to);
        }
    }

    /// How many blocks there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "code is never empty")]
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// The reachable blocks in reverse postorder: each after all its predecessors except those of backward jumps.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The predecessors of a block.
    #[must_use]
    pub fn predecessors(&self, block: u32) -> &[u32] {
        &self.predecessors[block as usize]
    }

    /// The successors of a block.
    #[must_use]
    pub fn successors(&self, block: u32) -> &[u32] {
        &self.successors[block as usize]
    }

    /// The first instruction of a block, and the end of its instructions.
    #[must_use]
    pub fn range(&self, block: u32) -> (usize, usize) {
        let at = block as usize;
        (self.starts[at] as usize, self.starts[at + 1] as usize)
    }

    /// The block that contains an instruction.
    #[must_use]
    pub fn block_of(&self, pc: u32) -> u32 {
        self.starts.partition_point(|&start| start <= pc) as u32 - 1
    }
}

/// The blocks reachable from the first, in reverse postorder.
fn reverse_postorder(successors: &[Vec<u32>]) -> Vec<u32> {
    let mut seen = vec![false; successors.len()];
    let mut order = Vec::new();
    let mut path = vec![(0_u32, 0_usize)];
    seen[0] = true;
    while let Some((block, next)) = path.last_mut() {
        match successors[*block as usize].get(*next) {
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

#[cfg(test)]
mod tests {
    use super::Blocks;
    use crate::operand::{Slot, Wide};
    use crate::ops::Op;

    #[test]
    fn a_loop_with_an_exit_has_four_blocks() {
        let code = [
            Op::LoadImm { dst: Slot(0), imm: Wide::new(7) },
            Op::JmpEqImm { a: Slot(0), imm: 0, to: 0 },
            Op::Loop { to: Wide::new(0) },
            Op::Ret {},
        ];
        let blocks = Blocks::of(&code, &[(1, 3), (2, 1)]);
        assert_eq!(blocks.len(), 4);
        assert_eq!(blocks.order(), [0, 1, 2, 3]);
        assert_eq!(blocks.predecessors(1), [2, 0]);
        assert_eq!(blocks.successors(1), [3, 2]);
        assert_eq!(blocks.range(2), (2, 3));
        assert_eq!(blocks.block_of(3), 3);
    }
}
