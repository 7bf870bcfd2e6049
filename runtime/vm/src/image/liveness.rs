//! The live slots of a function's frame at each instruction: computed when first needed, and kept.

use crate::image::Image;
use minigo_bytecode::func::Func;
use minigo_bytecode::liveness::Liveness;
use minigo_bytecode::operand::FuncId;
use std::sync::OnceLock;

/// The most bytes of a function's sets of live slots: functions with larger sets have no liveness.
const MAX_SET_BYTES: usize = 256 << 10;

/// The liveness of a function, once one of its frames was scanned; `None` inside if the function is too large.
type LazyLiveness = OnceLock<Option<Box<Liveness>>>;

/// The number of functions in a block.
const FUNCS_PER_BLOCK: usize = 1024;

/// The most blocks.
const MAX_BLOCKS: usize = 1024;

/// The liveness of a block of functions.
type LivenessBlock = OnceLock<Box<[LazyLiveness]>>;

/// The liveness computed so far, by function number; in blocks, since a session adds functions.
#[derive(Default)]
pub(crate) struct LivenessCache(OnceLock<Box<[LivenessBlock]>>);

impl LivenessCache {
    pub(crate) fn liveness_of(&self, image: &Image, func: FuncId) -> Option<&Liveness> {
        let blocks = self.0.get_or_init(|| (0..MAX_BLOCKS).map(|_| OnceLock::new()).collect());
        let (block, at) = (func.0 as usize / FUNCS_PER_BLOCK, func.0 as usize % FUNCS_PER_BLOCK);
        let new = || (0..FUNCS_PER_BLOCK).map(|_| OnceLock::new()).collect();
        let found = blocks.get(block)?.get_or_init(new)[at].get_or_init(|| {
            let func: &Func = &image.program.funcs[func.0 as usize];
            let size = func.code.len() * (func.frame_slots as usize / 64 + 1) * 8;
            let small = size <= MAX_SET_BYTES;
            let tables = image.program.tables();
            let of = if image.keeps_variables { Liveness::with_variables } else { Liveness::of };
            small.then(|| Box::new(of(tables, image.types.current_types(), func)))
        });
        found.as_deref()
    }
}
