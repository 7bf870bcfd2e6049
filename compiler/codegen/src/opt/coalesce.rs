//! Move coalescing: consecutive moves between adjacent slots are combined into one.

use crate::opt::InstructionDisposition;
use minigo_bytecode::blocks::Blocks;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;

/// Combines consecutive moves between adjacent slots. Reports whether any moves were combined.
pub(crate) fn coalesce_moves(
    blocks: &Blocks,
    code: &mut [Op],
    fates: &mut [InstructionDisposition],
) -> bool {
    let mut found = false;
    for &block in blocks.order() {
        let (mut pc, end) = blocks.range(block);
        let mut last: Option<(usize, [u16; 3])> = None;
        while pc < end {
            let at = pc;
            pc += 1 + code[at].ext_count();
            if fates[at] == InstructionDisposition::Remove || code[at] == (Op::Nop {}) {
                continue;
            }
            let Some(this) = decode_move(code[at]) else {
                last = None;
                continue;
            };
            let merged = last.and_then(|(before, last)| Some((before, merge_moves(last, this)?)));
            last = Some((at, this));
            if let Some((before, [dst, src, n])) = merged {
                let (dst, src) = (Slot(dst), Slot(src));
                fates[before] = InstructionDisposition::Remove;
                code[at] = if n == 2 { Op::Mov2 { dst, src } } else { Op::Mov3 { dst, src } };
                last = Some((at, [dst.0, src.0, n]));
                found = true;
            }
        }
    }
    found
}

/// The destination, source and width of a move.
fn decode_move(op: Op) -> Option<[u16; 3]> {
    match op {
        Op::Mov { dst, src } => Some([dst.0, src.0, 1]),
        Op::Mov2 { dst, src } => Some([dst.0, src.0, 2]),
        _ => None,
    }
}

/// The move that has the effect of two consecutive moves, if there is one.
fn merge_moves([to, from, n]: [u16; 3], [dst, src, m]: [u16; 3]) -> Option<[u16; 3]> {
    let intact = src >= to + n || src + m <= to;
    if !intact || n + m > 3 {
        None
    } else if dst == to + n && src == from + n {
        Some([to, from, n + m])
    } else if dst + m == to && src + m == from {
        Some([dst, src, n + m])
    } else {
        None
    }
}
