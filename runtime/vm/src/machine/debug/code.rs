//! The program's bytecode as text.

use crate::machine::debug::StoppedMachine;
use minigo_bytecode::print;

/// An instruction of the bytecode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// The index of the instruction in the program's code.
    pub at: usize,
    /// The index of the instruction in its function.
    pub pc: u32,
    /// The function's qualified name.
    pub func: String,
    /// The instruction as text.
    pub text: String,
    /// The file, as an absolute path, or in the library as `$GOROOT/…`.
    pub file: String,
    /// The line.
    pub line: u32,
}

impl StoppedMachine<'_> {
    /// At most `count` instructions, from the one `offset` instructions behind the one with index `from` on; and how
    /// many of them are missing before the beginning of the program's code.
    #[must_use]
    pub fn disassemble(&self, from: usize, offset: i64, count: usize) -> (usize, Vec<Instruction>) {
        let (image, program) = (&self.shared().image, self.machine.program());
        let starts = &image.function_starts;
        let mut id = starts.partition_point(|&start| start as usize <= from).saturating_sub(1);
        let mut first = (from.saturating_sub(starts[id] as usize) as i64).saturating_add(offset);
        while first < 0 && id > 0 {
            id -= 1;
            first += program.funcs[id].code.len() as i64;
        }
        let missing = usize::try_from(first.saturating_neg()).unwrap_or(0).min(count);
        let (mut skipped, mut found) = (first.max(0) as usize, Vec::new());
        for (id, func) in program.funcs.iter().enumerate().skip(id) {
            let start = starts[id] as usize;
            for (pc, &op) in func.code.iter().enumerate().skip(skipped) {
                if found.len() >= count - missing {
                    return (missing, found);
                }
                let (file, line) = func.line_at(pc as u32);
                found.push(Instruction {
                    at: start + pc,
                    pc: pc as u32,
                    func: func.name.to_string(),
                    text: print::instruction(&program, pc as u32, op),
                    file: self.file_name(file).to_owned(),
                    line,
                });
            }
            skipped = skipped.saturating_sub(func.code.len());
        }
        (missing, found)
    }
}
