//! Compiles functions of a program that has not started: what is stored then is what a first run begins with.

use crate::image::lines::LIBRARY;
use crate::jit::compile::compile;
use crate::jit::layout::layout;
use crate::shared::Shared;
use crate::shared::tier::Request;
use minigo_bytecode::operand::FuncId;
use minigo_jit::Compiler;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// So many instructions are compiled at most: some four seconds of CPU time.
const MOST: usize = 200_000;

/// Compiles the functions that the library does not have. Those that it cannot compile stay interpreted.
pub(crate) fn compile_users(shared: &Shared) {
    let Ok(mut compiler) = Compiler::new(layout()) else { return };
    let program = &shared.image.program;
    let mut left = MOST;
    for (number, func) in (0..).zip(program.funcs.iter()) {
        let file = program.files.get(func.file as usize);
        if file.is_none_or(|file| file.starts_with(LIBRARY)) {
            continue;
        }
        let Some(rest) = left.checked_sub(func.code.len()) else { break };
        left = rest;
        let request = Request { func: FuncId(number), loops_only: false, entries: Vec::new() };
        // As on the thread that compiles beside a program.
        let done = catch_unwind(AssertUnwindSafe(|| compile(shared, &mut compiler, &request)));
        if done.is_err() {
            let Ok(new) = Compiler::new(layout()) else { return };
            compiler = new;
        }
    }
}
