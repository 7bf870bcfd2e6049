//! Functions whose code is still being optimised, and the data that their code needs when it is complete.

use crate::invariant::{OrBrokenInvariant, panic_broken_invariant};
use crate::opt::argument_slot_counts;
use crate::opt::background::{BackgroundOptimiser, Optimised};
use crate::program::location::Location;
use crate::program::tables::ProgramGen;
use minigo_bytecode::assembler::{AssembledCode, Label};
use minigo_bytecode::func::{InlinedCall, VarLocation};
use minigo_bytecode::operand as bc;
use minigo_bytecode::ops::Op;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;
use minigo_types::program::{Body, VarId};

/// The number of functions with bodies from which on an optimiser thread pays off.
const MIN_FUNCS_FOR_OPTIMISER_THREAD: usize = 1_000;

/// A named variable. The variable's scope begins at a label and, unless the function ends first, ends at another.
pub(crate) struct NamedVar {
    pub(crate) var: VarId,
    pub(crate) location: Location,
    pub(crate) from_label: Label,
    pub(crate) to_label: Option<Label>,
}

/// The data that the function table gets together with a function's code.
pub(crate) struct UnfinishedFunc {
    /// The position of the function.
    pub(crate) pos: Pos,
    /// The label at the end of the code.
    pub(crate) end_label: Label,
    /// The label at which execution continues after a recovered panic.
    pub(crate) epilogue: Option<Label>,
    /// The named variables, each with its type.
    pub(crate) named_vars: Vec<(NamedVar, bc::TypeId)>,
    pub(crate) inlined_calls: Vec<InlinedCall>,
}

impl ProgramGen<'_> {
    /// Starts a second thread that optimises functions from now on, if there are many.
    pub(crate) fn start_background_optimiser(&mut self) {
        let bodies = self.program.funcs.iter().filter(|f| matches!(f.body, Body::Block(_)));
        if bodies.count() >= MIN_FUNCS_FOR_OPTIMISER_THREAD {
            self.background = BackgroundOptimiser::start();
        }
    }

    /// Waits for the functions that are being optimised.
    pub(crate) fn finish_optimising(&mut self) {
        let Some(background) = self.background.take() else { return };
        for (id, optimised) in background.finish() {
            let unfinished = self.unfinished_funcs.remove(&id);
            self.complete_function(
                unfinished.or_broken_invariant(
                    "each optimised function is in the list of unfinished functions",
                ),
                optimised,
                id,
            );
        }
    }

    /// Stores the code of a function in the function table, unless a pass has found a broken invariant.
    pub(crate) fn complete_function(
        &mut self,
        unfinished: UnfinishedFunc,
        optimised: Result<Optimised, String>,
        id: bc::FuncId,
    ) {
        let UnfinishedFunc {
            pos,
            end_label: end,
            epilogue,
            named_vars: named,
            inlined_calls: inlined,
        } = unfinished;
        let Optimised { code, frame_slots: frame } = match optimised {
            Ok(optimised) => optimised,
            Err(what) => {
                self.report_broken_invariant(pos, &what);
                return self.generate_panicking_body(id, &what);
            }
        };
        let AssembledCode { code, mut lines, unsigned_operands: unsigned, labels } = code;
        lines.shrink_to_fit();
        let at = |label: Label| labels[label.index()];
        let program = self.program;
        let location = |(n, ty): (NamedVar, bc::TypeId)| {
            let (slot, boxed) = match n.location {
                Location::Slots(slot) => (slot, false),
                Location::Cell(slot) => (slot, true),
                _ => panic_broken_invariant("named variables have locations in slots"),
            };
            let name = (&*program.var(n.var).name).into();
            VarLocation {
                name,
                ty,
                slot,
                is_boxed: boxed,
                scope_start_pc: at(n.from_label),
                scope_end_pc: at(n.to_label.unwrap_or(end)),
            }
        };
        let out = self.func_mut(id);
        out.code = code.into();
        out.lines = lines;
        out.unsigned_operands = unsigned;
        out.inlined_calls = inlined;
        out.frame_slots = frame;
        out.recover_pc = epilogue.map(at);
        out.vars = named.into_iter().map(location).collect();
    }

    /// The number of argument slots of each call in the code, by pc.
    pub(crate) fn argument_slot_counts(&self, code: &[Op]) -> HashMap<usize, u32> {
        let tables = &self.tables;
        argument_slot_counts(code, |op, a| match op {
            Op::Call { func, .. } => Some(tables.arg_slots[func.get() as usize]),
            Op::CallNative { native, .. } => Some(tables.native_arg_slots[native.get() as usize]),
            Op::CallClosure { n, .. } => Some(n.into()),
            // The call has one or two argument slots; the instruction itself stores the first one in the window.
            Op::CallClosureArg { .. } => Some(2),
            Op::GoFunc { .. } | Op::GoClosure { .. } => Some(u32::from(a)),
            _ => None,
        })
    }
}
