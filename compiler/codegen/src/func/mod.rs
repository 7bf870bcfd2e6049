//! The generator of one function: the context in which its expressions and statements are generated.
//!
//! * [`FuncGen`]: the state. Generators of expressions, statements and inlined calls are methods on it, in `expr`,
//!   `stmt` and `inline`.
//! * [`body`]: from the parameters to the finished code; [`emit`]: instructions, jumps, source positions.
//! * [`regs`]: the stack of slots; the window of a call lies above all live slots.
//! * [`vars`]: locations and scopes of variables; [`spill`]: variables that do not fit into the frame.
//! * [`lvalue`]: locations that can be read, assigned and pointed to; [`load`] and [`store`] choose the instructions
//!   for them.
//! * [`targets`]: the targets of `break`, `continue` and of the `return` of an inlined function.

mod body;
mod emit;
pub(crate) mod jump_targets;
mod load;
pub(crate) mod lvalue;
pub(crate) mod regs;
mod spill;
mod store;
pub(crate) mod vars;

use crate::func::jump_targets::{InlineReturn, Target};
use crate::func::regs::Regs;
use crate::func::spill::Spill;
use crate::program::tables::ProgramGen;
use crate::program::unfinished_func::NamedVar;
use minigo_bytecode::assembler::{Assembler, Label};
use minigo_bytecode::func::{InlineId, InlinedCall};
use minigo_bytecode::operand::Slot;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;
use minigo_types::program::{Expr, Func, FuncId, LabelId, Program, TargetId, VarId};

/// The state of the generation of one function.
pub(crate) struct FuncGen<'g, 'p> {
    pub(crate) program_gen: &'g mut ProgramGen<'p>,
    pub(crate) program: &'p Program,
    pub(crate) func: Option<&'p Func>,
    pub(crate) asm: Assembler,
    pub(crate) regs: Regs,
    pub(crate) targets: HashMap<TargetId, Target>,
    pub(crate) labels: HashMap<LabelId, Label>,
    /// Variables that must be copied when they are read as operands, because they are assigned before the operand is
    /// used.
    pub(crate) volatile_vars: Vec<VarId>,
    /// In functions that defer, the label of the code that loads the results and returns.
    pub(crate) epilogue: Option<Label>,
    /// Whether `return` first stores the results in their variables.
    pub(crate) results_in_vars: bool,
    /// Constants that the enclosing loop has loaded into slots.
    pub(crate) loop_constants: Vec<(i64, Slot)>,
    /// The depth of inlined calls around the current expression.
    pub(crate) inlining_depth: u32,
    /// The functions whose statements are being generated: this function, then the functions inlined into one another.
    pub(crate) inlined_funcs: Vec<FuncId>,
    /// The inlined call whose body is being generated, and the meaning of `return` in that body.
    pub(crate) inline_site: Option<InlineId>,
    pub(crate) inline_return: Option<InlineReturn>,
    /// All inlined calls so far.
    pub(crate) inlined_calls: Vec<InlinedCall>,
    /// A conversion of a string to a slice that does not escape from its variable.
    pub(crate) nonescaping_conversion: Option<&'p Expr>,
    /// `spills`: the heap objects for spilled variables. `current_spill`: the index of this block's object.
    pub(crate) spills: Vec<Spill>,
    pub(crate) current_spill: Option<usize>,
    named_vars: Vec<NamedVar>,
    keeps_variable_names: bool,
    last_pos: Pos,
}

impl<'g, 'p> FuncGen<'g, 'p> {
    pub(crate) fn new(g: &'g mut ProgramGen<'p>, func: Option<&'p Func>) -> Self {
        let program = g.program;
        let wants_names = func.is_some_and(|func| vars::keeps_variable_names(program, func));
        Self {
            program_gen: g,
            program,
            func,
            asm: Assembler::new(),
            regs: Regs::new(0),
            targets: HashMap::default(),
            labels: HashMap::default(),
            volatile_vars: Vec::new(),
            epilogue: None,
            results_in_vars: false,
            loop_constants: Vec::new(),
            inlining_depth: 0,
            inlined_funcs: Vec::new(),
            inline_site: None,
            inline_return: None,
            inlined_calls: Vec::new(),
            nonescaping_conversion: None,
            spills: Vec::new(),
            current_spill: None,
            named_vars: Vec::new(),
            keeps_variable_names: wants_names,
            last_pos: Pos::NONE,
        }
    }
}
