//! The machine code of a program that is not running, as text.

use crate::image::Image;
use crate::image::linked_program::LinkedProgram;
use crate::jit::compile::translate_unit;
use crate::jit::layout::context_layout;
use crate::shared::tier::CompileRequest;
use minigo_bytecode::operand::FuncId;
use minigo_jit::{CompileRefusal, Compiler};

/// The machine code of a function, as compiled without any profile of its use.
#[derive(Debug)]
pub struct FunctionAssembly {
    /// The function.
    pub func: FuncId,
    /// The length of the machine code in bytes, and its text; or why there is none.
    pub code: Result<(usize, String), CompileRefusal>,
}

/// The machine code of the functions whose names satisfy `wanted`.
///
/// # Errors
/// Returns [`CompileRefusal::NoTarget`] if this build, or this machine, has no native tier.
pub fn assembly_of(
    program: impl Into<LinkedProgram>,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<FunctionAssembly>, CompileRefusal> {
    let image = Image::link(program.into(), false, None);
    let mut compiler = Compiler::new(context_layout())?;
    let funcs = image.program.funcs.iter().zip(0..).filter(|(func, _)| wanted(&func.name));
    let compiled = |(_, number)| {
        let func = FuncId(number);
        let request = CompileRequest { func, loops_only: false, entries: Vec::new() };
        let compiled = translate_unit(&image, None, &mut compiler, &request, true);
        let text = |made: minigo_jit::CompiledCode| {
            (made.bytes.len(), made.listing.map(|listing| listing.assembly).unwrap_or_default())
        };
        FunctionAssembly { func, code: compiled.map(text) }
    };
    Ok(funcs.map(compiled).collect())
}
