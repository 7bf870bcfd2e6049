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

/// What is known of functions so far, by number.
#[derive(Default)]
pub(crate) struct Lives(OnceLock<Box<[Known]>>);

impl Lives {
    pub(crate) fn of(&self, image: &Image, func: FuncId) -> Option<&Liveness> {
        let count = image.program.funcs.len();
        let all = self.0.get_or_init(|| (0..count).map(|_| OnceLock::new()).collect());
        let found = all[func.0 as usize].get_or_init(|| {
            let func: &Func = &image.program.funcs[func.0 as usize];
            let size = func.code.len() * (func.frame_slots as usize / 64 + 1) * 8;
            let small = size <= LARGEST;
            small.then(|| Box::new(Liveness::of(&image.program, image.types.all(), func)))
        });
        found.as_deref()
    }
}
