//! The driver: the phases of code generation as a list of calls.

use crate::func::FuncGen;
use crate::opt::passes::Passes;
use crate::program::interface_words;
use crate::program::tables::{ProgramGen, empty_func};
use minigo_bytecode::operand as bc;
use minigo_bytecode::ops::Op;
use minigo_bytecode::program::Program as BcProgram;
use minigo_syntax::deadline::Deadline;
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::source::{Pos, SourceMap};
use minigo_types::program::{Body, Func, FuncId, Program};

/// Settings of code generation.
#[derive(Debug, Clone, Copy, Default)]
pub struct Settings {
    /// Gives all interface values Go's layout, not only in programs that [access their
    /// words](crate::program::interface_words).
    pub uses_go_interface_layout: bool,
    /// Generates code for the race detector: the program executes all reads and writes in its source, also those
    /// without any effect (`_ = x`).
    pub is_race_instrumented: bool,
    /// Generates code for a debugger: no call of a function with named variables is inlined, so each has a frame.
    pub is_debugged: bool,
    /// The passes over the code of each function.
    pub passes: Passes,
    /// When the generator gives up: it returns an error without a diagnostic then.
    pub deadline: Deadline,
}

/// Generates the bytecode of a checked program.
///
/// # Errors
/// The diagnostics report functions that need more slots than a frame may have (with hundreds of kilobytes of
/// parameters), and bugs of minigo.
pub fn generate(
    program: &Program,
    sources: &SourceMap,
    settings: Settings,
) -> Result<BcProgram, Diagnostics> {
    let go_layout = settings.uses_go_interface_layout
        || interface_words::user_code_accesses_interface_words(program);
    let mut g = ProgramGen::new(program, sources, go_layout);
    g.bytecode.has_race_detector = settings.is_race_instrumented;
    g.passes = settings.passes;
    g.is_debugged = settings.is_debugged;
    let main = program.main.map_or(Pos::NONE, |main| program.func(main).pos);
    g.generate_or_report(main, |g| {
        g.lay_out_globals();
        g.declare_funcs();
        g.start_background_optimiser();
        for (id, func) in program.funcs.iter().enumerate() {
            if settings.deadline.is_over() {
                break;
            }
            g.func(FuncId(id as u32), func);
        }
        g.current_pos = main;
        g.entry(program.inits.iter().copied().chain(program.main).collect());
        g.complete_types();
        g.finish_optimising();
    });
    if g.diagnostics.has_errors() || settings.deadline.is_over() {
        return Err(g.diagnostics);
    }
    Ok(g.bytecode)
}

impl<'p> ProgramGen<'p> {
    /// Generates one function of the typed program.
    pub(crate) fn func(&mut self, id: FuncId, func: &'p Func) {
        match &func.body {
            Body::Block(body) => {
                let work = |g: &mut Self| FuncGen::new(g, Some(func)).body(id, func, body);
                if !self.generate_or_report(func.pos, work) {
                    let id = self.func_id(id);
                    self.generate_panicking_body(id, "internal compiler error");
                }
            }
            Body::Native => self.native_wrapper(id),
            Body::Unreached => {
                let id = self.func_id(id);
                let out = self.func_mut(id);
                out.code = vec![Op::Unreachable {}].into();
                out.frame_slots = out.arg_slots.max(out.result_slots);
            }
        }
    }

    /// Generates the entry function, which calls `calls`: they initialise all packages, then call `main`.
    pub(crate) fn entry(&mut self, calls: Vec<FuncId>) {
        let id = self.add_func(empty_func("runtime.main", 0, 0));
        self.func_mut(id).is_wrapper = true;
        let mut f = FuncGen::new(self, None);
        for callee in calls {
            let win = f.regs.alloc_call_window(0);
            let func = bc::Wide::new(f.program_gen.func_id(callee).0);
            f.emit(Op::Call { win, func });
            f.regs.release_above(win, 0);
        }
        f.emit(Op::Ret {});
        f.finish(id);
        self.bytecode.entry = id;
    }
}
