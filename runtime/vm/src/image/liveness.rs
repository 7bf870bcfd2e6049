//! Which slots of a function's frame are live at an instruction: found out when it is first needed, and kept.

use crate::image::Image;
use minigo_bytecode::func::Func;
use minigo_bytecode::liveness::Liveness;
use minigo_bytecode::operand::FuncId;
use std::sync::OnceLock;

/// Functions whose sets would take more bytes have none.
const LARGEST: usize = 256 << 10;

/// What is known of a function, once one of its frames was met; `None` inside if it is too large.
type Known = OnceLock<Option<Box<Liveness>>>;

/// How many functions share a block.
const BLOCK: usize = 1024;

/// How many blocks there can be.
const BLOCKS: usize = 1024;

/// What is known of a block of functions.
type Block = OnceLock<Box<[Known]>>;

/// What is known of functions so far, by number. In blocks, for a session adds functions.
#[derive(Default)]
pub(crate) struct Lives(OnceLock<Box<[Block]>>);

impl Lives {
    pub(crate) fn of(&self, image: &Image, func: FuncId) -> Option<&Liveness> {
        let blocks = self.0.get_or_init(|| (0..BLOCKS).map(|_| OnceLock::new()).collect());
        let (block, at) = (func.0 as usize / BLOCK, func.0 as usize % BLOCK);
        let new = || (0..BLOCK).map(|_| OnceLock::new()).collect();
        let found = blocks.get(block)?.get_or_init(new)[at].get_or_init(|| {
            let func: &Func = &image.program.funcs[func.0 as usize];
            let size = func.code.len() * (func.frame_slots as usize / 64 + 1) * 8;
            let small = size <= LARGEST;
            let tables = image.program.tables();
            small.then(|| Box::new(Liveness::of(tables, image.types.all(), func)))
        });
        found.as_deref()
    }
}
