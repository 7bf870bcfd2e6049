//! Compiles functions of a program before it starts, so that the first run finds stored code.

use crate::image::lines::LIBRARY_PREFIX;
use crate::jit::compile::compile_request;
use crate::jit::layout::context_layout;
use crate::shared::Shared;
use crate::shared::code_store::MAX_BYTES as MAX_STORED;
use crate::shared::tier::CompileRequest;
use minigo_bytecode::operand::FuncId;
use minigo_jit::Compiler;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

/// The most instructions that are compiled: some four seconds of CPU time.
const MAX_INSTRUCTIONS: usize = 200_000;

/// Compiles the program's own functions, not the library's: first those in files whose names begin with `first`.
/// Functions that cannot be compiled stay interpreted, and so do functions whose code would exceed the store.
pub(crate) fn compile_user_functions(shared: &Shared, first: &str) {
    let Ok(mut compiler) = Compiler::new(context_layout()) else { return };
    let program = &shared.image.program;
    let mut users = Vec::new();
    for (number, func) in (0..).zip(program.funcs.iter()) {
        let file = program.files.get(func.file as usize);
        if let Some(file) = file.filter(|file| !file.starts_with(LIBRARY_PREFIX)) {
            users.push((!file.starts_with(first), number, func.code.len()));
        }
    }
    users.sort_unstable();
    let mut left = MAX_INSTRUCTIONS;
    for (_, number, len) in users {
        let stored = shared.tier.counts.bytes.load(Ordering::Relaxed);
        let Some(rest) = left.checked_sub(len).filter(|_| stored < MAX_STORED as u64) else {
            break;
        };
        left = rest;
        let request =
            CompileRequest { func: FuncId(number), loops_only: false, entries: Vec::new() };
        // As on the compiling thread of a running program: a panic of the compiler is caught.
        let done =
            catch_unwind(AssertUnwindSafe(|| compile_request(shared, &mut compiler, &request)));
        if done.is_err() {
            let Ok(new) = Compiler::new(context_layout()) else { return };
            compiler = new;
        }
    }
}
